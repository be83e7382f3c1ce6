"""The tiles of a map of Tiled as a picture: one for each entry of the legend."""

from latticeville.core.raster_image import rgb_png
from latticeville.draw.palette import NIGHT, hex_of
from latticeville.formats.tiled.export import CELL_PIXELS, COLUMNS
from latticeville.world.model.world import World


def tile_sheet(world: World) -> bytes:
    """Return the tiles of a map of Tiled, one for each entry of the legend."""
    void = _rgb(NIGHT["void"], 1)
    legend = [tile for glyph, tile in world.grid.legend.items() if glyph != "\0"]
    lines: list[bytes] = []
    for start in range(0, len(legend), COLUMNS):
        row = legend[start : start + COLUMNS]
        solid, edge = ([_rgb(hex_of(tile.color), light) for tile in row] for light in (1, 0.75))
        rest = void * CELL_PIXELS * (COLUMNS - len(row))
        middle = (
            b"".join(
                one + two * (CELL_PIXELS - 2) + one for one, two in zip(edge, solid, strict=True)
            )
            + rest
        )
        border = b"".join(one * CELL_PIXELS for one in edge) + rest
        lines += [border, *[middle] * (CELL_PIXELS - 2), border]
    return rgb_png(COLUMNS * CELL_PIXELS, b"".join(lines))


def _rgb(color: str, light: float) -> bytes:
    return bytes(round(int(color[place : place + 2], 16) * light) for place in (1, 3, 5))
