"""The workshop's own bookkeeping, with hands that need no process."""

import asyncio
import threading

import pytest

from bot.workshop import Workshop, WorkshopError
from bot.workshop import workshop as module
from bot.workshop.frames import Frame
from quizbank.picture import Picture
from tests.workshop.living import until


class FakeHand:
    """Does each job by naming it, once the gate is open; counts what it is given."""

    gate: threading.Event
    jobs: list
    torch = True

    def __init__(self, limit, log):
        self.pid = None
        self.closed = False

    def prepare(self, trade):
        return Frame({"torch": self.torch})

    def do(self, trade, job):
        self.jobs.append(job)
        self.gate.wait(10)
        if self.closed or job.get("language") == "fails":
            raise WorkshopError("it failed")
        told = {"value": "64", "bound": "0", "how": "by_hand", "agrees": True}
        return Frame({"measured": told}, f"drawn {len(self.jobs)}".encode())

    def close(self):
        self.closed = True
        self.gate.set()

    def bury(self):
        self.pid = None


@pytest.fixture
def hand(monkeypatch):
    monkeypatch.setattr(FakeHand, "gate", threading.Event(), raising=False)
    monkeypatch.setattr(FakeHand, "jobs", [], raising=False)
    monkeypatch.setattr(module, "Hand", FakeHand)
    return FakeHand


@pytest.fixture
async def workshop(hand):
    made = Workshop()
    yield made
    await made.close()


PICTURE = Picture("wall", title="title", alt="alt")


async def warmed(workshop):
    workshop.warm()
    await asyncio.to_thread(until, lambda: workshop.ready, "a warm workshop")


async def test_the_same_job_asked_twice_at_once_is_done_once(workshop, hand):
    asking = [asyncio.create_task(workshop.draw(PICTURE, "bot", "en")) for _ in range(20)]
    await asyncio.sleep(0)
    hand.gate.set()

    assert set(await asyncio.gather(*asking)) == {b"drawn 1"}
    assert len(hand.jobs) == 1


async def test_a_job_done_before_is_not_done_again(workshop, hand):
    hand.gate.set()
    first = await workshop.draw(PICTURE, "bot", "en")
    other = await workshop.draw(PICTURE, "bot", "zh-CN")

    assert await workshop.draw(PICTURE, "bot", "en") == first != other
    assert len(hand.jobs) == 2


async def test_work_that_outlasts_patience_goes_on_and_serves_the_next(workshop, hand):
    impatient = await workshop.draw(PICTURE, "bot", "en", patience=0.01)
    hand.gate.set()
    patient = await workshop.draw(PICTURE, "bot", "en")

    assert impatient is None
    assert patient == b"drawn 1"
    assert len(hand.jobs) == 1


async def test_one_asker_who_leaves_takes_the_work_from_no_other(workshop, hand):
    leaves, stays = (asyncio.create_task(workshop.draw(PICTURE, "bot", "en")) for _ in range(2))
    await asyncio.sleep(0)
    leaves.cancel()
    hand.gate.set()

    assert await stays == b"drawn 1"


async def test_a_job_that_fails_tells_everyone_who_waited_and_is_tried_anew_when_asked_again(workshop, hand):
    asking = [asyncio.create_task(workshop.draw(PICTURE, "bot", "fails")) for _ in range(2)]
    await asyncio.sleep(0)
    hand.gate.set()
    told = await asyncio.gather(*asking, return_exceptions=True)

    assert [str(error) for error in told] == ["it failed"] * 2
    with pytest.raises(WorkshopError):
        await workshop.draw(PICTURE, "bot", "fails")
    assert len(hand.jobs) == 2


async def test_a_failure_after_its_asker_left_is_logged_and_disturbs_nobody(workshop, hand, caplog):
    assert await workshop.draw(PICTURE, "bot", "fails", patience=0.01) is None
    hand.gate.set()
    assert await workshop.draw(PICTURE, "bot", "en") is not None

    assert "it failed" in caplog.text


async def test_behind_a_long_queue_the_hurried_are_turned_away_and_the_patient_wait(workshop, hand, monkeypatch):
    monkeypatch.setattr(module, "BACKLOG", 2)
    queued = [asyncio.create_task(workshop.draw(PICTURE, "bot", str(number))) for number in range(2)]
    await asyncio.sleep(0)

    assert await workshop.draw(PICTURE, "bot", "hurried", patience=60) is None
    patient = asyncio.create_task(workshop.draw(PICTURE, "bot", "patient"))
    await asyncio.sleep(0)
    hand.gate.set()
    await asyncio.gather(*queued)
    assert await patient is not None
    assert "hurried" not in [job["language"] for job in hand.jobs]


async def test_a_cold_workshop_measures_nothing_and_a_warm_one_does(workshop, hand):
    hand.gate.set()
    cold = await workshop.measure("dial.var", {"d": 64})
    await warmed(workshop)
    warm = await workshop.measure("dial.var", {"d": 64})

    assert cold is None
    assert (warm.value, warm.agrees) == ("64", True)


async def test_without_torch_it_becomes_ready_and_measures_nothing(workshop, hand, monkeypatch):
    monkeypatch.setattr(hand, "torch", False)
    await warmed(workshop)

    assert not workshop.measures
    assert await workshop.measure("dial.var", {"d": 64}) is None
    assert hand.jobs == []


async def test_many_workers_are_all_prepared(hand):
    workshop = Workshop(workers=3)
    await warmed(workshop)

    assert len(workshop._hands) == 3
    await workshop.close()


@pytest.mark.parametrize("workers", [1, 3])
async def test_closing_ends_what_waits_and_refuses_what_comes(hand, workers):
    workshop = Workshop(workers=workers)
    asking = [asyncio.create_task(workshop.draw(PICTURE, "bot", str(number))) for number in range(8)]
    await asyncio.sleep(0)
    await workshop.close()
    told = await asyncio.gather(*asking, return_exceptions=True)

    assert all(isinstance(each, bytes | WorkshopError) for each in told)
    assert any(isinstance(each, WorkshopError) for each in told)
    with pytest.raises(WorkshopError):
        await workshop.draw(PICTURE, "bot", "en")
