"""What can be wrong with a machine, each finding with the shortest way of verbs and waits that leads to it.

Where there is more to search than `search.MOST` places, only what has been found on the way is told.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec

from latticeville.world.analysis.rows import is_inner, rivals, why_never
from latticeville.world.analysis.search import Place, Ready, Search, explore, leads, preempting, prepare, sound
from latticeville.world.phrases import guard_words, trigger
from latticeville.world.things import CounterEffect, Kind


class Finding(NamedTuple):
    """One thing that is wrong: where it is written, and the shortest way to where it shows.

    `row` is the origin of a row, `state`, `counter` or `verb` the name of what is meant; `other` is a second row.
    """

    code: str
    what: str
    path: tuple[str, ...] = ()
    row: tuple[str, int] | None = None
    state: str = ""
    counter: str = ""
    verb: str = ""
    other: tuple[str, int] | None = None


def findings(kind: Kind, starts: Iterable[tuple[str, Mapping[str, int]]] = ()) -> tuple[Finding, ...]:
    """Return all that is wrong with a machine that begins as its kind says, or in these states with these counters."""
    others = tuple(sorted((state, tuple(sorted(counters.items()))) for state, counters in starts))
    return _findings(msgspec.json.encode(kind), others)


@lru_cache(maxsize=2048)
def _findings(text: bytes, others: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> tuple[Finding, ...]:
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
        *_overlaps(kind, search),
    ]
    return tuple(dict.fromkeys(found))


def _strange_verbs(kind: Kind) -> Iterator[Finding]:
    for verb in kind.verbs_meant:
        if verb not in kind.vocabulary:
            yield Finding("verb-without-row", f"no row accepts the verb “{verb}”", verb=verb)
    for row in kind.transitions:
        if kind.verbs_meant and row.verb and row.verb not in kind.verbs_meant:
            what = f"the verb “{row.verb}” is none of its verbs"
            yield Finding("unknown-verb", what, row=row.origin, verb=row.verb)


def _impossible(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield rows that never fire: their conditions cannot hold, or another row always comes before them."""
    fired = {kind.transitions[move.row].origin for moves in search.moves.values() for move in moves}
    seen: set[tuple[str, int]] = set()
    for index, row in enumerate(kind.transitions):
        if row.origin in seen or row.origin in fired:
            continue
        why = why_never(row)
        if why:
            seen.add(row.origin)
            yield Finding("impossible-condition", why, row=row.origin)
            continue
        if not search.whole:
            continue
        places = [place for place in search.ways if place.state in row.sources]
        here = prepare(index, row)
        found = next((place for place in places if leads(kind, here, place.part) is not None), None)
        if found is not None:
            seen.add(row.origin)
            yield _shadowed(kind, here, found, search)
        elif places:
            seen.add(row.origin)
            wanted = " and ".join(guard_words(guard) for guard in row.guards if is_inner(guard)) or "what lies inside"
            what = f"it never comes to {wanted} while it is “{places[0].state}”"
            yield Finding("impossible-condition", what, search.ways[places[0]], row=row.origin)


def _shadowed(kind: Kind, late: Ready, place: Place, search: Search) -> Finding:
    """Tell which row always comes before one that could fire at a place."""
    part, row = place.part, late.row
    possible = [
        (each, after)
        for each in search.rows[place.state]
        if each.row.verb == row.verb and (after := leads(kind, each, part)) is not None
    ]
    if row.verb is None:
        other = preempting(late, place, possible)
    else:
        other = next((each.number for each, _ in possible if each.number < late.number and each.certain), None)
    first = kind.transitions[other if other is not None else late.number]
    code = "timer-never-runs" if row.after is not None and first.after != row.after else "shadowed-row"
    what = f"{trigger(first)} always comes before {trigger(row)}"
    return Finding(code, what, search.ways[place], row=row.origin, state=place.state, other=first.origin)


def _unreached(kind: Kind, search: Search) -> Iterator[Finding]:
    reached = {place.state for place in search.ways}
    if search.whole and len(kind.states) > 1 and kind.transitions:
        for state in kind.states:
            if state not in reached:
                ways = [row for row in kind.transitions if row.target == state and state not in row.sources]
                what = f"it can never be “{state}”{'' if ways else ': no row leads there'}"
                yield Finding("unreachable-state", what, state=state)


def _dead_ends(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield, for each state, the nearest place from which no way leads to another state."""
    if not search.whole or len(kind.states) < 2 or not kind.transitions:
        return
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
    told: set[str] = set()
    for place, way in search.ways.items():
        if place not in alive and place.state not in told and not kind.states[place.state].final:
            told.add(place.state)
            yield Finding("dead-end", f"once it is “{place.state}” it stays so for ever", way, state=place.state)


def _overflows(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield the nearest place at which each row would take a counter past its bounds."""
    told: set[tuple[tuple[str, int], str]] = set()
    for place, way in search.ways.items():
        for move in search.moves.get(place, ()):
            row, counters = kind.transitions[move.row], dict(place.counters)
            for effect in row.effects:
                if not isinstance(effect, CounterEffect):
                    continue
                value = effect.wanted(counters[effect.counter])
                counters[effect.counter] = kind.counters[effect.counter].bounded(value)
                if counters[effect.counter] != value and not effect.clip and (row.origin, effect.counter) not in told:
                    told.add((row.origin, effect.counter))
                    what = f"“{effect.counter}” would be {value}, and stops at {counters[effect.counter]}"
                    yield Finding(
                        "counter-leaves-bounds", what, (*way, move.label), row=row.origin, counter=effect.counter
                    )


def _overlaps(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield pairs of rows about the same things that can both fire at a place, where neither is the special case."""
    pairs = {
        state: [(upper, lower) for upper, lower in combinations(rows, 2) if rivals(upper.row, lower.row)]
        for state, rows in search.rows.items()
    }
    told: set[tuple[tuple[str, int], tuple[str, int]]] = set()
    for place, way in search.ways.items():
        for upper, lower in pairs[place.state]:
            pair, part = (upper.row.origin, lower.row.origin), place.part
            if pair in told or pair[0] == pair[1]:
                continue
            if leads(kind, upper, part) is not None and leads(kind, lower, part) is not None:
                told.add(pair)
                what = f"while it is “{place.state}” two rows can fire on “{trigger(lower.row)}”"
                yield Finding("two-rows", what, way, row=pair[1], state=place.state, other=pair[0])
