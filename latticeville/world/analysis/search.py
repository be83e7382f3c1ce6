"""Every place that a machine can come to: a search over its states × counters × contents, breadth first.

People are taken to be able to bring any item, at any hour and in any weather; so what is not reached cannot be.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from latticeville.world.analysis.rows import is_certain, is_inner, label, why_never
from latticeville.world.machine import Actor, Hour, Part, Pocket, fails
from latticeville.world.things import ANYTHING, CounterEffect, CounterGuard, Deed, Guard, Kind, Transition

MOST = 1500
"""How many places of one machine are searched."""
_ANYBODY, _HOUR = Actor(), Hour(0, "")


class Place(NamedTuple):
    """One place of the search: a state with the values of the counters and the items inside, each in fixed order."""

    state: str
    counters: tuple[tuple[str, int], ...]
    inside: tuple[tuple[str, int], ...]

    @property
    def part(self) -> Part:
        """The machine as it stands there."""
        return Part(self.state, dict(self.counters), Pocket(dict(self.inside)))


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
    ready = [prepare(index, row) for index, row in enumerate(kind.transitions)]
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


def prepare(index: int, row: Transition) -> Ready:
    """Return a row with what the search asks of it again and again."""
    inner = tuple(guard for guard in row.guards if is_inner(guard))
    return Ready(index, row, inner, is_certain(row), bool(why_never(row)), label(row))


def _moves(kind: Kind, rows: tuple[Ready, ...], verbs: tuple[str, ...], place: Place) -> Iterator[Move]:
    part = place.part
    led = [(each, after) for each in rows if (after := leads(kind, each, part)) is not None]
    for verb in verbs:
        for each, after in led:
            if each.row.verb == verb:
                yield Move(each.number, each.label, after)
                if each.certain:
                    break
    possible = [(each, after) for each, after in led if each.row.verb is None]
    for each, after in possible:
        if preempting(each, place, possible) is None:
            yield Move(each.number, each.label, after)


def preempting(late: Ready, place: Place, possible: list[tuple[Ready, Place]]) -> int | None:
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


def leads(kind: Kind, ready: Ready, part: Part) -> Place | None:
    """Return where a row leads if somebody brings what it needs; None where it cannot fire here."""
    if ready.never or any(fails(guard, part, _HOUR, _ANYBODY) for guard in ready.inner):
        return None
    row = ready.row
    counters, inside = dict(part.counters), dict(part.inside.items)
    for effect in row.effects:
        if isinstance(effect, CounterEffect):
            wanted = effect.wanted(counters[effect.counter])
            counters[effect.counter] = kind.counters[effect.counter].bounded(wanted)
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
