"""Where the beliefs of one person differ between two runs, and how that is told."""

from collections.abc import Mapping

from latticeville.mind.belief import Belief, Beliefs
from latticeville.mind.percept import Node
from latticeville.world.names import apart
from latticeville.world.pack import World

_NONE: frozenset[str] = frozenset()


class Believed:
    """Two people's trees, and the nodes of them that differ: worked out anew only where either tree changed."""

    def __init__(self) -> None:
        self._kept: tuple[Mapping[str, Belief], Mapping[str, Belief]] | None = None
        self._apart: set[str] = set()
        self._sights: tuple[tuple[Node, ...], tuple[Node, ...]] | None = None
        self._found: frozenset[str] = frozenset()

    def differing(self, a: Beliefs, b: Beliefs, *, whole: bool) -> frozenset[str]:
        """Return the nodes that are believed differently; `whole` where more than a merge may have changed them."""
        known, sights = self._kept, self._sights
        if known is not None and not whole and known[0] is a.kept and known[1] is b.kept:
            if sights is not None and sights[0] is a.sights and sights[1] is b.sights:
                return self._found
        elif known is None or whole:
            self._apart = {name for name in a.kept.keys() | b.kept.keys() if _other(a.kept.get(name), b.kept.get(name))}
        else:
            for name in (*a.left, *a.lost, *b.left, *b.lost):
                (self._apart.add if _other(a.kept.get(name), b.kept.get(name)) else self._apart.discard)(name)
        self._kept, self._sights = (a.kept, b.kept), (a.sights, b.sights)
        self._found = self._join(a, b)
        return self._found

    def _join(self, a: Beliefs, b: Beliefs) -> frozenset[str]:
        if a.sights is b.sights or a.sights == b.sights:
            return frozenset(self._apart.difference(node.id for node in a.sights)) if self._apart else _NONE
        mine, theirs = {node.id: node for node in a.sights}, {node.id: node for node in b.sights}
        found = set(self._apart)
        for name in mine.keys() | theirs.keys():
            one, other = _taken(name, mine, a.kept), _taken(name, theirs, b.kept)
            (found.add if one != other else found.discard)(name)
        return frozenset(found)


def _taken(name: str, sights: Mapping[str, Node], kept: Mapping[str, Belief]) -> tuple[Node, bool] | None:
    """Return what somebody takes a node for, and whether it is missed; None where it is unknown."""
    node = sights.get(name)
    if node is not None:
        return node, False
    held = kept.get(name)
    return None if held is None else (held.node, held.missing)


def _other(one: Belief | None, other: Belief | None) -> bool:
    if one is None or other is None:
        return one is not other
    return one.node != other.node or one.missing != other.missing


def tell_beliefs(one: Belief | None, other: Belief | None, worlds: tuple[World, World]) -> tuple[str, str]:
    """Tell two beliefs of a node by what differs in them."""
    if one is None or other is None:
        mine, theirs = (
            "unknown" if held is None else "missing" if held.missing else _looks(held.node, world)
            for held, world in zip((one, other), worlds, strict=True)
        )
        return mine, theirs
    fields = ("parent", "cell", "looks", "counters")
    differ = [field for field in fields if getattr(one.node, field) != getattr(other.node, field)]
    differ = [field for field in differ if field != "cell" or "parent" not in differ]
    told = []
    for held, instead, world in ((one, other, worlds[0]), (other, one, worlds[1])):
        parts = [_field(held.node, field, world) for field in differ]
        parts += (["missing"] if held.missing else ["there"]) if held.missing != instead.missing else []
        told.append(", ".join(parts) or "otherwise")
    return told[0], told[1]


def _looks(node: Node, world: World) -> str:
    return node.looks or _field(node, "parent", world)


def _field(node: Node, field: str, world: World) -> str:
    match field:
        case "parent":
            return f"in {apart(world, node.parent)}" if node.parent else "carried"
        case "cell":
            return f"at {node.cell.x},{node.cell.y}" if node.cell else "nowhere"
        case "looks":
            return node.looks or "idle"
        case _:
            return ", ".join(f"{name} {value}" for name, value in node.counters) or "uncounted"
