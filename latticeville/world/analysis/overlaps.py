"""Rows of a machine that can fire at the same place, where neither is the special case of the other."""

from collections.abc import Iterator
from itertools import combinations, product

from latticeville.world.analysis.finding import Finding
from latticeville.world.analysis.rows import Scope, crosses, scope
from latticeville.world.analysis.search import Group, Place, Search, leads
from latticeville.world.phrases import trigger
from latticeville.world.things import Kind

PAIRS = 100_000
"""How many pairs of groups of rows are compared in one state."""
TOLD = 300
"""How many pairs of rows of one machine are told."""


def overlaps(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield pairs of rows about the same things that can both fire, with the nearest place where they can."""
    states = {state: _Crossing([*_about(search, state)]) for state in {place.state for place in search.ways}}
    told: set[tuple[tuple[str, int], tuple[str, int]]] = set()
    for place, way in search.ways.items():
        for one, other in states[place.state].pairs(kind, place):
            for pair in product(one.numbers, other.numbers):
                upper, lower = (kind.transitions[number] for number in sorted(pair))
                if upper.origin == lower.origin or (upper.origin, lower.origin) in told:
                    continue
                told.add((upper.origin, lower.origin))
                what = f"while it is “{place.state}” two rows can fire on “{trigger(lower)}”"
                yield Finding("two-rows", what, way, row=lower.origin, state=place.state, other=upper.origin)
                if len(told) == TOLD:
                    return


def _about(search: Search, state: str) -> Iterator[list[Group]]:
    """Yield the groups of a state that wait for the same and ask about the same things."""
    for groups in search.groups[state].values():
        alike: dict[object, list[Group]] = {}
        for group in groups:
            row = group.behavior.row
            if row.guards:
                alike.setdefault((row.after, frozenset(scope(row))), []).append(group)
        yield from alike.values()


class _Crossing:
    """The pairs of groups of one state that overlap; each is given out once, at the first place where both can fire."""

    def __init__(self, families: list[list[Group]]) -> None:
        self._groups: list[Group] = []
        self._partners: list[set[int]] = []
        left = PAIRS
        for family in families:
            scopes: list[Scope] = [scope(group.behavior.row) for group in family]
            first = len(self._groups)
            self._groups += family
            self._partners += [set[int]() for _ in family]
            for one, other in combinations(range(len(family)), 2):
                left -= 1
                if left < 0:
                    break
                if crosses(scopes[one], scopes[other]):
                    self._partners[first + one].add(first + other)

    def pairs(self, kind: Kind, place: Place) -> Iterator[tuple[Group, Group]]:
        """Yield the pairs that can fire at a place and were not given out before."""
        wanted = {index for one, others in enumerate(self._partners) if others for index in (one, *others)}
        part = place.part
        led = {index for index in wanted if leads(kind, self._groups[index].behavior, part) is not None}
        for one in sorted(led):
            for other in sorted(self._partners[one] & led):
                self._partners[one].discard(other)
                yield self._groups[one], self._groups[other]
