"""Measures of who trusts whom and how close people are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from latticeville.measures.measure import SHARE, Measure, Part, Parts, living
from latticeville.mind.relation import Relations, RelationState
from latticeville.sim.event import Event
from latticeville.sim.state import State

if TYPE_CHECKING:
    from latticeville.mind.mind import Mind
    from latticeville.sim.tree import Body

TIE = 0.5
"""The least trust of a tie."""
WASSERMAN_FAUST = "Wasserman & Faust 1994, Social Network Analysis"


def _relations(state: State) -> Iterator[tuple[str, str, RelationState]]:
    """Yield who knows whom among the living, and the relation."""
    people = {body.id for body in living(state)}
    for who in sorted(people & state.minds.keys()):
        for other, relation in state.minds[who].relations.people.items():
            if other in people and other != who:
                yield who, other, relation


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


class _Known(NamedTuple):
    """What somebody thinks of the living whom they know, and to whom they have a tie."""

    trust: tuple[float, ...]
    closeness: tuple[float, ...]
    ties: tuple[tuple[str, str], ...]


class _Network(NamedTuple):
    """What the measures of everybody are where the living are these, with these relations."""

    people: tuple[str, ...]
    relations: tuple[Relations, ...]
    known: tuple[_Known, ...]
    trust: float | None
    closeness: float | None
    density: float | None
    reciprocity: float | None


class _Networks:
    """Keeps the newest network: from tick to tick, relations are mostly the same values."""

    def __init__(self) -> None:
        none: tuple[Mapping[str, Body], Mapping[str, Mind]] = {}, {}
        self._newest = *none, _Network((), (), (), None, None, None, None)

    def of(self, state: State) -> _Network:
        """Return the network of a state; several measures ask for it in turn."""
        bodies, minds, newest = self._newest  # in one step: other threads measure, too
        if state.minds is not minds or state.bodies is not bodies:
            newest = _network(state, newest)
            self._newest = state.bodies, state.minds, newest
        return newest


def _network(state: State, newest: _Network) -> _Network:
    """Return the network of a state, with what has not changed since the newest."""
    people = tuple(body.id for body in living(state))
    minds = {who: state.minds[who].relations for who in people if who in state.minds}
    relations = tuple(minds.values())
    is_same = people == newest.people and len(relations) == len(newest.relations)
    if is_same and all(map(is_, relations, newest.relations)):
        return newest
    return _measured(people, relations, _find_known(minds, {*people}, newest if is_same else None))


def _measured(
    people: tuple[str, ...], relations: tuple[Relations, ...], known: tuple[_Known, ...]
) -> _Network:
    ties = {pair for one in known for pair in one.ties}
    return _Network(
        people,
        relations,
        known,
        _mean([value for one in known for value in one.trust]),
        _mean([value for one in known for value in one.closeness]),
        density(ties, len(people)),
        reciprocity(ties),
    )


def _find_known(
    minds: Mapping[str, Relations], people: set[str], newest: _Network | None
) -> tuple[_Known, ...]:
    """Return what each person thinks; `newest` is a network of the same people."""
    if newest is None:
        return tuple(_known(who, one, people) for who, one in minds.items())
    before = zip(newest.relations, newest.known, strict=True)
    return tuple(
        known if one is was else _known(who, one, people)
        for (who, one), (was, known) in zip(minds.items(), before, strict=True)
    )


def _known(who: str, relations: Relations, people: set[str]) -> _Known:
    found = [
        (other, one.trust, one.closeness)
        for other, one in relations.people.items()
        if other in people and other != who
    ]
    return _Known(
        tuple(trust for _other, trust, _closeness in found),
        tuple(closeness for _other, _trust, closeness in found),
        tuple((who, other) for other, trust, _closeness in found if trust >= TIE),
    )


_NETWORKS = _Networks()


def _mean_trust(state: State, _events: Sequence[Event]) -> float | None:
    return _NETWORKS.of(state).trust


def _mean_closeness(state: State, _events: Sequence[Event]) -> float | None:
    return _NETWORKS.of(state).closeness


def density(ties: set[tuple[str, str]], people: int) -> float | None:
    """Return the ties as a share of all that n people can have, n(n − 1); None for less than two
    people.

    >>> density({("ada", "bob"), ("bob", "ada"), ("ada", "cy")}, 3)
    0.5
    """
    return len(ties) / (people * (people - 1)) if people > 1 else None


def reciprocity(ties: set[tuple[str, str]]) -> float | None:
    """Return the share of ties that are answered by one in the other direction; None without ties.

    >>> reciprocity({("ada", "bob"), ("bob", "ada"), ("ada", "cy"), ("cy", "dan")})
    0.5
    """
    return sum((other, who) in ties for who, other in ties) / len(ties) if ties else None


def _density(state: State, _events: Sequence[Event]) -> float | None:
    return _NETWORKS.of(state).density


def _reciprocity(state: State, _events: Sequence[Event]) -> float | None:
    return _NETWORKS.of(state).reciprocity


def _of_relations(value: Callable[[RelationState], float]) -> Parts:
    """Return the function that yields a value of each relation, for whose it is."""

    def parts(state: State, _events: Sequence[Event]) -> Iterator[Part]:
        for who, _other, relation in _relations(state):
            yield Part(who, state.bodies[who].area, value(relation))

    return parts


MEAN_TRUST = Measure(
    "mean_trust",
    SHARE,
    "Mean trust of the living in the living whom they know.",
    _mean_trust,
    parts=_of_relations(lambda one: one.trust),
    is_mean=True,
)
MEAN_CLOSENESS = Measure(
    "mean_closeness",
    SHARE,
    "Mean closeness of the living to the same.",
    _mean_closeness,
    parts=_of_relations(lambda one: one.closeness),
    is_mean=True,
)
TRUST_DENSITY = Measure(
    "trust_density",
    SHARE,
    f"Pairs (A, B) with a trust of A in B of {TIE} or more, as a share of all pairs.",
    _density,
    source=WASSERMAN_FAUST,
)
TRUST_RECIPROCITY = Measure(
    "trust_reciprocity",
    SHARE,
    "Share of these pairs whose opposite (B, A) is one of them, too.",
    _reciprocity,
    source=WASSERMAN_FAUST,
)
