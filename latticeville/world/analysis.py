"""What can be wrong with a machine, found by search over its states × counters × contents, breadth first.

People are taken to be able to bring any item, at any hour and in any weather; so what is found unreachable really is,
and each finding carries the shortest way of verbs and waits that leads to it. Where there is more to search than
`MOST` places, only what has been found on the way is told.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, within
from latticeville.world.machine import Actor, Hour, Part, Pocket, fails
from latticeville.world.phrases import guard_words, trigger
from latticeville.world.things import (
    ANYTHING,
    CounterEffect,
    CounterGuard,
    Deed,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    Kind,
    RightGuard,
    TimeGuard,
    Transition,
    WeatherGuard,
)

MOST = 1500
"""How many places of one machine are searched."""
_NOBODY, _ANYBODY, _HOUR = None, Actor(), Hour(0, "")


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


class Place(NamedTuple):
    """One place of the search: a state with the values of the counters and the items inside, each in fixed order."""

    state: str
    counters: tuple[tuple[str, int], ...]
    inside: tuple[tuple[str, int], ...]


class Move(NamedTuple):
    """A row that can fire at a place, and where it leads."""

    row: int
    label: str
    place: Place


class Ready(NamedTuple):
    """A row as the search needs it: `inner` are its conditions on the machine itself, which alone may decide on it."""

    number: int
    row: Transition
    inner: tuple[Guard, ...]
    certain: bool
    never: bool
    label: str


class Search(NamedTuple):
    """All places that a machine can come to, in the order of their distance, each with the way and its moves."""

    ways: Mapping[Place, tuple[str, ...]]
    moves: Mapping[Place, tuple[Move, ...]]
    whole: bool
    rows: Mapping[str, tuple[Ready, ...]]


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


def sound(kind: Kind) -> bool:
    """Tell whether the rows speak only of counters that the kind has, within sensible bounds."""
    used = {guard.counter for row in kind.transitions for guard in row.guards if isinstance(guard, CounterGuard)}
    used |= {effect.counter for row in kind.transitions for effect in row.effects if isinstance(effect, CounterEffect)}
    bounds = kind.counters.values()
    return used <= {*kind.counters} and all(each.least <= each.start <= each.most for each in bounds)


def explore(kind: Kind, others: Iterable[tuple[str, Iterable[tuple[str, int]]]] = ()) -> Search:
    """Search every place that a machine can come to."""
    first = tuple(sorted((name, counter.start) for name, counter in kind.counters.items()))
    inside = tuple(sorted(kind.inside.items()))
    begins = [Place(kind.start, first, inside)]
    begins += [Place(state, tuple(sorted(dict(counters).items())), inside) for state, counters in others]
    ready = [_ready(index, row) for index, row in enumerate(kind.transitions)]
    rows = {state: tuple(each for each in ready if state in each.row.sources) for state in kind.states}
    verbs = {state: kind.verbs(state) for state in kind.states}
    ways: dict[Place, tuple[str, ...]] = dict.fromkeys(begins, ())
    moves: dict[Place, tuple[Move, ...]] = {}
    edge = deque(ways)
    while edge and len(moves) < MOST:
        place = edge.popleft()
        moves[place] = tuple(_moves(kind, rows[place.state], verbs[place.state], place))
        for move in moves[place]:
            if move.place not in ways:
                ways[move.place] = (*ways[place], move.label)
                edge.append(move.place)
    return Search(ways, moves, not edge, rows)


def _ready(index: int, row: Transition) -> Ready:
    inner = tuple(guard for guard in row.guards if _inner(guard))
    return Ready(index, row, inner, _certain(row), bool(_never(row)), _label(row))


def _moves(kind: Kind, rows: tuple[Ready, ...], verbs: tuple[str, ...], place: Place) -> Iterator[Move]:
    part = _part(place)
    led = [(each, after) for each in rows if (after := _after(kind, each, part)) is not None]
    for verb in verbs:
        for each, after in led:
            if each.row.verb == verb:
                yield Move(each.number, each.label, after)
                if each.certain:
                    break
    possible = [(each, after) for each, after in led if each.row.verb is None]
    for each, after in possible:
        if _preempts(each, place, possible) is None:
            yield Move(each.number, each.label, after)


def _preempts(late: Ready, place: Place, possible: list[tuple[Ready, Place]]) -> int | None:
    """Return the row that always fires before this one at a place, among those that fire by themselves, or None."""
    for each, after in possible:
        if each.number == late.number or not each.certain:
            continue
        idle = each.row.after is None and after == place
        sooner = (each.row.after or 0) < (late.row.after or 0) and not idle
        same = each.number < late.number and (each.row.after or 0) <= (late.row.after or 0)
        if sooner or same:
            return each.number
    return None


def _part(place: Place) -> Part:
    return Part(place.state, dict(place.counters), Pocket(dict(place.inside)))


def _after(kind: Kind, ready: Ready, part: Part) -> Place | None:
    """Return where a row leads if somebody brings what it needs; None where it cannot fire here."""
    if ready.never or any(fails(guard, part, _HOUR, _ANYBODY) for guard in ready.inner):
        return None
    row = ready.row
    counters, inside = dict(part.counters), dict(part.inside.items)
    for effect in row.effects:
        if isinstance(effect, CounterEffect):
            bounds = kind.counters[effect.counter]
            value = counters[effect.counter] + effect.amount if effect.add else effect.amount
            counters[effect.counter] = max(bounds.least, min(bounds.most, value))
        elif isinstance(effect, Deed) and not _shift(kind, effect, inside):
            return None
    return Place(row.target, tuple(sorted(counters.items())), tuple(sorted((k, n) for k, n in inside.items() if n)))


def _shift(kind: Kind, effect: Deed, inside: dict[str, int]) -> bool:
    if effect.deed in ("store", "fill"):
        inside[effect.item] = inside.get(effect.item, 0) + effect.count
        return sum(inside.values()) <= kind.room
    left = effect.count
    for item in sorted(inside) if effect.item == ANYTHING else [effect.item, ANYTHING]:
        gone = min(left, inside.get(item, 0))
        if gone:
            inside[item] -= gone
            left -= gone
    return left == 0


def _inner(guard: Guard) -> bool:
    """Tell whether a condition is about the machine itself."""
    return isinstance(guard, CounterGuard | InsideGuard)


def _certain(row: Transition) -> bool:
    """Tell whether nothing but the machine itself decides on a row."""
    takes = any(
        (isinstance(effect, ItemEffect) and effect.amount < 0)
        or (isinstance(effect, Deed) and effect.deed in ("store", "fetch"))
        for effect in row.effects
    )
    return not takes and all(map(_inner, row.guards))


def _label(row: Transition) -> str:
    """Write a move: the verb, or how long to wait, and what it takes beside."""
    wait = f"wait {row.after or 1}"
    outer = ", ".join(guard_words(guard) for guard in row.guards if not _inner(guard))
    return f"{row.verb or wait} ({outer})" if outer else row.verb or wait


def _never(row: Transition) -> str:
    """Return why the conditions of a row can never hold, whatever the machine does, or ""."""
    acted = row.verb is not None
    for guard in row.guards:
        if not acted and ((isinstance(guard, HoldsGuard | RightGuard)) and guard.wanted):
            return f"“{guard_words(guard)}” asks for somebody, and the row has no verb"
        if isinstance(guard, CounterGuard | InsideGuard) and guard.least > guard.most:
            return f"“{guard_words(guard)}” is between nothing"
    if not acted and any(_needs_somebody(row)):
        return "its effects take from somebody, and the row has no verb"
    for one in row.guards:
        for two in row.guards:
            if _contradict(one, two):
                return f"“{guard_words(one)}” and “{guard_words(two)}” exclude each other"
    spans = [guard for guard in row.guards if isinstance(guard, TimeGuard)]
    if spans and not any(all(within(minute, each.start, each.end) for each in spans) for minute in range(DAY)):
        return f"it is never {' and '.join(guard_words(guard) for guard in spans)}"
    return ""


def _needs_somebody(row: Transition) -> Iterator[bool]:
    for effect in row.effects:
        yield isinstance(effect, ItemEffect) and effect.amount < 0
        yield isinstance(effect, Deed) and effect.deed in ("store", "fetch")


def _contradict(one: Guard, two: Guard) -> bool:
    match one, two:
        case CounterGuard(), CounterGuard():
            return one.counter == two.counter and one.least > two.most
        case InsideGuard(), InsideGuard():
            return one.item == two.item and one.least > two.most
        case HoldsGuard(wanted=True), HoldsGuard(wanted=False):
            return one.item == two.item and one.count >= two.count
        case RightGuard(), RightGuard():
            return one.right == two.right and one.wanted and not two.wanted
        case WeatherGuard(), WeatherGuard():
            return not {*one.weathers} & {*two.weathers}
    return False


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
        why = _never(row)
        if why:
            seen.add(row.origin)
            yield Finding("impossible-condition", why, row=row.origin)
            continue
        if not search.whole:
            continue
        places = [place for place in search.ways if place.state in row.sources]
        here = _ready(index, row)
        found = next((place for place in places if _after(kind, here, _part(place)) is not None), None)
        if found is not None:
            seen.add(row.origin)
            yield _shadowed(kind, here, found, search)
        elif places:
            seen.add(row.origin)
            wanted = " and ".join(guard_words(guard) for guard in row.guards if _inner(guard)) or "what lies inside"
            what = f"it never comes to {wanted} while it is “{places[0].state}”"
            yield Finding("impossible-condition", what, search.ways[places[0]], row=row.origin)


def _shadowed(kind: Kind, late: Ready, place: Place, search: Search) -> Finding:
    """Tell which row always comes before one that could fire at a place."""
    part, row = _part(place), late.row
    possible = [
        (each, after)
        for each in search.rows[place.state]
        if each.row.verb == row.verb and (after := _after(kind, each, part)) is not None
    ]
    if row.verb is None:
        other = _preempts(late, place, possible)
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
                leads = [row for row in kind.transitions if row.target == state and state not in row.sources]
                what = f"it can never be “{state}”{'' if leads else ': no row leads there'}"
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
                bounds = kind.counters[effect.counter]
                value = counters[effect.counter] + effect.amount if effect.add else effect.amount
                counters[effect.counter] = max(bounds.least, min(bounds.most, value))
                if counters[effect.counter] != value and not effect.clip and (row.origin, effect.counter) not in told:
                    told.add((row.origin, effect.counter))
                    what = f"“{effect.counter}” would be {value}, and stops at {counters[effect.counter]}"
                    yield Finding(
                        "counter-leaves-bounds", what, (*way, move.label), row=row.origin, counter=effect.counter
                    )


def _overlaps(kind: Kind, search: Search) -> Iterator[Finding]:
    """Yield pairs of rows about the same things that can both fire at a place, where neither is the special case."""
    rivals = {
        state: [(upper, lower) for upper, lower in combinations(rows, 2) if _rivals(upper, lower)]
        for state, rows in search.rows.items()
    }
    told: set[tuple[tuple[str, int], tuple[str, int]]] = set()
    for place, way in search.ways.items():
        for upper, lower in rivals[place.state]:
            pair, part = (upper.row.origin, lower.row.origin), _part(place)
            if pair in told or pair[0] == pair[1]:
                continue
            if _after(kind, upper, part) is not None and _after(kind, lower, part) is not None:
                told.add(pair)
                what = f"while it is “{place.state}” two rows can fire on “{trigger(lower.row)}”"
                yield Finding("two-rows", what, way, row=pair[1], state=place.state, other=pair[0])


def _rivals(one: Ready, other: Ready) -> bool:
    """Tell whether two rows wait for the same, ask about the same things, overlap, and neither includes the other."""
    upper, lower = one.row, other.row
    if (upper.verb, upper.after) != (lower.verb, lower.after):
        return False
    if {_subject(guard) for guard in upper.guards} != {_subject(guard) for guard in lower.guards} or not upper.guards:
        return False
    first, second = _region(upper), _region(lower)
    if not all(first[key] & second[key] for key in first):
        return False
    return not all(first[key] <= second[key] for key in first) and not all(second[key] <= first[key] for key in first)


def _subject(guard: Guard) -> str:
    match guard:
        case CounterGuard(counter=name):
            return f"counter {name}"
        case HoldsGuard(item=item):
            return f"has {item}"
        case InsideGuard(item=item):
            return f"inside {item}"
        case RightGuard(right=right):
            return right
        case TimeGuard():
            return "time"
        case _:
            return "weather"


def _region(row: Transition) -> dict[str, frozenset[object]]:
    """Return, for each thing that a row asks about, the values at which it holds."""
    found: dict[str, frozenset[object]] = {}
    for guard in row.guards:
        match guard:
            case CounterGuard(least=least, most=most) | InsideGuard(least=least, most=most):
                low, high = max(least, -1000), min(most, 1000)
                values: frozenset[object] = frozenset(range(low, high + 1))
            case HoldsGuard(count=count, wanted=wanted):
                values = frozenset(range(count, 1001) if wanted else range(min(count, 1000)))
            case RightGuard(wanted=wanted):
                values = frozenset([wanted])
            case TimeGuard(start=start, end=end):
                values = frozenset(minute for minute in range(DAY) if within(minute, start, end))
            case _:
                values = frozenset(guard.weathers)
        subject = _subject(guard)
        found[subject] = found.get(subject, values) & values
    return found
