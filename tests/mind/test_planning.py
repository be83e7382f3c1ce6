"""Planning in a running world: who one is, then the day, then each part of it just in time; and
news change it."""

import json
from itertools import pairwise
from typing import Any

import pytest

from latticeville.core.clock import DAY as MINUTES
from latticeville.core.clock import format_time, parse_start
from latticeville.mind.plan import LONG_STROKE_MINUTES, SHORT_STEP_MINUTES, Plan
from latticeville.mind.requests.plan import LEAST
from latticeville.mind.requests.reaction import CHANGE_PLAN, KEEP_PLAN
from latticeville.models.json_schema import schema_error
from latticeville.models.model import Model, Request
from latticeville.sim.events import Idled, Unanswered
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from tests.answers import filled
from tests.hamlet import DAY, baker, drifter, hamlet
from tests.model_doubles import Instead, Listening
from tests.world_folders import VILLE, shared_world
from tests.worlds import live

LEVELS = ("day", "hours", "steps")
WHOLE = 24 * 60 // 5
"""Ticks of a day."""


@pytest.fixture(scope="module")
def day() -> tuple[list[TickPayload], Listening]:
    """Return two days of two people, one with a routine and one without, and what was asked."""
    model = Listening()
    return live(hamlet(ada=baker(0), bob=drifter(2)), 2 * WHOLE, model=model), model


def plan_of(payload: TickPayload, who: str) -> Plan:
    plan = payload.state.minds[who].plan
    assert plan is not None
    return plan


def test_at_most_one_level_is_divided_a_tick(day: tuple[list[TickPayload], Listening]) -> None:
    payloads, model = day
    for who in ("ada", "bob"):
        asked = {
            (request.tick, request.kind) for request in model.of(*LEVELS) if request.who == who
        }
        assert len(asked) == len({tick for tick, _ in asked})
        assert {request.kind for request in model.of(*LEVELS) if request.who == who} == {*LEVELS}
    assert not [
        event for each in payloads for event in each.events if isinstance(event, Idled | Unanswered)
    ]


@pytest.mark.parametrize("who", ["ada", "bob"])
def test_a_day_has_five_to_eight_strokes(
    day: tuple[list[TickPayload], Listening], who: str
) -> None:
    payloads, _ = day
    for last in (WHOLE - 1, 2 * WHOLE - 1):
        plan = plan_of(payloads[last], who)
        begun = next(
            each
            for each in payloads[1:]
            if plan_of(each, who).day == plan.day and plan_of(each, who).strokes
        )
        assert 5 <= len(plan.strokes) <= 8
        assert plan.strokes == plan_of(begun, who).strokes
        assert filled(plan.strokes, payloads[begun.tick - 1].state.minute, (plan.day + 1) * MINUTES)


@pytest.mark.parametrize("who", ["ada", "bob"])
def test_every_minute_is_planned_down_to_steps_before_it_is_lived(
    day: tuple[list[TickPayload], Listening], who: str
) -> None:
    payloads, _ = day
    settled = 0
    for before, payload in pairwise(payloads):
        now, plan = before.state.minute, plan_of(payload, who)
        stroke = next((stroke for stroke in plan.strokes if now in stroke), None)
        step = payload.thoughts[who].step
        if stroke is None or stroke.rest:
            assert payload.thoughts[who].step == plan.step_at(now)
            continue
        undivided = plan.undivided_strokes(now, now + 1) or plan.undivided_hours(now, now + 1)
        assert not undivided or {ask.kind for ask in payload.thoughts[who].asks}
        if not undivided and step in plan.steps:
            settled += 1
            assert step is not None
            assert LEAST <= step.end - step.start <= SHORT_STEP_MINUTES
    assert settled > WHOLE


def test_rest_is_not_divided(day: tuple[list[TickPayload], Listening]) -> None:
    payloads, model = day
    for request in model.of("hours", "steps"):
        assert "sleep" not in request.facts["doing"]
    asleep = next(each for each in payloads if format_time(each.state.minute) == "Tue 03:00")
    step = plan_of(asleep, "ada").step_at(asleep.state.minute)
    assert step is not None
    assert (step.rest, step.doing, step.end - step.start > LONG_STROKE_MINUTES) == (
        True,
        "sleeping",
        True,
    )


def test_plans_are_remembered_as_plans(day: tuple[list[TickPayload], Listening]) -> None:
    payloads, model = day
    memory = payloads[-1].state.minds["ada"].memory
    plans = [record for record in memory if record.kind == "plan"]
    assert [record.tick for record in plans] == [
        request.tick for request in model.of(*LEVELS) if request.who == "ada"
    ]
    for turn in DAY[1:]:
        assert f"{turn['from']} {turn['doing']} at {turn['place'].title()}" in plans[0].text
    said = next(said for asked, said in model.said if (asked.kind, asked.who) == ("day", "ada"))
    assert plans[0].importance == json.loads(said)["importance"]
    recalled = {
        found
        for payload in payloads[1:]
        for call in payload.thoughts["ada"].recalls
        for found in call.ids
    }
    assert recalled & {record.id for record in plans}


def test_one_sums_oneself_up_once_a_day_and_then_plans_it(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, model = day
    for who in ("ada", "bob"):
        asked = [
            (request.kind, request.tick)
            for request in model.of("identity", "day")
            if request.who == who
        ]
        assert [kind for kind, _ in asked] == ["identity", "day"] * 2
        assert [tick for kind, tick in asked if kind == "day"] == [
            tick for kind, tick in asked if kind == "identity"
        ]
        assert [payloads[tick - 1].state.day for kind, tick in asked if kind == "day"] == [0, 1]


def test_who_follows_a_routine_neither_sums_up_nor_plans() -> None:
    model = Listening()
    live(hamlet(minds={"plan": "routine"}, ada=baker(0), bob=drifter(2)), WHOLE, model=model)
    assert {request.who for request in model.of("identity", *LEVELS)} == {"bob"}


FIRE = GodEvent("The mill is on fire!")


def struck(model: Model, **minds: object) -> list[TickPayload]:
    """Return an hour of a day into the thirtieth minute of which a god sends a fire."""
    world = hamlet(ada=baker(5), minds=minds, start="Mon 11:00", minutes=1)
    return live(world, 60, model=model, feed={30: [FIRE]})


def test_what_is_hard_to_overlook_changes_the_plan_from_now_on_only() -> None:
    model = Listening()
    payloads = struck(model)
    now = payloads[29].state.minute
    (asked,) = model.of("react")
    assert (asked.tick, asked.choices, asked.facts["seen"]) == (
        30,
        (KEEP_PLAN, CHANGE_PLAN),
        FIRE.text,
    )
    assert [request.tick for request in model.of("day")] == [1, 30]
    assert model.of("day")[1].facts["because"] == FIRE.text
    assert FIRE.text in model.of("day")[1].prompt
    before, after = plan_of(payloads[29], "ada"), plan_of(payloads[30], "ada")
    for minute in range(parse_start("Mon 11:00"), now):
        was, found = before.step_at(minute), after.step_at(minute)
        assert (was is None) is (found is None)
        if was is not None and found is not None:
            assert (found.place, found.doing, found.use) == (was.place, was.doing, was.use)
    assert filled(tuple(stroke for stroke in after.strokes if stroke.start >= now), now, MINUTES)
    assert payloads[30].thoughts["ada"].step == after.step_at(now)


def test_who_keeps_to_the_plan_keeps_all_of_it() -> None:
    model = Listening(Instead(lambda request: KEEP_PLAN if request.kind == "react" else None))
    payloads = struck(model)
    assert len(model.of("react")) == 1
    assert len(model.of("day")) == 1
    assert plan_of(payloads[30], "ada").strokes == plan_of(payloads[29], "ada").strokes


@pytest.mark.parametrize(("salience", "asked"), [(9, 1), (10, 0), (11, 0)])
def test_only_what_is_rated_high_enough_is_worth_a_question(salience: int, asked: int) -> None:
    model = Listening()
    struck(model, salience=salience)
    assert len(model.of("react")) == asked


def test_whose_day_no_model_plans_is_not_asked() -> None:
    model = Listening()
    struck(model, plan="routine")
    assert not model.of("react", "day")
    assert "The mill is on fire!" in [request.facts["texts"] for request in model.of("rate")]


def test_a_change_that_comes_to_nothing_leaves_the_plan_and_says_so() -> None:
    payloads = struck(
        Instead(lambda request: "{}" if request.kind == "day" and request.tick > 1 else None)
    )
    assert [event.kind for event in payloads[30].events if isinstance(event, Unanswered)] == ["day"]
    assert plan_of(payloads[30], "ada").strokes == plan_of(payloads[29], "ada").strokes
    assert payloads[30].thoughts["ada"].why == "plan"


def test_a_day_of_too_few_strokes_is_planned_once_more() -> None:
    """The first reply has two usable strokes, the second as many as the fake says."""
    row = {"from": "06:00", "place": "Hut", "doing": "resting", "rest": False}
    short = json.dumps({"strokes": [row, {**row, "from": "12:00"}, row, row, row], "importance": 3})

    def first(request: Request) -> str | None:
        return short if request.kind == "day" and not request.facts["because"] else None

    model = Listening(Instead(first))
    payloads = live(hamlet(ada=baker(0)), 4, model=model)
    one, two = model.of("day")
    assert (one.tick, two.tick) == (1, 2)
    assert "at least 5" in two.prompt
    assert len(plan_of(payloads[-1], "ada").strokes) >= 5
    always = Listening(Instead(lambda request: short if request.kind == "day" else None))
    payloads = live(hamlet(ada=baker(0)), 12, model=always)
    assert [request.tick for request in always.of("day")] == [1, 2]
    assert len(plan_of(payloads[-1], "ada").strokes) == 2


def test_no_time_before_now_fits_the_schema_of_a_day() -> None:
    model = Listening()
    live(hamlet(ada=baker(0), start="Mon 08:25", minutes=1), 1, model=model)
    (asked,) = model.of("day")
    times = json.loads(asked.schema)["properties"]["strokes"]["items"]["properties"]["from"]
    assert not schema_error(times, "08:25")
    assert [text for text in ("08:24", "00:00", "07:59") if not schema_error(times, text)] == []


def test_people_divide_what_begins_soon_together() -> None:
    """Over a day of ten people, a batch of hours or steps holds six requests or more on average."""
    people: dict[str, Any] = {
        f"p{number}": baker(number % 8) if number % 2 else drifter(number % 8)
        for number in range(10)
    }
    model = Listening()
    live(hamlet(minds={"talk": False}, **people), WHOLE, model=model)
    for kind in LEVELS:
        sizes = [
            count
            for batch in model.batches
            if (count := sum(request.kind == kind for request in batch))
        ]
        assert sum(sizes) / len(sizes) >= 6, kind


def test_nobody_waits_for_the_steps_of_what_they_do_now() -> None:
    model = Listening()
    live(shared_world(VILLE), 4, model=model)
    assert {request.tick for request in model.of(*LEVELS) if request.who == "ada"} == {1, 2, 3}


def test_what_is_divided_ahead_is_lived_later_and_not_asked_again(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, model = day
    asked = [request for request in model.of("steps") if request.who == "ada"]
    begins = [(request.tick, request.facts["from"], request.facts["to"]) for request in asked]
    assert len({(tick // WHOLE, begin) for tick, begin, _ in begins}) == len(begins)
    ahead = [request for request in asked if request.facts["from"] != request.facts["time"]]
    assert ahead
    assert not [
        event for each in payloads for event in each.events if isinstance(event, Unanswered)
    ]
