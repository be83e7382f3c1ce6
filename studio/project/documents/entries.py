"""Areas, objects and people by id, in either world format.

Ids are looked up in the tables as written, so a world with errors can be edited too.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from latticeville.core.geometry import Box, Cell
from latticeville.world.io.sources import Sources
from latticeville.world.model.footprint import Footprint, make_footprint
from latticeville.world.original.convert import convert_original
from studio.project.documents.project import CAST, ROOMS, WORLD, Project
from studio.project.formats.plain_values import KeyPath, value_at
from studio.project.formats.refusal import EditRefusedError

Sort = Literal["areas", "objects", "people"]
SORTS: tuple[Sort, ...] = ("areas", "objects", "people")
_SIDES = ("x", "y", "width", "height")
_FOREIGN: Mapping[Sort, tuple[str, str]] = {
    "areas": (ROOMS, "rooms"),
    "objects": (ROOMS, "objects"),
    "people": (CAST, "characters"),
}


class Entry(NamedTuple):
    """One of them: where its table stands, and what it holds."""

    id: str
    sort: Sort
    file: str
    path: KeyPath
    table: Mapping[str, Any]

    @property
    def raw_id(self) -> object:
        """The id as the file has it: the original format knows ids that are none of ours."""
        return self.table.get("id", self.id)


def list_entries(project: Project, sort: Sort) -> dict[str, Entry]:
    """Return all of a sort by id, in the order of the file; of two with one id the first counts."""
    if project.original:
        return {entry.id: entry for entry in _foreign(project) if entry.sort == sort}
    found = dict[str, Entry]()
    rows = project.data(WORLD).get(sort)
    for index, table in enumerate(rows if isinstance(rows, list) else ()):
        name = _name(table, sort)
        if name:
            found.setdefault(name, Entry(name, sort, WORLD, (sort, index), table))
    return found


def restored_names(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, ...]:
    """Return what is there again, or where nothing is, what has become another."""
    again = tuple(name for name in after if name not in before)
    return again or tuple(name for name, value in after.items() if value != before[name])


def find_entry(project: Project, name: str, *sorts: Sort) -> Entry:
    """Return what has an id, or refuse."""
    for sort in sorts or SORTS:
        found = list_entries(project, sort).get(name)
        if found:
            return found
    raise EditRefusedError(f"there is no “{name}”")


def taken_ids(project: Project) -> set[str]:
    """Return every id that is taken, and those that no one may take."""
    return {
        "world",
        "home",
        "work",
        *(name for sort in SORTS for name in list_entries(project, sort)),
    }


def list_path(sort: Sort, project: Project) -> tuple[str, KeyPath]:
    """Return the list that holds all of a sort."""
    if not project.original:
        return WORLD, (sort,)
    file, key = _FOREIGN[sort]
    return file, (key,)


def area_boxes(found: Entry) -> tuple[Box, ...]:
    """Return the boxes of an area; what is no box is left out."""
    bounds = found.table.get("bounds")
    if isinstance(bounds, dict):
        rows: object = [[bounds.get(side) for side in _SIDES]]
    else:
        rows = found.table.get("boxes")
    return tuple(
        Box(*row)
        for row in (rows if isinstance(rows, list) else ())
        if _numbers(row, 4) and min(row[2:]) > 0
    )


def boxes_value(found: Entry, value: tuple[Box, ...]) -> tuple[KeyPath, object]:
    """Return the path and the value that give an area other boxes."""
    if not value:
        raise EditRefusedError(f"this would remove all of “{found.id}”: delete it instead")
    if found.file == WORLD:
        return (*found.path, "boxes"), [list(_sides(box)) for box in value]
    if len(value) > 1:
        raise EditRefusedError("in the original format, a room is one box")
    return (*found.path, "bounds"), dict(zip(_SIDES, _sides(value[0]), strict=True))


def reshape_area(
    found: Entry, value: tuple[Box, ...], dx: int = 0, dy: int = 0
) -> dict[KeyPath, object]:
    """Return paths and values that give an area other boxes: its start cells move along, and those
    it loses go."""
    path, sides = boxes_value(found, value)
    starts = found.table.get("starts")
    if (
        found.file != WORLD
        or not isinstance(starts, list)
        or not all(_numbers(row, 2) for row in starts)
    ):
        return {path: sides}
    moved = ((Cell(*row), Cell(row[0] + dx, row[1] + dy)) for row in starts)
    kept = [
        [*after]
        for before, after in moved
        if _in(value, after) or not _in(area_boxes(found), before)
    ]
    return {path: sides} | ({(*found.path, "starts"): kept} if kept != starts else {})


def _in(around: tuple[Box, ...], place: Cell) -> bool:
    return any(place in box for box in around)


def entry_cell(found: Entry) -> Cell | None:
    """Return the cell of an object, or the cell where a person starts; None where none is
    written."""
    if found.file == WORLD:
        row = found.table.get("start" if found.sort == "people" else "cell")
    else:
        spot = found.table.get("position")
        row = [spot.get("x"), spot.get("y")] if isinstance(spot, dict) else None
    return Cell(*row) if _numbers(row, 2) and isinstance(row, list) else None


def cell_value(found: Entry, value: Cell) -> tuple[KeyPath, object]:
    """Return the path and the value that put an object or a person on another cell."""
    if found.file == WORLD:
        return (*found.path, "start" if found.sort == "people" else "cell"), list(value)
    if found.sort == "people":
        raise EditRefusedError("in the original format, people start in a room, not on a cell")
    return (*found.path, "position"), {"x": value[0], "y": value[1]}


def entry_footprint(found: Entry) -> Footprint | None:
    """Return the cells of an object, or the one where a person starts."""
    spot, size, shape = entry_cell(found), found.table.get("size"), found.table.get("shape")
    if spot is None:
        return None
    if (
        isinstance(shape, list)
        and all(isinstance(row, str) for row in shape)
        and any("#" in row for row in shape)
    ):
        return make_footprint(spot, (1, 1), shape)
    wide, high = size if isinstance(size, list) and _numbers(size, 2) else (1, 1)
    return make_footprint(spot, (wide, high))


def slugify(name: str) -> str:
    """Return an id made of a name.

    >>> slugify("Ada's Café 2")
    'adas_cafe_2'
    """
    plain = (
        unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss"))
        .encode("ascii", "ignore")
        .decode()
    )
    words = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", plain)).strip("_")
    return (words if words[:1].isalpha() else f"a_{words}")[:60] if words else ""


def free_id(project: Project, wish: str, *others: str) -> str:
    """Return an id that nothing has, as near to a wish as can be."""
    used = taken_ids(project) | {*others}
    stem = wish.rstrip("0123456789").rstrip("_") or wish
    name, number = wish, 2
    while name in used:
        name, number = f"{stem}_{number}", number + 1
    return name


def _name(table: object, sort: Sort) -> str:
    name = None
    if isinstance(table, dict):
        name = table.get("id", table.get("persona") if sort == "people" else None)
    return name if isinstance(name, str) else ""


def _numbers(row: object, count: int) -> bool:
    return isinstance(row, list) and len(row) == count and all(type(part) is int for part in row)


def _sides(box: Box) -> tuple[int, int, int, int]:
    return box.x, box.y, box.width, box.height


def _foreign(project: Project) -> Iterator[Entry]:
    texts = {
        name: project.files[name].text
        for name in (ROOMS, CAST, project.map_name)
        if name in project.files
    }
    for sort, name, path in _origins(tuple(texts.items())):
        file = _FOREIGN[sort][0]
        table = value_at(project.data(file), path)
        if isinstance(table, dict):
            yield Entry(name, sort, file, path, table)


@lru_cache(maxsize=8)
def _origins(texts: tuple[tuple[str, str], ...]) -> tuple[tuple[Sort, str, KeyPath], ...]:
    """Return where each of a world of the original format stands in its files."""
    draft, _ = convert_original(Sources(dict(texts)), ())
    if draft is None:
        return ()
    found: list[tuple[Sort, str, KeyPath]] = []
    for sort in SORTS:
        for index, row in enumerate(getattr(draft.world, sort)):
            origin = draft.sources.origin((WORLD, (sort, index)))
            found.append((sort, row.persona if sort == "people" else row.id, origin[1]))
    return tuple(found)
