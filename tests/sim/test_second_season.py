"""The shipped worlds of survivors go on being told of after their first famine."""

from pathlib import Path

import pytest

from latticeville.core.clock import DAY
from latticeville.rules.survival.events import Attacked, Died, Disaster, Gave
from latticeville.sim.beats.events import Decided, Developed
from latticeville.sim.event import Event
from latticeville.sim.events import Happened
from latticeville.world.load import load_world
from tests.worlds import stepped

WORLDS = Path(__file__).parents[2] / "worlds"
WINDOW = 100
TOLD = (Attacked, Gave, Died, Disaster, Decided, Developed, Happened)


def is_told(event: Event) -> bool:
    """Tell whether a chronicler would tell of an event: a deed, words in need, a turn of the
    world."""
    return isinstance(event, TOLD) or (
        event.is_speech and event.topic is not None and event.topic.kind in ("plea", "threat")
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["terrarium", "famine"])
def test_most_hundreds_of_ticks_hold_something_to_tell_and_some_live_on(name: str) -> None:
    found: dict[int, set[type]] = {}
    for payload in stepped(load_world(WORLDS / name), 1000, 6021):
        kinds = {type(event) for event in payload.events if is_told(event)}
        found.setdefault(payload.tick // WINDOW, set()).update(kinds)
    after = [kinds for window, kinds in sorted(found.items()) if 3 <= window < 10]
    assert all(after)
    assert sum(bool(kinds - {Happened, Disaster}) for kinds in after) >= 2
    assert sum(not body.is_dead for body in payload.state.bodies.values()) >= 2


def test_on_the_island_each_day_has_something_to_tell() -> None:
    days: dict[int, int] = {}
    for payload in stepped(load_world(WORLDS / "island"), 2000, 6021):
        told = sum(is_told(event) for event in payload.events)
        days[payload.state.minute // DAY] = days.get(payload.state.minute // DAY, 0) + told
    assert min(days.values()) >= 3
