"""Planning: self-summary, the day, hours and steps; at most one of these per tick."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.mind.decision_cache import Situation, keep_decision, reuse_decision
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Answers, Mind, Round
from latticeville.mind.model_calls import ThoughtTrace, ask_model_once, format_memories, retrieve_merged
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan, PlanStep, Steps
from latticeville.mind.prompt_choices import object_uses, place_choices, planned_places
from latticeville.mind.prompt_context import agent_context, day_facts, persona_summary, retrieval_query
from latticeville.mind.reflect import is_due, reflect
from latticeville.mind.requests.plan import PlanDay, PlanHours, PlanSteps, SelfSummary
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World

RETRY_MINUTES = 30
"""Minutes after which a model that gave no usable answer is asked again."""
DETAIL_IMPORTANCE = 1
"""Importance of the details of a plan that was itself rated."""

Deliberation = Generator[Round, Answers, Mind]
"""A part of the loop that changes a mind."""


def is_planned_by_model(persona: Persona, world: World) -> bool:
    """Tell whether a model plans somebody's days."""
    return world.minds.plan == "model" or (world.minds.plan == "routine" and not persona.routine)


def deliberate(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Deliberation:
    """Do the most urgent of what is due, if anything is."""
    plan = mind.plan
    if mind.inner.later > percept.minute or plan is None:
        return mind
    if is_planned_by_model(world.people[percept.who].persona, world):
        if not plan.strokes:
            mind = yield from _summarize_self(mind, percept, world, trace)
            if mind.inner.later > percept.minute:
                return mind
            return (yield from plan_day(mind, plan, percept, world, trace))
        coarse = plan.undivided_block(percept.minute)
        if coarse is not None:
            level, step = coarse
            divide = _plan_hours if level == "hours" else _plan_steps
            return (yield from divide(mind, plan, step, percept, world, trace))
    if is_due(mind, world.mind_settings_of(percept.who)):
        mind = yield from reflect(mind, percept, world, trace)
        return _delay_retry(mind, percept, trace)
    return mind


def plan_day(
    mind: Mind, plan: Plan, percept: Percept, world: World, trace: ThoughtTrace, because: str = ""
) -> Deliberation:
    """Plan the day from now on; what lies before stays as it was."""
    start, day = percept.minute, DAYS[percept.minute // DAY % 7]
    facts = day_facts(mind, percept, world, start, start - start % DAY + DAY) | {"because": because}
    query = f"{facts['name']}'s plans for {day}. {because}".strip()
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    offered = planned_places(mind, percept, world)
    facts |= place_choices(offered) | {
        "memories": format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget)
    }
    found = yield from ask_model_once(PlanDay(facts, offered, start), percept, world, trace)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    strokes, importance = found.answer
    mind = add_record(
        mind, percept, "plan", f"{facts['name']} plans {day}: {_format_steps(strokes, world)}.", importance
    )
    return _adopt_plan(mind, plan.replan(start, strokes), percept)


def _summarize_self(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Deliberation:
    """Sum oneself up anew once a day."""
    inner, today = mind.inner, percept.minute // DAY
    if inner.day == today:
        return mind
    facts = agent_context(mind, percept, world)
    persona = world.people[percept.who].persona
    queries = [f"{facts['name']}'s {what}" for what in ("nature", "occupation now", "feelings about their life")]
    mind, memories = yield from retrieve_merged(mind, queries, percept, world, trace)
    facts |= {
        "persona": persona_summary(persona, world),
        "memories": format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget),
    }
    found = yield from ask_model_once(SelfSummary(facts), percept, world, trace)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    return replace(mind, inner=replace(mind.inner, identity=found.answer, day=today))


def _plan_hours(
    mind: Mind, plan: Plan, stroke: PlanStep, percept: Percept, world: World, trace: ThoughtTrace
) -> Deliberation:
    start = max(percept.minute, stroke.start)
    mind, facts = yield from _prepare_division(mind, stroke, start, percept, world, trace)
    offered = planned_places(mind, percept, world)
    question = PlanHours(facts | place_choices(offered), offered, start, stroke.end)
    found = yield from ask_model_once(question, percept, world, trace)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    mind = _record_details(mind, percept, facts["name"], found.answer, world)
    return _adopt_plan(mind, replace(plan, hours=found.answer, steps=()), percept)


def _plan_steps(
    mind: Mind, plan: Plan, hour: PlanStep, percept: Percept, world: World, trace: ThoughtTrace
) -> Deliberation:
    start = max(percept.minute, hour.start)
    offered = object_uses(mind, percept, hour, world)
    question = PlanSteps({}, offered, replace(hour, start=start))
    situation = _steps_situation(question)
    found = yield from reuse_decision(mind, situation, question, percept, world, trace)
    if found is None:
        mind, facts = yield from _prepare_division(mind, hour, start, percept, world, trace)
        question = replace(question, facts=facts | {"uses": "; ".join(offered) or "none"})
        found = yield from ask_model_once(question, percept, world, trace)
        mind = keep_decision(mind, situation, found, percept, world)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    mind = _record_details(mind, percept, agent_context(mind, percept, world)["name"], found.answer, world)
    return _adopt_plan(mind, replace(plan, steps=found.answer), percept)


def _steps_situation(question: PlanSteps) -> Situation:
    """Return what the steps of an hour depend on: its place, activity, length and hour, and what can be used."""
    hour = question.hour
    about = (str(hour.end - hour.start), *sorted(question.uses))
    return Situation("steps", hour.place, hour.doing, hour.start // 60 % 24, about=about)


def _prepare_division(
    mind: Mind, step: PlanStep, start: int, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, tuple[Mind, dict[str, str]]]:
    """Return what a question needs that divides a step from a minute on."""
    facts = day_facts(mind, percept, world, start, step.end)
    facts |= {"doing": step.doing, "place": world.name_of(step.place), "place_id": step.place}
    mind, memories = yield from retrieve_merged(mind, [retrieval_query(mind, percept, world)], percept, world, trace)
    facts["memories"] = format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget // 2)
    return mind, facts


def _adopt_plan(mind: Mind, plan: Plan, percept: Percept) -> Mind:
    """Let a mind live by a plan from now on."""
    step = plan.step_at(percept.minute)
    intent = replace(mind.intent, step=step, meant="", used=False)
    return replace(mind, plan=replace(plan, made=percept.tick), intent=intent)


def _record_details(mind: Mind, percept: Percept, name: str, steps: Steps, world: World) -> Mind:
    return add_record(mind, percept, "plan", f"{name} means to: {_format_steps(steps, world)}.", DETAIL_IMPORTANCE)


def _format_steps(steps: Steps, world: World) -> str:
    """Tell steps in a line, those that go on with the same once."""
    fresh = [
        step
        for before, step in zip((None, *steps), steps, strict=False)
        if before is None or (before.doing, before.place) != (step.doing, step.place)
    ]
    return "; ".join(f"{format_hours(step.start)} {step.doing} at {world.name_of(step.place)}" for step in fresh)


def add_record(
    mind: Mind, percept: Percept, kind: str, text: str, importance: int, cites: tuple[int, ...] = ()
) -> Mind:
    """Return the mind with one more record."""
    memory = MemoryRecord(len(mind.memory), kind, text, percept.tick, percept.place, cites, importance)
    return replace(mind, memory=mind.memory.grow([memory]))


def _delay_retry(mind: Mind, percept: Percept, trace: ThoughtTrace) -> Mind:
    """Give a model that failed some time."""
    if not any(ask.error for ask in trace.asks):
        return mind
    return replace(mind, inner=replace(mind.inner, later=percept.minute + RETRY_MINUTES))
