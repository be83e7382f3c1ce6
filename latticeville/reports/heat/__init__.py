"""`heat`: how often something was at each cell of the map, over a span of ticks."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.draw.export import STILLS
from latticeville.reports.arg_types import id_or_name, tick_span
from latticeville.reports.heat.heat_map import HeatKind, HeatMap, heat_map
from latticeville.reports.heat.text import heat_text, heat_title
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import text_rows
from latticeville.sim.state import State

COLUMNS = 78
"""Most columns of the map."""


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
        "--ticks", type=tick_span, metavar="A:B", help="the ticks to count over (all)"
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
