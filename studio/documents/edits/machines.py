"""States and counters of kinds that are let go, with what speaks of them."""

from typing import TYPE_CHECKING, Any

from studio.documents.edit import Refused, Single
from studio.documents.edits.kinds import kind
from studio.documents.project import THINGS, WORLD, Project
from studio.documents.references import rows

if TYPE_CHECKING:
    from studio.documents.plain import KeyPath


class DeleteState(Single, frozen=True):
    """Let a state of a kind go; rows that leave it or lead to it go too, objects that begin in it begin as others."""

    kind: str
    state: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: without {self.state}"

    def apply(self, project: Project) -> Project:
        """Let it go."""
        table, path = kind(project, self.kind), ("kinds", self.kind)
        others = [name for name in table.get("states") or {} if name != self.state]
        if not others:
            raise Refused("a machine needs a state: add another one first")
        for index, row in reversed([*enumerate(rows(table, "transitions"))]):
            if self.state in (row.get("from"), row.get("to")):
                project = project.drop(THINGS, (*path, "transitions", index))
            elif isinstance(row.get("from"), list) and self.state in row["from"]:
                left = [name for name in row["from"] if name != self.state]
                place: KeyPath = (*path, "transitions", index)
                gone = not left
                project = project.drop(THINGS, place) if gone else project.put(THINGS, (*place, "from"), left)
        if table.get("start") == self.state:
            project = project.put(THINGS, (*path, "start"), others[0])
        for index, one in enumerate(rows(project.data(WORLD), "objects")):
            if one.get("kind") == self.kind and one.get("state") == self.state:
                project = project.drop(WORLD, ("objects", index, "state"))
        return project.drop(THINGS, (*path, "states", self.state))


class DeleteCounter(Single, frozen=True):
    """Let a counter of a kind go, with every condition and effect on it."""

    kind: str
    counter: str

    @property
    def label(self) -> str:
        """What it does."""
        return f"{self.kind}: without {self.counter}"

    def apply(self, project: Project) -> Project:
        """Let it go."""
        table, path = kind(project, self.kind), ("kinds", self.kind)
        for index, row in enumerate(rows(table, "transitions")):
            for key in ("needs", "does"):
                kept: list[dict[str, Any]] = [one for one in rows(row, key) if one.get("counter") != self.counter]
                place: KeyPath = (*path, "transitions", index, key)
                if key in row and len(kept) != len(row[key]):
                    project = project.put(THINGS, place, kept) if kept else project.drop(THINGS, place)
        for index, one in enumerate(rows(project.data(WORLD), "objects")):
            if one.get("kind") == self.kind:
                project = project.drop(WORLD, ("objects", index, "counters", self.counter))
        return project.drop(THINGS, (*path, "counters", self.counter))


def speakers(project: Project, name: str, *, state: str = "", counter: str = "") -> tuple[str, ...]:
    """Say which rows of a kind, and which objects, speak of a state or a counter."""
    told = []
    for index, row in enumerate(rows(kind(project, name), "transitions")):
        sources = row.get("from") if isinstance(row.get("from"), list) else [row.get("from")]
        parts = [part.get("counter") for key in ("needs", "does") for part in rows(row, key)]
        if (state and state in [*(sources or []), row.get("to")]) or (counter and counter in parts):
            told.append(f"row {index + 1}")
    for one in rows(project.data(WORLD), "objects"):
        here = one.get("kind") == name
        if here and ((state and one.get("state") == state) or (counter and counter in (one.get("counters") or {}))):
            told.append(f"object {one.get('id')}")
    return tuple(told)
