"""Convert object layers to areas, objects and people."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from latticeville.core.closest_match import closest_match
from latticeville.core.geometry import Box, Cell
from latticeville.formats.glyphs import customary_glyph
from latticeville.formats.report import ImportReport, SourceValue, as_list, as_table
from latticeville.formats.tables import ID, StartCells, WorldTables
from latticeville.formats.tiled.ground import TiledGround
from latticeville.formats.tiled.layers import TiledLayer
from latticeville.formats.tiled.properties import TiledProperties
from latticeville.formats.tiled.shapes import ShapeReader
from latticeville.formats.tiled.tile_pictures import TilePictures
from latticeville.formats.tiled.tilesets import TiledTile, Tilesets
from latticeville.world.io.toml import format_toml
from latticeville.world.model.areas import WORLD
from latticeville.world.model.footprint import make_footprint
from latticeville.world.model.tiles import FLIP_BITS
from latticeville.world.original.values import (
    clean_name,
    one_line,
    parse_gid,
    parse_whole,
    slugify,
)
from latticeville.world.schema.world import AreaTable, ObjectTable, PersonTable

AREA_WORDS = frozenset(
    word + many
    for word in ("area", "room", "zone", "region", "sector", "arena", "place")
    for many in ("", "s")
)
START_WORDS = frozenset(
    [
        "start",
        "starts",
        "start cell",
        "start cells",
        "spawn location",
        "spawning location",
        "spawning_location",
    ]
)
PERSON_WORDS = frozenset(
    [
        "people",
        *(
            word + many
            for word in ("person", "character", "npc", "agent", "player", "spawn")
            for many in ("", "s")
        ),
    ]
)
_FALLBACKS = {
    "start": "the person starts where they are drawn",
    "home": "the innermost area at the start is used instead",
    "work": "it is left out",
}
"""What becomes of a person of whom an area is not there."""
OBJECT_WORDS = frozenset(
    ["furniture", *(word + many for word in ("object", "thing", "item") for many in ("", "s"))]
)


class TiledObject(NamedTuple):
    """One object of Tiled."""

    at: SourceValue
    data: dict[str, Any]
    name: str
    kind: str
    properties: TiledProperties


class ObjectLayerReader:
    """Adds what object layers hold to the tables of a world."""

    def __init__(
        self,
        tables: WorldTables,
        ground: TiledGround,
        sets: Tilesets,
        shapes: ShapeReader,
        pictures: TilePictures,
        report: ImportReport,
    ) -> None:
        self._tables, self._ground, self._sets, self._report = tables, ground, sets, report
        self._shapes, self._pictures = shapes, pictures
        self._whole = Box(0, 0, ground.box.width, ground.box.height)
        self._boxes: dict[str, list[Box]] = {}
        self._names: dict[str, tuple[SourceValue, str]] = {}
        self._rules: dict[str, dict[str, Any]] = {}
        self._starts: list[tuple[TiledObject, str]] = []

    def add(self, layers: list[TiledLayer]) -> None:
        """Add everything, areas first, so that their ids are taken first."""
        pieces = [(layer, piece) for layer in layers for piece in self._read_objects(layer)]
        roles = [(self._find_role(layer, piece), piece) for layer, piece in pieces]
        takes = (
            ("area", self._note_area),
            ("object", self._add_object),
            ("person", self._add_person),
            ("start", self._note_start),
        )
        for turn, (wanted, take) in enumerate(takes):
            for number, (role, piece) in enumerate(roles):
                if not number % 1000:
                    self._report.report_progress(
                        "objects", turn * len(roles) + number, len(takes) * len(roles)
                    )
                if role == wanted:
                    take(piece)
                    piece.properties.report_unread(f"{role}s" if role != "person" else "people")
            if wanted == "area":
                self._add_areas()

    def find_people(self, layers: list[TiledLayer]) -> list[tuple[SourceValue, Cell]]:
        """Return the cells where people and starts are drawn, and where each stands in the file."""
        pieces = [(layer, piece) for layer in layers for piece in self._read_objects(layer)]
        drawn = [
            piece for layer, piece in pieces if _role_by_word(layer, piece) in ("person", "start")
        ]
        boxes = [(piece.at, self._shapes.box(piece.data)) for piece in drawn]
        return [(at, Cell(box.x, box.y)) for at, box in boxes if box]

    def add_starts(self, starts: StartCells) -> None:
        """Add the start cells that are drawn, to the areas that they name or else lie in."""
        for piece, area in self._starts:
            boxes = self._shapes.boxes(piece.data) or []
            label = f"the start “{piece.name}”" if piece.name else "this start"
            cells = dict.fromkeys(cell for box in boxes for cell in box.cells())
            if cells:
                starts.add(piece.at, label, cells, area)
            else:
                self._report.warn(
                    piece.at,
                    "outside-map",
                    f"{label} is outside the map and is left out",
                    "move it onto the map",
                )

    def _note_start(self, piece: TiledObject) -> None:
        self._starts.append((piece, piece.properties.read_text("area")))

    def _read_objects(self, layer: TiledLayer) -> list[TiledObject]:
        found = []
        for index, entry in enumerate(as_list(layer.data.get("objects"))):
            at, data = layer.at.child("objects", index), as_table(entry)
            kind = one_line(data.get("type") or data.get("class"), 100)
            found.append(
                TiledObject(
                    at,
                    data,
                    clean_name(data.get("name")),
                    kind,
                    TiledProperties(at, data, self._report),
                )
            )
        return found

    def _find_role(self, layer: TiledLayer, piece: TiledObject) -> str:
        """Return what a piece becomes: as its properties say, its class, its layer, or else its
        shape."""
        data = piece.data
        label = piece.name or f"number {one_line(str(data.get('id')), 20)}"
        what = next((key for key in ("template", "polyline", "text") if key in data), "")
        if what:
            told = f"the object “{label}” is a {what}, which is not supported"
            self._report.warn(
                piece.at, "no-room", told, "draw it as a rectangle, a polygon or a point"
            )
            return ""
        if data.get("rotation") not in (None, 0):
            told = f"“{label}” is rotated; the rotation is ignored"
            self._report.warn(piece.at.child("rotation"), "no-room", told, "draw it as a polygon")
        return _role_by_word(layer, piece) or self._role_by_shape(data)

    def _role_by_shape(self, data: dict[str, Any]) -> str:
        wide, high = self._shapes.extent(data)
        is_area = "gid" not in data and (wide * high > 1 or bool(data.get("polygon")))
        return "area" if is_area else "object"

    def _note_area(self, piece: TiledObject) -> None:
        boxes = self._shapes.boxes(piece.data)
        name = piece.name or piece.kind or "Area"
        if not boxes:
            why = "lies outside the map" if boxes is not None else "has too many corners and cells"
            self._report.warn(
                piece.at,
                "outside-map",
                f"the area “{name}” {why} and is left out",
                "move it onto the map",
            )
            return
        box = self._shapes.box(piece.data)
        if len(boxes) == 1 and not piece.data.get("ellipse") and box and boxes[0].size < box.size:
            what = f"the area “{name}” extends beyond the map and is clipped to it"
            self._report.warn(piece.at, "outside-map", what, "draw it on the map")
        given = piece.properties.read_text("id")
        key = given or f"{piece.at.path}"
        self._boxes.setdefault(key, []).extend(boxes)
        self._names.setdefault(key, (piece.at, name))
        self._rules.setdefault(key, {}).update(piece.properties.read_carried(AreaTable))

    def _add_areas(self) -> None:
        """Add the areas; pieces with one id are one area."""
        for key, boxes in self._boxes.items():
            at, name = self._names[key]
            given = key if not key.startswith("(") else ""
            self._tables.add_area(at, name, boxes, given, rules=self._rules[key])

    def _add_object(self, piece: TiledObject) -> None:
        properties, box = piece.properties, self._shapes.box(piece.data)
        if box is None or not self._whole.covers(box):
            what = f"the object “{piece.name or piece.kind}” extends beyond the map and is left out"
            self._report.warn(piece.at, "outside-map", what, "move it onto the map")
            return
        gid = parse_gid(piece.data.get("gid"))
        tile = self._sets.find_tile(gid & ~FLIP_BITS) if gid > 0 else None
        given = properties.read_text("kind")
        label = _kind_label(piece, tile, given)
        look = {"glyph": properties.read_glyph(), "color": properties.read_color()}
        kind = self._add_kind(label, given, look, tile, blocks=properties.read_flag("blocks"))
        self._add_picture(kind, gid)
        entry: dict[str, Any] = {"id": self._assign_id(piece, label), "kind": kind}
        entry |= {"name": piece.name} if piece.name else {}
        own = {
            "state": properties.read_text("state"),
            **look,
            "counters": self._read_counters(properties),
        }
        given_own = {key: value for key, value in own.items() if value} | properties.read_carried(
            ObjectTable
        )
        self._tables.add_object(entry, self._object_cells(piece, box), given_own)

    def _add_picture(self, kind: str, gid: int) -> None:
        """Let a kind that is new have the picture of a tile."""
        if kind in self._tables.kinds:
            self._pictures.add(self._tables.kinds[kind], gid)

    def _add_kind(
        self,
        label: str,
        given: str,
        look: dict[str, str],
        tile: TiledTile | None,
        *,
        blocks: bool | None,
    ) -> str:
        """Return the kind of an object, which looks as the object says, its tile, or custom."""
        glyph, color = (
            (tile.look.glyph, tile.look.color) if tile and tile.look else customary_glyph(label)
        )
        known = given if ID.fullmatch(given) else ""
        kind = self._tables.add_kind(label, look["glyph"] or glyph, look["color"] or color, known)
        if blocks is not None and kind not in self._tables.source_kinds:
            self._tables.kinds[kind]["blocks"] = blocks
        return kind

    def _object_cells(self, piece: TiledObject, box: Box) -> Iterator[Cell]:
        """Return the cells of an object: as it is shaped, drawn, or else placed."""
        shape = self._read_shape(piece.properties)
        drawn = (
            make_footprint((box.x, box.y), (1, 1), shape).boxes
            if shape
            else self._shapes.boxes(piece.data)
        )
        return (cell for each in drawn or [box] for cell in each.cells())

    def _read_shape(self, properties: TiledProperties) -> list[str]:
        """Return the rows of the property `shape`; none where it has none that is a drawing on the
        map."""
        at, text = properties.at("shape"), properties.read_text("shape")
        if text and not ("#" in text and re.fullmatch(r"[#.]+(/[#.]+)*", text)):
            what = "“shape” must be rows of “#” and “.” with “/” between; it is left out"
            self._report.warn(at, "bad-value", what, "write it such as ##/#.")
            return []
        return text.split("/") if text else []

    def _read_counters(self, properties: TiledProperties) -> dict[str, int]:
        found = {}
        for name in [name for name in properties.unread_names() if name.startswith("counters.")]:
            counter, at, value = (
                name.removeprefix("counters."),
                properties.at(name),
                parse_whole(properties.take(name)),
            )
            if value is None or abs(value) > 1_000_000 or not ID.fullmatch(counter):
                what = f"“{one_line(name, 60)}” must be a whole number; it is left out"
                self._report.warn(at, "bad-value", what, "write a number such as 3")
            else:
                found[counter] = value
        return found

    def _add_person(self, piece: TiledObject) -> None:
        properties, box = piece.properties, self._shapes.box(piece.data)
        if box is None or not self._whole.covers(Box(box.x, box.y, 1, 1)):
            what = f"“{piece.name or piece.kind}” is outside the map and is left out"
            self._report.warn(piece.at, "outside-map", what, "move the person onto the map")
            return
        entry = self._read_identity(piece)
        areas = self._read_areas(piece)
        entry |= {"start": areas.pop("start", "") or self._find_start(piece, box), **areas}
        if "knows" in properties:
            entry["knows"] = _parse_ids(properties.take("knows"))
        entry |= properties.read_carried(PersonTable)
        self._tables.people.append(entry)
        file = f"personas/{entry['persona']}.toml"
        if file not in self._tables.files:
            look = {"glyph": properties.read_glyph(), "color": properties.read_color()}
            given = {key: value for key, value in look.items() if value}
            self._tables.files[file] = format_toml(
                {"name": piece.name or entry["persona"], **given}
            )

    def _read_identity(self, piece: TiledObject) -> dict[str, Any]:
        """Return the persona of a person, and the id where it is another one."""
        persona, given = piece.properties.read_text("persona"), "id" in piece.properties
        own = bool(ID.fullmatch(persona))
        identity = (
            self._assign_id(piece, persona)
            if given or not own
            else self._tables.assign_id(piece.at, persona, persona)
        )
        persona = persona if own else identity
        return {"persona": persona} | ({"id": identity} if identity != persona else {})

    def _read_areas(self, piece: TiledObject) -> dict[str, str]:
        """Return the start, the home and the work of a person, as far as they are areas; others are
        reported."""
        known, found = [WORLD, *(area["id"] for area in self._tables.areas)], dict[str, str]()
        for key in ("start", "home", "work"):
            at = piece.properties.at(key)
            given = piece.properties.read_text(key, "kitchen")
            area = _parse_id(given) if given else ""
            if area in known:
                found[key] = area
            elif area:
                what = (
                    f"the {key} “{given}” of “{piece.name or piece.kind}” is not an area; "
                    f"{_FALLBACKS[key]}"
                )
                near = closest_match(area, known) or known[-1]
                fix = f"write “{near}”" if near != WORLD else "draw an area with this name"
                self._report.warn(at, "unknown-area", what, fix)
        return found

    def _find_start(self, piece: TiledObject, box: Box) -> list[int]:
        """Return the cell of a person: the nearest on which one can walk."""
        near = self._ground.nearest_walkable(box.x, box.y)
        if near and near != (box.x, box.y):
            what = (
                f"nobody can stand in the cell [{box.x}, {box.y}]; “{piece.name or piece.kind}” starts "
                f"in [{near[0]}, {near[1]}]"
            )
            self._report.warn(piece.at, "start-blocked", what, "move the person to free ground")
        return [*(near or (box.x, box.y))]

    def _assign_id(self, piece: TiledObject, default: str) -> str:
        given = piece.properties.read_text("id")
        return self._tables.assign_id(
            piece.properties.at("id"), given, piece.name or default or "person"
        )


def _kind_label(piece: TiledObject, tile: TiledTile | None, given: str) -> str:
    """Return what the kind of an object is called: as it says, or by its class, name or tile."""
    kind = piece.kind if piece.kind.casefold() not in OBJECT_WORDS else ""
    return given or kind or piece.name or (tile.name if tile else "object")


_ROLES = {
    word: role
    for many, role in (
        (AREA_WORDS, "area"),
        (PERSON_WORDS, "person"),
        (OBJECT_WORDS, "object"),
        (START_WORDS, "start"),
    )
    for word in many
}
"""What classes and layers of these names make of a piece."""


def _role_by_word(layer: TiledLayer, piece: TiledObject) -> str:
    """Return what the properties of a piece, its class or its layer say that it becomes, or ""."""
    if "persona" in piece.properties:
        return "person"
    if "kind" in piece.properties:
        return "object"
    return _ROLES.get(piece.kind.casefold()) or _ROLES.get(layer.kind, "")


def _parse_ids(given: object) -> list[str]:
    names = given.split(",") if isinstance(given, str) else []
    return [_parse_id(name.strip()) for name in names if name.strip()]


def _parse_id(text: str) -> str:
    return text if ID.fullmatch(text) else slugify(text)
