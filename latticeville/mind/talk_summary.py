"""The summary of a relation, renewed after a talk: what somebody is to one, what was spoken of, and
what one owes."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.core.day_names import name_days
from latticeville.mind.mind import Answers, Mind, Round
from latticeville.mind.model_calls import ThoughtTrace, ask_model_once
from latticeville.mind.percept import Percept
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
from latticeville.mind.talk_data import RelateData
from latticeville.world.model.world import World


def sum_up_talk(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, Mind]:
    """Renew the summary of the first relation that waits for it; without an answer the old one
    stays."""
    if not mind.relations.unsettled or mind.inner.later > percept.minute:
        return mind
    unsettled = mind.relations.unsettled
    other = min(unsettled, key=lambda who: (unsettled[who].last, who))
    found = yield from ask_model_once(_ask(mind, other, percept, world), percept, world, trace)
    relations = mind.relations
    if found.answer is not None:
        summary = name_days(found.answer, percept.minute)
        relations = relations.with_relation(other, replace(relations.to(other), summary=summary))
    left = {who: talk for who, talk in unsettled.items() if who != other}
    return replace(mind, relations=replace(relations, unsettled=left))


def _said(mind: Mind, talk: OpenTalk, who: str, other: str) -> str:
    """Return the sentences of a talk, one a line."""
    return "\n".join(one.text for one in records_of_talk(mind, talk, who, other))


def _ask(mind: Mind, other: str, percept: Percept, world: World) -> SumUpRelation:
    state, talk = mind.relations.to(other), mind.relations.unsettled[other]
    owed, promised = owed_to(mind, other), promised_by(mind, other)
    names = name_ids(state.spoken, (*owed, *promised), world)
    moved = (one.rule for one in mind.relations.history(other) if one.memory >= talk.first)
    data = RelateData(
        percept.who,
        world.name_with_article(percept.who),
        other,
        world.name_with_article(other),
        percept.seed,
        percept.minute,
        state.closeness,
        state.trust,
        state.spoken,
        owed,
        promised,
        tuple(dict.fromkeys(moved)),
        names,
    )
    facts = agent_context(mind, percept, world) | {
        "to": data.to,
        "relation": describe_relation(mind, percept.who, other, world),
        "lines": _said(mind, talk, percept.who, other),
        "agreed": "\n".join(
            f"{data.name} agreed with {data.to} to be "
            f"{describe_appointment(at, percept.minute, names)}."
            for at in owed
        ),
    }
    return SumUpRelation(facts, data)
