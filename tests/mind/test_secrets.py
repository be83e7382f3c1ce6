"""Secrets: who may be told, when, and what prompts hold of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AGENT, Node, Observation, Sights
from latticeville.mind.relation import CLOSENESS, TRUST, RelationState
from latticeville.mind.secrets import (
    brings_up,
    gives_away,
    may_hear,
    passed_on,
    secrets_for,
    tellable,
)
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SECRET, Topic
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.load import load_world
from latticeville.world.model.confidants import TRUSTED, audience
from latticeville.world.model.personas import Secret
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, voter
from tests.beat_worlds import village as town
from tests.hamlet import baker, drifter, hamlet
from tests.worlds import Table, build, live

VILLE = load_world(Path("worlds/ville"))
PLAIN = "I have never learnt to swim."
OF_DOT = "Dot stole the spoon."


def village(secret: str | Mapping[str, Any], **ada: Any) -> World:
    """Return a hamlet in which Ada has a secret; Cid is Dot's brother."""
    cid = baker(2, relationships=[{"who": "dot", "how": "brother"}])
    own = baker(0, secrets=[secret], **ada)
    return hamlet(ada=own, bob=baker(0), cid=cid, dot=drifter(6))


def ada_in(world: World, trust: float = 0.9, **around: Any) -> Situation:
    """Return what Ada has before her, who trusts everybody alike; `around` are those in hearing."""
    state = initial_state(world, 7)
    percept = dict(perceive(state))["ada"]
    sights = Sights(Node(who, AGENT, percept.place, Cell(0, 0)) for who in around)
    mind = state.minds["ada"]
    people = {who: RelationState({TRUST: trust, CLOSENESS: 0.6}) for who in world.people}
    mind = replace(mind, relations=replace(mind.relations, people=people))
    return Situation.begin(mind, replace(percept, sights=sights), world)


def audience_of(secret: str | Mapping[str, Any], **ada: Any) -> set[str]:
    world = village(secret, **ada)
    return {*audience(world, "ada", world.people["ada"].persona.secrets[0])}


def test_a_secret_of_nobody_may_be_told_to_everybody() -> None:
    assert audience_of(PLAIN) == {"bob", "cid", "dot"}


def test_whom_a_secret_names_and_who_stands_by_them_are_not_told() -> None:
    assert audience_of(OF_DOT) == {"bob"}
    assert audience_of("I love Dot.") == {"bob", "cid"}


def test_who_thinks_the_opposite_of_what_a_secret_names_is_not_told() -> None:
    def holding(stance: float) -> list[dict[str, Any]]:
        return [{"topic": "the oak", "view": "So.", "stance": stance}]

    ada = baker(0, secrets=["The oak is hollow."], opinions=holding(0.8))
    bob, cid = baker(0, opinions=holding(0.5)), baker(2, opinions=holding(-0.5))
    world = hamlet(ada=ada, bob=bob, cid=cid)
    assert audience(world, "ada", world.people["ada"].persona.secrets[0]) == {"bob"}


def test_a_persona_says_who_may_be_told() -> None:
    assert audience_of({"text": OF_DOT, "to": ["dot"]}) == {"dot"}
    assert audience_of({"text": PLAIN, "trust": 1.0}) == set()


@pytest.mark.parametrize(
    ("secret", "trust", "is_told"),
    [
        (PLAIN, TRUSTED, True),
        (PLAIN, TRUSTED - 0.01, False),
        ({"text": PLAIN, "trust": 0.3}, 0.3, True),
        ({"text": PLAIN, "trust": 0.3}, 0.29, False),
        ({"text": PLAIN, "to": ["bob"]}, 0.0, True),
    ],
)
def test_trust_decides(secret: str | Mapping[str, Any], trust: float, *, is_told: bool) -> None:
    now = ada_in(village(secret), trust)
    assert may_hear(now, now.persona.secrets[0], ("bob",)) is is_told


def test_nobody_tells_a_secret_where_somebody_hears_it_who_may_not() -> None:
    world = village(OF_DOT)
    secret = world.people["ada"].persona.secrets[0]
    assert may_hear(ada_in(world, bob=1), secret, ("bob",))
    assert not may_hear(ada_in(world, bob=1, cid=1), secret, ("bob",))
    assert not may_hear(ada_in(world), secret, ("bob", "cid"))


@pytest.mark.parametrize("listener", ["bob", "cid"])
def test_a_secret_that_a_scene_tells_somebody_is_kept_for_it(listener: str) -> None:
    line = {"who": "ada", "to": listener, "says": f"Here it is: {PLAIN}"}
    event = {"id": "rain", "text": "It rains.", "at": "Fri 09:00", "scenes": [{"lines": [line]}]}
    names = ("ada", "bob", "cid")
    people: dict[str, Table] = {who: {"home": "room"} for who in names}
    people["ada"]["secrets"] = [PLAIN]
    now = ada_in(build("....", areas={"room": [0, 0, 4, 1]}, people=people, scheduled=[event]))
    told = {who for who in ("bob", "cid") if may_hear(now, now.persona.secrets[0], (who,))}
    assert told == {"bob", "cid"} - {listener}


def heard(words: str) -> Observation:
    return Observation("said", "bob", f"Bob says: “{words}”", words=words)


def test_words_bring_a_secret_up() -> None:
    assert brings_up(Secret(PLAIN), "Have you learnt it? I mean to swim, and learnt it late.") is (
        False
    )
    assert brings_up(Secret("The silver spoon lies under the floor."), "A silver spoon is gone!")
    assert brings_up(Secret(PLAIN, when=("pond", "boat")), "Let us take the boat.")
    assert not brings_up(Secret(PLAIN, when=("pond", "boat")), "Boating is over.")


def test_a_secret_with_words_waits_for_them() -> None:
    now = ada_in(village({"text": PLAIN, "when": ["boat"]}))
    assert not [*tellable(now, ("bob",))]
    assert not [*tellable(now, ("bob",), heard("It rains."))]
    assert [number for number, _ in tellable(now, ("bob",), heard("A boat!"))] == [0]


def test_a_secret_for_nobody_in_particular_is_told_to_few() -> None:
    def told_to(*confidants: str, **secret: Any) -> Situation:
        now = ada_in(village({"text": PLAIN, "when": ["boat"], **secret}))
        records = (
            MemoryRecord(
                len(now.mind.memory) + n, "action", PLAIN, 0, "", spoken=True,
                topic=Topic("s.ada.0", SECRET, PLAIN, "ada"), shared=(one,),
            )
            for n, one in enumerate(confidants)
        )  # fmt: skip
        return replace(now, mind=replace(now.mind, memory=now.mind.memory.grow(records)))

    boat = heard("A boat!")
    assert [*tellable(told_to("bob"), ("dot",), boat)]
    assert not [*tellable(told_to("bob", "cid"), ("dot",), boat)]
    assert [*tellable(told_to("bob", "cid", to=["bob", "cid", "dot"]), ("dot",), boat)]


def test_whoever_tells_a_secret_before_a_vote_says_that_it_is_the_reason() -> None:
    text = "I have taken a branch of the tree for my bed."
    people = {
        "ann": voter(0.5, "hall", secrets=[text]),
        "bob": voter(0.5, "hall", relationships=[{"who": "ann", "how": "best friend"}]),
    }
    people["ann"]["relationships"] = [{"who": "bob", "how": "best friend"}]
    leads = dict[str, str]()
    for name, matters in (("with", [{**MEETING, "at": "Mon 12:00"}]), ("without", [])):
        world = town(people, matters=matters)
        said = [
            event.words
            for seed in range(4)
            for one in live(world, 200, model=BuiltinMind(), seed=seed)
            for event in one.events
            if event.is_speech
        ]
        leads[name] = next((one for one in said if text in one), text).replace(text, "")
    assert "the tree" in leads["with"]
    assert "the tree" not in leads["without"]


def test_some_days_press_for_a_secret_and_others_do_not() -> None:
    world = village(PLAIN)
    now = ada_in(world)
    days = [
        bool([*tellable(replace(now, percept=replace(now.percept, minute=day * 1440)), ("bob",))])
        for day in range(40)
    ]
    assert 25 < sum(days) < 38


def test_a_prompt_holds_a_secret_only_where_it_may_be_told() -> None:
    world = village({"text": PLAIN, "to": ["bob"]})
    now = ada_in(world)
    assert secrets_for(now, ("bob",)) == f"Only Bob may know: {PLAIN}"
    assert secrets_for(now, ("cid",)) == ""
    assert secrets_for(now, ("bob", "cid")) == ""
    assert secrets_for(ada_in(world, cid=1), ("bob",)) == ""


def test_what_gives_a_secret_away_is_not_for_those_who_may_not_know_it() -> None:
    now = ada_in(village({"text": "The silver spoon lies under the kitchen floor.", "to": ["bob"]}))
    told = "I saw a silver spoon on the kitchen floor."
    assert gives_away(now, told, ("cid",))
    assert not gives_away(now, told, ("bob",))
    assert not gives_away(now, "I saw a spoon.", ("cid",))


def test_no_secret_of_the_village_is_for_those_whom_it_names() -> None:
    for who, resident in VILLE.people.items():
        for secret in resident.persona.secrets:
            may = audience(VILLE, who, secret)
            named = {one for one in may if VILLE.people[one].persona.first_name in secret.text}
            assert who not in may
            assert not named


@pytest.mark.parametrize(
    ("agreeableness", "trust", "hearer", "is_told"),
    [
        (0.2, 0.4, "bob", True),
        (0.8, 0.4, "bob", False),
        (0.2, 0.9, "bob", False),
        (0.2, 0.4, "dot", False),
    ],
)
def test_loyalty_keeps_what_was_confided_and_others_pass_it_on_within_its_audience(
    agreeableness: float, trust: float, hearer: str, *, is_told: bool
) -> None:
    cid = baker(2, secrets=[OF_DOT])
    ada = baker(0, big_five={"agreeableness": agreeableness})
    now = ada_in(hamlet(ada=ada, bob=baker(0), cid=cid, dot=drifter(6)), trust)
    told = MemoryRecord(
        len(now.mind.memory),
        "observation",
        "…",
        0,
        "hut",
        topic=Topic("s.cid.0", SECRET, OF_DOT, "cid", "cid"),
        about=("cid", "ada"),
    )
    now = now.with_mind(memory=now.mind.memory.grow([told]))
    assert [one.text for one in passed_on(now, (hearer,))] == [OF_DOT] * is_told
