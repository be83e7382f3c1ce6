"""Planning: self-summary, the day, its hours and steps; at most one of these levels per tick."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY, DAYS, format_hours
from latticeville.core.day_names import name_days
from latticeville.mind.decision_cache import DecisionKey, keep_decision, reuse_decisions
from latticeville.mind.mind import Thinking
from latticeville.mind.model_calls import (
    Answered,
    ask_model,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.plan import Plan, PlanStep, Steps
from latticeville.mind.prompt_facts import (
    agent_context,
    day_facts,
    object_uses,
    outline,
    persona_summary,
    place_choices,
    planned_places,
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
from latticeville.mind.situation import Situation
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


def is_planned_by_model(persona: Persona, world: World) -> bool:
    """Tell whether a model plans somebody's days."""
    return world.minds.plan == "model" or (world.minds.plan == "routine" and not persona.routine)


def deliberate(now: Situation) -> Thinking[Situation]:
    """Do the most urgent of what is due, if anything is."""
    due = deliberation(now)
    return now if due is None else (yield from due)


def deliberation(now: Situation) -> Thinking[Situation] | None:
    """Return the most urgent of what is due; None where nothing is."""
    plan = now.mind.plan
    if now.mind.inner.later > now.minute or plan is None:
        return None
    if is_planned_by_model(now.persona, now.world):
        due = _due_plan(now, plan)
        if due is not None:
            return due
    return _reflect(now) if is_due(now.mind, now.settings) else None


def _reflect(now: Situation) -> Thinking[Situation]:
    now = yield from reflect(now)
    return _delay_retry(now)


def _due_plan(now: Situation, plan: Plan) -> Thinking[Situation] | None:
    """Return the part of planning that is due: the day, then hours of its strokes, then their
    steps."""
    minute = now.minute
    if not plan.strokes:
        return _plan_whole_day(now, plan)
    if minute % SLOT_MINUTES >= now.tick_minutes and not plan.is_undivided(minute):
        return None
    strokes = plan.undivided_strokes(minute, _horizon(minute + HOURS_LEAD, HOURS_GRID))
    if strokes:
        return plan_hours(now, plan, strokes)
    hours = plan.undivided_hours(minute, _horizon(minute, STEPS_GRID))
    return _plan_steps(now, plan, hours) if hours else None


def _horizon(minute: int, grid: int) -> int:
    """Return the first minute of a grid after a minute.

    >>> _horizon(719, 360), _horizon(720, 360)
    (720, 1080)
    """
    return (minute // grid + 1) * grid


def _plan_whole_day(now: Situation, plan: Plan) -> Thinking[Situation]:
    """Plan a day that has no strokes; if they are too few, plan it once more in the next tick."""
    now = yield from _summarize_self(now)
    if now.mind.inner.later > now.minute:
        return now
    today, least = now.minute // DAY, least_strokes(now.minute)
    again = (
        f"Your last plan had too few parts. Write at least {least}."
        if now.mind.inner.short_day == today
        else ""
    )
    planned = yield from plan_day(now, plan, because=again)
    if planned.mind.plan is None or again or not 0 < len(planned.mind.plan.strokes) < least:
        return planned
    return now.with_mind(inner=replace(now.mind.inner, short_day=today))


def plan_day(now: Situation, plan: Plan, because: str = "") -> Thinking[Situation]:
    """Plan the day from now on; what lies before stays as it was."""
    start, day = now.minute, DAYS[now.minute // DAY % 7]
    facts = day_facts(now, start, start - start % DAY + DAY) | {"because": because}
    query = f"{facts['name']}'s plans for {day}. {because}".strip()
    now, memories = yield from retrieve_merged(now, [query])
    offered, persona = planned_places(now), now.persona
    facts |= place_choices(offered) | {
        "routine": routine_text(persona, now.world, outline(persona.routine)),
        "memories": format_memories(now, memories, share=DIVISION_SHARE),
    }
    found = yield from ask_model_once(now, PlanDay(facts, offered, start))
    if found.answer is None:
        return _delay_retry(now)
    strokes, importance = found.answer
    text = f"{facts['name']} plans {day}: {_format_steps(strokes, now.world)}."
    now = now.with_record("plan", text, importance)
    return _adopt_plan(now, plan.replan(start, strokes))


def _summarize_self(now: Situation) -> Thinking[Situation]:
    """Sum oneself up anew once a day."""
    inner, today = now.mind.inner, now.minute // DAY
    if inner.day == today:
        return now
    facts = agent_context(now)
    persona = now.persona
    queries = [
        f"{facts['name']}'s {what}"
        for what in ("nature", "occupation now", "feelings about their life")
    ]
    now, memories = yield from retrieve_merged(now, queries)
    facts |= {
        "persona": persona_summary(replace(persona, secrets=()), now.world),
        "memories": format_memories(now, memories),
    }
    found = yield from ask_model_once(now, SelfSummary(facts))
    if found.answer is None:
        return _delay_retry(now)
    return now.with_mind(
        inner=replace(now.mind.inner, identity=name_days(found.answer, now.minute), day=today)
    )


def plan_hours(now: Situation, plan: Plan, strokes: Sequence[PlanStep]) -> Thinking[Situation]:
    """Divide strokes into hours, with one request each in one batch."""
    now, memories = yield from _retrieve_for_division(now)
    offered = planned_places(now)
    questions = []
    for stroke in strokes:
        start = max(now.minute, stroke.start)
        facts = _division_facts(now, stroke, start) | place_choices(offered) | memories
        data = stroke_data(now, offered, start, stroke.end)
        questions.append(PlanHours(facts, offered, start, stroke.end, data))
    found = yield from ask_model(now, questions)
    answers = [one.answer for one in found if one.answer is not None]
    now = _delay_retry(_record_details(now, answers))
    return _adopt_plan(now, plan.with_hours(_joined(answers), now.minute)) if answers else now


def _plan_steps(now: Situation, plan: Plan, hours: Sequence[PlanStep]) -> Thinking[Situation]:
    """Divide hours into steps, in the same way; those of a known situation without a question."""
    begun = [replace(hour, start=max(now.minute, hour.start)) for hour in hours]
    bare = [PlanSteps({}, object_uses(now, hour), hour) for hour in begun]
    reused = yield from reuse_decisions(now, [*map(_steps_key, bare)], bare)
    unknown = [question for question, one in zip(bare, reused, strict=True) if one is None]
    now, asked = yield from _ask_for_steps(now, unknown)
    answers = [
        one.answer for one in (*reused, *asked) if one is not None and one.answer is not None
    ]
    now = _delay_retry(_record_details(now, answers))
    return _adopt_plan(now, plan.with_steps(_joined(answers), now.minute)) if answers else now


def _ask_for_steps(
    now: Situation, bare: Sequence[PlanSteps]
) -> Thinking[tuple[Situation, list[Answered[Steps]]]]:
    """Ask the questions in one batch, and keep the decisions."""
    if not bare:
        return now, []
    now, memories = yield from _retrieve_for_division(now)
    questions = [_steps_question(now, one, memories) for one in bare]
    asked = yield from ask_model(now, questions)
    for question, one in zip(bare, asked, strict=True):
        now = keep_decision(now, _steps_key(question), one)
    return now, asked


def _steps_question(now: Situation, bare: PlanSteps, memories: Mapping[str, str]) -> PlanSteps:
    """Return the question for the steps of an hour with its facts."""
    facts = _division_facts(now, bare.hour, bare.hour.start)
    return replace(bare, facts={**facts, "uses": "; ".join(bare.uses) or "none", **memories})


def _steps_key(question: PlanSteps) -> DecisionKey:
    """Return what the steps of an hour depend on: its place, activity, length and hour, and what
    can be used."""
    hour = question.hour
    about = (str(hour.end - hour.start), *sorted(question.uses))
    return DecisionKey("steps", hour.place, hour.doing, hour.start // 60 % 24, about=about)


def _joined(parts: Sequence[Steps]) -> Steps:
    return tuple(step for steps in parts for step in steps)


def _retrieve_for_division(
    now: Situation,
) -> Thinking[tuple[Situation, dict[str, str]]]:
    """Return the memories that all questions of a tick about parts of the day share."""
    now, found = yield from retrieve_merged(now, [retrieval_query(now)])
    return now, {"memories": format_memories(now, found, share=DIVISION_SHARE)}


def _division_facts(now: Situation, step: PlanStep, start: int) -> dict[str, str]:
    """Return what a question needs that divides a step from a minute on."""
    place = {"doing": step.doing, "place": now.world.name_of(step.place), "place_id": step.place}
    return day_facts(now, start, step.end) | place


def _adopt_plan(now: Situation, plan: Plan) -> Situation:
    """Let a mind live by a plan from now on; a step that stays the same goes on."""
    now = now.with_mind(plan=replace(plan, made=now.tick))
    step = plan.step_at(now.minute)
    if step == now.mind.intent.step:
        return now
    return now.with_intent(step=step, meant="", used=False, fetched=False)


def _record_details(now: Situation, parts: Sequence[Steps]) -> Situation:
    name = agent_context(now)["name"]
    for steps in parts:
        text = f"{name} means to: {_format_steps(steps, now.world)}."
        now = now.with_record("plan", text, DETAIL_IMPORTANCE)
    return now


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


def _delay_retry(now: Situation) -> Situation:
    """Give a model that failed some time."""
    if not any(ask.error for ask in now.trace.asks):
        return now
    return now.with_mind(inner=replace(now.mind.inner, later=now.minute + RETRY_MINUTES))
