"""`latticeville relations`: closeness, trust and opinions of people, and what moved them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from latticeville.cli.arg_types import count, id_or_name
from latticeville.cli.output import write
from latticeville.cli.people import person, refuse_unknown
from latticeville.db.replay import Replay
from latticeville.lab.relations import SocialView, relation_row, social_view
from latticeville.sim.state import State
from latticeville.views.plain_text import plain_text
from latticeville.views.relations import relation_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville relations runs/monday --agent ada --other byron --history"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument(
        "--agent", type=id_or_name, metavar="ID", help="whose relations, by id or name; default: everybody's"
    )
    parser.add_argument("--tick", type=count, metavar="N", help="tick to look at; default: the last")
    parser.add_argument(
        "--other", type=id_or_name, metavar="ID", help="show only the relation to this person, and no opinions"
    )
    parser.add_argument("--history", action="store_true", help="also show each change with its rule and memory")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where nobody of that name lives in it."""
    state = Replay(args.run_folder).at(args.tick).state
    refused = _refusal(state, args.agent, args.other)
    if refused:
        sys.stderr.write(refused)
        return 2
    other = _named(state, args.other)
    people = [_named(state, args.agent)] if args.agent else [who for who in state.minds if who != other]
    found = [_view(state, who, other) for who in people]
    write(found, _lines(found, other, history=args.history), json=args.json)
    return 0


def _refusal(state: State, agent: str | None, other: str | None) -> str:
    """Return why there is nothing to show for two words, or ""."""
    unknown = refuse_unknown(state, agent, other)
    if unknown:
        return unknown
    if other and _named(state, other) == _named(state, agent):
        return f"nobody has a relation to themselves: give --other somebody else than {agent}\n"
    return ""


def _named(state: State, word: str | None) -> str:
    """Return the id of whoever a word names; "" without one."""
    return (person(state, word) or "") if word else ""


def _view(state: State, who: str, other: str) -> SocialView:
    """Return the view of somebody, of which only the relation to another is left if there is one."""
    found = social_view(state, who)
    return replace(found, relations=(relation_row(state, who, other),), opinions=()) if other else found


def _lines(found: list[SocialView], other: str, *, history: bool) -> Iterator[str]:
    for place, one in enumerate(found):
        if place:
            yield ""
        yield f"{one.name} at tick {one.tick}"
        yield from plain_text(relation_rows(one, other=other, history=history))
