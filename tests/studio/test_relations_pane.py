"""The relations pane: relations and opinions of the selected person, and the way to the tick of a
change."""

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.reports.relations import social_view
from studio.run.panes.report_pane import RelationsPane
from tests.studio.conftest import Driven
from tests.studio.test_agent_panes import TALK, ada
from tests.studio.test_frames import SIZES, named

LATER = TALK + 12
"""A tick at which that talk is over."""


def shown(driven: Driven) -> RelationsPane:
    return driven.simulate.query_one(RelationsPane)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_relations(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size, LATER) as driven:
        await driven.press("r")
        await driven.until(lambda: "Opinions" in driven.frame())
        assert driven.frame() == frames(name="folded")
        pane = shown(driven)
        assert pane.context is not None
        view = social_view(pane.context.frame.payload.state, "ada")
        talked = next(row for row in view.relations if row.talked >= 0)
        pane._move_to_key(f"r {talked.who}")
        await driven.press("enter")
        assert driven.frame() == frames(name="changes")


async def test_enter_on_a_change_goes_to_its_tick_and_backspace_returns() -> None:
    async with ada(tick=LATER) as driven:
        await driven.press("r")
        pane = shown(driven)
        assert pane.context is not None
        view = social_view(pane.context.frame.payload.state, "ada")
        row = next(one for one in view.relations if one.talked >= 0)
        pane._move_to_key(f"r {row.who}")
        await driven.press("enter")
        newest = len(row.changes) - 1
        pane._move_to_key(f"r {row.who} change {newest}")
        await driven.press("enter")
        await driven.tick(row.changes[newest].tick)
        await driven.press("backspace")
        await driven.tick(LATER)


async def test_without_a_person_the_key_says_how_to_select_one() -> None:
    async with ada() as driven:
        driven.simulate.select("")
        await driven.press("r")
        assert "Select a person first" in driven.frame()
        assert not shown(driven).display
