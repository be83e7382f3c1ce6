"""Reactions: answer who speaks, heed an alarm or what is hard to overlook, greet who comes; at most one a tick."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.mind.action import IDLE, SAY, Action, Options
from latticeville.mind.asking import Notes, put_one, recall, told
from latticeville.mind.deliberate import plan_day, planned
from latticeville.mind.facts import setting, situation
from latticeville.mind.follow import follow
from latticeville.mind.mind import Answers, Conversation, Decision, Mind, Round, Social, Thought
from latticeville.mind.percept import Node, Observation, Percept
from latticeville.mind.requests import CHANGE, Answer, Greet, React
from latticeville.mind.talk import answering, conversation, greeting, heard_in, repeats, spoken, to_answer, to_greet
from latticeville.world.pack import World
from latticeville.world.personas import Use
from latticeville.world.verbs import plain

Reaction = Generator[Round, Answers, tuple[Mind, Decision | None]]
"""A part of the loop that may change a mind and may decide."""


def react(mind: Mind, before: Mind, percept: Percept, options: Options, world: World, notes: Notes) -> Reaction:
    """Return the mind, and a decision where something calls for one; `before` is the mind before this tick."""
    reaction = _to_news(mind, percept, world, notes) if percept.news else None
    if reaction is not None:
        return (yield from reaction)
    fresh = next((alarm for alarm in mind.intent.alarms if alarm not in before.intent.alarms), None)
    if fresh is not None:
        return (yield from _heed_alarm(mind, fresh, percept, options, world, notes))
    if world.minds.talk and percept.sights is not before.beliefs.sights:
        other = to_greet(before.beliefs, mind.social.met, percept, world.settings.tick_minutes)
        if other is not None:
            return (yield from _greet(mind, other, percept, world, notes))
    return mind, None


def _to_news(mind: Mind, percept: Percept, world: World, notes: Notes) -> Reaction | None:
    """Return the reaction to words or to what is hard to overlook; None where there are neither."""
    heard = to_answer(percept, world.minds.turns) if world.minds.talk else None
    if heard is not None:
        return _answer(mind, heard, percept, world, notes)
    striking = _striking(mind, percept, world)
    return None if striking is None else _heed_news(mind, striking, percept, world, notes)


def _greet(mind: Mind, other: Node, percept: Percept, world: World, notes: Notes) -> Reaction:
    facts = greeting(mind, percept, other, world)
    query = situation(mind, percept, world, f"{facts['to']} is here, {other.looks}.")
    mind, memories = yield from recall(mind, [query], percept, world, notes)
    facts["memories"] = told(memories, facts["name"], world.minds_of(percept.who).budget)
    found = yield from put_one(Greet(facts), percept, world, notes)
    mind = replace(mind, social=Social({**mind.social.met, other.id: percept.tick}, mind.social.talk))
    if found.answer is None:
        return mind, _nothing(mind, "greet", found.fault)
    goal, words = found.answer
    if not words:
        return mind, None
    said = Action(SAY, other.id, words=words, end=world.minds.turns == 1)
    talk = heard_in(Conversation(other.id, goal, spoke=percept.tick), world.told(percept.who), words)
    mind = replace(mind, social=replace(mind.social, talk=None if said.end else talk))
    cites = tuple(memory.id for memory in memories)
    return mind, Decision(mind, Thought("greet", said, mind.intent.step, cites))


def _answer(mind: Mind, heard: Observation, percept: Percept, world: World, notes: Notes) -> Reaction:
    """Answer, unless that would only repeat what was said; whoever has the last word ends the talk."""
    facts, other = answering(mind, percept, heard, world), heard.actor
    talk = heard_in(conversation(mind, other, percept.tick), facts["to"], heard.words)
    query, more = f"{facts['to']} says: {heard.words}", len(talk.lines)
    mind, memories = yield from recall(mind, [query], percept, world, notes, more)
    memories = tuple(memory for memory in memories if not spoken(talk, memory.text))[
        : world.minds_of(percept.who).recall
    ]
    facts["memories"] = told(memories, facts["name"], world.minds_of(percept.who).budget)
    found = yield from put_one(Answer(facts), percept, world, notes)
    me, cited = world.told(percept.who), len(mind.memory) - len(percept.news) + percept.news.index(heard)
    met = {**mind.social.met, other: percept.tick}
    mind = replace(mind, social=Social(met))
    if found.answer is None:
        return mind, _nothing(mind, "answer", found.fault)
    words, end = found.answer
    if repeats(talk, words):
        return mind, None
    turn = heard.turn + 1
    end = end or turn + 1 >= world.minds.turns
    if not end:
        mind = replace(mind, social=Social(met, replace(heard_in(talk, me, words), spoke=percept.tick)))
    cites = (cited, *(memory.id for memory in memories if memory.id != cited))
    said = Action(SAY, other, words=words, turn=turn, end=end)
    return mind, Decision(mind, Thought("answer", said, mind.intent.step, cites))


def _heed_alarm(mind: Mind, alarm: str, percept: Percept, options: Options, world: World, notes: Notes) -> Reaction:
    verbs = options.verbs(alarm)
    name, seen = world.name_of(alarm), next(node for node in percept.sights if node.id == alarm)
    mind, facts = yield from _noticed(mind, f"{name}: {seen.looks}", percept, world, notes)
    question = React(facts, tuple(f"{plain(verb)} the {name}" for verb in verbs))
    found = yield from put_one(question, percept, world, notes)
    if found.answer is None:
        return mind, _nothing(mind, "react", found.fault)
    if found.answer >= 0:
        mind = replace(mind, intent=replace(mind.intent, errand=Use(verbs[found.answer], alarm)))
    followed = follow(mind, percept, options, world)
    return followed.mind, replace(followed, thought=replace(followed.thought, why="react"))


def _heed_news(mind: Mind, news: Observation, percept: Percept, world: World, notes: Notes) -> Reaction:
    """Ask whether something perceived changes the plan, and if so make it anew from now on."""
    plan = mind.plan
    mind, facts = yield from _noticed(mind, news.text, percept, world, notes)
    found = yield from put_one(React(facts, (CHANGE,)), percept, world, notes)
    if found.answer is None:
        return mind, _nothing(mind, "react", found.fault)
    if found.answer >= 0 and plan is not None:
        mind = yield from plan_day(mind, plan, percept, world, notes, because=news.text)
    return mind, None


def _noticed(
    mind: Mind, seen: str, percept: Percept, world: World, notes: Notes
) -> Generator[Round, Answers, tuple[Mind, dict[str, str]]]:
    facts = {**setting(mind, percept, world), "seen": seen}
    mind, memories = yield from recall(mind, [situation(mind, percept, world, seen)], percept, world, notes)
    facts["memories"] = told(memories, facts["name"], world.minds_of(percept.who).budget)
    return mind, facts


def _striking(mind: Mind, percept: Percept, world: World) -> Observation | None:
    """Return what is hard to overlook: rated high enough and not one's own doing, or a place closed for too long."""
    step = mind.intent.step
    for news in percept.news:
        own = news.actor == percept.who
        spoilt = own and news.kind == "barred" and step is not None and news.until >= step.end
        if spoilt or (news.importance >= world.minds.salience and not own and news.kind != "said"):
            return news if planned(world.people[percept.who].persona, world) else None
    return None


def _nothing(mind: Mind, why: str, fault: str) -> Decision:
    return Decision(mind, Thought(why, Action(IDLE), mind.intent.step, fault=fault))
