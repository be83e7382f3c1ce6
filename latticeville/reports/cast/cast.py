"""The people of a world: homes, work, who knows whom, and meetings by their routines."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import msgspec

from latticeville.core.clock import DAY, format_hours
from latticeville.core.geometry import Cell
from latticeville.draw.relationship_graph import Relation
from latticeville.world.model.personas import Persona, Resident
from latticeville.world.model.world import World


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
    yield from (("name", persona.name), ("age", _text(persona.age)))
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
    yield from (("profile", _text(recalled.profile)), ("weights", _text(recalled.weights)))
    yield from (("recall", _text(recalled.recall)), ("budget", _text(recalled.budget)))
    yield from (("trigger", _text(recalled.trigger)), ("act", persona.act))
    yield from (("react", persona.react), *_texts(persona.attention))


def _texts(table: msgspec.Struct) -> Iterator[tuple[str, str]]:
    return ((name, _text(value)) for name, value in msgspec.structs.asdict(table).items())


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _lines(parts: Iterator[str]) -> str:
    return "\n".join(parts)
