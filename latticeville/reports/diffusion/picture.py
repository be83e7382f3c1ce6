"""The spread of a fact as a drawing: a line for each person over time, an arrow for each telling."""

from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

from latticeville.core.clock import format_time
from latticeville.core.printable import make_printable
from latticeville.reports.diffusion.spread import Knower, Spread
from latticeville.sim.state import State

LEFT, RIGHT, TOP, ROW, CURVE, WIDTH = 150, 30, 56, 26, 90, 900
"""Pixels: for names, beside the right end, above, for a person, for the curve, and in all."""
INK, QUIET, LINE, ALARM = "#1f2933", "#7b8794", "#2b6cb0", "#c53030"
TIMES = 5
"""Times below the drawing."""


def spread_svg(spread: Spread, first: int, state: State) -> bytes:
    """Return who told whom, when, with the share who know below."""
    rows = {one.who: TOP + place * ROW for place, one in enumerate(spread.knowers)}
    names = {one.who: one.name for one in spread.knowers}
    foot = TOP + len(rows) * ROW
    height = foot + CURVE + 40
    span = max(1, spread.tick - first)

    def across(tick: int) -> float:
        return LEFT + (max(tick, first) - first) / span * (WIDTH - LEFT - RIGHT)

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">'
    )
    parts = [
        head,
        f"<title>{_safe(spread.fact)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(14, 22, spread.fact[:120], INK, 14),
        _text(14, 40, f"{spread.know} of {spread.people} know it: {spread.share:.0%}", QUIET),
    ]
    for one in spread.knowers:
        parts += _person(one, rows, names[one.who], across(one.tick), WIDTH - RIGHT)
    parts += _curve(spread, foot, across)
    for place in range(TIMES + 1):
        tick = first + span * place // TIMES
        told = format_time(state.minute_of(tick))
        parts.append(_text(across(tick), height - 8, told, QUIET, 10, "middle"))
    return ("\n".join((*parts, "</svg>")) + "\n").encode()


def _person(one: Knower, rows: dict[str, int], name: str, x: float, end: float) -> Iterator[str]:
    """Yield a name, the time for which the person knows, and the telling."""
    y, ink = rows[one.who], ALARM if one.route == "unexplained" else LINE
    yield _text(LEFT - 10, y + 4, name, INK, anchor="end")
    yield _stroke(x, y, end, y, ink, 2)
    if one.source in rows:
        yield _stroke(x, rows[one.source], x, y, QUIET, 1)
    words = one.said.words if one.said is not None else one.route
    yield f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="{ink}"><title>{_safe(words)}</title></circle>'


def _curve(spread: Spread, foot: int, across: Callable[[int], float]) -> Iterator[str]:
    """Yield the share over time as steps."""
    floor, roof = foot + CURVE, foot + 10
    points, share = [(across(0), float(floor))], 0.0
    for one in spread.curve:
        x = across(one.tick)
        points += [(x, floor - share * (floor - roof)), (x, floor - one.share * (floor - roof))]
        share = one.share
    points.append((across(spread.tick), floor - share * (floor - roof)))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield _stroke(LEFT, floor, WIDTH - RIGHT, floor, QUIET, 1)
    yield f'<polyline points="{path}" fill="none" stroke="{LINE}" stroke-width="2"/>'
    yield _text(LEFT - 10, roof + 4, "100 % know", QUIET, 10, "end")
    yield _text(LEFT - 10, floor + 4, "0 %", QUIET, 10, "end")


def _stroke(x1: float, y1: float, x2: float, y2: float, ink: str, width: int) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{ink}" stroke-width="{width}"/>'


def _text(x: float, y: float, text: str, ink: str, size: int = 12, anchor: str = "start") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {at} fill="{ink}">{_safe(text)}</text>'


def _safe(text: str) -> str:
    return escape(make_printable(text))
