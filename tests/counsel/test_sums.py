"""Questions in figures: the right number or none. Each number is the engine's own count, made on meta by torch."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.counsel import grammar, reckoning
from quizbank.counsel.grammar import setting, understand
from quizbank.counsel.presets import presets
from quizbank.counsel.query import Query, Unclear
from quizbank.counsel.reckoning import reckon
from quizbank.counsel.sheet import bill
from quizbank.figures import GROUP
from quizbank.picture import Picture
from tests.counsel.asked import REFUSED, SUMS, UNCLEAR

torch = pytest.importorskip("torch")

from engine.attention import census, tally  # noqa: E402

sizes = st.integers(1, 64)
lengths = st.integers(1, 4096)


def figures(query: Query) -> dict[str, list[str]]:
    """Return the values of every step, ungrouped."""
    return {key: [value.replace(GROUP, "") for value in values.values()] for key, values in reckon(query.job())}


def value(query: Query, key: str, name: str) -> str:
    """Return one value of one step, ungrouped."""
    return dict(reckon(query.job()))[key][name].replace(GROUP, "")


@pytest.mark.parametrize("asked", SUMS, ids=[each["text"] for each in SUMS])
def test_a_sum_is_understood_and_its_number_stands_in_the_working(asked) -> None:
    query = understand(asked["text"])
    assert isinstance(query, Query)
    said = [figure for values in figures(query).values() for figure in values]

    assert query.kind == asked["kind"]
    assert [number for number in asked["holds"] if not any(number in figure for figure in said)] == []


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_closed_language_does_not_hold_is_not_reckoned(text: str) -> None:
    assert understand(text) is None


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_leaves_something_out_is_asked_about(text: str) -> None:
    assert isinstance(understand(text), Unclear)


@settings(deadline=None)  # the first question reads the language
@given(st.text(max_size=300))
def test_no_text_breaks_the_grammar(text: str) -> None:
    assert understand(text) is None or understand(text) == understand(text)


@settings(deadline=None)
@given(lengths, sizes, sizes)
def test_the_order_in_which_sizes_are_named_does_not_matter(n: int, h: int, layers: int) -> None:
    spelt = [f"n={n}", f"{h} heads", f"L={layers}"]
    first, *others = (
        understand(f"{first}, {second}, {third} scores")
        for first in spelt
        for second in spelt
        for third in spelt
        if len({first, second, third}) == 3
    )

    assert isinstance(first, Query)
    assert first.sizes == {"n": n, "h": h, "L": layers}
    assert all(isinstance(other, Query) and other.sizes == first.sizes for other in others)


@settings(max_examples=25, deadline=None)
@given(lengths, sizes, sizes, st.sampled_from([("fp32", 4), ("bf16", 2), ("fp16", 2)]))
def test_scores_and_their_bytes_are_the_engines(n: int, h: int, layers: int, dtype: tuple[str, int]) -> None:
    query = understand(f"n={n} h={h} L={layers} {dtype[0]} memory")
    assert isinstance(query, Query)
    measured = tally.score_bytes(n, h, bytes_each=dtype[1], copies=layers)

    assert value(query, "in_bytes", "bytes").split(" B")[0] == str(measured.value)
    assert value(query, "in_bytes", "entries") == str(tally.entries(n, h, layers=layers).value)


@settings(max_examples=25, deadline=None)
@given(lengths, sizes, sizes, st.integers(1, 256))
def test_caches_are_the_engines(n: int, g: int, layers: int, width: int) -> None:
    query = understand(f"kv cache n={n}, {layers} layers, {g} kv heads, head dim {width}, fp16")
    assert isinstance(query, Query)
    measured = tally.cache_bytes(layers, g, width, n, 1)

    assert value(query, "cache_all", "bytes").split(" B")[0] == str(measured.value)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 512), st.sampled_from([64, 128, 256]), st.integers(1, 4))
def test_multiply_adds_are_the_engines(n: int, d: int, layers: int) -> None:
    query = understand(f"macs n={n} d={d} L={layers}")
    assert isinstance(query, Query)
    said = [values["value"].replace(GROUP, "") for key, values in reckon(query.job()) if key.startswith("core_macs")]

    assert said == [str(tally.core_macs(n, d, layers).value)]


@pytest.mark.parametrize("id", [id for id in presets() if id in census.PRESETS])
def test_parameters_of_a_preset_are_those_of_the_engines_own_model(id: str) -> None:
    module = census.model(id)
    query = Query("parameters", preset=id)

    assert value(query, f"plan.{presets()[id].plan}", "value") == str(census.parameters(module))
    if "E" in presets()[id].shape:
        assert value(query, "used", "value") == str(census.active(module))


def test_all_presets_but_two_at_most_are_models_of_the_engine() -> None:
    assert set(presets()) - set(census.PRESETS) <= {"llama2_7b", "llama2_13b"}


@pytest.mark.parametrize("id", ["gpt2", "llama2_70b", "llama3_8b", "mixtral_8x7b"])
def test_the_bill_of_a_preset_is_the_engines(id: str) -> None:
    rows = {row["key"]: int(row["exact"]) for row in bill(Query("whole", {"n": 512, "b": 2}, id, "bf16").job())["rows"]}
    shape, module = presets()[id].shape, census.model(id)

    assert rows["scores_all"] == tally.entries(512, 2, shape["h"], layers=shape["L"]).value
    assert rows["standard"] == tally.score_bytes(512, 2, shape["h"], bytes_each=2).value
    assert rows["weights"] == census.weight_bytes(module, 2)
    assert rows["cache"] == shape["L"] * tally.cache_bytes(1, shape["g"], shape["e"], 512, 2).value


def test_the_picture_tells_the_rows_of_the_bill() -> None:
    told = bill(Query("whole", {"n": 4096, "b": 1}, "gpt2").job())
    rows = {row["key"]: int(row["exact"]) for row in told["rows"]}
    picture = Picture.load(told["picture"])

    assert {series.name.removeprefix("cost."): series.heights[0] * 2**20 for series in picture.series} == {
        key: rows[key] for key in ("standard", "flash", "cache")
    }


def test_a_model_that_does_not_generate_is_billed_no_cache() -> None:
    told = bill(Query("whole", {"n": 128, "b": 1}, "bert_base").job())

    assert "cache" not in {row["key"] for row in told["rows"]}
    assert all("cache" not in word for word in Picture.load(told["picture"]).words() if "no_cache" not in word)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("n=4096 h=32 d=4096 L=32 bf16", {"n": 4096, "h": 32, "g": 32, "e": 128, "L": 32}),
        ("llama 7b n=2048", {"n": 2048}),
        ("32层 8头 头宽 64 n=1k batch 2", {"n": 1024, "h": 8, "g": 8, "e": 64, "L": 32, "b": 2}),
    ],
)
def test_a_setting_may_be_typed_freely(text: str, known: dict[str, int]) -> None:
    query = setting(text)

    assert isinstance(query, Query)
    assert query.sizes == known


@pytest.mark.parametrize("text", ["hello", "", "n=4096 causal", "transformer base n=512", "n=1 and some cheese"])
def test_what_is_no_setting_is_none(text: str) -> None:
    assert setting(text) is None


@pytest.mark.parametrize("module", [grammar, reckoning])
def test_worked_examples_hold(module) -> None:
    assert doctest.testmod(module).failed == 0
