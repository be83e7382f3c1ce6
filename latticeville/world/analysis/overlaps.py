"""Transitions that can fire in the same situation, neither being a special case of the other."""

from collections.abc import Iterator
from itertools import combinations, product

from latticeville.world.analysis.defect import Defect
from latticeville.world.analysis.search import Group, Search, SearchNode, next_node
from latticeville.world.analysis.transitions import Scope, find_scope, partly_overlaps
from latticeville.world.model.machine_text import describe_trigger
from latticeville.world.model.objects import Kind

MAX_PAIRS = 100_000
"""How many pairs of groups of rows are compared in one state."""
MAX_REPORTED = 300
"""How many pairs of rows of one machine are told."""


def find_overlaps(kind: Kind, search: Search) -> Iterator[Defect]:
    """Yield pairs of rows about the same things that can both fire, with the nearest place where
    they can."""
    states = {
        state: _OverlapPairs([*_group_by_subject(search, state)])
        for state in {place.state for place in search.paths}
    }
    told: set[tuple[tuple[str, int], tuple[str, int]]] = set()
    for place, way in search.paths.items():
        for one, other in states[place.state].take_pairs(kind, place):
            for pair in product(one.numbers, other.numbers):
                upper, lower = (kind.transitions[number] for number in sorted(pair))
                if upper.origin == lower.origin or (upper.origin, lower.origin) in told:
                    continue
                told.add((upper.origin, lower.origin))
                what = f"in the state “{place.state}” both can fire on “{describe_trigger(lower)}”"
                yield Defect(
                    "two-rows", what, way, row=lower.origin, state=place.state, other=upper.origin
                )
                if len(told) == MAX_REPORTED:
                    return


def _group_by_subject(search: Search, state: str) -> Iterator[list[Group]]:
    """Yield the groups of a state that wait for the same and ask about the same things."""
    for groups in search.groups[state].values():
        alike: dict[object, list[Group]] = {}
        for group in groups:
            row = group.behavior.row
            if row.guards:
                alike.setdefault((row.after, frozenset(find_scope(row))), []).append(group)
        yield from alike.values()


class _OverlapPairs:
    """The pairs of groups of one state that overlap; each is given out once, at the first place
    where both can fire."""

    def __init__(self, families: list[list[Group]]) -> None:
        self._groups: list[Group] = []
        self._partners: list[set[int]] = []
        left = MAX_PAIRS
        for family in families:
            scopes: list[Scope] = [find_scope(group.behavior.row) for group in family]
            first = len(self._groups)
            self._groups += family
            self._partners += [set[int]() for _ in family]
            for one, other in combinations(range(len(family)), 2):
                left -= 1
                if left < 0:
                    break
                if partly_overlaps(scopes[one], scopes[other]):
                    self._partners[first + one].add(first + other)

    def take_pairs(self, kind: Kind, place: SearchNode) -> Iterator[tuple[Group, Group]]:
        """Yield the pairs that can fire at a place and were not given out before."""
        wanted = {
            index for one, others in enumerate(self._partners) if others for index in (one, *others)
        }
        part = place.machine_state
        led = {
            index
            for index in wanted
            if next_node(kind, self._groups[index].behavior, part) is not None
        }
        for one in sorted(led):
            for other in sorted(self._partners[one] & led):
                self._partners[one].discard(other)
                yield self._groups[one], self._groups[other]
