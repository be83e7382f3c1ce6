"""Find the areas and objects of a world by the names that other formats use."""

from collections.abc import Sequence
from functools import cached_property

from latticeville.core.geometry import Cell
from latticeville.world.checks.placements import nearest_free_cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.start_cells import standable_cells
from latticeville.world.model.world import World
from latticeville.world.original.values import slugify


class NameLookup:
    """The areas and things of a world by what they are called."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._areas: dict[str, list[str]] = {}
        for area in world.areas.by_id.values():
            if area.id != WORLD:
                for key in dict.fromkeys((slugify(area.name), area.id)):
                    self._areas.setdefault(key, []).append(area.id)
        self._things: dict[str, list[str]] = {}
        for one in world.objects.values():
            self._things.setdefault(world.areas.at(one.cell), []).append(one.id)

    def has_starts(self, area: str) -> bool:
        """Tell whether an area has start cells, as an imported spawning location gives it."""
        return bool(self._world.areas.by_id[area].starts)

    @property
    def first_area(self) -> str:
        """The first area of the world; "" where it has none."""
        return next((area for area in self._world.areas.by_id if area != WORLD), "")

    def free_cell(self, cell: Cell) -> Cell | None:
        """Return the cell of the map, or the nearest one, where somebody can stand; None for one
        outside the map."""
        world = self._world
        if not world.grid.contains(cell):
            return None
        return nearest_free_cell(cell, self._free, world.grid.width)

    @cached_property
    def _free(self) -> bytearray:
        world = self._world
        return standable_cells(world.grid, world.kinds, world.objects.values())

    def find_areas(self, names: Sequence[str]) -> list[str]:
        """Return the areas that an address, such as a house and a room in it, leads to; it may lead
        nowhere."""
        found: list[str] = []
        for depth, name in enumerate(names):
            known = self._areas.get(slugify(name), ())
            found = [area for area in known if not depth or self._is_inside(area, found)]
        return found

    def find_objects(self, area: str, name: str) -> list[str]:
        """Return the things of a name, or of a kind of the name, that stand in an area."""
        wanted, objects = slugify(name), self._world.objects
        return [
            thing
            for thing in self._things.get(area, ())
            if wanted in (thing, objects[thing].kind, slugify(objects[thing].name))
        ]

    def _is_inside(self, area: str, outer: Sequence[str]) -> bool:
        return any(name in outer for name in self._world.areas.path(area)[:-1])
