"""Where a process and all it has started may be spoken to, as the Linux kernel tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

PROC = Path("/proc")
OPEN = {"tcp": "0A", "tcp6": "0A", "udp": "07", "udp6": "07"}  # the state in which anyone is heard
WORD = 4  # bytes, each word in the machine's own order

Address = tuple[IPv4Address | IPv6Address, int]


def doors(pid: int) -> set[Address]:
    """Return every address and port at which a process or one of its children hears whoever comes."""
    ours = {inode for each in family(pid) for inode in held_by(each)}
    return {address for inode, address in heard() if inode in ours}


def family(pid: int) -> Iterator[int]:
    """Yield a process and all that it started, and they."""
    yield pid
    for task in (PROC / str(pid) / "task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            for child in task.read_text().split():
                yield from family(int(child))


def held_by(pid: int) -> Iterator[str]:
    """Yield the inodes of a process's sockets."""
    for each in (PROC / str(pid) / "fd").glob("*"):
        with suppress(OSError):
            if told := re.fullmatch(r"socket:\[(\d+)\]", str(each.readlink())):
                yield told[1]


def heard() -> Iterator[tuple[str, Address]]:
    """Yield the inode and the address of every socket on this machine at which anyone is heard."""
    for table, state in OPEN.items():
        with suppress(FileNotFoundError):  # a machine without IPv6
            for line in (PROC / "net" / table).read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == state:
                    yield words[9], address(words[1])


def address(told: str) -> Address:
    """Return an address as the kernel writes it.

    >>> address("0100007F:24F8"), address("00000000000000000000000001000000:0050")
    ((IPv4Address('127.0.0.1'), 9464), (IPv6Address('::1'), 80))
    """
    host, _, port = told.partition(":")
    raw = bytes.fromhex(host)
    turned = b"".join(raw[at : at + WORD][::-1] for at in range(0, len(raw), WORD))
    return (IPv4Address if len(turned) == WORD else IPv6Address)(turned), int(port, 16)
