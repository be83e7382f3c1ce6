"""What people say of what was decided: to few, once to each, as they stand to them; of people as of
people."""

from collections import Counter

import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import literal, replies
from latticeville.mind.topic import OPINION, REMARK, Topic, outcome_of
from latticeville.sim.beats.events import Convened, Decided
from latticeville.sim.events import Said
from tests.beat_worlds import MEETING, OUTCOMES, village, voter
from tests.worlds import Table, live

SOON = 240
"""The tick until which a decision of the first hour is of just now."""
STANCES = {"ann": 0.8, "bob": 0.6, "cid": -0.7, "dot": 0.7, "eve": -0.8}
MAYOR: Table = MEETING | {
    "id": "mayor",
    "question": "Is Ann to be mayor, or Bob in her place?",
    "about": "the tree",
    "outcomes": [
        {"id": "ann", "result": ["for"], "text": "Ann is mayor."},
        {"id": "bob", "text": "Bob is mayor."},
    ],
}


def reactions(matter: Table, seed: int) -> list[tuple[int, Said]]:
    """Return what is said of a decision in the half day after it, each with its tick."""
    people = {who: voter(stance) for who, stance in STANCES.items()}
    world = village(people, matters=[matter], seed=seed)
    return [
        (payload.tick, one)
        for payload in live(world, 600, model=BuiltinMind())
        for one in payload.events
        if isinstance(one, Said) and one.topic is not None and outcome_of(one.topic)
    ]


def how(topic: Topic | None) -> str:
    return topic.key.split(".")[4] if topic is not None else ""


@pytest.mark.parametrize("seed", [5, 81, 4077])
def test_a_decision_is_spoken_of_to_two_others_at_most_and_never_as_long_ago(seed: int) -> None:
    found = reactions(MEETING | {"outcomes": OUTCOMES}, seed)
    pairs = Counter((one.who, other) for _, one in found for other in one.listeners)
    assert len({who for who, _ in pairs}) > 2
    assert max(pairs.values()) == 1
    assert max(Counter(who for who, _ in pairs).values()) <= 2
    soon = " ".join(one.words for tick, one in found if tick < SOON)
    of_later = [one for lines in replies().values() for one in lines if one.startswith("later: ")]
    assert soon
    assert not [one for one in of_later if literal(one) in soon]
    assert len({one.words for _, one in found}) == len(found)


@pytest.mark.parametrize("seed", [6, 33])
def test_at_a_meeting_people_speak_of_its_matter_alone(seed: int) -> None:
    other = {"topic": "the pond", "view": "The pond is too deep for ducks.", "stance": 0.9}
    people = {
        who: voter(stance, memories=[{"text": f"I fell from {who}'s roof."}])
        for who, stance in STANCES.items()
    }
    for one in people.values():
        one["opinions"] = [*one["opinions"], other]
    world = village(people, matters=[MEETING | {"minutes": 20, "quorum": 3}], seed=seed)
    payloads = live(world, 120, model=BuiltinMind())
    convened = next(p.tick for p in payloads for e in p.events if isinstance(e, Convened))
    decided = next(p.tick for p in payloads for e in p.events if isinstance(e, Decided))
    said = [
        one
        for payload in payloads
        for one in payload.events
        if isinstance(one, Said) and convened + 1 < payload.tick < decided
    ]
    assert said
    kinds = {one.topic.kind for one in said if one.topic is not None}
    assert kinds <= {OPINION, REMARK}
    assert all(one.topic.key.endswith(".the tree") for one in said if one.topic is not None)
    of_parting = [literal(one) for one in replies()["parting"] if len(literal(one)) > 8]
    assert not [one.words for one in said if any(part in one.words for part in of_parting)]


@pytest.mark.parametrize("seed", [5, 81])
def test_who_was_chosen_is_spoken_of_by_name_and_congratulated(seed: int) -> None:
    found = reactions(MAYOR, seed)
    felt = {how(one.topic) for _, one in found}
    assert felt
    assert all(one.startswith("elected") for one in felt)
    assert not [one.words for _, one in found if "the tree" in one.words]
    of_winner = [one for _, one in found if how(one.topic) in ("elected_glad", "elected_sorry")]
    assert all("Ann" in one.words for one in of_winner)
    to_rivals = [
        one for _, one in found if how(one.topic).startswith(("elected_won", "elected_lo"))
    ]
    assert to_rivals
    assert all({*one.listeners} & {"ann", "bob"} for one in to_rivals)
