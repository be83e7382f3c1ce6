"""An input field that checks its value as it is typed."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.suggester import Suggester, SuggestFromList
from textual.widgets import Input, Static

from latticeville.core.text_fold import fold
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.line_guide import GuidedSuggester, LineGuide, MistakeHighlighter
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.dialogs.word_suggester import WordSuggester
from studio.ui.text import clean, clean_border

Check = Callable[[str], str]
"""Says what is wrong with a text, or nothing."""


class ValidatedInput(TypeaheadDialog[str]):
    """A line to type into, what it is for, and what is wrong with it; enter takes what is right,
    esc goes back."""

    DEFAULT_CSS = """
    ValidatedInput { align: center bottom; background: transparent; }
    ValidatedInput Vertical { width: 100%; height: auto; border: heavy $border; background: $surface; padding: 0 1;
        border-title-color: $accent; }
    ValidatedInput Input, ValidatedInput Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    ValidatedInput Static { height: auto; min-height: 1; max-height: 3; color: $foreground; }
    ValidatedInput #words { color: $quiet; min-height: 0; }
    ValidatedInput #wrong { color: $error; text-style: bold; }
    """
    BINDINGS = [("escape", "dismiss", "Close"), ("tab", "complete", "Complete")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self,
        title: str,
        help: str,  # noqa: A002 - what else
        text: str,
        check: Check,
        words: Sequence[str] | Suggester = (),
        guide: LineGuide | None = None,
    ) -> None:
        super().__init__()
        self._guide = guide
        """Says what belongs at the cursor, instead of `help` and `words`."""
        self._title, self._help, self._text, self._check = title, help, text, check
        self._words: Sequence[str] = () if isinstance(words, Suggester) else words
        self._suggester = words if isinstance(words, Suggester) else None
        if self._words:
            self._suggester = SuggestFromList(self._words, case_sensitive=False)
        elif guide:
            self._suggester = GuidedSuggester(guide)

    def compose(self) -> ComposeResult:
        """Show the field."""
        with Vertical() as box:
            box.border_title = clean_border(self._title)
            yield self._make_line()
            yield Static(clean(self._help), markup=False, id="help")
            if self._words or self._guide:
                yield Static("", markup=False, id="words")
            yield Static("", markup=False, id="wrong")
            yield DialogFooter("ok", completes=self._suggester is not None)

    def _make_line(self) -> Input:
        guide = self._guide
        if guide is None:
            return Input(self._text, suggester=self._suggester, select_on_focus=True)
        mark = MistakeHighlighter(guide)
        return Input(
            self._text, guide.example, mark, suggester=self._suggester, select_on_focus=False
        )

    def on_mount(self) -> None:
        """Name the words that fit, with a guide those at the cursor."""
        self._offer("")
        if self._guide:
            self.query_one(Input).cursor_position = len(self._text)
            self.watch(self.query_one(Input), "selection", self._guide_cursor)

    def on_resize(self) -> None:
        """Name as many words as there is room for."""
        self.call_after_refresh(
            lambda: self._offer("" if self._untouched else self.query_one(Input).value)
        )

    def _guide_cursor(self) -> None:
        """Show the hint and the words of the guide for the cursor."""
        line = self.query_one(Input)
        if self._guide:
            self.query_one("#help", Static).update(
                clean(self._guide.hint(line.value, line.cursor_position))
            )
            words = self._guide.words(line.value, line.cursor_position)
            self.query_one("#words", Static).update(_told(words, self._room) if words else "")

    @property
    def _room(self) -> int:
        """How many columns the words may take."""
        return max(20, self.size.width - 4) * 2 - 16

    @property
    def _untouched(self) -> bool:
        return self.query_one(Input).value == self._text

    def _offer(self, typed: str) -> None:
        """Name the words that go on from what is typed; all of them where none does."""
        if not self._words:
            return
        letters = fold(typed.rpartition(",")[2].strip())
        fitting = [word for word in self._words if letters in fold(word)]
        pane = self.query_one("#words", Static)
        pane.update(_told(fitting or self._words, self._room))

    def _completed(self, text: str) -> str:
        """Return what is typed, or the word that stands behind the cursor where only that would be
        right."""
        shown = self._shown_completion(text) if text.strip() else ""
        is_better = shown and self._check(text.strip()) and not self._check(shown)
        return shown if is_better else text

    def _shown_completion(self, text: str) -> str:
        if self._guide:
            done = self._guide.complete(text, len(text))
            return done[0] if done else ""
        if isinstance(self._suggester, WordSuggester):
            return self._suggester.complete(text.rstrip()) or ""
        start = text.strip().casefold()
        return next((word for word in self._words if word.casefold().startswith(start)), "")

    def _wrong(self, text: str) -> str:
        wrong = self._check(text.strip())
        self.query_one("#wrong", Static).update(f"✗ {wrong}" if wrong else "")
        return wrong

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say what is wrong so far."""
        self._wrong(event.value)
        self._offer("" if self._untouched else event.value)
        self._guide_cursor()

    def submit(self) -> None:
        """Take what was typed, if it is right; else go to the mistake, where a guide knows it."""
        line = self.query_one(Input)
        typed = self._completed(line.value)
        if not self._wrong(typed):
            self.dismiss(typed.strip())
        elif self._guide and (column := self._guide.mistake_at(typed)) is not None:
            line.cursor_position = column

    async def action_complete(self) -> None:
        """Complete the word at the cursor, as the letters behind it show."""
        line = self.query_one(Input)
        found = None
        if self._guide:
            if done := self._guide.complete(line.value, line.cursor_position):
                line.value, line.cursor_position = done
            return
        if self._suggester is not None and line.value:
            found = await self._suggester.get_suggestion(
                line.value if self._suggester.case_sensitive else line.value.casefold()
            )
        if found:
            line.value = found
        line.cursor_position = len(line.value)


def _told(words: Sequence[str], cells: int) -> str:
    """Return words in a row, as many as there is room for, and how many more there are."""
    told = "One of: "
    for place, word in enumerate(words):
        if len(told) + len(word) + 2 > cells:
            return f"{told} … and {len(words) - place} more"
        told += f"{', ' if place else ''}{clean(word)}"
    return told
