"""Messages on a pipe: a length, a JSON object, and a tail of raw bytes for what JSON cannot hold."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, Any, NamedTuple

LENGTHS = struct.Struct(">II")  # bytes of the JSON, bytes of the tail


class Frame(NamedTuple):
    """One message."""

    message: Mapping[str, Any]
    tail: bytes = b""

    @property
    def size(self) -> int:
        """How much it holds, near enough, in bytes."""
        return len(json.dumps(self.message)) + len(self.tail)


def write(stream: IO[bytes], frame: Frame) -> None:
    """Send one frame. Raises OSError if nobody reads any more."""
    text = json.dumps(frame.message).encode()
    stream.write(LENGTHS.pack(len(text), len(frame.tail)) + text + frame.tail)
    stream.flush()


def read(stream: IO[bytes]) -> Frame | None:
    """Wait for one frame; None once the other side is gone, be it in the midst of a frame."""
    lengths = stream.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    text_length, tail_length = LENGTHS.unpack(lengths)
    body = stream.read(text_length + tail_length)
    if len(body) < text_length + tail_length:
        return None
    return Frame(json.loads(body[:text_length]), body[text_length:])
