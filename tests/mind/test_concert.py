"""A concert in the ville that is told for Tuesday at seven is held on Tuesday."""

import pytest

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.inputs import Whisper
from latticeville.sim.run import Run
from latticeville.sim.state import State
from tests.samples import samples
from tests.world_folders import VILLE, shared_world
from tests.worlds import first

WORDS = "You are giving a concert at the inn on Tuesday at seven. Tell everybody."
CONCERT = "at a concert"
TICKS = 36 * 60 + 10
LEAST_GUESTS = 4


def bound_for(state: State) -> set[str]:
    """Return who is at the concert or on the way to it."""
    steps = ((who, mind.intent.step) for who, mind in state.minds.items())
    return {who for who, step in steps if step is not None and step.doing == CONCERT}


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1, 1 + samples(1, 3)))
def test_a_concert_for_tuesday_is_held_on_tuesday(seed: int) -> None:
    run = Run(first(shared_world(VILLE), seed), BuiltinMind(), lambda _: None)
    run.feed(Whisper("cleo", WORDS))
    days: dict[str, set[str]] = {}
    for _ in range(TICKS):
        state = run.step().state
        for who in bound_for(state):
            days.setdefault(weekday(state.minute), set()).add(who)
    assert set(days) == {"Tuesday"}
    assert state.minute > DAY + 20 * 60
    came = {
        who
        for who, mind in state.minds.items()
        if any(one.text.endswith(f"{CONCERT} at The Inn, as agreed.") for one in mind.memory)
    }
    assert came <= days["Tuesday"]
    assert len(came) >= LEAST_GUESTS
