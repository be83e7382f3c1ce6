"""What a tick changed of people alone whose tick went on as before: a record of columns.

What they see, believe and remember is not told: it follows from the state before, and so it is made
again where a reader wants it.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.mind.mind import Mind, Thought
from latticeville.mind.percept import Observation
from latticeville.mind.vitals import Vitals
from latticeville.sim.cell_stocks import resources_around
from latticeville.sim.crowd import Crowd, carry_on, record_of_deed
from latticeville.sim.importance import importance_of, unrated_importance
from latticeville.sim.perception import visible_nodes
from latticeville.sim.state import State
from latticeville.sim.tree import Body

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
AS_BEFORE = -1
"""Stands for a thought like that of the tick before."""


class CrowdChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """People alone, with a place for each in every column; a column of one value holds for all.

    `chosen` are places among the `thoughts`, and AS_BEFORE; `doing` are places among the `doings`.
    `units` are those of `food` that people carry.
    """

    ids: tuple[str, ...]
    food: str
    thoughts: tuple[Thought, ...]
    chosen: tuple[int, ...]
    doings: tuple[str, ...]
    doing: tuple[int, ...]
    hunger: tuple[int, ...]
    energy: tuple[int, ...]
    health: tuple[int, ...]
    acted: tuple[int, ...]
    units: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in _COLUMNS:
            count = len(getattr(self, name))
            if count not in (1, len(self.ids)):
                raise ValueError(f"the column {name} has {count} values for {len(self.ids)} people")


_OF_BODIES = ("doing", "hunger", "energy", "health", "acted", "units")
_COLUMNS = ("chosen", *_OF_BODIES)


def tell_crowd(crowd: Crowd, thoughts: Mapping[str, Thought]) -> CrowdChange:
    """Return what a tick changed of a crowd; `thoughts` are those of the tick before."""
    fresh = [
        AS_BEFORE if (was := thoughts.get(who)) is now or was == now else place
        for who, place in zip(crowd.ids, crowd.chosen.tolist(), strict=True)
        for now in (crowd.thoughts[place],)
    ]
    chosen, places = _numbered(fresh)
    doings, doing = _numbered(crowd.doing.tolist())
    return CrowdChange(
        crowd.ids,
        crowd.food,
        tuple([crowd.thoughts[place] for place in chosen if place != AS_BEFORE]),
        _short(_without(chosen, places)),
        tuple(doings),
        _short(doing),
        *(
            _short(column.tolist())
            for column in (crowd.hunger, crowd.energy, crowd.health, crowd.acted, crowd.units)
        ),
    )


def _numbered(values: Sequence[T]) -> tuple[list[T], list[int]]:
    """Return the values, each once in the order of their first places, and the place of each."""
    kinds = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return [*kinds], [kinds[value] for value in values]


def _without(chosen: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return places among the thoughts that are told, AS_BEFORE for those that are not."""
    if AS_BEFORE not in chosen:
        return [*places]
    gap = chosen.index(AS_BEFORE)
    return [AS_BEFORE if one == gap else one - (one > gap) for one in places]


def _short(column: Sequence[int]) -> tuple[int, ...]:
    return tuple(column[:1]) if column.count(column[0]) == len(column) else tuple(column)


def _long(column: tuple[int, ...], count: int) -> tuple[int, ...]:
    return column * count if len(column) == 1 else column


class _Thoughts(Protocol[T_co]):
    """Who is in a crowd, and the thoughts that they have chosen."""

    @property
    def ids(self) -> tuple[str, ...]: ...
    @property
    def thoughts(self) -> tuple[T_co, ...]: ...
    @property
    def chosen(self) -> tuple[int, ...]: ...


def bodies_after(bodies: Mapping[str, Body], change: CrowdChange) -> dict[str, Body]:
    """Return the bodies of a crowd after a tick."""
    columns = [_long(getattr(change, name), len(change.ids)) for name in _OF_BODIES]
    each = zip(change.ids, *columns, strict=True)
    return {who: _body_after(bodies[who], change, numbers) for who, *numbers in each}


def _body_after(body: Body, change: CrowdChange, numbers: Sequence[int]) -> Body:
    doing, hunger, energy, health, acted, units = numbers
    vitals = replace(
        body.vitals or Vitals(), hunger=hunger, energy=energy, health=health, acted=acted
    )
    items = {change.food: units} if units else {}
    return replace(body, doing=change.doings[doing], vitals=vitals, items=items)


def thoughts_of(change: _Thoughts[T]) -> dict[str, T]:
    """Return the thoughts of a crowd that are others than in the tick before."""
    chosen = zip(change.ids, _long(change.chosen, len(change.ids)), strict=True)
    return {who: change.thoughts[place] for who, place in chosen if place != AS_BEFORE}


def minds_after(old: State, change: CrowdChange | None) -> dict[str, Mind]:
    """Return the minds of a crowd after a tick that begins with a state whose news are rated."""
    if change is None:
        return {}
    inside = {*change.ids}
    deeds = {
        event.who: old.observations[place]
        for place, event in enumerate(old.news)
        if event.who in inside
    }
    return {who: _mind_after(old, who, deeds.get(who)) for who in change.ids}


def _mind_after(old: State, who: str, seen: Observation | None) -> Mind:
    mind, body, tick = old.minds[who], old.bodies[who], old.tick + 1
    memory, stirred = mind.memory, mind.inner.stirred
    if seen is not None:
        rating = importance_of(old, seen)
        memory = memory.grow([record_of_deed(seen, len(memory), tick, body.area, rating)])
        stirred += rating or unrated_importance(old.world, who)
    sights, around = visible_nodes(old, who), resources_around(old, body)
    return carry_on(mind, tick, sights, around, body.area, memory, stirred)
