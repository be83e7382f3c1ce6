"""`heat`: how often something was at each cell of the map, over a span of ticks."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from latticeville.core.clock import format_time
from latticeville.core.geometry import Cell
from latticeville.draw.export import STILLS
from latticeville.draw.frame import single
from latticeville.reports.arg_types import id_or_name, tick_span
from latticeville.reports.heat.heat_map import LEVELS, HeatKind, HeatMap, heat_map
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import text_rows
from latticeville.sim.state import State
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
COLUMNS = 78
"""Most columns of the map."""


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


def _declare(parser: ArgumentParser) -> None:
    kinds = ", ".join(HeatKind)
    parser.add_argument(
        "--of", required=True, choices=[*HeatKind], metavar="KIND", help=f"what to count: {kinds}"
    )
    parser.add_argument(
        "--who",
        type=id_or_name,
        metavar="ID",
        help="only this person, by id or name; default: everybody",
    )
    parser.add_argument(
        "--ticks",
        type=tick_span,
        metavar="A:B",
        help="the ticks to count over, such as 0:120 or '09:00 to 12:00' (all)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help=f"write a picture of the map: {', '.join(STILLS)}"
    )


def _ask(asked: Asked) -> HeatMap:
    """Count; ReportError where the file is no picture, nobody of a name is there, or beliefs are
    nobody's."""
    options = asked.options
    if options.out is not None and options.out.suffix.lower() not in STILLS:
        raise ReportError(f"“{options.out.name}” has none of the extensions {', '.join(STILLS)}")
    start, end = asked.run.span(*options.ticks or ())
    if options.who is None and options.of == HeatKind.BELIEFS:
        raise ReportError("beliefs are those of one person: add --who ID")
    who = asked._replace(payload=asked.run.at(end)).person(options.who)
    return heat_map(asked.run, HeatKind(options.of), who, start, end, asked.looked)


def _tell(asked: Asked, heat: HeatMap) -> Iterator[ReportSection]:
    state = asked.run.at(heat.end).state
    title, *lines = heat_text(
        heat, state.world, (state.minute_of(heat.start), state.minute), COLUMNS
    )
    yield ReportSection(title, text_rows(lines))


def _json(heat: HeatMap) -> dict[str, Any]:
    """Return a heat map with its cells as a list, since JSON has no other keys than text."""
    cells = [
        {"x": cell.x, "y": cell.y, "count": count, "level": heat.level(count)}
        for cell, count in heat.cells.items()
    ]
    whole = {"kind": heat.kind, "who": heat.who, "start": heat.start, "end": heat.end}
    return whole | {
        "total": heat.total,
        "unplaced": heat.unplaced,
        "most": heat.most,
        "cells": cells,
    }


def _save(asked: Asked, heat: HeatMap) -> tuple[Path, bytes] | None:
    """Return the picture that `--out` asks for."""
    out: Path | None = asked.options.out
    if out is None:
        return None
    state = asked.run.at(heat.end).state
    return out, _picture(state, heat, out.suffix.lower())


def _picture(state: State, heat: HeatMap, ending: str) -> bytes:
    """Return the map of a state in tiles with the grounds of counted cells tinted, as the ending of
    its file says."""
    from latticeville.draw.map_frame import FramePainter, MapFrame
    from latticeville.draw.tilemap.heat_tint import tint_cell
    from latticeville.draw.tilemap.painter import MapStyle

    levels = heat.levels()
    frame = FramePainter(state.world, MapStyle.TILES).paint(state)
    rows = [
        [tint_cell(cell, levels.get(Cell(x, y), 0)) for x, cell in enumerate(row)]
        for y, row in enumerate(frame.rows)
    ]
    tinted = MapFrame(rows, heat_title(heat, state.world))
    if ending == ".png":
        from latticeville.draw.raster import png

        return png(tinted)
    from latticeville.draw.svg import svg

    return svg(state.world.name, tinted)


REPORT = Report(
    "heat",
    BUILT_IN["heat"],
    _ask,
    _tell,
    "heat runs/monday --of presence --who ada --ticks 0:600",
    declare=_declare,
    usual=("--of", HeatKind.PRESENCE),
    json=_json,
    save=_save,
)
