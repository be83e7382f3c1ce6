"""The chronicle pane: its frames, how it follows the tick, and where its sentences lead."""

import pytest
from syrupy.assertion import SnapshotAssertion

from studio.player import orders
from studio.run.panes.chronicle_pane import ChroniclePane
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE


async def opened(driven: Driven) -> ChroniclePane:
    """Return the pane with a chronicle in it."""
    if driven.simulate.focused_pane != "chronicle":
        await driven.press("dollar_sign")
    pane = driven.simulate.run_panes.chronicle
    await driven.until(lambda: bool(pane.rows) and "reading" not in pane.text())
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_chronicle(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(SQUARE, size) as driven:
        driven.simulate.player.do(orders.RunTo(60))
        await driven.tick(60)
        pane = await opened(driven)
        await driven.until(lambda: pane._shown[1] == 60)
        assert driven.frame() == frames(name="the top")
        await driven.press("G")
        assert driven.frame() == frames(name="the end")


async def test_it_tells_only_what_happened_up_to_the_shown_tick_and_leads_there() -> None:
    async with studio(SQUARE, (120, 40)) as driven:
        driven.simulate.player.do(orders.RunTo(60))
        await driven.tick(60)
        pane = await opened(driven)
        await driven.until(lambda: pane._shown[1] == 60)
        assert "The kettle whistles" in pane.text()
        talk = "Mina began a talk"
        place = next(
            at for at, row in enumerate(pane.rows) if any(talk in span.text for span in row.spans)
        )
        pane._move_to(place)
        await driven.press("enter")
        await driven.until(lambda: driven.view.payload.tick == 9)
        await opened(driven)
        await driven.until(lambda: pane._shown[1] == 9)
        assert "The kettle whistles" not in pane.text()
        await driven.press("dollar_sign")
        assert driven.simulate.focused_pane == "map"


async def test_v_shows_a_tale_of_the_run_and_the_account_again() -> None:
    async with studio(SQUARE, (120, 40)) as driven:
        driven.simulate.player.do(orders.RunTo(60))
        await driven.tick(60)
        pane = await opened(driven)
        await driven.until(lambda: pane._shown[1] == 60)
        assert "Two people live in" not in pane.text()
        await driven.press("v")
        await driven.until(lambda: "Two people live in" in pane.text())
        assert pane.border_title == "Tale"
        await driven.press("v")
        await driven.until(lambda: "Turning points" in pane.text())
