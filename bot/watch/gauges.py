"""All that is measured, for Prometheus to fetch. No label holds anything of a learner, a server or a channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from bot.store.trouble import trouble
from bot.watch.answering import End

ANSWER: Final = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)  # seconds; Discord waits three
WORK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
KINDS: Final = 200  # of touches and commands told apart; there are fewer, and a label must not grow without end
OTHER: Final = "other"


class Gauges:
    """The figures of one bot, in a register of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._kinds: set[str] = set()
        self._ends = self._counter(
            "gauss_interactions", "Interactions, by what was touched and how it ended.", "kind", "end"
        )
        self._faults = self._counter("gauss_faults", "Faults, by what was touched and what they were.", "kind", "fault")
        self._since = self._seconds("gauss_interaction_seconds", "From Discord's own clock to the end.", ANSWER, "kind")
        self._took = self._seconds("gauss_handling_seconds", "From arrival here to the end.", ANSWER, "kind")
        self._jobs = self._seconds("gauss_workshop_seconds", "A job of the workshop.", WORK, "trade", "end")
        self._wrote = self._seconds("gauss_writing_seconds", "A writing, until it was kept.", WORK)
        self._queued = self._seconds("gauss_writing_wait_seconds", "A writing's wait for its turn.", WORK)
        self._lag = self._seconds("gauss_loop_lag_seconds", "How late the event loop is.", WORK)
        self._open = Gauge("gauss_open", "What is under way, by its kind.", ["what"], registry=self.registry)
        Info("gauss_build", "This version.", registry=self.registry).info({"version": installed()})

    def answered(self, kind: str, end: End, *, since_touched: float, took: float) -> None:
        """Take note of an interaction that ended."""
        ended, since, had_taken = self._of(self._bounded(kind), end)
        ended.inc()
        since.observe(max(0.0, since_touched))  # two clocks may differ
        had_taken.observe(took)

    def failed(self, kind: str, fault: BaseException) -> None:
        """Take note of a fault: the database's trouble, or the name of the error."""
        self._faults.labels(self._bounded(kind), trouble(fault) or type(fault).__name__).inc()

    def worked(self, trade: str, seconds: float, well: bool) -> None:
        """Take note of a job of the workshop."""
        self._jobs.labels(trade, "done" if well else "failed").observe(seconds)

    def wrote(self, waited: float, took: float) -> None:
        """Take note of a writing."""
        self._queued.observe(waited)
        self._wrote.observe(took)

    def late(self, seconds: float) -> None:
        """Take note of how late the event loop was."""
        self._lag.observe(seconds)

    def look(self, name: str, meaning: str, at: Callable[[], float]) -> None:
        """Have a figure looked at whenever it is asked for."""
        Gauge(name, meaning, registry=self.registry).set_function(at)

    def count(self, open: Mapping[str, int]) -> None:
        """Take note of how many of each kind are under way."""
        for what, number in open.items():
            self._open.labels(what).set(number)

    def page(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)

    @cache  # noqa: B019, as many as there are kinds, and a bot has one of these
    def _of(self, kind: str, end: End) -> tuple[Counter, Histogram, Histogram]:
        return self._ends.labels(kind, end), self._since.labels(kind), self._took.labels(kind)

    def _bounded(self, kind: str) -> str:
        if len(self._kinds) < KINDS:
            self._kinds.add(kind)
        return kind if kind in self._kinds else OTHER

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(name, meaning, labels, registry=self.registry)

    def _seconds(self, name: str, meaning: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, buckets=buckets, registry=self.registry)


def installed() -> str:
    """Return the version that is installed."""
    try:
        return version("gauss-elder")
    except PackageNotFoundError:
        return "unknown"
