"""A machine made of a folder: what a page has its reader type is carried out there, word for word.

The command line is the real one; what belongs to the system, such as systemctl, is only noted down.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.test_documents import ROOT

PLACES = ("/opt/gauss-elder", "/var/lib/gauss-elder", "/etc/")
NOTED = ("systemctl", "journalctl", "docker", "make", "createuser", "createdb")
TODAY = "2026-11-30"
PATIENCE = 300  # seconds
SKIPPED = 'case "$1 $2" in "run "*|"bank verify") exit 0;; esac'  # it needs Discord; it takes minutes, and CI does it
KEPT = 'PATH="$PATH" HOME="$HOME" PYTHONPATH="$PYTHONPATH" LC_ALL="$LC_ALL"'  # sudo gives nothing else on
PROGRAMS = {
    "gauss-elder": f'#!/bin/sh\n{SKIPPED}\nexec {shlex.quote(sys.executable)} -m bot "$@"\n',
    "sudo": f'#!/bin/bash\n[ "$1" = -u ] && shift 2\nexec env -i {KEPT} "$@"\n',
    "sudoedit": '#!/bin/sh\necho DISCORD_TOKEN=hush >"$1"\n',
    "date": f"#!/bin/sh\necho {TODAY}\n",
    **{name: f'#!/bin/sh\necho "{name} $*" >>"$HOME/noted"\n' for name in NOTED},
}


@dataclass(frozen=True)
class Machine:
    """A machine of its own, on which the project lies where its unit expects it."""

    folder: Path

    @property
    def data(self) -> Path:
        """The folder of the service's database."""
        return self.folder / "var/lib/gauss-elder"

    @property
    def noted(self) -> str:
        """What the system was told, a line each."""
        return (self.folder / "home/noted").read_text(encoding="utf-8")

    def carry_out(self, typed: str, **settings: str) -> str:
        """Carry out what is typed and return all that was said; AssertionError at the first line that fails."""
        for place in PLACES:
            typed = typed.replace(place, f"{self.folder}{place}")
        home = self.folder / "home"
        environment = {"PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": str(home), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            ["bash", "-exc", typed],
            stdin=subprocess.DEVNULL,
            cwd=self.folder / "opt/gauss-elder",
            env={**environment, "LC_ALL": "C.UTF-8", **settings},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def built(folder: Path) -> Machine:
    """Return a machine, new."""
    project = folder / "opt/gauss-elder"
    for each in ("bin", "home", "etc/systemd/system", "var/lib/gauss-elder", "opt/gauss-elder/.venv/bin"):
        (folder / each).mkdir(parents=True)
    for name, program in PROGRAMS.items():
        path = folder / "bin" / name
        path.write_text(program, encoding="utf-8")
        path.chmod(0o755)
    (project / ".venv/bin/gauss-elder").symlink_to(folder / "bin/gauss-elder")
    (project / "deploy").symlink_to(ROOT / "deploy")
    return Machine(folder)
