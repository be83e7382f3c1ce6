"""News of a world's author, views of third persons and memories of others: who tells them, to how
many, in which tense and person."""

import json
from collections import defaultdict

import pytest
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.builtin import sentences
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.talk import LEAST_TURNS, answer
from latticeville.mind.builtin.uptake import take_up
from latticeville.mind.memory_topics import MOST_HEARERS, is_staged
from latticeville.mind.questions import AGAINST, WITH
from latticeville.mind.relation import OpinionState
from latticeville.mind.reported_speech import can_be_retold
from latticeville.mind.requests.talk import Occasion, TalkData
from latticeville.mind.stake import THEIRS, Stake
from latticeville.mind.topic import OPINION, Topic
from latticeville.mind.topics import OfferedTopic
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.sim.events import Said
from latticeville.world.model.world import World
from tests.beat_worlds import village, voter
from tests.gossips import gossips
from tests.talkers import VIEWS, talkers
from tests.worlds import Table, live

FERRET: Table = {
    "id": "ferret",
    "name": "the ferret",
    "people": [],
    "stages": [
        {"id": "out", "text": "Ann lays a ferret on the wall, and nobody laughs.", "place": "yard"}
    ],
}


def gathering() -> World:
    """Return a yard in which a ferret is laid on the wall before three people, and a hall where five
    others wait, to whom they come one after the other."""
    waiting = {who: voter(None, "hall") for who in ("dot", "eve", "fay", "gus", "hal")}
    people = {
        "ann": voter(None) | leaving("08:40"),
        "bob": voter(None) | leaving("08:05"),
        "cid": voter(None, secrets=[{"text": "The ferret is mine."}]) | leaving("09:20"),
    }
    return village({**people, **waiting}, storylines=[FERRET])


def leaving(time: str) -> Table:
    """Return the day of somebody who goes from the yard to the hall at a time."""
    return {
        "routine": [
            {"from": "00:00", "to": time, "place": "yard", "doing": "waiting"},
            {"from": time, "to": "00:00", "place": "hall", "doing": "waiting"},
        ]
    }


def said_in(world: World, ticks: int) -> list[Said]:
    return [
        one
        for payload in live(world, ticks, model=BuiltinMind())
        for one in payload.events
        if isinstance(one, Said)
    ]


def test_staged_news_is_told_in_the_past_to_few_by_those_whom_it_does_not_touch() -> None:
    told = [one for one in said_in(gathering(), 400) if one.topic and is_staged(one.topic)]
    hearers = defaultdict[str, list[str]](list)
    for one in told:
        hearers[one.who].extend(one.listeners)
    assert told
    assert {*hearers}.isdisjoint({"ann", "cid"})
    assert all(len({*who}) <= MOST_HEARERS for who in hearers.values())
    assert not [one.words for one in told if "lays" in one.words]
    assert any("laid a ferret" in one.words for one in told)


@pytest.mark.parametrize("seed", [3, 90])
def test_a_full_view_is_said_once_to_each_hearer(seed: int) -> None:
    said = said_in(talkers(seed), 900)
    for view in (one for views in VIEWS.values() for one in views):
        lines = [(one.who, who) for one in said if view in one.words for who in one.listeners]
        assert len({*lines}) == len(lines), view


def turn(heard: Topic | None, stance: float, side: str, seed: int) -> TalkData:
    """Return what Ann has before her, to whom Bob tells what Cid thinks."""
    names = {"ann": "Ann", "bob": "Bob", "cid": "Cid"}
    return TalkData(
        "ann", "Ann", "bob", "Bob", seed, 0, 600, 1, heard=heard, names=names,
        stake=Stake(THEIRS, "cid", "", 0, "the oak", teller=side),
        opinions={"the oak": OpinionState(stance, "It is rotten.", stance)},
    )  # fmt: skip


@pytest.mark.parametrize("side", ["", WITH, AGAINST])
@pytest.mark.parametrize("stance", [-0.8, 0.8])
def test_the_view_of_a_third_person_is_answered_as_theirs(stance: float, side: str) -> None:
    heard = Topic("o.cid.the oak", OPINION, "The oak stays.", "cid", "bob", stance=0.7)
    lines = {
        take_up(turn(heard, stance, side, seed), rng(seed, 1, "ann", "w")) for seed in range(40)
    }
    assert not [one for one in lines if "We shall not agree" in one or "not with you" in one]
    if stance < 0 and side == WITH:
        assert any("you and I" in one or "two of us" in one or "You and I" in one for one in lines)
    if stance > 0:
        assert not [one for one in lines if "otherwise" in one or "do not" in one]


def test_who_agrees_gives_one_more_reason_and_who_does_not_speaks_of_whom_it_is() -> None:
    heard = Topic("o.cid.the oak", OPINION, "The oak stays.", "cid", "bob", stance=0.7)
    own = Topic("o.ann.the oak", OPINION, who="ann", stance=0.5)
    for seed in range(9):
        draw = rng(seed, 1, "ann", "w")
        like = sentences.counter(OfferedTopic(own, "I sit under it.", -1, 1.0), heard, "Cid", draw)
        assert "Cid" not in like
        other = Topic("o.ann.the oak", OPINION, who="ann", stance=-0.5)
        against = OfferedTopic(other, "It is rotten.", -1, 1.0)
        assert "Cid" in sentences.counter(against, heard, "Cid", draw)


def test_a_memory_is_retold_only_where_nobody_present_or_alike_is_in_it() -> None:
    world = gossips()
    assert can_be_retold("I fell into the pond.", "ada", ("bob", "cid"), world)
    assert not can_be_retold("Bob wept when I lent him money.", "ada", ("bob", "cid"), world)
    assert not can_be_retold("Cid wept when I lent him money.", "ada", ("bob", "cid"), world)
    assert not can_be_retold("We sang until it was late.", "ada", ("bob",), world)
    assert not can_be_retold("You know my horse.", "ada", ("bob",), world)


def test_who_has_met_as_agreed_stays_for_four_turns() -> None:
    kept = Occasion(place="the Mill")
    for number in range(1, 6):
        data = replace(turn(None, 0.5, "", number), turn=number, turns=6, occasion=kept)
        said = json.loads(answer(Request("answer", "ann", 5, RequestText(""), data=data)))
        assert said["end"] == (number + 1 >= LEAST_TURNS)
        if number == 1:
            alone = replace(data, occasion=Occasion())
            assert json.loads(answer(Request("answer", "ann", 5, RequestText(""), data=alone)))[
                "end"
            ]
