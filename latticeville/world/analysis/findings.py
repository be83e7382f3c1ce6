"""What can be wrong with a machine, each finding with the shortest way of verbs and waits that leads to it.

Where there is more to search than `search.MOST` places, only what has been found on the way is told.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from latticeville.world.analysis.finding import Finding
from latticeville.world.analysis.overlaps import overlaps
from latticeville.world.analysis.rows import is_inner
from latticeville.world.analysis.search import Group, Place, Search, Timers, explore, leads, sound
from latticeville.world.phrases import guard_words, trigger
from latticeville.world.things import CounterEffect, Kind, Transition


def findings(kind: Kind, starts: Iterable[tuple[str, Mapping[str, int]]] = ()) -> tuple[Finding, ...]:
    """Return all that is wrong with a machine that begins as its kind says, or in these states with these counters."""
    others = tuple(sorted({(state, tuple(sorted(counters.items()))) for state, counters in starts}))
    return find(msgspec.json.encode(kind), others)


@lru_cache(maxsize=2048)
def find(text: bytes, others: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> tuple[Finding, ...]:
    """Return what is wrong with a kind, given as JSON; the answers to the newest questions are kept."""
    kind = msgspec.json.decode(text, type=Kind)
    if not sound(kind):
        return ()
    search = explore(kind, others)
    found = [
        *_strange_verbs(kind),
        *_impossible(kind, search),
        *_unreached(kind, search),
        *_dead_ends(kind, search),
        *_overflows(kind, search),
        *overlaps(kind, search),
    ]
    return tuple(dict.fromkeys(found))


def _strange_verbs(kind: Kind) -> Iterator[Finding]:
    known, meant = {*kind.vocabulary}, {*kind.verbs_meant}
    for verb in kind.verbs_meant:
        if verb not in known:
            yield Finding("verb-without-row", f"no row accepts the verb “{verb}”", verb=verb)
    for row in kind.transitions:
        if meant and row.verb and row.verb not in meant:
            what = f"the verb “{row.verb}” is none of its verbs"
            yield Finding("unknown-verb", what, row=row.origin, verb=row.verb)


def _impossible(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield rows that never fire: their conditions cannot hold, or another row always comes before them."""
    fired = {number for moves in search.moves.values() for rows in {move.rows for move in moves} for number in rows}
    seen = {kind.transitions[number].origin for number in fired}
    order = _Order(kind, search)
    for number, row in enumerate(kind.transitions):
        found = None if row.origin in seen else _never_fires(kind, number, search, order)
        if found:
            seen.add(row.origin)
            yield found


def _never_fires(kind: Kind, number: int, search: Search, order: "_Order") -> Finding | None:
    """Tell why a row that did not fire never does; None where not enough was searched to know."""
    row, why = kind.transitions[number], search.behaviors[number].never
    if why:
        return Finding("impossible-condition", why, row=row.origin)
    place, led = order.first(number) if search.whole else (None, False)
    if place is None:
        return None
    if led:
        return _shadowed(kind, number, order.before(number, place), place, search)
    inner = " and ".join(guard_words(guard) for guard in row.guards if is_inner(guard))
    what = f"it never comes to {inner or 'what lies inside'} while it is “{place.state}”"
    return Finding("impossible-condition", what, search.ways[place], row=row.origin)


class _Order:
    """Which rows come before others, worked out once for all rows that behave alike."""

    def __init__(self, kind: Kind, search: Search) -> None:
        self._kind, self._search = kind, search
        self._first: dict[tuple[int, tuple[str, ...]], tuple[Place | None, bool]] = {}
        self._certain: dict[tuple[Place, str], int | None] = {}
        self._timers: dict[Place, Timers] = {}

    def first(self, number: int) -> tuple[Place | None, bool]:
        """Return the nearest place at which a row's conditions hold, and True; else the nearest in its states."""
        behavior, sources = self._search.behaviors[number], self._kind.transitions[number].sources
        key = id(behavior), sources
        if key not in self._first:
            places = [place for place in self._search.ways if place.state in sources]
            found = next((place for place in places if leads(self._kind, behavior, place.part) is not None), None)
            self._first[key] = found or next(iter(places), None), found is not None
        return self._first[key]

    def before(self, number: int, place: Place) -> int | None:
        """Return the row that always comes before one that could fire at a place, or None."""
        row = self._kind.transitions[number]
        if row.verb is None:
            if place not in self._timers:
                self._timers[place] = Timers(self._led(place, None), place)
            return self._timers[place].before(number, row.after or 0)
        key = place, row.verb
        if key not in self._certain:
            led = self._led(place, row.verb)
            self._certain[key] = min((group.numbers[0] for group, _ in led if group.behavior.certain), default=None)
        first = self._certain[key]
        return first if first is not None and first < number else None

    def _led(self, place: Place, verb: str | None) -> list[tuple[Group, Place]]:
        part = place.part
        groups = self._search.groups[place.state][verb]
        return [(group, to) for group in groups if (to := leads(self._kind, group.behavior, part)) is not None]


def _shadowed(kind: Kind, number: int, other: int | None, place: Place, search: Search) -> Finding:
    """Tell which row always comes before one that could fire at a place."""
    row, first = kind.transitions[number], kind.transitions[number if other is None else other]
    code = "timer-never-runs" if row.after is not None and first.after != row.after else "shadowed-row"
    what = f"{trigger(first)} always comes before {trigger(row)}"
    return Finding(code, what, search.ways[place], row=row.origin, state=place.state, other=first.origin)


def _unreached(kind: Kind, search: Search) -> Iterator[Finding]:
    reached = {place.state for place in search.ways}
    led = {row.target for row in kind.transitions if row.target not in row.sources}
    if search.whole and len(kind.states) > 1 and kind.transitions:
        for state in kind.states:
            if state not in reached:
                what = f"it can never be “{state}”{'' if state in led else ': no row leads there'}"
                yield Finding("unreachable-state", what, state=state)


def _dead_ends(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield, for each state, the nearest place from which no way leads to another state."""
    if not search.whole or len(kind.states) < 2 or not kind.transitions:
        return
    alive, told = _left_again(search), set[str]()
    for place, way in search.ways.items():
        if place not in alive and place.state not in told and not kind.states[place.state].final:
            told.add(place.state)
            what = f"once it is “{place.state}” it stays so for ever"
            yield Finding("dead-end", what, way, state=place.state)


def _left_again(search: Search) -> set[Place]:
    """Return the places from which a way leads to another state."""
    back: dict[Place, list[Place]] = {}
    alive: set[Place] = set()
    for place, moves in search.moves.items():
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


def _overflows(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield the nearest place at which each row would take a counter past its bounds."""
    told: set[tuple[tuple[str, int], str]] = set()
    for place, way in search.ways.items():
        for move in search.moves.get(place, ()):
            over = _past_bounds(kind, kind.transitions[move.rows[0]], dict(place.counters))
            for counter, value, stop in over:
                what = f"“{counter}” would be {value}, and stops at {stop}"
                for origin in (kind.transitions[number].origin for number in move.rows):
                    if (origin, counter) not in told:
                        told.add((origin, counter))
                        way_on = (*way, move.label)
                        yield Finding("counter-leaves-bounds", what, way_on, row=origin, counter=counter)


def _past_bounds(kind: Kind, row: Transition, counters: dict[str, int]) -> list[tuple[str, int, int]]:
    """Return each counter that a row would take past its bounds from these values, to what, and where it stops."""
    found = []
    for effect in row.effects:
        if isinstance(effect, CounterEffect):
            value = effect.wanted(counters[effect.counter])
            counters[effect.counter] = kind.counters[effect.counter].bounded(value)
            if counters[effect.counter] != value and not effect.clip:
                found.append((effect.counter, value, counters[effect.counter]))
    return found
