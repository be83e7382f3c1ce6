"""The summary of a relation, renewed after a talk: what somebody is to one, what was spoken of, and
what one owes."""

from msgspec.structs import replace

from latticeville.core.day_names import name_days
from latticeville.mind.mind import Mind, Thinking
from latticeville.mind.model_calls import ask_model_once
from latticeville.mind.prompt_context import agent_context
from latticeville.mind.relation import OpenTalk
from latticeville.mind.relation_text import (
    describe_appointment,
    describe_relation,
    name_ids,
    owed_to,
    promised_by,
)
from latticeville.mind.relation_updates import records_of_talk
from latticeville.mind.requests.relation import SumUpRelation
from latticeville.mind.situation import Situation
from latticeville.mind.talk_data import RelateData


def sum_up_talk(now: Situation) -> Thinking[Situation]:
    """Renew the summary of the first relation that waits for it; without an answer the old one
    stays."""
    if not now.mind.relations.unsettled or now.mind.inner.later > now.minute:
        return now
    unsettled = now.mind.relations.unsettled
    other = min(unsettled, key=lambda who: (unsettled[who].last, who))
    found = yield from ask_model_once(now, _ask(now, other))
    relations = now.mind.relations
    if found.answer is not None:
        summary = name_days(found.answer, now.minute)
        relations = relations.with_relation(other, replace(relations.to(other), summary=summary))
    left = {who: talk for who, talk in unsettled.items() if who != other}
    return now.with_mind(relations=replace(relations, unsettled=left))


def _said(mind: Mind, talk: OpenTalk, who: str, other: str) -> str:
    """Return the sentences of a talk, one a line."""
    return "\n".join(one.text for one in records_of_talk(mind, talk, who, other))


def _ask(now: Situation, other: str) -> SumUpRelation:
    state, talk = now.mind.relations.to(other), now.mind.relations.unsettled[other]
    owed, promised = owed_to(now.mind, other), promised_by(now.mind, other)
    names = name_ids(state.spoken, (*owed, *promised), now.world)
    moved = (one.rule for one in now.mind.relations.history(other) if one.memory >= talk.first)
    data = RelateData(
        now.who,
        now.name,
        other,
        now.world.name_with_article(other),
        now.percept.seed,
        now.minute,
        state.closeness,
        state.trust,
        state.spoken,
        owed,
        promised,
        tuple(dict.fromkeys(moved)),
        names,
    )
    facts = agent_context(now) | {
        "to": data.to,
        "relation": describe_relation(now, other),
        "lines": _said(now.mind, talk, now.who, other),
        "agreed": "\n".join(
            f"{data.name} agreed with {data.to} to be "
            f"{describe_appointment(at, now.minute, names)}."
            for at in owed
        ),
    }
    return SumUpRelation(facts, data)
