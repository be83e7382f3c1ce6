"""Worlds of many survivors, for measurements and tests."""

import random
from collections.abc import Sequence
from math import ceil

from latticeville.world.load import build_unchecked
from latticeville.world.model.world import World

SIDE, AGENTS = 256, 1000
APART, CLEARING, FIRST = 12, 3, 4
"""Cells from one clearing to the next, those of its side, and those before it."""
LONELY = (
    "talk = false\n[simulation]\nradius = 2\nhearing = 2\n"
    "[survival]\ngather = 2\n[survival.resources]\nfood = { regrowth = 0.01 }\n"
)
"""Settings of people who neither talk nor see far."""


def valley(agents: int = AGENTS, side: int = SIDE) -> World:
    """Return a valley in which every fourth patch of cells has food, with people all over it."""
    chance = random.Random(1)
    rows = [
        "".join("f" if (x // 8 + y // 8) % 4 == 0 else "." for x in range(side))
        for y in range(side)
    ]
    starts = [(chance.randrange(side), chance.randrange(side)) for _ in range(agents)]
    return _grassland(rows, starts)


def clearings(agents: int = AGENTS) -> World:
    """Return a wood in which everybody has a clearing with food of their own, too far from others for
    sight and words."""
    chance = random.Random(1)
    across = clearings_across(agents)
    row = "".join("f" if FIRST <= x < FIRST + CLEARING else "." for x in range(APART))
    band = [row if FIRST <= y < FIRST + CLEARING else "." * APART for y in range(APART)]
    starts = [
        tuple(APART * at + FIRST + chance.randrange(CLEARING) for at in divmod(number, across))
        for number in range(agents)
    ]
    return _grassland([line * across for line in band] * across, starts, LONELY)


def clearings_across(agents: int) -> int:
    """Return how many clearings so many people have beside each other, in both directions."""
    return ceil(agents**0.5)


def _grassland(rows: Sequence[str], starts: Sequence[tuple[int, ...]], more: str = "") -> World:
    """Return grass with cells of food, and people who stand somewhere on it; `more` are further tables
    of its settings."""
    head = (
        'name = "Valley"\nseed = 1\nrules = ["survival"]\n[minds]\nplan = "none"\nact = '
        '"model"\nreflect = false\n'
    )
    lines = [
        head
        + more
        + '[legend]\n"." = { name = "grass" }\n"f" = { name = "berries", resources = { food = 10 '
        "} }"
    ]
    for number, (x, y) in enumerate(starts):
        lines.append(f'[[people]]\nid = "p{number}"\npersona = "anybody"\nstart = [{x}, {y}]')
    files = {"world.map": "\n".join(rows), "world.toml": "\n".join(lines), "kinds.toml": ""}
    world, problems = build_unchecked(files | {"personas/anybody.toml": 'name = "Anybody"'})
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return world
