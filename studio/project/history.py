"""The history of a project: steps as values, for undo and redo."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.project.documents.project import Project
from studio.project.edits.edit import Edit, find_renames


class HistoryStep(msgspec.Struct, frozen=True):
    """One step: what was done, the project after it, and what was renamed since the project was
    opened."""

    label: str
    project: Project
    edit: Edit | None = None
    renames: Renames = NO_RENAMES


class History(msgspec.Struct, frozen=True):
    """All steps since a project was opened, which of them is the present, and what is on disk."""

    steps: tuple[HistoryStep, ...]
    saved: Project
    at: int = 0

    @classmethod
    def begin(cls, project: Project) -> "History":
        """Return the history of a project that was just opened."""
        return cls((HistoryStep("opened", project),), project)

    @property
    def present(self) -> Project:
        """The project as it is now."""
        return self.steps[self.at].project

    @property
    def renames(self) -> Renames:
        """What was renamed since the project was opened."""
        return self.steps[self.at].renames

    @property
    def labels(self) -> tuple[str, ...]:
        """What was done, step by step, those that are undone too."""
        return tuple(step.label for step in self.steps)

    @property
    def modified(self) -> tuple[str, ...]:
        """The names of the files whose present text is not the text on disk."""
        return self.present.changed_files(self.saved)

    def do(self, edit: Edit) -> "History":
        """Return the history after an edit; one that changes nothing is no step. Raises Refused."""
        last = self.steps[self.at]
        merged = last.edit.absorb(edit) if last.edit and self.at + 1 == len(self.steps) else None
        if merged:
            return self._merged(edit, merged)
        project = edit.apply(self.present)
        if not project.changed_files(self.present):
            return self
        return self.add_step(
            HistoryStep(edit.label, project, edit, find_renames(edit, self.present))
        )

    def _merged(self, edit: Edit, merged: Edit) -> "History":
        """Return the history with its last step grown by an edit; a step that has come to nothing
        is gone."""
        before = self.steps[self.at - 1].project
        project = (
            edit.apply(self.present) if getattr(merged, "adds_up", False) else merged.apply(before)
        )
        earlier = self.steps[: self.at]
        if not project.changed_files(before):
            return replace(self, steps=earlier, at=self.at - 1)
        renames = self.renames.then(find_renames(edit, self.present))
        return replace(self, steps=(*earlier, HistoryStep(merged.label, project, merged, renames)))

    def add_step(self, step: HistoryStep) -> "History":
        """Return the history with a step after the present, whose renames come to ours; what was
        undone is let go."""
        step = replace(step, renames=self.renames.then(step.renames))
        return replace(self, steps=(*self.steps[: self.at + 1], step), at=self.at + 1)

    def jump(self, to: int) -> "History":
        """Return the history at a step of the list, or at its nearest end."""
        return replace(self, at=max(0, min(to, len(self.steps) - 1)))

    def change_each(self, change: Callable[[Project], Project]) -> "History":
        """Return the history with something changed in the project of each step, and in what is on
        disk."""
        steps = tuple(replace(step, project=change(step.project)) for step in self.steps)
        return replace(self, steps=steps, saved=change(self.saved))

    def mark_saved(self, project: Project) -> "History":
        """Return the history after a project, the present or another, has reached the disk."""
        return replace(self, saved=project)
