"""`cast`: the people of a world, who knows whom, and where they will meet."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator

from latticeville.draw.frame import single
from latticeville.draw.home_labels import HOME, LEGEND, SIGNS, WORK
from latticeville.draw.home_map import draw as draw_homes
from latticeville.draw.relationship_graph import draw
from latticeville.reports.cast.cast import CastView, cast
from latticeville.reports.cast.rows import cast_rows, tie_row
from latticeville.reports.people import nobody
from latticeville.reports.plain_text import plain_text
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World


def _declare(parser: ArgumentParser) -> None:
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


def _ask(asked: Asked) -> CastView:
    """Return the people; ReportError where nobody of a name is to be in heavy lines."""
    people, who = asked.world.people, asked.options.graph
    if who and who not in people:
        raise ReportError(f"latticeville cast: {nobody(people, who).rstrip()}")
    return cast(asked.world)


def _tell(asked: Asked, found: CastView) -> Iterator[ReportSection]:
    yield ReportSection("", cast_rows(found, asked.world))


def _text(asked: Asked, found: CastView) -> Iterable[str]:
    if asked.options.map:
        return _map(found, asked.world)
    if asked.options.graph is not None:
        return _graph(found, asked.world, asked.options.graph)
    return plain_text(cast_rows(found, asked.world))


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


REPORT = Report(
    "cast",
    BUILT_IN["cast"],
    _ask,
    _tell,
    "cast ville --json · latticeville cast ville --graph ada",
    subject="world",
    declare=_declare,
    text=_text,
)
