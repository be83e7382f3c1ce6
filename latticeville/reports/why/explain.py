"""Why a person acted: one action of one tick, from the percept to its witnesses."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.action import IDLE, INTERACT, SAY, Action
from latticeville.mind.attention import sightings
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.situation import Situation
from latticeville.reports.memories.retrievals import ScoredMemory, repeat_retrievals
from latticeville.reports.relations import RelationRow, relation_row
from latticeville.reports.report import ReportError
from latticeville.reports.why.action_text import describe
from latticeville.reports.why.model_exchange import ModelExchange, model_exchanges
from latticeville.reports.why.offered_topics import TopicOffer, offered_topics
from latticeville.reports.why.plan_origins import PlanOrigin, describe_step, plan_origins
from latticeville.reports.why.rethought import (
    Rethought,
    perceive_again,
    state_with_inputs,
    think_again,
)
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls_at
from latticeville.runs.vectors import replay_embedder
from latticeville.sim.event import Event
from latticeville.sim.events import Idled, Refused
from latticeville.sim.inputs import effective_inputs
from latticeville.sim.options import Affordances
from latticeville.sim.perception import perceive
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.place_names import location_path
from latticeville.world.model.world import World


class SeenNode(msgspec.Struct, frozen=True):
    """Something in sight; `new` since the tick before, or looking otherwise."""

    id: str
    name: str
    kind: str
    looks: str
    new: bool


class NewRecord(msgspec.Struct, frozen=True):
    """A record that was made in this tick."""

    id: int
    kind: str
    text: str
    importance: int
    cites: tuple[int, ...] = ()
    location_path: str = ""


class RetrievalSummary(msgspec.Struct, frozen=True):
    """A query with what came to mind, best first, and the ids of those that reached a prompt of
    this tick."""

    query: str
    profile: str
    k: int
    of: int
    memories: list[ScoredMemory]
    prompted: tuple[int, ...]


class Witness(msgspec.Struct, frozen=True):
    """Somebody who perceived an event, at which tick, and under which id they remember it; None
    while nobody has."""

    who: str
    tick: int
    memory: int | None


class Outcome(msgspec.Struct, frozen=True):
    """An event that the action led to, and who perceived it."""

    kind: str
    text: str
    area: str
    witnesses: tuple[Witness, ...]


class Why(msgspec.Struct, frozen=True):
    """The chain behind one action.

    `again` says whether the mind, run once more on the tape, came to the same thought: yes, no, or
    why nobody can say.
    """

    agent: str
    name: str
    tick: int
    when: str
    place: str
    inputs: tuple[str, ...]
    sights: tuple[SeenNode, ...]
    news: tuple[str, ...]
    observations: tuple[NewRecord, ...]
    recalls: tuple[RetrievalSummary, ...]
    why: str
    step: str
    roots: tuple[PlanOrigin, ...]
    asks: tuple[ModelExchange, ...]
    notes: tuple[NewRecord, ...]
    action: str
    cites: tuple[NewRecord, ...]
    choices: int
    valid: bool
    verdict: str
    outcomes: tuple[Outcome, ...]
    again: str
    bonds: tuple[RelationRow, ...] = ()
    """What those are to the person to whom they speak, with what moved that."""
    topics: tuple[TopicOffer, ...] = ()
    """What could be said, with the worth of each; what was said stands first."""


def explain(replay: Replay, who: str, tick: int) -> Why:
    """Walk the chain behind what somebody did in a tick."""
    payload = replay.at(tick)
    state, thought = payload.state, _thought(replay, payload, who)
    past = replay.at(tick - 1).state
    before, percept = perceive_again(replay, past, payload, who)
    world, tape = before.world, model_calls_at(replay.folder, tick)
    again = think_again(replay, before, percept, tape)
    exchanges = model_exchanges(thought, tape, lambda: again.asked)
    fresh = state.minds[who].memory.since(len(before.minds[who].memory))
    heard = {
        news.text
        for news in (*percept.news, *sightings(Situation.begin(before.minds[who], percept, world)))
    }
    observed, other = _parted([_noted(memory, world) for memory in fresh], heard)
    faults = (_against(event, who, world) for event in payload.events)
    fault = thought.fault or next(filter(None, faults), "")
    return Why(
        who,
        world.name_of(who),
        tick,
        format_time(state.minute),
        world.name_of(percept.place),
        tuple(item.clause(world) for item in effective_inputs(payload.inputs)),
        tuple(_seen(before, percept, who)),
        tuple(news.text for news in percept.news),
        observed,
        _recalls(replay.folder, payload, who, exchanges, replay.segments[-1].header.embedder),
        thought.why,
        describe_step(thought.step, world) if thought.step else "",
        tuple(plan_origins(replay, payload, who)),
        exchanges,
        other,
        describe(thought.action, world),
        _cited(thought, state.minds[who], world),
        _count_choices(before, who, thought.action, valid=not fault),
        not fault,
        fault,
        tuple(_outcomes(replay, payload, who)),
        _again(again, thought),
        tuple(relation_row(state, who, other) for other in _spoken_to(thought.action)),
        offered_topics(again.asked, thought.action),
    )


def _spoken_to(action: Action) -> tuple[str, ...]:
    return tuple(filter(None, (action.target, *action.others))) if action.kind == SAY else ()


def _thought(replay: Replay, payload: TickPayload, who: str) -> Thought:
    """Return what somebody thought in a tick; ReportError where there is nobody or no thought."""
    if who not in payload.state.minds:
        names = ", ".join(sorted(payload.state.minds))
        raise ReportError(f"there is no person “{who}”: choose one of {names}")
    died = payload.state.tick_of_death(who)
    if 0 < died < payload.tick:
        name = payload.state.world.name_of(who)
        raise ReportError(
            f"{name} died at tick {died}: choose a tick from {replay.first + 1} to {died}"
        )
    thought = payload.thoughts.get(who)
    if payload.tick <= replay.first or thought is None:
        between = f"{replay.first + 1} to {replay.last}"
        raise ReportError(
            f"there are no decisions at tick {payload.tick}: choose a tick from {between}"
        )
    return thought


def _seen(before: State, percept: Percept, who: str) -> Iterator[SeenNode]:
    """Yield what was in sight, and whether it looked otherwise than it was taken to."""
    known = {node.id: node for node in before.minds[who].beliefs.sights}
    for node in percept.sights:
        if node.id != who:
            name, odd = before.world.name_of(node.id), node != known.get(node.id)
            yield SeenNode(node.id, name, node.kind, node.looks, odd)


def _parted(
    kept: list[NewRecord], heard: set[str]
) -> tuple[tuple[NewRecord, ...], tuple[NewRecord, ...]]:
    """Return the new records of what was perceived, and those of thoughts."""
    perceived = ("observation", "action")
    observed = (one for one in kept if one.kind in perceived and one.text in heard)
    return tuple(observed), tuple(one for one in kept if one.kind not in perceived)


def _cited(thought: Thought, mind: Mind, world: World) -> tuple[NewRecord, ...]:
    return tuple(
        _noted(mind.memory[place], world) for place in thought.cites if place < len(mind.memory)
    )


def _noted(memory: MemoryRecord, world: World) -> NewRecord:
    path = location_path(world, memory.place, memory.about)
    return NewRecord(memory.id, memory.kind, memory.text, memory.importance, memory.cites, path)


def _against(event: Event, who: str, world: World) -> str:
    """Return why somebody's action came to nothing, if that is what an event tells."""
    if isinstance(event, Refused) and event.who == who:
        return event.told_reason(world)
    return event.reason if isinstance(event, Idled) and event.who == who else ""


def _count_choices(before: State, who: str, done: Action, *, valid: bool) -> int:
    """Count the actions that would have been let: neither those that an object refuses in its
    state, nor what was done and refused."""
    options = Affordances(before, who)
    refused: set[tuple[str, str, str | None]] = {
        (INTERACT, thing, offer.verb)
        for thing in before.things
        for offer in options.offers(thing)
        if offer.reason
    }
    if not valid and done.kind != IDLE:
        refused.add((done.kind, done.target, done.verb))
    return sum((one.kind, one.target, one.verb) not in refused for one in options.all_actions())


def _recalls(
    folder: Path, payload: TickPayload, who: str, exchanges: Sequence[ModelExchange], embedder: str
) -> tuple[RetrievalSummary, ...]:
    thought = payload.thoughts[who]
    if not thought.recalls:
        return ()
    shown = "\n".join(one.prompt for one in exchanges)
    found = []
    for call in repeat_retrievals(
        payload, who, replay_embedder(folder, embedder), None, None, None
    ):
        above = [one for one in call.memories if one.above]
        prompted = tuple(one.row.id for one in above if one.text in shown)
        found.append(
            RetrievalSummary(call.query, call.profile, call.k, len(call.memories), above, prompted)
        )
    return tuple(found)


def _outcomes(replay: Replay, payload: TickPayload, who: str) -> Iterator[Outcome]:
    """Yield what the action led to; it is perceived at the beginning of the next tick."""
    done = [event for event in payload.events if event.who == who]
    later = replay.at(payload.tick + 1) if payload.tick < replay.last else None
    before = payload.state if later is None else state_with_inputs(replay, payload.state, later)
    percepts = dict(perceive(before)) if done else {}
    for event in done:
        seen, world = event.observation(payload.state.world), payload.state.world
        witnesses = tuple(_witnesses(seen, percepts, payload.tick + 1, later)) if seen else ()
        yield Outcome(
            event.label,
            event.sentence(world),
            event.area,
            witnesses,
        )


def _witnesses(
    seen: Observation, percepts: Mapping[str, Percept], tick: int, later: TickPayload | None
) -> Iterator[Witness]:
    """Yield who perceives something, with the record that it becomes."""
    for name, percept in sorted(percepts.items()):
        if any(_same(news, seen) for news in percept.news):
            record = None if later is None else _remembered(later, name, seen.text)
            yield Witness(name, tick, record)


def _same(one: Observation, other: Observation) -> bool:
    return (one.kind, one.actor, one.text) == (other.kind, other.actor, other.text)


def _remembered(later: TickPayload, who: str, text: str) -> int | None:
    if who not in later.state.minds:
        return None
    fresh = later.state.minds[who].memory.last(64)
    return next((one.id for one in fresh if one.tick == later.tick and one.text == text), None)


def _again(found: Rethought, thought: Thought) -> str:
    """Say whether the mind, run once more on what the model answered then, came to the same
    thought."""
    if found.thought is None:
        return f"not possible: {found.fault}"
    return "yes" if found.thought == thought else "no: different decision"
