"""Rows as plain text: labels in a column, what folds below its row, tables by their columns."""

import pytest

from latticeville.core.text_width import text_width
from latticeville.reports.plain_text import plain_text
from latticeville.reports.rows import Column, TextPart, ViewRow, line, table_row

TABLE = (Column("rank", 4, right=True), Column("share", 11), Column("when", 7))


def test_labels_stand_in_a_column_as_wide_as_the_longest() -> None:
    rows = [
        line("a", "one", label="action"),
        line("b", "two\nthree", label="when"),
        ViewRow("gap"),
        line("c", "four"),
    ]
    assert list(plain_text(rows)) == [
        "action  one",
        "when    two",
        "        three",
        "",
        "        four",
    ]


def test_what_folds_is_written_below_its_row() -> None:
    inner = [line("b", "to the letter", label="prompt"), line("c", "so it is", label="reply")]
    rows = [ViewRow("a", (TextPart("react"),), "asked", children=lambda: inner)]
    assert list(plain_text(rows)) == [
        "asked  react",
        "       prompt │ to the letter",
        "       reply  │ so it is",
    ]
    unlabelled = ViewRow("a", (TextPart("Ada"),), children=lambda: [line("b", "walks")])
    assert list(plain_text([unlabelled])) == ["Ada", "  walks"]


@pytest.mark.parametrize(
    ("value", "bar"), [(0.0, "▯▯▯▯▯▯ 0.00"), (0.5, "▮▮▮▯▯▯ 0.50"), (1.2, "▮▮▮▮▮▮ 1.20")]
)
def test_the_cells_of_a_table_stand_below_each_other(value: float, bar: str) -> None:
    parts = (
        TextPart("1"),
        TextPart("", meter=value),
        TextPart("before"),
        TextPart("The kettle whistles."),
    )
    (told,) = plain_text([ViewRow("m1", parts, tail=TextPart("was 2"), columns=TABLE)])
    assert told == f"   1 {bar} before  The kettle whistles.  was 2"


def test_wide_letters_leave_the_columns_where_they_are() -> None:
    columns = (Column("who", 12), Column("times", 5, right=True))
    rows = [table_row(name, (name, "7"), columns) for name in ("Mina", "김민수", "山田太郎")]
    ends = {text_width(text) for text in plain_text(rows)}
    assert ends == {12 + 1 + 5}
