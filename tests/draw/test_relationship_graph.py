"""Who knows whom as wires: every tie can be followed from one to the other, and what is lit is seen
whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.draw.relationship_graph import Relation, draw
from latticeville.draw.wires import FULL, HOLLOW, assign_columns
from tests.laws import law

THREE = tuple(
    Relation(*row) for row in ((0, 1, True, True), (0, 2, True, False), (1, 2, False, True))
)
DRAWN = """\
A Ada  ━●━━━●
B Bob  ━●─○ ┃
C Cleo ━━━●━○
"""


@st.composite
def villages(draw_: st.DrawFn) -> tuple[list[str], list[Relation]]:
    many = draw_(st.integers(2, 25))
    pairs = [(one, other) for one in range(many) for other in range(one + 1, many)]
    chosen = draw_(st.lists(st.sampled_from(pairs), unique=True, max_size=60))
    says = st.sampled_from([(True, True), (True, False), (False, True)])
    return [f"{chr(65 + place)} person" for place in range(many)], [
        Relation(*pair, *draw_(says)) for pair in chosen
    ]


def test_what_is_lit_is_heavy_and_marks_say_who_tells_of_whom() -> None:
    drawing = draw(["A Ada", "B Bob", "C Cleo"], THREE, {0, 1})
    assert "\n".join(drawing.lines) + "\n" == DRAWN
    assert drawing.left_out == 0
    assert {(0, 7), (0, 8), (0, 12), (1, 12), (2, 12)} <= drawing.lit
    assert (1, 10) not in drawing.lit


def test_nobody_who_knows_nobody_is_drawn_without_wires() -> None:
    assert draw(["A Ada", "B Bob"], ()).lines == ("A Ada", "B Bob")
    assert draw([], ()).lines == ()


@pytest.mark.slow
@law(150)
@given(villages(), st.integers(0, 24), st.integers(0, 1))
def test_every_tie_can_be_followed_from_one_to_the_other(
    village: tuple[list[str], list[Relation]], who: int, gap: int
) -> None:
    names, ties = village
    lit = {place for place, tie in enumerate(ties) if who in tie[:2]}
    drawing = draw(names, ties, lit, gap=gap)
    assert drawing == draw(names, ties, lit, gap=gap)
    lines = [line.ljust(400) for line in drawing.lines]
    found = []
    for one, line in enumerate(lines[:: gap + 1]):
        for x, sign in enumerate(line[9:], 9):
            if sign not in (FULL, HOLLOW):
                continue
            y = one * (gap + 1) + 1
            while y < len(lines) and lines[y][x] in "│┃┼╂┿╋":
                y += 1
            if (
                y < len(lines)
                and lines[y][x] in (FULL, HOLLOW)
                and _ends_above(lines, x, one * (gap + 1))
            ):
                found.append(Relation(one, y // (gap + 1), sign == FULL, lines[y][x] == FULL))
    assert sorted(found) == sorted(ties)


def _ends_above(lines: list[str], x: int, line: int) -> bool:
    """Tell whether a mark is the upper end of its wire: an even number of ends stand above it in
    its column."""
    return sum(lines[y][x] in (FULL, HOLLOW) for y in range(line)) % 2 == 0


@law(100)
@given(villages(), st.integers(0, 24), st.integers(12, 60))
def test_it_never_is_wider_than_its_room_while_it_leaves_nothing_out(
    village: tuple[list[str], list[Relation]], who: int, cells: int
) -> None:
    names, ties = village
    lit = {place for place, tie in enumerate(ties) if who in tie[:2]}
    drawing = draw(names, ties, lit, cells)
    assert drawing.left_out in (0, len(ties) - len(lit))
    if len(lit) < len(ties) and not drawing.left_out:
        assert max(map(len, drawing.lines)) <= cells


@law(200)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda one: one[0] != one[1]),
        max_size=40,
    )
)
def test_wires_that_share_a_column_never_meet(ends: list[tuple[int, int]]) -> None:
    found = assign_columns(ends, shared=True)
    for one, column in enumerate(found):
        for other in range(one):
            if found[other] == column:
                assert max(ends[one]) < min(ends[other]) or max(ends[other]) < min(ends[one])
    assert sorted(assign_columns(ends)) == list(range(len(ends)))
