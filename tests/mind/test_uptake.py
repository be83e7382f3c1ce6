"""Uptake: replies fit whom a topic is of, and people react to what was decided, told in confidence,
or is over."""

import re
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.builtin import reply_variants
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import ONLOOKER, literal, replies, reply
from latticeville.mind.builtin.themes import ARGUMENTS
from latticeville.mind.builtin.uptake import felt_reply, of_scene, take_up
from latticeville.mind.manner import Manner, manners
from latticeville.mind.relation import OpinionState
from latticeville.mind.remarks import TAKE_UP
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.stake import COLD, GLAD, MINE, SORRY, THEIRS, TORN, WARM, YOURS, Stake
from latticeville.mind.topic import (
    DEED,
    EVENT,
    MEMORY,
    OPINION,
    REMARK,
    SECRET,
    SIGHTING,
    VIEW,
    Topic,
    outcome_of,
)
from latticeville.mind.topics import OfferedTopic
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from tests.beat_worlds import MEETING, village, voter
from tests.laws import law
from tests.worlds import Table, live

FILLED = {
    "to",
    "mover",
    "point",
    "quote",
    "other",
    "second",
    "third",
    "when",
    "time",
    "wish",
    "subject",
    "choice",
    "aim",
    "decider",
    "doing",
    "place",
    "thing",
    "trait",
    "value",
} | {
    "lower",
    "gist",
    "news",
    "echo",
    "told",
}
"""The words that replies fill in."""
NAMES = {"ann": "Ann", "bob": "Bob", "cid": "Cid"}
OF_ONESELF = re.compile(r"\b(I|me|my|mine|myself)\b")
OF_HEARER = re.compile(r"\b(you|your|yours|yourself) (were|are|again|have|had|never|always|did)\b")
KINDS: dict[str, dict[str, Topic]] = {
    MINE: {
        SIGHTING: Topic("g.ann.raking", SIGHTING, "Ann was raking.", "ann", "bob"),
        VIEW: Topic("w.bob.ann", VIEW, "Ann is late.", "bob", "bob"),
    },
    YOURS: {
        DEED: Topic("d.bob.raking", DEED, "Bob was raking.", "bob", "bob"),
        MEMORY: Topic("m.bob.1", MEMORY, "I fell into the pond.", "bob", "bob"),
        OPINION: Topic("o.bob.the oak", OPINION, "The oak stays.", "bob", "bob", stance=0.5),
    },
    THEIRS: {
        SIGHTING: Topic("g.cid.raking", SIGHTING, "Cid was raking.", "cid", "bob"),
        VIEW: Topic("w.bob.cid", VIEW, "Cid is late.", "bob", "bob"),
        SECRET: Topic("s.cid.0", SECRET, "Cid cannot swim.", "cid", "bob"),
        EVENT: Topic("3.oak.felled", EVENT, "Cid fell.", "", "bob"),
    },
}
"""A topic of each kind that Bob tells Ann, by whom it is of."""


NO_MANNER = Manner()


def turn(heard: Topic, stake: Stake, seed: int, manner: Manner = NO_MANNER) -> TalkData:
    """Return what Ann has before her who answers Bob."""
    return TalkData(
        "ann", "Ann", "bob", "Bob", seed, 0, 600, 1, heard=heard, names=NAMES, stake=stake,
        manner=manner, opinions={"the oak": OpinionState(-0.5, "It is rotten.", -0.5)},
    )  # fmt: skip


@law(300)
@given(
    st.sampled_from([(whose, kind) for whose, kinds in KINDS.items() for kind in kinds]),
    st.sampled_from(["", WARM, COLD]),
    st.integers(-2, 2),
    st.integers(0, 2**31),
    st.fixed_dictionaries({name: st.floats(0, 1) for name in ("extraversion", "agreeableness")}),
)
def test_a_reply_speaks_of_whom_its_topic_is_of(
    of: tuple[str, str], bond: str, tone: int, seed: int, nature: dict[str, float]
) -> None:
    whose, kind = of
    subject = "the oak" if kind == OPINION else ""
    other = "cid" if whose == THEIRS else ""
    stake = Stake(whose, other, bond if other else "", tone, subject)
    data = turn(KINDS[whose][kind], stake, seed, Manner(manners(nature)))
    words = take_up(data, rng(seed, 1, "ann", "words"))
    assert words
    if whose == THEIRS:
        assert not OF_HEARER.search(words) or "Cid" in words
        assert "Ann" not in words
    if whose == MINE:
        assert OF_ONESELF.search(words) or "you" in words.casefold()
        assert "Cid" not in words


@pytest.mark.parametrize("name", sorted(replies()))
def test_variants_of_a_reply_are_sentences_about_the_right_person(name: str) -> None:
    variants = replies()[name]
    assert len({*variants}) == len(variants)
    for one in variants:
        assert one.endswith((".", "!", "?", "{lower}", "{gist}", "{news}", "”")), one
        fields = {field.lower() for _, field, _, _ in Formatter().parse(one) if field}
        assert fields <= FILLED, one
        assert "other" not in fields or "_mine" not in name, one
        assert name.startswith("letdown_mine") or literal(one).strip(), one
    if name.endswith("_theirs"):
        assert sum("{other}" in one or "{second}" in one for one in variants) * 2 > len(variants)
    assert any(reply_variants._fits(one, FILLED, NO_MANNER) for one in variants)


def test_nobody_says_the_same_twice_to_the_same_person() -> None:
    said: list[str] = []
    for count in range(12):
        manner = Manner(said="\n".join(said), heard="\n".join(said))
        words = {"to": "Bob", "place": "the Mill"}
        said.append(reply("consent", words, manner, rng(count, 1, "ann", "words")))
    assert len({*said}) == len(said)


def spoken(payloads: list[TickPayload]) -> list[tuple[int, Said]]:
    """Return what was said, each with its tick."""
    return [
        (one.tick, event) for one in payloads for event in one.events if isinstance(event, Said)
    ]


def friend(who: str) -> list[Table]:
    return [{"who": who, "how": "friend"}]


def after_vote(**people: Table) -> list[tuple[int, Said]]:
    """Return what is said in the hour of a vote about a tree."""
    world = village(people, matters=[MEETING])
    return spoken(live(world, 150, model=BuiltinMind()))


def opinionated(stance: float, view: str, **more: Any) -> Table:
    told = voter(None, **more)
    return told | {"opinions": [{"topic": "the tree", "view": view, "stance": stance}]}


def test_those_who_had_a_view_speak_of_what_was_decided_and_feel_as_they_voted() -> None:
    lines = after_vote(
        ann=opinionated(0.8, "The tree shades my bench."),
        bob=opinionated(0.6, "I climbed that tree at six."),
        cid=opinionated(-0.7, "The tree darkens my kitchen."),
    )
    reactions = [one for _, one in lines if one.topic and outcome_of(one.topic)]
    assert {one.who for one in reactions} == {"ann", "bob", "cid"}
    assert all(outcome_of(one.topic) == "v.matter.tree" for one in reactions if one.topic)
    felt = {one.who: one.topic.key.split(".")[4] for one in reactions if one.topic}
    assert felt == {"ann": "glad", "bob": "glad", "cid": "sorry"}
    answered = [
        one for (_, one), (_, before) in zip(lines[1:], lines, strict=False)
        if before in reactions and one.who in before.listeners
    ]  # fmt: skip
    assert answered
    assert not any("the tree" in one.words for one in answered)


def test_nobody_gives_a_view_on_what_is_decided() -> None:
    lines = after_vote(
        ann=opinionated(0.8, "The tree shades my bench."),
        bob=opinionated(0.6, "I climbed that tree at six."),
        cid=opinionated(-0.7, "The tree darkens my kitchen."),
    )
    decided = next(tick for tick, one in lines if one.topic and outcome_of(one.topic))
    views = [tick for tick, one in lines if one.topic and one.topic.kind == OPINION]
    assert views
    assert max(views) < decided
    assert not [one for tick, one in lines if tick > decided and "Does the tree stay?" in one.words]


def test_a_confession_is_asked_after_answered_and_kept() -> None:
    secret = {"text": "I cannot swim, and I row the ferry.", "to": ["bob"]}
    people = {"ann": voter(None, secrets=[secret], relationships=friend("bob"))}
    people["bob"] = voter(None, relationships=friend("ann"))
    lines = [one for _, one in spoken(live(village(people), 20, model=BuiltinMind()))]
    start = next(
        at for at, one in enumerate(lines) if one.topic is not None and one.topic.kind == SECRET
    )
    _, asked, told, kept = lines[start : start + 4]
    assert [one.topic.key.split(".")[2] for one in (asked, told) if one.topic] == [
        "ask_more",
        "tell_more",
    ]
    assert "?" in asked.words
    assert (asked.who, told.who, kept.who) == ("bob", "ann", "bob")


@pytest.mark.parametrize("turns", [1, 2, 8])
def test_a_confession_is_answered_by_the_words_of_its_world_and_by_nothing_else(turns: int) -> None:
    own, anybody = "Then let me row, Ann.", "Row nearer to the bank."
    secret = {
        "text": "I cannot swim, and I row the ferry.",
        "to": ["bob"],
        "answers": [{"says": anybody}, {"who": "bob", "says": own}],
    }
    people = {"ann": voter(None, secrets=[secret], relationships=friend("bob"))}
    people["bob"] = voter(None, relationships=friend("ann"))
    world = village(people, minds={"turns": turns})
    lines = [one for _, one in spoken(live(world, 20, model=BuiltinMind()))]
    start = next(
        at for at, one in enumerate(lines) if one.topic is not None and one.topic.kind == SECRET
    )
    first, answered = lines[start : start + 2]
    assert [one.end for one in (first, answered)] == [False, True]
    assert answered.words == own


def test_a_stage_of_a_story_is_over_for_who_knows_the_next() -> None:
    stages = [
        {"id": "owed", "text": "Ann owes Bob a cow.", "place": "yard"},
        {
            "id": "paid",
            "text": "The cow is paid.",
            "place": "yard",
            "when": [{"since": "Mon 08:10"}],
        },
    ]
    story = {"id": "debt", "name": "the debt", "people": ["ann"], "stages": stages}
    people = {"ann": voter(None), "bob": voter(None, "hall")}
    people["cid"] = voter(None, "hall") | {
        "routine": [
            {"from": "00:00", "to": "08:20", "place": "hall", "doing": "waiting"},
            {"from": "08:20", "to": "00:00", "place": "yard", "doing": "waiting"},
        ]
    }
    lines = spoken(live(village(people, storylines=[story]), 60, model=BuiltinMind()))
    told = [one.topic.key for _, one in lines if one.topic and "cid" in one.listeners]
    assert "story.debt.paid" in told
    assert "story.debt.owed" not in told


def test_each_argument_has_its_answers_from_both_sides() -> None:
    for name in ARGUMENTS:
        for side in ("shared", "apart"):
            assert len(replies()[f"argued_{name}_{side}_yours"]) >= 4


def test_an_answer_takes_up_on_what_the_argument_rests() -> None:
    people = {
        "ann": voter(0.8),
        "bob": voter(-0.8),
        "cid": voter(0.8),
    }
    views = {"ann": "Nobody is hurt by it.", "bob": "Who pays for it?", "cid": "It was here first."}
    for who, view in views.items():
        people[who]["opinions"][0]["view"] = view
    said = after_vote(**people)
    marks = [literal(one) for name in ARGUMENTS for one in _answers_to(name)]
    assert any(mark in one.words for _, one in said for mark in marks)


def _answers_to(name: str) -> list[str]:
    return [one for side in ("shared", "apart") for one in replies()[f"argued_{name}_{side}_yours"]]


def test_news_that_weighs_on_nobody_is_met_with_curiosity() -> None:
    heard = Topic("3.0", EVENT, "Cid unwraps a bronze horn.", "", "bob")
    light = Stake(THEIRS, "cid", WARM)
    said = {take_up(turn(heard, light, seed), rng(seed, 0, "ann", "x")) for seed in range(60)}
    grave = {
        take_up(turn(heard, replace(light, is_grave=True), seed), rng(seed, 0, "ann", "x"))
        for seed in range(60)
    }
    assert len(said) > 2
    assert len(grave) > 2
    assert said.isdisjoint(grave)


def test_a_story_that_weighs_on_nobody_is_no_shame_to_whom_it_concerns() -> None:
    def answers(how: str) -> set[str]:
        heard = Topic(f"n.bob.on_outcome.bob.{how}.story.horn.first", REMARK, "", "bob", "bob")
        told = (turn(heard, Stake(), seed) for seed in range(60))
        return {take_up(one, rng(one.seed, 0, "ann", "x")) for one in told}

    light, grave = answers("mine_light"), answers("mine")
    assert len(light) > 2
    assert len(grave) > 2
    assert not [one for one in light if "be easy for you" in one or "in your place, and" in one]


VOTES = re.compile(r"\b(?:out)?vote[ds]?\b|\bcount\b|\bhands? go(?:es)? up\b")


@pytest.mark.parametrize(
    "name", ["still_aim", "still_choice", "turned_aim", "room_apart_yours", "outcome_glad_against"]
)
def test_who_has_no_say_speaks_of_no_votes(name: str) -> None:
    words = dict.fromkeys(FILLED, "Zed")

    def said(*manner: str) -> set[str]:
        spoken = (
            reply(name, words, Manner(manners=manner), rng(seed, 0, "ann", "x"))
            for seed in range(120)
        )
        return {*spoken}

    assert [one for one in said() if VOTES.search(one)]
    assert len(said(ONLOOKER)) > 1
    assert not [one for one in said(ONLOOKER) if VOTES.search(one)]


@law(50)
@given(st.integers(0, 2**31), st.sampled_from(["The bell rings twice.", "Onions forgive a road."]))
def test_own_words_are_taken_up_by_what_they_say(seed: int, last: str) -> None:
    says = f"I was there. {last}"
    heard = Topic("n.bob.own_words.bob.own0.a#0", REMARK, says, "bob", "bob")
    told = Topic("n.ann.take_up.bob.x", REMARK, who="ann")
    offered = OfferedTopic(
        told, "Ann takes it up.", 600, 5.0, role=TAKE_UP, parts={"told": says, "marks": ""}
    )
    words = of_scene(offered, turn(heard, Stake(), seed), rng(seed, 1, "ann", "words"))
    assert words.startswith(f"“{last}”")


@pytest.mark.parametrize("feeling", [GLAD, SORRY, TORN])
@pytest.mark.parametrize("is_choice", [True, False])
@pytest.mark.parametrize("is_alone", [True, False])
def test_there_is_a_reply_to_every_decision_that_touches_somebody(
    feeling: str, *, is_choice: bool, is_alone: bool
) -> None:
    name = felt_reply(feeling, is_choice=is_choice, is_alone=is_alone)
    assert name.partition("_")[2].partition("_")[0] == feeling
    assert replies()[name]
