"""The model as decision policy: each tick, one action out of those that are valid (`minds.act =
"model"`)."""

import json
from collections.abc import Generator, Iterator, Sequence

from msgspec.structs import replace

from latticeville.mind.action import IDLE, INTERACT, MOVE, SAY, Action, Options
from latticeville.mind.belief import BeliefTree
from latticeville.mind.commitments import agreed_appointment, commitment_lines, has_commitment
from latticeville.mind.conversation import (
    add_utterance,
    answer_facts,
    awaits_words,
    company_of,
    greeting_facts,
    is_repetition,
    is_within_hearing,
    talk_data,
    utterance_to_answer,
    utterance_with_invitation,
)
from latticeville.mind.decision_cache import (
    Situation,
    keep_decision,
    make_situation,
    notable_news,
    reuse_decision,
)
from latticeville.mind.invitations import consider_invitation
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
from latticeville.mind.percept import AGENT, AREA, Node, Observation, Percept
from latticeville.mind.prompt_choices import MAX_USES, planned_places
from latticeville.mind.prompt_context import agent_context, retrieval_query
from latticeville.mind.requests.act import ActData, ChooseAction
from latticeville.mind.talk_data import TalkData
from latticeville.mind.topic import Appointment
from latticeville.mind.topics import topic_lines
from latticeville.world.model.world import World

WAITING = "waiting"
"""What people are seen doing whose model chooses to do nothing while the plan wants something."""
TALK_FACTS = (
    "to",
    "other",
    "heard",
    "heard_line",
    "lines",
    "goal",
    "relation",
    "secrets",
    "topics",
    "opinion",
    "turn",
)
"""Facts of a talk, which are empty while there is none."""


def consider_words(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, Mind]:
    """Ask whether to agree to what somebody proposes."""
    heard = utterance_with_invitation(percept) if world.minds.talk else None
    if heard is None:
        return mind
    cites = (newest_record(mind.memory, heard.text, percept.tick),)
    mind, _ = yield from consider_invitation(
        mind, heard.words, heard.topic, percept, world, trace, cites, heard.actor
    )
    return mind


def choose_action(
    mind: Mind,
    known: BeliefTree,
    plan: Decision,
    percept: Percept,
    options: Options,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, Decision]:
    """Return the model's action, and what the plan does where that is the same.

    `known` are the beliefs before this tick, and `plan` is what following the plan comes to. A
    reply that is none of the offered actions becomes IDLE with a fault.
    """
    heard = _words_heard(percept, world)
    mind, facts, talk = _talk_facts(mind, known, heard, percept, world)
    planned = plan.thought.action
    question = ChooseAction(
        facts, ActData(planned, talk), _offered_actions(mind, planned, percept, options, world)
    )
    mind, memories, found = yield from _decide(mind, question, heard, percept, world, trace)
    cites, step = tuple(memory.id for memory in memories), mind.intent.step
    action = found.answer
    if talk is not None and (action is None or action.kind != SAY):
        mind = _after_meeting(mind, (talk.other,), percept)
    if action is None:
        return Decision(mind, Thought("act", Action(IDLE), step, fault=found.fault))
    if action == bare(planned):
        done = replace(mind, intent=plan.mind.intent)
        return Decision(done, replace(plan.thought, cites=cites))
    if action.kind == SAY:
        mind, action = _speak(mind, action, heard, percept, world)
    elif action.kind == IDLE:
        action = Action(IDLE, words=WAITING)
    return Decision(mind, Thought("act", action, step, cites))


def _decide(
    mind: Mind,
    question: ChooseAction,
    heard: Observation | None,
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, tuple[Mind, tuple[MemoryRecord, ...], Answered[Action]]]:
    """Ask a question, unless the behavioural cache knows; it keeps no words. Return also what was
    remembered."""
    situation = _situation(mind, percept, question.data)
    known = yield from reuse_decision(mind, situation, question, percept, world, trace)
    if known is not None:
        return mind, (), known
    mind, memories, found = yield from _ask(mind, question, heard, percept, world, trace)
    if found.answer is not None and found.answer.kind != SAY:
        mind = keep_decision(mind, situation, found, percept, world)
    return mind, memories, found


def _ask(
    mind: Mind,
    question: ChooseAction,
    heard: Observation | None,
    percept: Percept,
    world: World,
    trace: ThoughtTrace,
) -> Generator[Round, Answers, tuple[Mind, tuple[MemoryRecord, ...], Answered[Action]]]:
    """Ask a question with what somebody perceives and remembers; return also the memories."""
    facts = dict(question.facts) | _scene_facts(
        percept, heard, question.data.plan, question.offered, world
    )
    facts["agreed"] = commitment_lines(mind, percept, world)
    query = retrieval_query(mind, percept, world, *(news.text for news in percept.news))
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    facts["memories"] = format_memories(memories, percept, world, facts["name"])
    found = yield from ask_model_once(replace(question, facts=facts), percept, world, trace)
    return mind, memories, found


def _situation(mind: Mind, percept: Percept, data: ActData) -> Situation | None:
    """Return what an action depends on: also what the plan does, and what happened; None in a
    conversation."""
    if data.talk is not None:
        return None
    wanted = json.dumps(as_reply(data.plan))
    return make_situation("act", mind, percept, wanted, *notable_news(percept))


def bare(action: Action) -> Action:
    """Return an action as it is offered, without words."""
    return Action(action.kind, action.target, action.verb)


def _words_heard(percept: Percept, world: World) -> Observation | None:
    return utterance_to_answer(percept) if world.minds.talk else None


def _talk_facts(
    mind: Mind, known: BeliefTree, heard: Observation | None, percept: Percept, world: World
) -> tuple[Mind, dict[str, str], TalkData | None]:
    """Return the facts of a person, and of a talk with who spoke to them or whom they have just
    met."""
    facts = dict.fromkeys(TALK_FACTS, "")
    if heard is not None:
        hearers, joining = company_of(mind, heard, percept, world.settings.tick_minutes)
        facts |= answer_facts(mind, percept, heard, hearers, world, joining)
        facts |= {"other": heard.actor, "heard_line": f"{facts['to']} says to you: “{heard.words}”"}
        agreed = _has_agreed(mind, heard)
        talk = talk_data(
            mind, percept, hearers, world, heard.turn + 1, heard, agreed=agreed, joining=joining
        )
        return mind, facts | {"topics": topic_lines(talk.topics)}, talk
    others: tuple[Node, ...] = ()
    if world.minds.talk and not awaits_words(mind, percept):
        others, yielded = people_to_greet(known, mind.social, percept, world.settings.tick_minutes)
        mind = replace(mind, social=replace(mind.social, yielded=yielded))
    if not others:
        return mind, facts | agent_context(mind, percept, world), None
    facts |= greeting_facts(mind, percept, others[:1], world)
    facts |= {"other": others[0].id, "heard_line": f"You meet {facts['to']}."}
    talk = talk_data(mind, percept, (others[0].id,), world)
    return mind, facts | {"topics": topic_lines(talk.topics)}, talk


def _has_agreed(mind: Mind, heard: Observation) -> bool | None:
    """Tell whether somebody agreed to what words propose; None where these tell of no
    appointment."""
    topic = heard.topic
    return None if topic is None or topic.at is None else has_commitment(mind, topic.key)


def _offered_actions(
    mind: Mind, planned: Action, percept: Percept, options: Options, world: World
) -> tuple[Action, ...]:
    """Return the valid actions that a question has room for, what the plan does among them.

    People may go to the places that plans offer them, and to what is in sight and out of reach.
    """
    places = planned_places(mind, percept, world).values()
    targets = {*places, *_out_of_reach(percept, options), planned.target}
    kinds = {IDLE, MOVE, INTERACT, *([SAY] if world.minds.talk else [])}
    valid = (
        action for action in options.all_actions() if action.kind in kinds and not action.others
    )
    found = [action for action in valid if action.kind != MOVE or action.target in targets]
    return tuple(dict.fromkeys((*found, bare(planned))))


def _out_of_reach(percept: Percept, options: Options) -> list[str]:
    """Return the people and objects in sight that somebody may walk to, as many as a question has
    room for."""
    others = [node for node in percept.sights if node.kind != AREA and node.id != percept.who]
    return [node.id for node in others if node.kind == AGENT or not options.reaches(node.id)][
        :MAX_USES
    ]


def _scene_facts(
    percept: Percept,
    heard: Observation | None,
    planned: Action,
    offered: Sequence[Action],
    world: World,
) -> dict[str, str]:
    """Return what somebody perceives, what their plan does, and what they can do, in words."""
    return {
        "seen": "; ".join(_describe_sights(percept, world)) or "nobody and nothing",
        "happened": "\n".join(f"- {news.text}" for news in percept.news if news is not heard),
        "plan": _describe(planned, world),
        "options": "\n".join(_option_lines(offered, world)),
        "proposal": json.dumps(as_reply(planned), ensure_ascii=False),
    }


def as_reply(action: Action) -> dict[str, object]:
    """Return an action without words as a model replies it.

    >>> as_reply(Action(MOVE, "park"))
    {'kind': 'move', 'move': {'to_location_id': 'park'}}
    """
    match action.kind:
        case "move":
            return {"kind": MOVE, MOVE: {"to_location_id": action.target}}
        case "interact":
            return {"kind": INTERACT, INTERACT: {"object_id": action.target, "verb": action.verb}}
    return {"kind": IDLE}


def _describe_sights(percept: Percept, world: World) -> Iterator[str]:
    """Yield the people and objects in sight, with how they look."""
    for node in percept.sights:
        if node.kind != AREA and node.id != percept.who:
            yield f"{world.name_with_article(node.id)}{_looks(node)}"


def _looks(node: Node) -> str:
    return f" ({node.looks})" if node.looks else ""


def _describe(action: Action, world: World) -> str:
    name = world.name_with_article(action.target)
    if action.kind == MOVE:
        return f"go to {name}"
    return f"{action.verb} {name}" if action.verb else f"stay, {action.words or WAITING}"


def _option_lines(offered: Sequence[Action], world: World) -> Iterator[str]:
    """Yield a line for each kind of action, with the ids of its targets and their names."""
    for kind, heading in ((MOVE, "move to"), (INTERACT, "interact"), (SAY, "say to")):
        found = [action for action in offered if action.kind == kind]
        told = ", ".join(
            f"{f'{action.verb} ' if action.verb else ''}{action.target} "
            f"({world.name_of(action.target)})"
            for action in found
        )
        if found:
            yield f"- {heading}: {told}"
    yield "- idle"


def _speak(
    mind: Mind, action: Action, heard: Observation | None, percept: Percept, world: World
) -> tuple[Mind, Action]:
    """Return the mind after its own utterance, and the utterance with its turn; one that repeats
    ends the talk."""
    other, me = action.target, world.name_with_article(percept.who)
    talk, turn = _talk_with(mind, other, heard, percept, world)
    last = action.end or turn + 1 >= world.minds.turns or not is_within_hearing(percept, other)
    ends, promise = (
        last or is_repetition(talk, action.words),
        _promise(mind, heard) if turn else None,
    )
    under_way = None if ends else replace(add_utterance(talk, me, action.words), spoke=percept.tick)
    mind = _after_meeting(mind, talk.others, percept)
    others = tuple(one for one in talk.others if one != other)
    said = replace(action, turn=turn, end=ends, others=others, promise=promise)
    return replace(mind, social=replace(mind.social, talk=under_way)), said


def _talk_with(
    mind: Mind, other: str, heard: Observation | None, percept: Percept, world: World
) -> tuple[Conversation, int]:
    """Return the talk that words to somebody belong to, and their turn in it: the one under way, or
    a new one."""
    talk = Conversation((other,))
    if heard is None or other not in heard.company:
        return talk, 0
    hearers, _ = company_of(mind, heard, percept, world.settings.tick_minutes)
    return replace(mind.social.talk or talk, others=hearers), heard.turn + 1


def _promise(mind: Mind, heard: Observation | None) -> Appointment | None:
    """Return the appointment that words propose, if somebody has agreed to it."""
    return (
        agreed_appointment(mind, heard.topic, agreed=_has_agreed(mind, heard))
        if heard is not None
        else None
    )


def _after_meeting(mind: Mind, others: Sequence[str], percept: Percept) -> Mind:
    """Return the mind of somebody who has met others, and does not talk as yet."""
    met = {**mind.social.met, **dict.fromkeys(others, percept.tick)}
    owed = tuple(one for one in mind.social.owed if one not in others)
    return replace(mind, social=replace(mind.social, met=met, talk=None, owed=owed))
