"""The importance that adds up in a mind until it reflects."""

import msgspec

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.sim.state import State


class ImportanceSum(msgspec.Struct, frozen=True):
    """The sum after each tick in which it changed: pairs of tick and sum, in order.

    A tick with a reflection has two pairs, the sum before it and 0. The person reflects when the
    sum passes `threshold`, or reaches it unless it `must_exceed` it; never where the world does not
    let them (`reflects`).
    """

    points: tuple[tuple[int, int], ...]
    threshold: int
    must_exceed: bool
    reflects: bool


def importance_sum(state: State, who: str) -> ImportanceSum:
    """Return how importance added up in somebody's mind up to a state.

    The memories of a mind tell it: observations and actions add their rating, or what the profile
    takes for one that is unrated, and a reflection sets the sum to 0. Memories from before the run
    do not count. Where a designer inserted, changed or deleted memories, past sums are those that
    the present memories would give.
    """
    minds = state.world.mind_settings_of(who)
    profile = PROFILES[minds.profile]
    sums: dict[tuple[int, bool], int] = {}
    total = 0
    for memory in state.minds[who].memory:
        if memory.tick == BEFORE_START or memory.kind in ("plan", "commitment"):
            continue
        reflects = memory.kind == "reflection"
        total = 0 if reflects else total + (memory.importance or profile.scale.fallback)
        sums[memory.tick, reflects] = total
    points = tuple((tick, total) for (tick, _), total in sums.items())
    rule = profile.reflection
    return ImportanceSum(points, minds.trigger or rule.threshold, rule.must_exceed, minds.reflect)
