"""What happened in a run, gathered from its ticks: occurrences by kind, talks, stays and agreements."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from latticeville.mind.topic import DECISION, INVITATION, OFF, OUTCOME, Appointment, Commitment, Topic
from latticeville.render.chronicle.document import EventRef
from latticeville.render.chronicle.land import Land
from latticeville.render.chronicle.levels import Level, measure
from latticeville.render.chronicle.scenes import DeathScene, death_scene, describe_apart
from latticeville.render.chronicle.words import near_place_text, place_text
from latticeville.render.chronicle.wounds import Wounds
from latticeville.sim.events import Changed, Event, Interacted, Said
from latticeville.sim.survival.events import Attacked, Died
from latticeville.sim.survival.resource_layer import ResourceLayer
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

TALK_GAP_TICKS = 4
"""Ticks without a word after which a talk is over."""
E = TypeVar("E", bound=Event)


class ChronicleTick(NamedTuple):
    """What a chronicle reads of a tick: the minute of its end, the world, everybody's body after it, its events.

    `seen` are, by the key of a topic, those who perceived it themselves before the tick; `reasons` are why those who
    attacked in it, or decided under need, did what they did; `resources` are what cells hold after it; `commitments`
    are those that people made in it.
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
    """An event with its tick, minute and place in words; `apart` is where others of it were if elsewhere."""

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
    lines: list[tuple[Occurrence, Said]]

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
    """An appointment: who asked whom, who agreed, and the words; a task has the object to see to as its place.

    `passed_on` are those who told others of what the hosts called them to, and whom; `call` is the event by which the
    hosts did so, `decision` the first words on what a meeting came to, `off` the words of those who called off, and
    `gist` the words of the invitation.
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
    """All that a chronicle tells; `first` and `last` are the ticks at its ends, `stays` are by person.

    `witnesses` are the ticks in which people had perceived something themselves, by the key of its topic and by person;
    `reasons` are what attackers thought, by the attack; `decisions` are the ticks and reasons of everybody's decisions.
    """

    first: ChronicleTick
    last: ChronicleTick
    times: list[TickTime] = field(default_factory=list)
    occurrences: dict[type, list[Occurrence]] = field(default_factory=lambda: defaultdict(list))
    talks: list[Talk] = field(default_factory=list)
    stays: dict[str, list[Stay]] = field(default_factory=lambda: defaultdict(list))
    doings: dict[str, list[Doing]] = field(default_factory=lambda: defaultdict(list))
    agreements: dict[tuple[str, int, str], AgreedAppointment] = field(default_factory=dict)
    levels: list[Level] = field(default_factory=list)
    wounds: Wounds = field(default_factory=Wounds)
    scenes: dict[str, DeathScene] = field(default_factory=dict)
    witnesses: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    reasons: dict[EventRef, str] = field(default_factory=dict)
    decisions: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    land: Land = field(default_factory=Land)

    @property
    def world(self) -> World:
        """The world as it is at the end."""
        return self.last.world

    def minute_of(self, tick: int) -> int:
        """Return the minute of the end of a tick of the story."""
        return self.times[tick - self.first.tick].minute

    def of(self, kind: type[E], first: int = 0, last: int | None = None) -> Iterator[tuple[Occurrence, E]]:
        """Yield the events of a kind, with where and when, from a tick to another."""
        for one in self.occurrences.get(kind, ()):
            if first <= one.tick <= (self.last.tick if last is None else last) and isinstance(one.event, kind):
                yield one, one.event

    def talks_in(self, first: int, last: int) -> list[Talk]:
        """Return the talks that began from a tick to another."""
        return [one for one in self.talks if first <= one.first.tick <= last]

    def presence(self, who: str, at: Appointment) -> list[Stay]:
        """Return when somebody was at the place of an appointment in its time; stays in parts of it are one."""
        world = self.world
        area = at.place
        if area not in world.areas.by_id:
            area = world.areas.at(world.objects[area].cell) if area in world.objects else ""
        found = list[Stay]()
        for one in self.stays.get(who, ()):
            if one.start < at.end and one.end > at.start and area in world.areas.path(one.area):
                if found and found[-1].end == one.start:
                    found[-1] = found[-1]._replace(end=one.end)
                else:
                    found.append(one)
        return found


def gather_story(ticks: Iterable[ChronicleTick]) -> Story:
    """Return the story of ticks that follow on each other; ValueError where there are none."""
    collector: _Collector | None = None
    for tick in ticks:
        collector = collector or _Collector(tick)
        collector.add(tick)
    if collector is None:
        raise ValueError("a chronicle needs at least one tick")
    return collector.finish()


class _Collector:
    """Takes in a tick at a time."""

    def __init__(self, first: ChronicleTick) -> None:
        self.story = Story(first, first)
        self._here: dict[str, Stay] = {}
        self._by_topic: dict[str, AgreedAppointment] = {}

    def add(self, tick: ChronicleTick) -> None:
        """Take in the next tick."""
        story, before = self.story, self.story.last.bodies
        story.wounds.look(tick.tick, tick.events, before, tick.bodies, tick.world.survival.meal_health)
        story.last = tick
        story.times.append(TickTime(tick.tick, tick.minute, tick.season))
        for number, event in enumerate(tick.events):
            who = getattr(event, "who", "")
            body = tick.bodies.get(who)
            place = _place_of(tick.world, event, body)
            apart = describe_apart(tick.world, event, before, tick.bodies)
            one = Occurrence(tick.tick, tick.minute, number, event, place, apart)
            story.occurrences[type(event)].append(one)
            if isinstance(event, Died):
                story.scenes[event.who] = death_scene(tick.events, event, before, tick.bodies)
            if isinstance(event, Said):
                self._hear(one, event)
            if isinstance(event, Attacked):
                story.reasons[one.ref] = tick.reasons.get(event.who, "")
        story.land.look(tick.tick, tick.minute, tick.world, tick.resources)
        for who, reason in tick.reasons.items():
            story.decisions[who].append((tick.tick, reason))
        for key, people in tick.seen.items():
            for who in people:
                story.witnesses[key].setdefault(who, tick.tick)
        self._commit(tick)
        self._follow(tick)
        self._watch(tick)
        if (level := measure(tick.tick, tick.minute, tick.world.survival, tick.bodies)) is not None:
            story.levels.append(level)

    def finish(self) -> Story:
        """Return the story, with the stays that have not ended."""
        for who in [*self._here]:
            self._leave(who, self.story.last.minute)
        return self.story

    def _follow(self, tick: ChronicleTick) -> None:
        """Note who is in another area than before."""
        for who, body in tick.bodies.items():
            here = self._here.get(who)
            if body.is_dead:
                if here is not None:
                    self._leave(who, tick.minute)
                continue
            part = place_text(tick.world, body.area, body.cell) if body.vitals and body.area == WORLD else ""
            if here is None or (here.area, here.part) != (body.area, part):
                if here is not None:
                    self._leave(who, tick.minute)
                self._here[who] = Stay(body.area, tick.minute, tick.minute, _arrival(tick, who, body.area), part)

    def _leave(self, who: str, minute: int) -> None:
        self.story.stays[who].append(self._here.pop(who)._replace(end=minute))

    def _watch(self, tick: ChronicleTick) -> None:
        """Note what everybody does."""
        for who, body in tick.bodies.items():
            done = self.story.doings[who]
            if done:
                done[-1] = done[-1]._replace(end=tick.minute)
            if not done or done[-1].text != body.doing:
                done.append(Doing(body.doing, tick.minute, tick.minute))

    def _hear(self, one: Occurrence, said: Said) -> None:
        people = [said.who, *(who for who in said.listeners if who)]
        talk = _open_talk(self.story.talks, one, said, people)
        if talk is None:
            self.story.talks.append(Talk(list(dict.fromkeys(people)), [(one, said)]))
        else:
            talk.lines.append((one, said))
            talk.people.extend(who for who in people if who not in talk.people)
        if said.topic is not None:
            self._note_topic(one, said, said.topic)
        if said.promise is not None:
            self._agree(one, said.who, said.to, said.promise)

    def _note_topic(self, one: Occurrence, said: Said, topic: Topic) -> None:
        """Note an invitation, or what a meeting came to."""
        if topic.at is not None and not topic.at.verb:
            self._invite(one, said, topic, topic.at)
        held = self._by_topic.get(topic.key.removeprefix("v.")) if topic.kind == DECISION else None
        if held is not None and held.decision is None:
            held.decision = one
        if topic.kind == OUTCOME and topic.key.endswith(OFF):
            called = self._by_topic.get(topic.key.removeprefix("d.").removesuffix(OFF).removesuffix(f".{said.who}"))
            if called is not None:
                called.off.setdefault(said.who, one)

    def _invite(self, one: Occurrence, said: Said, topic: Topic, at: Appointment) -> None:
        """Note what words ask others to."""
        held = self._by_topic[topic.key] = self._agreement(at)
        held.words.append(one)
        held.gist = held.gist or topic.gist
        held.is_invitation = held.is_invitation or topic.kind == INVITATION
        held.invited = list(dict.fromkeys((*held.invited, *said.listeners)))
        held.call = held.call or self._call(topic)
        caller = getattr(held.call.event, "who", "") if held.call is not None else ""
        held.hosts = list(dict.fromkeys((*held.hosts, topic.who or caller or (*held.hosts, said.who)[0])))
        if said.who not in held.hosts:
            told = held.passed_on.get(said.who, [])
            held.passed_on[said.who] = list(dict.fromkeys((*told, *said.listeners)))

    def _call(self, topic: Topic) -> Occurrence | None:
        """Return the use of an object by which somebody called people together; None for what was only said."""
        _day, _, rest = topic.key.partition(".")
        thing, _, state = rest.partition(".")
        changes = [event for _, event in self.story.of(Changed) if (event.thing, event.after) == (thing, state)]
        states = {state, *(event.before for event in changes[-1:])}
        uses = [one for one, event in self.story.of(Interacted) if event.thing == thing and event.after in states]
        return uses[-1] if uses else None

    def _commit(self, tick: ChronicleTick) -> None:
        """Note what people agreed to with others in their minds, spoken or not, with the words that led to it."""
        for who, made in ((who, each) for who, some in tick.commitments.items() for each in some):
            if (one := _words_between(self.story.occurrences[Said], who, made.other, tick.tick)) is not None:
                self._agree(one, who, made.other, made.at)

    def _agree(self, one: Occurrence, who: str, other: str, at: Appointment) -> None:
        """Note who agreed to what with another, by which words."""
        held = self._agreement(at)
        held.agreed.setdefault(who, one)
        if not held.hosts and other:
            held.hosts.append(other)

    def _agreement(self, at: Appointment) -> AgreedAppointment:
        return self.story.agreements.setdefault((at.place, at.start, at.what), AgreedAppointment(at))


def _place_of(world: World, event: Event, body: Body | None) -> str:
    """Return where an event happened; blows and deaths outside of all areas are near one of them."""
    area, cell = getattr(event, "area", ""), body.cell if body else None
    if isinstance(event, Attacked | Died) and cell is not None:
        return near_place_text(world, area, cell)
    return place_text(world, area, cell)


def _arrival(tick: ChronicleTick, who: str, area: str) -> EventRef | None:
    """Return the event of a tick that brought somebody into an area."""
    for number, event in enumerate(tick.events):
        if getattr(event, "who", "") == who and getattr(event, "area", None) == area:
            return EventRef(tick.tick, number)
    return None


def _words_between(words: Sequence[Occurrence], who: str, other: str, tick: int) -> Occurrence | None:
    """Return what somebody answered another in a tick, else the last words of the other to them before it."""
    for one in reversed(words):
        speaker, hearer = (who, other) if one.tick == tick else (other, who)
        if isinstance(one.event, Said) and one.event.who == speaker and hearer in one.event.listeners:
            return one
    return None


def _open_talk(talks: Sequence[Talk], one: Occurrence, said: Said, people: Sequence[str]) -> Talk | None:
    """Return the talk that an utterance goes on, as long as it is not over."""
    if not said.turn:
        return None
    for talk in reversed(talks[-64:]):
        if len({*talk.people} & {*people}) > 1:
            return talk if one.tick - talk.lines[-1][0].tick < TALK_GAP_TICKS else None
    return None
