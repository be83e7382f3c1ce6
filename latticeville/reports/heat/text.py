"""A heat map as text: a legend, and the map with a digit for each level."""

from collections.abc import Iterator

from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.draw.frame import single
from latticeville.reports.heat.heat_map import LEVELS, HeatKind, HeatMap
from latticeville.world.model.grid import Grid
from latticeville.world.model.world import World

DIGITS = 9
"""The highest digit."""
UNITS = {
    HeatKind.PRESENCE: "person-ticks",
    HeatKind.TALK: "utterances",
    HeatKind.BELIEFS: "false beliefs, each once per tick",
    HeatKind.EVENTS: "events",
}
"""What is counted."""


def heat_digit(level: int) -> int:
    """Return the digit of a level, from 1 to DIGITS; 0 for level 0.

    >>> [heat_digit(level) for level in (0, 1, 8, 15)]
    [0, 1, 5, 9]
    """
    return -(-level * DIGITS // LEVELS)


def heat_title(heat: HeatMap, world: World) -> str:
    """Say what is counted, of whom, and over which ticks."""
    whose = world.name_of(heat.who) if heat.who else "everybody"
    span = f"tick {heat.start}" if heat.start == heat.end else f"ticks {heat.start}–{heat.end}"
    return f"{heat.kind} · {whose} · {span}"


def heat_scale(heat: HeatMap) -> str:
    """Say from which count on each digit stands; digits that no count has are left out."""
    if not heat.most:
        return "nothing counted"
    least = {digit: heat.least_count((digit - 1) / DIGITS) for digit in range(1, DIGITS + 1)}
    used = {heat_digit(level) for level in heat.levels().values()}
    return "  ".join(f"{digit} ≥{count:,}" for digit, count in least.items() if digit in used)


def heat_legend(heat: HeatMap, steps: int = 5) -> Iterator[tuple[int, int]]:
    """Yield some levels, evenly spaced and each higher than the one before, with the least count of
    each."""
    for step in range(min(steps, heat.most)):
        least = heat.least_count(step / steps)
        yield heat.level(least), least


def heat_summary(heat: HeatMap) -> str:
    """Say how much was counted, in how many cells, and where most."""
    if not heat.most:
        return f"0 {UNITS[heat.kind]}"
    top = next(cell for cell, count in heat.cells.items() if count == heat.most)
    unplaced = f", {heat.unplaced:,} without a cell" if heat.unplaced else ""
    cells = f"{len(heat.cells):,} cell{'s' * (len(heat.cells) != 1)}"
    return (
        f"{heat.total:,} {UNITS[heat.kind]} in {cells}{unplaced}; most {heat.most:,} at "
        f"{top.x},{top.y}"
    )


def heat_text(heat: HeatMap, world: World, minutes: tuple[int, int], cells: int) -> Iterator[str]:
    """Yield the title, the map in at most so many columns, and the legend.

    `minutes` are those of the first and the last tick. Where the map is wider, a digit stands for
    several cells each way, and for the sum of their counts.
    """
    start, end = map(format_time, minutes)
    yield f"{heat_title(heat, world)} ({start} – {end})"
    grid = world.grid
    factor = max(1, -(-grid.width // cells))
    small = heat.shrink(factor, factor)
    for y in range(-(-grid.height // factor)):
        yield "".join(
            _letter(small, grid, Cell(x, y), factor) for x in range(-(-grid.width // factor))
        ).rstrip()
    yield heat_summary(heat)
    yield heat_scale(small) + (f"  (a digit is {factor} × {factor} cells)" if factor > 1 else "")


def _letter(heat: HeatMap, grid: Grid, cell: Cell, factor: int) -> str:
    """Return the digit of a cell, or the glyph of the map where nothing was counted."""
    count = heat.cells.get(cell, 0)
    if count:
        return str(heat_digit(heat.level(count)))
    x, y = (
        min(side * factor + factor // 2, most - 1)
        for side, most in zip(cell, (grid.width, grid.height), strict=True)
    )
    return single(grid.rows[y][x])
