"""Perception, against an oracle that looks at every body and thing anew."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell, line
from latticeville.mind.percept import AGENT, AREA, OBJECT, Node
from latticeville.mind.vitals import Vitals
from latticeville.sim.events import Changed, Entered, Happened, Refused, Said, Whispered
from latticeville.sim.perception import perceive, visible_nodes
from latticeville.sim.state import State
from latticeville.world.model.areas import WORLD
from tests.laws import law
from tests.model_doubles import Garbled, wild
from tests.random_worlds import feeds, worlds
from tests.worlds import Table, all_day, build, live


def truth(state: State) -> list[Node]:
    """Return a node for every body and every thing that lies on the map, straight from the
    state."""
    bodies = [
        Node(body.id, AGENT, body.area, body.cell, body.doing) for body in state.bodies.values()
    ]
    things = [
        Node(
            thing.id,
            OBJECT,
            thing.area,
            thing.cell,
            thing.state,
            tuple(sorted(thing.counters.items())),
            state.world.kinds[thing.kind].states[thing.state].alarm,
        )
        for thing in state.things.values()
        if not thing.holder
    ]
    return bodies + things


def lit(state: State, eye: Cell) -> set[Cell]:
    """Return the cells that some line from the eye reaches, walked cell by cell for each of
    them."""
    grid, radius = state.world.grid, state.world.settings.radius
    hiding = {
        cell
        for thing in state.things.values()
        if not thing.holder and state.world.kinds[thing.kind].states[thing.state].opaque
        for cell in thing.box.cells()
    }

    def stops(cell: Cell) -> bool:
        return bool(grid.opaque[grid.index(cell)]) or cell in hiding

    seen = set()
    for end in (Cell(x, y) for y in range(grid.height) for x in range(grid.width)):
        if (end.x - eye.x) ** 2 + (end.y - eye.y) ** 2 <= radius * radius:
            way = line(eye, end)
            clear = next((place for place, cell in enumerate(way[1:], 1) if stops(cell)), len(way))
            seen.update(way[: clear + 1])
    return seen


@pytest.mark.slow
@law(35)
@given(st.data())
def test_people_perceive_all_that_is_in_sight_and_nothing_else(data: st.DataObject) -> None:
    world = data.draw(worlds())
    check_sights(live(world, data.draw(st.integers(0, 25)), minds=wild, model=Garbled())[-1].state)


def check_sights(state: State) -> None:
    """Assert that everybody sees what the oracle sees, each once."""
    areas, nodes, world = state.world.areas, truth(state), state.world
    for who, body in state.bodies.items():
        if world.settings.perception == "area" and body.area != WORLD:
            around, seen = {body.area}, [node for node in nodes if node.parent == body.area]
        else:
            cells = lit(state, body.cell)
            around = {areas.at(cell) for cell in cells}
            seen = [node for node in nodes if node.cell in cells]
        above = {name for area in around for name in areas.path(area)}
        sights = visible_nodes(state, who)
        assert sorted(node.id for node in sights if node.kind == AREA) == sorted(above)
        assert {node.id: node for node in sights if node.kind != AREA} == {
            node.id: node for node in seen
        }
        assert len({node.id for node in sights}) == len(sights)
        assert any(node.id == who for node in sights)


@pytest.mark.slow
@law(40)
@given(st.data())
def test_news_reach_exactly_those_whom_they_concern(data: st.DataObject) -> None:
    """In a world perceived by area, whoever stands in a room learns what happened there, and each
    what befell them."""
    world = data.draw(worlds().filter(lambda world: world.settings.perception == "area"))
    feed = data.draw(feeds(world, 20))
    check_news(live(world, 20, feed=feed, minds=wild, model=Garbled())[-1].state)


def times_told(event: Any, who: str, area: str, state: State) -> int:
    """Return how often somebody in an area learns of an event."""
    mine, here = getattr(event, "who", "") == who, event.area in ("", area)
    match event:
        case Refused() | Whispered():
            return int(mine)
        case Happened(people=people) if people:
            return people.count(who)
        case Happened(area=place) if place:
            return int(state.world.areas.is_within(area, place))
        case Changed(thing=name) if state.things[name].holder:
            return int(state.things[name].holder == who)
        case Said():
            far = here and state.bodies[who].cell.distance_to(state.bodies[event.who].cell)
            return int(
                mine or who in event.listeners or (here and far <= state.world.settings.hearing)
            )
    return int(type(event).__name__ not in UNSEEN and (mine or here))


UNSEEN = {"Idled", "Reloaded", "Displaced", "TimeAdvanced", "Unanswered"}


def check_news(state: State) -> None:
    """Assert that everybody in a room learns as much as the oracle counts."""
    for who, percept in dict(perceive(state)).items():
        body = state.bodies[who]
        if body.area == WORLD:
            continue
        told = sum(times_told(event, who, body.area, state) for event in state.news)
        assert len(percept.news) == told, (who, state.news)


HOUSE = """
,,,,,,,,
,#####,,
,#...#,,
,#...+,,
,#####,,
,,,,,,,,
"""
LAMP = """
[kinds.lamp]
glyph = "i"
blocks = false
[kinds.screen]
glyph = "s"
start = "up"
states.up = { opaque = true }
states.down = { blocks = false }
[[kinds.screen.transitions]]
from = "up"
verb = "use"
to = "down"
"""


def house(perception: str, ada: tuple[int, int], **objects: tuple[int, int]) -> State:
    people: dict[str, Table] = {
        "ada": {"start": ada, "knows": [], **all_day("room")},
        "bob": {"start": [2, 2], **all_day("room")},
    }
    world = build(
        HOUSE,
        areas={"room": [2, 2, 3, 2]},
        objects={name: {"cell": cell} for name, cell in objects.items()},
        people=people,
        things=LAMP,
        simulation={"perception": perception, "radius": 7},
    )
    return live(world, 0)[-1].state


def sees(state: State, who: str = "ada") -> set[str]:
    return {node.id for node in visible_nodes(state, who)}


def test_a_wall_hides_the_room_from_without_and_the_open_from_within() -> None:
    state = house("area", (0, 0), lamp=(7, 0))
    assert sees(state) == {WORLD, "ada", "lamp"}
    assert sees(state, "bob") == {WORLD, "room", "bob"}


def test_through_the_door_one_sees_into_the_room() -> None:
    state = house("area", (7, 3), lamp=(2, 3))
    assert sees(state) == {WORLD, "room", "ada", "bob", "lamp"}


@pytest.mark.parametrize(("perception", "seen"), [("area", set()), ("sight", {"lamp"})])
def test_by_sight_one_looks_out_of_the_room_too(perception: str, seen: set[str]) -> None:
    state = house(perception, (3, 3), lamp=(7, 3))
    assert sees(state) == {WORLD, "room", "ada", "bob", *seen}


def test_an_opaque_thing_is_seen_and_hides_what_is_behind() -> None:
    state = house("sight", (2, 3), screen=(4, 3), lamp=(7, 3))
    assert "screen" in sees(state)
    assert "lamp" not in sees(state)


def test_the_radius_is_a_circle() -> None:
    world = build(
        "." * 9,
        objects={"lamp": {"cell": [8, 0]}},
        people={"ada": {"start": [3, 0]}, "bob": {"start": [2, 0]}},
        things=LAMP,
        simulation={"radius": 5},
    )
    state = live(world, 0)[-1].state
    assert "lamp" in sees(state)
    assert "lamp" not in sees(state, "bob")


def test_under_the_open_sky_one_hears_only_of_what_one_sees_and_what_was_said_to_oneself() -> None:
    """Ada stands before the wall: what happens in the room behind it stays hidden, what happens in
    view does not."""
    state = house("area", (0, 0), lamp=(7, 0), screen=(3, 3))
    news = (
        Said("bob", "room", "ada", "Hello?"),
        Said("bob", "room", "bob", "She is gone."),
        Changed(WORLD, "lamp", "still", "still"),
        Changed("room", "screen", "up", "down"),
        Entered("ada", WORLD, "room"),
        Refused("bob", "room", "move", "room", "there is no way."),
        Happened("A comet.", ""),
        Happened("A whisper.", "", ("ada",)),
        Happened("A knock.", "room"),
    )
    percept = dict(perceive(replace(state, news=news)))["ada"]
    assert [
        (news.kind, news.actor or "".join(news.about) or news.text) for news in percept.news
    ] == [
        ("changed", "lamp"),
        ("entered", "ada"),
        ("happened", "A comet."),
        ("said", "bob"),
        ("happened", "A whisper."),
    ]


@pytest.mark.parametrize("perception", ["area", "sight"])
@pytest.mark.parametrize(
    ("holder", "told"), [("", {"ada", "bob"}), ("bob", {"bob"}), ("ada", {"ada"}), ("box", set())]
)
def test_what_changes_in_a_pocket_is_told_to_its_holder_alone(
    perception: str, holder: str, told: set[str]
) -> None:
    state = house(perception, (3, 2), lamp=(4, 3), screen=(4, 2))
    box = replace(state.things["lamp"], id="box")
    things = {**state.things, "box": box, "lamp": replace(state.things["lamp"], holder=holder)}
    news = (Changed("room", "lamp", "still", "lit"),)
    held = replace(state, things=things, news=news)
    assert {who for who, percept in perceive(held) if percept.news} == told


def test_the_dead_perceive_nothing() -> None:
    state = house("area", (3, 2))
    for dead in ((), ("ada",), ("bob",), ("ada", "bob")):
        bodies = {
            who: replace(body, vitals=Vitals(died=3)) if who in dead else body
            for who, body in state.bodies.items()
        }
        assert {who for who, _ in perceive(replace(state, bodies=bodies))} == {*bodies} - {*dead}
