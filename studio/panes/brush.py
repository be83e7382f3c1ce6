"""Draws rows of a map: each style is a character, so that runs of equal style are found in one pass of `re`."""

import re
from collections.abc import Mapping
from typing import Final

from rich.segment import Segment
from rich.style import Style

from latticeville.render.frame import Sprite, single
from latticeville.world.grid import VOID, Grid
from studio.panes.frames import Frames
from studio.panes.lens import Drawn
from studio.panes.paint import Paint

CURSOR, CHOSEN, FRAME, OBJECT, PERSON = 1, 2, 4, 8, 16
"""What a cell holds beside its tile."""
PICKED, PREVIEW, LAID = 32, 64, 128
"""A cell that is selected, one that would be drawn, one that an overlay marks."""

_RUNS = re.compile(r"(.)\1*", re.DOTALL)
_FIRST: Final = 0x100
_NOTHING: Mapping[int, Sprite] = {}
_UNFRAMED: Mapping[int, str] = {}


class Brush:
    """Knows the look of one map in one light, and makes each style once."""

    def __init__(self, grid: Grid, paint: Paint, frame: Style) -> None:
        self.grid = grid
        self._paint, self._frame = paint, Style(color=frame.color)
        self._styles: list[Style] = []
        self._codes: dict[tuple[str, str, int], str] = {}
        self._glyphs = {ord(glyph): " " if glyph == VOID else single(glyph) for glyph in grid.legend}
        self._tiles = {ord(glyph): self._code("", glyph, 0) for glyph in grid.legend}

    def row(
        self, scene: Drawn, row: int, columns: range, frames: Frames, marks: Mapping[int, int], ground: str = ""
    ) -> list[Segment]:
        """Return a stretch of a row of the map, or of a ground that is drawn instead of it."""
        tiles = (ground or self.grid.rows[row])[columns.start : columns.stop]
        glyphs, codes = tiles.translate(self._glyphs), tiles.translate(self._tiles)
        objects, people = scene.objects.get(row, _NOTHING), scene.people.get(row, _NOTHING)
        borders, names = frames.borders.get(row, _UNFRAMED), frames.names.get(row, _UNFRAMED)
        if objects or people or borders or names or marks:
            letters, inks = list(glyphs), list(codes)
            self._put_frames(borders, columns, tiles, letters, inks)
            self._put_sprites(objects, OBJECT, columns, tiles, letters, inks)
            self._put_frames(names, columns, tiles, letters, inks)
            self._put_sprites(people, PERSON, columns, tiles, letters, inks)
            for x in marks.keys() & set(columns):
                sprite = None if marks[x] & PREVIEW else people.get(x) or objects.get(x)
                flags = marks[x] | ((PERSON if x in people else OBJECT) if sprite else 0)
                inks[x - columns.start] = self._code(sprite.color if sprite else "", tiles[x - columns.start], flags)
            glyphs, codes = "".join(letters), "".join(inks)
        segments, place = [], 0
        for match in _RUNS.finditer(codes):
            end = match.end()
            segments.append(Segment(glyphs[place:end], self._styles[ord(match[1]) - _FIRST]))
            place = end
        return segments

    def _put_frames(
        self, framed: Mapping[int, str], columns: range, tiles: str, letters: list[str], inks: list[str]
    ) -> None:
        for x, letter in framed.items():
            if x in columns:
                place = x - columns.start
                letters[place] = letter
                inks[place] = self._code("", tiles[place], FRAME)

    def _put_sprites(
        self, layer: Mapping[int, Sprite], flag: int, columns: range, tiles: str, letters: list[str], inks: list[str]
    ) -> None:
        for x in layer if len(layer) < len(columns) else (x for x in columns if x in layer):
            if x in columns:
                place, sprite = x - columns.start, layer[x]
                letters[place] = sprite.glyph
                inks[place] = self._code(sprite.color, tiles[place], flag)

    def _code(self, color: str, glyph: str, flags: int) -> str:
        """Return the character that stands for the style of an ink on a tile."""
        key = (color, glyph, flags)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = chr(_FIRST + len(self._styles))
            self._styles.append(self._style(color, glyph, flags))
        return code

    def _style(self, color: str, glyph: str, flags: int) -> Style:
        tile = self.grid.legend[glyph]
        style = self._paint.ink(color, tile, bold=bool(flags & PERSON)) if color else self._paint.tile(tile)
        if flags & FRAME:
            style += self._frame
        if flags & LAID:
            style += Style(underline=True) + self._frame
        if flags & PREVIEW:
            style += Style(bold=True, italic=True) + self._frame
        if flags & PICKED:
            style += Style(reverse=True)
        if flags & CHOSEN:
            style += Style(bold=True, reverse=True)
        if flags & CURSOR:
            style += Style(reverse=True, bold=True, underline=True)
        return style
