"""What stood in named areas after each tick: the units of each resource that people could
gather."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from latticeville.sim.survival.resource_layer import FULL, ResourceLayer
from latticeville.world.model.areas import WORLD
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


class Stand(NamedTuple):
    """The whole units of a resource that could be gathered in an area after a tick, and the most
    that grow there."""

    tick: int
    minute: int
    units: int
    most: int


@dataclass
class Land:
    """The stands of each resource and outermost area, in the order of ticks; only areas in which it
    grows."""

    stands: dict[tuple[str, str], list[Stand]] = field(default_factory=lambda: defaultdict(list))
    _world: World | None = None
    _most: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def look(
        self, tick: int, minute: int, world: World, resources: Mapping[str, ResourceLayer]
    ) -> None:
        """Take in what cells hold after the next tick."""
        if world is not self._world:
            self._world, self._most = world, _maxima(world)
        held = Counter(self._most)
        for name in {resource for resource, _area in self._most}:
            most, growth = world.resource_maxima[name], world.survival.growth_of(name)
            layer, step = resources.get(name, FULL), tick // world.survival.step_ticks
            for index in layer.stocks:
                full = most.get(index, 0)
                lost = full // THOUSAND - layer.amount(index, full, growth, step) // THOUSAND
                held[name, world.areas.outermost(world.areas.at(world.grid.cell(index)))] -= lost
        for key, full in self._most.items():
            self.stands[key].append(Stand(tick, minute, held[key], full))

    def stands_in(self, first: int, last: int) -> dict[tuple[str, str], list[Stand]]:
        """Return the stands after the ticks from one to another."""
        found = dict[tuple[str, str], list[Stand]]()
        for key, some in self.stands.items():
            start, end = bisect_left(some, first, key=_tick), bisect_right(some, last, key=_tick)
            found[key] = some[start:end]
        return found

    def units_at(self, tick: int, resource: str) -> dict[str, int]:
        """Return the units of a resource that could be gathered after a tick, by area, the most
        first."""
        found = {
            area: one.units
            for (name, area), some in self.stands.items()
            if name == resource
            for one in some[tick - some[0].tick : tick - some[0].tick + 1]
        }
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _maxima(world: World) -> dict[tuple[str, str], int]:
    """Return the units that grow at most, by resource and outermost area; cells in no area do not
    count."""
    found = Counter[tuple[str, str]]()
    for name, by_area in world.resource_cells.items():
        for area, cells in by_area.items():
            if area != WORLD:
                whole = sum(world.resource_maxima[name][index] // THOUSAND for index in cells)
                found[name, world.areas.outermost(area)] += whole
    return dict(sorted(found.items()))


def _tick(one: Stand) -> int:
    return one.tick
