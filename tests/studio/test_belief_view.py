"""Whose beliefs the map shows: the banner, and the way from mark to mark."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.sim.first_state import initial_state
from studio.run.panes.belief_scene import BELIEF, DIFFER, DOUBT, TRUTH
from studio.run.panes.belief_view import BeliefView, marked_cells, next_mark
from tests.world_folders import VILLE, shared_world

STATE = initial_state(shared_world(VILLE))


def view(way: int) -> BeliefView:
    made = BeliefView()
    made.way, made.mind, made.other = way, "ada", "byron"
    return made


def test_the_banner_says_whose_view_it_is_and_gives_way_from_its_end() -> None:
    for way, words in (
        (BELIEF, "Ada's beliefs at 08:00"),
        (DOUBT, "Ada's false beliefs at 08:00"),
        (DIFFER, "Ada ≠ "),
    ):
        one = view(way)
        scene = one.make_scene(STATE, None)
        whole = one.banner(scene, 200)
        assert whole.startswith(words)
        assert whole.endswith("esc the world as it is")
        assert all(whole.startswith(one.banner(scene, columns)) for columns in range(len(whole)))
        assert all(len(one.banner(scene, columns)) <= columns for columns in range(30, len(whole)))
    assert "0 wrong · 9 unknown" in view(DOUBT).banner(view(DOUBT).make_scene(STATE, None), 200)


def test_the_truth_has_no_banner_and_no_marks() -> None:
    scene = view(TRUTH).make_scene(STATE, None)
    assert view(TRUTH).banner(scene, 80) == ""
    assert marked_cells(scene) == ()
    assert next_mark(scene, Cell(0, 0), 1) is None


def test_the_views_follow_each_other_and_end_with_the_truth() -> None:
    assert [view(way).following for way in (TRUTH, BELIEF, DOUBT, DIFFER)] == [
        BELIEF,
        DOUBT,
        TRUTH,
        TRUTH,
    ]


@given(st.integers(0, 119), st.integers(0, 47))
def test_the_next_mark_is_the_way_back_of_the_previous(x: int, y: int) -> None:
    scene = view(DOUBT).make_scene(STATE, None)
    marks = marked_cells(scene)
    found = next_mark(scene, Cell(x, y), 1)
    assert found is not None
    assert found[0] in marks
    back = next_mark(scene, found[0], -1)
    assert back is not None
    assert marks.index(back[0]) == (marks.index(found[0]) - 1) % len(marks)
