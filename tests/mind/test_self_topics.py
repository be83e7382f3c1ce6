"""What people of a world that nobody wrote relationships for tell each other."""

import re
from itertools import pairwise

import pytest

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.sentences import phrases
from latticeville.mind.openings import QUIET_MINUTES
from latticeville.mind.percept import Observation
from latticeville.mind.self_topics import (
    HOW_ARE_YOU,
    MISSED_YOU,
    USUAL,
    deeds,
    is_told_of_oneself,
    is_trivial,
    sentences_about,
)
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DEED, INTRODUCTION, REMARK, Topic
from latticeville.sim.events import Said
from latticeville.sim.perception import perceive
from latticeville.world.model.personas import Persona
from latticeville.world.model.world import World
from tests.worlds import Table, build, live, row

THINGS = '[kinds.bench]\nglyph = "b"\nblocks = false\n[kinds.bed]\nglyph = "e"\nblocks = false\n'


def village(seed: int = 3, /, **people: Table) -> World:
    """Return two houses and a park in a row."""
    return build(
        "....+....+....",
        areas={"east": [0, 0, 4, 1], "west": [5, 0, 4, 1], "park": [10, 0, 4, 1]},
        objects={
            "bench": {"cell": [11, 0]},
            "bed": {"cell": [0, 0]},
            "bed_2": {"kind": "bed", "cell": [5, 0]},
        },
        people=people,
        things=THINGS,
        minds={"plan": "routine"},
        simulation={"start": "Mon 09:00", "tick_minutes": 1},
        seed=seed,
    )


def person(x: int, home: str, **more: object) -> Table:
    """Return somebody who is at the park from ten to eleven, and again in the afternoon."""
    day = [
        row("00:00", home, "resting"),
        row("10:00", "park", "sitting"),
        row("11:00", home, "reading"),
        row("16:00", "park", "strolling"),
        row("17:00", home, "reading"),
    ]
    return {"start": [x, 0], "home": home, "routine": day, **more}


def said(world: World, ticks: int) -> list[Said]:
    """Return what is said until a tick."""
    payloads = live(world, ticks, model=BuiltinMind())
    return [event for one in payloads for event in one.events if isinstance(event, Said)]


ADA = {
    "about": "Ada mends clocks and hides her letters.",
    "aspiration": "To hear the tower strike.",
}
BOB = {"about": "Bob keeps bees.", "aspiration": "To sell honey in the city."}


def test_strangers_say_who_they_are_and_what_they_want() -> None:
    talk = said(village(ada=person(0, "east", **ADA), bob=person(6, "west", **BOB)), 90)
    words = " ".join(one.words for one in talk)
    assert "I mend clocks and hide my letters." in words
    assert "I keep bees." in words
    assert (
        "I want to hear the tower strike." in words or "I want to sell honey in the city." in words
    )
    assert "Ada" not in talk[0].words.partition(".")[0] or "Bob" not in talk[0].words
    assert {one.topic.kind for one in talk if one.topic} >= {INTRODUCTION}


@pytest.mark.parametrize("seed", [3, 5])
def test_nobody_is_told_twice_who_somebody_is(seed: int) -> None:
    talk = said(village(seed, ada=person(0, "east", **ADA), bob=person(6, "west", **BOB)), 3 * 1440)
    told = [
        (one.who, one.to, one.topic.key)
        for one in talk
        if one.topic is not None and one.topic.kind in (INTRODUCTION, DEED)
    ]
    assert "i" in {one.partition(".")[0] for _, _, one in told}
    assert len({*told}) == len(told)


def test_people_who_know_each_other_tell_what_they_did_where_it_concerns_the_other() -> None:
    """Ada reads at home all day; Bob comes by after one hour, and Cid at no time."""
    visit = [row("00:00", "west", "resting"), row("10:00", "east", "painting the wall")]
    out = [row("00:00", "east", "reading"), row("09:30", "park", "strolling")]
    world = village(
        ada={"start": [1, 0], "home": "east", "routine": [*out, row("12:00", "east", "reading")]},
        bob={"start": [6, 0], "home": "west", "routine": [*visit, row("11:30", "west", "resting")]},
        cid={"start": [7, 0], "home": "west", "routine": visit[:1]},
    )
    state = live(world, 200)[-1].state
    bob = Situation.begin(state.minds["bob"], dict(perceive(state))["bob"], world)
    (missed,) = deeds(bob, ("ada",), None)
    assert (missed.role, missed.text) == (MISSED_YOU, "Bob was painting the wall at the East.")
    assert not [*deeds(bob, ("cid",), None)]
    assert not [*deeds(bob, ("ada", "cid"), None)]
    question = Topic(f"n.cid.{HOW_ARE_YOU}.bob.0", REMARK, who="cid")
    asked = Observation("said", "cid", "How was your day?", (), "bob", topic=question)
    always, answer = deeds(bob, ("cid",), asked)
    assert (answer.role, answer.text) == ("", missed.text)
    assert (always.role, always.text) == (USUAL, "Bob was painting the wall.")
    assert always.worth < answer.worth
    assert always.topic.key != answer.topic.key


def test_who_is_known_to_nobody_is_a_newcomer_to_all() -> None:
    knows: Table = {"relationships": [{"who": "cid", "how": "a friend"}]}
    world = village(
        ada=person(0, "east", **ADA, **knows), bob=person(6, "west", **BOB), cid=person(11, "west")
    )
    assert is_told_of_oneself("ada", "bob", world)
    assert is_told_of_oneself("bob", "ada", world)
    assert not is_told_of_oneself("cid", "ada", world)
    settled = village(
        ada=person(0, "east", **knows),
        bob=person(6, "west", **knows),
        cid=person(11, "west", relationships=[{"who": "ada", "how": "a friend"}]),
    )
    assert not is_told_of_oneself("ada", "bob", settled)


def test_texts_are_told_sentence_by_sentence() -> None:
    told = sentences_about(
        Persona("Mara Quill", about="Mara Quill runs the inn. She bakes.", aspiration="To rest.")
    )
    assert told == ("Mara runs the inn.", "Mara bakes.", "Mara wants to rest.")
    assert sentences_about(Persona("Mara Quill")) == ()


def test_what_everybody_does_is_not_told() -> None:
    assert [is_trivial(one) for one in ("sleeping", "having lunch", "painting")] == [
        True,
        True,
        False,
    ]


def test_sleepers_are_let_sleep() -> None:
    asleep = [row("00:00", "east", "sleeping")]
    awake = [row("00:00", "east", "reading")]
    for days, talks in (
        ((asleep, asleep), False),
        ((asleep, awake), False),
        ((awake, awake), True),
    ):
        people: dict[str, Table] = {
            name: {"start": [x, 0], "home": "east", "routine": day, **texts}
            for name, x, day, texts in zip(("ada", "bob"), (0, 1), days, (ADA, BOB), strict=True)
        }
        assert bool(said(village(**people), 5)) is talks


def test_who_has_nothing_to_tell_greets_all_the_same_each_day() -> None:
    world = village(ada=person(0, "east"), bob=person(6, "west"))
    talk = [
        (one.state.minute // DAY, event)
        for one in live(world, 4 * DAY, model=BuiltinMind())
        for event in one.events
        if isinstance(event, Said)
    ]
    for number in (1, 2, 3):
        assert {one.turn for day, one in talk if day == number} >= {0, 1}


def is_mere_greeting(words: str) -> bool:
    """Tell whether words begin as those of somebody who has nothing to tell."""
    hellos = [each for name, found in phrases().items() if "hello_" in name for each in found]
    return any(re.match(re.escape(one).replace(r"\{to\}", r"\w+"), words) for one in hellos)


def test_nobody_greets_without_news_who_has_just_talked() -> None:
    crowd = {name: person(6, "west") for name in ("bob", "cid", "dot")}
    world = village(ada=person(0, "east"), **crowd)
    ticks: dict[str, list[int]] = {}
    for one in live(world, 4 * DAY, model=BuiltinMind()):
        for event in one.events:
            if isinstance(event, Said) and not event.turn and is_mere_greeting(event.words):
                ticks.setdefault(event.who, []).append(one.tick)
    gaps = [later - first for found in ticks.values() for first, later in pairwise(found)]
    assert gaps
    assert min(gaps) >= QUIET_MINUTES
