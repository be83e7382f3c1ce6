"""Find measures by name: our own, those of installed packages, and those that a world adds."""

from collections.abc import Iterable
from difflib import get_close_matches

from latticeville.core.plugins import PluginError, list_installed, load_installed
from latticeville.core.problems import Problem
from latticeville.measures.measure import Measure, WorldMeasures
from latticeville.measures.registry import MEASURE_GROUP, shared_measures
from latticeville.world.model.world import World


def all_measures(*worlds: World) -> tuple[Measure, ...]:
    """Return all measures: our own, then those of installed packages, then those that worlds add;
    one of our names is none of theirs."""
    added = (one for world in worlds for one in measures_added_by(world).measures)
    known = {one.name: one for one in shared_measures()}
    for one in added:
        known.setdefault(one.name, one)
    return tuple(known.values())


def measures_added_by(world: World) -> WorldMeasures:
    """Return the measures that a world adds, and what is wrong with them."""
    written = world.written
    if not written.measures:
        return WorldMeasures()
    held = vars(written)
    if _ADDED not in held:
        from latticeville.measures.world_measures import read_world_measures

        held[_ADDED] = read_world_measures(written, [one.name for one in shared_measures()])
    found: WorldMeasures = held[_ADDED]
    return found


_ADDED = "_added_measures"
"""Where a world keeps its measures once they are read."""


def check_measures(world: World) -> list[Problem]:
    """Return what is wrong with the measures that a world adds."""
    faults = measures_added_by(world).faults
    if not faults:
        return []
    from latticeville.measures.world_measures import fault_problems

    return [*fault_problems(world, faults)]


class UnknownMeasureError(Exception):
    """There is no measure of a name; the sentence names the nearest one, or says why it is not
    loaded."""


def measures_of(world: World) -> tuple[Measure, ...]:
    """Return the usual measures that have a meaning in a world."""
    return tuple(one for one in all_measures(world) if one.usual and one.applies_to(world))


def named_measures(names: Iterable[str], *worlds: World) -> tuple[Measure, ...]:
    """Return the measures of these names, in their order, those that worlds add among them;
    UnknownMeasureError where there is none of a name, or a package's cannot be loaded."""
    known = {one.name: one for one in all_measures(*worlds)}
    for name in names:
        if name not in known:
            _load_named(name)
            near = get_close_matches(name, known, 1, 0.4)
            raise UnknownMeasureError(
                f"there is no measure “{name}”{f' (did you mean {near[0]}?)' if near else ''}"
            )
    return tuple(known[name] for name in dict.fromkeys(names))


def _load_named(name: str) -> None:
    """Load what a package brings under a name, if one does; UnknownMeasureError says why it cannot
    be loaded."""
    point = list_installed(MEASURE_GROUP).get(name)
    try:
        if point is not None:
            load_installed(point, Measure, "measure")
    except PluginError as error:
        raise UnknownMeasureError(str(error)) from error
