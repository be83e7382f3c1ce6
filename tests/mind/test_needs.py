"""Needs: they stay within bounds, fall and rise by their rates, and nobody has one that is not
given."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.belief import BeliefTree
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.mind import InnerState, Mind
from latticeville.mind.needs import (
    CURIOSITY,
    ENERGY,
    LONG_UNSEEN_MINUTES,
    RATES,
    change_needs,
    minutes_unseen,
)
from latticeville.mind.percept import Observation, PerceivedNews, Percept, Sights
from latticeville.mind.plan import PlanStep
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, Topic
from latticeville.sim.first_state import initial_state
from tests.laws import law
from tests.worlds import all_day, build, live, told

WORLD = build(
    "....", areas={"hut": [0, 0, 4, 1]}, people={"ada": {"start": [0, 0], **all_day("hut")}}
)
MIND = initial_state(WORLD).minds["ada"]
NEWS = Observation("said", "bob", "Bob talks.", topic=Topic("1.x.y", EVENT))


def having(needs: Mapping[str, float], *, rest: bool = False) -> Mind:
    step = PlanStep(0, 9999, "hut", "sleeping" if rest else "knitting")
    return replace(MIND, inner=InnerState(needs=needs), intent=replace(MIND.intent, step=step))


def percept(minute: int, *news: Observation, place: str = "hut") -> Percept:
    return Percept("ada", minute, minute, place, Cell(0, 0), Sights(), PerceivedNews(news))


def changed(mind: Mind, before: BeliefTree, seen: Percept, tick_minutes: int = 1) -> Mind:
    """Return a mind after the needs of a tick before which it had other beliefs."""
    world = replace(WORLD, settings=replace(WORLD.settings, tick_minutes=tick_minutes))
    now = Situation.begin(mind, seen, world)
    return change_needs(replace(now, before=replace(mind, beliefs=before))).mind


def after(mind: Mind, minutes: int) -> dict[str, float]:
    for minute in range(1, minutes + 1):
        mind = changed(mind, BeliefTree(minute - 1, {}, Sights(), "hut"), percept(minute))
    return dict(mind.inner.needs)


def test_energy_falls_awake_and_rises_asleep_and_curiosity_rises_awake() -> None:
    awake = after(having({ENERGY: 0.5, CURIOSITY: 0.5}), 120)
    asleep = after(having({ENERGY: 0.5, CURIOSITY: 0.5}, rest=True), 120)
    assert awake == pytest.approx(
        {name: 0.5 + 2 * RATES[name].awake for name in (ENERGY, CURIOSITY)}
    )
    assert asleep == pytest.approx(
        {name: 0.5 + 2 * RATES[name].resting for name in (ENERGY, CURIOSITY)}
    )


def test_news_and_a_place_unseen_for_long_satisfy_curiosity() -> None:
    here, elsewhere = BeliefTree(9, {}, Sights(), "hut"), BeliefTree(9, {}, Sights(), "mill")
    heard = changed(having({CURIOSITY: 0.5}), here, percept(10, NEWS))
    assert heard.inner.needs == {CURIOSITY: 0.5 + RATES[CURIOSITY].news}
    came = changed(having({CURIOSITY: 0.5}), elsewhere, percept(10))
    assert came.inner.needs == {CURIOSITY: 0.5 + RATES[CURIOSITY].place}
    assert minutes_unseen(elsewhere, "hut", 10, 2) == LONG_UNSEEN_MINUTES + 20


@law()
@given(
    st.dictionaries(st.sampled_from([ENERGY, CURIOSITY]), st.floats(0, 1)),
    st.lists(st.tuples(st.integers(0, 5), st.booleans(), st.booleans()), max_size=40),
)
def test_needs_stay_from_0_to_1_and_none_is_added(
    given_: dict[str, float], ticks: list[tuple[int, bool, bool]]
) -> None:
    mind = having(given_)
    for minute, (news, rest, moved) in enumerate(ticks, start=1):
        mind = replace(mind, intent=having({}, rest=rest).intent)
        before = BeliefTree(minute - 1, {}, Sights(), "mill" if moved else "hut")
        mind = changed(mind, before, percept(minute * 15, *[NEWS] * news), 15)
        assert mind.inner.needs.keys() == given_.keys()
        assert all(0 <= value <= 1 for value in mind.inner.needs.values())


def test_a_run_with_needs_is_the_same_again_and_without_them_nothing_is_kept() -> None:
    people = {
        "ada": {"start": [0, 0], **all_day("hut"), "needs": {"energy": 0.5}},
        "bob": {"start": [1, 0], **all_day("hut")},
    }
    world = build("....", areas={"hut": [0, 0, 4, 1]}, people=people)
    one, two = (live(world, 60, model=BuiltinMind()) for _ in range(2))
    assert [told(payload) for payload in one] == [told(payload) for payload in two]
    minds = one[-1].state.minds
    assert minds["ada"].inner.needs[ENERGY] < 0.5
    assert minds["bob"].inner.needs == {}
