"""Types of values that the tables of the format share."""

import unicodedata
from difflib import get_close_matches
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema

from latticeville.core.clock import parse_hours, parse_start
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

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
Content = Annotated[str, StringConstraints(pattern=r"^([a-z][a-z0-9_]*|[*])$", max_length=64)]
Text = Annotated[str, StringConstraints(max_length=4000)]
Language = Annotated[str, StringConstraints(pattern=rf"^{LANGUAGE_PATTERN}$")]
Glyph = Annotated[str, StringConstraints(min_length=1, max_length=1)]
Color = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$|^#[0-9a-fA-F]{6}$")]


def _check_hours(text: str) -> str:
    parse_hours(text)
    return text


def _check_start(text: str) -> str:
    parse_start(text)
    return text


def _check_ground(text: str) -> str:
    if not is_ground(text):
        [near] = get_close_matches(text[:80], (*Material, *COLORS), 1) or [Material.GRASS]
        known = f"a material ({', '.join(Material)}) or a colour"
        raise ValueError(f"“{text[:40]}” is not {known}: write “{near}” or “#rrggbb”")
    return text


def _check_tile_text(text: str) -> str:
    wrong = [f"U+{ord(letter):04X}" for letter in text if not is_one_cell(letter)]
    if wrong:
        raise ValueError(f"{wrong[0]} does not fill one cell: write one or two such as “♣♠”")
    return text


def _check_emoji(text: str) -> str:
    if unicodedata.east_asian_width(text) != "W":
        raise ValueError(f"“{text}” is no emoji that is two cells wide: write one such as “🍳”")
    return text


def _check_picture(text: str) -> str:
    if not is_picture_name(text):
        raise ValueError(
            f"“{text[:40]}” is no PNG or WebP in the world's folder: write such as "
            "“pictures/bed.png”"
        )
    return text


def _check_name(text: str) -> str:
    if not text.strip() or not all(letter.isprintable() for letter in text):
        raise ValueError(
            "a name must be one line with a visible character: write text without control "
            "characters"
        )
    return text


_GROUNDS = [{"enum": [*Material]}, {"pattern": f"^({'|'.join(COLORS)}|{HEX_COLOR})$"}]
_GroundSchema = WithJsonSchema({"type": "string", "anyOf": _GROUNDS})
Ground = Annotated[str, AfterValidator(_check_ground), _GroundSchema]
Emoji = Annotated[str, StringConstraints(min_length=1, max_length=1), AfterValidator(_check_emoji)]
_TileLength = StringConstraints(min_length=1, max_length=2)
TileText = Annotated[str, _TileLength, AfterValidator(_check_tile_text)]
PictureName = Annotated[str, StringConstraints(max_length=200), AfterValidator(_check_picture)]
Reach = Annotated[int, Field(ge=0, le=MAX_LIGHT)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_check_name)]
UseText = Annotated[
    str, StringConstraints(pattern=r"^[a-z][a-z0-9_]* [a-z][a-z0-9_]*$", max_length=129)
]
HoursText = Annotated[str, AfterValidator(_check_hours)]
StartText = Annotated[str, AfterValidator(_check_start)]
Count = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Place = Annotated[int, Field(ge=-100_000, le=100_000)]
Extent = Annotated[int, Field(ge=1, le=100_000)]
Share = Annotated[float, Field(ge=0, le=1)]
Weight = Annotated[float, Field(ge=0, le=1000)]
Weights = Annotated[tuple[Weight, Weight, Weight], Field(strict=False)]
Trigger = Annotated[int, Field(ge=1, le=1_000_000)]
Minutes = Annotated[int, Field(ge=1, le=100_000)]
Point = Annotated[tuple[Place, Place], Field(strict=False)]
Span = Annotated[tuple[Extent, Extent], Field(strict=False)]
Corners = Annotated[tuple[Place, Place, Extent, Extent], Field(strict=False)]
ShapeRow = Annotated[str, StringConstraints(pattern=r"^[#.]+$", max_length=100_000)]
Times = Annotated[tuple[HoursText, HoursText], Field(strict=False)]


class Table(BaseModel):
    """A table of the format; a key it does not know is an error."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, strict=True
    )


def require_exactly_one(table: Table, *keys: str) -> None:
    """Raise a ValueError unless a table gives one of these keys, and no other of them."""
    given = [key for key in keys if getattr(table, key) is not None]
    if len(given) != 1:
        words = ", ".join(f"“{key}”" for key in keys)
        raise ValueError(
            f"there must be exactly one of {words} here, not {len(given)}: write one of them"
        )
