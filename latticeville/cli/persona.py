"""`latticeville persona`: what a mind is told of a persona before the first tick."""

import argparse
import sys

from latticeville.cli.output import write
from latticeville.cli.world_args import add_world
from latticeville.cli.worlds import world_of
from latticeville.reports.arg_types import id_or_name
from latticeville.reports.people import nobody
from latticeville.reports.persona.preview import first_prompt, run_to_end, summary
from latticeville.reports.persona.rows import memory_rows, prompt_rows, summary_rows
from latticeville.reports.plain_text import plain_text
from latticeville.reports.rows import ViewRow


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = "example: latticeville persona ville ada"
    add_world(parser)
    parser.add_argument("who", type=id_or_name, metavar="ID", help="id of a person of the world")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the world has errors, 2 where there is no such world or person."""
    world = world_of(args)
    if isinstance(world, int):
        return world
    if args.who not in world.people:
        sys.stderr.write(nobody(world.people, args.who))
        return 2
    who, sent = summary(world, args.who), run_to_end(first_prompt(world, args.who))
    memories = world.people[args.who].persona.memories
    found = {"summary": who, "first_prompt": sent, "memories": memories}
    rows = (*summary_rows(who), *prompt_rows(sent), ViewRow("gap"), *memory_rows(memories))
    write(found, plain_text(rows), json=args.json)
    return 0
