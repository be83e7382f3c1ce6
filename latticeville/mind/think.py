"""The loop of one mind in one tick: perceive, remember, plan, react or follow, choose one action, write back.

A generator without any input or output: it yields requests, is sent replies, and returns its decision.
"""

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.action import Options
from latticeville.mind.belief import merge
from latticeville.mind.follow import follow
from latticeville.mind.memory import Memory
from latticeville.mind.mind import Mind, Thinking
from latticeville.mind.percept import Percept
from latticeville.mind.plan import Plan
from latticeville.mind.react import react
from latticeville.world.pack import World

RETRY = 5
"""Minutes after which people try a way again that was closed."""


def think(mind: Mind, percept: Percept, options: Options, world: World) -> Thinking:
    """Run the loop once."""
    before = mind
    mind = _believe(mind, percept)
    mind = _remember(mind, percept)
    mind = _plan(mind, percept, world)
    decision = yield from react(mind, before, percept, options, world)
    return decision or follow(mind, percept, options, world)


def _believe(mind: Mind, percept: Percept) -> Mind:
    beliefs = merge(mind.beliefs, percept)
    if percept.sights is mind.beliefs.sights:
        return replace(mind, beliefs=beliefs)
    return replace(mind, beliefs=beliefs, alarms=tuple(node.id for node in percept.sights if node.alarm))


def _remember(mind: Mind, percept: Percept) -> Mind:
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
        )
        for count, news in enumerate(percept.news)
    ]
    lost = [news for news in percept.news if news.kind == "baulked" and news.actor == percept.who]
    mind = replace(mind, memory=mind.memory.grow(records))
    return replace(mind, baulked=lost[-1].about[0], baulked_at=percept.minute) if lost else mind


def _plan(mind: Mind, percept: Percept, world: World) -> Mind:
    minute = percept.minute
    if mind.baulked and minute >= mind.baulked_at + RETRY:
        mind = replace(mind, baulked="")
    if mind.step is not None and mind.step.start <= minute < mind.step.end:
        return mind
    day, plan = minute // DAY, mind.plan
    if plan is None or plan.day != day:
        plan = Plan(day, percept.tick, world.people[percept.who].persona.routine)
    return replace(mind, plan=plan, step=plan.step(minute), meant="", used=False, baulked="")
