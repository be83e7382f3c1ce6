"""What stays selected on the map when the project changes, and what a step back selects."""

from latticeville.world.model.world_renames import Renames
from studio.project.documents.entries import SORTS, list_entries, restored_names
from studio.project.documents.project import Project

MAX_RESTORED = 50
"""Most areas, objects and people that a step back selects; beyond it, the whole map has moved."""


class KeptSelection:
    """The new names of what was renamed since a selection was shown, by the old ones."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def follow(self, renames: Renames) -> None:
        """Take in what was renamed."""
        names = {**renames.areas, **renames.objects, **renames.people}
        self._names = {old: names.get(new, new) for old, new in self._names.items()} | names

    def take(self, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return a selection with its new names; they are the old ones from now on."""
        names, self._names = self._names, {}
        return tuple(names.get(name, name) for name in selection)


def restored_selection(
    before: Project, after: Project, selection: tuple[str, ...]
) -> tuple[str, ...]:
    """Return what a step from one project to another has restored; nothing if some of it is
    selected already."""
    tables = [
        {name: entry.table for sort in SORTS for name, entry in list_entries(project, sort).items()}
        for project in (before, after)
    ]
    restored = restored_names(*tables)
    return () if len(restored) > MAX_RESTORED or {*restored} & {*selection} else restored
