"""The search over a machine costs no more than its rows: equal rows are worked out together, and
nothing changes."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.world.analysis import machine_defects as analysis
from latticeville.world.analysis import search
from latticeville.world.analysis.machine_defects import Defect
from latticeville.world.analysis.search import Behavior, SearchNode
from latticeville.world.model.machine import MachineState
from latticeville.world.model.objects import Kind, Transition
from tests.laws import law
from tests.random_worlds import gizmos, library
from tests.worlds import Table, build, toml

SHAPES: dict[str, Table] = {
    "certain": {"verb": "use", "to": "on"},
    "asking for an item": {"verb": "use", "to": "on", "needs": [{"has": "coin"}]},
    "by itself": {"after": 5, "to": "on"},
    "counting": {
        "verb": "use",
        "needs": [{"counter": "water", "min": 1}],
        "does": [{"counter": "water", "add": -1}, {"counter": "water", "add": 40}],
    },
}


def machine(rows: list[Table]) -> Kind:
    table: Table = {
        "glyph": "m",
        "start": "off",
        "states": {"off": {}, "on": {}},
        "counters": {"water": {"start": 3, "max": 20}},
        "transitions": [{"from": "on", "verb": "close", "to": "off"}, *rows],
    }
    return build(".", things=f"[kinds.machine]\n{toml(table)}").kinds["machine"]


def alone(
    real: Callable[[Iterable[Transition]], Iterator[Behavior]], rows: Iterable[Transition]
) -> Iterator[Behavior]:
    """Work every row out for itself, also where it is equal to another."""
    for row in rows:
        yield from real((row,))


def found(kind: Kind) -> set[Defect]:
    analysis.find_defects_cached.cache_clear()
    return {*analysis.find_defects(kind)}


@pytest.mark.slow
@law(100)
@given(gizmos(), st.lists(st.integers(0, 9), max_size=6))
def test_rows_that_are_worked_out_together_are_told_as_each_alone(
    table: Table, again: list[int]
) -> None:
    rows = table["transitions"]
    rows = [*rows, *(rows[number % len(rows)] for number in again if rows)]
    kind = build(".", things=library({**table, "transitions": rows})).kinds["gizmo"]
    together = found(kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "derive_behaviors", partial(alone, search.derive_behaviors))
        assert found(kind) == together


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_tried_does_not_grow_with_equal_rows(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    real = search.next_node

    def counted(kind: Kind, behavior: Behavior, part: MachineState) -> SearchNode | None:
        calls.append(0)
        return real(kind, behavior, part)

    for module in (search, analysis):
        monkeypatch.setattr(module, "next_node", counted)
    counts = []
    for size in (50, 400):
        calls.clear()
        kind = machine([{"from": "off", **SHAPES[shape]}] * size)
        assert len(found(kind)) <= 2 * size + 2
        counts.append(len(calls))
    assert counts[0] == counts[1]


def test_overlapping_rows_are_told_up_to_a_number() -> None:
    spans = [[f"{number % 20:02}:00", f"{number % 20 + 2:02}:00"] for number in range(400)]
    kind = machine(
        [{"from": "off", "verb": "use", "to": "on", "needs": [{"between": span}]} for span in spans]
    )
    told = [finding for finding in found(kind) if finding.code == "two-rows"]
    assert len(told) == analysis.MAX_REPORTED


def test_many_objects_of_a_kind_that_begin_alike_are_one_beginning() -> None:
    kind = machine([{"from": "off", "verb": "use", "to": "on"}])
    starts = [("off", {"water": 3}), ("on", {"water": 3})]
    analysis.find_defects_cached.cache_clear()
    assert analysis.find_defects(kind, starts * 5000) == analysis.find_defects(kind, starts)
    assert analysis.find_defects_cached.cache_info().hits == 1
