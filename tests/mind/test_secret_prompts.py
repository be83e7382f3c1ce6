"""A secret stands in a prompt only where it may be told, whoever talks to whom and whatever is
remembered."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Sights
from latticeville.mind.relation import RelationState
from latticeville.mind.relation_text import describe_relations
from latticeville.mind.secrets import INTIMATE, open_lines, secret_key
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SECRET, Topic
from latticeville.models.model import Reply, Request
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.confidants import audience
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import LanguageModel, Listening
from tests.worlds import live

PEOPLE = ("ada", "bob", "cid", "dot")
TEXTS = (
    "Under the third floorboard lies a stolen silver spoon.",
    "Nobody ever taught me reading, and I pretend.",
    "My grandmother was a famous burglar once.",
    "I have never learnt to swim.",
)
SILENT = frozenset({"day", "hours", "steps", "identity", "questions", "insights", "react"})
"""Kinds of question whose replies no particular person hears."""


def gossip(request: Request) -> str:
    """Return a greeting or an answer that tells one of the topics that are offered."""
    topics, number = request.data.topics, 0
    words = f"Well, {request.data.to}, it is {request.tick}."
    if topics:
        drawn = rng(3, request.tick, request.who, "topic").uniform()
        number = 1 + int(drawn * len(topics))
        words = topics[number - 1].text
    how = {"talk": True, "goal": "to gossip"} if request.kind == "greet" else {"end": False}
    return json.dumps({**how, "words": words, "topic": number})


class Villager:
    """Gossips, and plans and reflects as the built-in mind does."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        ruled = BuiltinMind().answer(requests)
        return [
            Reply(gossip(one)) if one.kind in ("greet", "answer") else reply
            for one, reply in zip(requests, ruled, strict=True)
        ]


@st.composite
def villages(draw: st.DrawFn) -> World:
    """Draw a hamlet whose people all meet, with secrets for some ears, and memories of them that are
    too intimate to be told as anything else."""
    people: dict[str, Any] = {}
    for number, who in enumerate(PEOPLE):
        others = [one for one in PEOPLE if one != who]
        secret: dict[str, Any] = {"text": TEXTS[number]}
        kind = draw(st.sampled_from(("all", "some", "nobody")))
        if kind == "some":
            secret["to"] = draw(st.lists(st.sampled_from(others), min_size=1, unique=True))
        secret["trust"] = 1.0 if kind == "nobody" else draw(st.sampled_from((0.0, 0.3)))
        more: dict[str, Any] = {
            "secrets": [secret],
            "memories": [{"text": TEXTS[number], "importance": draw(st.integers(INTIMATE, 10))}],
            "big_five": {"agreeableness": draw(st.sampled_from((0.1, 0.9)))},
        }
        people[who] = baker(0, **more) if draw(st.booleans()) else drifter(0, **more)
    return hamlet(start="Mon 11:00", seed=draw(st.integers(0, 99)), **people)


def whom(request: Request) -> set[str]:
    """Return who asks, and who hears what is replied or was in the talk that is summed up."""
    data = request.data
    others = data.hearers if request.kind in ("greet", "answer") else (getattr(data, "other", ""),)
    return {request.who, *others} - {""}


@law(12)
@given(villages())
def test_a_secret_is_in_no_prompt_where_it_may_not_be_told(world: World) -> None:
    model = Listening(LanguageModel(Villager()))
    live(world, 120, model=model)
    asked = [one for one in model.requests if one.kind != "rate"]
    assert {"greet", "answer", "steps"} <= {one.kind for one in asked}
    for number, owner in enumerate(PEOPLE):
        (secret,) = world.people[owner].persona.secrets
        allowed = {owner, *audience(world, owner, secret)}
        for request in asked:
            if TEXTS[number] in request.prompt:
                assert request.kind not in SILENT, (request.kind, request.prompt)
                assert whom(request) <= allowed, (request.kind, request.prompt)


def test_a_secret_reaches_those_who_may_know_it() -> None:
    secret = {"text": TEXTS[0], "to": ["bob"]}
    world = hamlet(start="Mon 11:00", ada=baker(0, secrets=[secret]), bob=drifter(0))
    model = Listening(LanguageModel(Villager()))
    live(world, 900, model=model)
    told = [one for one in model.of("greet", "answer") if TEXTS[0] in one.prompt]
    assert told
    assert any(one.who == "bob" for one in told)


def ada_who_told(*, spoken: bool = False) -> Situation:
    """Return what Ada has before her, who told Bob a secret in the talk under way."""
    world = hamlet(ada=baker(0, secrets=[TEXTS[0]]), bob=drifter(0), cid=drifter(0))
    state = initial_state(world, 7)
    mind, topic = state.minds["ada"], Topic(secret_key("ada", 0), SECRET, who="ada")
    said = f"Ada says to Bob: “{TEXTS[0]}”"
    told = MemoryRecord(
        len(mind.memory), "action", said, 1, "hut", topic=topic, about=("ada", "bob")
    )
    bob = RelationState({"trust": 0.9}, (topic,) if spoken else (), "Bob knows of the spoon.")
    mind = replace(
        mind, memory=mind.memory.grow([told]), relations=mind.relations.with_relation("bob", bob)
    )
    return Situation.begin(mind, dict(perceive(state))["ada"], world)


def test_who_joins_a_talk_is_not_shown_the_secret_that_was_told_in_it() -> None:
    now = replace_sights(ada_who_told())
    lines = [f"Ada: {TEXTS[0]}", "Bob: Well."]
    assert [*open_lines(now, lines, ("bob",))] == lines
    assert [*open_lines(now, lines, ("bob", "cid"))] == lines[1:]


def replace_sights(now: Situation) -> Situation:
    """Return a situation in which nobody overhears."""
    return Situation.begin(now.mind, replace(now.percept, sights=Sights()), now.world)


@pytest.mark.parametrize("is_secret", [True, False])
def test_what_was_confided_is_not_summed_up_before_others(*, is_secret: bool) -> None:
    now = ada_who_told(spoken=is_secret)
    assert "spoon" in describe_relations(now, ("bob",))
    assert ("spoon" in describe_relations(now, ("bob", "cid"))) is not is_secret
