"""`latticeville persona`: what a mind is given of somebody before anything has happened."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from latticeville.cli.check import tell
from latticeville.core.problems import WorldError
from latticeville.lab.people import Sent, Summary, ended, first_prompt, summary
from latticeville.world.load import load
from latticeville.world.personas import SeedMemory


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = "example: latticeville persona worlds/ville ada"
    parser.add_argument("world", type=Path, metavar="WORLD", help="a folder that holds world.toml")
    parser.add_argument("who", metavar="ID", help="somebody who lives there")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the world has errors, 2 where there is no such world or person."""
    if not args.world.is_dir():
        sys.stderr.write(f"latticeville persona: there is no folder “{args.world}”\n")
        return 2
    try:
        world = load(args.world)
    except WorldError as error:
        tell(args.world, error.problems, sys.stderr)
        return 1
    if args.who not in world.people:
        sys.stderr.write(f"nobody is called “{args.who}”: choose one of {', '.join(sorted(world.people))}\n")
        return 2
    who, sent = summary(world, args.who), ended(first_prompt(world, args.who))
    memories = world.people[args.who].persona.memories
    if args.json:
        import msgspec  # noqa: PLC0415

        found = {"summary": who, "first_prompt": sent, "memories": memories}
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        sys.stdout.write("\n".join(_told(who, sent, memories)) + "\n")
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
