"""The network of who knows whom: its density over time, its groups, and those who join them."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Any

import msgspec

from latticeville.core.clock import format_time
from latticeville.reports.diffusion.spread import living_minds
from latticeville.sim.state import State

DIGITS = 4
"""Decimal places of values."""


class SocialTie(msgspec.Struct, frozen=True):
    """That somebody knows another: values from 0 to 1, and the tick of their last talk, -1 before
    the first."""

    who: str
    other: str
    closeness: float
    trust: float
    talked: int
    is_mutual: bool


class NetworkMember(msgspec.Struct, frozen=True):
    """Somebody in the network: how many they know and are known by, what they feel for those they
    know (None where they know nobody), and their group, counted from 1.

    `betweenness` is the share of shortest ways between others that pass through them (Freeman 1977);
    a `broker` is one without whom the network would fall apart.
    """

    who: str
    name: str
    knows: int
    known_by: int
    closeness: float | None
    trust: float | None
    betweenness: float
    group: int
    is_broker: bool


class DensityAt(msgspec.Struct, frozen=True):
    """The pairs who know each other at a tick, and their share of all pairs."""

    tick: int
    when: str
    pairs: int
    density: float | None


class Network(msgspec.Struct, frozen=True):
    """Who knows whom at a tick.

    A pair is two who know each other; `density` is 2|E| / (|V|(|V| − 1)) of pairs (Park et al.
    2023), `reciprocity` the share of acquaintances that are answered. `groups` are communities by
    greedy modularity (Clauset, Newman & Moore 2004), the largest first; `bridges` are pairs that
    alone join two parts.
    """

    tick: int
    when: str
    pairs: int
    density: float | None
    reciprocity: float | None
    closeness: float | None
    trust: float | None
    members: tuple[NetworkMember, ...]
    acquaintances: tuple[SocialTie, ...]
    groups: tuple[tuple[str, ...], ...]
    bridges: tuple[tuple[str, str], ...]
    over_time: tuple[DensityAt, ...] = ()


def acquaintances(state: State, least: float = 0.0) -> list[SocialTie]:
    """Return who of the living knows whom, by id; only those with at least such a trust."""
    people = living_minds(state)
    known = {
        (who, other): relation
        for who in people
        for other, relation in sorted(state.minds[who].relations.people.items())
        if other in people and other != who and relation.trust >= least
    }
    return [
        SocialTie(
            who,
            other,
            round(one.closeness, DIGITS),
            round(one.trust, DIGITS),
            one.talked,
            (other, who) in known,
        )
        for (who, other), one in known.items()
    ]


def pairs_of(known: Iterable[SocialTie]) -> list[tuple[str, str]]:
    """Return the pairs who know each other, each once."""
    return [(one.who, one.other) for one in known if one.is_mutual and one.who < one.other]


def density_at(state: State, least: float = 0.0) -> DensityAt:
    """Return how dense the network is at a tick; None for less than two people."""
    pairs, people = len(pairs_of(acquaintances(state, least))), len(living_minds(state))
    share = _density(pairs, people)
    return DensityAt(state.tick, format_time(state.minute), pairs, share)


def _density(pairs: int, people: int) -> float | None:
    return round(2 * pairs / (people * (people - 1)), DIGITS) if people > 1 else None


def network(state: State, least: float = 0.0, over_time: Sequence[DensityAt] = ()) -> Network:
    """Return the network at a tick; an acquaintance needs at least such a trust."""
    people, known = living_minds(state), acquaintances(state, least)
    pairs = pairs_of(known)
    graph = _graph(people, known)
    groups = _groups(people, graph)
    mutual = sum(one.is_mutual for one in known)
    return Network(
        state.tick,
        format_time(state.minute),
        len(pairs),
        _density(len(pairs), len(people)),
        round(mutual / len(known), DIGITS) if known else None,
        _mean(one.closeness for one in known),
        _mean(one.trust for one in known),
        tuple(_members(state, people, known, groups, graph)),
        tuple(known),
        tuple(groups),
        tuple(_bridges(people, graph)),
        tuple(over_time),
    )


def _graph(people: Sequence[str], known: Iterable[SocialTie]) -> Any:  # noqa: ANN401 - no stubs
    """Return the pairs as a graph of numbers, since sets of words have another order in each
    process."""
    import networkx as nx

    graph: Any = nx.Graph()
    places = {who: place for place, who in enumerate(people)}
    graph.add_nodes_from(range(len(people)))
    by_pair = {(one.who, one.other): one for one in known}
    for who, other in pairs_of(by_pair.values()):
        ways = (by_pair[who, other].closeness, by_pair[other, who].closeness)
        graph.add_edge(places[who], places[other], weight=fmean(ways))
    return graph


def _groups(people: Sequence[str], graph: Any) -> list[tuple[str, ...]]:  # noqa: ANN401 - no stubs
    from networkx.algorithms.community import greedy_modularity_communities

    if not graph.number_of_edges():
        return [(who,) for who in people]
    found = greedy_modularity_communities(graph, weight="weight")
    groups = (tuple(people[place] for place in sorted(group)) for group in found)
    return sorted(groups, key=lambda group: (-len(group), group))


def _bridges(people: Sequence[str], graph: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - no stubs
    import networkx as nx

    ends = (sorted(pair) for pair in nx.bridges(graph))
    return sorted((people[one], people[other]) for one, other in ends)


def _members(
    state: State,
    people: Sequence[str],
    known: Sequence[SocialTie],
    groups: Sequence[Sequence[str]],
    graph: Any,  # noqa: ANN401 - no stubs
) -> Iterator[NetworkMember]:
    import networkx as nx

    between = nx.betweenness_centrality(graph)
    brokers = {*nx.articulation_points(graph)}
    group_of = {who: place for place, group in enumerate(groups, start=1) for who in group}
    for place, who in enumerate(people):
        own = [one for one in known if one.who == who]
        yield NetworkMember(
            who,
            state.world.name_of(who),
            len(own),
            sum(one.other == who for one in known),
            _mean(one.closeness for one in own),
            _mean(one.trust for one in own),
            round(between[place], DIGITS),
            group_of[who],
            place in brokers,
        )


def _mean(values: Iterable[float]) -> float | None:
    found = [*values]
    return round(fmean(found), DIGITS) if found else None


def graphml(found: Network) -> bytes:
    """Return the network as GraphML: directed, with names, groups, closeness, trust and last talks."""
    from io import BytesIO

    import networkx as nx

    from latticeville.core.printable import make_printable

    graph: Any = nx.DiGraph(tick=found.tick, when=found.when)
    for one in found.members:
        graph.add_node(one.who, name=make_printable(one.name), group=one.group)
    for each in found.acquaintances:
        values = {"closeness": each.closeness, "trust": each.trust, "talked": each.talked}
        graph.add_edge(each.who, each.other, **values)
    out = BytesIO()
    nx.write_graphml_xml(graph, out, prettyprint=True)
    return out.getvalue()
