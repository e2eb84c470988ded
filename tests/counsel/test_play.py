"""Asking the elder and drawing up bills, as use cases: what is said, in which order, and what never comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from bot.play import Play
from bot.play.counsel.cost import CostForm, UnreckonedError, known_models
from bot.play.counsel.counsel import Counsel, answer, counsel_lines
from bot.play.counsel.pacing import ASKING
from bot.play.scene import Learner, Say
from bot.play.voice import Voice
from bot.store.store import Store
from bot.workshop import Workshop
from quizbank.bank import Bank
from quizbank.figures import write
from quizbank.lines import LANGUAGES
from tests.counsel.abacus import Abacus
from tests.counsel.asked import HOSTILE, KNOWN, SUMS, UNCLEAR, doubtful
from tests.play.stage import EN, ZH, staged

each_learner = pytest.mark.parametrize("learner", [ZH, EN], ids=LANGUAGES)


@pytest.fixture
def play(store: Store, easel: Abacus, bank: Bank) -> Play:
    return staged(store, cast(Workshop, easel), bank)  # type: ignore[arg-type]


def says(counsel: Counsel) -> Iterator[Say]:
    """Yield every line of an answer."""
    yield from (*counsel.say, *counsel.working, *counsel.assumed)


def spoken(play: Play, counsel: Counsel) -> str:
    """Return an answer as it is read."""
    voice = Voice(play.house.bank)
    return "\n".join(voice.say(say, counsel.learner.language) for say in says(counsel))


@each_learner
@pytest.mark.parametrize("asked", SUMS, ids=[each["text"] for each in SUMS])
async def test_every_sum_can_be_said_in_both_languages(play: Play, learner: Learner, asked) -> None:
    counsel = await play.ask(learner, asked["text"])

    assert counsel.kind == "computed"
    assert counsel.working
    assert "{" not in spoken(play, counsel)


@each_learner
async def test_a_question_of_the_halls_is_told_with_its_hall(play: Play, learner: Learner) -> None:
    counsel = await play.ask(learner, "why do we divide by root d_k")

    assert (counsel.kind, counsel.teaching, counsel.hall) == ("told", "why_scale", "dial")
    assert "d_k" in spoken(play, counsel)


@each_learner
async def test_in_doubt_the_elder_offers_and_does_not_guess(play: Play, learner: Learner) -> None:
    counsel = await play.ask(learner, doubtful())

    assert (counsel.kind, counsel.teaching, counsel.hall) == ("unsure", None, None)
    assert len(counsel.kin) == 3
    assert (await play.tell(learner, counsel.kin[0])).kind == "told"


@each_learner
async def test_what_is_not_known_is_said_to_be_so(play: Play, learner: Learner) -> None:
    counsel = await play.ask(learner, "what is the weather today")

    assert counsel.kind == "unknown"
    assert (counsel.teaching, counsel.working) == (None, ())


async def test_only_a_hall_that_is_open_is_offered(play: Play) -> None:
    for learner, (id, text) in enumerate(KNOWN):
        counsel = await play.ask(Learner(learner, "en"), text)

        assert counsel.hall is None or counsel.hall in play.house.bank.halls, id


@each_learner
@pytest.mark.parametrize("text", UNCLEAR)
async def test_what_is_left_open_is_named(play: Play, learner: Learner, text: str) -> None:
    counsel = await play.ask(learner, text)
    missing = str(counsel.say[0].values["missing"])

    assert counsel.kind == "unclear"
    assert any(counsel_lines().say(f"letter.{letter}", learner.language) in missing for letter in "nhgLbdek")


@each_learner
async def test_the_example_the_elder_gives_is_one_he_can_reckon(play: Play, learner: Learner) -> None:
    counsel = await play.ask(learner, counsel_lines().say("talk.example", learner.language))

    assert counsel.kind == "computed"


@pytest.mark.parametrize("text", HOSTILE)
async def test_nothing_of_a_hostile_text_comes_back(play: Play, text: str) -> None:
    counsel = await play.ask(EN, text)
    said = spoken(play, counsel)

    assert counsel.kind in ("unknown", "greeting")
    assert not any(word in said for word in text.split() if len(word) > 3)


async def test_the_same_question_has_the_same_answer_whoever_asks(play: Play) -> None:
    for _, text in KNOWN[:30]:
        one, other = [await answer(play.house, Learner(id, "en"), text) for id in (1, 2)]

        assert (one.kind, one.say, one.hall) == (other.kind, other.say, other.hall)


async def test_who_asks_too_fast_is_asked_for_patience_and_nobody_else_is(play: Play) -> None:
    burst = [await play.ask(EN, "what is rope") for _ in range(ASKING.burst + 3)]
    kinds = [counsel.kind for counsel in burst]
    kept = next(counsel for counsel in burst if counsel.kind == "patience")

    assert kinds[0] == "told"
    assert kinds[-1] == "patience"
    assert kept.repeated is False
    assert burst[-1].repeated is True
    assert (await play.ask(ZH, "what is rope")).kind == "told"


@pytest.mark.parametrize("trouble", ["fails", "slow"])
async def test_where_the_workshop_is_in_trouble_the_learner_is_told(play: Play, easel: Abacus, trouble: str) -> None:
    setattr(easel, trouble, True)
    counsel = await play.ask(EN, "n=4096 cells")

    assert counsel.kind == "slow"
    with pytest.raises(UnreckonedError):
        await play.cost(EN, CostForm())


@pytest.mark.parametrize("model", [id for id, _ in known_models()])
async def test_every_model_can_be_billed(play: Play, model: str) -> None:
    sheet = await play.cost(ZH, CostForm(model, {"n": 256}, "bf16"))
    voice = Voice(play.house.bank)

    assert {row.label.key for row in sheet.rows} >= {"sheet.scores_one", "sheet.macs", "sheet.standard", "sheet.flash"}
    assert all(voice.say(row.label, language) for row in sheet.rows for language in LANGUAGES)
    assert all("{" not in voice.alt(sheet.picture, sheet.picture_book, language) for language in LANGUAGES)


@pytest.mark.parametrize(("model", "places"), [("llama2_7b", 4096), ("gpt2", 1024)])
async def test_a_bill_warns_of_a_length_at_which_the_model_was_never_trained(
    play: Play, model: str, places: int
) -> None:
    within, past = [await play.cost(EN, CostForm(model, {"n": n})) for n in (places, places + 1)]

    assert within.warned == ()
    assert [each.key for each in past.warned] == ["working.beyond_places"]
    assert past.warned[0].values["places"] == write(places)


async def test_numbers_of_ones_own_are_billed_and_missing_ones_named(play: Play) -> None:
    sheet = await play.cost(EN, CostForm(sizes={"n": 128, "h": 4, "L": 2, "e": 32}))
    typed = await play.cost_of_text(EN, "n=128 h=4 d=128 L=2")

    assert sheet.rows == typed.rows
    assert sheet.name is None
    with pytest.raises(UnreckonedError, match="no_such_move"):
        await play.cost(EN, CostForm(sizes={"n": 128, "h": 4}))


@pytest.mark.parametrize(
    ("model", "heads", "kept"),
    [("gpt2", {"h": 5}, "5"), ("gpt2", {"h": 6, "g": 3}, "3"), ("llama2_70b", {"h": 16}, "8"), (None, {"h": 4}, "4")],
)
async def test_other_heads_than_the_models_keep_as_the_models_do(
    play: Play, model: str | None, heads: dict[str, int], kept: str
) -> None:
    sheet = await play.cost(EN, CostForm(model, {"L": 2, "e": 64, **heads}))

    assert (sheet.setting.values["h"], sheet.setting.values["g"]) == (str(heads["h"]), kept)


@each_learner
@pytest.mark.parametrize(
    "sizes", [{"g": 7}, {"h": 5, "g": 12}, {"g": 24}], ids=lambda sizes: " ".join(f"{k}{v}" for k, v in sizes.items())
)
async def test_heads_that_cannot_share_evenly_are_refused(play: Play, learner: Learner, sizes: dict[str, int]) -> None:
    text = ", ".join(["gpt2 n=128", *(f"{'h_kv' if letter == 'g' else 'h'}={size}" for letter, size in sizes.items())])
    for bill in (play.cost(learner, CostForm("gpt2", sizes)), play.cost_of_text(learner, text)):
        with pytest.raises(UnreckonedError) as refused:
            await bill
        assert str(sizes["g"]) in Voice(play.house.bank).say(refused.value.say, learner.language)


@pytest.mark.parametrize(
    "form", [CostForm("no_such"), CostForm(sizes={"n": 10**10}), CostForm(sizes={"n": 0}), CostForm("transformer_base")]
)
async def test_a_form_beyond_measure_is_refused(play: Play, form: CostForm) -> None:
    with pytest.raises(UnreckonedError):
        await play.cost(EN, form)


@pytest.mark.parametrize("text", [*HOSTILE, "hello"])
async def test_text_that_is_no_setting_is_refused(play: Play, text: str) -> None:
    with pytest.raises(UnreckonedError):
        await play.cost_of_text(EN, text)
