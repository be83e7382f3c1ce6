"""What happened in a run, gathered from its ticks: occurrences by kind, talks, stays and
agreements."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from latticeville.mind.topic import Appointment, Commitment
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.levels import DeathScene, Land, Level, Wounds
from latticeville.sim.event import Event
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.tree import Body
from latticeville.world.model.world import World

E = TypeVar("E", bound=Event)


class ChronicleTick(NamedTuple):
    """What a chronicle reads of a tick: the minute of its end, the world, everybody's body after
    it, its events.

    `seen` are, by the key of a topic, those who perceived it themselves before the tick; `reasons`
    are why those who attacked in it, or decided under need, did what they did; `resources` are what
    cells hold after it; `commitments` are those that people made in it; `placed` are the bodies of
    those whom a designer put elsewhere as it began.
    """

    tick: int
    minute: int
    world: World
    bodies: Mapping[str, Body]
    events: tuple[Event, ...]
    seen: Mapping[str, tuple[str, ...]] = {}
    reasons: Mapping[str, str] = {}
    resources: Mapping[str, ResourceLayer] = {}
    commitments: Mapping[str, tuple[Commitment, ...]] = {}
    placed: Mapping[str, Body] = {}

    @property
    def season(self) -> str:
        """The name of the season; "" in a world without any."""
        rules = self.world.survival
        season = rules.season_at(self.tick // rules.step_ticks)
        return season.name if season else ""


class TickTime(NamedTuple):
    """A tick with the minute of its end and its season, "" for none."""

    tick: int
    minute: int
    season: str


class Occurrence(NamedTuple):
    """An event with its tick, minute and place in words; `apart` is where others of it were if
    elsewhere."""

    tick: int
    minute: int
    number: int
    event: Event
    place: str
    apart: str = ""

    @property
    def where(self) -> str:
        """Its place, and where the others were whom it concerned, if elsewhere."""
        return f"{self.place} ({self.apart})" if self.apart else self.place

    @property
    def ref(self) -> EventRef:
        """Which event it is."""
        return EventRef(self.tick, self.number)


class Stay(NamedTuple):
    """Somebody in an area, from a minute to another; `ref` is the event that brought them there.

    `part` is the part of the map in words, where those with needs are outside of all areas.
    """

    area: str
    start: int
    end: int
    ref: EventRef | None
    part: str = ""


class Doing(NamedTuple):
    """What somebody did, in words, from a minute to another."""

    text: str
    start: int
    end: int


@dataclass
class Talk:
    """Utterances that answer each other."""

    people: list[str]
    lines: list[tuple[Occurrence, Event]]

    @property
    def refs(self) -> list[EventRef]:
        """The events."""
        return [one.ref for one, _said in self.lines]

    @property
    def is_answered(self) -> bool:
        """Whether several people spoke."""
        return len({said.who for _one, said in self.lines}) > 1

    @property
    def first(self) -> Occurrence:
        """Its first words."""
        return self.lines[0][0]


@dataclass
class AgreedAppointment:
    """An appointment: who asked whom, who agreed, and the words; a task has the object to see to as
    its place.

    `passed_on` are those who told others of what the hosts called them to, and whom; `call` is the
    event by which the hosts did so, `decision` the first words on what a meeting came to, `off` the
    words of those who called off, and `gist` the words of the invitation.
    """

    at: Appointment
    hosts: list[str] = field(default_factory=list)
    agreed: dict[str, Occurrence] = field(default_factory=dict)
    invited: list[str] = field(default_factory=list)
    words: list[Occurrence] = field(default_factory=list)
    passed_on: dict[str, list[str]] = field(default_factory=dict)
    call: Occurrence | None = None
    decision: Occurrence | None = None
    off: dict[str, Occurrence] = field(default_factory=dict)
    gist: str = ""
    is_invitation: bool = False
    """Whether somebody called others together, and did not only tell where they would be."""

    @property
    def first(self) -> Occurrence:
        """The first words on it, or the event by which it was called."""
        return min((*([self.call] if self.call else []), *self.words, *self.agreed.values()))

    @property
    def people(self) -> list[str]:
        """Who asked, and who agreed."""
        return list(dict.fromkeys((*self.hosts, *self.agreed)))

    @property
    def guests(self) -> list[str]:
        """Who agreed, without those who asked."""
        return [who for who in self.agreed if who not in self.hosts]


@dataclass
class Story:
    """All that a chronicle tells; `first` and `last` are the ticks at its ends, `stays` are by
    person.

    `witnesses` are the ticks in which people had perceived something themselves, by the key of its
    topic and by person; `decisions` are the reasons of everybody's decisions under need and of
    their attacks, by person and tick.
    """

    first: ChronicleTick
    last: ChronicleTick
    times: list[TickTime] = field(default_factory=list)
    utterances: list[Occurrence] = field(default_factory=list)
    occurrences: dict[type, list[Occurrence]] = field(default_factory=lambda: defaultdict(list))
    talks: list[Talk] = field(default_factory=list)
    stays: dict[str, list[Stay]] = field(default_factory=lambda: defaultdict(list))
    doings: dict[str, list[Doing]] = field(default_factory=lambda: defaultdict(list))
    agreements: dict[tuple[str, int, str], AgreedAppointment] = field(default_factory=dict)
    levels: list[Level] = field(default_factory=list)
    wounds: Wounds = field(default_factory=Wounds)
    scenes: dict[str, DeathScene] = field(default_factory=dict)
    witnesses: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    decisions: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    land: Land = field(default_factory=Land)

    @property
    def world(self) -> World:
        """The world as it is at the end."""
        return self.last.world

    def reason_of(self, one: Occurrence) -> str:
        """Return the reason of somebody's decision that an event carries out; "" where the log does
        not say."""
        return self.decisions.get(one.event.who, {}).get(one.tick, "")

    def minute_of(self, tick: int) -> int:
        """Return the minute of the end of a tick of the story."""
        return self.times[tick - self.first.tick].minute

    def of(
        self, kind: type[E], first: int = 0, last: int | None = None
    ) -> Iterator[tuple[Occurrence, E]]:
        """Yield the events of a kind, with where and when, from a tick to another."""
        for one in self._between(self.occurrences.get(kind, []), first, last):
            if isinstance(one.event, kind):
                yield one, one.event

    def said(self, first: int = 0, last: int | None = None) -> Iterator[tuple[Occurrence, Event]]:
        """Yield what was said, with where and when, from a tick to another."""
        for one in self._between(self.utterances, first, last):
            yield one, one.event

    def _between(
        self, some: Sequence[Occurrence], first: int, last: int | None
    ) -> Iterator[Occurrence]:
        """Yield those of some occurrences that are from a tick to another."""
        for place in range(bisect_left(some, first, key=_tick), len(some)):
            if some[place].tick > (self.last.tick if last is None else last):
                return
            yield some[place]

    def newest_of(self, kind: type[E], last: int) -> Iterator[tuple[Occurrence, E]]:
        """Yield the events of a kind up to a tick, the newest first."""
        for one in _newest_first(self.occurrences.get(kind, []), last):
            if isinstance(one.event, kind):
                yield one, one.event

    def newest_said(self, last: int) -> Iterator[tuple[Occurrence, Event]]:
        """Yield what was said up to a tick, the newest first."""
        for one in _newest_first(self.utterances, last):
            yield one, one.event

    def talks_in(self, first: int, last: int) -> list[Talk]:
        """Return the talks that began from a tick to another."""
        start, end = (
            bisect(self.talks, tick, key=_first_tick) for bisect, tick in _ends(first, last)
        )
        return self.talks[start:end]

    def levels_in(self, first: int, last: int) -> list[Level]:
        """Return the levels after the ticks from one to another."""
        start, end = (bisect(self.levels, tick, key=_tick) for bisect, tick in _ends(first, last))
        return self.levels[start:end]

    def stays_between(self, who: str, start: int, end: int) -> Iterator[Stay]:
        """Yield the stays of somebody that reach into the time from a minute to another, in
        order."""
        some = self.stays.get(who, [])
        for place in range(bisect_right(some, start, key=_end), len(some)):
            if some[place].start >= end:
                return
            yield some[place]

    def presence(self, who: str, at: Appointment) -> list[Stay]:
        """Return when somebody was at the place of an appointment in its time; stays in parts of it
        are one."""
        world = self.world
        area = at.place
        if area not in world.areas.by_id:
            area = world.areas.at(world.objects[area].cell) if area in world.objects else ""
        found = list[Stay]()
        for one in self.stays_between(who, at.start, at.end):
            if area in world.areas.path(one.area):
                if found and found[-1].end == one.start:
                    found[-1] = found[-1]._replace(end=one.end)
                else:
                    found.append(one)
        return found


def _ends(
    first: int, last: int
) -> tuple[tuple[Callable[..., int], int], tuple[Callable[..., int], int]]:
    """Return how the ends of a span of ticks are found in what is in their order."""
    return (bisect_left, first), (bisect_right, last)


def _newest_first(some: Sequence[Occurrence], last: int) -> Iterator[Occurrence]:
    """Yield those of some occurrences that are not after a tick, the newest first."""
    return map(some.__getitem__, range(bisect_right(some, last, key=_tick) - 1, -1, -1))


def _tick(one: Occurrence | Level) -> int:
    return one.tick


def _first_tick(talk: Talk) -> int:
    return talk.first.tick


def _end(stay: Stay) -> int:
    return stay.end
