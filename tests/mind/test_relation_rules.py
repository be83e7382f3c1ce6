"""Rules of relations and opinions: bounds, order, bounded confidence; what a persona's words stand
for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.opinions import confidence_bound, converge, hear_opinion
from latticeville.mind.persona_relations import initial_relations
from latticeville.mind.relation import (
    ADOPTED,
    AGREED,
    CLOSENESS,
    DISAGREED,
    KEPT,
    MAX_CHANGES,
    MISSED,
    PERSUADED,
    RULES,
    STANCE,
    START,
    STRANGER,
    TALK,
    TRUST,
    UNKNOWN,
    OpinionState,
    Relations,
    RelationState,
    apply_rule,
    apply_to,
    move,
)
from latticeville.mind.topic import OPINION, Topic
from latticeville.world.model.bonds import read_relationship, read_stance
from latticeville.world.model.personas import Opinion, Persona, Relationship
from latticeville.world.model.settings import MindSettings
from tests.laws import law

shares = st.floats(-1, 1)
units = st.floats(0, 1)
stances = st.floats(-1, 1)
USUAL = MindSettings()
settings = st.builds(
    MindSettings,
    opinion_bound=st.floats(0, 2),
    opinion_openness=st.floats(0, 2),
    opinion_pull=units,
    opinion_hearsay=units,
)
rules = st.lists(st.sampled_from(sorted(RULES)), max_size=60)


def oak(stance: float, who: str = "bob") -> Topic:
    """Return an opinion on the oak, as it is told."""
    return Topic(f"o.{who}.the oak", OPINION, "So the oak.", who, "bob", stance=stance)


def holding(stance: float | None, trust: float = 0.5) -> Relations:
    """Return relations with some trust in Bob, and an opinion on the oak unless it is None."""
    opinions = {} if stance is None else {"the oak": OpinionState(stance, "My oak.", stance)}
    return Relations({"bob": RelationState({CLOSENESS: 0.5, TRUST: trust})}, opinions)


def after(
    relations: Relations, topic: Topic, openness: float = 0.5, minds: MindSettings = USUAL
) -> Relations:
    return hear_opinion(relations, topic, "bob", "Bob", 9, 3, openness, minds)


@law()
@given(units, shares)
def test_a_move_stays_within_0_and_1_and_goes_the_way_of_its_sign(
    value: float, share: float
) -> None:
    moved = move(value, share)
    assert 0 <= moved <= 1
    assert moved >= value - 1e-4 if share >= 0 else moved <= value + 1e-4


@law()
@given(rules)
def test_no_sequence_of_rules_leaves_the_bounds(names: list[str]) -> None:
    relations = Relations()
    for tick, name in enumerate(names):
        relations = apply_to(relations, "bob", name, tick)
    assert all(0 <= value <= 1 for value in relations.to("bob").values.values())
    assert [one.rule for one in relations.history("bob")] == names


@law()
@given(stances, st.lists(st.tuples(stances, units, st.booleans()), max_size=30), units, settings)
def test_no_sequence_of_arguments_leaves_what_was_said(
    first: float, told: list[tuple[float, float, bool]], openness: float, minds: MindSettings
) -> None:
    """A stance stays between the lowest and the highest that anybody, oneself included, has
    held."""
    relations = holding(first)
    for stance, trust, is_own in told:
        bob = RelationState({CLOSENESS: 0.5, TRUST: trust})
        relations = after(
            relations.with_relation("bob", bob),
            oak(stance, "bob" if is_own else "cid"),
            openness,
            minds,
        )
    reached = relations.opinions["the oak"].stance
    every = [first, *(stance for stance, _, _ in told)]
    assert min(every) - 1e-3 <= reached <= max(every) + 1e-3


@law()
@given(stances, st.lists(st.tuples(stances, units, st.booleans()), max_size=30), units, settings)
def test_nobody_says_the_opposite_of_what_they_think(
    first: float, told: list[tuple[float, float, bool]], openness: float, minds: MindSettings
) -> None:
    relations = holding(first)
    for stance, trust, is_own in told:
        bob = RelationState({CLOSENESS: 0.5, TRUST: trust})
        heard = oak(stance, "bob" if is_own else "cid")
        relations = after(relations.with_relation("bob", bob), heard, openness, minds)
        held = relations.opinions["the oak"]
        assert held.stance * held.expressed >= 0


def test_who_is_argued_over_to_the_other_side_says_so() -> None:
    held = after(holding(-0.1, 1.0), oak(0.5)).opinions["the oak"]
    assert (held.stance, held.expressed) == (0.2, 0.5)
    assert held.view == "As Bob says: “So the oak.”"
    stays = after(holding(0.9, 1.0), oak(-0.1), 1.0).opinions["the oak"]
    assert (stays.stance, stays.view) == (0.4, "My oak.")


@law()
@given(stances, stances, units, units, settings)
def test_an_argument_beyond_the_bound_moves_nothing_and_one_within_it_brings_nearer(
    mine: float, other: float, weight: float, openness: float, minds: MindSettings
) -> None:
    moved = converge(mine, other, weight, openness, minds)
    if abs(mine - other) > confidence_bound(openness, minds):
        assert moved == mine
    else:
        assert abs(moved - other) <= abs(mine - other) + 1e-4


def test_more_trust_moves_an_opinion_more_and_hearsay_less() -> None:
    moved = {
        trust: after(holding(0.0, trust), oak(0.6)).opinions["the oak"].stance
        for trust in (0.2, 0.9)
    }
    assert 0 < moved[0.2] < moved[0.9]
    told = after(holding(0.0, 0.9), oak(0.6, "cid")).opinions["the oak"].stance
    assert 0 < told < moved[0.9]


def test_a_world_says_how_far_opinions_reach_and_how_far_they_pull() -> None:
    def stance(minds: MindSettings) -> float:
        return after(holding(-0.8, 1.0), oak(0.8), 0.0, minds).opinions["the oak"].stance

    assert stance(USUAL) == -0.8
    assert stance(MindSettings(opinion_bound=2.0)) == 0.0
    assert stance(MindSettings(opinion_bound=2.0, opinion_pull=0.25)) == -0.4
    hearsay = after(
        holding(0.0, 1.0), oak(0.4, "cid"), 0.5, MindSettings(opinion_hearsay=0.0)
    ).opinions["the oak"]
    assert hearsay.stance == 0.0


def test_who_is_near_is_liked_more_and_who_is_far_less_and_each_change_cites_the_words() -> None:
    near, far = after(holding(0.5), oak(0.7)), after(holding(0.9), oak(-0.9))
    assert near.to("bob").closeness > 0.5 > far.to("bob").closeness
    assert [(one.rule, one.memory, one.tick) for one in near.changes] == [
        (AGREED, 3, 9),
        (PERSUADED, 3, 9),
    ]
    assert [one.rule for one in far.changes] == [DISAGREED]
    assert far.opinions == holding(0.9).opinions


def test_an_opinion_is_taken_up_from_those_who_are_trusted_only() -> None:
    trusted, doubted = after(holding(None, 0.6), oak(-0.5)), after(holding(None, 0.4), oak(-0.5))
    taken = trusted.opinions["the oak"]
    assert taken == OpinionState(-0.3, "As Bob says: “So the oak.”", -0.5, "bob", 1, 3)
    assert [(one.rule, dict(one.after)) for one in trusted.changes] == [(ADOPTED, {STANCE: -0.3})]
    assert doubted == holding(None, 0.4)


def test_words_change_where_they_no_longer_fit_the_stance() -> None:
    relations = holding(0.0, 1.0)
    stays = after(relations, oak(0.5)).opinions["the oak"]
    assert (stays.stance, stays.view, stays.edition) == (0.25, "My oak.", 0)
    moved = after(after(relations, oak(0.5)), oak(0.5)).opinions["the oak"]
    assert (moved.view, moved.source, moved.edition) == ("As Bob says: “So the oak.”", "bob", 1)


def test_an_opinion_without_a_stance_moves_nobody() -> None:
    assert after(holding(0.5), Topic("o.bob.the oak", OPINION, "Oak.", "bob", "bob")) == holding(
        0.5
    )


def test_trust_falls_faster_than_it_grows() -> None:
    assert -RULES[MISSED].shares[TRUST] > RULES[KEPT].shares[TRUST] > RULES[TALK].shares[TRUST]
    relations = apply_to(apply_to(Relations(), "bob", KEPT, 1), "bob", MISSED, 2)
    assert relations.to("bob").trust < STRANGER.trust


def test_a_rule_moves_a_stranger_from_the_values_of_strangers() -> None:
    assert apply_rule({}, TALK) == {
        name: move(UNKNOWN[name], share) for name, share in RULES[TALK].shares.items()
    }


def test_the_newest_changes_are_kept() -> None:
    relations = Relations()
    for tick in range(MAX_CHANGES + 5):
        relations = apply_to(relations, "bob", TALK, tick)
    assert len(relations.changes) == MAX_CHANGES
    assert relations.changes[-1].tick == MAX_CHANGES + 4


@pytest.mark.parametrize(
    ("closer", "other"),
    [
        (Relationship("b", "older sister"), Relationship("b", "friend")),
        (Relationship("b", "friend"), Relationship("b", "supplier")),
        (Relationship("b", "granddaughter"), Relationship("b", "friend")),
        (Relationship("b", "mother"), Relationship("b", "mother-in-law")),
        (Relationship("b", "uncle"), Relationship("b", "neighbour")),
        (Relationship("b", "supplier"), Relationship("b", "opponent in the matter of the bell")),
        (Relationship("b", "friend", "I love him."), Relationship("b", "friend", "He is wrong.")),
        (Relationship("b", "teacher"), Relationship("b", "teacher who owes her")),
        (Relationship("b", "an old friend of her mother's"), Relationship("b", "teacher")),
    ],
)
def test_words_of_a_relationship_stand_for_values(
    closer: Relationship, other: Relationship
) -> None:
    assert sum(read_relationship(closer)) > sum(read_relationship(other))


@law()
@given(st.text(max_size=60), st.text(max_size=200))
def test_any_words_give_values_within_bounds(how: str, view: str) -> None:
    assert all(0 < value < 1 for value in read_relationship(Relationship("b", how, view)))
    assert -1 <= read_stance(view) <= 1


def test_a_persona_is_the_beginning() -> None:
    opinions = (Opinion("the oak", "Fell it.", -0.9), Opinion("the mill", "The mill must stay."))
    persona = Persona(
        "Ada", id="ada", opinions=opinions, relationships=(Relationship("bob", "friend"),)
    )
    found = initial_relations(persona)
    assert {subject: one.stance for subject, one in found.opinions.items()} == {
        "the oak": -0.9,
        "the mill": 0.6,
    }
    assert found.to("bob").closeness == 0.6
    assert {(one.about, one.tick, one.rule) for one in found.changes} == {
        (about, BEFORE_START, START) for about in ("bob", "the oak", "the mill")
    }
    assert found.to("cid") is STRANGER
