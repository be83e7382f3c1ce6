"""The loop of one mind in one tick: perceive, remember, react, plan, reflect, choose one action,
write back.

A generator without input or output: it yields questions and queries, is sent the answers, and
returns its decision.
"""

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.act import choose_action, consider_words
from latticeville.mind.action import Options
from latticeville.mind.attention import filter_news
from latticeville.mind.belief import merge
from latticeville.mind.commitments import plan_appointments, settle
from latticeville.mind.conversation import listen
from latticeville.mind.follow import follow
from latticeville.mind.keep_or_react import keep_or_react
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Intent, Mind, ThoughtProcess
from latticeville.mind.model_calls import ThoughtTrace
from latticeville.mind.needs import change_needs
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.plan import Plan, carry_use
from latticeville.mind.planner import Deliberation, deliberate
from latticeville.mind.react import heed_news, react
from latticeville.mind.reflect import add_importance
from latticeville.mind.relation_updates import update_relations
from latticeville.mind.resource_beliefs import merge_resources
from latticeville.mind.sightings import sightings
from latticeville.mind.survival import asks_to_survive, survive
from latticeville.mind.talk_summary import sum_up_talk
from latticeville.mind.topics import knowing, remembered_topic
from latticeville.mind.troubles import note_troubles
from latticeville.mind.variations import vary_routine
from latticeville.world.model.world import World

RETRY_MINUTES = 5
"""Minutes after which people try a way again that was closed."""
MAX_WAIT_MINUTES = 40
"""Most minutes that people wait before they try again where there was no room."""


def think(mind: Mind, percept: Percept, options: Options, world: World) -> ThoughtProcess:
    """Run the loop once."""
    before, trace = mind, ThoughtTrace()
    seen = sightings(mind, percept, world) if "social" in world.rules else ()
    percept = filter_news(
        mind, replace(percept, news=(*percept.news, *seen)) if seen else percept, world
    )
    mind = _believe(mind, percept)
    mind = note_troubles(_remember(mind, percept, world), percept, world)
    if world.minds.relations:
        mind = update_relations(mind, percept, world)
    mind = settle(mind, percept, world)
    if percept.vitals is not None:
        mind = replace(
            mind, resources=merge_resources(mind.resources, percept, world.survival.radius)
        )
    if world.minds.talk:
        mind = listen(mind, percept, world)
    mind = change_needs(
        _select_step(mind, percept, world), before.beliefs, percept, world.settings.tick_minutes
    )
    if asks_to_survive(percept, options, world):
        mind = yield from deliberate(mind, percept, world, trace)
        decision = yield from survive(mind, percept, options, world, trace)
    elif world.mind_settings_of(percept.who).act == "model":
        decision = yield from _act_by_model(mind, before, percept, options, world, trace)
    else:
        decision = yield from _act_by_plan(mind, before, percept, options, world, trace)
    return trace.attach_to(decision)


def _act_by_plan(
    mind: Mind, before: Mind, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> ThoughtProcess:
    """React to what calls for it, or follow the plan."""
    mind, decision = yield from react(mind, before, percept, options, world, trace)
    if decision is not None:
        return decision
    mind = yield from _plan_ahead(mind, percept, world, trace)
    return follow(mind, percept, options, world)


def _act_by_model(
    mind: Mind, before: Mind, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> ThoughtProcess:
    """Agree to what is proposed, plan, and let the model choose among all that can be done."""
    mind = yield from consider_words(mind, percept, world, trace)
    if not trace.asks:
        mind = yield from heed_news(mind, percept, world, trace)
    mind = yield from _plan_ahead(mind, percept, world, trace)
    plan = follow(mind, percept, options, world)
    return (yield from choose_action(mind, before.beliefs, plan, percept, options, world, trace))


def _plan_ahead(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Deliberation:
    """Keep to the plan or change it, plan what is due, or sum up a talk; nothing where something
    was asked before."""
    if trace.asks:
        return mind
    if world.mind_settings_of(percept.who).react == "always":
        mind, changed = yield from keep_or_react(mind, percept, world, trace)
        if changed:
            return mind
    asked = len(trace.asks)
    mind = yield from deliberate(mind, percept, world, trace)
    if len(trace.asks) == asked:
        mind = yield from sum_up_talk(mind, percept, world, trace)
    return mind


def _believe(mind: Mind, percept: Percept) -> Mind:
    beliefs = merge(mind.beliefs, percept)
    if percept.sights is mind.beliefs.sights:
        return replace(mind, beliefs=beliefs)
    alarms = tuple([node.id for node in percept.sights if node.alarm])
    if alarms == mind.intent.alarms:
        return replace(mind, beliefs=beliefs)
    return replace(mind, beliefs=beliefs, intent=replace(mind.intent, alarms=alarms))


def _remember(mind: Mind, percept: Percept, world: World) -> Mind:
    if not percept.news:
        return mind
    first = len(mind.memory)
    records = [
        MemoryRecord(
            first + count,
            "action" if news.actor == percept.who else "observation",
            news.text,
            percept.tick,
            percept.place,
            importance=news.importance,
            topic=remembered_topic(news),
            about=tuple(filter(None, dict.fromkeys((news.actor, *news.about)))),
            shared=knowing(news, percept),
            spoken=news.kind == "said",
            doing=news.doing,
        )
        for count, news in enumerate(percept.news)
    ]
    inner = add_importance(
        mind.inner, [news.importance for news in percept.news], world.mind_settings_of(percept.who)
    )
    memory, intent = mind.memory.grow(records), _note_obstacles(mind.intent, percept)
    return replace(mind, memory=memory, inner=inner, intent=intent)


def _note_obstacles(intent: Intent, percept: Percept) -> Intent:
    """Return the intent of somebody who may have been turned away, or have found the way closed."""
    for news in percept.news:
        if news.kind == "barred" and news.actor == percept.who:
            intent = _note_refusal(intent, news, percept.minute)
        elif news.kind == "baulked" and news.actor == percept.who:
            intent = replace(intent, baulked=news.about[0], baulked_at=percept.minute)
    return intent


def _note_refusal(intent: Intent, news: Observation, minute: int) -> Intent:
    """Return the intent of somebody who was turned away: whoever is so again soon waits twice as
    long."""
    area = news.about[0]
    again = area == intent.barred and minute - intent.barred_until <= MAX_WAIT_MINUTES
    wait = (
        min(2 * intent.patience, MAX_WAIT_MINUTES) if again and intent.patience else RETRY_MINUTES
    )
    return replace(intent, barred=area, barred_until=max(news.until, minute + wait), patience=wait)


def _select_step(mind: Mind, percept: Percept, world: World) -> Mind:
    """Take up the step of the plan that this minute asks for."""
    minute, intent = percept.minute, mind.intent
    if intent.baulked and minute >= intent.baulked_at + RETRY_MINUTES:
        intent = replace(intent, baulked="")
        mind = replace(mind, intent=intent)
    plan = mind.plan
    if (
        intent.step is not None
        and minute in intent.step
        and plan is not None
        and minute // DAY == plan.day
    ):
        due = plan.appointment_at(minute)
        if due is None or due == intent.step:
            return mind
    return _begin_step(mind, percept, world)


def _begin_step(mind: Mind, percept: Percept, world: World) -> Mind:
    """Take up another step, of a new plan where the day is new; or go on with the same thing."""
    minute, intent = percept.minute, mind.intent
    day, plan = minute // DAY, mind.plan
    if plan is None or plan.day != day:
        lives = world.minds.plan != "none"
        routine = world.people[percept.who].persona.routine if lives else ()
        plan = plan_appointments(Plan(day, percept.tick, routine), mind, percept, world)
    if plan is not None and world.minds.vary:
        plan = vary_routine(plan, mind, percept, world)
    step = plan.step_at(minute) if plan is not None else None
    more = None if intent.used else carry_use(intent.step, step)
    if more is not None:
        return replace(mind, plan=plan, intent=replace(intent, step=more))
    return replace(
        mind,
        plan=plan,
        intent=replace(intent, step=step, meant="", used=False, fetched=False, baulked=""),
    )
