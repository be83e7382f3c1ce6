"""Types of the values in the files of a world."""

import unicodedata
from typing import Annotated

from latticeville.core.clock import format_time, parse_hours, parse_start
from latticeville.world.model.looks import (
    COLORS,
    HEX_COLOR,
    MAX_LIGHT,
    Material,
    is_ground,
    is_one_cell,
    is_picture_name,
)
from latticeville.world.model.prompts import LANGUAGE_PATTERN
from latticeville.world.model.table_struct import Check, Limits, WrittenAs


def scaled(parts: int, least: float, most: float) -> WrittenAs:
    """Return that a whole number of parts of 1 is written as a number within bounds."""
    return WrittenAs(
        Annotated[float, Limits(ge=least, le=most)],
        lambda number: round(parts * number),
        lambda whole: whole / parts,
    )


Id = Annotated[str, Limits(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
Content = Annotated[str, Limits(pattern=r"^([a-z][a-z0-9_]*|[*])$", max_length=64)]
Text = Annotated[str, Limits(max_length=4000)]
Language = Annotated[str, Limits(pattern=rf"^{LANGUAGE_PATTERN}$")]
Glyph = Annotated[str, Limits(min_length=1, max_length=1)]
Color = Annotated[str, Limits(pattern=r"^[a-z][a-z0-9_-]*$|^#[0-9a-fA-F]{6}$")]


def _check_ground(text: str) -> None:
    if not is_ground(text):
        from latticeville.core.closest_match import closest_match

        near = closest_match(text, (*Material, *COLORS)) or Material.GRASS
        known = f"a material ({', '.join(Material)}) or a colour"
        raise ValueError(f"“{text[:40]}” is not {known}: write “{near}” or “#rrggbb”")


def _check_tile_text(text: str) -> None:
    wrong = [f"U+{ord(letter):04X}" for letter in text if not is_one_cell(letter)]
    if wrong:
        raise ValueError(f"{wrong[0]} does not fill one cell: write one or two such as “♣♠”")


def _check_emoji(text: str) -> None:
    if unicodedata.east_asian_width(text) != "W":
        raise ValueError(f"“{text}” is no emoji that is two cells wide: write one such as “🍳”")


def _check_picture(text: str) -> None:
    if not is_picture_name(text):
        raise ValueError(
            f"“{text[:40]}” is no PNG or WebP in the world's folder: write such as "
            "“pictures/bed.png”"
        )


def _check_name(text: str) -> None:
    if not text.strip() or not all(letter.isprintable() for letter in text):
        raise ValueError(
            "a name must be one line with a visible character: write text without control "
            "characters"
        )


_GROUNDS = [{"enum": [*Material]}, {"pattern": f"^({'|'.join(COLORS)}|{HEX_COLOR})$"}]
Ground = Annotated[str, Check(_check_ground, {"type": "string", "anyOf": _GROUNDS})]
Emoji = Annotated[str, Limits(min_length=1, max_length=1), Check(_check_emoji)]
_TileLength = Limits(min_length=1, max_length=2)
TileText = Annotated[str, _TileLength, Check(_check_tile_text)]
PictureName = Annotated[str, Limits(max_length=200), Check(_check_picture)]
Reach = Annotated[int, Limits(ge=0, le=MAX_LIGHT)]
Name = Annotated[str, Limits(min_length=1, max_length=200), Check(_check_name)]
UseText = Annotated[str, Limits(pattern=r"^[a-z][a-z0-9_]* [a-z][a-z0-9_]*$", max_length=129)]
HoursText = Annotated[str, Check(parse_hours)]
StartTime = Annotated[int, WrittenAs(str, parse_start, format_time)]
"""Minutes since Monday 00:00, written as a day and a time."""
Count = Annotated[int, Limits(ge=-1_000_000, le=1_000_000)]
Place = Annotated[int, Limits(ge=-100_000, le=100_000)]
Extent = Annotated[int, Limits(ge=1, le=100_000)]
Share = Annotated[float, Limits(ge=0, le=1)]
Weight = Annotated[float, Limits(ge=0, le=1000)]
Weights = Annotated[tuple[Weight, Weight, Weight], Limits(strict=False)]
Trigger = Annotated[int, Limits(ge=1, le=1_000_000)]
Minutes = Annotated[int, Limits(ge=1, le=100_000)]
Point = Annotated[tuple[Place, Place], Limits(strict=False)]
Span = Annotated[tuple[Extent, Extent], Limits(strict=False)]
Corners = Annotated[tuple[Place, Place, Extent, Extent], Limits(strict=False)]
ShapeRow = Annotated[str, Limits(pattern=r"^[#.]+$", max_length=100_000)]
Times = Annotated[tuple[HoursText, HoursText], Limits(strict=False)]
