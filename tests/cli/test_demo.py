"""The demo's own errors, and its end; that it can be played is told by the browser's tests."""

from __future__ import annotations

import signal
import socket
import subprocess
from pathlib import Path

import pytest

from bot.demo import simulator
from tests.cli.shell import COMMAND, environment, run


def test_a_taken_port_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("demo", "--no-open", "--port", str(port))

    assert done.code == 1
    assert str(port) in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_end_it_ends_cleanly_and_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "demo", "--no-open", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(TMPDIR=str(tmp_path)),
    )
    assert process.stdout is not None
    assert "http://127.0.0.1:" in process.stdout.readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=60)

    assert (process.returncode, err) == (0, "")
    assert out.endswith("Closed.\n")
    assert list(tmp_path.glob("gauss-elder-*")) == []


def test_another_version_of_the_simulator_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulator, "version", lambda name: "9.9.9")

    with pytest.raises(simulator.OtherSimulatorError) as refusal:
        simulator.require_simulator()

    assert refusal.value.found == "9.9.9"
