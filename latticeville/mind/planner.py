"""Planning: self-summary, the day, its hours and steps; at most one of these levels per tick."""

from collections.abc import Generator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.day_names import name_days
from latticeville.mind.decision_cache import Situation, keep_decision, reuse_decisions
from latticeville.mind.mind import Answers, Mind, Round
from latticeville.mind.model_calls import (
    Answered,
    ThoughtTrace,
    ask_model,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan, PlanStep, Steps
from latticeville.mind.prompt_choices import object_uses, place_choices, planned_places
from latticeville.mind.prompt_context import (
    agent_context,
    day_facts,
    outline,
    persona_summary,
    retrieval_query,
    routine_text,
)
from latticeville.mind.reflect import is_due, reflect
from latticeville.mind.requests.plan import (
    PlanDay,
    PlanHours,
    PlanSteps,
    SelfSummary,
    least_strokes,
)
from latticeville.mind.variations import stroke_data
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World

RETRY_MINUTES = 30
"""Minutes after which a model that gave no usable answer is asked again."""
HOURS_GRID, STEPS_GRID = 6 * 60, 2 * 60
"""Minutes from one time of day to the next at which everybody divides what begins until the one
after."""
SLOT_MINUTES = 10
"""Minutes from one time to the next at which people divide anything, so that those who were busy do
it together."""
HOURS_LEAD = 10
"""Minutes by which strokes are divided before those times, so that all divide their hours
together."""
DIVISION_SHARE = 5
"""The part of the budget of memories that a question about a part of the day gets is one in so
many."""
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
        due = _due_plan(mind, plan, percept, world, trace)
        if due is not None:
            return (yield from due)
    if is_due(mind, world.mind_settings_of(percept.who)):
        mind = yield from reflect(mind, percept, world, trace)
        return _delay_retry(mind, percept, trace)
    return mind


def _due_plan(
    mind: Mind, plan: Plan, percept: Percept, world: World, trace: ThoughtTrace
) -> Deliberation | None:
    """Return the part of planning that is due: the day, then hours of its strokes, then their
    steps."""
    minute = percept.minute
    if not plan.strokes:
        return _plan_whole_day(mind, plan, percept, world, trace)
    if minute % SLOT_MINUTES >= world.settings.tick_minutes and not plan.is_undivided(minute):
        return None
    strokes = plan.undivided_strokes(minute, _horizon(minute + HOURS_LEAD, HOURS_GRID))
    if strokes:
        return plan_hours(mind, plan, strokes, percept, world, trace)
    hours = plan.undivided_hours(minute, _horizon(minute, STEPS_GRID))
    return _plan_steps(mind, plan, hours, percept, world, trace) if hours else None


def _horizon(minute: int, grid: int) -> int:
    """Return the first minute of a grid after a minute.

    >>> _horizon(719, 360), _horizon(720, 360)
    (720, 1080)
    """
    return (minute // grid + 1) * grid


def _plan_whole_day(
    mind: Mind, plan: Plan, percept: Percept, world: World, trace: ThoughtTrace
) -> Deliberation:
    """Plan a day that has no strokes; if they are too few, plan it once more in the next tick."""
    mind = yield from _summarize_self(mind, percept, world, trace)
    if mind.inner.later > percept.minute:
        return mind
    today, least = percept.minute // DAY, least_strokes(percept.minute)
    again = (
        f"Your last plan had too few parts. Write at least {least}."
        if mind.inner.short_day == today
        else ""
    )
    planned = yield from plan_day(mind, plan, percept, world, trace, because=again)
    if planned.plan is None or again or not 0 < len(planned.plan.strokes) < least:
        return planned
    return replace(mind, inner=replace(mind.inner, short_day=today))


def plan_day(
    mind: Mind, plan: Plan, percept: Percept, world: World, trace: ThoughtTrace, because: str = ""
) -> Deliberation:
    """Plan the day from now on; what lies before stays as it was."""
    start, day = percept.minute, DAYS[percept.minute // DAY % 7]
    facts = day_facts(mind, percept, world, start, start - start % DAY + DAY) | {"because": because}
    query = f"{facts['name']}'s plans for {day}. {because}".strip()
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    offered, persona = planned_places(mind, percept, world), world.people[percept.who].persona
    facts |= place_choices(offered) | {
        "routine": routine_text(persona, world, outline(persona.routine)),
        "memories": format_memories(memories, percept, world, facts["name"], DIVISION_SHARE),
    }
    found = yield from ask_model_once(PlanDay(facts, offered, start), percept, world, trace)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    strokes, importance = found.answer
    text = f"{facts['name']} plans {day}: {_format_steps(strokes, world)}."
    mind = mind.with_record(percept, "plan", text, importance)
    return _adopt_plan(mind, plan.replan(start, strokes), percept)


def _summarize_self(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Deliberation:
    """Sum oneself up anew once a day."""
    inner, today = mind.inner, percept.minute // DAY
    if inner.day == today:
        return mind
    facts = agent_context(mind, percept, world)
    persona = world.people[percept.who].persona
    queries = [
        f"{facts['name']}'s {what}"
        for what in ("nature", "occupation now", "feelings about their life")
    ]
    mind, memories = yield from retrieve_merged(mind, queries, percept, world, trace)
    facts |= {
        "persona": persona_summary(replace(persona, secrets=()), world),
        "memories": format_memories(memories, percept, world, facts["name"]),
    }
    found = yield from ask_model_once(SelfSummary(facts), percept, world, trace)
    if found.answer is None:
        return _delay_retry(mind, percept, trace)
    return replace(
        mind, inner=replace(mind.inner, identity=name_days(found.answer, percept.minute), day=today)
    )


def plan_hours(
    mind: Mind,
    plan: Plan,
    strokes: Sequence[PlanStep],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Deliberation:
    """Divide strokes into hours, with one request each in one batch."""
    mind, memories = yield from _retrieve_for_division(mind, percept, world, trace)
    offered = planned_places(mind, percept, world)
    questions = []
    for stroke in strokes:
        start = max(percept.minute, stroke.start)
        facts = (
            _division_facts(mind, stroke, start, percept, world) | place_choices(offered) | memories
        )
        data = stroke_data(mind, percept, world, offered, start, stroke.end)
        questions.append(PlanHours(facts, offered, start, stroke.end, data))
    found = yield from ask_model(questions, percept, world, trace)
    answers = [one.answer for one in found if one.answer is not None]
    mind = _delay_retry(_record_details(mind, percept, answers, world), percept, trace)
    return (
        _adopt_plan(mind, plan.with_hours(_joined(answers), percept.minute), percept)
        if answers
        else mind
    )


def _plan_steps(
    mind: Mind,
    plan: Plan,
    hours: Sequence[PlanStep],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Deliberation:
    """Divide hours into steps, in the same way; those of a known situation without a question."""
    begun = [replace(hour, start=max(percept.minute, hour.start)) for hour in hours]
    bare = [PlanSteps({}, object_uses(mind, percept, hour, world), hour) for hour in begun]
    reused = yield from reuse_decisions(
        mind, [*map(_steps_situation, bare)], bare, percept, world, trace
    )
    unknown = [question for question, one in zip(bare, reused, strict=True) if one is None]
    mind, asked = yield from _ask_for_steps(mind, unknown, percept, world, trace)
    answers = [
        one.answer for one in (*reused, *asked) if one is not None and one.answer is not None
    ]
    mind = _delay_retry(_record_details(mind, percept, answers, world), percept, trace)
    return (
        _adopt_plan(mind, plan.with_steps(_joined(answers), percept.minute), percept)
        if answers
        else mind
    )


def _ask_for_steps(
    mind: Mind, bare: Sequence[PlanSteps], percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, tuple[Mind, list[Answered[Steps]]]]:
    """Ask the questions in one batch, and keep the decisions."""
    if not bare:
        return mind, []
    mind, memories = yield from _retrieve_for_division(mind, percept, world, trace)
    questions = [_steps_question(mind, one, memories, percept, world) for one in bare]
    asked = yield from ask_model(questions, percept, world, trace)
    for question, one in zip(bare, asked, strict=True):
        mind = keep_decision(mind, _steps_situation(question), one, percept, world)
    return mind, asked


def _steps_question(
    mind: Mind, bare: PlanSteps, memories: Mapping[str, str], percept: Percept, world: World
) -> PlanSteps:
    """Return the question for the steps of an hour with its facts."""
    facts = _division_facts(mind, bare.hour, bare.hour.start, percept, world)
    return replace(bare, facts={**facts, "uses": "; ".join(bare.uses) or "none", **memories})


def _steps_situation(question: PlanSteps) -> Situation:
    """Return what the steps of an hour depend on: its place, activity, length and hour, and what
    can be used."""
    hour = question.hour
    about = (str(hour.end - hour.start), *sorted(question.uses))
    return Situation("steps", hour.place, hour.doing, hour.start // 60 % 24, about=about)


def _joined(parts: Sequence[Steps]) -> Steps:
    return tuple(step for steps in parts for step in steps)


def _retrieve_for_division(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, tuple[Mind, dict[str, str]]]:
    """Return the memories that all questions of a tick about parts of the day share."""
    mind, found = yield from retrieve_merged(
        mind, [retrieval_query(mind, percept, world)], percept, world, trace
    )
    name = agent_context(mind, percept, world)["name"]
    return mind, {"memories": format_memories(found, percept, world, name, DIVISION_SHARE)}


def _division_facts(
    mind: Mind, step: PlanStep, start: int, percept: Percept, world: World
) -> dict[str, str]:
    """Return what a question needs that divides a step from a minute on."""
    place = {"doing": step.doing, "place": world.name_of(step.place), "place_id": step.place}
    return day_facts(mind, percept, world, start, step.end) | place


def _adopt_plan(mind: Mind, plan: Plan, percept: Percept) -> Mind:
    """Let a mind live by a plan from now on; a step that stays the same goes on."""
    mind = replace(mind, plan=replace(plan, made=percept.tick))
    step = plan.step_at(percept.minute)
    if step == mind.intent.step:
        return mind
    return replace(
        mind, intent=replace(mind.intent, step=step, meant="", used=False, fetched=False)
    )


def _record_details(mind: Mind, percept: Percept, parts: Sequence[Steps], world: World) -> Mind:
    name = agent_context(mind, percept, world)["name"]
    for steps in parts:
        text = f"{name} means to: {_format_steps(steps, world)}."
        mind = mind.with_record(percept, "plan", text, DETAIL_IMPORTANCE)
    return mind


def _format_steps(steps: Steps, world: World) -> str:
    """Tell steps in a line, those that go on with the same once."""
    fresh = [
        step
        for before, step in zip((None, *steps), steps, strict=False)
        if before is None or (before.doing, before.place) != (step.doing, step.place)
    ]
    return "; ".join(
        f"{format_hours(step.start)} {step.doing} at {world.name_of(step.place)}" for step in fresh
    )


def _delay_retry(mind: Mind, percept: Percept, trace: ThoughtTrace) -> Mind:
    """Give a model that failed some time."""
    if not any(ask.error for ask in trace.asks):
        return mind
    return replace(mind, inner=replace(mind.inner, later=percept.minute + RETRY_MINUTES))
