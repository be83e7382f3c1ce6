"""`latticeville persona`: what a mind is given of somebody before anything has happened."""

import argparse
import sys
from collections.abc import Iterator

from latticeville.cli.output import write
from latticeville.cli.people import nobody
from latticeville.cli.worlds import add_world, world_of
from latticeville.lab.people import Sent, Summary, ended, first_prompt, summary
from latticeville.world.personas import SeedMemory


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = "example: latticeville persona worlds/ville ada"
    add_world(parser)
    parser.add_argument("who", metavar="ID", help="somebody who lives there")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the world has errors, 2 where there is no such world or person."""
    world = world_of(args)
    if isinstance(world, int):
        return world
    if args.who not in world.people:
        sys.stderr.write(nobody(world.people, args.who))
        return 2
    who, sent = summary(world, args.who), ended(first_prompt(world, args.who))
    memories = world.people[args.who].persona.memories
    found = {"summary": who, "first_prompt": sent, "memories": memories}
    write(found, _told(who, sent, memories), json=args.json)
    return 0


def _told(who: Summary, sent: Sent | None, memories: tuple[SeedMemory, ...]) -> Iterator[str]:
    yield "── who they are"
    yield who.portrait
    yield from filter(None, [who.usual])
    if sent is None:
        yield "── no question is put to them on the first day"
    else:
        count = f"about {sent.tokens} tokens, and {sent.most} for the answer"
        yield f"── first prompt: {sent.kind}, at tick {sent.tick} ({sent.when}), {count}"
        yield f"{sent.system}\n--\n{sent.prompt}"
    yield f"── memories: {len(memories)}"
    yield from (f"{one.importance:>2} {' '.join(one.text.split())}" for one in memories)
