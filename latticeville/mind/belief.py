"""The belief tree: what an agent takes the world to be, each node with the tick when it was last seen.

Laws: what is perceived overrides; what is not perceived stays as it was; a thing or person believed to be in
sight and not seen there is kept with its last known place and marked missing; every node's parent is in the
tree.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from latticeville.mind.percept import AREA, Node, Percept

BEFORE = -1
"""`seen` of what was known before the first tick."""


class Belief(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A node as it was when last seen; while it is in sight `seen` lags, and `Beliefs.last_seen` is right."""

    node: Node
    seen: int
    missing: bool = False


class Beliefs(msgspec.Struct, frozen=True, gc=False):
    """An agent's tree at a tick; `sights` are the nodes in sight then, from `place`.

    `touched` names, in sorted order, exactly the nodes that are not what they were a tick before.
    """

    tick: int
    nodes: Mapping[str, Belief]
    sights: tuple[Node, ...] = ()
    place: str = ""
    touched: tuple[str, ...] = ()

    def last_seen(self, node: str) -> int:
        """Return the tick when a node of the tree was last seen, or `BEFORE`."""
        if any(sight.id == node for sight in self.sights):
            return self.tick
        return self.nodes[node].seen

    def find(self, thing: str) -> Node | None:
        """Return the node as believed, unless it is unknown or missing."""
        belief = self.nodes.get(thing)
        return None if belief is None or belief.missing else belief.node


def merge(beliefs: Beliefs, percept: Percept) -> Beliefs:
    """Return the tree after a percept."""
    if percept.sights is beliefs.sights:
        return replace(beliefs, tick=percept.tick, touched=())
    nodes = dict(beliefs.nodes)
    now, touched = set(), set()
    for node in percept.sights:
        now.add(node.id)
        held = nodes.get(node.id)
        if held is None or held.missing or (held.node is not node and held.node != node):
            nodes[node.id] = Belief(node, percept.tick)
            touched.add(node.id)
    left = [node.id for node in beliefs.sights if node.id not in now]
    for name in left:
        nodes[name] = Belief(nodes[name].node, beliefs.tick)
        touched.add(name)
    if left or percept.place != beliefs.place or percept.view is not None:
        for name, held in nodes.items():
            if name not in now and not held.missing and held.node.kind != AREA and percept.covers(held.node):
                nodes[name] = Belief(held.node, held.seen, missing=True)
                touched.add(name)
    return Beliefs(percept.tick, nodes, percept.sights, percept.place, tuple(sorted(touched)))
