"""A defect of a state machine."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.world.analysis.search import (
    Group,
    Search,
    SearchNode,
    Timers,
    explore,
    is_searchable,
    next_node,
)
from latticeville.world.analysis.transitions import Scope, find_scope, is_internal, partly_overlaps
from latticeville.world.model.machine_text import describe_guard, describe_trigger
from latticeville.world.model.objects import CounterEffect, Kind, Transition


class Defect(NamedTuple):
    """One thing that is wrong: where it is written, and the shortest way to where it shows.

    `row` is the origin of a row, `state`, `counter` or `verb` the name of what is meant; `other` is
    a second row.
    """

    code: str
    what: str
    path: tuple[str, ...] = ()
    row: tuple[str, int] | None = None
    state: str = ""
    counter: str = ""
    verb: str = ""
    other: tuple[str, int] | None = None


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


def find_defects(
    kind: Kind, starts: Iterable[tuple[str, Mapping[str, int]]] = ()
) -> tuple[Defect, ...]:
    """Return all that is wrong with a machine that begins as its kind says, or in these states with
    these counters."""
    others = tuple(sorted({(state, tuple(sorted(counters.items()))) for state, counters in starts}))
    return find_defects_cached(msgspec.json.encode(kind), others)


@lru_cache(maxsize=2048)
def find_defects_cached(
    text: bytes, others: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
) -> tuple[Defect, ...]:
    """Return what is wrong with a kind, given as JSON; the answers to the newest questions are
    kept."""
    kind = decode_json(text, Kind)
    if not is_searchable(kind):
        return ()
    search = explore(kind, others)
    found = [
        *_find_verb_defects(kind),
        *_find_never_firing(kind, search),
        *_find_unreachable(kind, search),
        *_find_dead_ends(kind, search),
        *_find_overflows(kind, search),
        *find_overlaps(kind, search),
    ]
    return tuple(dict.fromkeys(found))


def _find_verb_defects(kind: Kind) -> Iterator[Defect]:
    known, meant = {*kind.vocabulary}, {*kind.verbs_meant}
    for verb in kind.verbs_meant:
        if verb not in known:
            yield Defect("verb-without-row", f"no transition accepts the verb “{verb}”", verb=verb)
    for row in kind.transitions:
        if meant and row.verb and row.verb not in meant:
            what = f"the verb “{row.verb}” is not in “verbs”"
            yield Defect("unknown-verb", what, row=row.origin, verb=row.verb)


def _find_never_firing(kind: Kind, search: Search) -> Iterator[Defect]:
    """Yield rows that never fire: their conditions cannot hold, or another row always comes before
    them."""
    fired = {
        number
        for moves in search.edges.values()
        for rows in {move.rows for move in moves}
        for number in rows
    }
    seen = {kind.transitions[number].origin for number in fired}
    order = _Precedence(kind, search)
    for number, row in enumerate(kind.transitions):
        found = None if row.origin in seen else _explain_never_fires(kind, number, search, order)
        if found:
            seen.add(row.origin)
            yield found


def _explain_never_fires(
    kind: Kind, number: int, search: Search, order: "_Precedence"
) -> Defect | None:
    """Tell why a row that did not fire never does; None where not enough was searched to know."""
    row, why = kind.transitions[number], search.behaviors[number].never
    if why:
        return Defect("impossible-condition", why, row=row.origin)
    place, led = order.nearest_node(number) if search.is_complete else (None, False)
    if place is None:
        return None
    if led:
        return _shadow_defect(kind, number, order.preceding(number, place), place, search)
    inner = " and ".join(describe_guard(guard) for guard in row.guards if is_internal(guard))
    never = f"“{inner}” never holds" if inner else "its effects are never possible"
    what = f"{never} while the state is “{place.state}”"
    return Defect("impossible-condition", what, search.paths[place], row=row.origin)


class _Precedence:
    """Which rows come before others, worked out once for all rows that behave alike."""

    def __init__(self, kind: Kind, search: Search) -> None:
        self._kind, self._search = kind, search
        self._first: dict[tuple[int, tuple[str, ...]], tuple[SearchNode | None, bool]] = {}
        self._certain: dict[tuple[SearchNode, str], int | None] = {}
        self._timers: dict[SearchNode, Timers] = {}

    def nearest_node(self, number: int) -> tuple[SearchNode | None, bool]:
        """Return the nearest place at which a row's conditions hold, and True; else the nearest in
        its states."""
        behavior, sources = self._search.behaviors[number], self._kind.transitions[number].sources
        key = id(behavior), sources
        if key not in self._first:
            places = [place for place in self._search.paths if place.state in sources]
            found = next(
                (
                    place
                    for place in places
                    if next_node(self._kind, behavior, place.machine_state) is not None
                ),
                None,
            )
            self._first[key] = found or next(iter(places), None), found is not None
        return self._first[key]

    def preceding(self, number: int, place: SearchNode) -> int | None:
        """Return the row that always comes before one that could fire at a place, or None."""
        row = self._kind.transitions[number]
        if row.verb is None:
            if place not in self._timers:
                self._timers[place] = Timers(self._firing_groups(place, None), place)
            return self._timers[place].preceding(number, row.after or 0)
        key = place, row.verb
        if key not in self._certain:
            led = self._firing_groups(place, row.verb)
            self._certain[key] = min(
                (group.numbers[0] for group, _ in led if group.behavior.certain), default=None
            )
        first = self._certain[key]
        return first if first is not None and first < number else None

    def _firing_groups(self, place: SearchNode, verb: str | None) -> list[tuple[Group, SearchNode]]:
        part = place.machine_state
        groups = self._search.groups[place.state][verb]
        return [
            (group, to)
            for group in groups
            if (to := next_node(self._kind, group.behavior, part)) is not None
        ]


def _shadow_defect(
    kind: Kind, number: int, other: int | None, place: SearchNode, search: Search
) -> Defect:
    """Tell which row always comes before one that could fire at a place."""
    row, first = kind.transitions[number], kind.transitions[number if other is None else other]
    code = (
        "timer-never-runs" if row.after is not None and first.after != row.after else "shadowed-row"
    )
    what = f"“{describe_trigger(first)}” always fires before “{describe_trigger(row)}”"
    return Defect(
        code, what, search.paths[place], row=row.origin, state=place.state, other=first.origin
    )


def _find_unreachable(kind: Kind, search: Search) -> Iterator[Defect]:
    reached = {place.state for place in search.paths}
    led = {row.target for row in kind.transitions if row.target not in row.sources}
    if search.is_complete and len(kind.states) > 1 and kind.transitions:
        for state in kind.states:
            if state not in reached:
                what = (
                    "it can never reach the state "
                    f"“{state}”{'' if state in led else ': no transition leads there'}"
                )
                yield Defect("unreachable-state", what, state=state)


def _find_dead_ends(kind: Kind, search: Search) -> Iterator[Defect]:
    """Yield, for each state, the nearest place from which no way leads to another state."""
    if not search.is_complete or len(kind.states) < 2 or not kind.transitions:
        return
    alive, told = _nodes_with_way_out(search), set[str]()
    for place, way in search.paths.items():
        if place not in alive and place.state not in told and not kind.states[place.state].final:
            told.add(place.state)
            what = f"it can get stuck in the state “{place.state}”"
            yield Defect("dead-end", what, way, state=place.state)


def _nodes_with_way_out(search: Search) -> set[SearchNode]:
    """Return the places from which a way leads to another state."""
    back: dict[SearchNode, list[SearchNode]] = {}
    alive: set[SearchNode] = set()
    for place, moves in search.edges.items():
        for move in moves:
            back.setdefault(move.place, []).append(place)
            if move.place.state != place.state:
                alive.add(place)
    edge = [*alive]
    while edge:
        for before in back.get(edge.pop(), ()):
            if before not in alive:
                alive.add(before)
                edge.append(before)
    return alive


def _find_overflows(kind: Kind, search: Search) -> Iterator[Defect]:
    """Yield the nearest place at which each row would take a counter past its bounds."""
    told: set[tuple[tuple[str, int], str]] = set()
    for place, way in search.paths.items():
        for move in search.edges.get(place, ()):
            over = _counter_overflows(kind, kind.transitions[move.rows[0]], dict(place.counters))
            for counter, value, stop in over:
                what = f"“{counter}” would become {value}, but stops at {stop}"
                for origin in (kind.transitions[number].origin for number in move.rows):
                    if (origin, counter) not in told:
                        told.add((origin, counter))
                        way_on = (*way, move.label)
                        yield Defect(
                            "counter-leaves-bounds", what, way_on, row=origin, counter=counter
                        )


def _counter_overflows(
    kind: Kind, row: Transition, counters: dict[str, int]
) -> list[tuple[str, int, int]]:
    """Return each counter that a row would take past its bounds from these values, to what, and
    where it stops."""
    found = []
    for effect in row.effects:
        if isinstance(effect, CounterEffect):
            value = effect.target_value(counters[effect.counter])
            counters[effect.counter] = kind.counters[effect.counter].clamp(value)
            if counters[effect.counter] != value and not effect.clip:
                found.append((effect.counter, value, counters[effect.counter]))
    return found
