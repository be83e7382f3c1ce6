"""Render rows of a map: find runs of equal style, and cache the pieces."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rich.color import ColorSystem
from rich.style import Style

from latticeville.draw.frame import Sprite, single
from latticeville.draw.tilemap.color import readable_ink
from latticeville.draw.tilemap.heat_tint import CONTRAST, tint_ground
from latticeville.world.model.grid import VOID, Grid
from studio.canvas.area_borders import BorderLayer
from studio.canvas.marks import (
    CHOSEN,
    CURSOR,
    FRAME,
    HEAT_SHIFT,
    LAID,
    OBJECT,
    PERSON,
    PICKED,
    PREVIEW,
)
from studio.canvas.palette import MapPalette
from studio.canvas.prerendered_strip import Ink, StripPiece, join_pieces, make_ink, make_piece
from studio.canvas.zoom import ZoomedMap

CHUNK = 32
"""Columns of a piece: few enough that one thing on a row leaves most of it as it was."""
PIECES = 1 << 14
"""Most pieces that are kept."""
_RUNS = re.compile(r"(.)\1*", re.DOTALL)
_FIRST: Final = 0x100
_NONE: Mapping[int, Any] = {}


class _Over(NamedTuple):
    """What lies over the tiles of a row, by column, lowest first."""

    borders: Mapping[int, str]
    objects: Mapping[int, Sprite]
    names: Mapping[int, str]
    people: Mapping[int, Sprite]
    marks: Mapping[int, int]


class GlyphRenderer:
    """Knows the look of one map in one light, and makes each style once, and each stretch of
    tiles."""

    def __init__(
        self,
        grid: Grid,
        paint: MapPalette,
        frame: Style,
        system: ColorSystem = ColorSystem.TRUECOLOR,
    ) -> None:
        self.grid, self._system = grid, system
        self._paint, self._frame = paint, Style(color=frame.color)
        self._inks: list[Ink] = []
        self._pieces: dict[str, StripPiece] = {}
        self._codes: dict[tuple[str, str, int], str] = {}
        self._glyphs = {
            ord(glyph): " " if glyph == VOID else single(glyph) for glyph in grid.legend
        }
        self._tiles = {ord(glyph): self._code("", glyph, 0) for glyph in grid.legend}

    def row(
        self,
        scene: ZoomedMap,
        row: int,
        columns: range,
        frames: BorderLayer,
        marks: Mapping[int, int],
        ground: str = "",
    ) -> list[StripPiece]:
        """Return a stretch of a row of the map, or of a ground that is drawn instead of it."""
        tiles, known = ground or self.grid.rows[row], self._pieces
        over = _Over(
            frames.borders.get(row, _NONE),
            scene.objects.get(row, _NONE),
            frames.names.get(row, _NONE),
            scene.people.get(row, _NONE),
            marks,
        )
        touched = {x // CHUNK for layer in over for x in layer}
        pieces, x = [], columns.start
        while x < columns.stop:
            chunk = x // CHUNK
            end = min((chunk + 1) * CHUNK, columns.stop)
            if chunk in touched:
                pieces.append(self._overlaid(tiles, range(x, end), over))
            else:
                part = tiles[x:end]
                pieces.append(known.get(part) or self._plain(part))
            x = end
        return pieces

    def _plain(self, tiles: str) -> StripPiece:
        """Make a piece of nothing but tiles; beyond so many, those that were made are forgotten."""
        if len(self._pieces) >= PIECES:
            self._pieces.clear()
        made = self._pieces[tiles] = self._piece(
            tiles.translate(self._glyphs), tiles.translate(self._tiles)
        )
        return made

    def _overlaid(self, row: str, columns: range, over: "_Over") -> StripPiece:
        """Make a piece with something on it."""
        tiles = row[columns.start : columns.stop]
        letters, inks = list(tiles.translate(self._glyphs)), list(tiles.translate(self._tiles))
        self._put_frames(over.borders, columns, tiles, letters, inks)
        self._put_sprites(over.objects, OBJECT, columns, tiles, letters, inks)
        self._put_frames(over.names, columns, tiles, letters, inks)
        self._put_sprites(over.people, PERSON, columns, tiles, letters, inks)
        for x in over.marks.keys() & set(columns):
            sprite = None if over.marks[x] & PREVIEW else over.people.get(x) or over.objects.get(x)
            flags = over.marks[x] | ((PERSON if x in over.people else OBJECT) if sprite else 0)
            inks[x - columns.start] = self._code(
                sprite.color if sprite else "", tiles[x - columns.start], flags
            )
        return self._piece("".join(letters), "".join(inks))

    def _piece(self, glyphs: str, codes: str) -> StripPiece:
        """Make a piece of glyphs and the codes of their styles."""
        runs, place = [], 0
        for match in _RUNS.finditer(codes):
            end = match.end()
            runs.append(make_piece(glyphs[place:end], self._inks[ord(match[1]) - _FIRST]))
            place = end
        return join_pieces(runs)

    def _put_frames(
        self,
        framed: Mapping[int, str],
        columns: range,
        tiles: str,
        letters: list[str],
        inks: list[str],
    ) -> None:
        for x, letter in framed.items():
            if x in columns:
                place = x - columns.start
                letters[place] = letter or letters[place]
                inks[place] = self._code("", tiles[place], FRAME)

    def _put_sprites(
        self,
        layer: Mapping[int, Sprite],
        flag: int,
        columns: range,
        tiles: str,
        letters: list[str],
        inks: list[str],
    ) -> None:
        for x in layer if len(layer) < len(columns) else (x for x in columns if x in layer):
            if x in columns and not layer[x].is_note:
                place, sprite = x - columns.start, layer[x]
                letters[place] = sprite.glyph
                inks[place] = self._code(
                    sprite.color, tiles[place], flag | (PICKED if sprite.is_mark else 0)
                )

    def _code(self, color: str, glyph: str, flags: int) -> str:
        """Return the character that stands for the style of an ink on a tile."""
        key = (color, glyph, flags)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = chr(_FIRST + len(self._inks))
            self._inks.append(make_ink(self._style(color, glyph, flags), self._system))
        return code

    def _style(self, color: str, glyph: str, flags: int) -> Style:
        tile = self.grid.legend[glyph]
        style = (
            self._paint.ink(color, tile, bold=bool(flags & PERSON))
            if color
            else self._paint.tile(tile)
        )
        if level := flags >> HEAT_SHIFT:
            style += heat_style(style, level)
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


def heat_style(style: Style, level: int) -> Style:
    """Return what a level of a heat map changes in a style: ground and ink; nothing in the
    terminal's own colours."""
    if style.bgcolor is None or style.bgcolor.triplet is None or style.color is None:
        return Style.null()
    ground = tint_ground(style.bgcolor.triplet, level)
    ink = readable_ink(style.color.get_truecolor(), ground, CONTRAST)
    return Style(color=f"rgb{ink}".replace(" ", ""), bgcolor=f"rgb{ground}".replace(" ", ""))
