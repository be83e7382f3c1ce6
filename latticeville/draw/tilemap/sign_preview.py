"""How an object of a kind is drawn on a floor, in each of its states, by day and at night."""

from latticeville.draw.frame import kind_sprite
from latticeville.draw.tilemap.light import DARKEST, DAYLIGHT, LEVELS, Light, light_radius
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, PaintedCell
from latticeville.world.model.grid import Grid, Tile
from latticeville.world.model.objects import Kind

_FLOOR = Grid(1, 1, (".",), {".": Tile(".", "floor", terrain="floor")})


def paint_sign(kind: Kind, state: str, style: MapStyle, *, is_night: bool) -> PaintedCell:
    """Return one cell of an object in a state; at night, only its own light shines on it."""
    level = LEVELS - 1 if light_radius(kind, state) else 0
    light = Light(DARKEST, {0: bytes([level])}) if is_night else DAYLIGHT
    [cell] = MapPainter(_FLOOR, style).row(
        Moment(light), 0, range(1), {0: kind_sprite(kind, state)}, {}
    )
    return cell
