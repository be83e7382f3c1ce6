"""Delete states and counters of kinds, with all references to them."""

from typing import Any

from studio.project.documents.project import THINGS, WORLD, Project
from studio.project.documents.references import tables_at
from studio.project.edits.edit import EditRefusedError, SingleEdit
from studio.project.edits.kinds import kind_table
from studio.project.formats.plain_values import KeyPath


class DeleteState(SingleEdit, frozen=True):
    """Let a state of a kind go; rows that leave it or lead to it go too, objects that begin in it
    begin as others."""

    kind: str
    state: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: remove state {self.state}"

    def apply(self, project: Project) -> Project:
        """Let it go."""
        table, path = kind_table(project, self.kind), ("kinds", self.kind)
        others = [name for name in table.get("states") or {} if name != self.state]
        if not others:
            raise EditRefusedError("a state machine needs a state: add another one first")
        for index, row in reversed([*enumerate(tables_at(table, "transitions"))]):
            project = self._without_row(project, (*path, "transitions", index), row)
        if table.get("start") == self.state:
            project = project.put(THINGS, (*path, "start"), others[0])
        for index, one in enumerate(tables_at(project.data(WORLD), "objects")):
            if one.get("kind") == self.kind and one.get("state") == self.state:
                project = project.drop(WORLD, ("objects", index, "state"))
        return project.drop(THINGS, (*path, "states", self.state))

    def _without_row(self, project: Project, place: KeyPath, row: dict[str, Any]) -> Project:
        """Let a transition go that leaves the state or leads to it; one that leaves others, too, is
        kept for them."""
        sources = row.get("from")
        if self.state in (sources, row.get("to")):
            return project.drop(THINGS, place)
        if not isinstance(sources, list) or self.state not in sources:
            return project
        left = [name for name in sources if name != self.state]
        return project.put(THINGS, (*place, "from"), left) if left else project.drop(THINGS, place)


class DeleteCounter(SingleEdit, frozen=True):
    """Let a counter of a kind go, with every condition and effect on it."""

    kind: str
    counter: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: remove counter {self.counter}"

    def apply(self, project: Project) -> Project:
        """Let it go."""
        table, path = kind_table(project, self.kind), ("kinds", self.kind)
        for index, row in enumerate(tables_at(table, "transitions")):
            for key in ("needs", "does"):
                kept: list[dict[str, Any]] = [
                    one for one in tables_at(row, key) if one.get("counter") != self.counter
                ]
                place: KeyPath = (*path, "transitions", index, key)
                if key in row and len(kept) != len(row[key]):
                    project = (
                        project.put(THINGS, place, kept) if kept else project.drop(THINGS, place)
                    )
        for index, one in enumerate(tables_at(project.data(WORLD), "objects")):
            if one.get("kind") == self.kind:
                project = project.drop(WORLD, ("objects", index, "counters", self.counter))
        return project.drop(THINGS, (*path, "counters", self.counter))


def find_references(
    project: Project, name: str, *, state: str = "", counter: str = ""
) -> tuple[str, ...]:
    """Say which rows of a kind, and which objects, speak of a state or a counter."""
    named = [one for one in (("state", state), ("counter", counter)) if one[1]]
    transitions = enumerate(tables_at(kind_table(project, name), "transitions"))
    objects = (one for one in tables_at(project.data(WORLD), "objects") if one.get("kind") == name)
    return (
        *(
            f"transition {index + 1}"
            for index, row in transitions
            if _any(named, _named_by_row(row))
        ),
        *(f"object {one.get('id')}" for one in objects if _any(named, _named_by_object(one))),
    )


def _any(named: list[tuple[str, str]], known: list[tuple[str, object]]) -> bool:
    return any(one in known for one in named)


def _named_by_row(row: dict[str, Any]) -> list[tuple[str, object]]:
    """Return the states and counters that a transition names."""
    sources = row["from"] if isinstance(row.get("from"), list) else [row.get("from")]
    parts = [part.get("counter") for key in ("needs", "does") for part in tables_at(row, key)]
    return [
        *(("state", name) for name in (*sources, row.get("to"))),
        *(("counter", name) for name in parts),
    ]


def _named_by_object(table: dict[str, Any]) -> list[tuple[str, object]]:
    """Return the state and the counters that an object begins with."""
    return [
        ("state", table.get("state")),
        *(("counter", name) for name in table.get("counters") or {}),
    ]
