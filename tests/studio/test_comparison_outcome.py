"""The comparison of two runs in the studio begins with how they end."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.reports.diff.compare import compare_all
from studio.app.welcome import WelcomeScreen
from studio.run.comparison_screen import ComparisonLines, ComparisonScreen
from tests.reports.test_outcome import NAMES, TICKS, sides  # noqa: F401 - a fixture
from tests.studio.conftest import studio
from tests.studio.test_frames import SIZES, named


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
        await driven.until(lambda: "Outcome" in driven.frame())
        assert driven.frame() == frames
        lines = screen.query_one(ComparisonLines)
        lines.cursor = next(place for place, row in enumerate(lines.rows) if row.key == "fate bob")
        await driven.press("enter")
        await driven.until(lambda: bool(chosen))
        (choice,) = chosen
        assert (choice.side, choice.target.tick, choice.pane) == (1, 2, "card")  # type: ignore[attr-defined]
