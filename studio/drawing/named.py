"""Names of areas as they are told apart: with the house around where two areas are called alike."""

from latticeville.world.areas import WORLD
from latticeville.world.pack import World


def housed(world: World, area: str) -> str:
    """Return the name of an area, with that of the one around it where another area has the same name."""
    known = world.areas.by_id
    one = known.get(area)
    if one is None or one.parent == WORLD or one.parent not in known:
        return world.name_of(area)
    alike = any(other.name == one.name for name, other in known.items() if name != area)
    return f"{one.name}, {known[one.parent].name}" if alike else one.name
