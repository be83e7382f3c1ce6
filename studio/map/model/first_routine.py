"""The first routine of a new person."""

from latticeville.core.geometry import Box
from latticeville.world.model.areas import WORLD
from studio.map.model.map_model import MapModel

_DAY = (
    ("06:30", True, "getting up"),
    ("08:00", False, "looking around"),
    ("12:00", True, "having lunch"),
    ("14:00", False, "going for a walk"),
    ("18:00", True, "resting"),
    ("22:00", True, "sleeping"),
)
"""From when, whether at home, and what they do."""


def first_day(map_model: MapModel, home: str) -> list[dict[str, object]]:
    """Return a routine between home and the nearest place that is none of its rooms; none where
    there is no such."""
    if home == WORLD:
        return []
    place = _nearest_elsewhere(map_model, home)
    if not place:
        return []
    return [
        {"from": when, "place": "home" if inside else place, "doing": doing}
        for when, inside, doing in _DAY
    ]


def _nearest_elsewhere(map_model: MapModel, home: str) -> str:
    """Return the id of the area nearest to a home that is no part of it, nor around it."""
    own, here = {*map_model.areas.path(home)} - {WORLD}, map_model.boxes_of(home)[0]
    others = (area for area in map_model.areas.by_id.values() if area.id != WORLD and area.boxes)
    places = [area for area in others if own.isdisjoint(map_model.areas.path(area.id))]
    nearest = min(places, key=lambda area: min(_far(here, box) for box in area.boxes), default=None)
    return nearest.id if nearest else ""


def _far(one: Box, other: Box) -> int:
    """Return how many cells lie between two boxes."""
    across = max(one.x - other.x - other.width, other.x - one.x - one.width, 0)
    return across + max(one.y - other.y - other.height, other.y - one.y - one.height, 0)
