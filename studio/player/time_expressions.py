"""The ticks that a typed time may mean while one is shown."""

from latticeville.core.clock import DAY, DAYS
from latticeville.sim.time_expression import RunClock, parse_tick

OFFERED = 3
"""Most ticks offered for one time of day."""


def read_ticks(text: str, clock: RunClock, shown: int, ticks: range) -> list[int]:
    """Return the ticks that a text may mean, the likeliest first.

    A time of day comes back every day: those that exist are offered, the nearest to the shown tick
    first, and the next one to come where none exists.

    >>> day = RunClock(lambda tick: 480 + tick, 1)
    >>> read_ticks("tick 30", day, 0, range(10)), read_ticks("09:30", day, 0, range(2000))
    ([30], [90, 1530])
    """
    try:
        tick = parse_tick(text)
    except ValueError:
        return []
    if isinstance(tick, int):
        return [tick]
    there = sorted(tick.ticks(clock, ticks), key=lambda each: abs(each - shown))
    week = len(DAYS) * DAY // clock.tick_minutes + 1
    return there[:OFFERED] or tick.ticks(clock, range(ticks.stop, ticks.stop + week))[:1]
