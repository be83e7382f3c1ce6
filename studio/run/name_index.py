"""Find people, areas and objects of a world by name."""

from latticeville.core.text_fold import fold
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World


def find_by_name(world: World, wanted: str) -> list[str]:
    """Return the ids of all whose names have these letters: people, then areas, then objects."""
    letters = fold(wanted)
    names = [*world.people, *(area for area in world.areas.by_id if area != WORLD), *world.objects]
    return [name for name in names if letters in fold(world.name_of(name))]
