"""Reactions: answer, respond to an alarm, greet; at most one per tick."""

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from latticeville.mind.action import IDLE, SAY, Action, Options
from latticeville.mind.commitments import agreed_appointment
from latticeville.mind.conversation import (
    add_utterance,
    answer_facts,
    awaits_words,
    company_of,
    describe_company,
    greeting_facts,
    is_repetition,
    is_spoken_here,
    is_within_hearing,
    talk_data,
    utterance_to_answer,
    utterance_with_invitation,
)
from latticeville.mind.decision_cache import keep_decision, make_situation, reuse_decision
from latticeville.mind.follow import follow
from latticeville.mind.invitations import consider_invitation, mentions_time
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.mind import Answers, Conversation, Decision, Mind, Round, Thought
from latticeville.mind.model_calls import (
    Answered,
    ThoughtTrace,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.openings import people_to_greet
from latticeville.mind.percept import Node, Observation, Percept
from latticeville.mind.planner import Deliberation, is_planned_by_model, plan_day
from latticeville.mind.prompt_context import agent_context, retrieval_query
from latticeville.mind.requests.reaction import CHANGE_PLAN, DecideReaction
from latticeville.mind.requests.talk import AnswerUtterance, DecideGreeting, TalkAnswer
from latticeville.mind.talk_memories import memory_facts
from latticeville.mind.topic import Topic
from latticeville.mind.topics import topic_lines
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.verbs import infinitive
from latticeville.world.model.world import World

Reaction = Generator[Round, Answers, tuple[Mind, Decision | None]]
"""A part of the loop that may change a mind and may decide."""


def react(
    mind: Mind, before: Mind, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> Reaction:
    """Return the mind, and a decision where something calls for one; `before` is the mind before
    this tick."""
    reaction = _react_to_news(mind, percept, world, trace) if percept.news else None
    if reaction is not None:
        return (yield from reaction)
    fresh = next((alarm for alarm in mind.intent.alarms if alarm not in before.intent.alarms), None)
    if fresh is not None:
        return (yield from _heed_alarm(mind, fresh, percept, options, world, trace))
    if world.minds.talk and (
        mind.social.yielded or mind.social.owed or percept.sights is not before.beliefs.sights
    ):
        return (yield from _meet(mind, before, percept, world, trace))
    return mind, None


def heed_news(mind: Mind, percept: Percept, world: World, trace: ThoughtTrace) -> Deliberation:
    """Return the mind after it has considered what is hard to overlook; the model chooses its
    action later."""
    striking = _find_striking_news(mind, percept, world)
    if striking is not None:
        mind, _ = yield from _heed_news(mind, striking, percept, world, trace)
    return mind


def _meet(
    mind: Mind, before: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction:
    """Open a talk with those just met, or leave the opening to them; not in the middle of another
    talk."""
    if awaits_words(mind, percept):
        return mind, None
    others, yielded = people_to_greet(
        before.beliefs, mind.social, percept, world.settings.tick_minutes
    )
    if yielded != mind.social.yielded:
        mind = replace(mind, social=replace(mind.social, yielded=yielded))
    if not others:
        return mind, None
    return (yield from _greet(mind, others, percept, world, trace))


def _react_to_news(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction | None:
    """Return the reaction to words or to what is hard to overlook; None where there are neither."""
    heard = utterance_to_answer(percept) if world.minds.talk else None
    if heard is not None:
        return _answer(mind, heard, percept, world, trace)
    striking = _find_striking_news(mind, percept, world)
    if striking is not None:
        return _heed_news(mind, striking, percept, world, trace)
    invited = utterance_with_invitation(percept) if world.minds.talk else None
    return None if invited is None else _consider(mind, invited, percept, world, trace)


def _consider(
    mind: Mind, heard: Observation, percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction:
    """Decide about an invitation while somebody else has the turn."""
    cites = (newest_record(mind.memory, heard.text, percept.tick),)
    mind, _ = yield from consider_invitation(
        mind, heard.words, heard.topic, percept, world, trace, cites, heard.actor
    )
    return mind, None


def _greet(
    mind: Mind, others: Sequence[Node], percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction:
    facts, ids = greeting_facts(mind, percept, others, world), tuple(node.id for node in others)
    seen = f"{facts['to']} {'is' if len(ids) == 1 else 'are'} here. {facts['their_doing']}"
    query = retrieval_query(mind, percept, world, seen)
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    facts["memories"] = format_memories(memories, percept, world, facts["name"])
    data = talk_data(mind, percept, ids, world)
    facts["topics"] = topic_lines(data.topics)
    facts["company"] = describe_company(ids, (), world)
    found = yield from ask_model_once(DecideGreeting(facts, data), percept, world, trace)
    mind = _after_meeting(mind, ids, percept)
    mind = replace(
        mind,
        social=replace(mind.social, owed=tuple(one for one in mind.social.owed if one not in ids)),
    )
    if found.answer is None:
        return mind, _idle_decision(mind, "greet", found.fault)
    opening = found.answer
    if not opening.words:
        return mind, None
    said = _say(opening.to, ids, opening.words, opening.topic, end=world.minds.turns == 1)
    talk = Conversation(ids, opening.goal, spoke=percept.tick)
    mind = _after_words(mind, talk, said, world.name_with_article(percept.who))
    cites = tuple(memory.id for memory in memories)
    return mind, Decision(mind, Thought("greet", said, mind.intent.step, cites))


def _answer(
    mind: Mind, heard: Observation, percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction:
    """Answer, unless that would only repeat what was said; whoever has the last word ends the
    talk."""
    hearers, joining = company_of(mind, heard, percept, world.settings.tick_minutes)
    talk = mind.social.talk or Conversation(hearers)
    facts = answer_facts(mind, percept, heard, hearers, world, joining)
    mind, memories = yield from _retrieve_for_answer(mind, talk, heard, percept, world, trace)
    cited, turn = newest_record(mind.memory, heard.text, percept.tick), heard.turn + 1
    mind, agreed = yield from consider_invitation(
        mind, heard.words, heard.topic, percept, world, trace, (cited,), heard.actor
    )
    data = talk_data(mind, percept, hearers, world, turn, heard, agreed=agreed, joining=joining)
    facts["topics"] = topic_lines(data.topics)
    talk, told = memory_facts(talk, memories, mind.memory, data.topics, facts, percept, world)
    facts |= told
    found = yield from ask_model_once(AnswerUtterance(facts, data), percept, world, trace)
    mind = _after_meeting(mind, hearers, percept)
    if found.answer is None:
        return mind, _idle_decision(mind, "answer", found.fault)
    reply = found.answer
    if is_repetition(talk, reply.words) or _only_parts(reply, heard):
        return mind, None
    end = reply.end or turn + 1 >= world.minds.turns or not is_within_hearing(percept, hearers[0])
    said = _say(reply.to, hearers, reply.words, reply.topic, turn=turn, end=end)
    said = replace(said, promise=agreed_appointment(mind, heard.topic, agreed=agreed))
    talk = replace(talk, others=hearers, spoke=percept.tick)
    mind = _after_words(mind, talk, said, world.name_with_article(percept.who))
    cites = (cited, *(memory.id for memory in memories if memory.id != cited))
    return mind, Decision(mind, Thought("answer", said, mind.intent.step, cites))


def _only_parts(reply: TalkAnswer, heard: Observation) -> bool:
    """Tell whether an answer to a parting only parts, too: a group needs one parting."""
    return heard.end and reply.end and reply.topic is None


def _retrieve_for_answer(
    mind: Mind,
    talk: Conversation,
    heard: Observation,
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, tuple[Mind, tuple[MemoryRecord, ...]]]:
    """Call up memories for an answer, but for those of this talk."""
    query, more = f"{world.name_with_article(heard.actor)} says: {heard.words}", len(talk.lines)
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace, more)
    kept = tuple(memory for memory in memories if not is_spoken_here(talk, memory.text))
    return mind, kept[: world.mind_settings_of(percept.who).recall]


def _say(
    to: str,
    hearers: tuple[str, ...],
    words: str,
    topic: Topic | None,
    turn: int = 0,
    *,
    end: bool = False,
) -> Action:
    """Return words to a company, addressed to one of them, or to all where `to` is ""."""
    others = tuple(one for one in hearers if one != to)
    return Action(SAY, to, words=words, turn=turn, end=end, topic=topic, others=others)


def _after_meeting(mind: Mind, hearers: Sequence[str], percept: Percept) -> Mind:
    """Return the mind of somebody who has met others and does not talk as yet."""
    met = {**mind.social.met, **dict.fromkeys(hearers, percept.tick)}
    return replace(mind, social=replace(mind.social, met=met, talk=None))


def _after_words(mind: Mind, talk: Conversation, said: Action, name: str) -> Mind:
    """Return the mind of somebody who goes on with a talk that their own words do not end."""
    under_way = None if said.end else add_utterance(talk, name, said.words)
    return replace(mind, social=replace(mind.social, talk=under_way))


def _heed_alarm(
    mind: Mind, alarm: str, percept: Percept, options: Options, world: World, trace: ThoughtTrace
) -> Reaction:
    verbs = options.verbs(alarm)
    name, seen = world.name_of(alarm), next(node for node in percept.sights if node.id == alarm)
    choices = tuple(f"{infinitive(verb)} the {name}" for verb in verbs)
    mind, found = yield from _decide_reaction(
        mind, f"{name}: {seen.looks}", choices, percept, world, trace
    )
    if found.answer is None:
        return mind, _idle_decision(mind, "react", found.fault)
    if found.answer >= 0:
        mind = replace(
            mind, intent=replace(mind.intent, errand=ObjectUse(verbs[found.answer], alarm))
        )
    followed = follow(mind, percept, options, world)
    return followed.mind, replace(followed, thought=replace(followed.thought, why="react"))


def _heed_news(
    mind: Mind, news: Observation, percept: Percept, world: World, trace: ThoughtTrace
) -> Reaction:
    """Ask whether to agree to news that names a time, and whether any other changes the plan from
    now on.

    One of the two only: with the ratings and a new plan, both would take four batches in one tick.
    """
    if _names_appointment(news):
        cites = (newest_record(mind.memory, news.text, percept.tick),)
        mind, _ = yield from consider_invitation(
            mind, news.text, news.topic, percept, world, trace, cites
        )
        return mind, None
    plan = mind.plan
    mind, found = yield from _decide_reaction(
        mind, news.text, (CHANGE_PLAN,), percept, world, trace
    )
    if found.answer is None:
        return mind, _idle_decision(mind, "react", found.fault)
    if found.answer >= 0 and plan is not None:
        mind = yield from plan_day(mind, plan, percept, world, trace, because=news.text)
    return mind, None


def _decide_reaction(
    mind: Mind,
    seen: str,
    choices: tuple[str, ...],
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, tuple[Mind, Answered[int]]]:
    """Ask whether to leave the plan for something just perceived, unless the behavioural cache
    knows."""
    situation, question = (
        make_situation("react", mind, percept, seen, *choices),
        DecideReaction({}, choices),
    )
    known = yield from reuse_decision(mind, situation, question, percept, world, trace)
    if known is not None:
        return mind, known
    facts = {**agent_context(mind, percept, world), "seen": seen}
    mind, memories = yield from retrieve_merged(
        mind, [retrieval_query(mind, percept, world, seen)], percept, world, trace
    )
    facts["memories"] = format_memories(memories, percept, world, facts["name"])
    found = yield from ask_model_once(replace(question, facts=facts), percept, world, trace)
    return keep_decision(mind, situation, found, percept, world), found


def _find_striking_news(mind: Mind, percept: Percept, world: World) -> Observation | None:
    """Return the first news that is hard to overlook, to those who can do something about it."""
    news = next((one for one in percept.news if _is_striking(one, mind, percept, world)), None)
    if news is None or is_planned_by_model(world.people[percept.who].persona, world):
        return news
    return news if _names_appointment(news) else None


def _names_appointment(news: Observation) -> bool:
    """Tell whether news may propose something at a time; the hour at which a place opens proposes
    nothing."""
    return news.kind != "barred" and mentions_time(news.text)


def _is_striking(news: Observation, mind: Mind, percept: Percept, world: World) -> bool:
    """Tell whether news is rated high enough and not one's own doing, or closes a place for too
    long."""
    if news.actor == percept.who:
        step = mind.intent.step
        return news.kind == "barred" and step is not None and news.until >= step.end
    return news.importance >= world.minds.salience and news.kind != "said"


def _idle_decision(mind: Mind, why: str, fault: str) -> Decision:
    return Decision(mind, Thought(why, Action(IDLE), mind.intent.step, fault=fault))
