"""What `impact` takes out of a run, and the two arms that go on from there: one with it, and one
without."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from msgspec.structs import replace

from latticeville.core.quotes import in_quotes
from latticeville.mind.edits import delete_memory
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.memory_topics import OWN_KINDS
from latticeville.mind.mind import Decision, Mind, ThoughtProcess
from latticeville.mind.percept import Observation, PerceivedNews, Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.mind.topic import Topic
from latticeville.reports.diffusion.spread import derived_records
from latticeville.reports.impact.indicators import Indicators, expected_names
from latticeville.reports.report import ReportError
from latticeville.sim.inputs import Reseed, SimulatorInput, WorldReloaded, receive
from latticeville.sim.perception import perceive
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import Thinker, TickPayload
from latticeville.sim.time_expression import TickOrTime
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.replay import Replay


NO_WORDS, LEAST_IMPORTANCE = "…", 1
"""What people hear in place of the words that are taken out, and how important that is to them."""


class LaterInputs(NamedTuple):
    """The inputs of a run after a tick, by tick, and by digest the editions of the world that they
    name."""

    by_tick: Mapping[int, tuple[SimulatorInput, ...]]
    worlds: Mapping[str, World]


class Missed(NamedTuple):
    """What some people do not perceive in one tick; that somebody speaks, they hear, but words that
    tell nothing, so that the talk goes on."""

    tick: int
    people: frozenset[str]
    is_it: Callable[[Observation], bool]

    def think(
        self, mind: Mind, percept: Percept, options: Options, world: World
    ) -> Decision | ThoughtProcess:
        """Run the loop of a mind that may miss it."""
        if percept.tick == self.tick and percept.who in self.people:
            news = [_empty(one) if self.is_it(one) else one for one in percept.news]
            percept = replace(percept, news=PerceivedNews(filter(None, news)))
        return think(mind, percept, options, world)


def _empty(one: Observation) -> Observation | None:
    """Return the observation of words that tell nothing, and None of anything but words."""
    if one.kind != "said":
        return None
    text = one.text.replace(in_quotes(one.words), f"“{NO_WORDS}”")
    return replace(
        one, text=text, words=NO_WORDS, importance=LEAST_IMPORTANCE, topic=None, promise=None
    )


class Experiment(NamedTuple):
    """What is taken out, in words and as the topics of it that may spread, and the tick from which
    each arm goes on; the arm without it lacks it there, or it is `missed`. It was said, or made, in a `tick`;
    the hearers of an utterance are those to whom it was said."""

    tick: int
    told: str
    topics: tuple[Topic, ...]
    with_it: TickPayload
    without_it: TickPayload
    later: LaterInputs
    missed: Missed | None = None
    hearers: tuple[str, ...] = ()

    @property
    def expected(self) -> set[str]:
        """The names of the numbers that it is likely to move."""
        return expected_names(self.topics, self.hearers, self.with_it.state)

    def run_arm(
        self, ticks: int, seed: int, minds: "tuple[Model, Embedder]", *, has_it: bool
    ) -> Iterator[dict[str, float] | None]:
        """Run an arm with a random seed and the later inputs of the run; yield None after each tick
        but the last, and then its numbers."""
        begin = self.with_it if has_it else self.without_it
        state = replace(begin.state, seed=seed)
        indicators = Indicators(state, self.topics, self.hearers)
        thinker: Thinker = think if has_it or self.missed is None else self.missed.think
        model, embedder = minds
        run = Run(replace(begin, state=state), model, indicators.add, thinker, embedder)
        for world in self.later.worlds.values():
            run.add_world(world)
        for tick in range(begin.tick + 1, begin.tick + ticks + 1):
            for item in self.later.by_tick.get(tick, ()):
                run.feed(item)
            run.step()
            yield None if tick < begin.tick + ticks else indicators.values(run.payload.state)


class UtteranceTick(NamedTuple):
    """What a person said in a tick: their id, and the tick or its time."""

    who: str
    tick: TickOrTime

    def experiment(self, replay: "Replay") -> Experiment:
        """Return the experiment that takes it out; ReportError where they said nothing."""
        return without_utterance(replay, self.tick, self.who)


class MemoryNumber(NamedTuple):
    """A memory: the id of a person, and its number."""

    who: str
    number: int

    def experiment(self, replay: "Replay") -> Experiment:
        """Return the experiment that takes it out; ReportError where there is none."""
        return without_memory(replay, self.who, self.number)


def without_utterance(replay: "Replay", when: TickOrTime, who: str) -> Experiment:
    """Return the experiment in which nobody hears what somebody says in a tick, but only that they
    speak; ReportError where they said nothing."""
    payload = replay.at(when)
    said = next((one for one in payload.state.utterances if one.who == who), None)
    if said is None:
        speakers = ", ".join(sorted(one.who for one in payload.state.utterances)) or "nobody"
        raise ReportError(f"{who} said nothing in tick {payload.tick}: {speakers} did")
    tick, sentence = payload.tick + 1, said.sentence(payload.state.world)
    told = (said.topic, *_learned(replay, said.listeners, tick, sentence))
    return Experiment(
        payload.tick,
        sentence,
        tuple(filter(_is_passed_on, dict.fromkeys(told))),
        payload,
        payload,
        _inputs_after(replay, payload.tick),
        Missed(
            tick,
            frozenset(payload.state.minds) - {who},
            lambda one: one.kind == "said" and one.actor == who,
        ),
        said.listeners,
    )


def _learned(
    replay: "Replay", hearers: Iterable[str], tick: int, sentence: str
) -> Iterator[Topic | None]:
    """Yield what hearers learned by a sentence in a tick, which a run that ends before it does not
    say."""
    minds = replay.at(tick).state.minds if tick <= replay.last else {}
    for who in hearers:
        record = minds[who].memory.find_recent(sentence) if who in minds else None
        if record is not None:
            yield from _told_by(minds[who].memory, record)


def _told_by(memory: MemoryStream, record: MemoryRecord) -> tuple[Topic, ...]:
    """Return the topics of a memory and of what was derived from it."""
    told = (one.topic for one in (record, *derived_records(memory, record.id)))
    return tuple(filter(_is_passed_on, told))


def _is_passed_on(topic: Topic | None) -> TypeGuard[Topic]:
    """Tell whether what is told may spread: who hears a remark has heard it, and that is all."""
    return topic is not None and topic.kind not in OWN_KINDS


def without_memory(replay: "Replay", who: str, number: int) -> Experiment:
    """Return the experiment in which somebody does not make a memory; ReportError where there is
    none of that number.

    They do not perceive what it is of. Where it is of nothing perceived, it is deleted as soon as
    it was made, with what they agreed to by it.
    """
    memory = replay.at().state.minds[who].memory
    if not 0 <= number < len(memory):
        raise ReportError(f"{who} has no memory {number}: they are 0 to {len(memory) - 1}")
    record = memory[number]
    payload = replay.at(max(record.tick, replay.first))
    name, topics = payload.state.world.name_with_article(who), _told_by(memory, record)
    told = f"{name} remembers: {record.text}"
    if record.tick > replay.first:
        before = replay.at(record.tick - 1)
        later = _inputs_after(replay, before.tick)
        if record.text in _perceived(before.state, later, who):
            missed = Missed(record.tick, frozenset({who}), lambda one: one.text == record.text)
            return Experiment(record.tick, told, topics, before, before, later, missed)
    held = payload.state.minds[who]
    made = next((one.id for one in held.memory if one.text == record.text), None)
    if made is None:
        raise ReportError(f"memory {number} of {who} was edited later: name one that was not")
    minds = {**payload.state.minds, who: delete_memory(held, made)}
    without = replace(payload, state=payload.state.with_minds(minds))
    later = _inputs_after(replay, payload.tick)
    return Experiment(payload.tick, told, topics, payload, without, later)


def _perceived(before: State, later: LaterInputs, who: str) -> Iterable[str]:
    """Return the sentences of what somebody perceives in the tick after a state."""
    state, _told = receive(before, later.by_tick.get(before.tick + 1, ()), later.worlds)
    percepts = dict(perceive(state))
    return {one.text for one in percepts[who].news} if who in percepts else ()


def _inputs_after(replay: "Replay", tick: int) -> LaterInputs:
    """Return the inputs of a run after a tick but for other random seeds, which the arms have of
    their own."""
    inputs = {
        line.tick: tuple(one for one in line.inputs if not isinstance(one, Reseed))
        for line, _world, _minute in replay.read_log(tick + 1)
        if line.tick > tick and line.inputs
    }
    named = [
        one.digest for items in inputs.values() for one in items if isinstance(one, WorldReloaded)
    ]
    return LaterInputs(inputs, {digest: replay.world(digest) for digest in named})
