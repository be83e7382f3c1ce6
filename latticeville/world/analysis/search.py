"""Every situation that a state machine can reach: states × counters × contents, breadth first.

The search assumes that people can bring any item, at any hour and in any weather. So a situation
that it does not reach cannot occur.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from latticeville.world.analysis.transitions import (
    describe_step,
    explain_never,
    is_certain,
    is_internal,
)
from latticeville.world.model.machine import Actor, MachineState, Pocket, TimeAndWeather, failure_of
from latticeville.world.model.objects import (
    ANYTHING,
    CounterEffect,
    CounterGuard,
    Guard,
    Kind,
    TransferEffect,
    Transition,
)

MAX_NODES = 1500
"""How many places of one machine are searched."""
MAX_TRIES = 300_000
"""How many groups of rows are tried in all, each at a place, before the search of one machine
ends."""
_ANYBODY, _HOUR = Actor(), TimeAndWeather(0, "")


class SearchNode(NamedTuple):
    """One place of the search: a state with the values of the counters and the items inside, each
    in fixed order."""

    state: str
    counters: tuple[tuple[str, int], ...]
    inside: tuple[tuple[str, int], ...]

    @property
    def machine_state(self) -> MachineState:
        """The machine as it stands there."""
        return MachineState(self.state, dict(self.counters), Pocket(dict(self.inside)))


class SearchEdge(NamedTuple):
    """Equal rows that can fire at a place, by number, and where they lead."""

    rows: tuple[int, ...]
    label: str
    place: SearchNode


class Behavior(NamedTuple):
    """What a row does, wherever it is written and whatever it says; `row` is the first one that
    does so.

    `inner` are its conditions on the machine itself; if `certain`, these alone decide.
    """

    row: Transition
    inner: tuple[Guard, ...]
    certain: bool
    never: str
    label: str


class Group(NamedTuple):
    """The rows of one state that behave alike, by number in the table's order."""

    numbers: tuple[int, ...]
    behavior: Behavior

    @property
    def wait(self) -> int:
        """Minutes after which rows without a verb fire."""
        return self.behavior.row.after or 0


Groups = Mapping[str | None, tuple[Group, ...]]
"""The groups of one state by verb, each verb's in the order of their first rows."""


class Search(NamedTuple):
    """All places that a machine can come to, in the order of their distance, each with the way and
    its moves.

    `behaviors` has an entry for each row; `groups` are by state.
    """

    paths: Mapping[SearchNode, tuple[str, ...]]
    edges: Mapping[SearchNode, tuple[SearchEdge, ...]]
    is_complete: bool
    behaviors: tuple[Behavior, ...]
    groups: Mapping[str, Groups]


def is_searchable(kind: Kind) -> bool:
    """Tell whether the rows speak only of counters that the kind has, within sensible bounds."""
    used = {
        guard.counter
        for row in kind.transitions
        for guard in row.guards
        if isinstance(guard, CounterGuard)
    }
    used |= {
        effect.counter
        for row in kind.transitions
        for effect in row.effects
        if isinstance(effect, CounterEffect)
    }
    bounds = kind.counters.values()
    return used <= {*kind.counters} and all(
        each.least <= each.start <= each.most for each in bounds
    )


def explore(kind: Kind, others: Iterable[tuple[str, Iterable[tuple[str, int]]]] = ()) -> Search:
    """Search every place that a machine can come to."""
    first = tuple(sorted((name, counter.start) for name, counter in kind.counters.items()))
    inside = tuple(sorted(kind.inside.items()))
    begins = [SearchNode(kind.start, first, inside)]
    begins += [
        SearchNode(state, tuple(sorted(dict(counters).items())), inside)
        for state, counters in others
    ]
    behaviors = tuple(derive_behaviors(kind.transitions))
    groups = {state: _group_transitions(kind, state, behaviors) for state in kind.states}
    sizes = {state: sum(map(len, of_state.values())) for state, of_state in groups.items()}
    ways: dict[SearchNode, tuple[str, ...]] = dict.fromkeys(begins, ())
    moves: dict[SearchNode, tuple[SearchEdge, ...]] = {}
    edge, tried = deque(ways), 0
    upto = cache(_numbers_up_to)
    while edge and len(moves) < MAX_NODES and tried < MAX_TRIES:
        place = edge.popleft()
        tried += sizes[place.state]
        moves[place] = tuple(_find_edges(kind, groups[place.state], place, upto))
        for move in moves[place]:
            if move.place not in ways:
                ways[move.place] = (*ways[place], move.label)
                edge.append(move.place)
    return Search(ways, moves, not edge, behaviors, groups)


def derive_behaviors(rows: Iterable[Transition]) -> Iterator[Behavior]:
    """Yield the behavior of each row, one and the same value for rows that behave alike."""
    known: dict[object, Behavior] = {}
    for row in rows:
        key = (row.verb, row.after, row.guards, row.effects, row.target)
        if key not in known:
            inner = tuple(guard for guard in row.guards if is_internal(guard))
            known[key] = Behavior(
                row, inner, is_certain(row), explain_never(row), describe_step(row)
            )
        yield known[key]


def _group_transitions(kind: Kind, state: str, behaviors: tuple[Behavior, ...]) -> Groups:
    """Return the rows of a state in groups, by verb in the order in which a thing offers them; by
    themselves last."""
    found: dict[str | None, dict[int, list[int]]] = {
        verb: {} for verb in (*kind.verbs(state), None)
    }
    for number, row in enumerate(kind.transitions):
        if state in row.sources and row.verb in found:
            found[row.verb].setdefault(id(behaviors[number]), []).append(number)
    return {
        verb: tuple(Group(tuple(numbers), behaviors[numbers[0]]) for numbers in alike.values())
        for verb, alike in found.items()
    }


def _numbers_up_to(numbers: tuple[int, ...], last: int) -> tuple[int, ...]:
    return numbers[: bisect_right(numbers, last)]


def _find_edges(
    kind: Kind,
    groups: Groups,
    place: SearchNode,
    upto: Callable[[tuple[int, ...], int], tuple[int, ...]],
) -> Iterator[SearchEdge]:
    part = place.machine_state
    for verb, of_verb in groups.items():
        led = [
            (group, after)
            for group in of_verb
            if (after := next_node(kind, group.behavior, part)) is not None
        ]
        timers = Timers(led, place) if verb is None else None
        certain = min(
            (group.numbers[0] for group, _ in led if group.behavior.certain),
            default=len(kind.transitions),
        )
        for group, after in led:
            last = certain if timers is None else timers.last_firing(group.wait)
            rows = upto(group.numbers, last)
            if rows:
                yield SearchEdge(rows, group.behavior.label, after)


class Timers:
    """Which rows that fire by themselves always come before others at a place.

    What waits less comes first, and of those that wait equally long the upper one; a row that
    changes nothing and does not wait comes before lower ones only.
    """

    def __init__(self, led: Iterable[tuple[Group, SearchNode]], place: SearchNode) -> None:
        self._stairs: list[tuple[int, int]] = []
        """Waits and numbers of rows, each upper than the one before and waiting longer."""
        self._idle = -1
        for group, after in reversed([*led]):
            number, wait = group.numbers[0], group.wait
            if not group.behavior.certain:
                continue
            if group.behavior.row.after is None and after == place:
                self._idle = number
                continue
            while self._stairs and self._stairs[-1][0] >= wait:
                self._stairs.pop()
            self._stairs.append((wait, number))

    def last_firing(self, wait: int) -> int:
        """Return the number of the last row that can fire of those that wait so long; -1 where none
        can."""
        if self._stairs and self._stairs[0][0] < wait:
            return -1
        least = [self._stairs[0][1]] if self._stairs and self._stairs[0][0] == wait else []
        least += [self._idle] if self._idle >= 0 else []
        return min(least, default=1 << 60)

    def preceding(self, number: int, wait: int) -> int | None:
        """Return the uppermost row that always fires before one that waits so long, or None."""
        longest = bisect_right(self._stairs, wait, key=lambda stair: stair[0]) - 1
        if longest >= 0 and self._stairs[longest][0] == wait and self._stairs[longest][1] >= number:
            longest -= 1
        found = [self._stairs[longest][1]] if longest >= 0 else []
        found += [self._idle] if 0 <= self._idle < number else []
        return min(found, default=None)


def next_node(kind: Kind, behavior: Behavior, part: MachineState) -> SearchNode | None:
    """Return where a row leads if somebody brings what it needs; None where it cannot fire here."""
    if behavior.never or any(failure_of(guard, part, _HOUR, _ANYBODY) for guard in behavior.inner):
        return None
    row = behavior.row
    counters, inside = dict(part.counters), dict(part.inside.items)
    for effect in row.effects:
        if isinstance(effect, CounterEffect):
            wanted = effect.target_value(counters[effect.counter])
            counters[effect.counter] = kind.counters[effect.counter].clamp(wanted)
        elif isinstance(effect, TransferEffect) and not _apply_transfer(kind, effect, inside):
            return None
    return SearchNode(
        row.target,
        tuple(sorted(counters.items())),
        tuple(sorted((k, n) for k, n in inside.items() if n)),
    )


def _apply_transfer(kind: Kind, effect: TransferEffect, inside: dict[str, int]) -> bool:
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
