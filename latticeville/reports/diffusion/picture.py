"""The spread of a fact as a drawing: a line for each person over time, an arrow for each telling."""

from collections.abc import Callable, Iterator, Mapping

from latticeville.core.clock import format_time
from latticeville.draw.figure import ALARM, LINE, QUIET, dot, figure, path, stroke, text
from latticeville.reports.diffusion.spread import Knower, Spread
from latticeville.sim.state import State

LEFT, RIGHT, TOP, ROW, CURVE, WIDTH = 150, 30, 56, 26, 90, 900
"""Pixels: for names, beside the right end, above, for a person, for the curve, and in all."""
TIMES = 5
"""Times below the drawing."""


def spread_svg(spread: Spread, first: int, state: State) -> bytes:
    """Return who told whom, when, with the share who know below."""
    rows = {one.who: TOP + place * ROW for place, one in enumerate(spread.knowers)}
    foot = TOP + len(rows) * ROW
    height = foot + CURVE + 40
    span = max(1, spread.tick - first)

    def across(tick: int) -> float:
        return LEFT + (max(tick, first) - first) / span * (WIDTH - LEFT - RIGHT)

    know = f"{spread.know} of {spread.people} know it: {spread.share:.0%}"
    parts = [text((14, 22), spread.fact[:120], size=14), text((14, 40), know, QUIET)]
    for one in spread.knowers:
        parts += _person(one, rows, across(one.tick))
    parts += _curve(spread, foot, across)
    for place in range(TIMES + 1):
        tick = first + span * place // TIMES
        when = format_time(state.minute_of(tick))
        parts.append(text((across(tick), height - 8), when, QUIET, 10, "middle"))
    return figure(spread.fact, WIDTH, height, parts)


def _person(one: Knower, rows: Mapping[str, int], x: float) -> Iterator[str]:
    """Yield a name, the time for which the person knows, and the telling."""
    y, ink = rows[one.who], ALARM if one.route == "unexplained" else LINE
    yield text((LEFT - 10, y + 4), one.name, anchor="end")
    yield stroke((x, y), (WIDTH - RIGHT, y), ink, 2)
    if one.source in rows:
        yield stroke((x, rows[one.source]), (x, y), QUIET, 1)
    yield dot((x, y), ink, 4, one.said.words if one.said is not None else one.route)


def _curve(spread: Spread, foot: int, across: Callable[[int], float]) -> Iterator[str]:
    """Yield the share over time as steps."""
    floor, roof = foot + CURVE, foot + 10
    points, share = [(across(0), float(floor))], 0.0
    for one in spread.curve:
        x = across(one.tick)
        points += [(x, floor - share * (floor - roof)), (x, floor - one.share * (floor - roof))]
        share = one.share
    points.append((across(spread.tick), floor - share * (floor - roof)))
    yield stroke((LEFT, floor), (WIDTH - RIGHT, floor), QUIET, 1)
    yield path(points, LINE, 2)
    yield text((LEFT - 10, roof + 4), "100 % know", QUIET, 10, "end")
    yield text((LEFT - 10, floor + 4), "0 %", QUIET, 10, "end")
