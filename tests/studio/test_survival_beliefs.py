"""The pane of beliefs under need: sections below the nodes, and the way from a cited memory to
it."""

import pytest

from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.memory_pane import MemoryPane
from tests.studio.conftest import studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import ROOT

TICKS = 30
"""Ticks after which people in the valley have reflected."""


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_enter_opens_a_belief_and_leads_to_the_memory_that_it_cites(
    size: tuple[int, int],
) -> None:
    async with studio(ROOT / "worlds" / "terrarium", size, "builtin") as driven:
        for _ in range(TICKS):
            driven.simulate.action_step()
        await driven.tick(TICKS)
        minds = driven.view.payload.state.minds
        who = next(who for who, mind in minds.items() if mind.inner.learned)
        driven.simulate.select(who)
        await driven.press("b")
        pane = driven.simulate.query_one(BeliefsPane)
        keys = [row.key for row in pane.rows]
        assert {"resources", "own"} <= {*keys}
        belief = next(iter(minds[who].inner.learned.values()))
        pane._move_to_key(f"l {belief.key}")
        await driven.press("enter")
        memory = (*belief.cites, *belief.against)[0]
        assert f"l {belief.key} {memory}" in {row.key for row in pane.rows}
        pane._move_to_key(f"l {belief.key} {memory}")
        await driven.press("enter")
        await driven.until(lambda: "memory" in driven.simulate.shown_panes())
        remembered = driven.simulate.query_one(MemoryPane)
        await driven.until(lambda: remembered.rows[remembered.cursor].key == f"m{memory}")
