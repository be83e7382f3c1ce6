"""Signs in lists as the map shows them: the states of a kind by day and at night, a tile, a
person."""

from functools import lru_cache

from latticeville.draw.frame import Sprite, kind_sprite
from latticeville.draw.tilemap.color import to_hex
from latticeville.draw.tilemap.light import DARKEST, DAYLIGHT, LEVELS, Light, light_radius
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, PaintedCell
from latticeville.world.model.grid import Grid, Tile
from latticeville.world.model.objects import Kind
from studio.ui.text import ELLIPSIS, QUIET, Span, TextRow, clean

_MARGIN = 7
"""Columns of the words before the signs."""
_FLOOR = Grid(1, 1, (".",), {".": Tile(".", "floor", terrain="floor")})


def sign_rows(kind: Kind, cells: int) -> tuple[TextRow, TextRow]:
    """Return the rows: for each state its tile, its compact cell and its name; as many as fit into
    so many columns."""
    day, night = [Span("day".ljust(_MARGIN), QUIET)], [Span("night".ljust(_MARGIN), QUIET)]
    used = _MARGIN
    for state in kind.states:
        name = clean(state)
        width = len(name) + 7
        if used + width > cells and used > _MARGIN:
            day.append(Span(ELLIPSIS, QUIET))
            break
        used += width
        for spans, is_night in ((day, False), (night, True)):
            tile, compact = (
                paint_sign(kind, state, style, is_night=is_night)
                for style in (MapStyle.TILES, MapStyle.COMPACT)
            )
            word = name if spans is day else ""
            spans.extend(
                (_painted(tile), Span(" "), _painted(compact), Span(f" {word.ljust(len(name))}  "))
            )
    return TextRow("signs by day", tuple(day)), TextRow("signs at night", tuple(night))


def paint_sign(kind: Kind, state: str, style: MapStyle, *, is_night: bool) -> PaintedCell:
    """Return one cell of an object in a state; at night, only its own light shines on it."""
    level = LEVELS - 1 if light_radius(kind, state) else 0
    light = Light(DARKEST, {0: bytes([level])}) if is_night else DAYLIGHT
    [cell] = MapPainter(_FLOOR, style).row(
        Moment(light), 0, range(1), {0: kind_sprite(kind, state)}, {}
    )
    return cell


def tile_span(tile: Tile) -> Span:
    """Return a cell of the ground as the map shows it by day in tiles."""
    grid = Grid(1, 1, (tile.glyph,), {tile.glyph: tile})
    [cell] = MapPainter(grid, MapStyle.TILES).row(Moment(), 0, range(1), {}, {})
    return _painted(cell)


@lru_cache(1 << 10)
def person_span(badge: str, color: str) -> Span:
    """Return a person as the map shows them by day in tiles: two letters on their colour."""
    look = MapPainter(_FLOOR, MapStyle.TILES).person_look(Sprite(badge[:1], color, "", badge=badge))
    return Span(look.text, f"{to_hex(look.ink)} on {to_hex(look.ground)}")


def _painted(cell: PaintedCell) -> Span:
    return Span(cell.text, f"{to_hex(cell.ink)} on {to_hex(cell.ground)}")
