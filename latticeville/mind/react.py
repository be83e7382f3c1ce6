"""Reactions: answer who speaks, heed an alarm, greet who comes; at most one question a tick."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.llm.model import Reply, Request
from latticeville.mind.action import IDLE, SAY, Action, Options
from latticeville.mind.follow import follow
from latticeville.mind.mind import Ask, Decision, Mind, Thought
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.requests import Answer, Greet, React
from latticeville.mind.talk import answering, greeting, setting, to_answer, to_greet
from latticeville.world.pack import World
from latticeville.world.personas import Use

Reaction = Generator[Request, Reply, Decision | None]
"""A part of the loop that may decide."""


def react(mind: Mind, before: Mind, percept: Percept, options: Options, world: World) -> Reaction:
    """Return a decision, or None where nothing calls for one; `before` is the mind before this tick."""
    heard = to_answer(percept)
    if heard is not None:
        return (yield from _answer(mind, heard, percept, world))
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
        reply = yield request
        said = Action(SAY, other.id, words=question.parse(reply))
        return _say(mind, Thought("greet", said, mind.step, asks=_ask(request, reply)), reply)
    return None


def _answer(mind: Mind, heard: Observation, percept: Percept, world: World) -> Reaction:
    question = Answer(answering(percept, mind.step, heard, world))
    request = question.request(percept.who, percept.tick)
    reply = yield request
    said = Action(SAY, heard.actor, words=question.parse(reply), turn=heard.turn + 1)
    cited = len(mind.memory) - len(percept.news) + percept.news.index(heard)
    return _say(mind, Thought("answer", said, mind.step, (cited,), _ask(request, reply)), reply)


def _heed(mind: Mind, alarm: str, percept: Percept, options: Options, world: World) -> Reaction:
    verbs = options.verbs(alarm)
    name, seen = world.name_of(alarm), next(node for node in percept.sights if node.id == alarm)
    facts = {**setting(percept, mind.step, world), "seen": f"{name}: {seen.looks}"}
    question = React(facts, tuple(f"{verb.value} the {name}" for verb in verbs))
    request = question.request(percept.who, percept.tick)
    reply = yield request
    choice = question.parse(reply)
    if choice is None:
        fault = _fault(reply, f"“{reply.text[:80]}” is none of the choices")
        return Decision(mind, Thought("react", Action(IDLE), mind.step, asks=_ask(request, reply), fault=fault))
    if choice >= 0:
        mind = replace(mind, errand=Use(verbs[choice], alarm))
    followed = follow(mind, percept, options, world)
    return replace(followed, thought=replace(followed.thought, why="react", asks=_ask(request, reply)))


def _say(mind: Mind, thought: Thought, reply: Reply) -> Decision:
    """Decide to say something; without words nothing is said, and the fault is told."""
    said = thought.action
    mind = replace(mind, met={**mind.met, said.target: mind.beliefs.tick})
    if said.words:
        return Decision(mind, thought)
    return Decision(mind, replace(thought, action=Action(IDLE), fault=_fault(reply, "the reply holds no words")))


def _fault(reply: Reply, otherwise: str) -> str:
    return f"the model gave no answer: {reply.error}" if reply.error else otherwise


def _ask(request: Request, reply: Reply) -> tuple[Ask, ...]:
    return (Ask(request.kind, request.digest, reply.text),)
