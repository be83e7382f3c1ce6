"""A heat map as a picture: the map of a state in tiles, with the grounds of counted cells
tinted."""

from collections.abc import Mapping

from latticeville.core.geometry import Cell
from latticeville.draw.map_frame import FramePainter, MapFrame
from latticeville.draw.tilemap.heat_tint import tint_cell
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.state import State


def heat_picture(state: State, levels: Mapping[Cell, int], caption: str, ending: str) -> bytes:
    """Return the picture as the ending of its file says, `.png` or `.svg`; `levels` are from 1 to
    heat_tint.TOP."""
    frame = FramePainter(state.world, MapStyle.TILES).paint(state)
    rows = [
        [tint_cell(cell, levels.get(Cell(x, y), 0)) for x, cell in enumerate(row)]
        for y, row in enumerate(frame.rows)
    ]
    if ending == ".png":
        from latticeville.draw.raster import png

        return png(MapFrame(rows, caption))
    from latticeville.draw.svg import svg

    return svg(state.world.name, MapFrame(rows, caption))
