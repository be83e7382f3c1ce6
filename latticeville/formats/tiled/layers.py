"""The layers of a Tiled map with groups unfolded, and what cannot be imported of them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from latticeville.formats.report import ImportReport, SourceValue
from latticeville.formats.sources import as_list, as_table
from latticeville.formats.tiled.properties import TiledProperties
from latticeville.world.original.values import one_line

_MAX_DEPTH = 50
_MARKS = ("collision", "collisions", "collides", "blocked", "blocks")
_SOLID = (*_MARKS, "walls", "obstacles")
_LOST_DEFAULTS = {
    "opacity": 1,
    "tintcolor": None,
    "parallaxx": 1,
    "parallaxy": 1,
    "offsetx": 0,
    "offsety": 0,
}


class TiledLayer(NamedTuple):
    """A layer of tiles or of objects."""

    at: SourceValue
    data: dict[str, Any]
    name: str
    kind: str
    """The class of the layer, or else its name, in small letters."""
    visible: bool
    solid: bool | None
    """Whether its tiles are in the way, where the layer says anything about it."""
    opaque: bool | None
    """Whether its tiles end sight, where the layer says anything about it."""

    address: str = ""
    """What its ids address, where they stand for sectors, arenas, objects or spawning places."""

    @property
    def only_blocks(self) -> bool:
        """Whether its tiles only tell where one cannot walk."""
        return self.solid is True and self.kind in (_MARKS if self.visible else _SOLID)


def iter_layers(
    at: SourceValue,
    data: dict[str, Any],
    report: ImportReport,
    *,
    shown: bool = True,
    deep: int = 0,
) -> Iterator[TiledLayer]:
    """Yield the layers of tiles and objects in a map or a group, the lowest first."""
    for index, entry in enumerate(as_list(data.get("layers"))):
        place, layer = at.child("layers", index), as_table(entry)
        name, seen = (
            one_line(layer.get("name"), 100),
            shown and layer.get("visible", True) not in (False, 0),
        )
        kind = (one_line(layer.get("class"), 60) or name).casefold()
        properties = TiledProperties(place, layer, report)
        solid, opaque = _read_solid(properties), properties.read_flag("opaque")
        properties.report_unread("layers")
        _report_lost(place, layer, report)
        match layer.get("type"):
            case "group" if deep < _MAX_DEPTH:
                yield from iter_layers(place, layer, report, shown=seen, deep=deep + 1)
            case "tilelayer" | "objectgroup":
                solid = True if kind in _SOLID and solid is None else solid
                yield TiledLayer(place, layer, name, kind, seen, solid, opaque)
            case other:
                what = f"the layer “{name}” of the type “{one_line(other, 40)}” is not supported"
                report.warn(place, "no-room", what, "use tile layers and object layers")


def _read_solid(properties: TiledProperties) -> bool | None:
    """Tell whether its tiles are in the way, where a layer says so; “walkable” counts last."""
    walkable = properties.read_flag("walkable")
    flags = [properties.read_flag(word) for word in (*_SOLID, "solid")]
    default = None if walkable is None else not walkable
    return next((flag for flag in flags if flag is not None), default)


def _report_lost(at: SourceValue, layer: dict[str, Any], report: ImportReport) -> None:
    for key, plain in _LOST_DEFAULTS.items():
        if key in layer and layer[key] not in (plain, str(plain)):
            report.report_lost(at.child(key), f"“{key}” of a layer is not supported")
