"""What is measured is told as Prometheus reads it, and never grows with learners, servers or hostile labels."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families

from bot.watch.gauges import KINDS, OTHER, Gauges


def value(gauges: Gauges, name: str, **labels: str) -> float | None:
    """Return one figure."""
    return gauges.registry.get_sample_value(name, labels)


def test_an_interaction_is_counted_by_its_kind_and_its_end() -> None:
    gauges = Gauges()
    gauges.answered("wall fight", "answered", since_touched=0.4, took=0.3)
    gauges.answered("wall fight", "refused", since_touched=-0.2, took=0.1)

    assert value(gauges, "gauss_interactions_total", kind="wall fight", end="answered") == 1
    assert value(gauges, "gauss_interaction_seconds_bucket", kind="wall fight", le="0.5") == 2
    assert value(gauges, "gauss_interaction_seconds_sum", kind="wall fight") == 0.4


def test_a_fault_is_counted_by_its_name() -> None:
    gauges = Gauges()
    gauges.failed("answer", ValueError("hostile"))

    assert value(gauges, "gauss_faults_total", kind="answer", fault="ValueError") == 1
    assert b"hostile" not in gauges.page()


@given(kinds=st.lists(st.text("abcdefghij", min_size=1, max_size=8), min_size=1, max_size=400, unique=True))
def test_labels_do_not_grow_without_end(kinds: list[str]) -> None:
    gauges = Gauges()
    for kind in kinds:
        gauges.answered(kind, "answered", since_touched=0, took=0)
    told = set(re.findall(r'gauss_interactions_total\{end="answered",kind="(\w+)"\}', gauges.page().decode()))

    assert len(told) <= KINDS + 1
    assert (OTHER in told) == (len(kinds) > KINDS)


def test_the_page_is_what_prometheus_reads() -> None:
    gauges = Gauges()
    gauges.worked("pictures", 0.2, True)
    gauges.worked("proofs", 0.2, False)
    gauges.wrote(0.01, 0.02)
    gauges.late(0.5)
    gauges.count({"battle": 3})
    gauges.look("gauss_underway", "Interactions being answered.", lambda: 2)
    names = {family.name for family in text_string_to_metric_families(gauges.page().decode())}

    assert names >= {"gauss_workshop_seconds", "gauss_writing_seconds", "gauss_loop_lag_seconds", "gauss_open"}
    assert value(gauges, "gauss_open", what="battle") == 3
    assert value(gauges, "gauss_underway") == 2
    assert value(gauges, "gauss_workshop_seconds_count", trade="proofs", end="failed") == 1
