"""Deliberation: who one is, what the day holds, and what of it comes next; at most one of these a tick."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.core.clock import DAY, DAYS, hours
from latticeville.mind.asking import Notes, put_one, recall, told
from latticeville.mind.facts import day_facts, portrait, setting, situation
from latticeville.mind.memory import Memory
from latticeville.mind.mind import Answers, Mind, Round
from latticeville.mind.offers import offering, places, uses
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan, Step, Steps
from latticeville.mind.reflect import due, reflect
from latticeville.mind.requests import Identify, PlanDay, PlanHours, PlanSteps
from latticeville.world.pack import World
from latticeville.world.personas import Persona

PATIENCE = 30
"""Minutes after which a model that gave no usable answer is asked again."""
DETAIL = 1
"""Importance of the details of a plan that was itself rated."""

Deliberation = Generator[Round, Answers, Mind]
"""A part of the loop that changes a mind."""


def planned(persona: Persona, world: World) -> bool:
    """Tell whether a model plans somebody's days."""
    return world.minds.plan == "model" or (world.minds.plan == "routine" and not persona.routine)


def deliberate(mind: Mind, percept: Percept, world: World, notes: Notes) -> Deliberation:
    """Do the most urgent of what is due, if anything is."""
    plan = mind.plan
    if mind.inner.later > percept.minute or plan is None:
        return mind
    if planned(world.people[percept.who].persona, world):
        if not plan.strokes:
            mind = yield from _know_oneself(mind, percept, world, notes)
            if mind.inner.later > percept.minute:
                return mind
            return (yield from plan_day(mind, plan, percept, world, notes))
        coarse = plan.undivided(percept.minute)
        if coarse is not None:
            level, step = coarse
            divide = _plan_hours if level == "hours" else _plan_steps
            return (yield from divide(mind, plan, step, percept, world, notes))
    if due(mind, world.minds_of(percept.who)):
        mind = yield from reflect(mind, percept, world, notes)
        return _after(mind, percept, notes)
    return mind


def plan_day(mind: Mind, plan: Plan, percept: Percept, world: World, notes: Notes, because: str = "") -> Deliberation:
    """Plan the day from now on; what lies before stays as it was."""
    start, day = percept.minute, DAYS[percept.minute // DAY % 7]
    facts = day_facts(mind, percept, world, start, start - start % DAY + DAY) | {"because": because}
    query = f"{facts['name']}'s plans for {day}. {because}".strip()
    mind, memories = yield from recall(mind, [query], percept, world, notes)
    offered = places(mind, percept, world)
    facts |= offering(offered) | {"memories": told(memories, facts["name"], world.minds_of(percept.who).budget)}
    found = yield from put_one(PlanDay(facts, offered, start), percept, world, notes)
    if found.answer is None:
        return _after(mind, percept, notes)
    strokes, importance = found.answer
    mind = record(mind, percept, "plan", f"{facts['name']} plans {day}: {_listed(strokes, world)}.", importance)
    return _with_plan(mind, plan.remade(start, strokes), percept)


def _know_oneself(mind: Mind, percept: Percept, world: World, notes: Notes) -> Deliberation:
    """Sum oneself up anew once a day."""
    inner, today = mind.inner, percept.minute // DAY
    if inner.day == today:
        return mind
    facts = setting(mind, percept, world)
    persona = world.people[percept.who].persona
    queries = [f"{facts['name']}'s {what}" for what in ("nature", "occupation now", "feelings about their life")]
    mind, memories = yield from recall(mind, queries, percept, world, notes)
    facts |= {
        "persona": portrait(persona, world),
        "memories": told(memories, facts["name"], world.minds_of(percept.who).budget),
    }
    found = yield from put_one(Identify(facts), percept, world, notes)
    if found.answer is None:
        return _after(mind, percept, notes)
    return replace(mind, inner=replace(mind.inner, identity=found.answer, day=today))


def _plan_hours(mind: Mind, plan: Plan, stroke: Step, percept: Percept, world: World, notes: Notes) -> Deliberation:
    start = max(percept.minute, stroke.start)
    mind, facts = yield from _coarse(mind, stroke, start, percept, world, notes)
    offered = places(mind, percept, world)
    question = PlanHours(facts | offering(offered), offered, start, stroke.end)
    found = yield from put_one(question, percept, world, notes)
    if found.answer is None:
        return _after(mind, percept, notes)
    mind = _detailed(mind, percept, facts["name"], found.answer, world)
    return _with_plan(mind, replace(plan, hours=found.answer, steps=()), percept)


def _plan_steps(mind: Mind, plan: Plan, hour: Step, percept: Percept, world: World, notes: Notes) -> Deliberation:
    start = max(percept.minute, hour.start)
    mind, facts = yield from _coarse(mind, hour, start, percept, world, notes)
    offered = uses(mind, percept, hour, world)
    question = PlanSteps(facts | {"uses": "; ".join(offered) or "none"}, offered, replace(hour, start=start))
    found = yield from put_one(question, percept, world, notes)
    if found.answer is None:
        return _after(mind, percept, notes)
    mind = _detailed(mind, percept, facts["name"], found.answer, world)
    return _with_plan(mind, replace(plan, steps=found.answer), percept)


def _coarse(
    mind: Mind, step: Step, start: int, percept: Percept, world: World, notes: Notes
) -> Generator[Round, Answers, tuple[Mind, dict[str, str]]]:
    """Return what a question needs that divides a step from a minute on."""
    facts = day_facts(mind, percept, world, start, step.end)
    facts |= {"doing": step.doing, "place": world.name_of(step.place), "place_id": step.place}
    mind, memories = yield from recall(mind, [situation(mind, percept, world)], percept, world, notes)
    facts["memories"] = told(memories, facts["name"], world.minds_of(percept.who).budget // 2)
    return mind, facts


def _with_plan(mind: Mind, plan: Plan, percept: Percept) -> Mind:
    """Let a mind live by a plan from now on."""
    step = plan.step(percept.minute)
    intent = replace(mind.intent, step=step, meant="", used=False)
    return replace(mind, plan=replace(plan, made=percept.tick), intent=intent)


def _detailed(mind: Mind, percept: Percept, name: str, steps: Steps, world: World) -> Mind:
    return record(mind, percept, "plan", f"{name} means to: {_listed(steps, world)}.", DETAIL)


def _listed(steps: Steps, world: World) -> str:
    """Tell steps in a line, those that go on with the same once."""
    fresh = [
        step
        for before, step in zip((None, *steps), steps, strict=False)
        if before is None or (before.doing, before.place) != (step.doing, step.place)
    ]
    return "; ".join(f"{hours(step.start)} {step.doing} at {world.name_of(step.place)}" for step in fresh)


def record(mind: Mind, percept: Percept, kind: str, text: str, importance: int, cites: tuple[int, ...] = ()) -> Mind:
    """Return the mind with one more record."""
    memory = Memory(len(mind.memory), kind, text, percept.tick, percept.place, cites, importance)
    return replace(mind, memory=mind.memory.grow([memory]))


def _after(mind: Mind, percept: Percept, notes: Notes) -> Mind:
    """Give a model that failed some time."""
    if not any(ask.error for ask in notes.asks):
        return mind
    return replace(mind, inner=replace(mind.inner, later=percept.minute + PATIENCE))
