"""The workshop as the game sees it: ask for a measurement, an exhibit or a drawing, and say how long you would wait."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from typing import Any

from bot.workshop.errors import LateError, WorkshopError
from bot.workshop.frames import Frame
from bot.workshop.hand import CLOSED, Hand
from bot.workshop.remeasured import Remeasured
from bot.workshop.shelf import Shelf
from bot.workshop.waiting import settled
from quizbank.certificate import Number
from quizbank.picture import Picture

LOG = logging.getLogger(__name__)
PIECES, BYTES = 4096, 32 * 2**20  # of finished work kept; a drawing is about 40 kB
BACKLOG = 64  # jobs: behind so many, no one who has only a moment queues up


Heed = Callable[[str, float, bool], None]  # told of each job its trade, its seconds, and whether it went well


def unheeded(trade: str, seconds: float, well: bool) -> None:
    """Take no notice of how long a job took."""


class Workshop:
    """Worker processes, each driven by one thread, and a shelf of what they have made.

    A job is known by its content: the same one asked twice is done once, and one that outlasts its asker's patience is
    finished and kept for the next. Jobs that fail raise WorkshopError.
    """

    def __init__(self, *, workers: int = 1, limit: float = 20.0, log: logging.Logger = LOG) -> None:
        self._workers = workers
        self._limit = limit  # seconds a job may take
        self._log = log
        self.heed: Heed = unheeded  # called by the workers' threads
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="workshop")
        self._own = threading.local()  # .hand, each thread's
        self._hands: list[Hand] = []
        self._lock = threading.Lock()  # over everything below
        self._shelf: Shelf[Frame] = Shelf(pieces=PIECES, size=BYTES)
        self._underway: dict[str, Future[Frame]] = {}
        self._warming = False
        self._ready_for: dict[str, list[Frame]] = {"pictures": [], "proofs": []}
        self._meeting: threading.Barrier | None = None
        self._closed = False

    def warm(self) -> None:
        """Start the workers and their imports in the background; pictures first, for they are the sooner wanted."""
        with self._lock:
            if self._warming or self._closed:
                return
            self._warming = True
        self._prepare_all("pictures", then="proofs")

    @property
    def ready(self) -> bool:
        """Whether every worker has imported what it needs."""
        return all(len(done) >= self._workers for done in self._ready_for.values())

    @property
    def measures(self) -> bool:
        """Whether the workers, once ready, found torch."""
        proofs = self._ready_for["proofs"]
        return bool(proofs) and all(frame.message["torch"] for frame in proofs)

    @property
    def backlog(self) -> int:
        """How many jobs are waited for or under way."""
        return len(self._underway)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the workers that run just now."""
        pids = [hand.pid for hand in self._hands]
        return tuple(pid for pid in pids if pid is not None)

    async def measure(
        self, family: str, numbers: Mapping[str, Number], *, patience: float | None = None
    ) -> Remeasured | None:
        """Measure a problem once more; None if not warm yet, without torch, or not within `patience` seconds."""
        if not (self.ready and self.measures):
            return None
        job = {"do": "measure", "family": family, "numbers": dict(numbers)}
        done = await self._ask("proofs", job, patience)
        return None if done is None else Remeasured(**done.message["measured"])

    async def exhibit(
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> Picture | None:
        """Run an exhibit at these turns of its dials; None without torch.

        Raises LateError if it is not ready within `patience` seconds.
        """
        job = {"do": "exhibit", "hall": hall, "name": name, "turns": dict(turns)}
        done = await self._ask("proofs", job, patience)
        if done is None:
            raise LateError
        return None if done.message["picture"] is None else Picture.load(done.message["picture"])

    async def reckon(self, what: str, job: Mapping[str, Any], *, patience: float | None = None) -> Any:
        """Reckon a question in figures, its "steps" or the whole "bill"; None if not within `patience` seconds."""
        done = await self._ask("proofs", {"do": "reckon", "what": what, "job": dict(job)}, patience)
        return None if done is None else done.message["reckoned"]

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        """Draw a picture with the words of a book; the PNG, or None if not within `patience` seconds."""
        job = {"do": "draw", "picture": picture.dump(), "book": book, "language": language}
        done = await self._ask("pictures", job, patience)
        return None if done is None else done.tail

    async def close(self) -> None:
        """End the workers, and whatever they are at, and wait until they are gone."""
        with self._lock:
            self._closed = True
            hands = list(self._hands)
        await asyncio.to_thread(self._close, hands)

    def _close(self, hands: list[Hand]) -> None:
        if self._meeting is not None:
            self._meeting.abort()
        for hand in hands:
            hand.close()
        self._threads.shutdown(cancel_futures=True)
        for hand in hands:
            hand.bury()

    async def _ask(self, trade: str, job: Mapping[str, Any], patience: float | None) -> Frame | None:
        self.warm()
        begun = self._begin(trade, job, hurried=patience is not None)
        if begun is None or isinstance(begun, Frame):
            return begun
        await settled(begun, patience)
        if not begun.done():
            return None
        if begun.cancelled():
            raise WorkshopError(CLOSED)
        return begun.result()

    def _begin(self, trade: str, job: Mapping[str, Any], *, hurried: bool) -> Future[Frame] | Frame | None:
        """Return the finished work, or the work under way; None where a hurried asker would wait in vain."""
        key = json.dumps(job, sort_keys=True)
        with self._lock:
            if self._closed:
                raise WorkshopError(CLOSED)
            found = self._shelf.get(key) or self._underway.get(key)
            if found is None and not (hurried and len(self._underway) >= BACKLOG):
                found = self._underway[key] = self._threads.submit(self._work, key, trade, job)
            return found

    def _work(self, key: str, trade: str, job: Mapping[str, Any]) -> Frame:
        begun, well = monotonic(), False
        try:
            done = self._hand().do(trade, job)
            well = True
            with self._lock:
                self._shelf.put(key, done, done.size)
            return done
        except WorkshopError as error:
            self._complain(error)  # here, for whoever asked may have left
            raise
        finally:
            with self._lock:
                del self._underway[key]
            self.heed(trade, monotonic() - begun, well)

    def _complain(self, error: WorkshopError) -> None:
        if not self._closed:
            self._log.warning("%s", error)

    def _hand(self) -> Hand:
        """Return this thread's own worker."""
        if not hasattr(self._own, "hand"):
            hand = self._own.hand = Hand(self._limit, self._log)
            with self._lock:
                self._hands.append(hand)
                if self._closed:
                    hand.close()
        own: Hand = self._own.hand
        return own

    def _prepare_all(self, trade: str, *, then: str | None = None) -> None:
        """Have every worker prepare a trade: as many tasks as threads, each holding its thread until all have one."""
        meeting = threading.Barrier(self._workers)
        with self._lock:
            if not self._closed:
                self._meeting = meeting
                for _ in range(self._workers):
                    self._threads.submit(self._prepare, trade, meeting, then)

    def _prepare(self, trade: str, meeting: threading.Barrier, then: str | None) -> None:
        try:
            first = meeting.wait() == 0
            self._ready_for[trade].append(self._hand().prepare(trade))
        except threading.BrokenBarrierError:  # closed meanwhile
            return
        except WorkshopError as error:
            self._complain(error)
            return
        if first and then is not None:  # queued now, behind the drawings asked for meanwhile
            self._prepare_all(then)
