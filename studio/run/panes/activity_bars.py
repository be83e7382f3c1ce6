"""The activity of each person over the shown day, as a few bars in a line."""

from collections.abc import Iterable, Mapping

from latticeville.core.clock import DAY
from latticeville.sim.state import State
from studio.player.history import TickIndex

BARS = " ▁▂▃▄▅▆▇█"
"""Heights of a bar, from nothing to most."""
PARTS = 8
"""Bars of a day: one for each three hours."""


def activity_bars(happened: TickIndex, state: State, people: Iterable[str]) -> Mapping[str, str]:
    """Return for each person how many lines of the transcript are about them in each part of the
    shown day.

    The last bar is that of the part that the shown tick is in. All bars have one scale: the highest
    is the most that anybody has in a part. Who has none is left out.
    """
    part, minutes = DAY // PARTS, state.world.settings.tick_minutes
    midnight = state.tick - state.minute % DAY // minutes
    edges = [
        min(midnight + place * part // minutes, state.tick + 1)
        for place in range(state.minute % DAY // part + 2)
    ]
    counts = {who: happened.counts(edges, who) for who in people}
    most = max(map(max, counts.values()), default=0)
    return {
        who: "".join(BARS[-(-count * (len(BARS) - 1) // most)] for count in found)
        for who, found in counts.items()
        if any(found)
    }
