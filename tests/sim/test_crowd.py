"""People alone in columns are what they would be one by one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from benchmarks.survivor_worlds import clearings
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.vitals import Vitals
from latticeville.models.model import Reply, Request
from latticeville.rules.survival.needs import age, age_all, fed, feed_all
from latticeville.sim.crowd import Crowd
from latticeville.sim.inputs import GodEvent
from latticeville.sim.rule_set import no_crowd, rules_of
from latticeville.sim.tick import TickPayload
from latticeville.world.model.survival import SurvivalSettings
from latticeville.world.model.world import World
from tests.laws import law
from tests.sim.test_alone import scattered_worlds
from tests.worlds import Table, build, live, told

shares = st.integers(0, 1000)
VITALS = st.builds(Vitals, shares, shares, shares, shares, st.integers(-1, 9))
RULES = st.builds(
    SurvivalSettings,
    hunger=shares,
    starving=shares,
    starvation=shares,
    tiring=shares,
    meal=shares,
    meal_energy=shares,
    meal_health=shares,
)


@contextmanager
def one_by_one(world: World) -> Iterator[None]:
    """Let nobody be in a crowd."""
    rules = rules_of(world.rules)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            "latticeville.sim.tick.rules_of", lambda _names: replace(rules, crowd=no_crowd)
        )
        yield


@law(20)
@given(scattered_worlds())
def test_a_crowd_comes_to_the_same_as_its_members_one_by_one(world: World) -> None:
    together = [told(one) for one in live(world, 30, model=BuiltinMind())]
    with one_by_one(world):
        assert [told(one) for one in live(world, 30, model=BuiltinMind())] == together


def members(payloads: list[TickPayload]) -> list[int]:
    """Return how many people each state has in columns."""
    return [0 if one.state.crowd is None else len(one.state.crowd.ids) for one in payloads]


def test_whoever_stays_alone_is_in_a_crowd() -> None:
    payloads = live(clearings(9), 12, model=BuiltinMind())
    assert members(payloads) == [0, 0] + [9] * 11
    assert {type(event).__name__ for one in payloads for event in one.events} >= {"Ate", "Gathered"}


def test_whoever_hears_something_is_asked_by_themselves() -> None:
    feed = {5: [GodEvent("It thunders.")]}
    assert members(live(clearings(9), 8, model=BuiltinMind(), feed=feed)) == [
        0,
        0,
        9,
        9,
        9,
        0,
        9,
        9,
        9,
    ]


def test_whoever_is_met_leaves_the_crowd() -> None:
    people: dict[str, Table] = {"ada": {"start": [2, 0]}, "bob": {"start": [14, 0]}}
    world = build(
        "..f" + "." * 30,
        people=people,
        rules=["survival"],
        minds={"plan": "none", "act": "model"},
        survival={"radius": 20, "start_food": 0, "start_hunger": 0.6, "gather": 1},
        simulation={"radius": 2},
        legend={"f": {"name": "berries", "resources": {"food": 9}}},
    )
    found = [one.state.crowd for one in live(world, 24, model=BuiltinMind())]
    assert next(one.ids for one in found if one is not None) == ("ada",)
    assert found[-1] is None


def test_a_model_that_minds_who_asks_is_asked_by_each() -> None:
    class Curious:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return BuiltinMind().answer(requests)

    assert members(live(clearings(4), 6, model=Curious())) == [0] * 7


def test_who_is_read_stays_what_they_were() -> None:
    run = live(clearings(4), 30, model=BuiltinMind())
    again = live(clearings(4), 30, model=BuiltinMind())
    assert [told(one) for one in reversed(run)] == [told(one) for one in again][::-1]
    bodies = run[-1].state.bodies
    assert bodies["p1"] is bodies["p1"]
    assert bodies == dict(bodies) == again[-1].state.bodies
    assert len(bodies) == 4
    assert "p9" not in bodies


def test_memories_are_gone_on_from_by_whoever_reads_the_next_tick() -> None:
    run = live(clearings(2), 30, model=BuiltinMind())
    late, early = run[-1].state.minds["p1"].memory, run[-9].state.minds["p1"].memory
    assert 0 < len(early) < len(late)
    assert late.since(0)[: len(early)] == early.since(0)
    again = live(clearings(2), 30, model=BuiltinMind())
    read = [one.state.minds["p1"].memory for one in again]
    assert read[-1].extends(read[-9])
    assert read[-1] == late


def crowd_of(vitals: list[Vitals]) -> Crowd:
    """Return a crowd with such vitals."""
    crowd = live(clearings(1), 3, model=BuiltinMind())[-1].state.crowd
    assert crowd is not None
    columns = {
        name: np.array([getattr(one, name) for one in vitals])
        for name in ("hunger", "energy", "health", "acted")
    }
    return replace(crowd, **columns)


def vitals_in(crowd: Crowd, vitals: list[Vitals]) -> list[Vitals]:
    """Return the vitals that stand in columns."""
    names = ("hunger", "energy", "health", "acted")
    return [
        replace(one, **{name: int(getattr(crowd, name)[row]) for name in names})
        for row, one in enumerate(vitals)
    ]


@law(60)
@given(
    st.lists(VITALS, min_size=1, max_size=6),
    RULES,
    st.sets(st.sampled_from(["hunger", "energy", "health"])),
    st.integers(0, 3000),
)
def test_time_passes_in_columns_as_for_each(
    vitals: list[Vitals], rules: SurvivalSettings, needs: set[str], factor: int
) -> None:
    crowd = crowd_of(vitals)
    age_all(crowd, rules, needs, factor)
    assert vitals_in(crowd, vitals) == [age(one, rules, needs, factor) for one in vitals]


@law(60)
@given(st.lists(VITALS, min_size=1, max_size=6), RULES)
def test_food_does_in_columns_what_it_does_to_each(
    vitals: list[Vitals], rules: SurvivalSettings
) -> None:
    crowd = crowd_of(vitals)
    feed_all(crowd, np.arange(len(vitals)), rules)
    assert vitals_in(crowd, vitals) == [fed(one, rules) for one in vitals]
