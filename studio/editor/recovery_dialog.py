"""The dialog of unsaved changes that were found: restore, compare, discard."""

from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events
from textual.app import App

from studio.editor.conflict_dialog import ConflictDialog
from studio.project.conflict import Choice, Conflict, Key
from studio.project.open_project import OpenProject
from studio.project.recovery import RecoveryOffer
from studio.ui.commands.key_names import key_name
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.text import clean_border

if TYPE_CHECKING:
    from studio.project.workspace import Workspace

_ABOUT = (
    "Mine: the unsaved changes of last time. Theirs: what is here now. ▸ marks the side that each "
    "item comes from: "
    "the side that changed it, or mine if both did."
)


class RecoveryAnswer(NamedTuple):
    """What was answered at last."""

    sentence: str
    restored: bool
    """Whether anything of it is in the project now."""


class RecoveryDialog(OptionDialog):
    """A question that comes unasked: a key that was not meant for it says that it was not taken."""

    takes_keys = False
    """Whether it was painted; keys before that are for what was seen."""

    def on_mount(self) -> None:
        """Take keys once this is seen."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        self.takes_keys = True

    def on_key(self, event: events.Key) -> None:
        """Say that a key does nothing here."""
        if event.key not in self.active_bindings:
            self.refuse(event.key)

    def refuse(self, key: str) -> None:
        """Say in the frame that a key was not taken."""
        for box in self.query("Vertical"):
            box.border_subtitle = clean_border(f"{key_name(key)} ignored: answer this first")


class RecoveryQuestions:
    """Asks about all that was not saved, the newest first, until all is answered or one is put
    off."""

    def __init__(self, app: App[Any], workspace: "Workspace") -> None:
        self._app, self._workspace = app, workspace
        self._total = len(workspace.offers)

    async def ask(self) -> RecoveryAnswer | None:
        """Return what was answered at last; None where there was nothing to ask about."""
        offers, restored = self._workspace.offers, False
        while offers:
            offer = offers[0]
            conflicts = offer.mergeable_conflicts(self._workspace.opened)
            way = await self._app.push_screen_wait(self._dialog(offer, conflicts))
            if way == "discard":
                self._workspace.discard(offer)
            elif way in ("restore", "compare"):
                choices = await self._compare(conflicts) if way == "compare" else {}
                if choices is not None:
                    self._workspace.recover(offer, choices)
                    restored = True
            else:
                return RecoveryAnswer(
                    "Kept; you are asked again when you open this world.", restored
                )
            offers = self._workspace.offers
        if not self._total:
            return None
        return RecoveryAnswer(
            "Restored. u: undo · ctrl+s: save" if restored else "Discarded.", restored
        )

    def _dialog(self, offer: RecoveryOffer, conflicts: tuple[Conflict, ...]) -> RecoveryDialog:
        title = "Unsaved changes found"
        if self._total > 1:
            title += f": {self._total - len(self._workspace.offers) + 1} of {self._total}"
        options = [
            Option("restore", "Restore", "as one step; u: undo"),
            Option("discard", "Discard"),
            Option("later", "Not now", "ask again next time"),
        ]
        if conflicts:
            items = sum(len(one.items) for one in conflicts)
            options.insert(
                0, Option("compare", "Compare", f"{items} item{'s' * (items != 1)}: keep both")
            )
        return RecoveryDialog(
            title, options, text=_text(offer, self._workspace.opened), search=False
        )

    async def _compare(
        self, conflicts: tuple[Conflict, ...]
    ) -> dict[str, dict[Key, Choice]] | None:
        """Ask about the items of one file after the other; None where that was broken off."""
        choices: dict[str, dict[Key, Choice]] = {}
        for conflict in conflicts:
            chosen = await self._app.push_screen_wait(ConflictDialog(conflict, _ABOUT))
            if chosen is None:
                return None
            choices[conflict.name] = chosen
        return choices


def _text(offer: RecoveryOffer, here: OpenProject) -> str:
    """Return when it was, what it holds, and what a restoring would undo."""
    lines = [
        (
            "The studio closed before this was "
            f"saved{f', {offer.written_at}' if offer.written_at else ''}:"
        )
    ]
    lines.append(offer.describe(here))
    stale = offer.stale_files(here)
    edited = tuple(name for name in offer.edited_files(here) if name not in stale)
    if stale:
        one = len(stale) == 1
        was, them = ("was", "it") if one else ("were", "them")
        lines.append(f"{', '.join(stale)} {was} saved later: restoring {them} undoes that save.")
    if edited:
        has, them = ("has", "it") if len(edited) == 1 else ("have", "them")
        lines.append(
            f"{', '.join(edited)} {has} newer changes here: restoring {them} undoes those."
        )
    return "\n".join(lines)
