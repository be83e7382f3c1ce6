"""Read the fields of a foreign table, and report those that nobody read."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from latticeville.core.geometry import Cell
from latticeville.formats.report import LOST_HINT, ImportReport, SourceValue
from latticeville.world.checks.placements import nearest_free_cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.start_cells import standable_cells
from latticeville.world.model.world import World
from latticeville.world.original.values import clean_name, one_line, slugify

MAX_CHARS = 4000
"""The most letters of a text."""
_EMPTY: tuple[object, ...] = (None, "", [], {})


class SourceFields:
    """A table at a place of a file, and which of its keys were read."""

    def __init__(self, at: SourceValue, report: ImportReport, what: str) -> None:
        self.at, self._report, self._what = at, report, what
        data = at.doc.data
        for key in at.path:
            data = data[key]
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        self._read_keys: set[str] = set()
        if not isinstance(data, dict):
            self._warn_type(at, f"{what} must be a table of keys and values", "write { … }")

    def value(self, key: str) -> object:
        """Return what stands at a key; None where nothing does."""
        self._read_keys.add(key)
        return self.data.get(key)

    def subtable(self, key: str, what: str) -> "SourceFields":
        """Return the table at a key."""
        if self.value(key) is None:
            return SourceFields(SourceValue(self.at.doc._replace(data={}), ()), self._report, what)
        return SourceFields(self.at.child(key), self._report, what)

    def text(self, *keys: str) -> str:
        """Return the texts at some keys as one; a list of texts is one text."""
        found = [part for key in keys for part in self.lines(key)]
        return self.truncate(self.at.child(keys[0]), " ".join(found))

    def lines(self, key: str) -> list[str]:
        """Return the text at a key, or the texts of a list."""
        value = self.value(key)
        if value in _EMPTY:
            return []
        rows = value if isinstance(value, list) else [value]
        good = [clean_text(row) for row in rows if isinstance(row, str)]
        if len(good) < len(rows):
            self._warn_type(
                self.at.child(key),
                f"“{key}” of {self._what} must be a text",
                "write a text in quotes",
            )
        return [row for row in good if row]

    def names(self, key: str) -> list[str]:
        """Return short words that stand in a list, or in one text with commas."""
        parts = [part for line in self.lines(key) for part in line.split(",")]
        return list(dict.fromkeys(name for part in parts if (name := clean_name(part.strip(" .")))))

    def name(self, key: str) -> str:
        """Return a name on one line."""
        return clean_name(" ".join(self.lines(key)))

    def number(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number within bounds; anything else is told and left out."""
        value = self.value(key)
        if value in _EMPTY:
            return None
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ):
            return round(value)
        what = f"“{key}” of {self._what} must be a number from {least} to {most}; it is left out"
        self._warn_type(self.at.child(key), what, f"write a number from {least} to {most}")
        return None

    def share(self, key: str) -> float | None:
        """Return a weight from 0 to 1000."""
        value = self.value(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1000:
            return value
        if value is not None:
            what = f"“{key}” of {self._what} must be a number from 0 to 1000; it is left out"
            self._warn_type(self.at.child(key), what, "write a number from 0 to 1000")
        return None

    def truncate(self, at: SourceValue, text: str) -> str:
        """Return a text, and say so where it is longer than ours may be."""
        if len(text) > MAX_CHARS:
            what = (
                f"a text of {self._what} has more than {MAX_CHARS} characters; the rest is left out"
            )
            self._report.warn(at, "cut", what, "shorten it")
        return text[:MAX_CHARS]

    def report_lost(self, key: str, fix: str = LOST_HINT) -> None:
        """Say that a key has no room in a persona, if anything stands there."""
        if self.value(key) not in _EMPTY:
            what = f"“{one_line(key, 60)}” of {self._what} is not supported"
            self._report.report_lost(self.at.child(key), what, fix=fix)

    def report_unread(self) -> None:
        """Say of every key that nobody has read that it has no room."""
        for key in self.data:
            if key not in self._read_keys:
                self.report_lost(key)

    def _warn_type(self, at: SourceValue, what: str, fix: str) -> None:
        self._report.warn(at, "wrong-type", what, fix)


def clean_text(text: str) -> str:
    r"""Return a text without what no file could hold, and without room around it.

    >>> clean_text(" a\ud800 b\0 ")
    'a b'
    """
    kept = "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
    return kept.encode("utf-8", "ignore").decode().strip()


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
