"""The nodes of the world tree as exports hold them: each with its name and its children in
order."""

from collections import defaultdict

import msgspec

from latticeville.mind.percept import AGENT, AREA, OBJECT
from latticeville.sim.state import State


class TreeNode(msgspec.Struct, frozen=True):
    """A node: `kind` is area, object or agent; `children` are ids: areas as in the world, then
    objects, then people.

    Objects that a person carries, or that lie in another object, are children of that.
    """

    name: str
    kind: str
    children: tuple[str, ...] = ()


def tree_nodes(state: State) -> dict[str, TreeNode]:
    """Return every node of a state by id, areas first."""
    world = state.world
    inside: defaultdict[str, list[str]] = defaultdict(list)
    for name, thing in sorted(state.things.items()):
        inside[thing.holder or thing.area].append(name)
    for who, body in sorted(state.bodies.items()):
        inside[body.area].append(who)
    kinds = dict.fromkeys(world.areas.by_id, AREA) | dict.fromkeys(state.things, OBJECT)
    areas = {name: tuple(world.areas.children(name)) for name in world.areas.by_id}
    return {
        name: TreeNode(world.name_of(name), kind, (*areas.get(name, ()), *inside[name]))
        for name, kind in (kinds | dict.fromkeys(state.bodies, AGENT)).items()
    }
