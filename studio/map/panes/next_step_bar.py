"""The line at the foot of the map workbench that names the next step in an empty world."""

from collections.abc import Sequence

from latticeville.core.problems import Problem
from studio.map.model.map_model import MapModel
from studio.map.model.next_step import RUN, NextStep, find_next_step
from studio.project.documents.entries import list_entries
from studio.project.workspace import Workspace
from studio.ui.bar import Bar
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import find_command
from studio.ui.text import STRONG, Span, clean


class NextStepBar(Bar):
    """Names the next step in a world in which nobody lived when it was opened, until the run was
    seen."""

    DEFAULT_CSS = "NextStepBar { background: $primary-muted; display: none; }"
    step: NextStep | None = None
    _guiding = True
    _seen: tuple[MapModel, Sequence[Problem], Sequence[str]] | None = None

    def guide(self, map_model: MapModel, workspace: Workspace) -> None:
        """Name the next step, where the world is another than before."""
        if self._seen is None:
            self._guiding = not list_entries(map_model.project, "people")
        seen = (map_model, workspace.problems, workspace.history.modified)
        if not self._guiding or seen == self._seen:
            return
        self._seen, self.display = seen, True
        self.step = find_next_step(*seen)
        text = self.step.text.replace("{key}", self._key_of(self.step.command))
        self.say([Span(clean(text), STRONG)], Span(""))

    def end_with_run(self) -> None:
        """Name no step any more, if the last one was taken."""
        if self.step == RUN:
            self._guiding = self.display = False
            self.step = None

    def _key_of(self, name: str) -> str:
        """Return the key of a command, as it is bound."""
        active = self.screen.active_bindings.items()
        bound = (key for key, one in active if one.binding.id == name)
        command = find_command(name)
        return key_name(next(bound, command.keys[0] if command and command.keys else ""))
