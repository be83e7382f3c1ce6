"""Edits of object kinds: create, copy, rename, delete."""

from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

from latticeville.draw.tilemap.light import light_radius
from latticeville.world.model.world_renames import Renames
from studio.project.documents.document import parse_document
from studio.project.documents.kinds import build_kinds, heirs_of, kind_tables
from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.documents.references import (
    beat_tables_of,
    find_mentions,
    iter_effects,
    iter_guards,
    measures_of,
    rename_mentions,
    tables_at,
)
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.formats.plain_values import KeyPath, deep_copy, value_at


class NewKind(SingleEdit, frozen=True):
    """Add a kind."""

    id: str
    table: Mapping[str, object]

    @property
    def label(self) -> str:
        """What it does."""
        return f"new kind {self.id}"

    def apply(self, project: Project) -> Project:
        """Add it at the end of the file, which is made where there is none."""
        if self.id in kind_tables(project):
            raise EditRefusedError(f"there is a kind “{self.id}” already")
        if THINGS not in project.files:
            project = project.with_file(THINGS, parse_document(THINGS, ""))
        return project.put(THINGS, ("kinds", self.id), deep_copy(self.table))


class DuplicateKind(SingleEdit, frozen=True):
    """Add a kind that is like another one."""

    id: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"duplicate {self.id}"

    def apply(self, project: Project) -> Project:
        """Copy it."""
        return NewKind(self.new, kind_table(project, self.id)).apply(project)


class DeleteKind(SingleEdit, frozen=True):
    """Let a kind go; objects that are of it are shown as problems."""

    id: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"delete kind {self.id}"

    def apply(self, project: Project) -> Project:
        """Delete it."""
        kind_table(project, self.id)
        return project.drop(THINGS, ("kinds", self.id))


class RenameKind(SingleEdit, frozen=True):
    """Give a kind another id; objects, routines and conditions follow, and it gives light as
    before."""

    id: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"rename kind {self.id} to {self.new}"

    def renames(self, project: Project) -> Renames:  # noqa: ARG002 - as every edit
        """Return what it renames in a run."""
        return Renames(kinds={self.id: self.new})

    def apply(self, project: Project) -> Project:
        """Rename it."""
        kind_table(project, self.id)
        if self.id == self.new:
            return project
        if self.new in kind_tables(project):
            raise EditRefusedError(f"there is a kind “{self.new}” already")
        before = project
        project = rename_mentions(project, find_mentions(project, "kind", self.id), self.new)
        project = project.rename(THINGS, ("kinds", self.id), self.new)
        return keep_light(before, project, self.renames(before))


class RenameState(SingleEdit, frozen=True):
    """Give a state of a kind another name; rows, tests, objects, beats and the kinds that
    extend it follow."""

    kind: str
    old: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: rename {self.old} to {self.new}"

    def renames(self, project: Project) -> Renames:
        """Return what it renames in a run."""
        return Renames(
            states={
                kind: {self.old: self.new} for kind in (self.kind, *heirs_of(project, self.kind))
            }
        )

    def apply(self, project: Project) -> Project:
        """Rename it; where its name made it give light, it says so now."""
        table, before = kind_table(project, self.kind), project
        states = table.get("states") or {}
        if self.new in states:
            raise EditRefusedError(f"“{self.kind}” has a state “{self.new}” already")
        if self.old not in states:
            raise EditRefusedError(
                f"“{self.old}” is not written in “{self.kind}”: rename it in what the kind extends"
            )
        for kind in (self.kind, *heirs_of(project, self.kind)):
            project = self._renamed_in(project, kind)
        return keep_light(before, project, self.renames(before))

    def _renamed_in(self, project: Project, kind: str) -> Project:
        """Return the project with the name in the table, the tests and the objects of a kind."""
        table, path = kind_table(project, kind), ("kinds", kind)
        values: dict[KeyPath, object] = (
            {(*path, "start"): self.new} if table.get("start") == self.old else {}
        )
        for index, row in enumerate(tables_at(table, "transitions")):
            for key in ("from", "to"):
                values |= dict.fromkeys(
                    _spoken((*path, "transitions", index, key), row.get(key), self.old), self.new
                )
        for spot, part in _tests(project, kind):
            values |= {(*spot, "state"): self.new} if part.get("state") == self.old else {}
        project = project.put_each(THINGS, values)
        project = project.rename(THINGS, (*path, "states", self.old), self.new)
        placed = (spot for spot, one in _objects(project, kind) if one.get("state") == self.old)
        told = (spot for spot, _ in beat_tables_of(project, kind, "state", self.old))
        project = _rename_in_measures(project, kind, "state", self)
        return project.put_each(WORLD, {(*spot, "state"): self.new for spot in (*placed, *told)})


class RenameCounter(SingleEdit, frozen=True):
    """Give a counter of a kind another name; rows, tests, objects, beats and the kinds that
    extend it follow."""

    kind: str
    old: str
    new: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: rename counter {self.old} to {self.new}"

    def renames(self, project: Project) -> Renames:
        """Return what it renames in a run."""
        return Renames(
            counters={
                kind: {self.old: self.new} for kind in (self.kind, *heirs_of(project, self.kind))
            }
        )

    def apply(self, project: Project) -> Project:
        """Rename it."""
        counters = kind_table(project, self.kind).get("counters") or {}
        if self.new in counters:
            raise EditRefusedError(f"“{self.kind}” has a counter “{self.new}” already")
        if self.old not in counters:
            raise EditRefusedError(
                f"“{self.old}” is not written in “{self.kind}”: rename it in what the kind extends"
            )
        for kind in (self.kind, *heirs_of(project, self.kind)):
            project = self._renamed_in(project, kind)
        return project

    def _renamed_in(self, project: Project, kind: str) -> Project:
        """Return the project with the name in the table, the tests and the objects of a kind."""
        path = ("kinds", kind)
        parts = (*iter_guards(project), *iter_effects(project))
        values = {
            (*place, "counter"): self.new
            for place, part in parts
            if place[: len(path)] == path and part.get("counter") == self.old
        }
        project = project.put_each(THINGS, values)
        project = project.rename(THINGS, (*path, "counters", self.old), self.new)
        told = [spot for spot, _ in beat_tables_of(project, kind, "counter", self.old)]
        project = project.put_each(WORLD, {(*spot, "counter"): self.new for spot in told})
        project = _rename_in_measures(project, kind, "counter", self)
        for spot, _ in _objects(project, kind):
            project = project.rename(WORLD, (*spot, "counters", self.old), self.new)
        for spot, part in _tests(project, kind):
            if self.old in (part.get("counters") or {}):
                project = project.rename(THINGS, (*spot, "counters", self.old), self.new)
        return project


def _rename_in_measures(
    project: Project, kind: str, sort: str, names: RenameState | RenameCounter
) -> Project:
    """Return the project whose measures name a state or a counter of the objects of a kind anew."""
    objects = {str(one.get("id")) for _, one in _objects(project, kind)}
    found = tuple(measures_of(project, names.old, {sort}, objects))
    return rename_mentions(project, found, names.new)


def keep_light(before: Project, after: Project, renames: Renames) -> Project:
    """Return a project in which every kind gives light as it did; light that a name gave is written
    down."""
    wanted = {
        (
            renames.kinds.get(name, name),
            renames.states.get(name, {}).get(state, state),
        ): light_radius(kind, state)
        for name, kind in build_kinds(before).items()
        for state in kind.states
    }
    while changed := next(_other_lights(after, wanted), None):
        after = after.put(THINGS, *changed)
    return after


def _other_lights(
    project: Project, wanted: Mapping[tuple[str, str], int]
) -> Iterator[tuple[KeyPath, int]]:
    """Yield where light has to be written down so that kinds give it as wanted in their states."""
    kinds = build_kinds(project)
    for (name, state), light in wanted.items():
        kind = kinds.get(name)
        if kind is not None and state in kind.states and light_radius(kind, state) != light:
            is_named = (
                state in (kind_table(project, name).get("states") or {}) or len(kind.states) > 1
            )
            yield ("kinds", name, *(("states", state) if is_named else ()), "light"), light


def _tests(project: Project, kind: str) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Yield every test of a kind and every step of it, with its path."""
    for index, test in enumerate(tables_at(project.data(THINGS), "tests")):
        if test.get("kind") == kind:
            yield ("tests", index), test
            for place, step in enumerate(tables_at(test, "steps")):
                yield ("tests", index, "steps", place), step


def free_kind_id(project: Project, name: str) -> str:
    """Return an id that no kind has: the name, or with a number behind it."""
    known, numbered = kind_tables(project), (f"{name}_{number}" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in known)


def kind_table(project: Project, name: str) -> Mapping[str, Any]:
    """Return the table of a kind, or refuse."""
    found = value_at(project.data(THINGS), ("kinds", name))
    if not isinstance(found, dict):
        raise EditRefusedError(f"there is no kind “{name}”")
    return found


def _objects(project: Project, name: str) -> Iterator[tuple[KeyPath, Mapping[str, Any]]]:
    for index, one in enumerate(tables_at(project.data(WORLD), "objects")):
        if one.get("kind") == name:
            yield ("objects", index), one


def _spoken(path: KeyPath, value: object, name: str) -> Iterator[KeyPath]:
    """Yield the paths at which a name stands: a value, or some of a list."""
    if value == name:
        yield path
    for index, part in enumerate(value if isinstance(value, list) else ()):
        if part == name:
            yield (*path, index)
