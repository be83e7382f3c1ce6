"""What a decision rests on from earlier ticks: plans, agreements, and what began an errand or a
talk."""

from collections.abc import Iterator

import msgspec

from latticeville.core.clock import DAY, format_hours, format_time
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.planner import DETAIL_IMPORTANCE
from latticeville.reports.why.action_text import describe
from latticeville.reports.why.model_exchange import ModelExchange, model_exchanges
from latticeville.reports.why.rethought import requests_at
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls_at
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World

BACK = 240
"""Ticks that are looked back through for what an errand or a talk began with."""
MADE = 4000
"""Newest memories that are looked through for the plans of a day."""
PLANNED = ("plan", "leave", "barred")
"""Why somebody acts who goes by a step of the plan."""


class PlanOrigin(msgspec.Struct, frozen=True):
    """Where a step or an errand came from: what was settled at a tick, what was asked for it then,
    and of what kind."""

    tick: int
    when: str
    what: str
    asks: tuple[ModelExchange, ...] = ()
    kind: str = ""


def plan_origins(replay: Replay, payload: TickPayload, who: str) -> Iterator[PlanOrigin]:
    """Yield what a thought rests on from other ticks: the plans of the day, or what began an errand
    or a talk."""
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
        usual = describe_step(step, state.world)
        yield PlanOrigin(-1, "always", f"{state.world.name_with_article(who)}'s routine: {usual}")
        return
    yield from reversed([*_shaped(replay, payload, who, plan, step)])


def _agreed(replay: Replay, state: State, who: str, step: PlanStep) -> Iterator[PlanOrigin]:
    """Yield the words that asked somebody to come, and the commitment that they made."""
    mind = state.minds[who]
    made = next(
        (one for one in mind.commitments if (one.at.place, one.at.end) == (step.place, step.end)),
        None,
    )
    if made is None:
        yield from _expected(state, mind, step)
        return
    record = mind.memory[made.record]
    for cited in (mind.memory[at] for at in record.cites):
        yield _origin(state, cited, (), "heard")
    thought = replay.at(record.tick).thoughts[who]
    held = _exchanges(replay, thought, who, record.tick)
    yield _origin(state, record, tuple(one for one in held if one.kind == "commit"), "commit")


def _expected(state: State, mind: Mind, step: PlanStep) -> Iterator[PlanOrigin]:
    """Yield the words of those for whom somebody waits."""
    for one in mind.relations.promises:
        if one.at.place == step.place and step.start <= one.at.start < step.end:
            yield _origin(state, mind.memory[one.memory], (), "heard")


def _shaped(
    replay: Replay, payload: TickPayload, who: str, plan: Plan, step: PlanStep
) -> Iterator[PlanOrigin]:
    """Yield the plans of earlier ticks that a step is part of, the newest first: each level's
    newest that holds it."""
    state = payload.state
    means = f"{state.world.name_with_article(who)} means to: "
    wanted = _levels(plan, step)
    for one in _plans(state, who, plan.day):
        if not wanted:
            return
        if wanted == {"day"} and one.importance == DETAIL_IMPORTANCE and one.text.startswith(means):
            continue
        thought = (
            payload.thoughts[who] if one.tick == payload.tick else replay.at(one.tick).thoughts[who]
        )
        found = {ask.kind for ask in thought.asks} & wanted
        wanted -= found
        if found and one.tick < payload.tick:
            held = _exchanges(replay, thought, who, one.tick)
            yield _origin(state, one, held, _kinds(held))


def _levels(plan: Plan, step: PlanStep) -> set[str]:
    """Return the kinds of plan that a step is part of."""
    levels = {"day": plan.strokes, "hours": plan.hours, "steps": plan.steps}
    return {kind for kind, steps in levels.items() if any(step.start in one for one in steps)}


def _plans(state: State, who: str, day: int) -> Iterator[MemoryRecord]:
    """Yield somebody's newest records of plans for a day, the newest first."""
    for one in reversed(state.minds[who].memory.last(MADE)):
        if one.kind == "plan" and state.minute_of(one.tick) // DAY == day:
            yield one


def _exchanges(replay: Replay, thought: Thought, who: str, tick: int) -> tuple[ModelExchange, ...]:
    """Return what somebody asked in an earlier tick, with the replies."""
    return model_exchanges(
        thought, model_calls_at(replay.folder, tick), lambda: requests_at(replay, who, tick)
    )


def _kinds(asks: tuple[ModelExchange, ...]) -> str:
    """Name the questions of a tick by their kinds, in their order."""
    return ", ".join(dict.fromkeys(ask.kind for ask in asks))


def _origin(
    state: State, record: MemoryRecord, asks: tuple[ModelExchange, ...], kind: str
) -> PlanOrigin:
    return PlanOrigin(
        record.tick, format_time(state.minute_of(record.tick)), record.text, asks, kind
    )


def _beginning(replay: Replay, payload: TickPayload, who: str) -> Iterator[PlanOrigin]:
    """Yield the last decision for which a model was asked before an errand or a talk, if it was
    lately."""
    last: TickPayload | None = None
    for then in replay.payloads(max(replay.first, payload.tick - BACK)):
        if then.tick >= payload.tick:
            break
        thought = then.thoughts.get(who)
        if thought is not None and thought.asks and thought.why in ("react", "greet", "answer"):
            last = then
    if last is not None:
        thought, state = last.thoughts[who], last.state
        held = _exchanges(replay, thought, who, last.tick)
        told = describe(thought.action, state.world)
        yield PlanOrigin(last.tick, format_time(state.minute), told, held, _kinds(held))


def describe_step(step: PlanStep, world: World) -> str:
    """Tell a step of a plan with its times."""
    rule = f" (rule: {step.rule})" if step.rule else ""
    use = f", {step.use.verb} {world.name_with_article(step.use.thing)}" if step.use else ""
    when = f"{format_time(step.start)}–{format_hours(step.end)}"
    return f"{when} {step.doing} at {world.name_of(step.place)}{use}{rule}"
