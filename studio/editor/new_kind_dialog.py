"""The dialog that makes an object kind: its name, what it starts from, and how that looks and
works."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from studio.editor.editor_screen import EditorScreen
from studio.editor.new_kind import (
    EMPTY,
    KindSource,
    describe_machine,
    find_name_mistake,
    find_source,
    kind_id,
    list_sources,
    make_kind,
)
from studio.project.documents.project import Project
from studio.project.edits.kinds import NewKind
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.option_dialog import OptionLines
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.list_view import ListView, WrappedListView
from studio.ui.sign_rows import sign_rows
from studio.ui.text import QUIET, Span, TextRow, clean, clean_border, wrap_text


class KindPreview(WrappedListView):
    """The signs of a kind in each state, and its counters and transitions."""

    where = "dialog"
    can_focus = False

    _shown: tuple[KindSource, str] | None = None

    def show(self, source: KindSource, name: str) -> None:
        """Show a source under the name of the new kind."""
        self._shown = source, name
        self._draw()

    def _draw(self) -> None:
        if self._shown is None or not self.size.width:
            return
        source, name = self._shown
        self.show_heads([*sign_rows(source.preview(name), self.size.width), TextRow("gap", ())])
        lines = (
            line
            for told in describe_machine(source.kind)
            for line in wrap_text(told, self.size.width)
        )
        self.show_rows([TextRow(f"{place}", (Span(line),)) for place, line in enumerate(lines)])


class NewKindDialog(TypeaheadDialog[tuple[str, str]]):
    """A line for the name and a list of sources; its result is the name and the key of the source,
    or None.

    While a name is typed, the list follows it; once a source was chosen in the list, that one
    stays.
    """

    DEFAULT_CSS = """
    NewKindDialog { align: center middle; background: $background 40%; }
    NewKindDialog:ansi { background: ansi_default; }
    NewKindDialog Vertical {
        width: 84; max-width: 96%; height: auto; max-height: 96%;
        border: heavy $border; background: $surface; padding: 0 1; border-title-color: $accent;
    }
    NewKindDialog Input, NewKindDialog Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    NewKindDialog #called { height: auto; min-height: 2; max-height: 3; color: $quiet; }
    NewKindDialog #called.-wrong { color: $error; text-style: bold; }
    NewKindDialog Horizontal { height: 11; }
    NewKindDialog OptionLines { width: 25; background: $surface; }
    NewKindDialog KindPreview { width: 1fr; background: $surface; margin: 0 0 0 2; }
    """
    BINDINGS: ClassVar = [("escape", "dismiss", "Close")]

    def __init__(self, project: Project, name: str = "") -> None:
        super().__init__()
        self._project, self._first = project, name
        self._followed = EMPTY
        """The source that fits what is typed."""
        self._by_hand = False
        """Whether a source was chosen in the list."""

    def compose(self) -> ComposeResult:
        """Show the line, the sentence about the name, the list and the preview."""
        with Vertical() as box:
            box.border_title = clean_border("New kind")
            yield Input(self._first, placeholder="its name, such as coffee machine")
            yield Static("", markup=False, id="called")
            with Horizontal():
                yield OptionLines(id="choices")
                yield KindPreview(id="preview")
            yield DialogFooter("create")

    def on_mount(self) -> None:
        """Fill the list."""
        choices = self.query_one(OptionLines)
        choices.can_focus = choices.eager = False
        rows = [
            TextRow(one.key, (Span(one.title),), Span(one.note, QUIET), one.key)
            for one in self._sources
        ]
        choices.show_rows(rows)
        self._follow(self._first)
        self.set_focus(self.query_one(Input))

    @property
    def _sources(self) -> tuple[KindSource, ...]:
        return tuple(list_sources().values())

    @property
    def _source(self) -> KindSource:
        """The source under the cursor of the list."""
        return self._sources[self.query_one(OptionLines).cursor]

    @property
    def _called(self) -> str:
        """What is typed; without that, the title of a source that was chosen in the list."""
        typed, source = self.query_one(Input).value.strip(), self._source
        return typed or (source.kind.name if self._by_hand and source.key != EMPTY else "")

    def _follow(self, typed: str) -> None:
        """Go to the source that fits, unless one was chosen; show the name and the source."""
        self._followed = find_source(typed)
        if not self._by_hand:
            self.query_one(OptionLines).go_to(self._followed)
        self._show()

    def _show(self) -> None:
        choices, name = self.query_one(OptionLines), self._called
        choices.mark(self._source.key)
        self.query_one(KindPreview).show(self._source, name)
        mistake = find_name_mistake(self._project, name)
        called = self.query_one("#called", Static)
        called.set_class(bool(mistake and name), "-wrong")
        new = kind_id(self._project, name)
        right = (
            f"People call it “{clean(name)}”. Its id is {new}."
            if name
            else "People call it by this name."
        )
        called.update(
            f"{f'✗ {clean(mistake)}' if mistake and name else right}\n↑ ↓ choose what it starts "
            "from · tab: empty"
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Check the name, and follow it."""
        self._follow(event.value.strip())

    def on_list_view_moved(self) -> None:
        """Show another source; one that does not fit the name was chosen."""
        self._by_hand = self._by_hand or self._source.key != self._followed
        self._show()

    def on_list_view_opened(self, message: ListView.Opened) -> None:
        """Create the kind, as a second click on a source asks."""
        message.stop()
        self.submit()

    def on_key(self, event: events.Key) -> None:
        """Move in the list while typing."""
        choices = self.query_one(OptionLines)
        if event.key in ("up", "down"):
            event.stop()
            (choices.action_up if event.key == "up" else choices.action_down)()
        elif event.key == "tab":
            event.stop()
            event.prevent_default()
            choices.action_first()

    def submit(self) -> None:
        """Close, if the name is right."""
        if self._called and not find_name_mistake(self._project, self._called):
            self.dismiss((self._called, self._source.key))


async def ask_new_kind(host: EditorScreen, name: str = "") -> NewKind | None:
    """Ask for the name of a new kind and for its source; None where that is cancelled."""
    project = host.project
    answer = await host.app.push_screen_wait(NewKindDialog(project, name))
    return make_kind(project, *answer) if answer else None
