"""Which layers of a map model are visible, and which are locked."""

import msgspec

from latticeville.world.model.grid import VOID, Grid
from studio.map.model.map_model import MapModel
from studio.project.edits.edit import Edit
from studio.project.edits.paint import Paint
from studio.project.edits.resources import PaintResource

LAYERS = ("tiles", "areas", "objects", "people")
"""Every layer, from the ground up."""


class LayerFilter(msgspec.Struct, frozen=True):
    """The layers that are hidden, and those that are locked."""

    hidden: frozenset[str] = frozenset()
    locked: frozenset[str] = frozenset()

    def hides(self, map_model: MapModel, name: str) -> bool:
        """Tell whether somebody or something cannot be pointed at: hidden or locked."""
        return layer_of(map_model, name) in self.hidden | self.locked

    def refuses(self, edit: Edit) -> str:
        """Say why an edit may not be done with the tools; nothing where it may."""
        if isinstance(edit, Paint | PaintResource) and "tiles" in self.locked | self.hidden:
            return "The tiles are locked or hidden. V: layers"
        return ""

    def toggle(self, layer: str, *, lock: bool) -> "LayerFilter":
        """Return the layers with one shown or hidden, or locked or let go."""
        if lock:
            return msgspec.structs.replace(self, locked=self.locked ^ {layer})
        return msgspec.structs.replace(self, hidden=self.hidden ^ {layer})


def layer_of(map_model: MapModel, name: str) -> str:
    """Return the layer that somebody or something lies in."""
    return map_model.spots[name].entry.sort if name in map_model.spots else "areas"


class FilteredMap:
    """A map model of which some layers are hidden."""

    def __init__(self, map_model: MapModel, layers: LayerFilter) -> None:
        self.grid = map_model.grid if "tiles" not in layers.hidden else _blank(map_model.grid)
        self.objects = map_model.objects if "objects" not in layers.hidden else {}
        self.people = map_model.people if "people" not in layers.hidden else {}


def _blank(grid: Grid) -> Grid:
    return Grid(grid.width, grid.height, (VOID * grid.width,) * grid.height, grid.legend)
