"""Convert rooms, objects and the map of the original format."""

from collections import Counter
from typing import Any

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import clip_box
from latticeville.world.original.notes import (
    ConversionNotes,
    SourcePath,
    child_path,
    entry_label,
    lookup_key,
)
from latticeville.world.original.values import one_line, parse_color, parse_whole, slugify

WORLD_FILE = "world.json"
_BOUND_KEYS = ("x", "y", "width", "height")
_BOUNDS_FIX = 'write "bounds": {"x": …, "y": …, "width": …, "height": …} with cells of the map'
_DEFAULT_TILES: dict[str, dict[str, Any]] = {
    " ": {"name": "ground"},
    ".": {"name": "floor"},
    ",": {"name": "grass", "color": "grass"},
    ";": {"name": "tall grass", "color": "grass"},
    ":": {"name": "path"},
    "+": {"name": "door", "color": "wood"},
    "=": {"name": "bridge", "color": "wood"},
    "#": {"name": "wall", "walkable": False, "opaque": True, "color": "stone"},
    "~": {"name": "water", "walkable": False, "color": "water"},
    "^": {"name": "rock", "walkable": False, "opaque": True, "color": "stone"},
    "-": {"name": "fence", "walkable": False, "color": "wood"},
}


def pad_rows(notes: ConversionNotes, file: str, rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows without control characters, short ones filled with blanks."""
    plain = tuple("".join(glyph if glyph.isprintable() else " " for glyph in row) for row in rows)
    width = max(map(len, plain))
    short = [y for y, row in enumerate(plain) if len(row) < width]
    if short:
        x, y = len(plain[short[0]]), short[0]
        more = f" ({len(short) - 1} more rows are short)" if len(short) > 1 else ""
        what = (
            f"row {y + 1} has {x} glyphs, but the longest row has {width}; blanks are added{more}"
        )
        notes.warn_on_map(
            file, x, y, "ragged-map", what, f"add {width - x} blanks at the end of this row"
        )
    return tuple(row.ljust(width) for row in plain)


def build_legend(
    notes: ConversionNotes, file: str, rows: tuple[str, ...], given: object
) -> dict[str, dict[str, Any]]:
    """Return what each glyph means: as the file's own legend says, else by custom, else floor."""
    found = dict(_DEFAULT_TILES)
    for glyph, tile in given.items() if isinstance(given, dict) else ():
        if len(glyph) == 1 and glyph.isprintable():
            found[glyph] = _read_tile(tile, found.get(glyph, {"name": "floor"}))
            notes.aliases["world.toml", ("legend", glyph)] = (WORLD_FILE, ("legend", glyph))
    for glyph, count in sorted(Counter("".join(rows)).items()):
        if glyph not in found:
            found[glyph] = {"name": "floor"}
            y = next(y for y, row in enumerate(rows) if glyph in row)
            what = f"the glyph “{glyph}” ({count} × on the map) is unknown and read as floor"
            fix = f'draw “.” here, or add "legend": {{"{glyph}": {{"name": "…"}}}} to {WORLD_FILE}'
            notes.warn_on_map(file, rows[y].index(glyph), y, "unknown-glyph", what, fix)
    return found


class RoomTables:
    """The tables of areas, objects and kinds, and the area that each room became."""

    def __init__(self, notes: ConversionNotes, around: Box, data: dict[str, Any]) -> None:
        self._notes, self._whole = notes, around
        self.ids: dict[object, str] = {}
        self.boxes: dict[str, Box] = {}
        self.areas: list[dict[str, Any]] = []
        self.objects: list[dict[str, Any]] = []
        self.kinds: dict[str, dict[str, Any]] = {}
        for at, room in notes.iter_entries(WORLD_FILE, data, "rooms"):
            self._add_room(at, room)
        for at, thing in notes.iter_entries(WORLD_FILE, data, "objects"):
            self._add_object(at, thing)

    def _add_room(self, at: SourcePath, room: dict[str, Any]) -> None:
        box = self._read_bounds(child_path(at, "bounds"), room)
        if box is None:
            return
        path = ("areas", len(self.areas))
        self._notes.aliases["world.toml", path] = at
        self._notes.aliases["world.toml", (*path, "boxes")] = child_path(at, "bounds")
        name = self._notes.assign_id(at, room)
        self.ids.setdefault(lookup_key(room.get("id")), name)
        self.boxes[name] = box
        corners = [box.x, box.y, box.width, box.height]
        self.areas.append(
            {"id": name, "name": one_line(room.get("name"), 200) or name, "boxes": [corners]}
        )

    def _read_bounds(self, at: SourcePath, room: dict[str, Any]) -> Box | None:
        given = room.get("bounds")
        sides = (
            [parse_whole(given.get(key)) for key in _BOUND_KEYS] if isinstance(given, dict) else []
        )
        known = [side for side in sides if side is not None]
        if len(known) < 4 or known[2] < 1 or known[3] < 1:
            self._notes.warn(
                at,
                "bad-value",
                f"the room “{entry_label(room)}” has no bounds and is left out",
                _BOUNDS_FIX,
            )
            return None
        box = Box(*known)
        if not box.overlaps(self._whole):
            what = f"the room “{entry_label(room)}” lies outside the map and is left out"
            self._notes.warn(at, "outside-map", what, _BOUNDS_FIX)
            return None
        if not self._whole.covers(box):
            what = f"the room “{entry_label(room)}” extends beyond the map and is clipped to it"
            self._notes.warn(at, "outside-map", what, _BOUNDS_FIX)
        return clip_box(box, self._whole)

    def _add_object(self, at: SourcePath, thing: dict[str, Any]) -> None:
        cell = _read_position(thing)
        if cell is None or cell not in self._whole:
            where = "has no position" if cell is None else "lies outside the map"
            what = f"the object “{entry_label(thing)}” {where} and is left out"
            self._notes.warn(
                child_path(at, "position"), "outside-map", what, "move it onto the map"
            )
            return
        self._check_room(child_path(at, "room_id"), thing, cell)
        path = ("objects", len(self.objects))
        self._notes.aliases["world.toml", path] = at
        self._notes.aliases["world.toml", (*path, "cell")] = child_path(at, "position")
        self._notes.aliases["world.toml", (*path, "glyph")] = child_path(at, "symbol")
        title = one_line(thing.get("name"), 200) or entry_label(thing)
        kind, glyph, paint = (
            slugify(title),
            self._notes.read_glyph(at, thing),
            parse_color(thing.get("color")),
        )
        if kind not in self.kinds:
            self.kinds[kind] = {"name": title, "glyph": glyph, "blocks": False}
            self._notes.aliases["kinds.toml", ("kinds", kind)] = at
            self._notes.aliases["kinds.toml", ("kinds", kind, "glyph")] = child_path(at, "symbol")
        name = self._notes.assign_id(at, thing)
        entry = {"id": name, "kind": kind, "name": title, "cell": [*cell], "glyph": glyph}
        self.objects.append(entry | ({"color": paint} if paint else {}))

    def _check_room(self, at: SourcePath, thing: dict[str, Any], cell: Cell) -> None:
        """Warn where an object claims a room that is not there, or that it does not stand in."""
        claimed = thing.get("room_id")
        if claimed is None:
            return
        room = self.ids.get(lookup_key(claimed))
        if room is None:
            named = entry_label({"id": claimed})
            what = (
                f"the object “{entry_label(thing)}” names the room “{named}”, which does not exist"
            )
            self._notes.warn(
                at, "unknown-area", what, "name a room that is on the map, or write null"
            )
        elif self.boxes[room].distance_to(cell) > 1:
            what = (
                f"the object “{entry_label(thing)}” stands outside the room “{room}” that it names"
            )
            self._notes.warn(at, "outside-room", what, "move it, or write null")


def _read_tile(given: object, known: dict[str, Any]) -> dict[str, Any]:
    """Return a tile as a legend gives it: a name, or whether it is walkable, or a table of both and
    more."""
    if isinstance(given, bool):
        return known | {"walkable": given}
    if not isinstance(given, dict):
        return known | {"name": one_line(given, 200) or known["name"]}
    flags = {key: given[key] for key in ("walkable", "opaque") if isinstance(given.get(key), bool)}
    paint = parse_color(given.get("color"))
    named = {"name": one_line(given.get("name"), 200) or known["name"]}
    return known | flags | named | ({"color": paint} if paint else {})


def _read_position(thing: dict[str, Any]) -> Cell | None:
    given = thing.get("position")
    x, y = (parse_whole(given.get(key)) if isinstance(given, dict) else None for key in ("x", "y"))
    return None if x is None or y is None else Cell(x, y)
