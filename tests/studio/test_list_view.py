"""A list tells the cut line under the cursor whole, over others and never over that line."""

import pytest
from textual.app import App, ComposeResult

from latticeville.reports.beliefs.match import BeliefMatch, NodeAppearance
from latticeville.reports.beliefs.match import BeliefRow as Held
from latticeville.reports.beliefs.rows import belief_row, difference
from latticeville.reports.rows import TextPart
from latticeville.sim.first_state import initial_state
from studio.run.panes.beliefs_pane import node_row
from studio.ui.list_view import ListView
from studio.ui.text import Span, TextRow
from tests.worlds import build

LONG = (
    "The city paper printed my first chapter under the name of A. Lind, and nobody has said a "
    "word about it."
)


class Reader(App[None]):
    """A list of ten lines, of which every second is cut."""

    def compose(self) -> ComposeResult:
        pane = ListView(id="lines")
        pane.eager = False
        cut, short = (Span(LONG),), (Span("short"),)
        pane.rows = [
            TextRow(f"{n}", cut, whole=LONG) if n % 2 else TextRow(f"{n}", short) for n in range(10)
        ]
        yield pane


def shown(app: App[None]) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


@pytest.mark.parametrize(("cursor", "starts"), [(1, 7), (3, 7), (5, 7), (7, 4), (9, 6)])
async def test_a_cut_line_is_told_whole_over_the_last_lines_or_above_itself(
    cursor: int, starts: int
) -> None:
    app = Reader()
    async with app.run_test(size=(40, 10)) as pilot:
        pane = app.query_one(ListView)
        pane.focus()
        pane._move_to(cursor)
        await pilot.pause(0.05)
        lines = shown(app)
        told = lines[starts : starts + 3]
        assert told[0].startswith("… The city paper")
        assert " ".join(" ".join(told).split()) == f"… {LONG}"
        assert lines[cursor].endswith("…")
        pane._move_to(0)
        await pilot.pause(0.05)
        assert not any(one.startswith("… ") for one in shown(app))


async def test_a_click_on_what_is_told_stays_with_its_line() -> None:
    app = Reader()
    async with app.run_test(size=(40, 10)) as pilot:
        pane = app.query_one(ListView)
        pane.focus()
        pane._move_to(1)
        await pilot.pause(0.05)
        await pilot.click(pane, offset=(4, 8))
        assert pane.cursor == 1
        await pilot.click(pane, offset=(4, 4))
        assert pane.cursor == 4


def whole(held: Held, cells: int, *, opened: bool = False) -> str:
    """Return what is told of a belief while the cursor is on it."""
    row = belief_row(initial_state(build("..", areas={"hut": [0, 0, 2, 1]})), held)
    parts = (row.parts[0], TextPart(held.name), *row.parts[2:])
    return node_row(row._replace(parts=parts), difference(held), cells, opened=opened).whole


@pytest.mark.parametrize("cells", [34, 100])
def test_a_belief_is_whole_only_where_it_is_cut(cells: int) -> None:
    look = NodeAppearance(
        "hut", None, "half finished and rather crooked", (("boards that were counted twice", 12),)
    )
    name = "the long table of the mayor that nobody may sit at before the bell has rung"
    held = Held("table", name, "thing", "hut", BeliefMatch.STALE, 3, 1, look, look, "")
    assert name in whole(held, cells)
    assert whole(held, cells, opened=True) == ""
    seen = NodeAppearance("hut", None, "full")
    cup = Held("cup", "cup", "thing", "hut", BeliefMatch.SAME, 3, 1, seen, seen, "")
    assert whole(cup, cells) == ""
