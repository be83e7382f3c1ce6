"""A hamlet of three rooms in a row, in which a few people live whose days a model plans."""

from typing import Any

from latticeville.world.model.world import World
from tests.worlds import Table, build, row

THINGS = """
[kinds.oven]
glyph = "o"
blocks = false
[[kinds.oven.transitions]]
from = "still"
verb = "use"
says = "{who} bakes in the {thing}."
[kinds.bed]
glyph = "b"
blocks = false
"""
DAY = [
    row("00:00", "hut", "sleeping"),
    row("06:00", "hut", "getting up"),
    row("07:00", "bakery", "baking", "use oven", every=20),
    row("12:00", "pub", "eating"),
    row("13:00", "bakery", "selling bread"),
    row("18:00", "pub", "drinking"),
    row("22:00", "hut", "sleeping"),
]
"""The routine of a baker."""


def baker(x: int, **more: Any) -> Table:
    """Return somebody with a routine."""
    return {"start": [x, 0], "home": "hut", "work": "bakery", "routine": DAY, **more}


def drifter(x: int, **more: Any) -> Table:
    """Return somebody without one."""
    return {"start": [x, 0], "home": "hut", "work": "pub", **more}


def hamlet(
    *,
    minds: Table | None = None,
    start: str = "Mon 00:00",
    minutes: int = 5,
    seed: int = 7,
    **people: Table,
) -> World:
    """Return the hamlet with these people in it."""
    return build(
        "....+....+....",
        areas={"hut": [0, 0, 4, 1], "bakery": [5, 0, 4, 1], "pub": [10, 0, 4, 1]},
        objects={"oven": {"cell": [6, 0]}, "bed": {"cell": [0, 0]}},
        people=people,
        things=THINGS,
        minds={"plan": "model", **(minds or {})},
        simulation={"start": start, "tick_minutes": minutes},
        seed=seed,
    )
