"""A day of Ville: its bathrooms hold one, its market closes at 17:00, and whoever is turned away
remembers it."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from latticeville.sim.events import Refused, ShownOut
from latticeville.sim.tick import TickPayload
from latticeville.world.io.files import read_project
from latticeville.world.load import check_texts, load_world
from latticeville.world.model.world import World
from tests.worlds import live

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "worlds" / "ville"
MINUTES = 1440
RUSH = """
[[routine]]
from = "06:30"
place = "ada_bathroom"
doing = "washing"

[[routine]]
from = "09:00"
place = "work"
doing = "working"

[[routine]]
from = "15:30"
place = "trading_floor"
doing = "shopping at the last minute"

[[routine]]
from = "18:00"
place = "home"
doing = "resting"
"""
"""A day on which everybody wants into one bathroom, and into the market when it closes."""


def rushing() -> World:
    """Return Ville with that day for all ten."""
    files, _, _ = read_project(FOLDER)
    crowd = {
        name: re.sub(
            r"^\[\[routine\]\].*?(?=^\[\[memories\]\])",
            RUSH + "\n",
            text,
            count=1,
            flags=re.DOTALL | re.MULTILINE,
        )
        if name.startswith("personas/")
        else text
        for name, text in files.items()
    }
    world, problems = check_texts(crowd)
    assert world is not None
    assert not [problem for problem in problems if problem.severity == "error"]
    return world


@pytest.fixture(scope="module", params=["as written", "in a rush"])
def day(request: pytest.FixtureRequest) -> list[TickPayload]:
    """Return a day, minute by minute."""
    return live(load_world(FOLDER) if request.param == "as written" else rushing(), MINUTES)


def turned_away(day: list[TickPayload]) -> list[tuple[int, Refused]]:
    """Return who was not let in, and when."""
    return [
        (p.tick, event)
        for p in day
        for event in p.events
        if isinstance(event, Refused) and event.at
    ]


def test_no_place_ever_holds_more_than_it_may_or_anybody_when_it_is_closed(
    day: list[TickPayload],
) -> None:
    areas = day[0].state.world.areas
    assert len(day[0].state.world.people) == 10
    assert sum(access.capacity == 1 for access in areas.access_rules.values()) == 6
    assert areas.access_rules["market_hall"].hours == ((420, 1020),)
    for payload in day:
        inside = [
            name
            for body in payload.state.bodies.values()
            for name in areas.find_restricted(body.area)
        ]
        for area, access in areas.access_rules.items():
            assert not access.capacity or inside.count(area) <= access.capacity
        assert "market_hall" not in inside or 420 <= payload.state.minute % 1440 < 1020


def test_whoever_is_turned_away_remembers_why_and_does_not_try_every_minute(
    day: list[TickPayload],
) -> None:
    found = turned_away(day)
    crowded = "last minute" in day[0].state.world.files["personas/ada.toml"]
    assert len({event.who for _, event in found}) >= (6 if crowded else 0)
    assert not crowded or {event.at for _, event in found} == {"ada_bathroom", "market_hall"}
    for tick, event in found:
        after = day[min(tick + 1, MINUTES)].state
        who, where = (
            after.world.name_with_article(event.who),
            after.world.name_with_article(event.at),
        )
        told = f"{who} cannot go into {where}: {event.reason}"
        assert tick == MINUTES or told in [memory.text for memory in after.minds[event.who].memory]
    for who in day[0].state.world.people:
        ticks = [tick for tick, event in found if event.who == who]
        assert all(later - tick >= 5 for tick, later in pairwise(ticks))
        assert len(ticks) <= 12


def test_everybody_leaves_in_time_by_themselves(day: list[TickPayload]) -> None:
    out = [event for payload in day for event in payload.events if isinstance(event, ShownOut)]
    assert len(out) <= 1


def test_places_are_visited_all_the_same(day: list[TickPayload]) -> None:
    areas = day[0].state.world.areas
    seen = {
        name
        for payload in day
        for body in payload.state.bodies.values()
        for name in areas.path(body.area)
    }
    assert {"market_hall"} < seen
    assert any(areas.access_rules[name].capacity for name in seen if name in areas.access_rules)
