"""The counters of an object over a span of ticks."""

from collections.abc import Mapping

from latticeville.runs.body_replay import read_bodies
from latticeville.runs.replay import Replay

CounterPoint = tuple[int, int]
"""The minute at which a tick ended, and the value after it."""


def counter_history(
    replay: Replay, thing: str, start: int, end: int
) -> Mapping[str, tuple[CounterPoint, ...]]:
    """Return each counter of an object after the first tick, after each tick that changed it, and
    after the last.

    Ticks in which there was no such object are left out. DamageError where the log cannot be read.
    """
    found: dict[str, list[CounterPoint]] = {}
    newest: Mapping[str, int] = {}
    minute = 0
    for one in read_bodies(replay, start, end):
        if thing not in one.things:
            continue
        minute, before, newest = one.minute, newest, one.things[thing].counters
        for name, value in newest.items():
            if before.get(name) != value:
                found.setdefault(name, []).append((minute, value))
    for name, value in newest.items():
        if found[name][-1][0] != minute:
            found[name].append((minute, value))
    return {name: tuple(points) for name, points in found.items()}
