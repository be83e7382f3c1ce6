"""Rows of views as lines: never wider than the pane, one item each, cut or wrapped, folded and
unfolded."""

import pytest

from latticeville.reports.diff.compare import Comparison
from latticeville.reports.diff.rows import comparison_rows, first_open
from latticeville.reports.rows import (
    Column,
    Emphasis,
    ItemTarget,
    MemoryTarget,
    TextPart,
    ViewRow,
    folds,
    line,
)
from studio.ui.text import TextRow, span_width
from studio.ui.view_rows import Kept, PaintedView
from tests.reports.test_comparison import NAMES, TICKS, sides, whole  # noqa: F401 - fixtures

CELLS = 70
TABLE = (
    Column("rank", 4, right=True),
    Column("share", 11, meter=True),
    Column("when", 7, optional=True),
)


def texts(rows: list[TextRow]) -> list[str]:
    return ["".join(span.text for span in row.spans) for row in rows]


@pytest.mark.parametrize("cells", [40, CELLS, 120])
def test_nothing_is_wider_than_the_pane_and_keys_are_of_one_item_each(
    whole: Comparison,  # noqa: F811
    cells: int,
) -> None:
    everything = set(folds(comparison_rows(whole, NAMES, (TICKS, TICKS))))
    for opened in (set[str](), set(first_open(whole)), everything):
        painted = PaintedView(comparison_rows(whole, NAMES, (TICKS, TICKS)), cells, opened)
        assert max(span_width(row.spans) for row in painted.rows) <= cells
        keys = [row.key for row in painted.rows]
        assert len(set(keys)) == sum(
            before != after for before, after in zip(["", *keys], keys, strict=False)
        )
        assert {*keys} == {*painted.views}
        assert all(painted.inside[key] in ("", *opened) for key in keys)


def test_labels_stand_in_a_column_and_texts_break_beside_it() -> None:
    rows = [line("a", "one two three", label="action"), line("b", "  four\nfive", label="as")]
    assert texts(PaintedView(rows, 16).rows) == [
        "action  one two",
        "        three",
        "as        four",
        "        five",
    ]


def test_what_folds_is_shown_while_it_is_open() -> None:
    inner = [line("a in", "to the letter", label="prompt")]
    rows = [ViewRow("a", (TextPart("react " * 4),), "asked", children=lambda: inner, single=True)]
    closed, opened = PaintedView(rows, 24), PaintedView(rows, 24, {"a"})
    assert texts(closed.rows) == ["asked  ▸ react react re…"]
    assert closed.rows[0].whole == "react " * 4
    assert texts(opened.rows) == [
        "asked  ▾ react react re…",
        "         prompt │ to the",
        "                │ letter",
    ]
    assert opened.inside == {"a": "", "a in": "a"}


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (40, "   1 0.50   ▸ kettle"),
        (80, "   1 ▮▮▯▯ 0.50   ▸ kettle"),
        (110, "   1 ▮▮▮▯▯▯ 0.50 before  ▸ kettle"),
    ],
)
def test_a_table_has_what_there_is_room_for(cells: int, told: str) -> None:
    parts = TextPart("1"), TextPart("", meter=0.5), TextPart("before"), TextPart("kettle")
    row = ViewRow(
        "m1", parts, target=MemoryTarget("ada", 1), children=tuple, columns=TABLE, single=True
    )
    assert texts(PaintedView([row], cells).rows) == [told.replace("0.50   ▸", "0.50 ▸")]


def test_an_arrow_stands_where_enter_leads_elsewhere_and_ids_are_links() -> None:
    leads, item = (
        line("a", "kettle", target=MemoryTarget("ada", 1)),
        line("b", "Ada", target=ItemTarget("ada")),
    )
    first, second = PaintedView([leads, item], CELLS).rows
    assert (first.tail.text, first.link) == ("→", "")
    assert (second.tail.text, second.link) == ("", "ada")


def test_parts_keep_their_emphasis_over_line_breaks() -> None:
    row = ViewRow(
        "a", (TextPart("What now?\n", Emphasis.QUIET), TextPart("tea tea", Emphasis.PLAIN))
    )
    styles = [[span.style for span in row.spans] for row in PaintedView([row], 4).rows]
    assert styles == [["quiet"], ["quiet"], ["plain"], ["plain"]]


def test_lines_are_made_anew_only_where_something_has_changed() -> None:
    kept: Kept = {}
    first = PaintedView([line("a", "one"), line("b", "two")], CELLS, (), kept).rows
    again = PaintedView([line("a", "one"), line("b", "three")], CELLS, (), kept).rows
    assert again[0] is first[0]
    assert texts(again) == ["one", "three"]
