"""The layers of a map, groups unfolded, and what of them has no room in a world."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from latticeville.world.importers.report import At, Report
from latticeville.world.importers.sources import array, table
from latticeville.world.importers.tiled.properties import Properties
from latticeville.world.importers.values import words

_DEEP = 50
_MARKS = ("collision", "collisions", "collides", "blocked", "blocks")
_SOLID = (*_MARKS, "walls", "obstacles")
_LOST = {"opacity": 1, "tintcolor": None, "parallaxx": 1, "parallaxy": 1, "offsetx": 0, "offsety": 0}


class Layer(NamedTuple):
    """A layer of tiles or of objects."""

    at: At
    data: dict[str, Any]
    name: str
    kind: str
    """The class of the layer, or else its name, in small letters."""
    shown: bool
    solid: bool | None
    """Whether its tiles are in the way, where the layer says anything about it."""
    opaque: bool | None
    """Whether its tiles end sight, where the layer says anything about it."""

    address: str = ""
    """What its ids address, where they stand for sectors, arenas, objects or spawning places."""

    @property
    def marks(self) -> bool:
        """Whether its tiles only tell where one cannot walk."""
        return self.solid is True and self.kind in (_MARKS if self.shown else _SOLID)


def layers_of(at: At, data: dict[str, Any], report: Report, *, shown: bool = True, deep: int = 0) -> Iterator[Layer]:
    """Yield the layers of tiles and objects in a map or a group, the lowest first."""
    for index, entry in enumerate(array(data.get("layers"))):
        place, layer = at.below("layers", index), table(entry)
        name, seen = words(layer.get("name"), 100), shown and layer.get("visible", True) not in (False, 0)
        kind = (words(layer.get("class"), 60) or name).casefold()
        properties = Properties(place, layer, report)
        solid, opaque = _solid(properties), properties.flag("opaque")
        properties.lose("layers")
        _lose(place, layer, report)
        match layer.get("type"):
            case "group" if deep < _DEEP:
                yield from layers_of(place, layer, report, shown=seen, deep=deep + 1)
            case "tilelayer" | "objectgroup":
                solid = True if kind in _SOLID and solid is None else solid
                yield Layer(place, layer, name, kind, seen, solid, opaque)
            case other:
                what = f"the layer “{name}” of the type “{words(other, 40)}” has no room in a world"
                report.warn(place, "no-room", what, "a world is made of tiles and objects")


def _solid(properties: Properties) -> bool | None:
    """Tell whether its tiles are in the way, where a layer says so; “walkable” counts last."""
    walkable = properties.flag("walkable")
    flags = [properties.flag(word) for word in (*_SOLID, "solid")]
    otherwise = None if walkable is None else not walkable
    return next((flag for flag in flags if flag is not None), otherwise)


def _lose(at: At, layer: dict[str, Any], report: Report) -> None:
    for key, plain in _LOST.items():
        if key in layer and layer[key] not in (plain, str(plain)):
            report.lose(at.below(key), f"“{key}” of a layer has no room in a world")
