"""The comparison of two runs in the studio begins with how they end."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from latticeville.core.geometry import Cell
from latticeville.reports.diff.compare import Comparison, Divergence, Person, compare_all
from latticeville.reports.diff.differences import Difference, Example
from latticeville.reports.diff.rows import first_open, first_row
from latticeville.reports.rows import RunTarget
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from studio.app.welcome import WelcomeScreen
from studio.canvas.whole_map import WholeMap
from studio.run.comparison_screen import ComparisonLines, ComparisonScreen
from studio.run.comparison_sides import BothStates, ComparisonSides, SideText
from tests.reports.test_outcome import NAMES, TICKS, sides  # noqa: F401 - a fixture
from tests.studio.conftest import studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_outcome_stands_first_and_a_death_leads_to_its_tick(
    frames: SnapshotAssertion,
    sides: tuple[Path, Path],  # noqa: F811 - the fixture
    size: tuple[int, int],
) -> None:
    screen = ComparisonScreen(
        NAMES, compare_all(*sides, names=NAMES), "generous and aggressive", (TICKS, TICKS)
    )
    async with studio(None, size) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        chosen: list[object] = []
        driven.app.push_screen(screen, chosen.append)
        await driven.until(lambda: "People" in driven.frame())
        await driven.press("g")
        assert driven.frame() == frames
        lines = screen.query_one(ComparisonLines)
        lines.cursor = next(place for place, row in enumerate(lines.rows) if row.key == "fate bob")
        await driven.press("enter")
        await driven.until(lambda: bool(chosen))
        (choice,) = chosen
        assert (choice.side, choice.target.tick, choice.pane) == (1, 2, "card")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("size", "has_maps"), [((120, 40), True), ((80, 24), True), ((60, 20), False)]
)
async def test_both_sides_of_the_line_at_the_cursor_are_shown_where_there_is_room(
    sides: tuple[Path, Path],  # noqa: F811 - the fixture
    size: tuple[int, int],
    has_maps: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    whole = compare_all(*sides, names=NAMES)
    screen = ComparisonScreen(NAMES, whole, "generous and aggressive", (TICKS,) * 2, folders=sides)
    async with studio(None, size) as driven:
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
        driven.app.push_screen(screen)
        await driven.until(lambda: "People" in driven.frame())
        columns, lines = screen.query_one(ComparisonSides), screen.query_one(ComparisonLines)
        maps = [*screen.query(WholeMap)]
        assert all(view.display == has_maps for view in maps)
        assert columns.display
        row, target = next(
            (place, target)
            for place, row in enumerate(lines.rows)
            if isinstance(target := lines._view.views[row.key].target, RunTarget)
            and all(target.sides)
        )
        lines._move_to(row)
        await driven.pilot.pause(0.1)
        texts = [
            "".join(span.text for row in text.rows for span in row.spans)
            for text in screen.query(SideText)
        ]
        assert [text[:4] for text in texts] == [side[:4] for side in target.sides]
        if has_maps:
            await driven.until(lambda: all(view.drawn is not None for view in maps))
            assert all(f"tick {target.tick} · " in str(view.border_subtitle) for view in maps)


def test_a_comparison_begins_at_the_first_difference_that_has_a_place() -> None:
    places, doing = (
        Difference(what, first, first, 1, 1, (Example(first, ("here", "there")),))
        for what, first in (("places", 7), ("doing", 3))
    )
    both = ("", "")
    nobody = Person("bo", "Bo", None, both, both, both, (0, 0), ((), ()), ((), ()))
    parting = Divergence(3, ())
    people = replace(nobody, who="al", strands=(doing,)), replace(nobody, strands=(doing, places))
    whole = Comparison(parting, 9, people)
    assert first_row(whole) == "who bo places"
    assert "who bo" in first_open(whole)
    assert first_row(replace(whole, people=people[:1])) == "who al doing"
    assert first_row(Comparison(parting, 9)) == ""


def test_who_stands_elsewhere_is_marked_in_both_runs() -> None:
    state = initial_state(load_world(SQUARE))
    mina = state.bodies["mina"]
    moved = replace(state, bodies={**state.bodies, "mina": replace(mina, cell=Cell(8, 4))})
    both = BothStates((state, moved))
    assert [both.apart(side) for side in (0, 1)] == [{mina.cell}, {Cell(8, 4)}]
    assert BothStates((state, None)).apart(0) == set()
