"""`latticeville chronicle`: a readable history of a run in Markdown, each sentence with its events."""

import argparse
import sys
from pathlib import Path

from latticeville.cli import model_args as how
from latticeville.cli.output import encode_json, write, write_file
from latticeville.cli.progress import Share
from latticeville.db.replay import Replay
from latticeville.llm.embed import HASH_EMBEDDER
from latticeville.reports.arg_types import count
from latticeville.reports.chronicle.document import Chronicle
from latticeville.reports.chronicle.markdown import markdown
from latticeville.reports.chronicle.read import polish_chronicle, read_chronicle
from latticeville.reports.chronicle.write import BY_DAY, BY_SEASON


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville chronicle runs/monday --out chronicle.md"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--by", choices=(BY_DAY, BY_SEASON), help="what a chapter tells; default: a season, else a day")
    parser.add_argument("--tick", type=count, metavar="N", help="tell only what happened up to this tick")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write the Markdown, or with --json the JSON, to a file"
    )
    parser.add_argument("--json", action="store_true", help="write JSON, with the events of every sentence")
    parser.add_argument("--llm", metavar="SPEC", help="model that polishes each paragraph; default: templates alone")
    how.add_arguments(parser, choose=False)


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where the file cannot be written or options about a model stand without one."""
    if fault := _fault(args):
        sys.stderr.write(f"latticeville chronicle: {fault}\n")
        return 2
    replay = Replay(args.run_folder)
    payload = replay.at(args.tick)
    chronicle, world = read_chronicle(replay, payload.tick, args.by or BY_SEASON), payload.state.world
    if args.by == BY_SEASON and not world.survival.seasons:
        sys.stderr.write("the world has no seasons; each chapter tells a day\n")
    if args.llm:
        share = Share("polished")
        model = how.thinking(args, args.llm, HASH_EMBEDDER).model
        try:
            chronicle = polish_chronicle(chronicle, world, model, share.looked)
        finally:
            share.clear()
        _tell_refusals(chronicle)
    return _write(args, chronicle)


def _fault(args: argparse.Namespace) -> str:
    """Return what is wrong about the options of the model; "" where nothing is."""
    if args.llm is not None:
        return "" if args.llm.strip() else "--llm names no model"
    given = [f"--{name}" for name in ("calls", "tokens", "seconds") if getattr(args, name) is not None]
    return f"{given[0]} needs --llm" if given else ""


def _tell_refusals(chronicle: Chronicle) -> None:
    """Say on stderr how many texts of the model were refused, if any."""
    refused = sum(bool(one.refusal) for one in chronicle.paragraphs())
    if refused:
        of = sum(1 for _ in chronicle.paragraphs())
        sys.stderr.write(f"{refused} of {of} texts of the model were refused; the templates stand in their place\n")


def _write(args: argparse.Namespace, chronicle: Chronicle) -> int:
    if args.out is None:
        write(chronicle, markdown(chronicle), json=args.json)
        return 0
    lines = [encode_json(chronicle)] if args.json else markdown(chronicle)
    return write_file(args.out, (f"{line}\n".encode() for line in lines))
