"""What cells hold of resources at a tick, in units, how fast it grows back, and what of it a body
sees."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import NamedTuple

from latticeville.core.geometry import Cell
from latticeville.mind.vitals import ResourceSeen
from latticeville.sim.resource_layer import FULL, Stock
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

MAX_VIEWS = 20_000
"""Cells of which a world keeps how full ones around them look, before all are forgotten; more where
many people live."""


class CellStock(NamedTuple):
    """A resource in a cell: the units that it holds, the most that grow there, and the growth in
    the next step."""

    resource: str
    units: float
    most: float
    growth: float

    @property
    def amount(self) -> str:
        """“4.2 of 7”."""
        return f"{format_units(self.units)}{f' of {format_units(self.most)}' if self.most else ''}"

    @property
    def brief(self) -> str:
        """“food 4.2 of 7”."""
        return f"{self.resource} {self.amount}"

    @property
    def text(self) -> str:
        """“food 4.2 of 7, +0.21 per step”."""
        return (
            f"{self.brief}, +{format_units(self.growth, 2)} per step" if self.growth else self.brief
        )


def format_units(units: float, digits: int = 3) -> str:
    """Return units with so many digits, or with all digits before the point where these are more.

    >>> [format_units(units) for units in (7, 0.2148, 119.5, 1234.5, 1_000_000)]
    ['7', '0.215', '120', '1,234', '1,000,000']
    """
    return f"{units:,.0f}" if units >= 10**digits - 0.5 else f"{units:.{digits}g}"


def resource_names(world: World) -> tuple[str, ...]:
    """Return the resources that grow in some cell of a world, sorted."""
    return tuple(sorted(name for name, cells in world.resource_maxima.items() if cells))


def stocks_at(state: State, cell: Cell) -> Iterator[CellStock]:
    """Yield the resources that a cell holds or can hold, by name."""
    world, step = state.world, state.survival_step
    if not world.grid.contains(cell):
        return
    index = world.grid.index(cell)
    for name in state.resource_names:
        most, amount = (
            world.resource_maxima.get(name, {}).get(index, 0),
            state.amount_in(index, name),
        )
        if most or amount:
            growth = world.survival.growth_of(name)
            grown = growth.grown(most, step + 1) - growth.grown(most, step) if amount < most else 0
            yield CellStock(name, amount / THOUSAND, most / THOUSAND, grown / THOUSAND)


def amounts_of(state: State, resource: str) -> Mapping[Cell, int]:
    """Return the thousandths of a resource in each cell that holds any."""
    indexes = {*state.world.resource_maxima.get(resource, {})}
    if resource in state.resources:
        indexes |= {*state.resources[resource].stocks}
    found = {index: state.amount_in(index, resource) for index in sorted(indexes)}
    return {state.world.grid.cell(index): amount for index, amount in found.items() if amount}


def totals_of(state: State, area: str) -> Iterator[CellStock]:
    """Yield for each resource that grows in an area what all its cells hold and can hold."""
    world = state.world
    for name in resource_names(world):
        cells = [
            index
            for index in world.resource_maxima[name]
            if world.areas.is_within(world.areas.at(world.grid.cell(index)), area)
        ]
        if cells:
            units = sum(state.amount_in(index, name) for index in cells) / THOUSAND
            yield CellStock(
                name,
                units,
                sum(world.resource_maxima[name][index] for index in cells) / THOUSAND,
                0,
            )


def resources_around(state: State, body: Body) -> tuple[ResourceSeen, ...]:
    """Return what grows or lies in the cells around a body, row by row; a cell that is not listed
    holds nothing."""
    world, found = state.world, list[ResourceSeen]()
    for name in state.resource_names:
        full, stocks = _full_cells(world, name, body.cell), state.resources.get(name, FULL).stocks
        near, lying = (
            [*full],
            state.keep(f"cells where {name} lies", partial(lying_cells, state, name)),
        )
        if lying:
            around = world.grid.indexes_around(body.cell, world.survival.radius)
            near = [index for index in around if index in full or index in lying]
        if stocks.keys().isdisjoint(near):
            found += full.values()
        else:
            found += _stocks_seen(state, name, near, full)
    return tuple(found)


def _stocks_seen(
    state: State, resource: str, near: Iterable[int], full: Mapping[int, ResourceSeen]
) -> Iterator[ResourceSeen]:
    """Yield how cells look of which some are not full."""
    world, layer, step = state.world, state.resources[resource], state.survival_step
    maxima, growth = world.resource_maxima.get(resource, {}), world.survival.growth_of(resource)
    for index in near:
        seen = full.get(index)
        if index in layer.stocks:
            units = layer.amount(index, maxima.get(index, 0), growth, step) // THOUSAND
            cell = world.grid.cell(index) if seen is None else seen.cell
            seen = ResourceSeen(cell, resource, units)
        if seen is not None:
            yield seen


def lying_cells(state: State, resource: str) -> AbstractSet[int]:
    """Return the indexes of cells that hold what does not grow there; found once for the same
    stocks."""
    grows = state.world.resource_maxima.get(resource, {})
    stocks = state.resources.get(resource, FULL).stocks
    last: dict[str, _Lying] = state.world.keep("cells where something lies", dict)
    found = last.get(resource)
    if found is None or found.stocks is not stocks:
        cells = frozenset([cell for cell in stocks if cell not in grows])
        found = last[resource] = _Lying(stocks, cells)
    return found.cells


class _Lying(NamedTuple):
    """The cells that hold what does not grow there, of the stocks of a resource."""

    stocks: Mapping[int, Stock]
    cells: frozenset[int]


def _full_cells(world: World, resource: str, cell: Cell) -> dict[int, ResourceSeen]:
    """Return how the cells around one in which a resource grows look when they are full, by index;
    found once for each cell."""
    kept: dict[Cell, dict[int, ResourceSeen]] = world.keep(f"full cells of {resource}", dict)
    if cell not in kept:
        if len(kept) >= max(MAX_VIEWS, 2 * len(world.people)):
            kept.clear()
        grows, grid = world.resource_maxima.get(resource, {}), world.grid
        kept[cell] = {
            index: ResourceSeen(grid.cell(index), resource, grows[index] // THOUSAND)
            for index in grid.indexes_around(cell, world.survival.radius)
            if index in grows
        }
    return kept[cell]
