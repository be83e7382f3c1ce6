"""Reactions: answer, respond to an alarm, greet; at most one per tick."""

from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.mind.action import IDLE, SAY, Action
from latticeville.mind.claims.hear import verdict_cites
from latticeville.mind.claims.told import with_claim
from latticeville.mind.commitments import agreed_appointment
from latticeville.mind.conversation import (
    add_utterance,
    after_meeting,
    answer_facts,
    awaits_words,
    company_of,
    describe_company,
    greeting_facts,
    is_repetition,
    is_spoken_here,
    is_within_hearing,
    memory_facts,
    utterance_to_answer,
    utterance_with_invitation,
)
from latticeville.mind.decision_cache import (
    decision_key,
    keep_decision,
    notable_news,
    reuse_decision,
)
from latticeville.mind.follow import follow
from latticeville.mind.heard_cancellation import denied_commitments
from latticeville.mind.heard_proposal import proposes_time
from latticeville.mind.invitations import consider_invitation
from latticeville.mind.lulls import people_to_address
from latticeville.mind.matters import is_bound, matter_about, meeting_subject
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.mind import Conversation, Decision, Thinking
from latticeville.mind.model_calls import (
    Answered,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.needs import is_asleep
from latticeville.mind.openings import is_lull
from latticeville.mind.percept import AREA, Node, Observation
from latticeville.mind.planner import is_planned_by_model, plan_day
from latticeville.mind.prompt_facts import agent_context, retrieval_query
from latticeville.mind.remarks import is_confidence
from latticeville.mind.requests.reaction import CHANGE_PLAN, DecideReaction
from latticeville.mind.requests.talk import AnswerUtterance, DecideGreeting, TalkAnswer, TalkData
from latticeville.mind.situation import Situation
from latticeville.mind.talk_turn import talk_data
from latticeville.mind.topic import Topic
from latticeville.mind.topics import topic_lines
from latticeville.world.model.machine_text import infinitive
from latticeville.world.model.personas import ObjectUse

Reaction = Thinking[tuple[Situation, Decision | None]]
"""A part of the loop that may change a mind and may decide."""


def react(now: Situation) -> Reaction | None:
    """Return the reaction that something calls for; None where nothing does."""
    news = now.percept.news
    if news.tells or news.importance >= now.world.minds.salience:
        reaction = _react_to_news(now)
        if reaction is not None:
            return reaction
    for alarm in now.mind.intent.alarms:
        if alarm not in now.before.intent.alarms:
            return _heed_alarm(now, alarm)
    return _meet(now) if now.world.minds.talk and _may_meet(now) else None


def _may_meet(now: Situation) -> bool:
    """Tell whether somebody may open a talk: they see somebody new, mean to say something, or have
    been silent for a while."""
    social, sights = now.mind.social, now.percept.sights
    if social.yielded or social.owed or sights is not now.before.beliefs.sights:
        return True
    return is_lull(now)


def heed_news(now: Situation) -> Thinking[Situation]:
    """Return the situation after the mind has considered what is hard to overlook; the model
    chooses its action later."""
    striking = _find_striking_news(now)
    if striking is not None:
        now, _ = yield from _heed_news(now, striking)
    return now


def _meet(now: Situation) -> Reaction:
    """Open a talk with those just met, or leave the opening to them; not in the middle of another
    talk or of a meeting, where the chair gives the word, nor in sleep."""
    if awaits_words(now) or is_asleep(now.mind.intent.step) or is_bound(now):
        return now, None
    if meeting_subject(now):
        return now, None
    others, yielded = people_to_address(now)
    if yielded != now.mind.social.yielded:
        now = now.with_mind(social=replace(now.mind.social, yielded=yielded))
    if not others:
        return now, None
    return (yield from _greet(now, others))


def _react_to_news(now: Situation) -> Reaction | None:
    """Return the reaction to words or to what is hard to overlook; None where there are neither."""
    heard = utterance_to_answer(now.percept) if now.world.minds.talk else None
    if heard is not None:
        return _answer(now, heard)
    striking = _find_striking_news(now)
    if striking is not None:
        return _heed_news(now, striking)
    invited = utterance_with_invitation(now.percept) if now.world.minds.talk else None
    return None if invited is None else _consider(now, invited)


def _consider(now: Situation, heard: Observation) -> Reaction:
    """Decide about an invitation while somebody else has the turn."""
    cites = (newest_record(now.mind.memory, heard.text, now.tick),)
    now, _ = yield from consider_invitation(now, heard.words, heard.topic, cites, heard.actor)
    return now, None


def _greet(now: Situation, others: Sequence[Node]) -> Reaction:
    facts, ids = greeting_facts(now, others), tuple(node.id for node in others)
    seen = f"{facts['to']} {'is' if len(ids) == 1 else 'are'} here. {facts['their_doing']}"
    query = retrieval_query(now, seen)
    now, memories = yield from retrieve_merged(now, [query])
    facts["memories"] = format_memories(now, memories, ids)
    data = talk_data(now, ids)
    facts["topics"] = topic_lines(data.topics)
    facts["company"] = describe_company(ids, (), now.world)
    found = yield from ask_model_once(now, DecideGreeting(facts, data))
    now = after_meeting(now, ids, settles=True)
    if found.answer is None:
        return now, now.decide("greet", Action(IDLE), fault=found.fault)
    opening = found.answer
    if not opening.words:
        return now, None
    end = now.world.minds.turns == 1 and not is_confidence(opening.topic)
    said = _say(opening.to, ids, opening.words, opening.topic, end=end)
    said = said if found.reply.rules else with_claim(now, said)
    talk = Conversation(ids, opening.goal, spoke=now.tick)
    now = _after_words(now, talk, said, now.name)
    cites = tuple(memory.id for memory in memories)
    return now, now.decide("greet", said, cites)


def _answer(now: Situation, heard: Observation) -> Reaction:
    """Answer, unless that would only repeat what was said; whoever has the last word ends the
    talk."""
    hearers, joining = company_of(now, heard)
    talk = now.mind.social.talk or Conversation(hearers)
    facts = answer_facts(now, heard, hearers, joining)
    now, memories = yield from _retrieve_for_answer(now, talk, heard)
    cited, turn = newest_record(now.mind.memory, heard.text, now.tick), heard.turn + 1
    now, agreed = yield from consider_invitation(
        now, heard.words, heard.topic, (cited,), heard.actor
    )
    data = talk_data(now, hearers, turn, heard, agreed=agreed, joining=joining)
    facts["topics"] = topic_lines(data.topics)
    talk, told = memory_facts(now, talk, memories, data, facts)
    facts |= told | _doubt_facts(data)
    found = yield from ask_model_once(now, AnswerUtterance(facts, data))
    now = after_meeting(now, hearers)
    if found.answer is None:
        return now, now.decide("answer", Action(IDLE), fault=found.fault)
    reply = found.answer
    if is_repetition(talk, reply.words) or _only_parts(reply, heard):
        return now, None
    matter = matter_about(now.world, data.occasion.meeting)
    if matter is not None and matter.arguments:
        # Who answers a view at such a meeting has the floor from its chair, not from a talk.
        turn = max(turn, now.world.minds.turns - 1)
    end = _ends(now, reply, hearers[0], turn)
    said = _say(reply.to, hearers, reply.words, reply.topic, turn=turn, end=end)
    said = said if found.reply.rules else with_claim(now, said)
    said = replace(said, promise=agreed_appointment(now.mind, heard.topic, agreed=agreed))
    talk = replace(talk, others=hearers, spoke=now.tick)
    now = _after_words(now, talk, said, now.name)
    recalled = (memory.id for memory in memories)
    cites = tuple(dict.fromkeys((cited, *verdict_cites(now, reply.topic), *recalled)))
    return now, now.decide("answer", said, cites)


def _ends(now: Situation, reply: TalkAnswer, other: str, turn: int) -> bool:
    """Tell whether an answer ends the talk: as it says so, as the talk has gone on for long enough,
    or as others wait, but for what is told in confidence; or as the other is out of hearing."""
    is_over = reply.end or turn + 1 >= now.world.minds.turns or is_bound(now)
    is_heard = is_within_hearing(now.percept, other)
    return not is_heard or (is_over and not is_confidence(reply.topic))


def _doubt_facts(data: TalkData) -> dict[str, str]:
    """Return what a prompt tells instead of an opinion where a time that was heard is doubtful."""
    return {"opinion": f"Ask whether they mean {data.doubt}."} if data.doubt else {}


def _only_parts(reply: TalkAnswer, heard: Observation) -> bool:
    """Tell whether an answer to a parting only parts, too: a group needs one parting."""
    return heard.end and reply.end and reply.topic is None


def _retrieve_for_answer(
    now: Situation, talk: Conversation, heard: Observation
) -> Thinking[tuple[Situation, tuple[MemoryRecord, ...]]]:
    """Call up memories for an answer, but for those of this talk."""
    query, more = f"{now.world.name_with_article(heard.actor)} says: {heard.words}", len(talk.lines)
    now, memories = yield from retrieve_merged(now, [query], more)
    kept = tuple(memory for memory in memories if not is_spoken_here(talk, memory.text))
    return now, kept[: now.settings.recall]


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


def _after_words(now: Situation, talk: Conversation, said: Action, name: str) -> Situation:
    """Return the situation of somebody who goes on with a talk that their own words do not end."""
    under_way = None if said.end else add_utterance(talk, name, said.words)
    return now.with_mind(social=replace(now.mind.social, talk=under_way))


def _heed_alarm(now: Situation, alarm: str) -> Reaction:
    verbs = now.options.verbs(alarm)
    name, seen = (
        now.world.name_of(alarm),
        next(node for node in now.percept.sights if node.id == alarm),
    )
    choices = tuple(f"{infinitive(verb)} the {name}" for verb in verbs)
    now, found = yield from _decide_reaction(now, f"{name}: {seen.looks}", choices)
    if found.answer is None:
        return now, now.decide("react", Action(IDLE), fault=found.fault)
    if found.answer >= 0:
        now = now.with_intent(errand=ObjectUse(verbs[found.answer], alarm))
    followed = follow(now)
    return now, replace(followed, thought=replace(followed.thought, why="react"))


def _heed_news(now: Situation, news: Observation) -> Reaction:
    """Ask whether to agree to news that names a time, and whether any other changes the plan from
    now on.

    One of the two only: with the ratings and a new plan, both would take four batches in one tick.
    """
    if _names_appointment(now, news):
        cites = (newest_record(now.mind.memory, news.text, now.tick),)
        now, _ = yield from consider_invitation(now, news.text, news.topic, cites)
        return now, None
    plan = now.mind.plan
    now, found = yield from _decide_reaction(now, news.text, (CHANGE_PLAN,))
    if found.answer is None:
        return now, now.decide("react", Action(IDLE), fault=found.fault)
    if found.answer >= 0 and plan is not None:
        now = yield from plan_day(now, plan, because=news.text)
    return now, None


def _decide_reaction(
    now: Situation, seen: str, choices: tuple[str, ...]
) -> Thinking[tuple[Situation, Answered[int]]]:
    """Ask whether to leave the plan for something just perceived, unless the behavioural cache
    knows."""
    key, question = (
        decision_key(now, "react", seen, *choices),
        DecideReaction({}, choices),
    )
    known = yield from reuse_decision(now, key, question)
    if known is not None:
        return now, known
    facts = {**agent_context(now), "seen": seen}
    now, memories = yield from retrieve_merged(now, [retrieval_query(now, seen)])
    facts["memories"] = format_memories(now, memories)
    found = yield from ask_model_once(now, replace(question, facts=facts))
    return keep_decision(now, key, found), found


def _find_striking_news(now: Situation) -> Observation | None:
    """Return the first news that is hard to overlook, to those who can do something about it."""
    for news in now.percept.news:
        if _is_striking(now, news):
            is_heeded = is_planned_by_model(now.persona, now.world) or _names_appointment(now, news)
            return news if is_heeded else None
    return None


def _names_appointment(now: Situation, news: Observation) -> bool:
    """Tell whether news may propose something at a time, or call off what was agreed; the hour at
    which a place opens proposes nothing."""
    if news.kind == "barred":
        return False
    return proposes_time(news.text, now.minute) or bool(denied_commitments(now, news.text))


def _is_striking(now: Situation, news: Observation) -> bool:
    """Tell whether news is rated high enough and not one's own doing, or closes a place for too
    long."""
    if news.actor == now.who:
        step = now.mind.intent.step
        return news.kind == "barred" and step is not None and news.until >= step.end
    return news.importance >= now.world.minds.salience and news.kind != "said"


def keep_or_react(now: Situation) -> Thinking[tuple[Situation, bool]]:
    """Ask whether to keep to the plan or to plan the rest of the day anew.

    Returns the situation, and whether its plan changed. A day that a model has not planned yet asks
    nothing. The behavioural cache keeps only decisions to keep to the plan: a change in every equal
    situation would never end.
    """
    plan = now.mind.plan
    if plan is None or (is_planned_by_model(now.persona, now.world) and not plan.strokes):
        return now, False
    key = decision_key(now, "react", *notable_news(now.percept))
    question = DecideReaction({}, (CHANGE_PLAN,))
    known = yield from reuse_decision(now, key, question)
    if known is not None:
        return now, False
    seen = describe_percept(now)
    facts = {**agent_context(now), "seen": seen, "routine_check": "yes"}
    query = retrieval_query(now, seen)
    now, memories = yield from retrieve_merged(now, [query])
    facts["memories"] = format_memories(now, memories)
    found = yield from ask_model_once(now, replace(question, facts=facts))
    if found.answer is None or found.answer < 0:
        return keep_decision(now, key, found), False
    return (yield from plan_day(now, plan, because=seen)), True


def describe_percept(now: Situation) -> str:
    """Tell what somebody perceives: what happened, or else who and what is in sight."""
    if now.percept.news:
        return " ".join(news.text for news in now.percept.news)
    near = [node for node in now.percept.sights if node.kind != AREA and node.id != now.who]
    told = (
        f"{now.world.name_with_article(node.id)}{f' ({node.looks})' if node.looks else ''}"
        for node in near
    )
    return f"{', '.join(told) or 'nothing'}."
