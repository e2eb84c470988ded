"""The bot's side of one worker process: started when needed, prepared once a trade, replaced when it dies."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

from bot.folders import ROOT
from bot.workshop import frames
from bot.workshop.errors import WorkshopError
from bot.workshop.frames import Frame

TRIES = 3  # a job whose worker died is done again twice: what kills three workers is the job
CLOSED = "the workshop is closed"
PREPARING = 180.0  # seconds; imports alone, on the slowest machine that should still work


class WorkerGoneError(Exception):
    """The worker died before it replied."""


class Hand:
    """One worker process. Only one thread may have work done by it; any may close it."""

    def __init__(self, limit: float, log: logging.Logger) -> None:
        self._limit = limit
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._prepared: dict[str, Frame] = {}
        self._door = threading.Lock()  # no worker is started once `close` has passed it
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None while there is none."""
        process = self._process  # read once: the thread that has work done may bury it meanwhile
        return process.pid if process is not None else None

    def do(self, trade: str, job: Mapping[str, Any]) -> Frame:
        """Have the job done, by another worker if one dies over it. Raises WorkshopError if it cannot be done."""

        def prepare_and_do() -> Frame:
            self._prepare(trade)
            return self._exchange(job, self._limit)

        return self._persist(prepare_and_do)

    def prepare(self, trade: str) -> Frame:
        """Have the worker import what a trade needs, once in its life, and tell what it found. Raises WorkshopError."""
        return self._persist(lambda: self._prepare(trade))

    def close(self) -> None:
        """End the worker, in the midst of a job too: it holds nothing that could be lost."""
        with self._door:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def bury(self) -> None:
        """Wait for the worker's end and close its pipes."""
        process, self._process = self._process, None
        self._prepared.clear()
        if process is None:
            return
        process.kill()
        code = process.wait()
        for pipe in (process.stdin, process.stdout):
            _shut(pipe)
        self._log.debug("worker %d ended with %d", process.pid, code)

    def _persist(self, action: Callable[[], Frame]) -> Frame:
        for _ in range(TRIES):
            try:
                return action()
            except WorkerGoneError as gone:
                self._log.warning("a worker died (%s); its work is done again", gone)
        raise WorkshopError(f"{TRIES} workers in a row died over the same work")

    def _prepare(self, trade: str) -> Frame:
        if self._process is None or trade not in self._prepared:
            self._prepared[trade] = self._exchange({"do": "prepare", "trade": trade}, PREPARING)
        return self._prepared[trade]

    def _exchange(self, job: Mapping[str, Any], limit: float) -> Frame:
        process = self._running()
        overdue = threading.Event()

        def stop() -> None:
            overdue.set()
            process.kill()

        timer = threading.Timer(limit, stop)
        timer.daemon = True
        timer.start()
        try:
            reply = _converse(process, job)
        finally:
            timer.cancel()
        if reply is None:
            code = process.wait()
            self.bury()
            if self._closed:
                raise WorkshopError(CLOSED)
            if overdue.is_set():
                raise WorkshopError(f"{job['do']} took longer than {limit:g} s")
            raise WorkerGoneError(f"exit code {code}")
        if "failed" in reply.message:
            raise WorkshopError(f"{job['do']} failed:\n{reply.message['failed']}")
        return reply

    def _running(self) -> subprocess.Popen[bytes]:
        with self._door:
            if self._closed:
                raise WorkshopError(CLOSED)
            if self._process is None:
                self._process = _start()
                threading.Thread(target=self._overhear, args=(self._process,), daemon=True).start()
            return self._process

    def _overhear(self, process: subprocess.Popen[bytes]) -> None:
        """Put what a worker prints into the log; its own pipe, so it never holds open one that the bot inherited."""
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self._log.info("worker %d: %s", process.pid, line.decode(errors="replace").rstrip())


def _start() -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "bot.workshop.worker"],  # -P: no module is taken from wherever the bot was started
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"},
    )


def _converse(process: subprocess.Popen[bytes], job: Mapping[str, Any]) -> Frame | None:
    """Send a job and wait for the reply; None if the worker died meanwhile."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        frames.write(process.stdin, Frame(job))
        return frames.read(process.stdout)
    except OSError:  # the pipe broke: nobody reads
        return None


def _shut(pipe: IO[bytes] | None) -> None:
    assert pipe is not None
    try:
        pipe.close()
    except BrokenPipeError:  # what was still buffered has no reader any more
        return
