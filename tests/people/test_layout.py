"""Which panes of the people workbench are seen."""

import pytest

from studio.people.layout import PeopleLayout
from studio.ui.terminal import ScreenRoom


def shown(width: int, height: int, *names: str) -> set[str]:
    layout = PeopleLayout(ScreenRoom(width, height))
    for name in names:
        layout = layout.with_front(name)
    return {*layout.shown}


@pytest.mark.parametrize(
    ("width", "height", "names", "panes"),
    [
        (59, 40, (), set()),
        (60, 20, (), {"personas"}),
        (60, 20, ("ties",), {"ties"}),
        (80, 24, (), {"personas", "persona"}),
        (80, 24, ("portrait", "problems"), {"problems", "portrait"}),
        (80, 40, (), {"personas", "problems", "persona"}),
        (120, 24, ("problems",), {"problems", "persona", "portrait"}),
        (120, 40, ("portrait",), {"personas", "problems", "persona", "portrait"}),
        (120, 40, ("roster",), {"roster", "homes"}),
        (120, 40, ("ties", "roster"), {"roster", "ties"}),
    ],
)
def test_as_many_panes_as_fit(
    width: int, height: int, names: tuple[str, ...], panes: set[str]
) -> None:
    assert shown(width, height, *names) == panes


def test_the_cast_comes_to_the_front_and_then_turns_from_map_to_graph_and_matrix() -> None:
    layout = PeopleLayout(ScreenRoom(120, 40)).with_cast(in_list=False)
    assert (layout.front, layout.drawn) == ("roster", "homes")
    layout = layout.with_cast(in_list=True)
    assert (layout.front, layout.drawn) == ("roster", "ties")
    layout = layout.with_cast(in_list=False)
    assert (layout.front, layout.drawn) == ("matrix", "matrix")
    layout = layout.with_cast(in_list=False)
    assert (layout.front, layout.drawn) == ("homes", "homes")
    assert layout.tab_order == ("roster", "homes")
