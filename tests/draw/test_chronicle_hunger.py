"""What a chronicle tells of a death of hunger: the last decisions, and the food that stood in the
land."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.reports.chronicle.deaths import LAST_TICKS
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.rules.survival.events import Died
from latticeville.sim.events import Happened
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.world.model.world import World
from tests.draw.test_chronicle import texts, ticks_of
from tests.draw.test_chronicle_summary import on_days
from tests.sim.test_survival import valley

if TYPE_CHECKING:
    from latticeville.sim.event import Event

PEOPLE = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}}


def meadow() -> World:
    """Return a valley with food in a named area."""
    world = valley(PEOPLE, areas={"field": [0, 0, 2, 2]})
    assert world.resource_cells["food"]["field"]
    return world


def dying(world: World, *reasons: str) -> list[ChronicleTick]:
    """Return ticks at the last of which Ada dies of hunger, with the reasons of Ada's last
    decisions."""
    events: list[Event] = [
        *[Happened("Wind.", "")] * (len(reasons) - 1),
        Died("ada", "field", "hunger"),
    ]
    ticks = ticks_of(*events, world=world)
    return [
        one._replace(reasons={"ada": why} if why else {})
        for one, why in zip(ticks, ("", *reasons), strict=True)
    ]


def test_a_death_of_hunger_sums_up_the_last_decisions() -> None:
    fear, low = "fear of Bob 0.51 > 0.42: keep away", "energy 0.05 < 0.15: rest"
    old = ["hunger 0.70 > 0.60: eat"] * 3
    last = [*["nothing to do: wait"] * (LAST_TICKS - 5), fear, low, fear, "I feel strange.", fear]
    (died,) = texts(write_chronicle(dying(meadow(), *old, *last)), "deaths")
    assert (
        "In the last twelve ticks Ada chose to wait seven times, to keep away for fear of Bob "
        "three times, "
        "to rest because of low energy once and to act for other reasons once; energy at the end "
    ) in died
    assert "to eat" not in died


def test_reasons_in_words_of_a_model_are_not_summed_up() -> None:
    (died,) = texts(
        write_chronicle(dying(meadow(), "I am lonely.", "Bob is a thief: attack!")), "deaths"
    )
    assert "ticks Ada chose" not in died


def test_a_death_of_hunger_tells_the_food_that_could_be_gathered() -> None:
    world = meadow()
    full = sum(
        world.resource_maxima["food"][index] // 1000
        for index in world.resource_cells["food"]["field"]
    )
    ticks = dying(world, "nothing to do: wait")
    (died,) = texts(write_chronicle(ticks), "deaths")
    assert f"; {full:,} food stood at the Field." in died
    index = world.resource_cells["food"]["field"][0]
    most = world.resource_maxima["food"][index]
    eaten = {"food": ResourceLayer({index: Stock(999, 1)})}
    (died,) = texts(write_chronicle([one._replace(resources=eaten) for one in ticks]), "deaths")
    left = full - most // 1000
    assert (
        f"; {left:,} food stood at the Field." if left else "; no food stood in any named area."
    ) in died


def test_famines_less_than_a_day_apart_are_one_turning_point() -> None:
    ticks, hungers = (
        ticks_of(*[Happened("Wind.", "")] * 5, world=valley(PEOPLE)),
        (750, 500, 829, 500, 750, 500),
    )

    def told(*days: int) -> list[str]:
        """Return the turning points where the ticks are on such days."""
        found = list[ChronicleTick]()
        for one, hunger in zip(on_days(ticks, *days), hungers, strict=True):
            vitals = {
                who: replace(body.vitals, hunger=hunger)
                for who, body in one.bodies.items()
                if body.vitals
            }
            bodies = {who: replace(one.bodies[who], vitals=needs) for who, needs in vitals.items()}
            found.append(one._replace(bodies=bodies))
        points = write_chronicle(found).turning_points
        return [one.sentence.text for one in points if one.rule == "famine"]

    first, *last = told(0, 0, 0, 0, 3, 3)
    assert first == (
        "Famine, on and off, from Monday 08:00 to Monday 08:03 (ticks 0 to 3): the mean hunger of "
        "the living "
        "rose above 70 % twice; worst 82.9 % on Monday 08:02 (tick 2)."
    )
    assert ["a famine began (tick 4)" in one for one in last] == [True, False]
    assert len(told(0, 0, 2, 2, 4, 4)) == 6


def test_a_chapter_tells_what_stood_in_the_land() -> None:
    world = meadow()
    cells = world.resource_cells["food"]["field"]
    full = sum(world.resource_maxima["food"][index] // 1000 for index in cells)
    ticks = ticks_of(*[Happened("Wind.", "")] * 14, world=world)

    def told(*empty: int) -> list[str]:
        """Return the sentences where the area is bare after some ticks."""
        layers = {
            one: {"food": ResourceLayer({index: Stock(0, one) for index in cells})} for one in empty
        }
        return texts(
            write_chronicle([one._replace(resources=layers.get(one.tick, {})) for one in ticks]),
            "land",
        )

    def ends(first: int) -> str:
        return f"Food at the Field: {first} of {full} at first, {full} at the end; "

    assert told() == []
    assert told(*range(1, 7)) == [
        f"{ends(full)}bare from 08:01 to 08:06; full from 08:07 to 08:14."
    ]
    assert told(3) == [f"{ends(full)}least 0 at 08:03; full from 08:04 to 08:14."]
    assert told(*range(9)) == [f"{ends(0)}bare from 08:00 to 08:08; full from 08:09 to 08:14."]
