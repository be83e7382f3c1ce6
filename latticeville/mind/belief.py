"""The belief tree: what an agent believes of each node, with the tick of its last sight.

What is in sight is believed as it looks, so only what is out of sight is stored. Laws: what is
perceived overrides; what is not perceived stays; an object or person that is expected in sight and
not seen is kept with its last known place and marked missing; every node's parent is in the tree.
"""

from collections.abc import Iterator, Mapping

import msgspec

from latticeville.mind.percept import AREA, Node, Percept, Sights

BEFORE_START = -1
"""`seen` of what was known before the first tick."""


class Belief(msgspec.Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """A node as it was when it was last `seen`; a belief from outside counts as seen in the tick
    before it is given."""

    node: Node
    seen: int
    missing: bool = False


class BeliefTree(msgspec.Struct, frozen=True, gc=False):
    """An agent's tree at a tick; `sights` are the nodes in sight then, from `place`, and hide what
    was `kept` of them.

    What the last merge did to what is kept is named in full: `left` went out of sight, `lost` was
    found missing.
    """

    tick: int
    kept: Mapping[str, Belief]
    sights: Sights = Sights()
    place: str = ""
    left: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def nodes(self) -> dict[str, Belief]:
        """The whole tree, made anew at each call."""
        return {**self.kept, **{node.id: Belief(node, self.tick) for node in self.sights}}

    def present(self) -> Iterator[Node]:
        """Yield every node as believed that is not missing, those in sight first."""
        seen = self.sights.by_id
        yield from seen.values()
        for name, belief in self.kept.items():
            if not belief.missing and name not in seen:
                yield belief.node

    def get(self, name: str) -> Belief | None:
        """Return what is believed of a node; None where it is unknown."""
        node = self.sights.by_id.get(name)
        return Belief(node, self.tick) if node is not None else self.kept.get(name)

    def find(self, name: str) -> Node | None:
        """Return the node as believed, unless it is unknown or missing."""
        node = self.sights.by_id.get(name)
        if node is not None:
            return node
        belief = self.kept.get(name)
        return None if belief is None or belief.missing else belief.node


def merge(beliefs: BeliefTree, percept: Percept) -> BeliefTree:
    """Return the tree after a percept."""
    tick, sights, place = percept.tick, percept.sights, percept.place
    kept = beliefs.kept
    if sights is beliefs.sights:
        return BeliefTree(tick, kept, sights, place)
    gone = sights.gone_since(beliefs.sights)
    if not gone and (not kept or (place == beliefs.place and percept.view is None)):
        return BeliefTree(tick, kept, sights, place)
    left = {node.id: Belief(node, beliefs.tick) for node in gone}
    kept = {**kept, **left}
    lost = _mark_missing(kept, sights.by_id, percept)
    kept |= lost
    return BeliefTree(tick, kept, sights, place, tuple(left), tuple(sorted(lost)))


def _mark_missing(
    kept: Mapping[str, Belief], now: Mapping[str, Node], percept: Percept
) -> dict[str, Belief]:
    """Return as missing what was believed to stand in sight and is not seen."""
    place, view = percept.place, percept.view
    if view is None:
        near = [(name, held) for name, held in kept.items() if held.node.parent == place]
    else:
        near = [(name, held) for name, held in kept.items() if held.node.cell in view]
    return {
        name: Belief(held.node, held.seen, missing=True)
        for name, held in near
        if not held.missing and name not in now and held.node.kind != AREA
    }
