"""The chronicle pane: its frames, how it follows the tick, and where its sentences lead."""

import pytest
from syrupy.assertion import SnapshotAssertion

from studio.simulate.panes.chronicle_pane import ChroniclePane
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE


async def opened(driven: Driven) -> ChroniclePane:
    """Return the pane with a chronicle in it."""
    if driven.simulate.focused_pane != "chronicle":
        await driven.press("quotation_mark")
    pane = driven.simulate.run_panes.chronicle
    await driven.until(lambda: bool(pane.rows) and "reading" not in pane.text())
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_chronicle(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(SQUARE, size) as driven:
        await driven.tick(60)
        pane = await opened(driven)
        await driven.until(lambda: "ticks 0 to 60" in pane.text())
        assert driven.frame() == frames(name="the top")
        await driven.press("G")
        assert driven.frame() == frames(name="the end")


async def test_it_tells_only_what_happened_up_to_the_shown_tick_and_leads_there() -> None:
    async with studio(SQUARE, (120, 40)) as driven:
        await driven.tick(60)
        pane = await opened(driven)
        await driven.until(lambda: "ticks 0 to 60" in pane.text())
        assert "The kettle whistles" in pane.text()
        place = next(at for at, row in enumerate(pane.rows) if row.key == "point 0")
        pane._move_to(place)
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick == 41)
        await opened(driven)
        await driven.until(lambda: "ticks 0 to 41" in pane.text())
        assert "The kettle is empty" not in pane.text()
        await driven.press("quotation_mark")
        assert driven.simulate.focused_pane == "map"
