"""Conversations of several people: one speaks at a time, who comes joins, who goes leaves, each is
asked to come."""

import json
from collections.abc import Callable
from itertools import pairwise

import pytest

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.sentences import briefing
from latticeville.mind.hints import secret_hinted
from latticeville.mind.mind import Mind
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, INVITATION, SECRET, Appointment, Topic
from latticeville.mind.topics import offer_topics
from latticeville.models.model import Request
from latticeville.sim.events import Said
from latticeville.sim.inputs import Whisper
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.mind.test_topics import WORLD, event, perceived, percept, remembering, words
from tests.model_doubles import Instead, Listening
from tests.talkers import talkers
from tests.worlds import Table, all_day, build, live, permuted, row, told

AREAS: dict[str, list[int] | list[list[int]]] = {"west": [0, 0, 5, 1], "east": [6, 0, 5, 1]}


def house(seed: int = 7, **people: Table) -> World:
    return build(".....+.....", areas=AREAS, people=people, seed=seed)


def stays(x: int) -> Table:
    return {"start": [x, 0], **all_day("west")}


def comes(x: int, at: str, *, leaves: str = "23:00") -> Table:
    return {
        "start": [x, 0],
        "routine": [row("00:00", "east"), row(at, "west"), row(leaves, "east")],
    }


def said(payloads: list[TickPayload]) -> list[tuple[int, Said]]:
    return [(each.tick, one) for each in payloads for one in each.events if isinstance(one, Said)]


def talker(end: Callable[[Request], bool] = lambda _: False, to: str = "everybody") -> Listening:
    """Return a model that always has something to say, to somebody of a group."""

    def words_of(request: Request) -> str | None:
        line = {"words": f"{request.who} at {request.tick}.", "to": to}
        if request.kind == "greet":
            return json.dumps({"talk": True, "goal": "to talk", **line})
        return json.dumps({"end": end(request), **line}) if request.kind == "answer" else None

    return Listening(Instead(words_of))


@pytest.mark.parametrize("seed", range(4))
def test_of_four_who_meet_one_opens_to_all_and_one_speaks_a_tick(seed: int) -> None:
    world = house(seed, **{who: stays(at) for at, who in enumerate(("ada", "bob", "cid", "dot"))})
    talk = said(live(world, 12, model=talker()))
    assert [(tick, one.turn) for tick, one in talk] == [(at + 1, at) for at in range(8)]
    assert all({one.who, *one.listeners} == {"ada", "bob", "cid", "dot"} for _, one in talk)
    assert len({one.who for _, one in talk}) > 2


def test_who_is_addressed_in_a_group_speaks_next() -> None:
    world = house(ada=stays(0), bob=stays(1), cid=stays(2))
    talk = [one for _, one in said(live(world, 12, model=talker(to="Cid")))]
    assert any(one.to == "cid" for one in talk)
    for one, following in pairwise(talk):
        assert not one.to or following.who == one.to


def test_all_of_a_group_wait_for_the_next_words_and_then_go_on() -> None:
    world = house(ada=stays(0), bob=stays(1), cid=stays(2))
    payloads = live(world, 16, model=talker())
    assert {each.thoughts[who].why for each in payloads[2:9] for who in ("ada", "bob", "cid")} == {
        "talk",
        "answer",
    }
    assert (
        "talking with "
        in payloads[4].state.bodies["ada"].doing + payloads[4].state.bodies["bob"].doing
    )
    assert {each.thoughts[who].why for each in payloads[12:] for who in ("ada", "bob", "cid")} == {
        "plan"
    }


def test_who_arrives_joins_the_talk_and_is_told_what_it_is_about() -> None:
    model = talker()
    world = house(ada=stays(0), bob=stays(1), cid=comes(6, "08:01"))
    talk = said(live(world, 14, model=model))
    assert (len(talk[0][1].listeners), len(talk[-1][1].listeners)) == (1, 2)
    assert not [one for _, one in talk if one.who == "cid" and one.turn == 0]
    joined = next(
        request for request in model.of("answer") if "Cid has just come" in request.prompt
    )
    assert joined.data.joining == ("cid",)
    assert not {tick for tick, _ in talk} - {*range(1, 20)}


def test_a_talk_goes_on_without_who_leaves_it() -> None:
    model = talker(end=lambda request: request.who == "cid")
    world = house(ada=stays(0), bob=stays(1), cid=stays(2))
    talk = [one for _, one in said(live(world, 16, model=model))]
    gone = next(place for place, one in enumerate(talk) if one.who == "cid" and one.end)
    after = talk[gone + 1 :]
    assert after
    assert all({one.who, *one.listeners} == {"ada", "bob"} for one in after)


@pytest.mark.parametrize("seed", [5, 6])
def test_in_a_day_no_two_speak_at_once_in_a_talk_that_goes_on(seed: int) -> None:
    talk = said(live(talkers(seed), 300, model=BuiltinMind()))
    assert any(len(one.listeners) > 1 for _, one in talk)
    for tick, one in talk:
        for other_tick, other in talk:
            if other is not one and other_tick == tick and one.turn and other.turn:
                assert not {one.who, *one.listeners} & {other.who, *other.listeners}


@pytest.mark.parametrize(
    "order", [["eve", "dot", "cid", "bob", "ada"], ["cid", "eve", "ada", "dot", "bob"]]
)
def test_the_order_of_people_changes_no_talk_of_groups(order: list[str]) -> None:
    one, two = (
        live(world, 120, model=BuiltinMind()) for world in (talkers(5), permuted(talkers(5), order))
    )
    assert [told(payload) for payload in one] == [told(payload) for payload in two]


def test_an_invitation_to_several_asks_each() -> None:
    eager = {"big_five": {"extraversion": 1.0}}
    world = house(ada=comes(6, "08:05"), bob=stays(1) | eager, cid=stays(2) | eager)
    model = Listening(BuiltinMind())
    payloads = live(
        world, 30, model=model, feed={1: [Whisper("ada", "Give a party in the west at ten.")]}
    )
    invited = next(
        one for _, one in said(payloads) if one.topic is not None and one.topic.kind == INVITATION
    )
    assert {*invited.listeners} == {"bob", "cid"}
    assert {request.who for request in model.of("commit")} >= {"bob", "cid"}
    assert len({request.tick for request in model.of("commit") if request.who != "ada"}) == 1
    batches = [[request.tick for request in batch] for batch in model.batches]
    assert max(sum(tick in batch for batch in batches) for tick in range(30)) <= 3


def keys_for(mind: Mind, *hearers: str) -> dict[str, str]:
    """Return the keys of topics that are offered for hearers, with who alone does not know them."""
    return {
        one.topic.key: one.to
        for one in offer_topics(Situation.begin(mind, percept(), WORLD), hearers)
    }


def test_a_topic_is_for_those_to_whom_it_is_new_and_never_told_twice_to_one() -> None:
    fire, flood = (event(key, gist=f"A {key}.") for key in ("fire", "flood"))
    mind = perceived(remembering(("A fire.", fire), ("A flood.", flood)), words("bob", "cid", fire))
    offered = keys_for(mind, "cid", "dot")
    assert offered["flood"] == ""
    assert offered["fire"] == "dot"
    assert "fire" not in keys_for(mind, "bob", "dot")
    assert "fire" not in keys_for(mind, "cid")


def test_a_secret_is_told_only_where_all_may_know_it() -> None:
    mind = remembering()
    alone, in_group = (
        [*map(secret_hinted, (one.topic for one in offer_topics(now, hearers)))]
        for now in [Situation.begin(mind, percept(), WORLD)]
        for hearers in (("bob",), ("bob", "cid"))
    )
    assert "s.ada.0" in alone
    assert not any(in_group)


def test_who_joins_is_told_what_the_talk_is_about() -> None:
    assert (
        briefing(["Cid", "Dot"], Topic("1.x", EVENT, "Fire!", "", "ada"), "Ada")
        == "Cid and Dot, Ada has news."
    )
    party = Topic(
        "i.ada.3", INVITATION, "A party.", "ada", "ada", Appointment("at a party", "mill", 600, 660)
    )
    assert briefing(["Cid"], party, "Ada") == "Cid, Ada invites us all."
    assert briefing(["Cid"], Topic("s.ada.0", SECRET, "I snore.", "ada", "ada"), "Ada") == ""
