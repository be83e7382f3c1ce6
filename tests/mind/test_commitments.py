"""Commitments: what is agreed moves the plan from then on, is kept or missed, and leads back to the
words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.builtin.invitations import decide
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.commitments import commit, describe_time, plan_appointments, settle
from latticeville.mind.heard_proposal import proposes_time
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Node, PerceivedNews, Percept, Sights
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.requests.talk import CommitmentData, DecideCommitment
from latticeville.mind.situation import Situation
from latticeville.mind.topic import PROMISE, Appointment, Commitment, Topic, plan_key
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.worlds import build, live, row

ROOMS = "....+....+...."
AREAS: dict[str, list[int] | list[list[int]]] = {
    "house": [0, 0, 4, 1],
    "inn": [5, 0, 4, 1],
    "yard": [10, 0, 4, 1],
}
PARTY = "You are giving a party at the inn at ten. Tell everybody."


def village() -> World:
    """Return three people: the host meets one friend at 08:20, who meets another at 08:40; all live
    apart."""
    friends = (
        [{"who": "bob", "how": "friend"}],
        [{"who": "cat", "how": "friend"}, {"who": "ada", "how": "friend"}],
    )
    return build(
        ROOMS,
        areas=AREAS,
        people={
            "ada": {
                "start": [0, 0],
                "relationships": friends[0],
                "routine": [row("00:00", "house")],
            },
            "bob": {
                "start": [10, 0],
                "relationships": friends[1],
                "big_five": {"extraversion": 1.0},
                "routine": [row("00:00", "yard"), row("08:20", "house"), row("08:40", "yard")],
            },
            "cat": {
                "start": [11, 0],
                "big_five": {"extraversion": 1.0},
                "routine": [row("00:00", "yard")],
            },
        },
    )


def party(ticks: int = 200) -> list[TickPayload]:
    return live(village(), ticks, feed={1: [Whisper("ada", PARTY)]}, model=BuiltinMind())


def commitments(payload: TickPayload, who: str) -> list[MemoryRecord]:
    return [one for one in payload.state.minds[who].memory if one.kind == "commitment"]


def test_a_party_is_passed_on_and_people_come() -> None:
    payloads = party()
    last = payloads[-1]
    keys = {one.topic.key for who in ("ada", "bob") for one in commitments(last, who) if one.topic}
    assert len(keys) == 1
    at_ten = next(payload for payload in payloads if payload.state.minute % DAY == 10 * 60 + 5)
    assert {at_ten.state.bodies[who].area for who in ("ada", "bob")} == {"inn"}
    (kept,) = [
        one
        for one in last.state.minds["bob"].memory
        if "as agreed." in one.text and one.kind == "observation"
    ]
    assert kept.cites == (commitments(last, "bob")[0].id,)
    assert " was at a party " in kept.text


def test_a_commitment_cites_the_words_that_asked() -> None:
    last = party()[-1]
    memory = last.state.minds["bob"].memory
    (heard,) = commitments(last, "bob")[0].cites
    assert memory[heard].text.startswith("ada says to bob: “") or memory[heard].text.startswith(
        "Ada says to Bob: “"
    )
    (whispered,) = commitments(last, "ada")[0].cites
    assert last.state.minds["ada"].memory[whispered].text == PARTY


def test_nobody_agrees_who_was_not_asked() -> None:
    for payload in party():
        for who in payload.state.minds:
            for one in commitments(payload, who):
                assert one.cites
    said = [
        event
        for payload in party()
        for event in payload.events
        if isinstance(event, Said) and event.topic
    ]
    asked = {event.to for event in said if event.topic and event.topic.at is not None}
    assert {who for who in ("bob", "cat") if commitments(party()[-1], who)} <= asked


@pytest.mark.parametrize("comes", [(), (Node("ada", "agent", "inn"),)], ids=["alone", "together"])
def test_who_waits_in_vain_remembers_that_and_comes_no_closer(comes: tuple[Node, ...]) -> None:
    world = village()
    company = Commitment(
        f"{plan_key('ada')}600", 0, Appointment("keeping Ada company", "inn", 600, 660), "ada"
    )
    mind = replace(initial_state(world).minds["bob"], commitments=(company,))
    for minute in (610, 660):
        mind = settle(
            Situation.begin(
                mind,
                Percept(
                    "bob", minute - 480, minute, "inn", Cell(5, 0), Sights(comes), PerceivedNews()
                ),
                world,
            )
        ).mind
    (told,) = (one.text for one in mind.memory)
    assert told.endswith(
        "Inn, as agreed." if comes else "as agreed with Ada, and Ada did not come."
    )
    assert (mind.relations.to("ada").closeness > 0.6) is bool(comes)


def test_a_missed_commitment_is_remembered() -> None:
    world = build(
        ROOMS.replace("+", "#", 1),
        areas=AREAS,
        people={"ada": {"start": [0, 0], "routine": [row("00:00", "house")]}},
    )
    last = live(world, 200, feed={1: [Whisper("ada", PARTY)]}, model=BuiltinMind())[-1]
    (missed,) = [one for one in last.state.minds["ada"].memory if "missed" in one.text]
    assert missed.cites == (commitments(last, "ada")[0].id,)


def test_the_past_of_a_plan_stays() -> None:
    for before, after in zip((payloads := party(120)), payloads[1:], strict=False):
        old, new = before.state.minds["bob"].plan, after.state.minds["bob"].plan
        if old is not None and new is not None and old.day == new.day:
            for minute in range(8 * 60, before.state.minute):
                assert old.step_at(minute) == new.step_at(minute)


def test_a_later_appointment_at_the_place_of_one_under_way_keeps_its_time() -> None:
    world = village()
    mind = replace(initial_state(world).minds["ada"], plan=Plan(0, 0))
    now = _at_home(mind, 540, world)
    for number, start in enumerate((600, 1080)):
        at = Appointment("having tea", "inn", start, start + 30)
        now = commit(now, at, Topic(f"p.bob.{number}", PROMISE, "Tea."), ())
    planned = now.mind.plan
    assert planned is not None
    first, second = planned.appointments
    again = plan_appointments(_at_home(now.mind, first.start + 1, world), planned)
    assert again is not None
    assert again.appointments == (first, second)
    assert second.start > first.end


def _at_home(mind: Mind, minute: int, world: World) -> Situation:
    percept = Percept("ada", minute - 480, minute, "house", Cell(0, 0), Sights(()), PerceivedNews())
    return Situation.begin(mind, percept, world)


@given(st.integers(0, 3 * DAY), st.integers(0, 3 * DAY), st.integers(1, 300))
def test_an_appointment_comes_before_all_else(minute: int, start: int, minutes: int) -> None:
    routine, meeting = (
        PlanStep(0, 4 * DAY, "house", "waiting"),
        PlanStep(start, start + minutes, "inn", "at a party"),
    )
    plan = Plan(0, 0, strokes=(routine,), appointments=(meeting,))
    assert plan.step_at(minute) == (meeting if start <= minute < start + minutes else routine)


@pytest.mark.parametrize(
    ("words", "is_time"),
    [
        ("Come at 17:00.", True),
        ("At noon, then.", True),
        ("Five o'clock!", True),
        ("I have five hens.", False),
        ("", False),
    ],
)
def test_times_in_words(words: str, is_time: bool) -> None:  # noqa: FBT001 - a parameter
    assert proposes_time(words, 8 * 60) == is_time


@given(st.integers(0, 30 * DAY), st.integers(0, 30 * DAY))
def test_every_time_has_a_name(minute: int, now: int) -> None:
    assert " at " in describe_time(minute, now)


def test_who_is_there_by_habit_agrees_to_company_there() -> None:
    at = Appointment("drinking ale", "inn", 18 * 60, 19 * 60)
    asked = CommitmentData("ada", "bob", 7, 0, 540, "Come to the inn.", {"Inn": "inn"}, at)

    def agreed(*, is_usual: bool) -> set[bool]:
        data = (replace(asked, seed=seed, is_usual=is_usual) for seed in range(40))
        requests = (DecideCommitment({}, one, 540).request("ada", 1, village()) for one in data)
        return {json.loads(decide(one))["commit"] for one in requests}

    assert agreed(is_usual=False) == {True, False}
    assert agreed(is_usual=True) == {True}
