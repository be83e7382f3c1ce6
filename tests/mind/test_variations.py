"""Variations: each rule by its facts, only leisure varies, and a routine only where it may."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.builtin.days import hours
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.plan import PlanStep
from latticeville.mind.requests.plan import PlanHours
from latticeville.mind.variations import LEISURE, RULES, PublicPlace, VariationData, vary
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.reports.why.explain import explain
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from latticeville.world.model.world import World
from tests.laws import law
from tests.worlds import build, live, row, told

PLACES = (
    PublicPlace("inn", "Inn", is_outdoors=False, unseen=60),
    PublicPlace("green", "Green", is_outdoors=True, unseen=90),
    PublicPlace("hall", "Hall", is_outdoors=False, unseen=9000),
)
DATA = VariationData(
    "ada", 7, "cloudy", "home", "shop", PLACES, frozenset({"shop"}), frozenset({"green", "park"})
)
ENTRY = PlanStep(14 * 60, 16 * 60, "home", "knitting")


def varied(entry: PlanStep = ENTRY, **changes: object) -> set[tuple[str, str]]:
    """Return the rules and places that an entry comes to over many seeds."""
    found = [vary(entry, replace(DATA, seed=seed, **changes)) for seed in range(60)]
    return {(one.rule, one.place) for one in found}


def test_the_tired_go_home_and_in_the_evening_to_bed() -> None:
    out = replace(ENTRY, place="inn")
    assert varied(out, needs={"energy": 0.1}) == {("tired", "home")}
    late = vary(PlanStep(20 * 60, 22 * 60, "inn", "drinking"), replace(DATA, needs={"energy": 0.1}))
    assert (late.rule, late.rest, late.doing) == ("tired", True, "going to bed early")
    assert "tired" not in {rule for rule, _ in varied(out, needs={"energy": 0.9})}


def test_bad_weather_takes_people_in_and_fair_weather_out() -> None:
    assert varied(replace(ENTRY, place="park"), weather="rain") <= {
        ("bad weather", "inn"),
        ("bad weather", "hall"),
    }
    assert ("fine weather", "green") in varied(weather="clear")
    assert "green" not in {place for _, place in varied(weather="rain")}


def test_the_curious_visit_what_they_have_not_seen_for_longest() -> None:
    assert varied(needs={"curiosity": 0.9}) == {("curious", "hall")}
    assert "curious" not in {rule for rule, _ in varied(needs={"curiosity": 0.3})}


def test_now_and_then_somebody_goes_elsewhere_for_no_reason_and_mostly_not() -> None:
    found = [vary(ENTRY, replace(DATA, seed=seed)).rule for seed in range(200)]
    assert {*found} == {"", "change"}
    assert 10 < found.count("change") < 60


@pytest.mark.parametrize(
    "entry",
    [
        replace(ENTRY, place="shop"),
        replace(ENTRY, doing="sleeping"),
        replace(ENTRY, rest=True),
        replace(ENTRY, start=8 * 60, end=9 * 60),
        replace(ENTRY, end=ENTRY.start + 10),
    ],
)
def test_work_rest_mornings_and_short_entries_stay(entry: PlanStep) -> None:
    assert varied(entry, needs={"energy": 0.0, "curiosity": 1.0}, weather="clear") == {
        ("", entry.place)
    }


def test_what_meets_an_appointment_stays() -> None:
    assert varied(needs={"curiosity": 1.0}, busy=((15 * 60, 17 * 60),)) == {("", "home")}


@law()
@given(
    st.integers(0, 3 * DAY),
    st.integers(1, 300),
    st.integers(0, 99),
    st.sampled_from(["clear", "rain", "fog"]),
    st.floats(0, 1),
)
def test_a_variation_keeps_the_time_and_names_its_rule(
    start: int, length: int, seed: int, weather: str, need: float
) -> None:
    entry = PlanStep(start, start + length, "park", "strolling")
    found = vary(
        entry,
        replace(DATA, seed=seed, weather=weather, needs={"energy": need, "curiosity": 1 - need}),
    )
    assert (found.start, found.end) == (entry.start, entry.end)
    assert found == entry or (
        found.rule in RULES and found.place != entry.place and start % DAY in LEISURE
    )


def test_the_built_in_mind_divides_a_stroke_with_variations_that_name_their_rule() -> None:
    rows = [
        {
            "from": "13:00",
            "to": "16:00",
            "place": "home",
            "doing": "knitting",
            "uses": [],
            "every": 15,
        }
    ]
    names = {"home": "Home", "inn": "Inn", "hall": "Hall"}
    facts = {
        "from": "14:00",
        "to": "16:00",
        "rows": json.dumps(rows),
        "ids": json.dumps({n: i for i, n in names.items()}),
        "place": "Home",
        "doing": "knitting",
    }
    data = replace(DATA, needs={"curiosity": 1.0}, names=names, start=14 * 60, end=16 * 60)
    reply = Reply(hours(Request("hours", "ada", 1, RequestText("", facts=facts), data=data)))
    (step,) = (
        PlanHours(
            facts, {name: place for place, name in names.items()}, 14 * 60, 16 * 60, data
        ).parse(reply)
        or ()
    )
    assert (step.place, step.rule) == ("hall", "curious")


def village(*, vary_: bool, seed: int = 7) -> World:
    day = (
        ("00:00", "house", "sleeping"),
        ("09:00", "inn", "cooking"),
        ("13:00", "yard", "reading"),
    )
    routine = [
        row(*one) for one in (*day, ("15:00", "inn", "writing"), ("22:00", "house", "sleeping"))
    ]
    return build(
        "....+....+....",
        areas={"house": [0, 0, 4, 1], "inn": [5, 0, 4, 1], "yard": [10, 0, 4, 1]},
        people={
            "ada": {"start": [0, 0], "home": "house", "routine": routine, "needs": {"energy": 0.3}}
        },
        minds={"plan": "routine", "vary": vary_},
        simulation={"start": "Mon 11:00", "tick_minutes": 5},
        seed=seed,
    )


def test_a_routine_varies_only_where_the_world_says_so_without_a_request() -> None:
    plain, free = (live(village(vary_=on), 10 * 12, model=BuiltinMind()) for on in (False, True))
    steps = [
        {each.thoughts["ada"].step for each in run if each.thoughts.get("ada")}
        for run in (plain, free)
    ]
    assert {(step.place, step.rule) for step in steps[0] if step} == {("inn", ""), ("yard", "")}
    assert {(step.place, step.rule) for step in steps[1] if step} == {
        ("inn", ""),
        ("house", "tired"),
    }
    assert free[-1].state.bodies["ada"].area == "house"
    assert not [ask for each in free for one in each.thoughts.values() for ask in one.asks]
    again = live(village(vary_=True), 10 * 12, model=BuiltinMind())
    assert [told(payload) for payload in again] == [told(payload) for payload in free]


def test_areas_without_floor_are_outdoors() -> None:
    assert initial_state(village(vary_=True)).world.outdoor_areas == frozenset()


def test_why_names_the_rule_of_a_variation(tmp_path: Path) -> None:
    run = RecordedRun.start(tmp_path / "run", village(vary_=True), BuiltinMind(), "builtin")
    payloads = [run.step() for _ in range(12 * 5)]
    run.close()
    varied = next(
        each.tick for each in payloads if (step := each.thoughts["ada"].step) and step.rule
    )
    assert "(rule: " in explain(Replay(tmp_path / "run"), "ada", varied).step
