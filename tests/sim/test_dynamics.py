"""What happens by itself: weather by its chain and dice, and machines whose time has come."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import parse_start
from latticeville.core.rng import rng
from latticeville.mind.action import Action
from latticeville.sim.events import Changed, WeatherChanged
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import doing
from tests.worlds import Table, build, live

NOBODY: Table = {}
CHAIN = {"clear": {"clear": 3, "rain": 1}, "rain": {"fog": 1, "rain": 1}, "fog": {"clear": 1}}


def sky(
    every: int = 30, tick_minutes: int = 1, chain: Table = CHAIN, people: Table = NOBODY
) -> World:
    weather, simulation = {"every": every, "chain": chain}, {"tick_minutes": tick_minutes}
    return build("..", weather=weather, simulation=simulation, people=people)


def weathers(payloads: list[TickPayload]) -> list[str]:
    return [payload.state.weather for payload in payloads]


@law(30)
@given(st.integers(1, 50), st.integers(1, 50), st.integers(0, 9))
def test_weather_is_drawn_by_its_dice_each_time_that_its_span_has_passed(
    every: int, minutes: int, seed: int
) -> None:
    """An oracle walks the chain with the dice of each tick that completes a span."""
    seen = weathers(live(sky(every, minutes), 60, seed=seed))
    now = "clear"
    for tick, weather in enumerate(seen):
        if tick and (tick * minutes) // every > ((tick - 1) * minutes) // every:
            now = rng(seed, tick, "world", "weather").choose_weighted(CHAIN[now])
        assert weather == now


def test_every_change_of_weather_is_an_event_that_all_perceive() -> None:
    world = sky(10, people={"ada": {"start": [0, 0]}})
    payloads = live(world, 200)
    for before, after in pairwise(payloads):
        told = [event for event in after.events if isinstance(event, WeatherChanged)]
        changed = before.state.weather != after.state.weather
        assert told == (
            [WeatherChanged(before.state.weather, after.state.weather)] if changed else []
        )
    texts = [record.text for record in payloads[-1].state.minds["ada"].memory]
    assert "The weather turns from clear to rain." in texts


def test_weather_keeps_to_its_chain_and_its_chances() -> None:
    seen = weathers(live(sky(1), 4000))
    steps = Counter(pairwise(seen))
    assert set(steps) <= {(one, two) for one, row in CHAIN.items() for two in row}
    clear = steps["clear", "clear"] + steps["clear", "rain"]
    assert abs(steps["clear", "rain"] / clear - 0.25) < 4 * (0.25 * 0.75 / clear) ** 0.5


@pytest.mark.parametrize("chain", [{}, {"rain": {"rain": 1}}])
def test_a_weather_on_which_nothing_follows_stays(chain: Table) -> None:
    assert set(weathers(live(sky(1, chain=chain), 20))) == {"clear"}


CLOCK = """
[kinds.lamp]
glyph = "i"
start = "dark"
states.dark = {}
states.lit = {}
[[kinds.lamp.transitions]]
from = "dark"
to = "lit"
needs = [{ between = ["19:00", "06:00"] }]
[[kinds.lamp.transitions]]
from = "lit"
to = "dark"
needs = [{ between = ["06:00", "19:00"] }]
[kinds.egg]
glyph = "e"
start = "raw"
states.raw = {}
states.soft = {}
states.hard = {}
[[kinds.egg.transitions]]
from = "raw"
after = 4
to = "soft"
says = "The {thing} is soft."
[[kinds.egg.transitions]]
from = "soft"
after = 6
to = "hard"
[kinds.tree]
glyph = "t"
counters.leaves = { start = 0, max = 4 }
[[kinds.tree.transitions]]
from = "still"
after = 10
does = [{ counter = "leaves", add = 1 }]
says = "A leaf unfolds."
[kinds.barrel]
glyph = "b"
start = "dry"
states.dry = {}
states.full = {}
[[kinds.barrel.transitions]]
from = "dry"
to = "full"
needs = [{ weather = ["rain"] }]
[[kinds.barrel.transitions]]
from = "full"
to = "dry"
needs = [{ weather = ["clear"] }]
"""


def alone(
    kind: str, ticks: int, start: str = "Mon 08:00", tick_minutes: int = 1, **more: Table
) -> list[TickPayload]:
    """Let a thing of a kind stand in an empty world."""
    world = build(
        "..",
        objects={"it": {"kind": kind, "cell": [0, 0]}},
        things=CLOCK,
        simulation={"start": start, "tick_minutes": tick_minutes},
        **more,
    )
    return live(world, ticks)


def states(payloads: list[TickPayload]) -> list[str]:
    return [payload.state.things["it"].state for payload in payloads]


def test_a_row_fires_when_its_minutes_have_passed_and_not_before() -> None:
    payloads = alone("egg", 12)
    assert states(payloads) == ["raw"] * 4 + ["soft"] * 6 + ["hard"] * 3
    assert payloads[4].events == (Changed("world", "it", "raw", "soft", "The {thing} is soft."),)
    assert payloads[10].events == (Changed("world", "it", "soft", "hard"),)
    assert payloads[4].state.things["it"].since == 4


@pytest.mark.parametrize(
    ("tick_minutes", "soft", "hard"), [(2, 2, 5), (3, 2, 4), (4, 1, 3), (60, 1, 2)]
)
def test_with_longer_ticks_a_row_fires_at_the_first_tick_past_its_time(
    tick_minutes: int, soft: int, hard: int
) -> None:
    seen = states(alone("egg", 8, tick_minutes=tick_minutes))
    assert (seen.index("soft"), seen.index("hard")) == (soft, hard)


def test_a_row_that_leads_back_to_its_state_fires_again_only_after_its_minutes() -> None:
    payloads = alone("tree", 45)
    leaves = [payload.state.things["it"].counters["leaves"] for payload in payloads]
    assert [leaves.index(count) for count in range(5)] == [0, 10, 20, 30, 40]
    told = [(payload.tick, event) for payload in payloads for event in payload.events]
    assert told == [
        (tick, Changed("world", "it", "still", "still", "A leaf unfolds."))
        for tick in (10, 20, 30, 40)
    ]


@pytest.mark.parametrize(
    ("start", "lit"), [("Mon 18:58", (2, 60)), ("Mon 05:57", (0, 2)), ("Tue 12:00", ())]
)
def test_a_lamp_follows_the_clock(start: str, lit: tuple[int, ...]) -> None:
    seen = states(alone("lamp", 59, start))
    burning = [tick for tick, state in enumerate(seen) if state == "lit"]
    minute = parse_start(start)
    assert burning == [
        tick
        for tick in range(1, 60)
        if (minute + tick) % 1440 >= 1140 or (minute + tick) % 1440 < 360
    ]
    assert bool(burning) is bool(lit)


def test_a_barrel_fills_in_the_very_tick_in_which_it_begins_to_rain() -> None:
    chain = {"clear": {"rain": 1}, "rain": {"clear": 1}}
    payloads = alone("barrel", 30, weather={"every": 7, "chain": chain})
    for payload in payloads[1:]:
        assert payload.state.things["it"].state == (
            "full" if payload.state.weather == "rain" else "dry"
        )


def test_one_row_a_tick() -> None:
    """A row without minutes may follow at once on another, but in the next tick."""
    seen = states(alone("egg", 4, tick_minutes=1440))
    assert seen == ["raw", "soft", "hard", "hard", "hard"]


def test_what_changes_in_a_pocket_is_noticed_by_its_bearer_alone() -> None:
    world = build(
        "....",
        areas={"room": [0, 0, 4, 1]},
        objects={"egg": {"cell": [1, 0]}},
        people={"ada": {"start": [0, 0]}, "bob": {"start": [3, 0]}},
        things=CLOCK.replace("[kinds.egg]", "[kinds.egg]\nportable = true"),
    )
    payloads = live(world, 5, minds=doing({"ada": {1: Action("interact", "egg", Verb.TAKE)}}))
    assert payloads[4].events == (Changed("room", "egg", "raw", "soft", "The {thing} is soft."),)
    minds = payloads[5].state.minds
    assert minds["ada"].memory[-1].text == "The egg is soft."
    assert not any("soft" in record.text for record in minds["bob"].memory)
