"""`latticeville heat`: how often something was at each cell of the map, over a span of ticks."""

import argparse
import sys
from pathlib import Path
from typing import Any

from latticeville.cli.output import write, write_file
from latticeville.cli.progress import Share
from latticeville.db.replay import Replay
from latticeville.render.export import STILLS
from latticeville.reports.arg_types import id_or_name, tick_span
from latticeville.reports.heat.heat_map import HeatKind, HeatMap, heat_map
from latticeville.reports.heat.text import heat_text, heat_title
from latticeville.reports.people import nobody, person
from latticeville.sim.state import State

COLUMNS = 78
"""Most columns of the map."""


class HeatError(Exception):
    """What is asked for cannot be counted; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville heat runs/monday --of presence --who ada --ticks 0:600"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    kinds = ", ".join(HeatKind)
    parser.add_argument("--of", required=True, choices=[*HeatKind], metavar="KIND", help=f"what to count: {kinds}")
    parser.add_argument(
        "--who", type=id_or_name, metavar="ID", help="only this person, by id or name; default: everybody"
    )
    parser.add_argument("--ticks", type=tick_span, metavar="A:B", help="the ticks to count over (all)")
    parser.add_argument("--out", type=Path, metavar="FILE", help=f"write a picture of the map: {', '.join(STILLS)}")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the run cannot be read, 2 where the request or the file is wrong."""
    progress = Share("counted")
    try:
        replay = Replay(args.run_folder)
        start, end = _span(args, replay)
        state = replay.at(end).state
        heat = heat_map(replay, HeatKind(args.of), _who(args, state), start, end, progress.looked)
    except HeatError as error:
        sys.stderr.write(f"{str(error).rstrip()}\n")
        return 2
    finally:
        progress.clear()
    if args.out is not None:
        from latticeville.render.heat_picture import heat_picture

        caption = heat_title(heat, state.world)
        return write_file(args.out, heat_picture(state, heat.levels(), caption, args.out.suffix.lower()))
    minutes = state.minute_of(heat.start), state.minute
    write(_as_json(heat), heat_text(heat, state.world, minutes, COLUMNS), json=args.json)
    return 0


def _span(args: argparse.Namespace, replay: Replay) -> tuple[int, int]:
    """Return the first and the last tick; HeatError where the file is no picture."""
    if args.out is not None and args.out.suffix.lower() not in STILLS:
        raise HeatError(f"“{args.out.name}” has none of the extensions {', '.join(STILLS)}")
    return replay.span(*args.ticks or ())


def _who(args: argparse.Namespace, state: State) -> str:
    """Return the id of the person who is named, or "" for everybody; HeatError where nobody is meant."""
    if args.who is None:
        if args.of == HeatKind.BELIEFS:
            raise HeatError("beliefs are those of one person: add --who ID")
        return ""
    who = person(state, args.who)
    if who is None:
        raise HeatError(nobody(state.minds, args.who))
    return who


def _as_json(heat: HeatMap) -> dict[str, Any]:
    """Return a heat map with its cells as a list, since JSON has no other keys than text."""
    cells = [
        {"x": cell.x, "y": cell.y, "count": count, "level": heat.level(count)} for cell, count in heat.cells.items()
    ]
    whole = {"kind": heat.kind, "who": heat.who, "start": heat.start, "end": heat.end}
    return whole | {"total": heat.total, "unplaced": heat.unplaced, "most": heat.most, "cells": cells}
