"""A small town, told tick by tick: what happens, what each remembers of it, and what is news to
them."""

from collections.abc import Iterator

import msgspec
import pytest

from latticeville.core.geometry import Cell
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.sim.event import Event
from latticeville.sim.events import Reloaded
from latticeville.sim.inputs import (
    AdvanceClock,
    GodEvent,
    InsertMemory,
    PutPerson,
    Reseed,
    SetBelief,
    SetObject,
    SetWeather,
    Whisper,
)
from latticeville.sim.perception import perceive
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.golden import check_golden
from tests.model_doubles import wild
from tests.random_worlds import WEATHER, library
from tests.sim.test_survival_laws import LEGEND, try_anything
from tests.worlds import Feed, Table, all_day, build, live, row

TOWN = """
,,,,,,,,,,,,,,
,#######,,,,,,
,#..+..#,,~~,,
,#..#..#,,~~,,
,##+#+##,,,,,,
,#.....#,,,,,,
,#.....+,,,,,,
,#######,,,,,,
,,,,,,,,,,,,,,
"""
GIZMO: Table = {
    "glyph": "g",
    "start": "s0",
    "room": 2,
    "states": {"s0": {}, "s1": {"alarm": True}, "s2": {}},
    "counters": {"n": {"start": 0, "min": -2, "max": 2}},
    "transitions": [
        {
            "from": "s0",
            "verb": "use",
            "to": "s1",
            "does": [{"counter": "n", "add": 1}, {"store": "*"}],
        },
        {"from": "s1", "after": 4, "to": "s2", "says": "The {thing} cools."},
        {
            "from": "s2",
            "verb": "open",
            "to": "s0",
            "does": [{"fetch": "*"}],
            "fails": "The {thing} is stuck, {who}.",
        },
    ],
}


def town(**changes: Table) -> World:
    """Return a town of four with a house of three rooms; `changes` are rules of its areas."""
    rules: dict[str, Table] = {
        "bath": {"capacity": 1},
        "shop": {"hours": [["08:10", "08:40"]], "owners": ["dot"]},
    }
    people: dict[str, Table] = {
        "ada": {
            "start": [2, 5],
            "routine": [row("00:00", "hall", "reading", "use gizmo"), row("08:20", "shop")],
        },
        "bob": {
            "start": [9, 1],
            **all_day("bath", "take urn", doing="washing", every=7),
            "attention": {"radius": 2},
        },
        "cid": {
            "start": [12, 6],
            "knows": ["hall"],
            **all_day("bell", "use bell", doing="listening"),
        },
        "dot": {"start": [5, 2], **all_day("shop", "use apple", doing="selling", every=5)},
    }
    objects: dict[str, Table] = {
        "gizmo": {"cell": [3, 6]},
        "urn": {"cell": [3, 2]},
        "bell": {"cell": [10, 5]},
        "apple": {"cell": [6, 3]},
        "pear": {"kind": "apple", "cell": [11, 7], "owners": ["ada"]},
        "door": {"cell": [7, 6]},
    }
    return build(
        TOWN,
        areas={
            "house": [1, 1, 7, 7],
            "bath": [2, 2, 2, 2],
            "shop": [5, 2, 2, 2],
            "hall": [2, 5, 5, 2],
        },
        objects=objects,
        people=people,
        things=library(GIZMO),
        rules_of={**rules, **changes},
        weather=WEATHER,
        simulation={"start": "Mon 08:00", "radius": 5},
    )


FEED: Feed = {
    4: [GodEvent("It thunders."), GodEvent("A dog {who} barks.", "house")],
    7: [Whisper("bob", "You have decided to stand."), SetObject("door", "shut")],
    11: [PutPerson("cid", "hall"), InsertMemory("ada", "Bob owes me tea.", "reflection", 7)],
    15: [SetWeather("rain"), PutPerson("dot", "", Cell(2, 2))],
    18: [SetBelief("cid", "pear", "ripe", "shop"), GodEvent("A knock.", "", ("ada", "dot"))],
    22: [AdvanceClock(12), Reseed(3)],
    30: [town(hall={"capacity": 1}, shop={"private": True, "owners": ["dot"]})],
    36: [SetObject("gizmo", "s1", {"n": 5})],
}


def one_line(event: Event) -> str:
    """Return an event as it is logged; an edition of the world without its digest, which every key
    of a file moves."""
    return "Reloaded" if isinstance(event, Reloaded) else msgspec.json.encode(event).decode()


def told(payloads: list[TickPayload]) -> Iterator[str]:
    """Yield what happens, where people stand, and what is news to them."""
    for payload in payloads[1:]:
        state = payload.state
        yield f"tick {payload.tick} · {state.minute} · {state.sky}"
        yield from (f"  {one_line(event)}" for event in payload.events)
        for who, body in state.bodies.items():
            walk = f" to {body.journey.target} by {body.journey.route}" if body.journey else ""
            yield (
                f"  {who} {tuple(body.cell)} {body.area}: {body.doing}{walk} {dict(body.items)} "
                f"{body.carries}"
            )
        for who, percept in perceive(state):
            news = (
                (one.kind, one.importance, one.topic.key if one.topic else "", one.next)
                for one in percept.news
            )
            yield f"  {who} learns {[*news]}, sees {[node.id for node in percept.sights]}"
        things = (
            (name, thing.state, thing.since, thing.holder, *thing.counters.values())
            for name, thing in state.things.items()
        )
        yield f"  {[*things]}"


def remembered(payload: TickPayload) -> Iterator[str]:
    """Yield what everybody remembers at last."""
    for who, mind in payload.state.minds.items():
        yield f"{who}:"
        yield from (f"  {one.tick} {one.kind} {one.importance} {one.text}" for one in mind.memory)


def test_a_day_in_town_goes_as_it_is_written(request: pytest.FixtureRequest) -> None:
    payloads = live(town(), 44, feed=FEED, model=BuiltinMind(), minds=wild)
    check_golden(
        request, "sim/town", "\n".join([*told(payloads), *remembered(payloads[-1])]) + "\n"
    )


def test_a_hard_year_goes_as_it_is_written(request: pytest.FixtureRequest) -> None:
    rules: Table = {
        "step_ticks": 2,
        "split": "strength",
        "resources": {
            "food": {"regrowth": 0.1, "season": {"winter": 0.0}},
            "wood": {"regrowth": 0.3},
            "prey": {},
        },
        "tools": {"wood": {"resource": "food", "factor": 1.5}},
        "events": {
            "flood": {"chance": 0.1, "radius": 1},
            "blight": {"chance": 0.1, "radius": 1},
            "fire": {"chance": 0.2, "spread": 0.5},
            "migration": {"chance": 0.2, "radius": 1, "distance": 2},
        },
        "seasons": [{"name": "summer", "steps": 4}, {"name": "winter", "steps": 3, "hunger": 2.0}],
    }
    names = ("ada", "bob", "cy", "dan")
    people: dict[str, Table] = {
        name: {"start": [2 * at, 2 * (at % 2)], "strength": 0.3 + at / 5}
        for at, name in enumerate(names)
    }
    world = build(
        ".f.ff.f.\nwff.#.rf\n.f..wwff\nf.f.ff..",
        people=people,
        rules=["survival"],
        minds={"plan": "none", "talk": False},
        legend=LEGEND,
        survival=rules,
        seed=5,
    )
    payloads = live(world, 40, minds=try_anything)
    check_golden(
        request, "sim/hard-year", "\n".join([*told(payloads), *remembered(payloads[-1])]) + "\n"
    )
