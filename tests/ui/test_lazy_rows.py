"""Rows that are made when they are drawn: the same as others, and no more of them than are read."""

from studio.ui.lazy_rows import LazyRows, RowName, name_rows
from studio.ui.text import Span, TextRow


def test_only_what_is_read_is_made() -> None:
    made: list[int] = []

    def make(place: int) -> TextRow:
        made.append(place)
        return TextRow(f"k{place}", (Span(f"row {place}"),))

    rows = LazyRows([RowName(f"k{place}", "") for place in range(9)], make)
    assert len(rows) == 9
    assert [row.key for row in rows[2:4]] == ["k2", "k3"]
    assert rows[-1].key == "k8"
    assert rows[2] is rows[2]
    assert made == [2, 3, 8]
    assert [name.key for name in name_rows(rows)] == [row.key for row in [*rows]]


def test_rows_that_are_there_have_the_same_names() -> None:
    rows = [TextRow("a", (Span("one"),)), TextRow("b", (Span("two"),), link="tick:4")]
    assert [*name_rows(rows)] == [RowName("a", ""), RowName("b", "tick:4")]
