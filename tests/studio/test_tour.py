import pytest
from syrupy.assertion import SnapshotAssertion

from studio.app.help import HelpDialog
from studio.app.tour import STOPS, TourLine
from studio.map.screen import MapScreen
from studio.run.screen import SimulateScreen
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import named
from tests.world_folders import VILLE


def line(driven: Driven) -> str:
    """What the guide says on the screen that is seen; nothing where there is no guide."""
    guides = driven.app.screen.query(TourLine)
    return str(guides.first().render()) if guides else ""


async def at(driven: Driven, stop: int) -> None:
    await driven.until(lambda: line(driven).startswith(f"Tour {stop} of {len(STOPS)}"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=named)
async def test_the_tour_goes_on_when_what_it_says_was_done(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with studio(VILLE, size) as driven:
        await driven.press("f9")
        await at(driven, 1)
        assert driven.frame() == frames(name="begun")
        await driven.press("full_stop")
        assert line(driven).startswith("Tour 1 of")
        await driven.press("space")
        await at(driven, 2)
        await driven.until(lambda: driven.view.payload.tick > 2)
        await driven.press("space")
        for stop, keys in enumerate(
            (("comma",), ("greater_than_sign",), ("slash", *"ada", "enter")), start=3
        ):
            await at(driven, stop)
            await driven.press(*keys)
        for stop, key in enumerate((")", "w", "m", "b"), start=6):
            await at(driven, stop)
            await driven.press({")": "right_parenthesis"}.get(key, key))
        await at(driven, 10)
        await driven.press("f")
        await driven.until(lambda: driven.app.screen is not driven.simulate)
        await driven.press("escape")
        await at(driven, 11)
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await at(driven, 12)
        await driven.press("4")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await at(driven, 13)
        await driven.press("question_mark")
        await driven.until(lambda: isinstance(driven.app.screen, HelpDialog))
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        await driven.until(lambda: line(driven) == "")


async def test_the_tour_ends_when_it_is_asked_for_again() -> None:
    async with studio() as driven:
        await driven.press("f9")
        await at(driven, 1)
        await driven.press("f9")
        await driven.until(lambda: line(driven) == "")
