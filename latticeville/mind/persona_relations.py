"""The relations and opinions of a persona before the first tick."""

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.relation import (
    CLOSENESS,
    KINSHIP,
    STANCE,
    START,
    TRUST,
    OpinionState,
    Relations,
    RelationState,
    ValueChange,
)
from latticeville.world.model.bonds import is_kin, read_relationship, stance_of
from latticeville.world.model.personas import Opinion, Persona, Relationship


def initial_relations(persona: Persona, *, kinship: bool = False) -> Relations:
    """Return the relations and opinions of a persona before the first tick, with `kinship` where it
    counts."""
    people = {
        one.who: RelationState(_values(one, kinship=kinship)) for one in persona.relationships
    }
    opinions = {one.topic: _read_opinion(one) for one in persona.opinions}
    starts = [
        *(ValueChange(BEFORE_START, who, START, one.values) for who, one in people.items()),
        *(
            ValueChange(BEFORE_START, topic, START, {STANCE: one.stance})
            for topic, one in opinions.items()
        ),
    ]
    return Relations(people, opinions, tuple(starts))


def _values(one: Relationship, *, kinship: bool) -> dict[str, float]:
    """Return the values of a relationship at the start, with `kinship` where it counts."""
    bond = read_relationship(one)
    kin = {KINSHIP: 1.0} if kinship and is_kin(one) else {}
    return {CLOSENESS: bond.closeness, TRUST: bond.trust, **kin}


def _read_opinion(one: Opinion) -> OpinionState:
    stance = stance_of(one)
    return OpinionState(stance, one.view, stance)
