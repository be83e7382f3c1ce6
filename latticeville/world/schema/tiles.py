"""tiles.toml: the tilesets of the tile ids in tiles.csv."""

from typing import Annotated

from pydantic import Field

from latticeville.world.model.values import Name, Span, Text
from latticeville.world.schema.table import Table

Pixels = Annotated[int, Field(ge=0, le=1_000_000)]


class TilesetTable(Table):
    """A tileset: which ids are its tiles, and where its image is."""

    first: Annotated[int, Field(ge=1, le=268_435_455)]
    """The id of its first tile."""
    name: Name
    """What it is called."""
    image: Text = ""
    """The path of its image, as in the source of the map."""
    size: Span = (16, 16)
    """Width and height of a tile in pixels."""
    count: Annotated[int, Field(ge=0, le=268_435_455)] = 0
    """How many tiles it has; 0 if unknown."""
    columns: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    """How many columns of tiles the image has; 0 if unknown."""
    image_size: Span | None = None
    """Width and height of the image in pixels."""
    margin: Pixels = 0
    """Pixels around the tiles of the image."""
    spacing: Pixels = 0
    """Pixels between the tiles of the image."""


class TilesFile(Table):
    """tiles.toml: the tilesets of a map."""

    tilesets: Annotated[list[TilesetTable], Field(max_length=10_000)] = []
