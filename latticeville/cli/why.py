"""`latticeville why`: the causes and effects of one action."""

import argparse
import sys
from pathlib import Path

from latticeville.cli.arg_types import count, id_or_name
from latticeville.cli.output import write
from latticeville.cli.people import person
from latticeville.db.replay import Replay
from latticeville.db.tape_file import TAPE
from latticeville.lab.model_exchange import LOST
from latticeville.lab.why import UnknownPersonError, Why, explain
from latticeville.views.plain_text import plain_text
from latticeville.views.why import why_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville why runs/monday --agent ada --tick 35"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, type=id_or_name, metavar="ID", help="whose action, by id or name")
    parser.add_argument("--tick", type=count, metavar="N", help="tick of the action; default: the last")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where the run has no such person, 1 where the tape no longer holds what they asked."""
    try:
        replay = Replay(args.run_folder)
        state = replay.at(args.tick).state
        chain = explain(replay, person(state, args.agent) or args.agent, state.tick)
    except UnknownPersonError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    write(chain, [chain.name, *plain_text(why_rows(chain, state.world))], json=args.json)
    return _tell_lost(args.run_folder, chain)


def _tell_lost(folder: Path, chain: Why) -> int:
    """Say which exchanges of the tick the tape no longer holds; return 1 where there are any."""
    lost = dict.fromkeys(ask.kind for ask in chain.asks if ask.source == LOST)
    for kind in lost:
        sys.stderr.write(
            f"{folder / TAPE}: tick {chain.tick}: the tape does not hold {chain.agent}'s “{kind}” request; "
            "its prompt, its source and its cost are lost\n"
        )
    if lost:
        sys.stderr.write("    fix: restore the file from a backup\n")
    return int(bool(lost))
