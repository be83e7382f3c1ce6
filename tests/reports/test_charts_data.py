"""What charts are made of: the sum of importance, the day of each person, the counters of an
object."""

from itertools import pairwise
from pathlib import Path

import pytest

from latticeville.core.clock import DAY
from latticeville.mind.plan import Plan, PlanStep
from latticeville.reports.chart.charts import counter_history, importance_sum
from latticeville.reports.chart.day_activity import days_of_people, planned_day
from latticeville.runs.replay import Replay
from latticeville.world.model.personas import RoutineRow
from tests.hamlet import baker, drifter, hamlet
from tests.reports.runs import recorded
from tests.runs.runs import tearoom

UNTIL = 150


@pytest.fixture(scope="module")
def hamlet_run(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    world = hamlet(
        minds={"trigger": 20}, start="Mon 22:00", ada=baker(0), bob=baker(1), cid=drifter(2)
    )
    return Replay(recorded(tmp_path_factory.mktemp("charts") / "run", UNTIL, world))


def test_the_sum_of_importance_is_that_of_the_mind_after_every_tick(hamlet_run: Replay) -> None:
    reflected = 0
    for payload in hamlet_run.payloads():
        for who, mind in payload.state.minds.items():
            points = importance_sum(payload.state, who).points
            assert (points[-1][1] if points else 0) == mind.inner.stirred
            assert [tick for tick, _ in points] == sorted(tick for tick, _ in points)
            reflected += any(total == 0 for _, total in points)
    assert reflected


def test_a_day_is_done_without_gaps_by_everybody(hamlet_run: Replay) -> None:
    state = hamlet_run.at(UNTIL).state
    assert state.day == 1
    days = days_of_people(hamlet_run, state)
    assert [one.who for one in days] == [*state.minds]
    for one in days:
        done = one.done
        assert done[0].start == DAY
        assert all(first.end == second.start for first, second in pairwise(done))
        assert done[-1].end == state.minute + state.world.settings.tick_minutes
        assert all((a.doing, a.place) != (b.doing, b.place) for a, b in pairwise(done))


def test_what_is_done_elsewhere_than_planned_says_so(hamlet_run: Replay) -> None:
    state = hamlet_run.at(UNTIL).state
    day = days_of_people(hamlet_run, state)[0]
    told = {one.elsewhere for one in day.done}
    for one in day.done:
        middle = (one.start + one.end) // 2
        plan = next(each for each in day.planned if each.start <= middle < each.end)
        assert one.elsewhere == (
            bool(one.place) and not state.world.areas.is_within(one.place, plan.place)
        )
    assert told


def test_the_planned_day_is_what_the_plan_says_at_every_minute() -> None:
    routine = (RoutineRow(0, 480, "hut", "sleeping"), RoutineRow(480, 0, "pub", "drinking"))
    blocks = (PlanStep(DAY + 600, DAY + 900, "oak", "resting"),)
    plan = Plan(1, 0, routine, blocks, (), (PlanStep(DAY + 610, DAY + 620, "oak", "looking up"),))
    found = planned_day(plan, 1)
    for minute in range(DAY, 2 * DAY):
        step = plan.step_at(minute)
        assert step is not None
        (one,) = (each for each in found if each.start <= minute < each.end)
        assert (one.doing, one.place) == (step.doing, step.place)
    assert len(found) == 6
    assert planned_day(plan, 2) == planned_day(None, 1) == ()


def test_counters_are_those_of_every_state(tmp_path: Path) -> None:
    replay = Replay(recorded(tmp_path / "run", 60, tearoom()))
    wanted = [
        (one.state.minute, one.state.things["urn"].counters["cups"]) for one in replay.payloads()
    ]
    for start, end in ((0, 60), (20, 40), (60, 60)):
        (points,) = counter_history(replay, "urn", start, end).values()
        known = dict(points)
        last = points[0][1]
        for minute, value in wanted[start : end + 1]:
            last = known.get(minute, last)
            assert last == value
        assert (points[0][0], points[-1][0]) == (wanted[start][0], wanted[end][0])
    assert counter_history(replay, "nothing", 0, 60) == {}
