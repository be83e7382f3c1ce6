"""The terrains of a tileset: the name of each tile that lies wholly in one."""

from collections.abc import Iterator
from typing import Any

from latticeville.formats.report import as_list, as_table
from latticeville.world.original.values import one_line, parse_whole


def terrain_names(tileset: dict[str, Any]) -> dict[int, str]:
    """Return the name of the terrain, or of the wang colour, that all corners or edges of a tile
    have."""
    found = dict(_read_terrains(tileset))
    for entry in as_list(tileset.get("wangsets")):
        found |= dict(_read_wang_set(as_table(entry)))
    return {number: name for number, name in found.items() if name}


def _read_wang_set(table: dict[str, Any]) -> Iterator[tuple[int, str]]:
    names = _names(table.get("colors"))
    for entry in as_list(table.get("wangtiles")):
        tile = as_table(entry)
        number, sides = (
            parse_whole(tile.get("tileid")),
            [side for side in _numbers(tile.get("wangid")) if side],
        )
        if (
            number is not None
            and len(sides) >= 4
            and len({*sides}) == 1
            and 0 < sides[0] <= len(names)
        ):
            yield number, names[sides[0] - 1]


def _read_terrains(tileset: dict[str, Any]) -> Iterator[tuple[int, str]]:
    names = _names(tileset.get("terrains"))
    for entry in as_list(tileset.get("tiles")):
        tile = as_table(entry)
        number, corners = parse_whole(tile.get("id")), _numbers(tile.get("terrain"))
        if (
            number is not None
            and len(corners) == 4
            and len({*corners}) == 1
            and 0 <= corners[0] < len(names)
        ):
            yield number, names[corners[0]]


def _names(entries: object) -> list[str]:
    return [one_line(as_table(entry).get("name"), 190) for entry in as_list(entries)]


def _numbers(value: object) -> list[int]:
    """Return the whole numbers of a list, or of a text with commas; -1 for what is none.

    >>> _numbers("0,1,,2"), _numbers([3, "x"])
    ([0, 1, -1, 2], [3, -1])
    """
    if isinstance(value, str):
        return [
            int(part) if part.strip().isdecimal() and len(part) < 9 else -1
            for part in value.split(",")
        ]
    return [found if (found := parse_whole(part)) is not None else -1 for part in as_list(value)]
