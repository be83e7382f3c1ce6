"""The loop of one mind in one tick: perceive, remember, plan, react or follow, choose one action, write back.

A generator without any input or output: it yields requests, is sent replies, and returns its decision.
"""

from collections.abc import Generator, Mapping

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.llm.model import Reply, Request
from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action, Options
from latticeville.mind.belief import Beliefs, merge
from latticeville.mind.memory import Memory, Stream
from latticeville.mind.percept import AREA, OBJECT, Percept
from latticeville.mind.plan import Plan, Step
from latticeville.mind.requests import Answer, Greet, React
from latticeville.mind.talk import answering, greeting, setting, to_answer, to_greet
from latticeville.world.pack import World
from latticeville.world.personas import Use


class Mind(msgspec.Struct, frozen=True, gc=False):
    """All that an agent carries in its head.

    `meant` is the thing that the step is about and `used` whether it was tried; `baulked` is what could not be
    reached; `alarms` are in sight; `met` holds the tick of the last words to each person.
    """

    beliefs: Beliefs
    memory: Stream
    plan: Plan | None = None
    step: Step | None = None
    meant: str = ""
    used: bool = False
    baulked: str = ""
    errand: Use | None = None
    alarms: tuple[str, ...] = ()
    met: Mapping[str, int] = {}


class Ask(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A question that was asked: its kind, the digest under which the tape holds it, and the reply."""

    kind: str
    digest: str
    reply: str


class Thought(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why an agent acts as it does: `why` is plan, errand, answer, greet or react; `cites` are memory ids."""

    why: str
    action: Action
    step: Step | None = None
    cites: tuple[int, ...] = ()
    asks: tuple[Ask, ...] = ()
    fault: str = ""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a mind hands back: itself as it is now, and its thought with the action."""

    mind: Mind
    thought: Thought


Thinking = Generator[Request, Reply, Decision]
"""A mind at work."""
Reaction = Generator[Request, Reply, Decision | None]
"""A part of the loop that may decide."""


def think(mind: Mind, percept: Percept, options: Options, world: World) -> Thinking:
    """Run the loop once."""
    before = mind
    mind = _believe(mind, percept)
    mind = _remember(mind, percept)
    mind = _plan(mind, percept, world)
    decision = yield from _react(mind, before, percept, options, world)
    return decision or _follow(mind, percept, options, world)


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
    baulked = lost[-1].about[0] if lost else mind.baulked
    return replace(mind, memory=mind.memory.grow(records), baulked=baulked)


def _plan(mind: Mind, percept: Percept, world: World) -> Mind:
    minute = percept.minute
    if mind.step is not None and mind.step.start <= minute < mind.step.end:
        return mind
    day, plan = minute // DAY, mind.plan
    if plan is None or plan.day != day:
        plan = Plan(day, percept.tick, world.people[percept.who].persona.routine)
    return replace(mind, plan=plan, step=plan.step(minute), meant="", used=False, baulked="")


def _react(mind: Mind, before: Mind, percept: Percept, options: Options, world: World) -> Reaction:
    """Answer who speaks, heed an alarm, greet who comes; each at most one question a tick."""
    heard = to_answer(percept)
    if heard is not None:
        return (yield from _answer(mind, percept, world))
    fresh = next((alarm for alarm in mind.alarms if alarm not in before.alarms), None)
    if fresh is not None:
        return (yield from _heed(mind, fresh, percept, options, world))
    other = (
        None
        if percept.sights is before.beliefs.sights
        else to_greet(before.beliefs, mind.met, percept, world.settings.tick_minutes)
    )
    if other is not None:
        question = Greet(greeting(percept, mind.step, other, world))
        request = question.request(percept.who, percept.tick)
        words = question.parse(reply := (yield request))
        return _say(mind, "greet", other.id, words, 0, _ask(request, reply))
    return None


def _answer(mind: Mind, percept: Percept, world: World) -> Reaction:
    heard = to_answer(percept)
    if heard is None:
        return None
    question = Answer(answering(percept, mind.step, heard, world))
    request = question.request(percept.who, percept.tick)
    words = question.parse(reply := (yield request))
    cited = len(mind.memory) - len(percept.news) + percept.news.index(heard)
    return _say(mind, "answer", heard.actor, words, heard.turn + 1, _ask(request, reply), (cited,))


def _heed(mind: Mind, alarm: str, percept: Percept, options: Options, world: World) -> Reaction:
    verbs = options.verbs(alarm)
    name, seen = world.name_of(alarm), mind.beliefs.nodes[alarm].node
    facts = {**setting(percept, mind.step, world), "seen": f"{name}: {seen.looks}"}
    question = React(facts, tuple(f"{verb.value} the {name}" for verb in verbs))
    request = question.request(percept.who, percept.tick)
    reply = yield request
    choice = question.parse(reply)
    if choice is None:
        fault = f"“{reply.text[:80]}” is none of the choices"
        return Decision(mind, Thought("react", Action(IDLE), mind.step, asks=_ask(request, reply), fault=fault))
    if choice >= 0:
        mind = replace(mind, errand=Use(verbs[choice], alarm))
    followed = _follow(mind, percept, options, world)
    return replace(followed, thought=replace(followed.thought, why="react", asks=_ask(request, reply)))


def _say(
    mind: Mind, why: str, to: str, words: str, turn: int, asks: tuple[Ask, ...], cites: tuple[int, ...] = ()
) -> Decision:
    mind = replace(mind, met={**mind.met, to: mind.beliefs.tick})
    if not words:
        return Decision(mind, Thought(why, Action(IDLE), mind.step, cites, asks, "the reply holds no words"))
    return Decision(mind, Thought(why, Action(SAY, to, words=words, turn=turn), mind.step, cites, asks))


def _ask(request: Request, reply: Reply) -> tuple[Ask, ...]:
    return (Ask(request.kind, request.digest, reply.text),)


def _follow(mind: Mind, percept: Percept, options: Options, world: World) -> Decision:
    """Do the errand, or what the step of the plan asks for; asks nobody."""
    if mind.errand is not None:
        errand = mind.errand
        if errand.thing == mind.baulked or mind.beliefs.find(errand.thing) is None:
            mind = replace(mind, errand=None)
        elif options.reaches(errand.thing):
            done = replace(mind, errand=None)
            return Decision(done, Thought("errand", Action(INTERACT, errand.thing, errand.verb), mind.step))
        else:
            return Decision(mind, Thought("errand", Action(MOVE, errand.thing), mind.step))
    step = mind.step
    if step is None:
        return Decision(mind, Thought("plan", Action(IDLE, words="idle")))
    if step.use is not None and not mind.used:
        if not mind.meant or mind.beliefs.find(mind.meant) is None:
            mind = replace(mind, meant=_meant(mind.beliefs, percept, step.use, world))
        thing = mind.meant
        if thing in ("", mind.baulked):
            mind = replace(mind, used=True)
        elif options.reaches(thing):
            done = replace(mind, used=True)
            return Decision(done, Thought("plan", Action(INTERACT, thing, step.use.verb), step))
        else:
            return Decision(mind, Thought("plan", Action(MOVE, thing), step))
    return Decision(mind, Thought("plan", _attend(percept, step, options, mind.baulked), step))


def _attend(percept: Percept, step: Step, options: Options, baulked: str) -> Action:
    """Go to the step's place and do there what it says."""
    here = any(node.id == step.place and node.kind == AREA for node in percept.sights)
    there = here or options.reaches(step.place)
    if step.place == baulked or (there and percept.walking != step.place):
        return Action(IDLE, words=step.doing)
    return Action(MOVE, step.place)


def _meant(beliefs: Beliefs, percept: Percept, use: Use, world: World) -> str:
    """Return the thing that a step means: the one it names, or the nearest believed one of the kind, or ""."""
    if use.thing in percept.carries or beliefs.find(use.thing) is not None:
        return use.thing
    x, y = percept.cell
    near = [
        (abs(node.cell.x - x) + abs(node.cell.y - y), name)
        for name, held in beliefs.nodes.items()
        if (node := held.node).kind == OBJECT
        and not held.missing
        and node.cell is not None
        and name in world.objects
        and world.objects[name].kind == use.thing
    ]
    return min(near)[1] if near else ""
