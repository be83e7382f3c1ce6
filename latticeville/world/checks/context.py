"""What the checks read: the tables, the world built from them, and indexes over both."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from latticeville.core.closest_match import closest_match
from latticeville.core.geometry import Box
from latticeville.core.problems import Problem
from latticeville.world.io.kinds import resolve_kinds
from latticeville.world.io.parse import Draft
from latticeville.world.io.schema_errors import format_value
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.personas import Persona
from latticeville.world.model.regions import Regions
from latticeville.world.model.world import World
from latticeville.world.schema.kinds import KindTable
from latticeville.world.schema.world import PersonTable

if TYPE_CHECKING:
    from latticeville.world.model.beats import Ending, ScheduledEvent, Stage

WORLD_FILE = "world.toml"
KINDS_FILE = "kinds.toml"


class CheckContext(msgspec.Struct, frozen=True, dict=True):
    """A draft and its world; `unread` names files that are there but could not be read."""

    draft: Draft
    world: World
    unread: frozenset[str] = frozenset()

    def problem(
        self,
        file: str,
        path: KeyPath,
        code: str,
        what: str,
        *,
        why: str = "",
        fix: str = "",
        severity: str = "error",
    ) -> Problem:
        """Return a problem at the place where a value was written."""
        return self.draft.sources.problem(
            (file, path), code, what, why=why, fix=fix, severity=severity
        )

    def problem_on_map(
        self,
        x: int,
        y: int,
        code: str,
        what: str,
        *,
        why: str = "",
        fix: str = "",
        severity: str = "error",
    ) -> Problem:
        """Return a problem at a cell of the map."""
        at = self.draft.world.map
        problem = self.draft.sources.problem(
            (at, ()), code, what, why=why, fix=fix, severity=severity
        )
        return msgspec.structs.replace(problem, line=y + 1, column=x + 1)

    def is_unreadable(self, file: str) -> bool:
        """Tell whether a file is there but could not be understood."""
        return file in self.unread or file in self.draft.broken

    @cached_property
    def map_box(self) -> Box:
        """The map as one box."""
        return Box(0, 0, self.world.grid.width, self.world.grid.height)

    @cached_property
    def areas(self) -> frozenset[str]:
        """The ids of the areas as written, and the world's own."""
        return frozenset(self.world.areas.by_id)

    @cached_property
    def kinds(self) -> dict[str, KindTable]:
        """The tables of the kinds with all that they extend."""
        return {name: whole.table for name, whole in resolve_kinds(self.draft.things.kinds).items()}

    @cached_property
    def objects(self) -> dict[str, str]:
        """The kind of each object as written, whether or not it could be placed."""
        return {table.id: table.kind for table in self.draft.world.objects}

    @cached_property
    def given(self) -> frozenset[str]:
        """What somebody can come to carry again and again: portable kinds and objects, and what a
        row or a beat gives."""
        kinds = {name for name, kind in self.world.kinds.items() if kind.portable}
        objects = {thing for thing, kind in self.objects.items() if kind in kinds}
        rows = (row for kind in self.draft.things.kinds.values() for row in kind.transitions)
        items = {effect.give for row in rows for effect in row.does if effect.give}
        return frozenset(kinds | objects | items | self._given_by_beats)

    @property
    def _given_by_beats(self) -> set[str]:
        """The items that a beat gives to somebody; an object that it gives is only handed over."""
        table = self.draft.world
        changes: list[Ending | Stage | ScheduledEvent] = [*table.scheduled]
        changes += [one for matter in table.matters for one in matter.outcomes]
        changes += [one for story in table.storylines for one in story.stages]
        given = {effect.give for one in changes for effect in one.effects if effect.give}
        return given - self.objects.keys()

    @cached_property
    def obtainable(self) -> frozenset[str]:
        """What somebody can come to carry: what is given, and, where the rules say so, gathered or
        there at tick 0."""
        world = self.world
        held = (
            {name for name, cells in world.resource_maxima.items() if cells}
            if "survival" in world.rules
            else set()
        )
        food = (
            {world.survival.food}
            if world.survival.start_food and "hunger" in world.needs
            else set()
        )
        return self.given | held | food

    @cached_property
    def area_paths(self) -> dict[str, KeyPath]:
        """Where each area is written first."""
        areas = [*enumerate(self.draft.world.areas)]
        return {area.id: ("areas", index) for index, area in reversed(areas)}

    @cached_property
    def people(self) -> frozenset[str]:
        """The ids of the people as written."""
        return frozenset(person.id or person.persona for person in self.draft.world.people)

    @cached_property
    def people_with_personas(self) -> tuple[tuple[int, str, PersonTable, Persona], ...]:
        """Each person whose persona can be read: index, id, entry in the world, persona."""
        personas = self.draft.personas
        return tuple(
            (index, person.id or person.persona, person, personas[person.persona])
            for index, person in enumerate(self.draft.world.people)
            if person.persona in personas
        )

    @cached_property
    def regions(self) -> Regions:
        """The parts of the map between which nobody can walk."""
        return Regions(self.world)


Check = Callable[[CheckContext], Iterator[Problem]]
"""One check."""


def persona_path(name: str) -> str:
    """Return the logical name of a persona's file."""
    return f"personas/{name}.toml"


def suggest_known(word: str, known: set[str] | frozenset[str] | list[str], default: str) -> str:
    """Return the fix that names the known word most like this one, or the default where none is
    like it."""
    near = closest_match(word, sorted(known))
    return f"write “{near}”" if near else default


def quote_id(word: str) -> str:
    """Write an id for a message."""
    return format_value(word)
