"""The model as decision policy: one action out of those that are valid, in each tick (`minds.act =
"model"`) or where a need is urgent."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from latticeville.core.deferred import DeferredMapping
from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action, group_by_kind
from latticeville.mind.claims.told import with_claim
from latticeville.mind.commitments import agreed_appointment, commitment_lines, has_commitment
from latticeville.mind.conversation import (
    add_utterance,
    after_meeting,
    answer_facts,
    awaits_words,
    company_of,
    greeting_facts,
    is_repetition,
    is_within_hearing,
    utterance_to_answer,
    utterance_with_invitation,
)
from latticeville.mind.decision_cache import (
    DecisionKey,
    decision_key,
    keep_decision,
    notable_news,
    reuse_decision,
)
from latticeville.mind.invitations import consider_invitation
from latticeville.mind.lulls import people_to_address
from latticeville.mind.memory import MemoryRecord, newest_record
from latticeville.mind.mind import Conversation, Decision, Mind, Thinking
from latticeville.mind.model_calls import (
    Answered,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.percept import AGENT, AREA, Node, Observation
from latticeville.mind.prompt_facts import MAX_USES, agent_context, planned_places, retrieval_query
from latticeville.mind.requests.act import (
    ActData,
    ChooseAction,
    forms_text,
    option_lines,
    reply_of,
)
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.situation import Inquiry, Situation
from latticeville.mind.talk_turn import talk_data
from latticeville.mind.topic import Appointment
from latticeville.mind.topics import topic_lines
from latticeville.world.model.prompts import PROMPT_WORDS
from latticeville.world.model.world import World

WAITING = "waiting"
"""What people are seen doing whose model chooses to do nothing while the plan wants something."""
NEED = "need"
"""Why somebody acts whom a faculty asked in place of reactions and plan."""
NO_FACTS: Mapping[str, str] = dict.fromkeys(PROMPT_WORDS["act"], "")
"""The facts of a prompt, where there is nothing to tell."""


def consider_words(now: Situation) -> Thinking[Situation]:
    """Ask whether to agree to what somebody proposes."""
    heard = utterance_with_invitation(now.percept) if now.world.minds.talk else None
    if heard is None:
        return now
    cites = (newest_record(now.mind.memory, heard.text, now.tick),)
    now, _ = yield from consider_invitation(now, heard.words, heard.topic, cites, heard.actor)
    return now


def choose_under_need(now: Situation, asked: Inquiry) -> Thinking[Decision]:
    """Return the model's action where a faculty asks; IDLE with a fault where its reply names none
    that is offered."""
    forms = now.options.forms
    action, offered, speaks = asked.proposal, asked.offered, asked.proposal.kind == SAY
    proposal = reply_of(action, forms, asked.why, asked.topic if speaks else None)
    data = ActData(proposal, topics=asked.topics, carried=asked.carried, brief=True)
    facts = DeferredMapping(partial(_need_facts, now, asked, proposal))
    proposed = action if not speaks and action in offered.get(action.kind, ()) else None
    found = yield from ask_model_once(now, _make_question(now, facts, data, offered, proposed))
    if found.answer is None:
        return now.decide(NEED, Action(IDLE), fault=found.fault)
    return now.decide(NEED, found.answer)


def _need_facts(now: Situation, asked: Inquiry, proposal: str) -> dict[str, str]:
    return {
        **NO_FACTS,
        **agent_context(now),
        **asked.facts(),
        **_choice_facts(now, asked.offered),
        "proposal": proposal,
    }


def choose_action(now: Situation, plan: Decision) -> Thinking[Decision]:
    """Return the model's action, and what the plan does where that is the same.

    `plan` is what following the plan comes to. A reply that is none of the offered actions becomes
    IDLE with a fault.
    """
    heard = words_heard(now)
    now, facts, talk = _talk_facts(now, heard)
    planned = plan.thought.action
    data = ActData(reply_of(planned, now.options.forms), talk)
    question = _make_question(now, facts, data, _offered_actions(now, planned))
    now, memories, found = yield from _decide(now, question, planned, heard)
    cites = tuple(memory.id for memory in memories)
    action = found.answer
    if talk is not None and (action is None or action.kind != SAY):
        now = after_meeting(now, (talk.other,), settles=True)
    if action is None:
        return now.decide("act", Action(IDLE), fault=found.fault)
    if action == bare(planned):
        done = replace(now.mind, intent=plan.mind.intent)
        return Decision(done, replace(plan.thought, cites=cites))
    if action.kind == SAY:
        now, action = speak(now, action, heard)
        action = action if found.reply.rules else with_claim(now, action)
    elif action.kind == IDLE:
        action = Action(IDLE, words=WAITING)
    return now.decide("act", action, cites)


def _make_question(
    now: Situation,
    facts: Mapping[str, str],
    data: ActData,
    offered: Mapping[str, Sequence[Action]],
    proposed: Action | None = None,
) -> ChooseAction:
    """Return the question which of the offered actions to do."""
    names = DeferredMapping(partial(_names, now, offered))
    return ChooseAction(facts, data, offered, now.options.forms, names, proposed)


def _names(now: Situation, offered: Mapping[str, Sequence[Action]]) -> dict[str, str]:
    """Return the names of the people in sight and of what can be aimed at, by id."""
    people = [node.id for node in now.percept.sights if node.kind == AGENT]
    targets = [one.target for one in chain.from_iterable(offered.values()) if one.target]
    return {one: now.world.name_of(one) for one in dict.fromkeys((*people, *targets))}


def _decide(
    now: Situation, question: ChooseAction, planned: Action, heard: Observation | None
) -> Thinking[tuple[Situation, tuple[MemoryRecord, ...], Answered[Action]]]:
    """Ask a question, unless the behavioural cache knows; it keeps no words. Return also what was
    remembered."""
    key = _decision_key(now, question.data)
    known = yield from reuse_decision(now, key, question)
    if known is not None:
        return now, (), known
    now, memories, found = yield from _ask(now, question, planned, heard)
    if found.answer is not None and found.answer.kind != SAY:
        now = keep_decision(now, key, found)
    return now, memories, found


def _ask(
    now: Situation, question: ChooseAction, planned: Action, heard: Observation | None
) -> Thinking[tuple[Situation, tuple[MemoryRecord, ...], Answered[Action]]]:
    """Ask a question with what somebody perceives and remembers; return also the memories."""
    facts = dict(question.facts) | _scene_facts(now, heard, planned, question.data.proposal)
    facts |= _choice_facts(now, question.offered)
    facts["agreed"] = commitment_lines(now)
    query = retrieval_query(now, *(news.text for news in now.percept.news))
    now, memories = yield from retrieve_merged(now, [query])
    facts["memories"] = format_memories(now, memories, question.data.hearers)
    found = yield from ask_model_once(now, replace(question, facts=facts))
    return now, memories, found


def _decision_key(now: Situation, data: ActData) -> DecisionKey | None:
    """Return what an action depends on: also what the plan does, and what happened; None in a
    conversation."""
    if data.talk is not None:
        return None
    return decision_key(now, "act", data.proposal, *notable_news(now.percept))


def bare(action: Action) -> Action:
    """Return an action as it is offered, without words."""
    return Action(action.kind, action.target, action.verb)


def words_heard(now: Situation) -> Observation | None:
    """Return the words that somebody may answer; None in a world without talk."""
    return utterance_to_answer(now.percept) if now.world.minds.talk else None


def _talk_facts(
    now: Situation, heard: Observation | None
) -> tuple[Situation, dict[str, str], TalkData | None]:
    """Return the facts of a person, and of a talk with who spoke to them or whom they have just
    met."""
    facts = dict(NO_FACTS)
    if heard is not None:
        hearers, joining = company_of(now, heard)
        facts |= answer_facts(now, heard, hearers, joining)
        facts |= {"other": heard.actor, "heard_line": f"{facts['to']} says to you: “{heard.words}”"}
        agreed = _has_agreed(now.mind, heard)
        talk = talk_data(now, hearers, heard.turn + 1, heard, agreed=agreed, joining=joining)
        return now, facts | {"topics": topic_lines(talk.topics)}, talk
    others: tuple[Node, ...] = ()
    if now.world.minds.talk and not awaits_words(now):
        others, yielded = people_to_address(now)
        now = now.with_mind(social=replace(now.mind.social, yielded=yielded))
    if not others:
        return now, facts | agent_context(now), None
    facts |= greeting_facts(now, others[:1])
    facts |= {"other": others[0].id, "heard_line": f"You meet {facts['to']}."}
    talk = talk_data(now, (others[0].id,))
    return now, facts | {"topics": topic_lines(talk.topics)}, talk


def _has_agreed(mind: Mind, heard: Observation) -> bool | None:
    """Tell whether somebody agreed to what words propose; None where these tell of no
    appointment."""
    topic = heard.topic
    return None if topic is None or topic.at is None else has_commitment(mind, topic.key)


def _offered_actions(now: Situation, planned: Action) -> dict[str, list[Action]]:
    """Return the valid actions that a question has room for, what the plan does among them.

    People may go to the places that plans offer them, and to what is in sight and out of reach.
    """
    places = planned_places(now).values()
    targets = {*places, *_out_of_reach(now), planned.target}
    silent = () if now.world.minds.talk else (SAY,)
    valid = (
        action
        for action in now.options.all_actions()
        if action.kind not in silent and not action.others
    )
    found = [action for action in valid if action.kind != MOVE or action.target in targets]
    return group_by_kind(dict.fromkeys((*found, bare(planned))))


def _out_of_reach(now: Situation) -> list[str]:
    """Return the people and objects in sight that somebody may walk to, as many as a question has
    room for."""
    others = [node for node in now.percept.sights if node.kind != AREA and node.id != now.who]
    return [node.id for node in others if node.kind == AGENT or not now.options.reaches(node.id)][
        :MAX_USES
    ]


def _scene_facts(
    now: Situation, heard: Observation | None, planned: Action, proposal: str
) -> dict[str, str]:
    """Return what somebody perceives, and what their plan does, in words."""
    plan = _describe(planned, now.world)
    happened = [f"- {news.text}" for news in now.percept.news if news is not heard]
    return {
        "seen": "; ".join(_describe_sights(now)) or "nobody and nothing",
        "happened": "\n".join(("Just now:", *happened)) if happened else "",
        "plan": plan,
        "proposal": proposal,
        "planned": f"Your plan for this minute is to {plan}: {proposal}",
    }


def _choice_facts(now: Situation, offered: Mapping[str, Sequence[Action]]) -> dict[str, str]:
    """Return what somebody can do, in words, and how to reply it."""
    rules = [one.instruction for one in now.options.faculties if one.instruction]
    return {
        "options": "\n".join(option_lines(offered, now.options.forms, now.world)),
        "forms": forms_text(now.options.forms),
        "rules": "".join(f"{rule} " for rule in rules),
    }


def _describe_sights(now: Situation) -> Iterator[str]:
    """Yield the people and objects in sight, with how they look."""
    for node in now.percept.sights:
        if node.kind != AREA and node.id != now.who:
            yield f"{now.world.name_with_article(node.id)}{_looks(node)}"


def _looks(node: Node) -> str:
    return f" ({node.looks})" if node.looks else ""


def _describe(action: Action, world: World) -> str:
    name = world.name_with_article(action.target)
    if action.kind == MOVE:
        return f"go to {name}"
    if action.kind == IDLE:
        return f"stay, {action.words or WAITING}"
    if action.kind == INTERACT:
        return f"{action.verb} {name}"
    return " ".join(filter(None, (action.kind, action.verb, name)))


def speak(now: Situation, action: Action, heard: Observation | None) -> tuple[Situation, Action]:
    """Return the mind after its own utterance, and the utterance with its turn; one that repeats
    ends the talk."""
    me, hearers = now.name, (action.target,) if action.target else action.others
    talk, turn = _talk_with(now, hearers, heard)
    is_heard = any(is_within_hearing(now.percept, one) for one in hearers)
    last = action.end or turn + 1 >= now.world.minds.turns or not is_heard
    ends, promise = (
        last or is_repetition(talk, action.words),
        _promise(now.mind, heard) if turn else None,
    )
    under_way = None if ends else replace(add_utterance(talk, me, action.words), spoke=now.tick)
    now = after_meeting(now, talk.others, settles=True)
    others = tuple(one for one in talk.others if one != action.target)
    said = replace(action, turn=turn, end=ends, others=others, promise=promise)
    return now.with_mind(social=replace(now.mind.social, talk=under_way)), said


def _talk_with(
    now: Situation, hearers: tuple[str, ...], heard: Observation | None
) -> tuple[Conversation, int]:
    """Return the talk that words belong to, and their turn in it: the one under way, or a new
    one."""
    talk = Conversation(hearers)
    if heard is None or not {*hearers} & {*heard.company}:
        return talk, 0
    company, _ = company_of(now, heard)
    joined = hearers if len(hearers) > 1 else ()
    others = tuple(dict.fromkeys((*company, *joined)))
    return replace(now.mind.social.talk or talk, others=others), heard.turn + 1


def _promise(mind: Mind, heard: Observation | None) -> Appointment | None:
    """Return the appointment that words propose, if somebody has agreed to it."""
    return (
        agreed_appointment(mind, heard.topic, agreed=_has_agreed(mind, heard))
        if heard is not None
        else None
    )
