"""Maps of Tiled in every dress: JSON and XML, every packing, chunks, tilesets of their own, shapes
and classes."""

import base64
import gzip
import json
import sys
import zlib
from array import array
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from latticeville.core.geometry import Cell
from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.formats.report import ImportReport
from latticeville.formats.tiled.export import to_tmj
from latticeville.formats.world_import import import_world
from latticeville.world.io.files import write_world
from latticeville.world.io.pictures import read_picture
from latticeville.world.load import build_unchecked, inspect_world
from latticeville.world.model.world import World
from tests.pictures import write_png

ZSTD = import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
GIDS = [1, 1, 2, 1 | 1 << 31, 1, 2, 0, 1, 1, 1, 1, 5]
"""Four by three cells: grass, a wall of two cells, one tile flipped, one cell empty, one tile of
the second set."""
ROWS = [",,#,", ",# ,", ",,,~"]
SETS = [
    {
        "firstgid": 1,
        "name": "land",
        "tiles": [
            {"id": 0, "type": "grass"},
            {
                "id": 1,
                "type": "wall",
                "properties": [{"name": "solid", "type": "bool", "value": True}],
            },
        ],
    },
    {"firstgid": 5, "source": "sea.tsj"},
]


def packed(compression: str) -> str:
    data = array("I", GIDS)
    if sys.byteorder == "big":
        data.byteswap()
    packs: dict[str, Any] = {
        "": bytes,
        "zlib": zlib.compress,
        "gzip": gzip.compress,
        "zstd": ZSTD.compress,
    }
    return base64.b64encode(packs[compression](data.tobytes())).decode()


def tmj(*layers: dict[str, Any], **top: Any) -> dict[str, Any]:
    sizes = {
        "width": 4,
        "height": 3,
        "tilewidth": 16,
        "tileheight": 16,
        "orientation": "orthogonal",
    }
    return {"type": "map", **sizes, "tilesets": SETS, "layers": list(layers), **top}


def tiles(**more: Any) -> dict[str, Any]:
    return {
        "type": "tilelayer",
        "name": "ground",
        "width": 4,
        "height": 3,
        "x": 0,
        "y": 0,
        "data": GIDS,
        **more,
    }


def read(folder: Path, table: dict[str, Any] | str) -> tuple[World | None, list[Problem]]:
    folder.mkdir(exist_ok=True)
    (folder / "sea.tsj").write_text(json.dumps({"name": "water", "tiles": []}), "utf-8")
    (folder / "sea.tsx").write_text('<tileset name="water"/>', "utf-8")
    file = folder / ("town.tmx" if isinstance(table, str) else "town.tmj")
    file.write_text(table if isinstance(table, str) else json.dumps(table), "utf-8")
    files, problems = import_world(file)
    world, found = build_unchecked(files) if files else (None, [])
    assert not select_errors(found)
    return world, problems


LAYERS = {
    "a list": tiles(),
    "base64": tiles(encoding="base64", compression="", data=packed("")),
    "zlib": tiles(encoding="base64", compression="zlib", data=packed("zlib")),
    "gzip": tiles(encoding="base64", compression="gzip", data=packed("gzip")),
    "zstd": tiles(encoding="base64", compression="zstd", data=packed("zstd")),
    "chunks": {
        "type": "tilelayer",
        "name": "ground",
        "chunks": [
            {
                "x": -2,
                "y": -3,
                "width": 2,
                "height": 3,
                "data": [gid for y in range(3) for gid in GIDS[4 * y : 4 * y + 2]],
            },
            {
                "x": 0,
                "y": -3,
                "width": 3,
                "height": 3,
                "data": [gid for y in range(3) for gid in [*GIDS[4 * y + 2 : 4 * y + 4], 0]],
            },
        ],
    },
}


@pytest.mark.parametrize("packing", LAYERS)
def test_every_packing_holds_the_same_map(packing: str, tmp_path: Path) -> None:
    world, problems = read(tmp_path, tmj(LAYERS[packing], infinite=packing == "chunks"))
    assert world is not None
    assert list(world.grid.rows) == ROWS
    assert [world.grid.tile(cell).name for cell in (Cell(0, 0), Cell(2, 0), Cell(3, 2))] == [
        "grass",
        "wall",
        "water",
    ]
    assert world.grid.walkable == bytes([1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1])
    assert world.tiles is not None
    assert world.tiles.ids.tolist() == GIDS
    assert not problems


DATA = {
    "csv": f'<data encoding="csv">\n{",".join(map(str, GIDS))}\n</data>',
    "tiles": "<data>" + "".join(f'<tile gid="{gid}"/>' for gid in GIDS) + "</data>",
    "zlib": f'<data encoding="base64" compression="zlib">\n  {packed("zlib")}\n</data>',
    "zstd": f'<data encoding="base64" compression="zstd">\n  {packed("zstd")}\n</data>',
    "chunk": '<data encoding="csv"><chunk x="8" y="0" width="4" '
    f'height="3">{",".join(map(str, GIDS))}</chunk></data>',
}


def tmx(data: str, more: str = "", infinite: int = 0) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" infinite="{infinite}">
 <properties><property name="name" value="Tarn"/></properties>
 <tileset firstgid="1" name="land"><image source="land.png"/>
  <tile id="0" type="grass"/>
  <tile id="1" class="wall"><objectgroup><object id="1" x="0" y="0" width="9" height="9"/></objectgroup></tile>
 </tileset>
 <tileset firstgid="5" source="sea.tsx"/>
 <layer id="1" name="ground" width="4" height="3">{data}</layer>
 {more}
</map>"""


@pytest.mark.parametrize("packing", DATA)
def test_xml_holds_what_json_holds(packing: str, tmp_path: Path) -> None:
    world, problems = read(tmp_path, tmx(DATA[packing], infinite=int(packing == "chunk")))
    assert world is not None
    assert (world.name, list(world.grid.rows)) == ("Tarn", ROWS)
    assert world.grid.walkable.count(0) == 3
    assert world.tiles is not None
    assert world.tiles.ids.tolist() == GIDS
    assert not problems


SHAPES = """<objectgroup id="2" name="rooms">
  <object id="1" name="Hall" x="0" y="0" width="32" height="48"/>
  <object id="2" name="Corner" x="0" y="0"><polygon points="0,0 32,0 32,16 16,16 16,32 0,32"/></object>
  <object id="3" name="Far" x="900" y="0" width="16" height="16"/>
 </objectgroup>
 <objectgroup id="3" name="stuff"><properties><property name="mood" value="gay"/></properties>
  <object id="4" name="Old Well" type="well" x="48" y="16"><point/>
   <properties><property name="blocks" type="bool" value="true"/>
    <property name="deep" type="int" value="9"/></properties>
  </object>
  <object id="5" gid="5" x="16" y="48" width="16" height="16"/>
  <object id="6" name="Ada" class="npc" x="40" y="8"><point/></object>
  <object id="7" name="sign" x="0" y="0"><text>Hi</text></object>
  <object id="8" name="way" x="0" y="0" rotation="45"><polyline points="0,0 9,9"/></object>
  <object id="9" template="a.tx" x="0" y="0"/>
 </objectgroup>
 <imagelayer id="4" name="sky"/>"""


def test_shapes_become_areas_objects_and_people(tmp_path: Path) -> None:
    world, problems = read(tmp_path, tmx(DATA["csv"], SHAPES))
    assert world is not None
    assert {
        area.name: sorted(area.cells()) for area in world.areas.by_id.values() if area.id != "world"
    } == {
        "Hall": [(x, y) for x in range(2) for y in range(3)],
        "Corner": [(0, 0), (0, 1), (1, 0)],
    }
    assert world.areas.path("corner") == ("world", "hall", "corner")
    well, tile = world.objects.values()
    assert (well.id, well.name, well.kind, well.cell) == ("old_well", "Old Well", "well", (3, 1))
    assert world.kinds["well"].blocks
    assert (tile.kind, tile.cell, world.kinds[tile.kind].glyph) == ("water_0", (1, 2), "~")
    assert world.people["ada"].start in {(1, 0), (3, 0)}
    told = "\n".join(map(str, problems))
    for words in (
        "“mood”",
        "“deep”",
        "“sign” is a text",
        "“way” is a polyline",
        "is a template",
        "“sky”",
        "“Far” lies outside",
    ):
        assert words in told
    assert "nobody can stand in the cell [2, 0]; “Ada” starts in" in told
    assert all(problem.severity is Severity.WARNING and problem.line for problem in problems)


def test_layers_of_collisions_only_tell_where_one_cannot_walk(tmp_path: Path) -> None:
    ground = tiles(data=[1] * 12)
    walls = tiles(name="Collision", visible=False, data=[9, *[0] * 10, 9])
    roofs = tiles(name="roofs", visible=False)
    world, problems = read(tmp_path, tmj(ground, {"type": "group", "layers": [walls, roofs]}))
    assert world is not None
    assert world.grid.walkable == bytes([0, *[1] * 10, 0])
    assert {world.grid.tile(Cell(0, 0)).name, world.grid.tile(Cell(1, 0)).name} == {
        "grass (blocked)",
        "grass",
    }
    assert [(problem.code, "“roofs” is hidden" in problem.what) for problem in problems] == [
        ("no-room", True)
    ]


BAD: dict[str, tuple[dict[str, Any] | str, str]] = {
    "isometric": (tmj(tiles(), orientation="isometric"), "no-map"),
    "no tiles": (tmj(), "empty-map"),
    "a bomb": (
        tmj(
            tiles(
                encoding="base64",
                compression="zlib",
                data=base64.b64encode(zlib.compress(bytes(1 << 24))).decode(),
            )
        ),
        "wrong-size",
    ),
    "huge": (tmj(tiles(width=1 << 20, height=1 << 20)), "too-large"),
    "far": (
        tmj(
            {
                "type": "tilelayer",
                "chunks": [
                    {"x": x, "y": 0, "width": 1, "height": 1, "data": [1]}
                    for x in (-900_000, 900_000)
                ],
            },
            infinite=True,
        ),
        "",
    ),
    "very far": (
        tmj(
            {
                "type": "tilelayer",
                "chunks": [
                    {"x": x, "y": x, "width": 1, "height": 1, "data": [1]} for x in (0, 900_000)
                ],
            },
            infinite=True,
        ),
        "too-large",
    ),
    "few": (tmj(tiles(data=[1])), "wrong-size"),
    "negative": (tmj(tiles(data=[-1] * 12)), "bad-value"),
    "words": (tmj(tiles(data=["1"] * 12)), "bad-value"),
    "torn": (
        tmj(tiles(encoding="base64", compression="gzip", data=packed("gzip")[:-9])),
        "bad-data",
    ),
    "no zstd": (tmj(tiles(encoding="base64", compression="zstd", data=packed(""))), "bad-data"),
    "half a zstd": (
        tmj(
            tiles(
                encoding="base64",
                compression="zstd",
                data=base64.b64encode(ZSTD.compress(bytes(48))[:-5]).decode(),
            )
        ),
        "wrong-size",
    ),
    "a bomb of zstd": (
        tmj(
            tiles(
                encoding="base64",
                compression="zstd",
                data=base64.b64encode(ZSTD.compress(bytes(1 << 24))).decode(),
            )
        ),
        "wrong-size",
    ),
    "laughs": (
        '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><map name="&b;"/>',
        "xml-syntax",
    ),
    "no xml": ("<map>\n<layer></map>", "xml-syntax"),
    "deep": ("<map>" * 5000, "xml-syntax"),
    "a tileset": ('<tileset name="x"/>', "no-map"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_one_error_with_its_place(name: str, tmp_path: Path) -> None:
    table, code = BAD[name]
    world, problems = read(tmp_path, table)
    assert [problem.code for problem in select_errors(problems)] == ([code] if code else [])
    assert (world is None) == bool(code)
    assert all(problem.line and problem.file in ("town.tmj", "town.tmx") for problem in problems)


@pytest.mark.parametrize("source", ["../out.tsj", "/etc/passwd", "gone.tsj", "link.tsj", 7, "a\0b"])
def test_a_tileset_that_cannot_be_read_is_missed_and_no_more(
    source: object, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.tsj").write_text("{}", "utf-8")
    (tmp_path / "in" / "link.tsj").symlink_to(tmp_path / "out.tsj")
    world, problems = read(
        tmp_path / "in", tmj(tiles(), tilesets=[{"firstgid": 1, "source": source}])
    )
    assert world is not None
    found = next(
        problem for problem in problems if problem.code in ("outside-project", "unreadable")
    )
    assert (found.file, found.severity) == ("town.tmj", Severity.WARNING)
    assert found.line


def test_a_shape_with_too_many_boxes_is_parted(tmp_path: Path) -> None:
    wide = tiles(width=1600, height=3, data=[1] * 4800)
    points = [{"x": 0, "y": 48}]
    for x in range(0, 1600, 4):
        points += [
            {"x": 16 * x, "y": 16},
            {"x": 16 * x + 32, "y": 16},
            {"x": 16 * x + 32, "y": 32},
            {"x": 16 * x + 64, "y": 32},
        ]
    points.append({"x": 25600, "y": 48})
    layer = {
        "type": "objectgroup",
        "name": "areas",
        "objects": [{"x": 0, "y": 0, "name": "Comb", "polygon": points}],
    }
    world, problems = read(tmp_path, tmj(wide, layer, width=1600))
    assert world is not None
    assert [problem.code for problem in problems] == ["too-many-boxes"]
    cells = {cell for name in ("comb", "comb_part") for cell in world.areas.by_id[name].cells()}
    assert len(cells) == 1600 + 800


def test_starts_drawn_in_tiled_are_start_cells_of_their_area(tmp_path: Path) -> None:
    house = {"properties": [{"name": "area", "type": "string", "value": "house"}]}
    pieces: list[dict[str, Any]] = [
        {"name": "House", "type": "area", "x": 0, "y": 0, "width": 48, "height": 48},
        {"name": "Nook", "type": "area", "x": 0, "y": 16, "width": 32, "height": 16},
        {"type": "start", "x": 8, "y": 24, "point": True},
        {"type": "Spawning Location", "x": 0, "y": 0, "width": 16, "height": 32, **house},
        {"name": "door", "type": "start", "x": 40, "y": 8, "point": True},
        {"name": "far", "type": "start", "x": 9000, "y": 0, "point": True},
    ]
    group = {"type": "objectgroup", "name": "places", "objects": pieces}
    world, problems = read(tmp_path, tmj(tiles(), group))
    assert world is not None
    assert {area.id: area.starts for area in world.areas.by_id.values() if area.starts} == {
        "nook": ((0, 1),),
        "house": ((0, 0), (0, 1)),
    }
    assert [problem.code for problem in problems] == ["start-blocked", "outside-map"]
    exported = json.loads(to_tmj(world, "town.png"))
    points = [each for each in exported["layers"][2]["objects"] if each["type"] == "start"]
    points[0]["x"] += 16
    again, problems = read(tmp_path / "again", exported)
    assert again is not None
    assert again.areas.by_id["house"].starts == ((1, 0), (0, 1))
    assert not problems


UNNAMED = [{"firstgid": 1, "name": "outdoor", "tilecount": 40, "columns": 8, "image": "a.png"}]


def unnamed(data: list[int], *more: dict[str, Any], **tileset: Any) -> dict[str, Any]:
    return tmj(tiles(name="one", data=data), *more, tilesets=[{**UNNAMED[0], **tileset}])


def by_code(problems: list[Problem], code: str) -> list[str]:
    return [one.what for one in problems if one.code == code]


def test_tiles_without_names_are_told_apart(tmp_path: Path) -> None:
    world, problems = read(tmp_path, unnamed([1, 1, 1, 2, 2, 2 | 1 << 31, 3, 3, 3, 3, 3, 1]))
    assert world is not None
    assert {tile.name for tile in world.grid.legend.values()} >= {
        "outdoor 0",
        "outdoor 1",
        "outdoor 2",
    }
    assert len({*world.grid.rows[0]}) == 2
    assert world.grid.rows[1][0] == world.grid.rows[1][1]
    assert not by_code(problems, "unnamed-tiles")


def test_of_many_tiles_without_names_the_most_common_are_told_apart(tmp_path: Path) -> None:
    table = unnamed([*range(1, 31), 30, 30])
    table["layers"][0] |= {"width": 8, "height": 4}
    world, problems = read(tmp_path, table | {"width": 8, "height": 4})
    assert world is not None
    names = [tile.name for tile in world.grid.legend.values()]
    assert sum(name.startswith("outdoor") for name in names) == 24
    assert {"outdoor 29", "ground"} <= {*names}
    assert by_code(problems, "unnamed-tiles") == [
        "no tile has a name: the 24 most common become glyphs, 6 others are “ground”"
    ]


@pytest.mark.parametrize(
    "tileset",
    [
        {
            "wangsets": [
                {
                    "colors": [{"name": "Dirt"}, {"name": "Deep Water"}],
                    "wangtiles": [
                        {"tileid": 1, "wangid": [0, 2, 0, 2, 0, 2, 0, 2]},
                        {"tileid": 2, "wangid": [0, 2, 0, 1, 0, 2, 0, 2]},
                    ],
                }
            ]
        },
        {
            "terrains": [{"name": "Dirt"}, {"name": "Deep Water"}],
            "tiles": [{"id": 1, "terrain": [1, 1, 1, 1]}, {"id": 2, "terrain": [1, 0, 1, 1]}],
        },
    ],
    ids=["wang colours", "terrains"],
)
def test_a_tile_that_lies_wholly_in_a_terrain_has_its_name(
    tmp_path: Path, tileset: dict[str, Any]
) -> None:
    world, _problems = read(tmp_path, unnamed([1, 2, 3, 1] * 3, **tileset))
    assert world is not None
    names = [world.grid.tile(Cell(x, 0)).name for x in range(4)]
    assert names == ["ground", "Deep Water", "ground", "ground"]


def test_terrains_of_xml_are_read(tmp_path: Path) -> None:
    text = """<map version="1.0" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="outdoor" tilecount="4" columns="2"><terraintypes><terrain name="Sand" tile="0"/>
 </terraintypes><tile id="0" terrain="0,0,0,0"/><wangsets><wangset name="w" type="corner"><wangcolor name="Grass"/>
 <wangtile tileid="1" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets></tileset>
 <layer id="1" name="one" width="2" height="1"><data encoding="csv">1,2</data></layer></map>"""
    world, problems = read(tmp_path, text)
    assert world is not None
    assert [world.grid.tile(Cell(x, 0)).name for x in range(2)] == ["Sand", "Grass"]
    assert problems == []


def test_untyped_flags_are_read_and_counted(tmp_path: Path) -> None:
    listed = [
        {"id": number, "properties": [{"name": "blocks", "type": "string", "value": "1"}]}
        for number in range(3)
    ]
    world, problems = read(tmp_path, unnamed([1, 2, 3, 4] * 3, tiles=listed))
    assert world is not None
    assert [world.is_walkable(Cell(x, 0)) for x in range(4)] == [False, False, False, True]
    assert by_code(problems, "untyped-flag") == [
        "“blocks” has the value “1” without the type bool: read as true (3 ×)"
    ]


def test_empty_cells_that_a_person_can_reach_are_ground(tmp_path: Path) -> None:
    wall = [{"id": 0, "properties": [{"name": "solid", "type": "bool", "value": True}]}]
    people = {
        "type": "objectgroup",
        "name": "people",
        "objects": [{"id": 1, "name": "Ada", "x": 4, "y": 4}],
    }
    data = [0, 2, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0]
    world, problems = read(tmp_path, unnamed(data, people, tiles=wall))
    assert world is not None
    assert [world.is_walkable(Cell(x, y)) for y in range(2) for x in range(4)] == [
        True,
        True,
        False,
        False,
    ] * 2
    assert world.people["ada"].start == (0, 0)
    assert by_code(problems, "empty-ground") == [
        "the cell [0, 0], where somebody is drawn, has no tile: 3 empty cells are ground"
    ]


def test_the_tile_of_a_flipped_object_is_kept(tmp_path: Path) -> None:
    flipped = {
        "type": "objectgroup",
        "name": "items",
        "objects": [{"id": 1, "gid": 2 | 1 << 31, "x": 0, "y": 16}],
    }
    world, _problems = read(
        tmp_path, unnamed([1] * 12, flipped, tiles=[{"id": 1, "type": "chest"}])
    )
    assert world is not None
    assert [*world.kinds] == ["chest"]


GREEN, GREY, BROWN = (20, 140, 40), (120, 120, 130), (130, 90, 50)


def sheet(margin: int = 0, spacing: int = 0) -> bytes:
    """Return the image of a tileset: a row of tiles of 16 pixels, green, grey, brown."""
    rows = []
    for y in range(16 + 2 * margin):
        row: list[tuple[int, int, int] | None] = [None] * margin
        for color in (GREEN, GREY, BROWN):
            row += [color if margin <= y < margin + 16 else None] * 16 + [None] * spacing
        rows.append(row + [None] * margin)
    return write_png(len(rows[0]), [pixel for row in rows for pixel in row])


def pictured(folder: Path, tileset: dict[str, Any], *layers: dict[str, Any]) -> ImportReport:
    """Import a map of one tileset, write the world, and return the report."""
    table = tmj(
        tiles(data=[1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 3]),
        *layers,
        tilesets=[{"firstgid": 1, **tileset}],
    )
    (folder / "town.tmj").write_text(json.dumps(table), "utf-8")
    report = ImportReport()
    files, _ = import_world(folder / "town.tmj", report)
    assert files is not None
    write_world(folder / "town", {**files, **report.pictures})
    return report


LAND = {"name": "x", "image": "land.png", "tilewidth": 16, "tileheight": 16}


@pytest.mark.parametrize(("margin", "spacing"), [(0, 0), (2, 1)])
def test_tiles_become_pictures_and_the_ground_their_average(
    margin: int, spacing: int, tmp_path: Path
) -> None:
    (tmp_path / "land.png").write_bytes(sheet(margin, spacing))
    well = {
        "type": "objectgroup",
        "name": "objects",
        "objects": [
            {"id": 1, "gid": 3, "name": "well", "x": 0, "y": 16, "width": 16, "height": 16}
        ],
    }
    report = pictured(tmp_path, {**LAND, "margin": margin, "spacing": spacing}, well)
    world, problems = inspect_world(tmp_path / "town")
    assert world is not None
    assert not [one for one in problems if "picture" in one.code]
    assert len(report.pictures) == 2
    tile = world.grid.tile(Cell(0, 0))
    assert {*read_picture(tmp_path / "town", tile.picture).pixels} == {GREEN}
    assert tile.ground == "#148c28"
    assert {*read_picture(tmp_path / "town", world.kinds["well"].picture or "").pixels} == {BROWN}


def test_a_collection_of_images_has_a_picture_for_each_tile(tmp_path: Path) -> None:
    for name, color in (("a", GREEN), ("b", GREY), ("c", BROWN)):
        (tmp_path / f"{name}.png").write_bytes(write_png(200, [color] * 20_000))
    names = [{"id": number, "image": f"{name}.png"} for number, name in enumerate("abc")]
    pictured(tmp_path, {"name": "x", "tiles": names})
    world, problems = inspect_world(tmp_path / "town")
    assert world is not None
    assert not [one for one in problems if "picture" in one.code]
    image = read_picture(tmp_path / "town", world.grid.tile(Cell(0, 0)).picture)
    assert {*image.pixels} == {GREEN}


@pytest.mark.parametrize(
    ("data", "code"), [(None, "unreadable"), (b"GIF89a", "bad-image"), (b"\x89PNG", "bad-image")]
)
def test_an_image_that_cannot_be_read_is_reported_once_and_missed(
    data: bytes | None, code: str, tmp_path: Path
) -> None:
    if data is not None:
        (tmp_path / "land.png").write_bytes(data)
    report = pictured(tmp_path, LAND)
    assert [one.code for one in report.problems] == [code]
    assert not report.pictures
    world, _ = inspect_world(tmp_path / "town")
    assert world is not None
    assert not any(tile.picture for tile in world.grid.legend.values())
