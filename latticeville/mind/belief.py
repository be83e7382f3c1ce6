"""The belief tree: what an agent takes the world to be, each node with the tick when it was last seen.

Laws: what is perceived overrides; what is not perceived stays as it was; a thing or person believed to be in
sight and not seen there is kept with its last known place and marked missing; every node's parent is in the
tree.
"""

from collections.abc import Mapping

import msgspec

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

    What the last merge did is named in full: `fresh` was seen as new or as otherwise than believed, `left` went out
    of sight, `lost` was found missing.
    """

    tick: int
    nodes: Mapping[str, Belief]
    sights: tuple[Node, ...] = ()
    place: str = ""
    fresh: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

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
    tick, sights = percept.tick, percept.sights
    if sights is beliefs.sights:
        return Beliefs(tick, beliefs.nodes, sights, percept.place)
    nodes = beliefs.nodes
    fresh, left = _compare(beliefs, sights)
    changed = dict(nodes)
    for node in fresh:
        changed[node.id] = Belief(node, tick)
    for name in left:
        changed[name] = Belief(nodes[name].node, beliefs.tick)
    lost = []
    if left or percept.place != beliefs.place or percept.view is not None:
        now = {node.id for node in sights}
        lost = [
            name
            for name, held in changed.items()
            if name not in now and not held.missing and held.node.kind != AREA and percept.covers(held.node)
        ]
        for name in lost:
            changed[name] = Belief(changed[name].node, changed[name].seen, missing=True)
    names = tuple([node.id for node in fresh])
    return Beliefs(tick, changed, sights, percept.place, names, tuple(left), tuple(sorted(lost)))


def _compare(beliefs: Beliefs, now: tuple[Node, ...]) -> tuple[list[Node], list[str]]:
    """Return the nodes that are not as believed, and the names of those that went out of sight."""
    before, nodes = beliefs.sights, beliefs.nodes
    if [node.id for node in before] == [node.id for node in now]:
        return [new for old, new in zip(before, now, strict=True) if old is not new and old != new], []
    fresh = [node for node in now if _differs(nodes.get(node.id), node)]
    names = {node.id for node in now}
    return fresh, [node.id for node in before if node.id not in names]


def _differs(held: Belief | None, node: Node) -> bool:
    return held is None or held.missing or (held.node is not node and held.node != node)
