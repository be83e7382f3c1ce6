"""What resources and bodies keep when a run goes on in another edition of its world."""

from msgspec.structs import replace

from latticeville.mind.mind import Mind
from latticeville.sim.resource_layer import ResourceLayer, Stock
from latticeville.sim.state import State
from latticeville.sim.tree import Body
from latticeville.world.model.world import World


def carry_over_survival(state: State, world: World) -> State:
    """Return the state with resources, exertions and beliefs in the steps and cells of another edition.

    Cells keep what they hold; those that are full are full with their new maximum.
    """
    old = state.world
    if old.survival == world.survival and old.grid == world.grid:
        return state
    step = state.tick // world.survival.step_ticks
    layers = {name: _carry_over_layer(state, world, name, step) for name in state.resources}
    bodies = {
        who: _carry_over_exertion(body, state.survival_step, step)
        for who, body in state.bodies.items()
    }
    minds = {who: _carry_over_beliefs(mind, world) for who, mind in state.minds.items()}
    return replace(state, resources=layers, bodies=bodies, minds=minds)


def _carry_over_beliefs(mind: Mind, world: World) -> Mind:
    """Return a mind that believes nothing of cells that are not on the map."""
    known, contains = mind.resources, world.grid.contains
    kept = {key: one for key, one in known.kept.items() if contains(one.cell)}
    sights = tuple([one for one in known.sights if contains(one.cell)])
    if (len(kept), len(sights)) == (len(known.kept), len(known.sights)):
        return mind
    return replace(mind, resources=replace(known, kept=kept, sights=sights))


def _carry_over_layer(state: State, world: World, name: str, step: int) -> ResourceLayer:
    was, most, stocks = state.world, world.resource_maxima.get(name, {}), dict[int, Stock]()
    full = was.resource_maxima.get(name, {})
    for cell in state.resources[name].stocks:
        amount, at = state.amount_in(cell, name), was.grid.cell(cell)
        index = world.grid.index(at)
        if amount != full.get(cell, 0) and world.grid.contains(at) and amount != most.get(index, 0):
            stocks[index] = Stock(amount, step)
    return ResourceLayer(dict(sorted(stocks.items())))


def _carry_over_exertion(body: Body, old_step: int, step: int) -> Body:
    """Return a body that has acted in this step where it has, whatever number the step has."""
    if body.vitals is None:
        return body
    acted = step if body.vitals.acted == old_step else min(body.vitals.acted, step - 1)
    return replace(body, vitals=replace(body.vitals, acted=acted))
