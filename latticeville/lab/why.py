"""Why a person acted: one action of one tick, from the percept to its witnesses."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, format_time
from latticeville.db.replay import Replay
from latticeville.db.tape_file import model_calls_at
from latticeville.db.vectors import replay_embedder
from latticeville.lab.effective_inputs import describe_input, effective_inputs
from latticeville.lab.relations import RelationRow, relation_row
from latticeville.lab.retrievals import ScoredMemory, repeat_retrievals
from latticeville.llm.known_replies import KnownReply, read_known_reply
from latticeville.llm.model import ModelError
from latticeville.llm.model_call_tape import ModelCall, ReplayingModel
from latticeville.mind.action import SAY, Action
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Decision, Mind, Thought
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.planner import DETAIL_IMPORTANCE
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.sightings import sightings
from latticeville.mind.think import think
from latticeville.sim.events import Event, Idled, Refused, make_observation, narrate
from latticeville.sim.inputs import WorldReloaded, receive
from latticeville.sim.mind_driver import drive_minds
from latticeville.sim.options import Affordances
from latticeville.sim.perception import perceive
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.location_path import location_path
from latticeville.world.model.world import World

BACK = 240
"""Ticks that are looked back through for what an errand or a talk began with."""
MADE = 4000
"""Newest memories that are looked through for the plans of a day."""
PLANNED = ("plan", "leave", "barred")
"""Why somebody acts who goes by a step of the plan."""


class UnknownPersonError(Exception):
    """A run holds no such person or no such tick of theirs; the sentence says which there are."""


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
    """A query with what came to mind, best first, and the ids of those that reached a prompt of this tick."""

    query: str
    profile: str
    k: int
    of: int
    memories: list[ScoredMemory]
    prompted: tuple[int, ...]


class ModelExchange(msgspec.Struct, frozen=True):
    """A question to the model exactly as it was put, and the reply exactly as it came.

    `source` is that of the reply (`Reply`), behavior where the mind knew the reply, as `known` says, or "lost" where
    the tape no longer holds it; `tokens` are those of prompt and reply.
    """

    kind: str
    digest: str
    system: str
    prompt: str
    choices: tuple[str, ...]
    reply: str
    source: str
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    error: str = ""
    known: KnownReply | None = None


class PlanOrigin(msgspec.Struct, frozen=True):
    """Where a step or an errand came from: what was settled at a tick, what was asked for it then, and of what kind."""

    tick: int
    when: str
    what: str
    asks: tuple[ModelExchange, ...] = ()
    kind: str = ""


class Witness(msgspec.Struct, frozen=True):
    """Somebody who perceived an event, at which tick, and under which id they remember it; None while nobody has."""

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

    `again` says whether the mind, run once more on the tape, came to the same thought: yes, no, or why nobody can say.
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


def explain(replay: Replay, who: str, tick: int) -> Why:
    """Walk the chain behind what somebody did in a tick."""
    payload = replay.at(tick)
    state, thought = payload.state, _thought(replay, payload, who)
    past = replay.at(tick - 1).state
    before, percept = _perceived(replay, past, payload, who)
    world, tape = before.world, model_calls_at(replay.folder, tick)
    fresh = state.minds[who].memory.since(len(before.minds[who].memory))
    heard = {news.text for news in (*percept.news, *sightings(before.minds[who], percept, world))}
    observed, other = _parted([_noted(memory, world) for memory in fresh], heard)
    faults = (_against(event, who) for event in payload.events)
    fault = thought.fault or next(filter(None, faults), "")
    return Why(
        who,
        world.name_of(who),
        tick,
        format_time(state.minute),
        world.name_of(percept.place),
        tuple(describe_input(item, world) for item in effective_inputs(payload.inputs)),
        tuple(_seen(before, percept, who)),
        tuple(news.text for news in percept.news),
        observed,
        _recalls(replay.folder, payload, who, tape, replay.segments[-1].header.embedder),
        thought.why,
        _step(thought, world),
        tuple(_roots(replay, payload, who)),
        _asks(thought, tape),
        other,
        describe(thought.action, world),
        _cited(thought, state.minds[who], world),
        len(Affordances(before, who).all_actions()),
        not fault,
        fault,
        tuple(_outcomes(replay, payload, who)),
        _again(replay, before, percept, thought, tape),
        tuple(relation_row(state, who, other) for other in _spoken_to(thought.action)),
    )


def _spoken_to(action: Action) -> tuple[str, ...]:
    return tuple(filter(None, (action.target, *action.others))) if action.kind == SAY else ()


def _thought(replay: Replay, payload: TickPayload, who: str) -> Thought:
    """Return what somebody thought in a tick; NobodyError where there is nobody or no thought."""
    if who not in payload.state.minds:
        names = ", ".join(sorted(payload.state.minds))
        raise UnknownPersonError(f"there is no person “{who}”: choose one of {names}")
    died = payload.state.tick_of_death(who)
    if 0 < died < payload.tick:
        name = payload.state.world.name_of(who)
        raise UnknownPersonError(f"{name} died at tick {died}: choose a tick from {replay.first + 1} to {died}")
    thought = payload.thoughts.get(who)
    if payload.tick <= replay.first or thought is None:
        between = f"{replay.first + 1} to {replay.last}"
        raise UnknownPersonError(f"there are no decisions at tick {payload.tick}: choose a tick from {between}")
    return thought


def _seen(before: State, percept: Percept, who: str) -> Iterator[SeenNode]:
    """Yield what was in sight, and whether it looked otherwise than it was taken to."""
    known = {node.id: node for node in before.minds[who].beliefs.sights}
    for node in percept.sights:
        if node.id != who:
            name, odd = before.world.name_of(node.id), node != known.get(node.id)
            yield SeenNode(node.id, name, node.kind, node.looks, odd)


def _parted(kept: list[NewRecord], heard: set[str]) -> tuple[tuple[NewRecord, ...], tuple[NewRecord, ...]]:
    """Return the new records of what was perceived, and those of thoughts."""
    perceived = ("observation", "action")
    observed = (one for one in kept if one.kind in perceived and one.text in heard)
    return tuple(observed), tuple(one for one in kept if one.kind not in perceived)


def _cited(thought: Thought, mind: Mind, world: World) -> tuple[NewRecord, ...]:
    return tuple(_noted(mind.memory[place], world) for place in thought.cites if place < len(mind.memory))


def describe(action: Action, world: World) -> str:
    """Tell an action in a few words."""
    target = world.name_with_article(action.target) if action.target else ""
    if action.kind == "say":
        return f"say to {target}: “{action.words}”"
    if action.kind == "move":
        return f"go to {target}"
    if action.verb is not None:
        return f"{action.verb} {target}"
    return action.words or action.kind


def state_with_inputs(replay: Replay, past: State, payload: TickPayload) -> State:
    """Return the state that a tick began with: the one before, its inputs received and its news rated."""
    worlds = {item.digest: replay.world(item.digest) for item in payload.inputs if isinstance(item, WorldReloaded)}
    before, _events = receive(past, payload.inputs, worlds)
    return replace(before, ratings=payload.state.ratings)


def _perceived(replay: Replay, past: State, payload: TickPayload, who: str) -> tuple[State, Percept]:
    before = state_with_inputs(replay, past, payload)
    return before, next(percept for name, percept in perceive(before) if name == who)


def _noted(memory: MemoryRecord, world: World) -> NewRecord:
    path = location_path(world, memory.place, memory.about)
    return NewRecord(memory.id, memory.kind, memory.text, memory.importance, memory.cites, path)


def _against(event: Event, who: str) -> str:
    """Return why somebody's action came to nothing, if that is what an event tells."""
    return event.reason if isinstance(event, Idled | Refused) and event.who == who else ""


def _recalls(
    folder: Path, payload: TickPayload, who: str, tape: list[ModelCall], embedder: str
) -> tuple[RetrievalSummary, ...]:
    thought = payload.thoughts[who]
    if not thought.recalls:
        return ()
    shown = "\n".join(one.request.prompt for one in tape if one.request.who == who)
    found = []
    for call in repeat_retrievals(payload, who, replay_embedder(folder, embedder), None, None, None):
        above = [one for one in call.memories if one.above]
        prompted = tuple(one.row.id for one in above if one.text in shown)
        found.append(RetrievalSummary(call.query, call.profile, call.k, len(call.memories), above, prompted))
    return tuple(found)


def _asks(thought: Thought, tape: list[ModelCall]) -> tuple[ModelExchange, ...]:
    """Return the questions of a thought with what the tape holds of them."""
    held = {one.request.digest: one for one in tape}
    found = []
    for ask in thought.asks:
        one = held.get(ask.digest)
        if one is None:
            found.append(ModelExchange(ask.kind, ask.digest, "", "", (), ask.reply, "lost", error=ask.error))
            continue
        put, reply = one.request, one.reply
        found.append(
            ModelExchange(
                put.kind,
                ask.digest,
                put.system,
                put.prompt,
                put.choices,
                reply.text,
                reply.source,
                reply.tokens,
                reply.seconds,
                ask.error or reply.error,
                read_known_reply(put, reply),
            )
        )
    return tuple(found)


def _step(thought: Thought, world: World) -> str:
    step = thought.step
    if step is None:
        return ""
    rule = f" (rule: {step.rule})" if step.rule else ""
    use = f", {step.use.verb} {world.name_with_article(step.use.thing)}" if step.use else ""
    when = f"{format_time(step.start)}–{format_time(step.end)[4:]}"
    return f"{when} {step.doing} at {world.name_of(step.place)}{use}{rule}"


def _roots(replay: Replay, payload: TickPayload, who: str) -> Iterator[PlanOrigin]:
    """Yield what a thought rests on from other ticks: the plans of the day, or what began an errand or a talk."""
    state, thought = payload.state, payload.thoughts[who]
    if thought.why in ("errand", "talk"):
        yield from _beginning(replay, payload, who)
        return
    plan, step = state.minds[who].plan, thought.step
    if thought.why not in PLANNED or plan is None or step is None:
        return
    if step in plan.appointments:
        yield from _agreed(replay, state, who, step)
        return
    if not any(level for level in (plan.steps, plan.hours, plan.strokes)):
        yield PlanOrigin(-1, "always", f"{state.world.name_with_article(who)}'s routine: {_step(thought, state.world)}")
        return
    yield from reversed([*_shaped(replay, payload, who, plan, step)])


def _agreed(replay: Replay, state: State, who: str, step: PlanStep) -> Iterator[PlanOrigin]:
    """Yield the words that asked somebody to come, and the commitment that they made."""
    mind = state.minds[who]
    made = next((one for one in mind.commitments if (one.at.place, one.at.end) == (step.place, step.end)), None)
    if made is None:
        yield from _expected(state, mind, step)
        return
    record = mind.memory[made.record]
    for cited in (mind.memory[at] for at in record.cites):
        yield PlanOrigin(cited.tick, format_time(_minute(state, cited.tick)), cited.text, (), "heard")
    thought = replay.at(record.tick).thoughts[who]
    asks = tuple(one for one in _asks(thought, model_calls_at(replay.folder, record.tick)) if one.kind == "commit")
    yield PlanOrigin(record.tick, format_time(_minute(state, record.tick)), record.text, asks, "commit")


def _expected(state: State, mind: Mind, step: PlanStep) -> Iterator[PlanOrigin]:
    """Yield the words of those for whom somebody waits."""
    for one in mind.relations.promises:
        if one.at.place == step.place and step.start <= one.at.start < step.end:
            heard = mind.memory[one.memory]
            yield PlanOrigin(heard.tick, format_time(_minute(state, heard.tick)), heard.text, (), "heard")


def _shaped(replay: Replay, payload: TickPayload, who: str, plan: Plan, step: PlanStep) -> Iterator[PlanOrigin]:
    """Yield the plans of earlier ticks that a step is part of, the newest first: each level's newest that holds it."""
    state = payload.state
    means = f"{state.world.name_with_article(who)} means to: "
    wanted = _levels(plan, step)
    for one in _plans(state, who, plan.day):
        if not wanted:
            return
        if wanted == {"day"} and one.importance == DETAIL_IMPORTANCE and one.text.startswith(means):
            continue
        thought = payload.thoughts[who] if one.tick == payload.tick else replay.at(one.tick).thoughts[who]
        found = {ask.kind for ask in thought.asks} & wanted
        wanted -= found
        if found and one.tick < payload.tick:
            held = _asks(thought, model_calls_at(replay.folder, one.tick))
            yield PlanOrigin(one.tick, format_time(_minute(state, one.tick)), one.text, held, _kinds(held))


def _levels(plan: Plan, step: PlanStep) -> set[str]:
    """Return the kinds of plan that a step is part of."""
    levels = {"day": plan.strokes, "hours": plan.hours, "steps": plan.steps}
    return {kind for kind, steps in levels.items() if any(step.start in one for one in steps)}


def _plans(state: State, who: str, day: int) -> Iterator[MemoryRecord]:
    """Yield somebody's newest records of plans for a day, the newest first."""
    for one in reversed(state.minds[who].memory.last(MADE)):
        if one.kind == "plan" and _day(state, one.tick) == day:
            yield one


def _kinds(asks: tuple[ModelExchange, ...]) -> str:
    """Name the questions of a tick by their kinds, in their order."""
    return ", ".join(dict.fromkeys(ask.kind for ask in asks))


def _minute(state: State, tick: int) -> int:
    return state.minute_of(tick)


def _day(state: State, tick: int) -> int:
    return _minute(state, tick) // DAY


def _beginning(replay: Replay, payload: TickPayload, who: str) -> Iterator[PlanOrigin]:
    last: PlanOrigin | None = None
    for then in replay.payloads(max(replay.first, payload.tick - BACK)):
        if then.tick >= payload.tick:
            break
        thought = then.thoughts.get(who)
        if thought is not None and thought.asks and thought.why in ("react", "greet", "answer"):
            held = _asks(thought, model_calls_at(replay.folder, then.tick))
            told = describe(thought.action, then.state.world)
            last = PlanOrigin(then.tick, format_time(then.state.minute), told, held, _kinds(held))
    if last is not None:
        yield last


def _outcomes(replay: Replay, payload: TickPayload, who: str) -> Iterator[Outcome]:
    """Yield what the action led to; it is perceived at the beginning of the next tick."""
    done = [event for event in payload.events if getattr(event, "who", "") == who]
    later = replay.at(payload.tick + 1) if payload.tick < replay.last else None
    before = payload.state if later is None else state_with_inputs(replay, payload.state, later)
    percepts = dict(perceive(before)) if done else {}
    for event in done:
        seen, world = make_observation(event, payload.state.world), payload.state.world
        witnesses = tuple(_witnesses(seen, percepts, payload.tick + 1, later)) if seen else ()
        yield Outcome(type(event).__name__.lower(), narrate(event, world), getattr(event, "area", ""), witnesses)


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


def _again(replay: Replay, before: State, percept: Percept, thought: Thought, tape: list[ModelCall]) -> str:
    """Run the mind once more, on what the model answered then."""
    who, world = percept.who, before.world
    memories = MemoryIndex(replay_embedder(replay.folder, replay.segments[-1].header.embedder))
    mind = think(before.minds[who], percept, Affordances(before, who), world)
    try:
        decision: Decision = drive_minds([(who, mind)], ReplayingModel(tape), memories)[who]
    except ModelError as error:
        return f"not possible: {error}"
    return "yes" if decision.thought == thought else "no: different decision"
