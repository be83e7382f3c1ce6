"""Measures of who trusts whom and how close people are."""

from collections.abc import Callable, Iterator, Sequence

from latticeville.measures.measure import SHARE, Measure, Part, Parts, living
from latticeville.mind.relation import RelationState
from latticeville.sim.event import Event
from latticeville.sim.state import State

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


def _ties(state: State) -> set[tuple[str, str]]:
    return {(who, other) for who, other, relation in _relations(state) if relation.trust >= TIE}


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _mean_trust(state: State, _events: Sequence[Event]) -> float | None:
    return _mean([relation.trust for _who, _other, relation in _relations(state)])


def _mean_closeness(state: State, _events: Sequence[Event]) -> float | None:
    return _mean([relation.closeness for _who, _other, relation in _relations(state)])


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
    return density(_ties(state), len(living(state)))


def _reciprocity(state: State, _events: Sequence[Event]) -> float | None:
    return reciprocity(_ties(state))


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
