"""Differences between the beliefs of one person in two runs."""

from collections.abc import Mapping

from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.percept import Node
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World

_NONE: frozenset[str] = frozenset()


class Believed:
    """Two people's trees, and the nodes of them that differ: worked out anew only where either tree
    changed."""

    def __init__(self) -> None:
        self._kept: tuple[Mapping[str, Belief], Mapping[str, Belief]] | None = None
        self._apart: set[str] = set()
        self._sights: tuple[tuple[Node, ...], tuple[Node, ...]] = (), ()
        self._found: frozenset[str] = frozenset()

    def differing(self, a: BeliefTree, b: BeliefTree, *, whole: bool) -> frozenset[str]:
        """Return the nodes that are believed differently; `whole` where more than a merge may have
        changed them."""
        if whole or self._kept is None:
            self._apart = {
                name
                for name in a.kept.keys() | b.kept.keys()
                if _other(a.kept.get(name), b.kept.get(name))
            }
        elif self._kept[0] is not a.kept or self._kept[1] is not b.kept:
            self._look_again(a, b)
        elif self._sights[0] is a.sights and self._sights[1] is b.sights:
            return self._found
        self._kept, self._sights = (a.kept, b.kept), (a.sights, b.sights)
        self._found = self._join(a, b)
        return self._found

    def _look_again(self, a: BeliefTree, b: BeliefTree) -> None:
        """Compare what the last merges changed."""
        for name in (*a.left, *a.lost, *b.left, *b.lost):
            (
                self._apart.add
                if _other(a.kept.get(name), b.kept.get(name))
                else self._apart.discard
            )(name)

    def _join(self, a: BeliefTree, b: BeliefTree) -> frozenset[str]:
        if a.sights is b.sights or a.sights == b.sights:
            return (
                frozenset(self._apart.difference(node.id for node in a.sights))
                if self._apart
                else _NONE
            )
        mine, theirs = {node.id: node for node in a.sights}, {node.id: node for node in b.sights}
        found = set(self._apart)
        for name in mine.keys() | theirs.keys():
            one, other = _taken(name, mine, a.kept), _taken(name, theirs, b.kept)
            (found.add if one != other else found.discard)(name)
        return frozenset(found)


def _taken(
    name: str, sights: Mapping[str, Node], kept: Mapping[str, Belief]
) -> tuple[Node, bool] | None:
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


def tell_beliefs(
    one: Belief | None, other: Belief | None, worlds: tuple[World, World]
) -> tuple[str, str]:
    """Tell two beliefs of a node by what differs in them."""
    if one is None or other is None:
        return _whole(one, worlds[0]), _whole(other, worlds[1])
    fields = ("parent", "cell", "looks", "counters")
    differ = [field for field in fields if getattr(one.node, field) != getattr(other.node, field)]
    if "parent" in differ:
        differ = [field for field in differ if field != "cell"]
    return _parts(one, other, differ, worlds[0]), _parts(other, one, differ, worlds[1])


def _parts(held: Belief, instead: Belief, fields: list[str], world: World) -> str:
    """Tell some fields of a belief, and whether it is missing where another is not alike."""
    parts = [_field(held.node, field, world) for field in fields]
    if held.missing != instead.missing:
        parts.append("missing" if held.missing else "there")
    return ", ".join(parts) or "otherwise"


def _whole(held: Belief | None, world: World) -> str:
    if held is None:
        return "unknown"
    return "missing" if held.missing else _looks(held.node, world)


def _looks(node: Node, world: World) -> str:
    return node.looks or _field(node, "parent", world)


def _field(node: Node, field: str, world: World) -> str:
    match field:
        case "parent":
            return f"in {unique_name(world, node.parent)}" if node.parent else "carried"
        case "cell":
            return f"at {node.cell.x},{node.cell.y}" if node.cell else "nowhere"
        case "looks":
            return node.looks or "idle"
        case _:
            return ", ".join(f"{name} {value}" for name, value in node.counters) or "uncounted"
