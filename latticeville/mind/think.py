"""The loop of one mind in one tick: perceive, remember, react, plan, reflect, choose one action, write back.

A generator without any input or output: it yields what it wants to ask and to recall, is sent the answers, and
returns its decision.
"""

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.action import Options
from latticeville.mind.asking import Notes
from latticeville.mind.attention import attend
from latticeville.mind.belief import merge
from latticeville.mind.deliberate import deliberate
from latticeville.mind.follow import follow
from latticeville.mind.memory import Memory
from latticeville.mind.mind import Intent, Mind, Thinking
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.plan import Plan, carried
from latticeville.mind.react import react
from latticeville.mind.reflect import stirred
from latticeville.world.pack import World

RETRY = 5
"""Minutes after which people try a way again that was closed."""
PATIENCE = 40
"""Most minutes that people wait before they try again where there was no room."""


def think(mind: Mind, percept: Percept, options: Options, world: World) -> Thinking:
    """Run the loop once."""
    before, notes = mind, Notes()
    percept = attend(mind, percept, world)
    mind = _believe(mind, percept)
    mind = _remember(mind, percept, world)
    mind = _take_step(mind, percept, world)
    mind, decision = yield from react(mind, before, percept, options, world, notes)
    if decision is None:
        if not notes.asks:
            mind = yield from deliberate(mind, percept, world, notes)
        decision = follow(mind, percept, options, world)
    return notes.on(decision)


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
        Memory(
            first + count,
            "action" if news.actor == percept.who else "observation",
            news.text,
            percept.tick,
            percept.place,
            importance=news.importance,
        )
        for count, news in enumerate(percept.news)
    ]
    inner = stirred(mind.inner, [news.importance for news in percept.news], world.minds_of(percept.who))
    memory, intent = mind.memory.grow(records), _thwarted(mind.intent, percept)
    return replace(mind, memory=memory, inner=inner, intent=intent)


def _thwarted(intent: Intent, percept: Percept) -> Intent:
    """Return the intent of somebody who may have been turned away, or have found the way closed."""
    for news in percept.news:
        if news.kind == "barred" and news.actor == percept.who:
            intent = _barred(intent, news, percept.minute)
        elif news.kind == "baulked" and news.actor == percept.who:
            intent = replace(intent, baulked=news.about[0], baulked_at=percept.minute)
    return intent


def _barred(intent: Intent, news: Observation, minute: int) -> Intent:
    """Return the intent of somebody who was turned away: whoever is so again soon waits twice as long."""
    area = news.about[0]
    again = area == intent.barred and minute - intent.barred_until <= PATIENCE
    wait = min(2 * intent.patience, PATIENCE) if again and intent.patience else RETRY
    return replace(intent, barred=area, barred_until=max(news.until, minute + wait), patience=wait)


def _take_step(mind: Mind, percept: Percept, world: World) -> Mind:
    """Take up the step of the plan that this minute asks for."""
    minute, intent = percept.minute, mind.intent
    if intent.baulked and minute >= intent.baulked_at + RETRY:
        intent = replace(intent, baulked="")
        mind = replace(mind, intent=intent)
    if intent.step is not None and minute in intent.step and mind.plan is not None and minute // DAY == mind.plan.day:
        return mind
    return _begin_step(mind, percept, world)


def _begin_step(mind: Mind, percept: Percept, world: World) -> Mind:
    """Take up another step, of a new plan where the day is new; or go on with the same thing."""
    minute, intent = percept.minute, mind.intent
    day, plan = minute // DAY, mind.plan
    if plan is None or plan.day != day:
        lives = world.minds.plan != "none"
        plan = Plan(day, percept.tick, world.people[percept.who].persona.routine if lives else ())
    step = plan.step(minute)
    more = None if intent.used else carried(intent.step, step)
    if more is not None:
        return replace(mind, plan=plan, intent=replace(intent, step=more))
    return replace(mind, plan=plan, intent=replace(intent, step=step, meant="", used=False, baulked=""))
