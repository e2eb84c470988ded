"""Real workers: what becomes of a job when its worker dies or stalls, and of the worker when the bot does."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.workshop import Workshop, WorkshopError
from bot.workshop.hand import Hand
from quizbank.bank import open_bank
from tests.workshop.living import runs, until

LOG = logging.getLogger("tests")
PNG = b"\x89PNG\r\n"

PARENT = """
import asyncio, sys
from bot.workshop import Workshop

async def live(wait_for_warmth):
    workshop = Workshop()
    workshop.warm()
    while not workshop.pids or (wait_for_warmth and not workshop._ready_for["pictures"]):
        await asyncio.sleep(0.01)
    print(workshop.pids[0], flush=True)
    await asyncio.sleep(600)

asyncio.run(live(sys.argv[1] == "warm"))
"""

DRAWS = """
import asyncio, sys
from bot.play.wall.wall_picture import wall_picture
from bot.workshop import Workshop
from engine.rules.wall import Wall

async def live():
    workshop = Workshop()
    picture = await workshop.draw(wall_picture(Wall(), []), "bot", "en")
    await workshop.close()
    return picture

assert asyncio.run(live()).startswith(b"\\x89PNG")
print(sorted({"torch", "sympy", "matplotlib", "numpy", "PIL"} & sys.modules.keys()))
"""


async def test_a_worker_draws_what_it_is_asked_in_either_language(real, wall):
    chinese, english = [await real.draw(wall, "bot", language) for language in ("zh-CN", "en")]

    assert chinese.startswith(PNG)
    assert english.startswith(PNG)
    assert chinese != english


async def test_a_worker_killed_in_the_midst_of_a_job_is_replaced_and_the_answer_comes(real, wall):
    await real.draw(wall, "bot", "en")
    (first,) = real.pids
    os.kill(first, signal.SIGSTOP)  # so that the job is surely under way
    asking = asyncio.create_task(real.draw(replace(wall, values={**wall.values, "count": 5}), "bot", "en"))
    await asyncio.sleep(0.05)
    os.kill(first, signal.SIGKILL)

    assert (await asking).startswith(PNG)
    assert real.pids != (first,)
    assert not runs(first)


def test_a_job_over_its_limit_fails_with_a_clear_error_and_the_next_is_done(wall):
    hand = Hand(4.0, LOG)
    job = {"do": "draw", "picture": wall.dump(), "book": "bot", "language": "en"}
    try:
        hand.prepare("pictures")
        stopped = hand.pid
        os.kill(stopped, signal.SIGSTOP)

        with pytest.raises(WorkshopError, match="draw took longer than 4 s"):
            hand.do("pictures", job)
        assert hand.do("pictures", job).tail.startswith(PNG)
        assert not runs(stopped)
    finally:
        hand.close()
        hand.bury()


def test_a_job_that_kills_every_worker_is_given_up(wall, monkeypatch):
    monkeypatch.setenv("PYTHONMALLOC", "no such allocator")  # with which no Python starts
    hand = Hand(4.0, LOG)

    with pytest.raises(WorkshopError, match="3 workers in a row died"):
        hand.do("pictures", {"do": "draw"})
    assert hand.pid is None


async def test_a_job_that_cannot_be_done_says_why_and_harms_no_worker(real, wall):
    await real.draw(wall, "bot", "en")
    before = real.pids

    with pytest.raises(WorkshopError, match="no such key"):
        await real.draw(replace(wall, title="no such key"), "bot", "en")
    assert real.pids == before


async def test_closing_leaves_no_worker(wall):
    workshop = Workshop(workers=2)
    await workshop.draw(wall, "bot", "en")
    pids = workshop.pids
    await workshop.close()

    assert pids
    assert not any(runs(pid) for pid in pids)


@pytest.mark.parametrize("moment", ["warm", "in the midst of its imports"])
def test_a_worker_is_gone_after_its_bot_was_killed(moment):
    with subprocess.Popen([sys.executable, "-c", PARENT, moment], stdout=subprocess.PIPE) as parent:
        worker = int(parent.stdout.readline())
        assert runs(worker)
        parent.kill()
        # the pipe of the bot's own output ends with it: no worker holds it open
        assert parent.stdout.read() == b""

    until(lambda: not runs(worker), "the worker's end")


def test_the_bot_draws_without_importing_what_draws():
    done = subprocess.run([sys.executable, "-W", "error", "-c", DRAWS], capture_output=True, text=True, check=False)

    assert (done.stderr, done.stdout) == ("", "[]\n")


def test_what_is_printed_in_a_worker_never_mixes_with_its_replies():
    script = """
from bot.workshop.worker import take_pipes
requests, replies = take_pipes()
print("stray", flush=True)
replies.write(requests.read() + input.__name__.encode())
replies.flush()
input()
"""
    done = subprocess.run([sys.executable, "-c", script], input=b"job ", capture_output=True, check=False)

    assert done.stdout == b"job input"
    assert done.stderr.startswith(b"stray")
    assert b"EOFError" in done.stderr


async def test_what_a_worker_prints_goes_to_the_log(wall, monkeypatch, caplog):
    monkeypatch.setenv("PYTHONVERBOSE", "1")  # Python itself then prints each import
    hand = Hand(60, LOG)
    with caplog.at_level(logging.INFO, LOG.name):
        try:
            hand.prepare("pictures")
            until(lambda: "matplotlib" in caplog.text, "a word about matplotlib")
        finally:
            hand.close()
            hand.bury()

    assert caplog.text.count("worker ") > 100


async def test_an_interrupt_at_the_bots_terminal_is_not_the_workers_to_answer(real, wall):
    await real.draw(wall, "bot", "en")
    (pid,) = real.pids
    os.kill(pid, signal.SIGINT)
    await real.draw(replace(wall, values={**wall.values, "count": 1}), "bot", "en")

    assert real.pids == (pid,)


async def test_a_warm_worker_measures_a_problem_of_every_layer_as_certified(real):
    pytest.importorskip("torch")
    await asyncio.to_thread(until, lambda: real.ready, "a warm workshop")
    certificates = [each[0] for each in open_bank().certificates.values() if each[0].facts.layer]
    assert {each.facts.layer for each in certificates} == {"dot", "grid", "memory"}
    for certificate in certificates:
        measured = await real.measure(certificate.family, certificate.numbers)

        assert measured is not None
        assert (measured.value, measured.how, measured.agrees) == (certificate.measured, certificate.how, True)


async def test_an_exhibit_is_computed_by_one_worker_and_drawn_by_it(real):
    pytest.importorskip("torch")
    small, large = [await real.exhibit("corridor", "corridor", {"n": n}) for n in (512, 8192)]

    assert large.values["entries"] == 256 * small.values["entries"]
    assert (await real.draw(large, "corridor", "zh-CN")).startswith(PNG)
