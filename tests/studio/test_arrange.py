from hypothesis import given
from hypothesis import strategies as st

from studio.screens.arrange import PANES, WIDE, Arrangement


@given(st.integers(60, 300), st.integers(20, 100), st.sampled_from(PANES))
def test_every_pane_can_be_brought_to_the_screen(width: int, height: int, name: str) -> None:
    shown = Arrangement().sized(width, height).fronted(name).shown
    assert name in shown
    assert "map" in shown or shown == {name} or shown & {*WIDE}


@given(st.integers(1, 300), st.integers(1, 100))
def test_more_room_never_hides_a_pane(width: int, height: int) -> None:
    small, large = Arrangement().sized(width, height), Arrangement().sized(width + 1, height + 1)
    assert small.shown <= large.shown


def test_there_is_one_side_and_one_bottom_on_a_common_terminal() -> None:
    arranged = Arrangement().sized(80, 24)
    assert arranged.shown == {"outline", "map", "transcript"}
    assert arranged.fronted("card").fronted("timeline").shown == {"card", "map", "timeline"}


def test_without_room_nothing_is_shown() -> None:
    assert Arrangement().sized(59, 40).shown == Arrangement().sized(200, 19).shown == frozenset()
