"""Dialogs to list, make, change and remove matters, storylines and scheduled events."""

from collections.abc import Callable
from typing import NamedTuple

from studio.editor.beat_form import (
    SORTS,
    WORDS,
    BeatField,
    add_beat,
    beat_fields,
    change_beat,
    list_beats,
)
from studio.project.documents.entries import slugify
from studio.project.documents.project import WORLD, Project
from studio.project.edits.edit import Edit, find_mistake
from studio.project.edits.values import SetValue
from studio.project.formats.plain_values import KeyPath
from studio.project.workspace import Workspace
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.pane_screen import PaneScreen

REMOVE = "remove"
"""The key of the option that removes a beat."""


class BeatDialogs(NamedTuple):
    """The dialogs over a screen that edits a workspace; `attempt` makes an edit and does it, or
    says why it is refused."""

    screen: PaneScreen
    workspace: Workspace
    attempt: Callable[[Callable[[], Edit]], bool]

    @property
    def project(self) -> Project:
        """The project as it is now."""
        return self.workspace.project

    async def open(self) -> None:
        """List all beats; the chosen one is edited, or a new one made."""
        if self.project.original:
            self.screen.tell("The original format has no matters: import this world first.")
            return
        beats = list_beats(self.project)
        options = [Option(str(place), name, note) for place, (_, name, note) in enumerate(beats)]
        options += [Option(sort, f"New {word}") for sort, word in WORDS.items()]
        chosen = await self._choose("Matters and storylines", options)
        if chosen in SORTS:
            await self._add(chosen)
        elif chosen:
            await self._edit(beats[int(chosen)][0])

    async def _choose(self, title: str, options: list[Option]) -> str:
        asked = OptionDialog(title, options, wide=True)
        return await self.screen.app.push_screen_wait(asked) or ""

    async def _add(self, sort: str) -> None:
        def wrong(name: str) -> str:
            return find_mistake(self.project, lambda: add_beat(self.project, sort, slugify(name)))

        fill = ValidatedInput(f"Id of the new {WORDS[sort]}", "What it is about.", "", wrong)
        name = await self.screen.app.push_screen_wait(fill)
        if name and self.attempt(lambda: add_beat(self.project, sort, slugify(name))):
            await self._edit(
                [path for path, _, _ in list_beats(self.project) if path[0] == sort][-1]
            )

    async def _edit(self, path: KeyPath) -> None:
        """Show the fields of a beat until none is chosen; change the chosen one."""
        while True:
            fields = beat_fields(self.project, path)
            options = [Option(str(n), one.label, one.text) for n, one in enumerate(fields)]
            options.append(Option(REMOVE, f"Remove this {WORDS[str(path[0])]}", "u: undo"))
            title = next((name for at, name, _ in list_beats(self.project) if at == path), "")
            chosen = await self._choose(title, options)
            if chosen == REMOVE:
                self.attempt(lambda: SetValue(WORLD, path, None, name="remove a beat"))
            if chosen in ("", REMOVE):
                return
            await self._change(fields[int(chosen)])

    async def _change(self, field: BeatField) -> None:
        def wrong(typed: str) -> str:
            return find_mistake(self.project, lambda: change_beat(self.project, field.path, typed))

        fill = ValidatedInput(field.label, field.help, field.text, wrong)
        typed = await self.screen.app.push_screen_wait(fill)
        if typed is not None and typed != field.text:
            self.attempt(lambda: change_beat(self.project, field.path, typed))
