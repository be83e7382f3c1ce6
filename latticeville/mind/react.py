"""Reactions: answer, respond to an alarm, greet; at most one per tick."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.mind.action import IDLE, SAY, Action, Options
from latticeville.mind.conversation import (
    add_utterance,
    answer_facts,
    current_conversation,
    greeting_facts,
    is_in_sight,
    is_repetition,
    is_spoken_here,
    person_to_greet,
    talk_data,
    utterance_to_answer,
)
from latticeville.mind.follow import follow
from latticeville.mind.invitations import consider_invitation, mentions_time
from latticeville.mind.mind import Answers, Conversation, Decision, Mind, Round, Thought
from latticeville.mind.model_calls import ThoughtTrace, ask_model_once, format_memories, retrieve_merged
from latticeville.mind.percept import Node, Observation, Percept
from latticeville.mind.planner import Deliberation, is_planned_by_model, plan_day
from latticeville.mind.prompt_context import agent_context, retrieval_query
from latticeville.mind.requests.reaction import CHANGE_PLAN, DecideReaction
from latticeville.mind.requests.talk import AnswerUtterance, DecideGreeting
from latticeville.mind.topics import topic_lines
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.verbs import infinitive
from latticeville.world.model.world import World

Reaction = Generator[Round, Answers, tuple[Mind, Decision | None]]
"""A part of the loop that may change a mind and may decide."""


def react(mind: Mind, before: Mind, percept: Percept, options: Options, world: World, trace: ThoughtTrace) -> Reaction:
    """Return the mind, and a decision where something calls for one; `before` is the mind before this tick."""
    reaction = _react_to_news(mind, percept, world, trace) if percept.news else None
    if reaction is not None:
        return (yield from reaction)
    fresh = next((alarm for alarm in mind.intent.alarms if alarm not in before.intent.alarms), None)
    if fresh is not None:
        return (yield from _heed_alarm(mind, fresh, percept, options, world, trace))
    if world.minds.talk and (mind.social.yielded or mind.social.owed or percept.sights is not before.beliefs.sights):
        return (yield from _meet(mind, before, percept, world, trace))
    return mind, None


def heed_news(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Deliberation:
    """Return the mind after it has considered what is hard to overlook; the model chooses its action later."""
    striking = _find_striking_news(mind, percept, world)
    if striking is not None:
        mind, _ = yield from _heed_news(mind, striking, percept, world, trace)
    return mind


def _meet(mind: Mind, before: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Reaction:
    """Open a talk with somebody just met, or leave the opening to them."""
    other, yielded = person_to_greet(before.beliefs, mind.social, percept, world.settings.tick_minutes)
    if yielded != mind.social.yielded:
        mind = replace(mind, social=replace(mind.social, yielded=yielded))
    if other is None:
        return mind, None
    return (yield from _greet(mind, other, percept, world, trace))


def _react_to_news(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Reaction | None:
    """Return the reaction to words or to what is hard to overlook; None where there are neither."""
    heard = utterance_to_answer(percept, world.minds.turns) if world.minds.talk else None
    if heard is not None:
        return _answer(mind, heard, percept, world, trace)
    striking = _find_striking_news(mind, percept, world)
    return None if striking is None else _heed_news(mind, striking, percept, world, trace)


def _greet(mind: Mind, other: Node, percept: Percept, world: World, trace: ThoughtTrace) -> Reaction:
    facts = greeting_facts(mind, percept, other, world)
    query = retrieval_query(mind, percept, world, f"{facts['to']} is here, {other.looks}.")
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    facts["memories"] = format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget)
    data = talk_data(mind, percept, other.id, world)
    facts["topics"] = topic_lines(data.topics)
    found = yield from ask_model_once(DecideGreeting(facts, data), percept, world, trace)
    owed = tuple(one for one in mind.social.owed if one != other.id)
    met = {**mind.social.met, other.id: percept.tick}
    mind = replace(mind, social=replace(mind.social, met=met, owed=owed))
    if found.answer is None:
        return mind, _idle_decision(mind, "greet", found.fault)
    goal, words, topic = found.answer
    if not words:
        return mind, None
    said = Action(SAY, other.id, words=words, end=world.minds.turns == 1, topic=topic)
    talk = add_utterance(Conversation(other.id, goal, spoke=percept.tick), world.name_with_article(percept.who), words)
    mind = replace(mind, social=replace(mind.social, talk=None if said.end else talk))
    cites = tuple(memory.id for memory in memories)
    return mind, Decision(mind, Thought("greet", said, mind.intent.step, cites))


def _answer(mind: Mind, heard: Observation, percept: Percept, world: World, trace: ThoughtTrace) -> Reaction:
    """Answer, unless that would only repeat what was said; whoever has the last word ends the talk."""
    facts, other = answer_facts(mind, percept, heard, world), heard.actor
    talk = add_utterance(current_conversation(mind, other, percept.tick), facts["to"], heard.words)
    query, more = f"{facts['to']} says: {heard.words}", len(talk.lines)
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace, more)
    memories = tuple(memory for memory in memories if not is_spoken_here(talk, memory.text))[
        : world.mind_settings_of(percept.who).recall
    ]
    facts["memories"] = format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget)
    cited = len(mind.memory) - len(percept.news) + percept.news.index(heard)
    mind, agreed = yield from consider_invitation(
        mind, heard.words, heard.topic, percept, world, trace, (cited,), other
    )
    data = talk_data(mind, percept, other, world, heard.turn + 1, heard, agreed=agreed)
    facts["topics"] = topic_lines(data.topics)
    found = yield from ask_model_once(AnswerUtterance(facts, data), percept, world, trace)
    me = world.name_with_article(percept.who)
    met = {**mind.social.met, other: percept.tick}
    mind = replace(mind, social=replace(mind.social, met=met, talk=None))
    if found.answer is None:
        return mind, _idle_decision(mind, "answer", found.fault)
    words, topic, end = found.answer
    if is_repetition(talk, words):
        return mind, None
    turn = heard.turn + 1
    end = end or turn + 1 >= world.minds.turns or not is_in_sight(percept, other)
    if not end:
        under_way = replace(add_utterance(talk, me, words), spoke=percept.tick)
        mind = replace(mind, social=replace(mind.social, talk=under_way))
    cites = (cited, *(memory.id for memory in memories if memory.id != cited))
    said = Action(SAY, other, words=words, turn=turn, end=end, topic=topic)
    return mind, Decision(mind, Thought("answer", said, mind.intent.step, cites))


def _heed_alarm(
    mind: Mind, alarm: str, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> Reaction:
    verbs = options.verbs(alarm)
    name, seen = world.name_of(alarm), next(node for node in percept.sights if node.id == alarm)
    mind, facts = yield from _gather_reaction_facts(mind, f"{name}: {seen.looks}", percept, world, trace)
    question = DecideReaction(facts, tuple(f"{infinitive(verb)} the {name}" for verb in verbs))
    found = yield from ask_model_once(question, percept, world, trace)
    if found.answer is None:
        return mind, _idle_decision(mind, "react", found.fault)
    if found.answer >= 0:
        mind = replace(mind, intent=replace(mind.intent, errand=ObjectUse(verbs[found.answer], alarm)))
    followed = follow(mind, percept, options, world)
    return followed.mind, replace(followed, thought=replace(followed.thought, why="react"))


def _heed_news(mind: Mind, news: Observation, percept: Percept, world: World, trace: ThoughtTrace) -> Reaction:
    """Ask whether to agree to news that names a time, and whether any other changes the plan from now on.

    One of the two only: with the ratings and a new plan, both would take four batches in one tick.
    """
    if _names_appointment(news):
        cites = (len(mind.memory) - len(percept.news) + percept.news.index(news),)
        mind, _ = yield from consider_invitation(mind, news.text, news.topic, percept, world, trace, cites)
        return mind, None
    plan = mind.plan
    mind, facts = yield from _gather_reaction_facts(mind, news.text, percept, world, trace)
    found = yield from ask_model_once(DecideReaction(facts, (CHANGE_PLAN,)), percept, world, trace)
    if found.answer is None:
        return mind, _idle_decision(mind, "react", found.fault)
    if found.answer >= 0 and plan is not None:
        mind = yield from plan_day(mind, plan, percept, world, trace, because=news.text)
    return mind, None


def _gather_reaction_facts(
    mind: Mind, seen: str, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, tuple[Mind, dict[str, str]]]:
    facts = {**agent_context(mind, percept, world), "seen": seen}
    mind, memories = yield from retrieve_merged(
        mind, [retrieval_query(mind, percept, world, seen)], percept, world, trace
    )
    facts["memories"] = format_memories(memories, facts["name"], world.mind_settings_of(percept.who).budget)
    return mind, facts


def _find_striking_news(mind: Mind, percept: Percept, world: World) -> Observation | None:
    """Return the first news that is hard to overlook, to those who can do something about it."""
    news = next((one for one in percept.news if _is_striking(one, mind, percept, world)), None)
    if news is None or is_planned_by_model(world.people[percept.who].persona, world):
        return news
    return news if _names_appointment(news) else None


def _names_appointment(news: Observation) -> bool:
    """Tell whether news may propose something at a time; the hour at which a place opens proposes nothing."""
    return news.kind != "barred" and mentions_time(news.text)


def _is_striking(news: Observation, mind: Mind, percept: Percept, world: World) -> bool:
    """Tell whether news is rated high enough and not one's own doing, or closes a place for too long."""
    if news.actor == percept.who:
        step = mind.intent.step
        return news.kind == "barred" and step is not None and news.until >= step.end
    return news.importance >= world.minds.salience and news.kind != "said"


def _idle_decision(mind: Mind, why: str, fault: str) -> Decision:
    return Decision(mind, Thought(why, Action(IDLE), mind.intent.step, fault=fault))
