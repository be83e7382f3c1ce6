"""Gather the story of a run from its ticks: who was where, talked with whom, and agreed on what."""

from collections.abc import Iterable, Mapping, Sequence

from latticeville.mind.topic import DECISION, INVITATION, OFF, OUTCOME, Appointment, Topic
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.levels import death_scene, describe_apart, measure
from latticeville.reports.chronicle.story import (
    AgreedAppointment,
    ChronicleTick,
    Doing,
    Occurrence,
    Stay,
    Story,
    Talk,
    TickTime,
)
from latticeville.reports.chronicle.words import near_place_text, place_text
from latticeville.rules.survival.events import Attacked, Died
from latticeville.sim.event import Event
from latticeville.sim.events import TALK_GAP_TICKS, Changed, Interacted
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


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
        story, before = self.story, self._bodies_before(tick)
        story.wounds.look(
            tick.tick, tick.events, before, tick.bodies, tick.world.survival.meal_health
        )
        story.last = tick
        story.times.append(TickTime(tick.tick, tick.minute, tick.season))
        for number, event in enumerate(tick.events):
            who = getattr(event, "who", "")
            body = before.get(who) if isinstance(event, Attacked) else None
            place = _place_of(tick.world, event, body or tick.bodies.get(who))
            apart = describe_apart(tick.world, event, before)
            one = Occurrence(tick.tick, tick.minute, number, event, place, apart)
            story.occurrences[type(event)].append(one)
            if isinstance(event, Died):
                story.scenes[event.who] = death_scene(tick.events, event.who, before, tick.bodies)
            if event.is_speech:
                story.utterances.append(one)
                self._hear(one, event)
        story.land.look(tick.tick, tick.minute, tick.world, tick.resources)
        for who, reason in tick.reasons.items():
            story.decisions[who][tick.tick] = reason
        for key, people in tick.seen.items():
            for who in people:
                story.witnesses[key].setdefault(who, tick.tick)
        self._commit(tick)
        self._follow(tick)
        self._watch(tick)
        if (level := measure(tick.tick, tick.minute, tick.world.survival, tick.bodies)) is not None:
            story.levels.append(level)

    def _bodies_before(self, tick: ChronicleTick) -> Mapping[str, Body]:
        """Return everybody's body as a tick began; nobody's for the first, of which only the end is
        known."""
        if tick is self.story.first:
            return {}
        last = self.story.last.bodies
        return {**last, **tick.placed} if tick.placed else last

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
            part = (
                place_text(tick.world, body.area, body.cell)
                if body.vitals and body.area == WORLD
                else ""
            )
            if here is None or (here.area, here.part) != (body.area, part):
                if here is not None:
                    self._leave(who, tick.minute)
                self._here[who] = Stay(
                    body.area, tick.minute, tick.minute, _arrival(tick, who, body.area), part
                )

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

    def _hear(self, one: Occurrence, said: Event) -> None:
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

    def _note_topic(self, one: Occurrence, said: Event, topic: Topic) -> None:
        """Note an invitation, or what a meeting came to."""
        if topic.at is not None and not topic.at.verb:
            self._invite(one, said, topic, topic.at)
        held = self._by_topic.get(topic.key.removeprefix("v.")) if topic.kind == DECISION else None
        if held is not None and held.decision is None:
            held.decision = one
        if topic.kind == OUTCOME and topic.key.endswith(OFF):
            called = self._by_topic.get(
                topic.key.removeprefix("d.").removesuffix(OFF).removesuffix(f".{said.who}")
            )
            if called is not None:
                called.off.setdefault(said.who, one)

    def _invite(self, one: Occurrence, said: Event, topic: Topic, at: Appointment) -> None:
        """Note what words ask others to."""
        held = self._by_topic[topic.key] = self._agreement(at)
        held.words.append(one)
        held.gist = held.gist or topic.gist
        held.is_invitation = held.is_invitation or topic.kind == INVITATION
        held.invited = list(dict.fromkeys((*held.invited, *said.listeners)))
        held.call = held.call or self._call(topic)
        caller = held.call.event.who if held.call is not None else ""
        held.hosts = list(
            dict.fromkeys((*held.hosts, topic.who or caller or (*held.hosts, said.who)[0]))
        )
        if said.who not in held.hosts:
            told = held.passed_on.get(said.who, [])
            held.passed_on[said.who] = list(dict.fromkeys((*told, *said.listeners)))

    def _call(self, topic: Topic) -> Occurrence | None:
        """Return the use of an object by which somebody called people together; None for what was
        only said."""
        _day, _, rest = topic.key.partition(".")
        thing, _, state = rest.partition(".")
        changes = [
            event
            for _, event in self.story.of(Changed)
            if (event.thing, event.after) == (thing, state)
        ]
        states = {state, *(event.before for event in changes[-1:])}
        uses = [
            one
            for one, event in self.story.of(Interacted)
            if event.thing == thing and event.after in states
        ]
        return uses[-1] if uses else None

    def _commit(self, tick: ChronicleTick) -> None:
        """Note what people agreed to with others in their minds, spoken or not, with the words that
        led to it."""
        for who, made in ((who, each) for who, some in tick.commitments.items() for each in some):
            if (
                one := _words_between(self.story.utterances, who, made.other, tick.tick)
            ) is not None:
                self._agree(one, who, made.other, made.at)

    def _agree(self, one: Occurrence, who: str, other: str, at: Appointment) -> None:
        """Note who agreed to what with another, by which words."""
        held = self._agreement(at)
        held.agreed.setdefault(who, one)
        if not held.hosts and other:
            held.hosts.append(other)

    def _agreement(self, at: Appointment) -> AgreedAppointment:
        return self.story.agreements.setdefault(
            (at.place, at.start, at.what), AgreedAppointment(at)
        )


def _place_of(world: World, event: Event, body: Body | None) -> str:
    """Return where an event happened; blows and deaths outside of all areas are near one of
    them."""
    area, cell = getattr(event, "area", ""), body.cell if body else None
    if isinstance(event, Attacked | Died) and cell is not None:
        return near_place_text(world, area, cell)
    return place_text(world, area, cell)


def _arrival(tick: ChronicleTick, who: str, area: str) -> EventRef | None:
    """Return the event of a tick that brought somebody into an area."""
    for number, event in enumerate(tick.events):
        if getattr(event, "who", "") == who and event.area == area:
            return EventRef(tick.tick, number)
    return None


def _words_between(
    words: Sequence[Occurrence], who: str, other: str, tick: int
) -> Occurrence | None:
    """Return what somebody answered another in a tick, else the last words of the other to them
    before it."""
    for one in reversed(words):
        speaker, hearer = (who, other) if one.tick == tick else (other, who)
        if one.event.who == speaker and hearer in one.event.listeners:
            return one
    return None


def _open_talk(
    talks: Sequence[Talk], one: Occurrence, said: Event, people: Sequence[str]
) -> Talk | None:
    """Return the talk that an utterance goes on, as long as it is not over."""
    if not said.turn:
        return None
    for talk in reversed(talks[-64:]):
        if len({*talk.people} & {*people}) > 1:
            return talk if one.tick - talk.lines[-1][0].tick < TALK_GAP_TICKS else None
    return None
