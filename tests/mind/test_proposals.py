"""Proposals: what people can do together later, and what becomes of it when somebody has no time
any more."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.talk import answer
from latticeville.mind.cancellation import call_off, hosted
from latticeville.mind.commitments import collide, commit, plan_appointments, settle
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.memory_topics import memory_topics
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Node, Observation, PerceivedNews, Percept, Sights
from latticeville.mind.plan import Plan
from latticeville.mind.proposals import (
    AGAIN,
    CIVIL,
    COMPANY,
    FOND,
    HELP,
    LEAST_MINUTES,
    MOST_A_DAY,
    kind_of,
    proposals,
)
from latticeville.mind.relation import TOGETHER, Promise, RelationState, apply_to
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    INVITATION,
    MEMORY,
    OFF,
    OUTCOME,
    PLAN,
    Appointment,
    Commitment,
    Told,
    Topic,
    plan_key,
)
from latticeville.mind.topics import OfferedTopic
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.reports.why.explain import explain
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.world.model.world import World
from tests.laws import law
from tests.reports.runs import recorded
from tests.worlds import Table, build, row

THINGS = "".join(
    f'[kinds.{kind}]\nglyph = "{kind[0]}"\nblocks = false\n'
    for kind in ("oven", "sieve", "bench", "bowl")
)
BAKING = ("use oven", "use sieve", "use bench", "use bowl")
AREAS: dict[str, list[int] | list[list[int]]] = {
    "house": [0, 0, 4, 1],
    "bakery": [5, 0, 4, 1],
    "park": [10, 0, 4, 1],
}
TWO_DAYS = 38 * 60


@cache
def village(seed: int = 7) -> World:
    """Return a baker and two friends, whose ways cross in the park; the day begins at ten."""
    people: dict[str, Table] = {
        "ada": {"start": [10, 0], "home": "house", "work": "bakery", "routine": _day("ada")},
        "bob": {"start": [11, 0], "home": "house", "routine": _day("bob")},
        "cat": {"start": [12, 0], "home": "house", "routine": _day("cat")},
    }
    for name, one in people.items():
        others = [other for other in people if other != name]
        one |= {
            "big_five": {"extraversion": 1.0},
            "relationships": [{"who": who, "how": "friend"} for who in others],
        }
    return build(
        "....+....+....",
        areas=AREAS,
        objects={
            kind: {"cell": [5 + at, 0]}
            for at, kind in enumerate(("oven", "sieve", "bench", "bowl"))
        },
        people=people,
        things=THINGS,
        minds={"plan": "routine"},
        simulation={"start": "Mon 10:00"},
        seed=seed,
    )


def _day(name: str) -> list[Table]:
    if name == "ada":
        return [
            row("00:00", "house", "sleeping"),
            row("08:00", "park", "walking about"),
            row("13:00", "bakery", "baking", *BAKING),
            row("15:00", "park", "feeding the ducks"),
            row("18:00", "house", "reading"),
        ]
    return [
        row("00:00", "house", "sleeping"),
        row("09:00", "park", "walking about"),
        row("16:00" if name == "bob" else "17:00", "park", "playing boules"),
        row("19:00", "house", "reading"),
    ]


def percept(
    minute: int, who: str = "ada", *news: Observation, here: tuple[str, ...] = ("bob",)
) -> Percept:
    sights = Sights(Node(one, "agent", "park", Cell(11, 0)) for one in here)
    return Percept(who, minute - 600, minute, "park", Cell(10, 0), sights, PerceivedNews(news))


def mind_of(who: str = "ada") -> Mind:
    mind = initial_state(village()).minds[who]
    return replace(mind, plan=Plan(0, 0, village().people[who].persona.routine))


def begin(mind: Mind, minute: int, who: str = "ada", *news: Observation) -> Situation:
    """Return the situation of a mind at a minute."""
    return Situation.begin(mind, percept(minute, who, *news), village())


def offered(mind: Mind, minute: int) -> list[Told]:
    """Return all that Ada could propose to Bob at a minute, over many seeds."""
    asked = (
        proposals(Situation.begin(mind, replace(percept(minute), seed=seed), village()), ("bob",))
        for seed in range(30)
    )
    return [*{one[0].key: one for found in asked for one in found}.values()]


def test_tomorrow_is_proposed_from_late_morning_on_and_only_at_leisure_time() -> None:
    kinds = {
        minute: {kind_of(topic.at) for topic, *_ in offered(mind_of(), minute)}
        for minute in (600, 720)
    }
    assert kinds == {600: {HELP}, 720: {HELP, COMPANY}}
    days = {at.start // DAY for topic, *_ in offered(mind_of(), 720) if (at := topic.at)}
    assert days == {0, 1}
    assert {topic.at.place for topic, *_ in offered(mind_of(), 720) if topic.at} == {
        "bakery",
        "park",
    }


def test_those_who_met_as_agreed_propose_to_meet_again() -> None:
    mind = mind_of()
    met = replace(mind, relations=apply_to(mind.relations, "bob", TOGETHER, 60))
    assert AGAIN in {kind_of(topic.at) for topic, *_ in offered(met, 720)}
    assert AGAIN not in {kind_of(topic.at) for topic, *_ in offered(met, 720 + 3 * DAY)}


def test_strangers_get_no_proposals_for_tomorrow() -> None:
    mind = mind_of()
    strange = RelationState({"closeness": FOND - 0.01, "trust": 0.5})
    assert offered(mind, 720)
    assert not offered(replace(mind, relations=mind.relations.with_relation("bob", strange)), 720)


def test_nobody_asks_others_more_often_a_day_than_they_may() -> None:
    mind, asked = mind_of(), Topic(f"{plan_key('ada')}900", PLAN, who="ada")
    records = [
        MemoryRecord(len(mind.memory) + place, "action", "Ada asks.", 700, "pub", topic=asked)
        for place in range(MOST_A_DAY)
    ]
    often = replace(mind, memory=mind.memory.grow(records))
    assert offered(replace(mind, memory=mind.memory.grow(records[1:])), 720)
    assert not offered(often, 720)
    assert offered(often, 720 + DAY)


@law()
@given(
    st.integers(0, DAY - 1),
    st.lists(st.tuples(st.integers(0, 2 * DAY), st.sampled_from(sorted(AREAS))), max_size=3),
)
def test_a_proposal_is_civil_ahead_and_leaves_time_for_what_is_agreed(
    minute: int, agreed: list[tuple[int, str]]
) -> None:
    held = tuple(
        Commitment(f"i.{at}", 0, Appointment("at a party", place, at, at + 60))
        for at, place in agreed
    )
    for topic, _, start, *_ in offered(replace(mind_of(), commitments=held), minute):
        at = topic.at
        assert at is not None
        assert start > minute
        assert start % DAY in CIVIL
        assert at.end - at.start >= LEAST_MINUTES
        now = begin(mind_of(), minute)
        assert not any(collide(now, one.at, at) for one in held)


def _agreed(key: str, at: Appointment, other: str, mind: Mind) -> Mind:
    """Return the mind with a commitment that rests on its first record."""
    heard = MemoryRecord(len(mind.memory), "observation", "words", 1, "park")
    mind = replace(mind, memory=mind.memory.grow([heard]))
    return commit(
        begin(mind, 700, "bob"), at, Topic(key, PLAN, who=other, at=at), (heard.id,), other
    ).mind


DUCKS = Appointment("keeping Ada company", "park", 900, 960)
PARTY = Appointment("at a party", "bakery", 930, 990)


def test_who_agrees_to_a_party_calls_off_company_and_tells_so() -> None:
    mind = _agreed(f"{plan_key('ada')}900", DUCKS, "ada", mind_of("bob"))
    mind = commit(
        begin(mind, 705, "bob"), PARTY, Topic("i.cat.1", INVITATION, at=PARTY), (), "cat"
    ).mind
    assert [one.at for one in mind.commitments] == [PARTY]
    off = next(one for one in mind.memory if one.topic and one.topic.key.endswith(OFF))
    assert off.text == "Bob cannot meet Ada at the Park on Monday at three after all."
    assert {mind.memory[at].kind for at in off.cites} == {"commitment"}
    assert "ada" in mind.social.owed


@pytest.mark.parametrize(
    ("minute", "is_told"), [(705, True), (899, True), (900, False), (1000, False)]
)
def test_a_cancellation_is_told_before_its_time_or_never(minute: int, *, is_told: bool) -> None:
    mind = _agreed(f"{plan_key('ada')}900", DUCKS, "ada", mind_of("bob"))
    mind = call_off(begin(mind, 705, "bob"), Commitment("i.cat.1", 0, PARTY, "cat")).mind
    told = memory_topics(begin(mind, minute, "bob"), ("ada",))
    assert any(one.topic.key.endswith(OFF) for one in told) == is_told


def test_who_hears_that_nobody_comes_waits_for_nobody_and_trusts_as_before() -> None:
    mind, topic = _expecting(), replace(_cancellation("bob", "ada"), source="bob")
    assert hosted(mind)
    assert plan_appointments(begin(mind, 700), mind.plan).appointments  # type: ignore[union-attr]
    words = Observation("said", "bob", "Bob says to Ada: “I cannot.”", ("ada",), "ada", topic=topic)
    record = MemoryRecord(len(mind.memory), "observation", words.text, 105, "park", topic=topic)
    heard = settle(begin(replace(mind, memory=mind.memory.grow([record])), 705, "ada", words)).mind
    assert not hosted(heard)
    assert heard.plan is not None
    assert heard.plan.appointments == ()


def _expecting() -> Mind:
    mind = mind_of()
    promises = (Promise("bob", DUCKS, 0),)
    return replace(mind, relations=replace(mind.relations, promises=promises))


def _cancellation(who: str, to: str) -> Topic:
    """Return what a guest tells the host who calls off the ducks."""
    mind = _agreed(f"{plan_key('ada')}900", DUCKS, "ada", mind_of("bob"))
    made = Commitment("i.cat.1", 0, PARTY, "cat")
    mind = call_off(begin(mind, 705, who), made).mind
    return next(one.topic for one in mind.memory if one.topic and one.topic.to == to)


def test_a_host_who_agrees_to_something_else_calls_off_and_the_guest_remembers_that() -> None:
    host = call_off(begin(_expecting(), 705), Commitment("i.cat.1", 0, PARTY, "cat")).mind
    assert not hosted(host)
    topic = next(one.topic for one in host.memory if one.topic and one.topic.key.endswith(OFF))
    guest = _agreed(f"{plan_key('ada')}900", DUCKS, "ada", mind_of("bob"))
    words = Observation(
        "said",
        "ada",
        "Ada says to Bob: “I cannot.”",
        ("bob",),
        "bob",
        topic=replace(topic, source="ada"),
    )
    record = MemoryRecord(len(guest.memory), "observation", words.text, 105, "park", topic=topic)
    told = settle(begin(replace(guest, memory=guest.memory.grow([record])), 705, "bob", words)).mind
    assert told.commitments == ()
    last = told.memory[len(told.memory) - 1]
    assert (
        last.text
        == "Bob is not going to be keeping Ada company on Monday at three: Ada called it off."
    )
    assert record.id in last.cites


def test_a_host_is_there_in_time_and_waits() -> None:
    mind = _expecting()
    plan = plan_appointments(begin(mind, 700), mind.plan)
    assert plan is not None
    (step,) = plan.appointments
    assert (step.place, step.doing, step.start < 900, step.end) == (
        "park",
        "feeding the ducks",
        True,
        920,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proposals") / "run"
    return recorded(folder, TWO_DAYS, world=village(), model=BuiltinMind())


def test_an_action_of_the_second_day_leads_to_the_words_that_asked(folder: Path) -> None:
    replay = Replay(folder)
    found = []
    for payload in replay.payloads(14 * 60 + 60):
        for who, thought in payload.thoughts.items():
            made = [
                one
                for one in payload.state.minds[who].commitments
                if one.at.start <= payload.state.minute
            ]
            if (
                made
                and thought.step is not None
                and thought.step.doing == made[0].at.what
                and thought.why == "plan"
            ):
                found.append((who, payload.tick))
    who, tick = found[0]
    heard, made_then = explain(replay, who, tick).roots
    assert (heard.kind, made_then.kind) == ("heard", "commit")
    assert " says to " in heard.what
    assert " means to be " in made_then.what
    assert heard.tick <= made_then.tick < tick


def test_every_agreement_of_two_days_has_an_end_that_is_remembered(folder: Path) -> None:
    state = Replay(folder).at(TWO_DAYS).state
    days = set()
    for mind in state.minds.values():
        ends = {at for one in mind.memory for at in one.cites if one.kind == "observation"}
        still_open = {one.record for one in mind.commitments}
        made = [one for one in mind.memory if one.kind == "commitment" and one.shared]
        assert {one.id for one in made} - still_open <= ends
        days |= {state.minute_of(one.tick) // DAY for one in made}
    assert days == {0, 1}


def test_nobody_proposes_the_same_twice(folder: Path) -> None:
    said = [
        event
        for one in Replay(folder).payloads()
        for event in one.events
        if isinstance(event, Said)
    ]
    asked = [
        (one.who, one.listeners, one.topic.key)
        for one in said
        if one.topic and one.topic.kind == PLAN
    ]
    assert len(asked) > 2
    assert len(asked) == len({*asked})


def _answer(**more: object) -> dict[str, object]:
    """Return what Ada answers to Bob, who proposes something or calls it off; she could propose
    something herself."""
    at = Appointment("keeping Ada company", "park", 2400, 2460)
    own = OfferedTopic(
        Topic("p.ada.2400", PLAN, who="ada", at=at), "feeding the ducks at the Park", 2400, 0.1
    )
    other = OfferedTopic(Topic("m.ada.1", MEMORY, who="ada"), "I fell into the pond.", -1, 3.0)
    names = {"ada": "Ada", "bob": "Bob"}
    data = TalkData(
        "ada",
        "Ada",
        "bob",
        "Bob",
        7,
        0,
        700,
        1,
        6,
        topics=(other, own),
        names=names,
        hearers=("bob",),
    )
    return json.loads(  # type: ignore[no-any-return]
        answer(Request("answer", "ada", 100, RequestText(""), data=replace(data, **more)))
    )


def test_who_cannot_come_offers_another_time() -> None:
    heard = Topic("p.bob.2000", PLAN, "boules", "bob", "bob")
    assert [_answer(heard=heard, agreed=agreed)["topic"] for agreed in (False, True)] == [2, 1]
    declined = str(_answer(heard=heard, agreed=False)["words"])
    assert {"tomorrow", "four"} <= {*re.findall(r"\w+", declined.lower())}


def test_who_hears_a_cancellation_moves_the_appointment() -> None:
    heard = Topic(f"d.p.ada.900.bob{OFF}", OUTCOME, "Bob cannot come.", "bob", "bob", to="ada")
    moved, parted = _answer(heard=heard), _answer(heard=heard, topics=())
    assert (moved["topic"], moved["end"], parted["topic"], parted["end"]) == (2, False, 0, True)
