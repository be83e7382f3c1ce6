"""The world of survivors: it lives, repeats byte for byte, and depends on who its people are."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.rules.survival.events import Attacked, Died, Gave
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.samples import samples
from tests.sim.test_survival import survivors
from tests.worlds import Table, stepped, told

WORLD = Path(__file__).parents[2] / "worlds" / "terrarium"
DRAWING = "..........\n.ff.......\n.ff...~...\n......~...\n..........\n...~~.....\n......ff..\n......ff..\n.........."
SEEDS = range(7, 7 + samples(1, 3))
REPEATED = 100
"""Ticks that are run once more."""
NAMES = ("ada", "bob", "cy", "dan", "eve", "flo", "gus", "hal")


class Ending:
    """What became of a world: events by kind, survivors, food of each, the highest hunger, the last
    payload and that of the tick up to which a run is repeated."""

    def __init__(self, world: World, ticks: int, seed: int) -> None:
        self.events: Counter[str] = Counter()
        self.hunger, self.alive_then = 0, len(world.people)
        for self.last in stepped(world, ticks, seed):
            self.events.update(_label(event) for event in self.last.events)
            bodies = [body.vitals for body in self.last.state.bodies.values() if not body.is_dead]
            self.hunger = max(self.hunger, *(vitals.hunger for vitals in bodies if vitals), 0)
            if self.last.tick == REPEATED:
                self.alive_then, self.then = len(bodies), self.last
        self.survivors = sum(not body.is_dead for body in self.last.state.bodies.values())


def _label(event: object) -> str:
    return f"died of {event.cause}" if isinstance(event, Died) else type(event).__name__


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", SEEDS)
def test_the_valley_lives_and_hungers_for_a_thousand_ticks(seed: int) -> None:
    one, again = (Ending(load_world(WORLD), ticks, seed) for ticks in (1000, REPEATED))
    assert told(one.then) == told(again.last)
    assert one.alive_then > 0
    assert one.survivors > 0
    assert one.hunger > 800
    assert not one.events["Idled"]


def cast(**traits: float) -> World:
    """Return a valley with a little too little food, whose people all have the same traits."""
    people: dict[str, Table] = {
        name: {
            "start": [number % 4, number // 4 + 1] if number < 4 else [number + 1, 6],
            "big_five": traits,
        }
        for number, name in enumerate(NAMES)
    }
    rules: Table = {"start_food": 4, "resources": {"food": {"regrowth": 0.023}}}
    return survivors(people, rules, DRAWING)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8])
def test_generous_and_aggressive_casts_end_differently(seed: int) -> None:
    generous = Ending(cast(agreeableness=0.95, neuroticism=0.1), 200, seed)
    aggressive = Ending(cast(agreeableness=0.05, neuroticism=0.9), 200, seed)
    assert generous.events[Attacked.__name__] == generous.events["died of blows"] == 0
    assert aggressive.events[Attacked.__name__] > 10
    assert aggressive.events["died of blows"] >= 2
    assert generous.events[Gave.__name__] > aggressive.events[Gave.__name__] == 0
    assert generous.survivors > aggressive.survivors


def valley_of(**traits: float) -> World:
    """Return worlds/terrarium with the same traits for everybody."""
    world = load_world(WORLD)
    people = {
        who: replace(one, persona=replace(one.persona, big_five={**one.persona.big_five, **traits}))
        for who, one in world.people.items()
    }
    return replace(world, people=people)


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("seed", SEEDS)
def test_after_four_hundred_ticks_the_generous_have_given_and_the_aggressive_have_killed(
    seed: int,
) -> None:
    generous = Ending(valley_of(agreeableness=0.95, neuroticism=0.1), 400, seed)
    aggressive = Ending(valley_of(agreeableness=0.05, neuroticism=0.9), 400, seed)
    assert generous.survivors > 0 < aggressive.survivors
    assert generous.alive_then > aggressive.alive_then
    assert generous.events[Gave.__name__] > 5 + aggressive.events[Gave.__name__]
    assert aggressive.events[Attacked.__name__] > 20 > generous.events[Attacked.__name__]
    assert aggressive.events["died of blows"] > generous.events["died of blows"] == 0


def test_a_world_of_the_dead_goes_on() -> None:
    world = cast(agreeableness=0.5)
    starved = replace(
        world, survival=replace(world.survival, starvation=1000, start_hunger=800, start_food=0)
    )
    end = Ending(starved, 5, 7)
    assert end.survivors == 0
    assert end.events["died of hunger"] == len(NAMES)
