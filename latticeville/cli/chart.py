"""`latticeville chart`: the values of a chart of a run at a tick."""

import argparse
import sys
from functools import partial
from pathlib import Path

from latticeville.cli.output import write
from latticeville.db.replay import Replay
from latticeville.db.vectors import replay_embedder
from latticeville.reports.arg_types import count, id_or_name
from latticeville.reports.charts.charts import CHARTS, OBJECT, PERSON, ChartError, ChartKind, ChartRequest, chart_text
from latticeville.reports.memories.retrievals import ScoredRetrieval, repeat_retrievals
from latticeville.reports.people import nobody, person
from latticeville.sim.tick import TickPayload


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville chart runs/monday importance --agent ada --tick 300"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    names = [kind.name for kind in CHARTS]
    parser.add_argument("name", metavar="CHART", choices=names, help=f"one of {', '.join(names)}")
    about = parser.add_mutually_exclusive_group()
    about.add_argument("--agent", type=id_or_name, metavar="ID", help="the person whom it is about, by id or name")
    about.add_argument("--object", type=id_or_name, metavar="ID", help="the object that it is about")
    parser.add_argument("--tick", type=count, metavar="N", help="tick to look at; default: the last")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where there is no such person, object or chart in it."""
    kind = next(kind for kind in CHARTS if kind.name == args.name)
    try:
        replay = Replay(args.run_folder)
        payload = replay.at(args.tick)
        about = _subject(args, kind, payload)
        chart = kind.make(ChartRequest(payload, about, lambda: replay, partial(_retrievals, replay, payload, about)))
    except ChartError as error:
        sys.stderr.write(f"{str(error).rstrip()}\n")
        return 2
    write(chart, chart_text(chart), json=args.json)
    return 0


def _subject(args: argparse.Namespace, kind: ChartKind, payload: TickPayload) -> str:
    """Return the id of the person or object that is named; ChartError where there is none."""
    option = {PERSON: "agent", OBJECT: "object"}.get(kind.about)
    if option and getattr(args, option) is None:
        raise ChartError(f"chart {kind.name} is about one {kind.about}: add --{option} ID")
    if args.object and args.object not in payload.state.things:
        raise ChartError(f"there is no object “{args.object}” in tick {payload.tick}")
    who = person(payload.state, args.agent) if args.agent else args.object
    if who is None and args.agent:
        raise ChartError(nobody(payload.state.minds, args.agent))
    return who or ""


def _retrievals(replay: Replay, payload: TickPayload, who: str) -> list[ScoredRetrieval]:
    embedder = replay_embedder(replay.folder, replay.segments[-1].header.embedder)
    return repeat_retrievals(payload, who, embedder, None, None, None)
