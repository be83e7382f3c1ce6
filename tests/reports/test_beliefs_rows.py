"""Beliefs as rows: a table beside the truth, and differences in a few words."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from latticeville.reports.beliefs.match import (
    BeliefMatch,
    BeliefRow,
    NodeAppearance,
    compare_beliefs,
    disagree,
)
from latticeville.reports.beliefs.rows import (
    COLUMNS,
    belief_heads,
    belief_row,
    difference,
    disagreement_rows,
    look_words,
)
from latticeville.reports.rows import ItemTarget
from latticeville.runs.replay import Replay
from tests.reports.conftest import TICKS

HOT, COLD = (
    NodeAppearance("Kitchen", Cell(5, 6), "hot", (("cups", 2),)),
    NodeAppearance("Kitchen", Cell(5, 6), "cold", (("cups", 0),)),
)


def held(
    match: BeliefMatch, believed: NodeAppearance | None, truth: NodeAppearance | None
) -> BeliefRow:
    return BeliefRow(
        "kettle", "kettle", "object", "kitchen", match, None, None, believed, truth, ""
    )


def test_a_row_has_a_cell_for_each_column_and_one_for_the_truth(folder: Path) -> None:
    state = Replay(folder).at(TICKS).state
    found = compare_beliefs(state, "otto")
    for one in found:
        row = belief_row(state, one)
        assert len(row.parts) == len(COLUMNS) + 1
        assert row.target == ItemTarget(one.id)
        assert row.children
        assert [each.text for each in row.children()] == [one.told]
    counts, legend, titles = belief_heads(found, "all")
    assert sum(int(part.text[1:]) for part in counts.parts[1:]) == len(found)
    assert all(match in legend.text for match in BeliefMatch)
    assert [part.text for part in titles.parts] == ["", "what", "believes", "truth"]


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (held(BeliefMatch.UNKNOWN, None, HOT), ("unknown",)),
        (held(BeliefMatch.SAME, HOT, HOT), ("hot",)),
        (held(BeliefMatch.MISSING, HOT, HOT), ("gone",)),
        (
            held(BeliefMatch.ELSEWHERE, HOT, NodeAppearance("", Cell(1, 1), "hot")),
            ("Kitchen", "outdoors"),
        ),
        (
            held(BeliefMatch.ELSEWHERE, HOT, NodeAppearance("Kitchen", Cell(1, 1), "hot")),
            ("5,6", "1,1"),
        ),
        (held(BeliefMatch.STALE, COLD, HOT), ("cold", "hot")),
        (
            held(
                BeliefMatch.STALE, NodeAppearance("Kitchen", Cell(5, 6), "hot", (("cups", 1),)), HOT
            ),
            ("cups 1 → 2",),
        ),
    ],
)
def test_a_difference_is_told_in_a_few_words(one: BeliefRow, told: tuple[str, ...]) -> None:
    assert difference(one) == told


def test_what_differs_comes_first() -> None:
    assert look_words(COLD, HOT) == "cold, cups 0"
    assert (
        look_words(HOT, NodeAppearance("Kitchen", Cell(1, 1), "hot", (("cups", 2),))) == "5,6, hot"
    )
    assert look_words(HOT, None) == "hot, Kitchen, cups 2"
    assert look_words(NodeAppearance("", None, ""), None) == "outdoors"
    assert look_words(NodeAppearance("", None, ""), NodeAppearance("", None, "")) == "there"


def test_two_people_stand_beside_the_truth(folder: Path) -> None:
    views = disagree(Replay(folder).at(TICKS).state, "mina", "otto")
    for row in disagreement_rows(views, "mina", "otto"):
        assert row.children
        assert [each.label for each in row.children()] == ["mina", "otto", "truth"]
