"""`cast`: the people of a world, who knows whom, and where they will meet."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

import msgspec

from latticeville.core.clock import DAY, format_hours
from latticeville.core.geometry import Cell
from latticeville.core.text_width import pad, text_width
from latticeville.draw.frame import single
from latticeville.draw.home_map import HOME, LEGEND, SIGNS, WORK
from latticeville.draw.home_map import draw as draw_homes
from latticeville.draw.relationship_graph import Relation, draw
from latticeville.reports.people import nobody
from latticeville.reports.plain_text import plain_text
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import CastTarget, Emphasis, TextPart, ViewRow, heading, line
from latticeville.world.model.personas import Persona, Resident
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

PLAIN, QUIET, *_ = Emphasis


class Member(msgspec.Struct, frozen=True):
    """Somebody with their places; a cell is the top left one of a place, None where there is no
    place."""

    who: str
    name: str
    glyph: str
    color: str
    home: str
    home_cell: Cell | None
    work: str
    work_cell: Cell | None


class Tie(msgspec.Struct, frozen=True):
    """What somebody is to another and thinks of them, and what the other says of it, if
    anything."""

    who: str
    other: str
    how: str
    view: str
    back_how: str = ""
    back_view: str = ""


class Meeting(msgspec.Struct, frozen=True):
    """People who are in one area at once, from a minute of the day until another."""

    place: str
    start: int
    end: int
    who: tuple[str, ...]


class CastView(msgspec.Struct, frozen=True):
    """The people of a world, their ties, and their meetings on a usual day."""

    people: tuple[Member, ...]
    ties: tuple[Tie, ...]
    meetings: tuple[Meeting, ...]

    def together(self, one: str, other: str) -> tuple[Meeting, ...]:
        """Return the meetings at which both are."""
        return tuple(
            meeting for meeting in self.meetings if one in meeting.who and other in meeting.who
        )

    def acquaintances(self) -> tuple[Relation, ...]:
        """Return every two people of whom one knows the other, by their places among all, each pair
        once."""
        places = {one.who: place for place, one in enumerate(self.people)}
        known = {(tie.who, tie.other) for tie in self.ties}
        found = dict.fromkeys(
            tuple(sorted((tie.who, tie.other), key=places.__getitem__))
            for tie in self.ties
            if tie.who != tie.other and {tie.who, tie.other} <= places.keys()
        )
        return tuple(
            Relation(places[one], places[other], (one, other) in known, (other, one) in known)
            for one, other in found
        )


class FieldDifference(msgspec.Struct, frozen=True):
    """A field of two personas side by side, each as lines of text."""

    field: str
    one: str
    other: str

    @property
    def same(self) -> bool:
        """Whether both say the same."""
        return self.one == self.other


def cast(world: World) -> CastView:
    """Return the cast of a world; ties and meetings are computed from what personas say alone."""
    return CastView(
        tuple(_member(world, one) for one in world.people.values()),
        tuple(_ties(world)),
        tuple(_meetings(world)),
    )


def compare(world: World, one: str, other: str) -> tuple[FieldDifference, ...]:
    """Return two people field by field."""
    left, right = (dict(_fields(world.people[who], world)) for who in (one, other))
    return tuple(FieldDifference(field, left[field], right[field]) for field in left)


def _member(world: World, one: Resident) -> Member:
    home, work = _cell(world, one.home), _cell(world, one.work)
    persona = one.persona
    return Member(
        one.id, persona.name, persona.glyph, persona.color, one.home, home, one.work, work
    )


def _cell(world: World, area: str) -> Cell | None:
    found = world.areas.by_id.get(area)
    if found is None or not found.boxes:
        return None
    box = min(found.boxes, key=lambda box: (box.y, box.x))
    return Cell(box.x, box.y)


def _ties(world: World) -> Iterator[Tie]:
    ties = {
        (one.id, tie.who): tie for one in world.people.values() for tie in one.persona.relationships
    }
    for (who, other), tie in ties.items():
        back = ties.get((other, who))
        yield Tie(who, other, tie.how, tie.view, *((back.how, back.view) if back else ()))


def _meetings(world: World) -> Iterator[Meeting]:
    """Yield, in order of time, who are together where, anew whenever somebody comes or goes."""
    stays: dict[str, list[tuple[int, int, str]]] = {}
    for one in world.people.values():
        for start, end, place in _stays(one.persona, world):
            stays.setdefault(place, []).append((start, end, one.id))
    found = [meeting for place, spans in stays.items() for meeting in _at(place, spans)]
    yield from sorted(found, key=lambda meeting: (meeting.start, meeting.place))


def _at(place: str, spans: list[tuple[int, int, str]]) -> list[Meeting]:
    """Return when more than one person is at a place, as long as the same people are."""
    cuts = sorted({cut for start, end, _ in spans for cut in (start, end)})
    found: list[Meeting] = []
    for start, end in pairwise(cuts):
        who = tuple(sorted({name for begins, ends, name in spans if begins <= start < ends}))
        if found and found[-1].who == who:
            found[-1] = msgspec.structs.replace(found[-1], end=end)
        else:
            found.append(Meeting(place, start, end, who))
    return [one for one in found if len(one.who) > 1]


def _stays(persona: Persona, world: World) -> Iterator[tuple[int, int, str]]:
    """Yield from when until when a routine has somebody in which area; of two rows that hold the
    first counts."""
    rows = persona.routine
    cuts = sorted({0, DAY, *(row.start for row in rows), *(row.end % DAY for row in rows)})
    for start, end in pairwise(cuts):
        row = next((row for row in rows if start in row), None)
        if row is not None:
            thing = world.objects.get(row.place)
            yield start, end, world.areas.at(thing.cell) if thing else row.place


def _shares(values: Mapping[str, float]) -> str:
    return _lines(f"{name} {value:g}" for name, value in values.items())


def _fields(one: Resident, world: World) -> Iterator[tuple[str, str]]:
    """Yield every field of a person as text."""
    persona, recalled = one.persona, one.persona.retrieval
    yield from (("name", persona.name), ("age", _value_text(persona.age)))
    yield from (("glyph", persona.glyph), ("color", persona.color))
    yield from (("home", world.name_of(one.home)), ("work", world.name_of(one.work)))
    yield from (
        ("about", persona.about),
        ("currently", persona.currently),
        ("lifestyle", persona.lifestyle),
    )
    yield from (("intends", persona.intends), ("aspiration", persona.aspiration))
    yield from (("traits", ", ".join(persona.traits)), ("values", ", ".join(persona.values)))
    yield from (("big_five", _shares(persona.big_five)), ("needs", _shares(persona.needs)))
    yield "opinions", _lines(f"{opinion.topic}: {opinion.view}" for opinion in persona.opinions)
    yield (
        "relationships",
        _lines(f"{tie.who}, {tie.how}: {tie.view}" for tie in persona.relationships),
    )
    rows = persona.routine
    yield (
        "routine",
        _lines(
            f"{format_hours(row.start)}–{format_hours(row.end)} {row.doing}, {row.place}"
            for row in rows
        ),
    )
    yield "memories", _lines(f"{memory.importance} {memory.text}" for memory in persona.memories)
    yield "secrets", _lines(" → ".join((one.text, *one.to)) for one in persona.secrets)
    yield (
        "beliefs",
        _lines(
            f"{one.area}: {'all' if one.things is None else ', '.join(one.things)}"
            for one in persona.beliefs
        ),
    )
    yield from (("language", persona.language), ("model", persona.model))
    yield from (
        ("profile", _value_text(recalled.profile)),
        ("weights", _value_text(recalled.weights)),
    )
    yield from (("recall", _value_text(recalled.recall)), ("budget", _value_text(recalled.budget)))
    yield from (("trigger", _value_text(recalled.trigger)), ("act", persona.act))
    yield from (("react", persona.react), *_texts(persona.attention))


def _texts(table: msgspec.Struct) -> Iterator[tuple[str, str]]:
    return ((name, _value_text(value)) for name, value in msgspec.structs.asdict(table).items())


def _value_text(value: object) -> str:
    return "" if value is None else str(value)


def _lines(parts: Iterator[str]) -> str:
    return "\n".join(parts)


def cast_rows(found: "CastView", world: World) -> Iterator[ViewRow]:
    """Yield everybody with their places, then ties, then meetings of a usual day."""
    yield heading("people", "Homes and work", f"{len(found.people)}")
    for one in found.people:
        yield from _member_row(one, world)
    yield ViewRow("gap")
    yield heading("knows", "Who knows whom", f"{len(found.ties)}")
    yield from (tie_row(tie, world) for tie in found.ties)
    yield ViewRow("gap 2")
    yield heading("meets", "Meetings by the routines", f"{len(found.meetings)}")
    for place, each in enumerate(found.meetings):
        people = ", ".join(map(world.name_with_article, each.who))
        when = TextPart(f"{format_hours(each.start)}–{format_hours(each.end)} ", QUIET)
        parts = when, TextPart(f"{unique_name(world, each.place)}: {people}")
        yield ViewRow(f"m{place}", parts, target=CastTarget(area=each.place))


def tie_row(tie: "Tie", world: World) -> ViewRow:
    """Return what two people are to each other."""
    one, other = world.name_with_article(tie.who), world.name_with_article(tie.other)
    back = f"; {other} → {one}: {tie.back_how}" if tie.back_how else " (one-sided)"
    target = CastTarget(tie.who, tie.other)
    return line(f"t {tie.who} {tie.other}", f"{one} → {other}: {tie.how}{back}", target=target)


def _member_row(one: "Member", world: World) -> Iterator[ViewRow]:
    """Yield a person's home after their name, and their place of work below."""
    home = f"{SIGNS[HOME]} {unique_name(world, one.home)}" if one.home else "no home"
    parts = TextPart(f"{one.glyph} {one.name} ", color=one.color), TextPart(home)
    target = CastTarget(one.who, area=one.home)
    yield ViewRow(f"h {one.who}", parts, tail=TextPart(one.who, QUIET), target=target)
    if one.work:
        work = f"  {SIGNS[WORK]} {unique_name(world, one.work)}"
        yield line(f"w {one.who}", work, target=CastTarget(one.who, area=one.work))


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
    names = max((text_width(one.name) for one in found.people), default=0)
    homes = [
        f"{SIGNS[HOME]} {unique_name(world, one.home)}" if one.home else "" for one in found.people
    ]
    wide = max(map(text_width, homes), default=0)
    for one, home in zip(found.people, homes, strict=True):
        work = f"{SIGNS[WORK]} {unique_name(world, one.work)}" if one.work else ""
        yield f"{single(one.glyph)} {pad(one.name, names)}  {pad(home, wide)}  {work}".rstrip()


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
