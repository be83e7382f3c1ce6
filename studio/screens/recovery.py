"""Asking what is to become of what was not saved when a studio ended."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events
from textual.app import App

from studio.documents.conflict import Choice, Conflict, Key
from studio.documents.recovery import Offer
from studio.screens.compare import Compare
from studio.widgets.bar import key_name
from studio.widgets.pick import Option, Pick
from studio.widgets.spans import bordered

if TYPE_CHECKING:
    from studio.drawing.bench import Bench

_ABOUT = (
    "Mine is what was not saved when the studio ended, theirs is what is here now. ▸ marks the side that each item is "
    "taken from: the one that has changed it, and mine where both have."
)


class Answer(NamedTuple):
    """What was answered at last."""

    sentence: str
    restored: bool
    """Whether anything of it is on the bench now."""


class RecoveryDialog(Pick):
    """A question that comes unasked: a key that was not meant for it says that it was not taken."""

    takes_keys = False
    """Whether it was painted; keys before that are for what was seen."""

    def on_mount(self) -> None:
        """Take keys once this is seen."""
        super().on_mount()
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
            box.border_subtitle = bordered(f"{key_name(key)} was not taken: answer this first")


class RecoveryQuestions:
    """Asks about all that was not saved, the newest first, until all is answered or one is put off."""

    def __init__(self, app: App[Any], bench: "Bench", done: Callable[[Answer], None]) -> None:
        self._app, self._bench, self._done = app, bench, done
        self._total = len(bench.offers)
        self._restored = False
        self._sentence = ""

    def ask(self) -> None:
        """Ask about the newest that has no answer, or tell that all have one."""
        bench = self._bench
        if not bench.offers:
            if self._total:
                self._done(Answer(self._sentence, self._restored))
            return
        offer = bench.offers[0]
        conflicts = offer.conflicts(bench.desk)
        title = "Unsaved changes found"
        if self._total > 1:
            title += f": {self._total - len(bench.offers) + 1} of {self._total}"
        options = [
            Option("restore", "Restore", "one step, which u takes back"),
            Option("discard", "Discard"),
            Option("later", "Not now", "asked again the next time"),
        ]
        if conflicts:
            items = sum(len(one.items) for one in conflicts)
            options.insert(0, Option("compare", "Compare", f"{items} item{'s' * (items != 1)}: keep both"))
        dialog = RecoveryDialog(title, options, text=_text(offer, bench), search=False)
        self._app.push_screen(dialog, lambda way: self._answered(offer, conflicts, way))

    def _answered(self, offer: Offer, conflicts: tuple[Conflict, ...], way: str | None) -> None:
        match way:
            case "compare":
                self._compare(offer, conflicts, {})
                return
            case "restore":
                self._restore(offer, {})
                return
            case "discard":
                self._bench.discard(offer)
                self._sentence = self._sentence if self._restored else "Discarded."
                self.ask()
                return
        kept = "Kept; asked again when this world is opened the next time."
        self._done(Answer(kept, self._restored))

    def _compare(self, offer: Offer, conflicts: tuple[Conflict, ...], choices: dict[str, dict[Key, Choice]]) -> None:
        """Ask about the items of one file after the other, then restore."""
        if not conflicts:
            self._restore(offer, choices)
            return
        first, *rest = conflicts

        def compared(chosen: dict[Key, Choice] | None) -> None:
            if chosen is None:
                self.ask()
            else:
                self._compare(offer, tuple(rest), {**choices, first.name: chosen})

        self._app.push_screen(Compare(first, _ABOUT), compared)

    def _restore(self, offer: Offer, choices: dict[str, dict[Key, Choice]]) -> None:
        self._bench.recover(offer, choices)
        self._bench.offers = [one for one in self._bench.offers if one.path != offer.path]
        self._restored = True
        self._sentence = "Restored; u takes it back, ctrl+s saves it."
        self.ask()


def _text(offer: Offer, bench: "Bench") -> str:
    """Return when it was, what it holds, and what a restoring would undo."""
    lines = [f"The studio ended before this was saved{f', {offer.when}' if offer.when else ''}:"]
    lines.append(offer.describe(bench.desk))
    stale = offer.stale(bench.desk)
    edited = tuple(name for name in offer.edited(bench.desk) if name not in stale)
    if stale:
        one = len(stale) == 1
        was, them = ("was", "it") if one else ("were", "them")
        lines.append(f"{', '.join(stale)} {was} saved after this: restoring {them} undoes what was saved then.")
    if edited:
        has, them = ("has", "it") if len(edited) == 1 else ("have", "them")
        lines.append(f"{', '.join(edited)} {has} newer changes here: restoring {them} undoes those.")
    return "\n".join(lines)
