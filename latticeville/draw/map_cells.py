"""The cells of a map, people apart, as numbers for a page that draws them and moves people over
them."""

from base64 import b64encode
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from latticeville.core.geometry import Box
from latticeville.draw.glyphs import glyph_rows
from latticeville.draw.map_frame import FramePainter, PictureCell
from latticeville.draw.tilemap.color import to_hex
from latticeville.draw.tilemap.light import darkness
from latticeville.draw.tilemap.painter import MapStyle, PaintedCell
from latticeville.draw.tilemap.weather import weather_of
from latticeville.sim.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence


class MapCells:
    """Numbers each distinct cell of one map, from 0, in the order in which they are first seen."""

    def __init__(self, state: State, style: MapStyle, pictures: Path | None = None) -> None:
        self.style = style
        self._painter = FramePainter(state.world, style, pictures)
        self._numbers = dict[PaintedCell | PictureCell, int]()
        self._kept = dict[int, tuple[object, int]]()
        """Number of the pixels of a cell by identity: to hash them takes long."""
        self._last: tuple[tuple[object, ...], list[int]] | None = None

    def paint(self, state: State, view: Box) -> list[int]:
        """Return the numbers of the cells in a box, row by row."""
        weather = weather_of(state.weather)
        at = state.tick if weather.moves else 0
        seen = (state.world, state.things, weather, darkness(state.minute), at, view)
        if self._last is None or not _is_same(self._last[0], seen):
            frame = self._painter.paint(state, view, has_people=False)
            rows: Sequence[Sequence[PaintedCell | PictureCell]] = frame.pictures or frame.rows
            self._last = seen, [self._number(cell) for row in rows for cell in row]
        return self._last[1]

    def _number(self, cell: PaintedCell | PictureCell) -> int:
        if not isinstance(cell, PictureCell):
            return self._numbers.setdefault(cell, len(self._numbers))
        pixels = cell.pixels
        known = self._kept.get(id(pixels))
        if known is None:
            number = self._numbers.setdefault(cell, len(self._numbers))
            known = self._kept[id(pixels)] = pixels, number
        return known[1]

    def cells(self, known: int = 0) -> dict[str, Any]:
        """Return the cells from a number on, and the bitmaps of their letters: 16 rows of 8 pixels."""
        fresh = [*self._numbers][known:]
        letters = {*chain.from_iterable(one.text for one in fresh if isinstance(one, PaintedCell))}
        return {
            "columns": 2 if self.style is MapStyle.PIXELS else self.style.columns,
            "cells": [*map(_cell_data, fresh)],
            "glyphs": {letter: glyph_rows(letter).hex() for letter in sorted(letters)},
        }


def _is_same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Tell whether a map looks the same; worlds and objects are not compared by value."""
    return before[0] is now[0] and before[1] is now[1] and before[2:] == now[2:]


def _cell_data(cell: PaintedCell | PictureCell) -> list[str | int]:
    """Return a cell as the page takes it: text, ink, ground and whether it is bold, or its
    pixels."""
    if isinstance(cell, PictureCell):
        return [b64encode(bytes(chain.from_iterable(cell.pixels))).decode()]
    return [cell.text, to_hex(cell.ink), to_hex(cell.ground), int(cell.is_bold)]
