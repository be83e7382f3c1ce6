"""People alone whose tick goes on as before, kept as columns.

Nobody sees them, they stay where they are, and they remember no more than what they do. So all that
changes of them is a few whole numbers, what they do, and a growing memory: a column each, with a
place for everybody. Their bodies and minds are made when somebody reads them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.belief import BeliefTree
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Mind, Thought
from latticeville.mind.percept import AGENT, Node, Observation, Sights
from latticeville.mind.resource_beliefs import ResourceBeliefs
from latticeville.mind.vitals import ResourceSeen
from latticeville.sim.event import Event
from latticeville.sim.tree import Body
from latticeville.world.model.world import World

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers = npt.NDArray[np.int64]
    Objects = npt.NDArray[np.object_]
else:
    Numbers = Objects = object

T = TypeVar("T")
Look = Callable[[Body], tuple[ResourceSeen, ...]]
"""How the cells around a body look."""


class Deed(msgspec.Struct, frozen=True, gc=False):
    """What somebody did in a tick, and how they remember it; the same again for the same deed."""

    event: Event
    seen: Observation


class Remembered(msgspec.Struct, gc=False):
    """A deed that is in somebody's memory, behind those `before` it."""

    before: "Remembered | None"
    seen: Observation
    tick: int
    importance: int
    made: MemoryRecord | None = None

    def record(self, number: int, place: str) -> MemoryRecord:
        """Return the record; the same again for whoever asks later."""
        if self.made is None:
            self.made = record_of_deed(self.seen, number, self.tick, place, self.importance)
        return self.made


def record_of_deed(
    seen: Observation, number: int, tick: int, place: str, importance: int
) -> MemoryRecord:
    """Return how somebody remembers a deed of their own that nobody saw."""
    return MemoryRecord(
        number,
        "action",
        seen.text,
        tick,
        place,
        (),
        importance,
        None,
        seen.subjects,
        (),
        spoken=False,
        doing=seen.doing,
    )


def carry_on(
    mind: Mind,
    tick: int,
    sights: Sights,
    seen: tuple[ResourceSeen, ...],
    place: str,
    memory: MemoryStream,
    stirred: int,
) -> Mind:
    """Return the mind of somebody for whom nothing changed but what grows around, and who remembers
    what they did themselves."""
    inner = mind.inner if stirred == mind.inner.stirred else replace(mind.inner, stirred=stirred)
    beliefs = BeliefTree(tick, mind.beliefs.kept, sights, place)
    resources = ResourceBeliefs(mind.resources.kept, seen, tick)
    return replace(mind, beliefs=beliefs, memory=memory, inner=inner, resources=resources)


class Members(msgspec.Struct, frozen=True, dict=True):
    """Who is in a crowd, in the order of their ids: bodies and minds as they were when they came into
    it, the place of each among the people of the world, and the index of the cell where they stay."""

    ids: tuple[str, ...]
    bodies: list[Body]
    minds: list[Mind]
    numbers: Numbers
    cells: Numbers

    @cached_property
    def rows(self) -> dict[str, int]:
        """The places in the columns, by id."""
        return {who: row for row, who in enumerate(self.ids)}

    @cached_property
    def memories(self) -> dict[int, tuple[Remembered, MemoryStream]]:
        """The memories that somebody read last, by row, and the newest deed in them."""
        return {}

    def choose(self, rows: Numbers) -> "Members":
        """Return those in some rows, in their order."""
        places: list[int] = rows.tolist()
        return Members(
            tuple([self.ids[row] for row in places]),
            [self.bodies[row] for row in places],
            [self.minds[row] for row in places],
            self.numbers[rows],
            self.cells[rows],
        )


class Crowd(msgspec.Struct, frozen=True, dict=True):
    """A crowd at the end of a tick of a `day`, a column each with a place for every member.

    `units` are those of the one good `food` that they may carry, `here` those in the own cell. `look`
    is how what grows looked in the tick before, and `were` what they were doing then. `did` are the
    deeds of this tick, `remembered` those that are in their memories. Each has `chosen` one of the
    `thoughts`, and with it `acts` by one of the `actions`.
    """

    members: Members
    tick: int
    food: str
    day: int
    world: World
    look: Look
    thoughts: tuple[Thought, ...]
    actions: tuple[Action, ...]
    hunger: Numbers
    energy: Numbers
    health: Numbers
    acted: Numbers
    units: Numbers
    doing: Objects
    were: Objects
    stirred: Numbers
    did: Objects
    remembered: Objects
    here: Numbers
    chosen: Numbers
    acts: Numbers

    @property
    def ids(self) -> tuple[str, ...]:
        """The members."""
        return self.members.ids

    @property
    def rows(self) -> dict[str, int]:
        """The places in the columns, by id."""
        return self.members.rows

    def columns(self) -> dict[str, Any]:
        """Return every column by its name."""
        return {name: getattr(self, name) for name in _COLUMNS}

    def choose(self, rows: Numbers) -> "Crowd":
        """Return the crowd of those in some rows, in their order."""
        chosen = {name: column[rows] for name, column in self.columns().items()}
        return replace(self, members=self.members.choose(rows), **chosen)

    def without(self, people: Collection[str]) -> "Crowd | None":
        """Return the crowd without some; None where nobody is left."""
        if not people:
            return self
        gone = [row for who, row in self.rows.items() if who in people]
        stay = self.here == self.here
        stay[gone] = False
        return self.choose(stay.nonzero()[0]) if stay.any() else None

    def body(self, row: int) -> Body:
        """Return the body of a member."""
        body, units = self.members.bodies[row], int(self.units[row])
        vitals = replace(
            body.vitals,  # type: ignore[type-var]  # members have needs
            hunger=int(self.hunger[row]),
            energy=int(self.energy[row]),
            health=int(self.health[row]),
            acted=int(self.acted[row]),
        )
        items = {self.food: units} if units else {}
        return replace(body, doing=self.doing[row], items=items, vitals=vitals)

    def mind(self, row: int) -> Mind:
        """Return the mind of a member after the thoughts of the tick."""
        mind, body = self.members.minds[row], self.members.bodies[row]
        own = Node(body.id, AGENT, body.area, body.cell, self.were[row])
        sights = Sights((*mind.beliefs.sights[:-1], own))
        around = self.look(body)
        memory, stirred = self._memory(row), int(self.stirred[row])
        return carry_on(mind, self.tick, sights, around, body.area, memory, stirred)

    def _memory(self, row: int) -> MemoryStream:
        """Return the memories of a member; those that somebody read in another tick are gone on
        from."""
        base, place = self.members.minds[row].memory, self.members.bodies[row].area
        newest: Remembered | None = self.remembered[row]
        start, memory = self.members.memories.get(row, (None, base))
        deeds, last = list[Remembered](), newest
        while last is not None and last is not start:
            deeds.append(last)
            last = last.before
        if last is not start:
            memory = base
        first = len(memory)
        records = [one.record(first + at, place) for at, one in enumerate(reversed(deeds))]
        if newest is not None and records:
            memory = memory.grow(records)
            self.members.memories[row] = newest, memory
        return memory

    @property
    def seen_by_event(self) -> dict[int, Observation]:
        """How the members remember what they did in this tick, by the identity of the event."""
        return {id(one.event): one.seen for one in self.did.tolist() if one is not None}

    def thoughts_by_id(self) -> dict[str, Thought]:
        """Return what everybody thought in this tick."""
        return dict(
            zip(self.ids, map(self.thoughts.__getitem__, self.chosen.tolist()), strict=True)
        )


_COLUMNS = Crowd.__struct_fields__[8:]


class CrowdTable(Mapping[str, T]):
    """What there is of everybody, by id in a fixed order: of `others` as it is, and of a crowd made
    when it is read."""

    __slots__ = ("_made", "_order", "_rows", "crowd", "others")

    def __init__(self, order: Sequence[str], others: Mapping[str, T], crowd: Crowd) -> None:
        self._order, self.others, self.crowd = order, others, crowd
        self._rows = crowd.rows
        self._made: dict[str, T] = {}

    def _make(self, row: int) -> T:
        raise NotImplementedError

    def __getitem__(self, who: str) -> T:
        """Return that of somebody."""
        if who not in self._rows:
            return self.others[who]
        found = self._made.get(who)
        if found is None:
            found = self._made[who] = self._make(self._rows[who])
        return found

    def __contains__(self, who: object) -> bool:
        return who in self._rows or who in self.others

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)


class CrowdBodies(CrowdTable[Body]):
    """The bodies of a state with a crowd."""

    __slots__ = ()

    def _make(self, row: int) -> Body:
        return self.crowd.body(row)


class CrowdMinds(CrowdTable[Mind]):
    """The minds of a state with a crowd."""

    __slots__ = ()

    def _make(self, row: int) -> Mind:
        return self.crowd.mind(row)


def crowd_in(bodies: Mapping[str, Body], minds: Mapping[str, Mind]) -> Crowd | None:
    """Return the crowd of a state; None where somebody changed its bodies or minds from outside."""
    if (
        isinstance(bodies, CrowdBodies)
        and isinstance(minds, CrowdMinds)
        and bodies.crowd is minds.crowd
    ):
        return bodies.crowd
    return None


def others_of(table: Mapping[str, T], crowd: Crowd | None) -> dict[str, T]:
    """Return what there is of everybody but a crowd, as it stands in a table of another one."""
    if not isinstance(table, CrowdTable):
        others = dict(table)
    elif crowd is not None and crowd.members is table.crowd.members:
        return dict(table.others)
    else:
        inside = () if crowd is None else crowd.rows
        others = {who: table[who] for who in table if who not in inside}
    for who in () if crowd is None else crowd.ids:
        others.pop(who, None)
    return others


def ids_of(crowd: Crowd | None) -> Collection[str]:
    """Return who is in a crowd, if there is one."""
    return () if crowd is None else crowd.rows.keys()
