"""`preview`: a person's mind before it runs, and their first 24 hours on the built-in mind."""

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, format_hours, is_within
from latticeville.mind.action import INTERACT
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.think import think
from latticeville.reports.encounter import FirstMeeting, first_meeting, meeting_rows
from latticeville.reports.mind_preview import MindPreview, mind_rows, preview_mind
from latticeville.reports.people import nobody
from latticeville.reports.persona import run_to_end
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportError, ReportSection
from latticeville.reports.rows import Emphasis, ViewRow, heading, line
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Interacted, Refused
from latticeville.sim.first_state import initial_state
from latticeville.sim.machines import try_verb
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.model.personas import ObjectUse, Resident, RoutineRow
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

WARM = Emphasis.WARM
LATE = 10
"""Minutes after its beginning from which on somebody comes late to an entry of their day."""


class DayMoment(msgspec.Struct, frozen=True):
    """What somebody does at a time of day, in minutes; a failed attempt with its reason."""

    minute: int
    sentence: str
    failed: bool = False


class MissedRow(msgspec.Struct, frozen=True):
    """An entry of a day during which somebody was never where it says; times in minutes of the
    day."""

    start: int
    end: int
    doing: str
    place: str
    instead: str
    """Where they were for most of it, and what others saw them do there."""


class UndoneUse(msgspec.Struct, frozen=True):
    """Something that an entry of a day says to use, and that was not done on that day."""

    start: int
    use: str
    why: str
    """When they came, where that was late, and why the use would have failed there, or for how long
    it would not."""


class FirstDay(msgspec.Struct, frozen=True):
    """The first 24 hours of somebody, on the seed of the world."""

    who: str
    moments: tuple[DayMoment, ...]
    missed: tuple[MissedRow, ...]
    undone: tuple[UndoneUse, ...]
    """Uses of entries that were kept."""


def first_day(world: World, who: str) -> Generator[int, None, FirstDay]:
    """Run a world for 24 hours on the built-in mind and return what somebody does in them.

    Yields each tick, and is stopped by being closed.
    """
    diary = _Diary(world, who)
    run = Run(TickPayload(0, initial_state(world)), BuiltinMind(), diary.note, think)
    for tick in range(1, DAY // world.settings.tick_minutes + 1):
        run.step()
        yield tick
    return FirstDay(who, tuple(diary.moments), tuple(diary.missed()), tuple(diary.undone()))


class _Diary:
    """Notes what somebody does, and which entries of their day they were in the place of."""

    def __init__(self, world: World, who: str) -> None:
        self._world, self._who = world, who
        self._rows = usual_days(world).of(who).rows
        self._came = dict[RoutineRow, int]()
        """When somebody was first in the place of an entry, in minutes of the day."""
        self._hindered = defaultdict[tuple[RoutineRow, ObjectUse], Counter[str]](Counter)
        """For each use of an entry, at how many ticks in its place it would have failed, by reason;
        "" where it would not."""
        self._spent = {row: Counter[str]() for row in self._rows}
        self._used = set[tuple[str, str]]()
        """Verbs with the objects and with their kinds."""
        self.moments: list[DayMoment] = []

    def note(self, payload: TickPayload) -> None:
        """Take in a tick."""
        settings = self._world.settings
        minute = settings.start + payload.tick * settings.tick_minutes
        body = payload.state.bodies[self._who]
        doing = f", {body.doing}" if body.doing else ""
        for row in self._rows:
            if is_within(minute, row.start, row.end):
                self._spent[row][f"{unique_name(self._world, body.area)}{doing}"] += 1
                if self._is_at(body.area, row):
                    self._came.setdefault(row, minute % DAY)
                    for use in row.uses:
                        self._hindered[row, use][_hindrance(payload.state, body, use)] += 1
        for event in payload.events:
            if event.who == self._who:
                self._note_event(minute, event)

    def _note_event(self, minute: int, event: Event) -> None:
        if isinstance(event, Interacted):
            kind = self._world.objects[event.thing].kind
            self._used |= {(event.verb, event.thing), (event.verb, kind)}
        if not isinstance(event, Entered) and _is_told(event):
            sentence, failed = event.sentence(self._world), isinstance(event, Refused)
            self.moments.append(DayMoment(minute, sentence, failed))

    def undone(self) -> Iterator[UndoneUse]:
        """Yield the uses of kept entries that were not done."""
        for row in sorted(self._came, key=lambda row: row.start):
            for use in dict.fromkeys(row.uses):
                if (use.verb, use.thing) not in self._used:
                    thing = unique_name(self._world, use.thing)
                    yield UndoneUse(row.start, f"{use.verb} {thing}", self._why_undone(row, use))

    def _why_undone(self, row: RoutineRow, use: ObjectUse) -> str:
        """Return when somebody came to an entry, where that was late, and what hindered its use."""
        hindered, ticks = self._hindered[row, use], self._world.settings.tick_minutes
        late = (self._came[row] - row.start) % DAY
        came = f"there from {format_hours(self._came[row])}" if late >= LATE else ""
        if hindered[""]:
            open_, all_ = hindered[""] * ticks, hindered.total() * ticks
            reason = f"possible in {open_} of {all_} minutes there"
        else:
            reason = max(hindered, key=lambda one: (hindered[one], one)).rstrip(".")
        return ", ".join(filter(None, (came, reason)))

    def _is_at(self, area: str, row: RoutineRow) -> bool:
        """Tell whether an area is where an entry is done: in its area, or in that of its object."""
        world = self._world
        place = _resolved(world.people[self._who], row.place)
        if place in world.objects:
            place = world.areas.at(world.objects[place].cell)
        return bool(place) and world.areas.is_within(area, place)

    def missed(self) -> Iterator[MissedRow]:
        """Yield the entries that were not kept, in their order."""
        resident = self._world.people[self._who]
        for row in sorted(self._rows, key=lambda row: row.start):
            if row not in self._came:
                place = unique_name(self._world, _resolved(resident, row.place))
                instead = self._spent[row].most_common(1)
                yield MissedRow(
                    row.start, row.end, row.doing, place, instead[0][0] if instead else ""
                )


def _hindrance(state: State, body: Body, use: ObjectUse) -> str:
    """Return why a use of an object, or of any of a kind, would fail in a state; "" where it would
    not."""
    things = [one for name, one in state.things.items() if use.thing in (name, one.kind)]
    outcomes = [(one, try_verb(state, body, one, use.verb)) for one in things]
    reasons = [(one, why) for one, why in outcomes if isinstance(why, str)]
    if not reasons or len(reasons) < len(outcomes):
        return ""
    thing, why = reasons[0]
    refused = Refused(body.id, body.area, INTERACT, thing.id, why, use.verb)
    return refused.told_reason(state.world)


def _resolved(resident: Resident, place: str) -> str:
    return {"home": resident.home, "work": resident.work}.get(place, place)


def _is_told(event: Event) -> bool:
    """Tell whether an event is worth a line: of a talk, its first words."""
    return event.turn == 0 if event.is_speech else True


def day_rows(found: FirstDay) -> Iterator[ViewRow]:
    """Yield a day, what fails in it first."""
    failed = [one for one in found.moments if one.failed]
    yield heading("fails", "Where the day fails")
    if not (failed or found.missed or found.undone):
        yield line("whole", "Nowhere: every entry is kept, and no attempt fails.")
    for place, row in enumerate(found.missed):
        when = f"{format_hours(row.start)}–{format_hours(row.end)}"
        told = f"{row.doing}: not at {row.place}, but at {row.instead}"
        yield line(f"missed {place}", told, Emphasis.ALARM, when)
    for place, use in enumerate(found.undone):
        text = f"{use.use}: not done, {use.why}"
        yield line(f"undone {place}", text, WARM, format_hours(use.start))
    for place, one in enumerate(dict.fromkeys(failed)):
        yield _moment(f"failed {place}", one)
    yield ViewRow("gap")
    yield heading("day", "The first 24 hours")
    for place, one in enumerate(found.moments):
        yield _moment(f"moment {place}", one)


def _moment(key: str, one: DayMoment) -> ViewRow:
    emphasis = Emphasis.ALARM if one.failed else Emphasis.PLAIN
    return line(key, one.sentence, emphasis, format_hours(one.minute))


class Preview(NamedTuple):
    """A mind before it runs, its first 24 hours, and its first talk with somebody, if asked for."""

    mind: MindPreview
    day: FirstDay
    meeting: FirstMeeting | None


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--with", dest="other", metavar="ID", help="also play what they say when they meet ID"
    )


def _ask(asked: Asked) -> Preview:
    """Return the preview; ReportError where there is nobody to meet."""
    world, who, other = asked.world, asked.who, asked.options.other
    if other and (other not in world.people or other == who):
        raise ReportError(f"latticeville preview: {nobody(world.people, other).rstrip()}")
    met = run_to_end(first_meeting(world, who, other)) if other else None
    return Preview(preview_mind(world, who), run_to_end(first_day(world, who)), met)


def _tell(asked: Asked, found: Preview) -> Iterable[ReportSection]:
    world = asked.world
    yield ReportSection("", tuple(mind_rows(found.mind, world)))
    if found.meeting:
        yield ReportSection("", tuple(meeting_rows(found.meeting, world)))
    yield ReportSection("", tuple(day_rows(found.day)))


def _as_json(found: Preview) -> object:
    day = msgspec.structs.asdict(found.day)
    return {**day, "mind": found.mind, "meeting": found.meeting}


REPORT = Report(
    "preview",
    BUILT_IN["preview"],
    _ask,
    _tell,
    "preview ville ada --with byron",
    subject="world",
    person="required",
    declare=_declare,
    json=_as_json,
    notes=lambda _asked, _found: ("The built-in mind acts here, with the seed of the world.",),
)
