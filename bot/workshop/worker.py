"""A worker process: jobs come in on stdin, replies go out on stdout, and it ends the moment stdin does."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

from bot.workshop import frames, trades
from bot.workshop.frames import Frame


def main() -> None:
    """Do jobs, one after the other, until the bot is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the bot's terminal is the bot's to answer
    requests, replies = take_pipes()
    jobs: SimpleQueue[Frame] = SimpleQueue()
    threading.Thread(target=listen, args=(requests, jobs), daemon=True).start()
    while True:
        frames.write(replies, reply_to(jobs.get()))


def take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Take stdin and stdout for frames alone: whatever else is printed goes to stderr, and nothing else can read."""
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return requests, replies


def listen(requests: BinaryIO, jobs: SimpleQueue[Frame]) -> None:
    """Pass jobs on; when the bot's end of the pipe closes, end this process, even in the midst of a computation."""
    while (job := frames.read(requests)) is not None:
        jobs.put(job)
    os._exit(0)


def reply_to(job: Frame) -> Frame:
    """Return the job's result, or what went wrong in it."""
    try:
        return trades.work(job.message)
    except Exception:  # the boundary of the process: whatever a job raises is told to the bot, which raises it
        return Frame({"failed": traceback.format_exc()})


if __name__ == "__main__":
    main()
