"""Seasons: growth and hunger follow the year, and the growth of a cell nobody looks at is exact."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Died, SeasonBegan
from latticeville.sim.first_state import initial_state
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.world.model.survival import Growth, Resource, Season, SurvivalSettings
from tests.laws import law
from tests.model_doubles import Listening, doing
from tests.sim.test_survival import events_of, survivors, valley
from tests.worlds import Table, live

YEAR: Table = {
    "resources": {"food": {"regrowth": 0.2, "season": {"winter": 0.5}}},
    "seasons": [
        {"name": "summer", "steps": 3},
        {"name": "winter", "steps": 2, "regrowth": 0.5, "hunger": 2.0},
    ],
}
GATHER_FOOD = Action("gather", "food")
gathering_first = doing({"ada": {1: GATHER_FOOD}})
ALONE: Table = {"ada": {"start": [1, 1]}}
rates = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 400_000)), min_size=1, max_size=4)


@law(200)
@given(rates, st.integers(0, 9000), st.integers(1, 30_000), st.integers(0, 40), st.integers(0, 40))
def test_growth_that_is_computed_late_equals_growth_step_by_step(
    year: list[tuple[int, int]], amount: int, most: int, since: int, steps: int
) -> None:
    growth, at_once = Growth(tuple(year)), ResourceLayer({3: Stock(amount, since)})
    layer = at_once
    for step in range(since, since + steps + 1):
        now = layer.amount(3, most, growth, step)
        layer = ResourceLayer({3: Stock(now, step)})
        assert now == at_once.amount(3, most, growth, step)


@law(100)
@given(rates, st.integers(1, 30_000), st.integers(0, 60))
def test_a_year_grows_by_the_rate_of_each_step(
    year: list[tuple[int, int]], most: int, steps: int
) -> None:
    by_step = [rate for length, rate in year for _ in range(length)]
    total = sum(by_step[step % len(by_step)] for step in range(steps))
    assert Growth(tuple(year)).grown(most, steps) == most * total // 1_000_000


def test_a_season_slows_growth_by_its_own_factor_and_that_of_the_resource() -> None:
    rules = SurvivalSettings(
        resources={"food": Resource(200_000, {"winter": 500})},
        seasons=(Season("summer", steps=3), Season("winter", steps=2, regrowth=500)),
    )
    assert rules.growth_of("food") == Growth(((3, 200_000), (2, 50_000)))
    assert rules.growth_of("gold") == Growth()
    world = valley(ALONE, {**YEAR, "gather": 10})
    cell = world.grid.index(initial_state(world).bodies["ada"].cell)
    held = [one.state.amount_in(cell, "food") for one in live(world, 7, minds=gathering_first)]
    assert held == [10_000, 2000, 4000, 6000, 6500, 7000, 9000, 10_000]


def test_winter_makes_hungrier_and_everybody_notices_that_it_begins() -> None:
    run = live(valley(ALONE, YEAR), 6, minds=doing({}))
    assert [vitals_of(one.state.bodies["ada"]).hunger for one in run] == [
        300,
        400,
        500,
        600,
        800,
        1000,
        1000,
    ]
    assert [
        (one.tick, *events_of(one, SeasonBegan)) for one in run if events_of(one, SeasonBegan)
    ] == [
        (3, SeasonBegan("winter", "summer")),
        (5, SeasonBegan("summer", "winter")),
    ]
    assert [one.state.season for one in run] == ["summer"] * 3 + ["winter"] * 2 + ["summer"] * 2
    assert run[3].state.sky == "clear · winter"
    assert any(record.text == "It is winter now." for record in run[-1].state.minds["ada"].memory)
    assert not events_of(run[-1], Died)


def test_a_season_in_days_lasts_whole_steps_and_turns_the_weather() -> None:
    winter = {"name": "winter", "days": 2, "weather": {"clear": {"snow": 1}, "snow": {"snow": 1}}}
    rules: Table = {"step_ticks": 4, "seasons": [{"name": "autumn", "steps": 1}, winter]}
    world = valley(
        ALONE, rules, simulation={"tick_minutes": 60}, weather={"chain": {"clear": {"clear": 1}}}
    )
    assert [(season.name, season.steps) for season in world.survival.seasons] == [
        ("autumn", 1),
        ("winter", 12),
    ]
    weathers = [one.state.weather for one in live(world, 7)]
    assert weathers == ["clear"] * 5 + ["snow"] * 3


def test_a_world_without_seasons_has_none() -> None:
    state = initial_state(valley(ALONE))
    assert (state.season, state.sky) == ("", "clear")


def test_a_prompt_tells_season_and_weather() -> None:
    model = Listening(BuiltinMind())
    live(survivors({"ada": {"start": [0, 0]}}, YEAR), 4, model=model)
    asked = model.of("act")
    seasons = [one.facts["outside"].removesuffix(" Weather: clear.") for one in asked]
    assert seasons == [" Season: summer."] * 3 + [" Season: winter."]
    assert "Season: winter. Weather: clear. You see:" in asked[-1].prompt
