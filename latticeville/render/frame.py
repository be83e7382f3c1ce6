"""The map as text: people over objects over tiles."""

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import category, east_asian_width

from latticeville.core.geometry import Box
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.world import World

UNDRAWN = "�"
"""Stands for a glyph that is not one cell wide."""

Layer = Mapping[int, Mapping[int, "Sprite"]]
"""Sprites by row, then by column."""


class Sprite(NamedTuple):
    """What is drawn over a tile: a glyph, the name of its colour, and whom or what it stands for."""

    glyph: str
    color: str
    id: str


def frame(state: State, box: Box | None = None) -> list[str]:
    """Return the rows of the map, or of the part of it in a box."""
    grid = state.world.grid
    view = box or Box(0, 0, grid.width, grid.height)
    objects, people = object_layer(state.world, state.things), people_layer(state.world, state.bodies)
    return [
        _row(state.world, y, view, objects.get(y, {}), people.get(y, {})) for y in range(view.y, view.y + view.height)
    ]


def object_layer(world: World, things: Mapping[str, ObjectState]) -> Layer:
    """Return the objects that stand about, each in every cell of its footprint."""
    layer: dict[int, dict[int, Sprite]] = {}
    for thing in things.values():
        if thing.holder:
            continue
        sprite = object_sprite(world, thing)
        for box in thing.footprint.boxes:
            for y in range(box.y, box.y + box.height):
                layer.setdefault(y, {}).update(dict.fromkeys(range(box.x, box.x + box.width), sprite))
    return layer


def people_layer(world: World, bodies: Mapping[str, Body]) -> Layer:
    """Return the people; where several share a cell the first in the world's order is on top."""
    layer: dict[int, dict[int, Sprite]] = {}
    for body in bodies.values():
        persona = world.people[body.id].persona
        layer.setdefault(body.cell.y, {}).setdefault(body.cell.x, Sprite(single(persona.glyph), persona.color, body.id))
    return layer


def single(glyph: str) -> str:
    """Return the glyph if it fills just one cell of a terminal, else a stand-in.

    >>> single("@"), single("🐈")
    ('@', '�')
    """
    if glyph.isascii():
        return glyph if glyph.isprintable() else " "
    narrow = east_asian_width(glyph) not in "WF" and category(glyph) not in ("Mn", "Me", "Cf", "Cc", "Cs", "Zl", "Zp")
    return glyph if narrow else UNDRAWN


def object_sprite(world: World, thing: ObjectState) -> Sprite:
    """Return how a thing looks: as its state says, else as it was placed, else as its kind says."""
    kind, spot = world.kinds[thing.kind], world.objects.get(thing.id)
    state = kind.states[thing.state]
    glyph = state.glyph or (spot.glyph if spot else None) or kind.glyph
    color = state.color or (spot.color if spot else None) or kind.color
    return Sprite(single(glyph), color, thing.id)


def _row(world: World, y: int, view: Box, objects: Mapping[int, Sprite], people: Mapping[int, Sprite]) -> str:
    if not 0 <= y < world.grid.height:
        return " " * view.width
    tiles = world.grid.rows[y]
    cells = [" " if not 0 <= x < len(tiles) else single(tiles[x]) for x in range(view.x, view.x + view.width)]
    for sprites in (objects, people):
        for x, sprite in sprites.items():
            if 0 <= x - view.x < view.width:
                cells[x - view.x] = sprite.glyph
    return "".join(cells)
