"""Plans as models make them: whatever is said, time is filled up, and what is past stays as it
was."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY
from latticeville.mind.plan import SHORT_STEP_MINUTES, Plan, PlanStep, Steps, carry_use
from latticeville.mind.replies import MAX_DOING
from latticeville.mind.requests.plan import LEAST, PlanDay, PlanHours, PlanSteps
from latticeville.models.model import Reply
from latticeville.world.model.objects import Verb
from latticeville.world.model.personas import ObjectUse, RoutineRow
from tests.answers import anything, filled, near, pieces, ratings, steps, strokes
from tests.laws import law

PLACES = {"Home": "home", "Shop": "shop"}
OVEN = ObjectUse(Verb.USE, "oven")
_days = st.sampled_from([0, 6, 13]).map(lambda day: day * DAY)
_minutes = st.integers(0, DAY - 1)


def tidy(found: Steps) -> bool:
    """Tell whether steps are at places that were offered and say in one short line what is done
    there."""
    return all(
        step.place in PLACES.values()
        and 0 < len(step.doing) <= MAX_DOING
        and len(step.doing.splitlines()) == 1
        for step in found
    )


@law(300)
@given(st.one_of(anything, near(strokes=strokes, importance=ratings)), _days, _minutes)
def test_strokes_fill_the_day_up_from_now_on_whatever_is_said(
    reply: Any, day: int, minute: int
) -> None:
    found = PlanDay({}, PLACES, day + minute).parse(Reply(json.dumps(reply)))
    if found is not None:
        planned, importance = found
        assert filled(planned, day + minute, day + DAY)
        assert tidy(planned)
        assert type(importance) is int
        assert 1 <= importance <= 10


@law(300)
@given(st.one_of(anything, near(hours=pieces)), _days, _minutes, st.integers(1, 600))
def test_hours_fill_their_stroke_up_whatever_is_said(
    reply: Any, day: int, minute: int, length: int
) -> None:
    start, end = day + minute, min(day + minute + length, day + DAY)
    found = PlanHours({}, PLACES, start, end).parse(Reply(json.dumps(reply)))
    if found is not None:
        assert filled(found, start, end)
        assert tidy(found)


@law(300)
@given(st.one_of(anything, near(steps=steps)), _minutes, st.integers(1, 120))
def test_steps_fill_their_hour_up_and_take_from_five_to_fifteen_minutes(
    reply: Any, start: int, length: int
) -> None:
    hour = PlanStep(start, start + length, "shop", "baking")
    found = PlanSteps({}, {"use oven": OVEN}, hour).parse(Reply(json.dumps(reply)))
    if found is not None:
        assert filled(found, hour.start, hour.end)
        assert tidy(found)
        assert all(LEAST <= step.end - step.start <= SHORT_STEP_MINUTES for step in found[:-1])
        assert {step.place for step in found} == {"shop"}
        assert {step.use for step in found} <= {None, OVEN}


@law(100)
@given(
    st.lists(
        st.one_of(
            anything,
            near(minutes=st.integers(), doing=st.text(max_size=3), use=st.text(max_size=3)),
        )
    )
)
def test_no_rows_of_use_are_no_plan(rows: list[Any]) -> None:
    """Rows that name no known place say nothing of a day, nor of a part of it."""
    text = json.dumps({"strokes": rows, "hours": rows, "importance": 5})
    assert PlanDay({}, PLACES, 480).parse(Reply(text)) is None
    assert PlanHours({}, PLACES, 480, 720).parse(Reply(text)) is None
    assert PlanSteps({}, {}, PlanStep(480, 540, "shop", "baking")).parse(Reply(text)) is None


def test_each_stroke_lasts_until_the_next_begins_and_the_first_begins_now() -> None:
    rows = [
        {"from": "21:00", "place": "Home", "doing": "sleeping", "rest": True},
        {"from": "07:00", "place": "Home", "doing": "getting up", "rest": False},
        {"from": "09:30", "place": "Shop", "doing": "baking\nbread", "rest": False},
        {"from": "09:30", "place": "Home", "doing": "idling", "rest": False},
        {"from": "12:00", "place": "Moon", "doing": "eating", "rest": False},
    ]
    found = PlanDay({}, PLACES, DAY + 480).parse(
        Reply(json.dumps({"strokes": rows, "importance": 7}))
    )
    assert found == (
        (
            PlanStep(DAY + 480, DAY + 570, "home", "getting up"),
            PlanStep(DAY + 570, DAY + 1260, "shop", "baking bread"),
            PlanStep(DAY + 1260, 2 * DAY, "home", "sleeping", rest=True),
        ),
        7,
    )


def test_hours_may_run_into_the_next_day() -> None:
    rows = [
        {"from": "23:00", "place": "Home", "doing": "reading"},
        {"from": "00:30", "place": "Home", "doing": "dreaming"},
    ]
    found = PlanHours({}, PLACES, 1380, DAY + 60).parse(Reply(json.dumps({"hours": rows})))
    assert found == (
        PlanStep(1380, DAY + 30, "home", "reading"),
        PlanStep(DAY + 30, DAY + 60, "home", "dreaming"),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Draw a plan of the second day: strokes from some minute on, hours of one of them, steps of
    one of these."""
    cuts = sorted(draw(st.sets(st.integers(0, DAY - 1), min_size=1, max_size=8)))
    broad = _cut([DAY + cut for cut in cuts], 2 * DAY, "stroke")
    stroke = draw(st.sampled_from(broad))
    hours = _divided(draw, stroke, "hour")
    fine = _divided(draw, draw(st.sampled_from(hours)), "step")
    routine = (RoutineRow(0, draw(st.integers(1, DAY)), "home", "living"),)
    return Plan(
        1, 9, routine, broad, draw(st.sampled_from([(), hours])), draw(st.sampled_from([(), fine]))
    )


def _divided(draw: st.DrawFn, step: PlanStep, name: str) -> Steps:
    cuts = draw(st.sets(st.integers(step.start, step.end - 1), max_size=4)) | {step.start}
    return _cut(sorted(cuts), step.end, name)


def _cut(cuts: list[int], end: int, name: str) -> Steps:
    """Return steps that begin at each of the cuts, every other of them a rest."""
    ends = [*cuts[1:], end]
    return tuple(
        PlanStep(start, until, "home", f"{name} {place}", rest=place % 2 == 1)
        for place, (start, until) in enumerate(zip(cuts, ends, strict=True))
    )


def seen(step: PlanStep | None) -> tuple[str, str, bool] | None:
    """Return what a step says, its length apart."""
    return None if step is None else (step.place, step.doing, step.rest)


@law(200)
@given(plans(), st.integers(DAY, 2 * DAY - 1), st.data())
def test_a_plan_made_anew_leaves_every_minute_before_as_it_was(
    plan: Plan, now: int, data: st.DataObject
) -> None:
    cuts = data.draw(st.sets(st.integers(DAY, 2 * DAY - 1), max_size=5))
    other = _cut(sorted({*cuts, now}), 2 * DAY, "new")
    remade = plan.replan(now, other)
    assert (remade.day, remade.routine) == (plan.day, plan.routine)
    for minute in range(DAY, now):
        assert seen(remade.step_at(minute)) == seen(plan.step_at(minute))
    for minute in range(now, 2 * DAY):
        assert remade.step_at(minute) == next(step for step in remade.strokes if minute in step)
        assert seen(remade.step_at(minute)) == seen(next(step for step in other if minute in step))
    before = [step for step in plan.strokes if step.end <= now]
    assert list(remade.strokes[: len(before)]) == before


@law(200)
@given(plans(), st.integers(DAY, 2 * DAY - 1), st.integers(1, DAY))
def test_what_is_to_be_divided_begins_in_time_and_is_no_rest(
    plan: Plan, minute: int, ahead: int
) -> None:
    until = minute + ahead
    for level, found in (
        ("hours", plan.undivided_strokes(minute, until)),
        ("steps", plan.undivided_hours(minute, until)),
    ):
        for step in found:
            begins = max(minute, step.start)
            assert step.start < until
            assert minute < step.end
            assert not next(stroke for stroke in plan.strokes if begins in stroke).rest
            assert not any(begins in fine for fine in plan.steps)
            assert step in (plan.strokes if level == "hours" else (*plan.hours, *plan.strokes))
            assert level == "hours" or step.end - begins > SHORT_STEP_MINUTES
        assert len({step.start for step in found}) == len(found)


@law(200)
@given(plans(), st.integers(DAY, 2 * DAY - 1))
def test_what_is_divided_is_not_divided_again(plan: Plan, minute: int) -> None:
    strokes = plan.undivided_strokes(minute, 2 * DAY)
    hours = tuple(_cut([max(minute, one.start)], one.end, "hour")[0] for one in strokes)
    divided = plan.with_hours(hours, minute)
    assert not divided.undivided_strokes(minute, 2 * DAY)
    assert all(one.end > minute for one in divided.hours)
    steps = divided.undivided_hours(minute, 2 * DAY)
    assert not divided.with_steps(steps, minute).undivided_hours(minute, 2 * DAY)


def test_a_use_is_carried_on_into_more_of_the_same() -> None:
    last = PlanStep(480, 490, "shop", "baking", OVEN)
    more = PlanStep(490, 500, "shop", "baking")
    assert carry_use(last, more) == PlanStep(490, 500, "shop", "baking", OVEN)
    urn = PlanStep(490, 500, "shop", "baking", ObjectUse(Verb.USE, "urn"))
    assert carry_use(last, urn) is None
    for other in (
        PlanStep(490, 500, "home", "baking"),
        PlanStep(490, 500, "shop", "resting"),
        None,
    ):
        assert carry_use(last, other) is None
    assert carry_use(None, more) is None
    assert carry_use(more, more) is None
