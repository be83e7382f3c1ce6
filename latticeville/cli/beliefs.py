"""`latticeville beliefs`: what a person believes, beside the truth."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from latticeville.cli.arg_types import count, id_or_name
from latticeville.cli.output import write
from latticeville.cli.people import person, refuse_unknown
from latticeville.db.replay import Replay
from latticeville.lab.beliefs import GLYPHS, BeliefMatch, BeliefRow, Heat, disagree, heat, rows
from latticeville.lab.survival_beliefs import SurvivalBeliefs, survival_beliefs
from latticeville.sim.state import State
from latticeville.views.beliefs import belief_heads, belief_row, disagreement_rows
from latticeville.views.plain_text import plain_text
from latticeville.views.survival_beliefs import survival_belief_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville beliefs runs/monday --agent ada --tick 300"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, type=id_or_name, metavar="ID", help="whose beliefs, by id or name")
    parser.add_argument("--tick", type=count, metavar="N", help="tick to look at; default: the last")
    parser.add_argument(
        "--other", type=id_or_name, metavar="ID", help="show only differences from this person's beliefs"
    )
    parser.add_argument("--heat", action="store_true", help="count matches by cell and area")
    parser.add_argument("--all", action="store_true", help="also show correct beliefs")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where nobody of that name lives in it."""
    state = Replay(args.run_folder).at(args.tick).state
    refused = refuse_unknown(state, args.agent, args.other)
    if refused:
        sys.stderr.write(refused)
        return 2
    args.agent, args.other = person(state, args.agent), args.other and person(state, args.other)
    _tell(args, state)
    return 0


def _tell(args: argparse.Namespace, state: State) -> None:
    if args.other:
        views = disagree(state, args.agent, args.other)
        write(views, plain_text(disagreement_rows(views, args.agent, args.other)), json=args.json)
    elif args.heat:
        found = heat(state, args.agent)
        write(_keyed(found), _heat(found), json=args.json)
    else:
        every = rows(state, args.agent)
        shown = [row for row in every if args.all or row.match is not BeliefMatch.SAME]
        needs = survival_beliefs(state, args.agent)
        has_needs = state.bodies[args.agent].vitals is not None
        answer = {"nodes": shown, **msgspec.structs.asdict(needs)} if has_needs else shown
        write(answer, (*_rows(args, state, every, shown), *_needs(args, needs)), json=args.json)


def _rows(args: argparse.Namespace, state: State, every: list[BeliefRow], shown: list[BeliefRow]) -> Iterator[str]:
    """Yield the table, without what somebody believes of themselves."""
    yield f"{state.world.name_of(args.agent)} at tick {state.tick}"
    others, about = ([one for one in some if one.id != args.agent] for some in (every, shown))
    heads = belief_heads(others, "all" if args.all else "what differs")
    yield from plain_text((*heads, *(belief_row(state, one) for one in about)))


def _needs(args: argparse.Namespace, found: SurvivalBeliefs) -> Iterator[str]:
    """Yield what somebody under need believes of resources, of themselves and of causes."""
    yield from plain_text(survival_belief_rows(found, args.agent, all_cells=args.all))


def _keyed(found: object) -> object:
    """Return a heat map with its cells as text, since JSON has no other keys."""
    if not isinstance(found, Heat):
        return found
    return {
        "cells": {f"{x},{y}": held for (x, y), held in sorted(found.cells.items())},
        "areas": found.areas,
    }


def _heat(found: Heat) -> Iterator[str]:
    places = [
        (f"{cell.x},{cell.y}", held) for cell, held in sorted(found.cells.items(), key=lambda item: item[0][::-1])
    ]
    for name, held in (*places, *found.areas.items()):
        yield f"{name or 'world':<24} " + " · ".join(
            f"{GLYPHS[match]} {held[match]}" for match in BeliefMatch if held.get(match)
        )
