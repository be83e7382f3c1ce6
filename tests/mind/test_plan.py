"""Plans: the step of every minute, over midnight, and for a row that fills the whole day."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.clock import DAY, parse_start
from latticeville.mind.plan import Plan, PlanStep
from latticeville.world.model.objects import Verb
from latticeville.world.model.personas import ObjectUse, RoutineRow
from tests.laws import law

TAKE, USE = ObjectUse(Verb.TAKE, "cup"), ObjectUse(Verb.USE, "kettle")
WORK = RoutineRow(9 * 60, 12 * 60, "shop", "working")
TEA = RoutineRow(8 * 60, 9 * 60, "kitchen", "making tea", (TAKE, USE), every=20)
NIGHT = RoutineRow(22 * 60, 6 * 60, "home", "sleeping", (TAKE, USE), every=90)


def step(row: RoutineRow, at: str) -> PlanStep | None:
    return Plan(0, 0, (row,)).step_at(parse_start(at))


def span(row: RoutineRow, at: str) -> tuple[int, int]:
    found = step(row, at)
    assert found is not None
    return found.start, found.end


def test_a_step_is_the_row_of_the_minute() -> None:
    assert step(WORK, "Mon 09:00") == PlanStep(9 * 60, 12 * 60, "shop", "working")
    assert step(WORK, "Mon 11:59") == step(WORK, "Mon 09:00")
    assert step(WORK, "Mon 08:59") is None
    assert step(WORK, "Mon 12:00") is None


def test_the_first_of_two_rows_is_followed() -> None:
    both = Plan(0, 0, (WORK, RoutineRow(10 * 60, 14 * 60, "pub", "drinking")))
    assert [found.place for at in (10, 12) if (found := both.step_at(at * 60))] == ["shop", "pub"]


@pytest.mark.parametrize(
    ("at", "start", "end", "use"),
    [
        ("08:00", 480, 500, TAKE),
        ("08:19", 480, 500, TAKE),
        ("08:20", 500, 520, USE),
        ("08:40", 520, 540, TAKE),
    ],
)
def test_uses_are_done_in_turn(at: str, start: int, end: int, use: ObjectUse) -> None:
    assert step(TEA, at) == PlanStep(start, end, "kitchen", "making tea", use)


def test_the_last_turn_ends_with_the_row() -> None:
    assert span(RoutineRow(480, 530, "kitchen", "making tea", (TAKE,), every=20), "Mon 08:45") == (
        520,
        530,
    )


@pytest.mark.parametrize(
    ("at", "start", "end", "use"),
    [
        ("Tue 22:00", "Tue 22:00", "Tue 23:30", TAKE),
        ("Tue 23:59", "Tue 23:30", "Wed 01:00", USE),
        ("Wed 00:00", "Tue 23:30", "Wed 01:00", USE),
        ("Wed 05:59", "Wed 05:30", "Wed 06:00", USE),
    ],
)
def test_a_row_over_midnight_is_one_row(at: str, start: str, end: str, use: ObjectUse) -> None:
    assert step(NIGHT, at) == PlanStep(
        parse_start(start), parse_start(end), "home", "sleeping", use
    )


def test_a_row_until_midnight_ends_there() -> None:
    for end in (0, DAY):
        assert span(RoutineRow(22 * 60, end, "home", "sleeping"), "Tue 23:00") == (
            parse_start("Tue 22:00"),
            2 * DAY,
        )


@pytest.mark.parametrize("day", ["Mon", "Tue", "Sun"])
def test_a_row_of_a_whole_day_lasts_from_midnight_to_midnight(day: str) -> None:
    start = parse_start(f"{day} 00:00")
    assert span(RoutineRow(0, DAY, "home", "sleeping"), f"{day} 13:00") == (start, start + DAY)
    assert span(RoutineRow(0, DAY, "home", "sleeping", (TAKE,), every=60), f"{day} 13:10") == (
        start + 780,
        start + 840,
    )


minutes = st.integers(0, DAY - 1)


@law(200)
@given(
    minutes,
    st.integers(1, DAY),
    st.integers(0, 3 * DAY),
    st.lists(st.sampled_from([TAKE, USE]), max_size=3),
    st.integers(1, 200),
)
def test_a_step_holds_its_minute_and_is_the_same_throughout(
    start: int, end: int, now: int, uses: list[ObjectUse], every: int
) -> None:
    row = RoutineRow(start, end, "home", "living", tuple(uses), every)
    found = Plan(0, 0, (row,)).step_at(now)
    assert (found is not None) is (now in row)
    if found is not None:
        assert found.start <= now < found.end <= found.start + DAY
        assert Plan(0, 0, (row,)).step_at(found.start) == found
        assert Plan(0, 0, (row,)).step_at(found.end - 1) == found
        assert found.end - found.start <= (every if uses else DAY)
        assert (found.use in uses) if uses else found.use is None


def test_who_rests_uses_what_the_routine_uses_then() -> None:
    """Sleep is not divided into steps, and so nobody ever lay down who had planned the day."""
    sleep = RoutineRow(22 * 60, 6 * 60, "room", "sleeping", (ObjectUse("use", "bed"),), 480)
    stroke = PlanStep(22 * 60, 24 * 60, "room", "asleep", rest=True)
    assert Plan(0, 0, (sleep,), (stroke,)).step_at(23 * 60) == replace(
        stroke, use=ObjectUse("use", "bed")
    )
    elsewhere = replace(stroke, place="barn")
    assert Plan(0, 0, (sleep,), (elsewhere,)).step_at(23 * 60) == elsewhere
    awake = replace(stroke, rest=False)
    assert Plan(0, 0, (sleep,), (awake,)).step_at(23 * 60) == awake
