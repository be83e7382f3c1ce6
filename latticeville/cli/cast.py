"""`latticeville cast`: the people of a world, who knows whom, and where they will meet."""

import argparse
import sys
from collections.abc import Iterator

from latticeville.cli.output import write
from latticeville.cli.world_args import add_world
from latticeville.cli.worlds import world_of
from latticeville.draw.frame import single
from latticeville.draw.home_labels import HOME, LEGEND, SIGNS, WORK
from latticeville.draw.home_map import draw as draw_homes
from latticeville.draw.relationship_graph import draw
from latticeville.reports.cast.cast import CastView, cast
from latticeville.reports.cast.rows import cast_rows, tie_row
from latticeville.reports.people import nobody
from latticeville.reports.plain_text import plain_text
from latticeville.world.model.unique_names import unique_name
from latticeville.world.model.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.epilog = "examples: latticeville cast ville --json · latticeville cast ville --graph ada"
    add_world(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    drawn = parser.add_mutually_exclusive_group()
    drawn.add_argument(
        "--graph",
        nargs="?",
        const="",
        metavar="ID",
        help="draw the relationships; those of ID in heavy lines",
    )
    drawn.add_argument(
        "--map", action="store_true", help="draw the map with every home and place of work"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the world has errors, 2 where there is none."""
    world = world_of(args)
    if isinstance(world, int):
        return world
    found = cast(world)
    if args.graph and args.graph not in world.people:
        sys.stderr.write(f"latticeville cast: {nobody(world.people, args.graph)}")
        return 2
    lines = (
        plain_text(cast_rows(found, world))
        if args.graph is None
        else _graph(found, world, args.graph)
    )
    write(found, _map(found, world) if args.map else lines, json=args.json)
    return 0


def _map(found: CastView, world: World) -> Iterator[str]:
    """Yield the map, then what its signs mean, and who lives and works where."""
    yield from (*draw_homes(world), "", LEGEND if found.people else "0 people")
    names = max((len(one.name) for one in found.people), default=0)
    homes = [
        f"{SIGNS[HOME]} {unique_name(world, one.home)}" if one.home else "" for one in found.people
    ]
    wide = max(map(len, homes), default=0)
    for one, home in zip(found.people, homes, strict=True):
        work = f"{SIGNS[WORK]} {unique_name(world, one.work)}" if one.work else ""
        yield f"{single(one.glyph)} {one.name:<{names}}  {home:<{wide}}  {work}".rstrip()


def _graph(found: CastView, world: World, who: str) -> Iterator[str]:
    """Yield the drawing, then what the lit wires stand for."""
    known = found.acquaintances()
    people = found.people
    lit = {
        place
        for place, tie in enumerate(known)
        if who in (people[tie.one].who, people[tie.other].who)
    }
    yield from draw(
        [f"{one.glyph} {world.name_with_article(one.who)}" for one in people], known, lit
    ).lines
    ties = [tie for tie in found.ties if who == tie.who or (who == tie.other and not tie.back_how)]
    yield from ("", *plain_text(tie_row(tie, world) for tie in ties)) if ties else ()
