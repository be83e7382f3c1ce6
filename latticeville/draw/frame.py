"""The map as text: people over objects over tiles."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, east_asian_width

from latticeville.core.geometry import Box
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.footprint import Footprint
from latticeville.world.model.objects import Kind
from latticeville.world.model.world import World

ASLEEP = ("asleep", "sleep", "napping", "dozing")
"""Words in what somebody is seen doing that say they sleep."""
DEAD, DEAD_COLOR = "†", "stone"
"""How somebody dead is drawn."""
UNDRAWN = "�"
"""Stands for a glyph that is not one cell wide."""

Layer = Mapping[int, Mapping[int, "Sprite"]]
"""Sprites by row, then by column."""


class Sprite(NamedTuple):
    """What is drawn over a tile: a glyph, the name of its colour, and whom or what it stands
    for."""

    glyph: str
    color: str
    id: str
    name: str = ""
    """What an object is called: the words of its kind; "" for a person or a sign."""
    state: str = ""
    """The state of an object."""
    part: tuple[int, int, int, int] = (0, 0, 1, 1)
    """Which cell of an object it is: column and row in its box, and the box's width and height."""
    badge: str = ""
    """Two letters for a person; "" for an object or a sign."""
    crowd: int = 1
    """How many people stand there."""
    is_asleep: bool = False
    age: int | None = None
    """How old a person is, if that is known."""
    tile: str = ""
    """One or two columns that a designer chose for an object; "" for those of its sign."""
    is_flat: bool = False
    """Whether an object is never in the way."""
    is_mark: bool = False
    """Whether it stands for something told, such as a wrong belief, instead of for who or what is
    there."""
    is_note: bool = False
    """Whether it is a small sign beside a person for what they do."""
    shift: int = 0
    """How many columns to the right of its cell it is drawn."""
    picture: str = ""
    """The name of a picture that a designer chose for an object; "" for the derived one."""
    light: int | None = None
    """How far a designer chose that an object gives light; None where its name and state decide."""


class RowLayer(Mapping[int, Mapping[int, Sprite]]):
    """A layer of which each row is made when it is first asked for."""

    def __init__(self, rows: Collection[int]) -> None:
        """Hold the numbers of the rows."""
        self._rows = rows
        self._made: dict[int, Mapping[int, Sprite]] = {}

    @abstractmethod
    def draw_row(self, y: int) -> Mapping[int, Sprite]:
        """Make the sprites of a row by column."""

    def __getitem__(self, y: int) -> Mapping[int, Sprite]:
        """Return the sprites of a row by column."""
        made = self._made.get(y)
        if made is None:
            if y not in self._rows:
                raise KeyError(y)
            made = self._made[y] = self.draw_row(y)
        return made

    def __iter__(self) -> Iterator[int]:
        return iter(self._rows)

    def __len__(self) -> int:
        """Return how many rows may hold any sprite."""
        return len(self._rows)


class DerivedRows(RowLayer):
    """Rows that a function makes of those of another layer."""

    def __init__(self, rows: Collection[int], make: Callable[[int], Mapping[int, Sprite]]) -> None:
        """Hold the numbers of the rows, and what makes one."""
        super().__init__(rows)
        self._make = make

    def draw_row(self, y: int) -> Mapping[int, Sprite]:
        """Make the sprites of a row by column."""
        return self._make(y)


def frame(state: State, box: Box | None = None) -> list[str]:
    """Return the rows of the map, or of the part of it in a box."""
    grid = state.world.grid
    view = box or Box(0, 0, grid.width, grid.height)
    objects, people = (
        object_layer(state.world, state.things),
        people_layer(state.world, state.bodies),
    )
    return [
        _row(state.world, y, view, objects.get(y, {}), people.get(y, {}))
        for y in range(view.y, view.y + view.height)
    ]


ObjectSprites = dict[str, tuple[ObjectState, Sprite]]
"""Sprites of objects by id, each with the object that it was made of."""


class ObjectRows(RowLayer):
    """The objects that stand about, each in every cell of its footprint."""

    def __init__(
        self, world: World, things: Mapping[str, ObjectState], known: ObjectSprites
    ) -> None:
        self.things: dict[int, list[tuple[ObjectState, Box]]] = {}
        """By row the objects in it, each with the box of its footprint that crosses the row."""
        self._known = known
        for thing in things.values():
            if thing.holder:
                continue
            found = known.get(thing.id)
            if found is None or found[0] is not thing:
                known[thing.id] = thing, object_sprite(world, thing)
            for box in thing.parts or (thing.box,):
                for y in range(box.y, box.y + box.height):
                    self.things.setdefault(y, []).append((thing, box))
        super().__init__(self.things)

    def draw_row(self, y: int) -> Mapping[int, Sprite]:
        """Make the sprites of a row by column."""
        row: dict[int, Sprite] = {}
        for thing, box in self.things[y]:
            _put_row(row, self._known[thing.id][1], thing.footprint.bounding_box, box, y)
        return row


def object_layer(
    world: World, things: Mapping[str, ObjectState], known: ObjectSprites | None = None
) -> ObjectRows:
    """Return the objects that stand about.

    `known` are sprites of another tick of the same world: of an object that is the same they are
    taken, those of others are put in.
    """
    return ObjectRows(world, things, {} if known is None else known)


def put_sprite(layer: dict[int, dict[int, Sprite]], sprite: Sprite, footprint: Footprint) -> None:
    """Put a sprite into every cell of a footprint, each knowing which part of it it is."""
    around = footprint.bounding_box
    for box in footprint.boxes:
        for y in range(box.y, box.y + box.height):
            _put_row(layer.setdefault(y, {}), sprite, around, box, y)


def _put_row(row: dict[int, Sprite], sprite: Sprite, around: Box, box: Box, y: int) -> None:
    """Put a sprite into the cells of a row that a box has of a footprint, around which lies
    another."""
    if around.width == around.height == 1:
        row[around.x] = sprite
        return
    for x in range(box.x, box.x + box.width):
        row[x] = sprite._replace(part=(x - around.x, y - around.y, around.width, around.height))


class PeopleRows(RowLayer):
    """The people; where several share a cell the first in the world's order is on top, and they are
    counted.

    The dead lie below the living and are not counted.
    """

    def __init__(
        self, world: World, bodies: Mapping[str, Body], badges: Mapping[str, str] | None
    ) -> None:
        self.bodies: dict[int, list[Body]] = {}
        """By row the people in it, in the world's order."""
        self._world, self._badges = world, badges
        rows = self.bodies
        for body in bodies.values():
            y = body.cell[1]
            if y in rows:
                rows[y].append(body)
            else:
                rows[y] = [body]
        super().__init__(rows)

    def draw_row(self, y: int) -> Mapping[int, Sprite]:
        """Make the sprites of a row by column."""
        crowds: dict[int, tuple[Body, int]] = {}
        for body in sorted(self.bodies[y], key=lambda one: one.is_dead):
            first, count = crowds.get(body.cell.x, (body, 0))
            if not count or not body.is_dead:
                crowds[body.cell.x] = first, count + 1
        badges = self._badges
        return {
            x: _person_sprite(self._world, body, badges[body.id] if badges else "", count)
            for x, (body, count) in crowds.items()
        }


def people_layer(
    world: World, bodies: Mapping[str, Body], badges: Mapping[str, str] | None = None
) -> PeopleRows:
    """Return the people, with two letters of each where they are given."""
    return PeopleRows(world, bodies, badges)


def _person_sprite(world: World, body: Body, badge: str, crowd: int) -> Sprite:
    """Return how the first of some people in a cell looks."""
    persona = world.people[body.id].persona
    if body.is_dead:
        glyph, color, badge = DEAD, DEAD_COLOR, f"{DEAD}{badge[:1]}" if badge else ""
    else:
        glyph, color = single(persona.glyph), persona.color
    return Sprite(
        glyph,
        color,
        body.id,
        badge=badge,
        crowd=crowd,
        is_asleep=_is_asleep(body.doing),
        age=persona.age,
    )


@lru_cache(maxsize=4096)
def _is_asleep(doing: str) -> bool:
    return bool(doing) and any(word in doing for word in ASLEEP)


def single(glyph: str) -> str:
    """Return the glyph if it fills just one cell of a terminal, else a stand-in.

    >>> single("@"), single("🐈")
    ('@', '�')
    """
    if glyph.isascii():
        return glyph if glyph.isprintable() else " "
    narrow = east_asian_width(glyph) not in "WF" and category(glyph) not in (
        "Mn",
        "Me",
        "Cf",
        "Cc",
        "Cs",
        "Zl",
        "Zp",
    )
    return glyph if narrow else UNDRAWN


def object_sprite(world: World, thing: ObjectState) -> Sprite:
    """Return how a thing looks: as its state says, else as it was placed, else as its kind says."""
    spot = world.objects.get(thing.id)
    sprite = kind_sprite(
        world.kinds[thing.kind], thing.state, (spot.glyph, spot.color) if spot else (None, None)
    )
    return sprite._replace(id=thing.id)


def kind_sprite(
    kind: Kind, state: str, placed: tuple[str | None, str | None] = (None, None)
) -> Sprite:
    """Return how an object of a kind looks in a state; `placed` are the glyph and the colour that
    it has of its own."""
    spec, (glyph, color) = kind.states[state], placed
    return Sprite(
        single(spec.glyph or glyph or kind.glyph),
        spec.color or color or kind.color,
        "",
        f"{kind.id} {kind.name}",
        state,
        tile=kind.tile_in(state),
        is_flat=not kind.is_blocking(state),
        picture=kind.picture_in(state),
        light=kind.light_in(state),
    )


def _row(
    world: World, y: int, view: Box, objects: Mapping[int, Sprite], people: Mapping[int, Sprite]
) -> str:
    if not 0 <= y < world.grid.height:
        return " " * view.width
    tiles = world.grid.rows[y]
    cells = [
        " " if not 0 <= x < len(tiles) else single(tiles[x])
        for x in range(view.x, view.x + view.width)
    ]
    for sprites in (objects, people):
        for x, sprite in sprites.items():
            if 0 <= x - view.x < view.width:
                cells[x - view.x] = sprite.glyph
    return "".join(cells)
