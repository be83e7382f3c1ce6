"""What was renamed between two editions of a world: said by edits, else recognised where nothing
else fits."""

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.world.model.objects import Kind, Transition
from latticeville.world.model.personas import Resident
from latticeville.world.model.world import World

Names = Mapping[str, str]
"""New names by old ones."""


class Renames(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """New names by old ones; those of states and counters by the old id of their kind."""

    areas: Names = {}
    kinds: Names = {}
    objects: Names = {}
    people: Names = {}
    states: Mapping[str, Names] = {}
    counters: Mapping[str, Names] = {}

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in self.__struct_fields__)

    def then(self, later: "Renames") -> "Renames":
        """Return what both together rename, one after the other."""
        before = _turned(self.kinds)
        return _or_none(
            Renames(
                _joined(self.areas, later.areas),
                _joined(self.kinds, later.kinds),
                _joined(self.objects, later.objects),
                _joined(self.people, later.people),
                _joined_parts(self.states, later.states, before),
                _joined_parts(self.counters, later.counters, before),
            )
        )

    def undone(self) -> "Renames":
        """Return what takes these back."""
        return _or_none(
            Renames(
                _turned(self.areas),
                _turned(self.kinds),
                _turned(self.objects),
                _turned(self.people),
                {self.kinds.get(kind, kind): _turned(names) for kind, names in self.states.items()},
                {
                    self.kinds.get(kind, kind): _turned(names)
                    for kind, names in self.counters.items()
                },
            )
        )


NO_RENAMES = Renames()
"""Nothing was renamed."""


def find_renames(old: World, new: World, known: Renames = NO_RENAMES) -> Renames:
    """Return what was renamed from one edition to another: what is known of it, and what can mean
    nothing else.

    Of what is gone and what is new, two are the same if they alone are alike: an area with the same
    cells, an object of the same kind in the same place, a kind of the same objects, a state with
    the same transitions, a person of whom the same is written.
    """
    areas = _matched(
        old.areas.by_id, new.areas.by_id, known.areas, lambda one, other: one.boxes == other.boxes
    )
    kinds = _matched(
        old.kinds,
        new.kinds,
        known.kinds,
        lambda one, other: _kind_of(old, new, one.id) == {other.id},
    )
    objects = _matched(
        old.objects,
        new.objects,
        known.objects,
        lambda one, other: (
            (kinds.get(one.kind, one.kind), one.footprint) == (other.kind, other.footprint)
        ),
    )
    editions = ((kind, new.kinds.get(kinds.get(kind.id, kind.id))) for kind in old.kinds.values())
    people = _matched(old.people, new.people, known.people, _is_same_person)
    same = [(kind, now) for kind, now in editions if now is not None]
    states = {kind.id: _find_states(kind, now, known.states.get(kind.id, {})) for kind, now in same}
    counters = {
        kind.id: _matched(
            kind.counters,
            now.counters,
            known.counters.get(kind.id, {}),
            lambda one, other: one == other,
        )
        for kind, now in same
    }
    return _or_none(Renames(areas, kinds, objects, people, _filled(states), _filled(counters)))


def _is_same_person(old: Resident, new: Resident) -> bool:
    """Tell whether the same is written of somebody, but for the id."""
    return old.start == new.start and replace(old.persona, id="") == replace(new.persona, id="")


def _find_states(old: Kind, new: Kind, known: Names) -> Names:
    """Return the states of a kind that were renamed."""
    kept = {**{name: name for name in old.states if name in new.states}, **known}
    return _matched(
        old.states,
        new.states,
        known,
        lambda one, other: (
            _role(old, one.name, kept) == _role(new, other.name, _turned(kept), is_new=True)
        ),
    )


def _role(kind: Kind, state: str, names: Names, *, is_new: bool = False) -> tuple[bool, Tally[Any]]:
    """Return what a state is to its machine: whether it is the first, and the transitions from it
    and to it.

    Other states that are renamed, too, are all alike in it; sentences, conditions and times do not
    count.
    """

    def call(name: str) -> str:
        return "=" if name == state else (name if is_new else names[name]) if name in names else "?"

    def edge(row: Transition) -> tuple[object, ...]:
        return tuple(sorted(map(call, row.sources))), call(row.target), row.verb, row.after is None

    near = (row for row in kind.transitions if state in (*row.sources, row.target))
    return kind.start == state, Tally(map(edge, near))


def _kind_of(old: World, new: World, kind: str) -> set[str]:
    """Return the kinds of which the objects of a kind are in another edition."""
    return {
        new.objects[one.id].kind
        for one in old.objects.values()
        if one.kind == kind and one.id in new.objects
    }


def _matched(
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    known: Names,
    is_same: Callable[[Any, Any], bool],
) -> dict[str, str]:
    """Return the new names of what is known to be renamed, and of what alone is like something that
    is new."""
    sure = {name: to for name, to in known.items() if name in old and to in new}
    gone, fresh = _without(old, {*new, *sure}), _without(new, {*old, *sure.values()})
    return sure | _sole(
        [(name, to) for name in gone for to in fresh if is_same(old[name], new[to])]
    )


def _sole(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the pairs neither part of which is in another one."""
    left, right = Tally(name for name, _ in pairs), Tally(to for _, to in pairs)
    return {name: to for name, to in pairs if left[name] == right[to] == 1}


def _without(names: Iterable[str], known: AbstractSet[str]) -> list[str]:
    return [name for name in names if name not in known]


def _joined(first: Names, later: Names) -> dict[str, str]:
    """Return the names after both; what is made anew under an old name is something else."""
    made = {*first.values(), *first}
    both = {name: later.get(to, to) for name, to in first.items()}
    both |= {name: to for name, to in later.items() if name not in made}
    return {name: to for name, to in both.items() if name != to}


def _joined_parts(
    first: Mapping[str, Names], later: Mapping[str, Names], before: Names
) -> dict[str, Mapping[str, str]]:
    """Return the names of parts of kinds after both; `before` gives the id that a kind had at
    first."""
    at_first = {before.get(kind, kind): names for kind, names in later.items()}
    return _filled(
        {
            kind: _joined(first.get(kind, {}), at_first.get(kind, {}))
            for kind in {**first, **at_first}
        }
    )


def _turned(names: Names) -> dict[str, str]:
    return {to: name for name, to in names.items()}


def _filled(parts: Mapping[str, Names]) -> dict[str, Names]:
    return {kind: names for kind, names in parts.items() if names}


def _or_none(found: Renames) -> Renames:
    """Return what was found; nothing as the one value that logs leave out."""
    return found or NO_RENAMES


def describe_renames(renames: Renames) -> Iterator[str]:
    """Yield what was renamed, in a few words each."""
    for sort, named in (
        ("area", renames.areas),
        ("kind", renames.kinds),
        ("object", renames.objects),
        ("person", renames.people),
    ):
        yield from (f"{sort} {old} → {new}" for old, new in named.items())
    for sort, parts in (("state", renames.states), ("counter", renames.counters)):
        for kind, names in parts.items():
            at = renames.kinds.get(kind, kind)
            yield from (f"{sort} {old} → {new} of {at}" for old, new in names.items())
