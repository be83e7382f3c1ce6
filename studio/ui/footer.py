"""The footer: available keys, or a sentence for some seconds."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer

from studio.ui.bar import Bar, _offered
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import find_command
from studio.ui.text import (
    QUIET,
    STRONG,
    WARM,
    Span,
    clean,
    draw_line,
    fit_spans,
    span_width,
    wrap_text,
)

HINTS = 8
"""Most commands that the footer names."""


SPOKEN = 4.0
"""Seconds for which a sentence stands in the footer, unless a key is pressed before."""


LINES = 3
"""Most lines that a sentence may take for that long; one that fits takes one."""


RANKS = {
    "map.next-sign": -1,
    "simulate.play": 0,
    "simulate.step": 1,
    "simulate.back": 2,
    "simulate.follow": 3,
}
"""Places of the first commands of the footer."""


class CommandFooter(Bar):
    """Names what the focused pane can do, by key; for some seconds it says a sentence instead."""

    class Clicked(Message):
        """A hint was clicked."""

        def __init__(self, command: str) -> None:
            super().__init__()
            self.command = command

    _sentence = ""
    _lines: Sequence[str] = ()
    _clear: Timer | None = None
    ORDER: ClassVar[tuple[str, ...]] = ("app.palette", "app.help")
    """Commands that come last."""

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self._follow(self.screen)

    def tell(self, sentence: str, *, lasting: bool = False, gently: bool = False) -> None:
        """Say a sentence for some seconds, or until a key is pressed; gently, only where nothing is
        said."""
        if gently and self._sentence:
            return
        self._sentence = clean(sentence)
        if self._clear is not None:
            self._clear.stop()
        self._clear = None if lasting else self.set_timer(SPOKEN, self.hush)
        self._lines = (
            [*wrap_text(self._sentence, self.size.width)][:LINES] if self.size.width else []
        )
        self.styles.height = max(1, len(self._lines))
        self.refresh()

    def hush(self, sentence: str = "") -> None:
        """Let the hints come back; with a sentence, only where it is what is said."""
        if self._sentence and sentence in ("", self._sentence):
            self._sentence, self._lines = "", []
            self.styles.height = 1
            self.refresh()

    def _follow(self, screen: Screen[object]) -> None:
        """Collect what can be done now, the focused pane's own first."""
        hints = _offered(screen)
        first = sorted(hints, key=lambda name: (name in self.ORDER, self._rank(name)))
        last = [name for name in first if name in self.ORDER]
        own = [name for name in first if name not in self.ORDER][: HINTS - len(last)]
        self._hints = [(name, key_name(hints[name]), find_command(name)) for name in (*own, *last)]
        self.refresh()

    def _rank(self, name: str) -> int:
        """Rank the transport first, then following, then the focused pane's own."""
        return RANKS.get(
            name, 5 if name.partition(".")[0] in ("simulate", "design", "things") else 4
        )

    def render_line(self, y: int) -> Strip:
        """Draw the hints that there is room for, or the sentence."""
        if y and y >= len(self._lines):
            return Strip.blank(self.size.width, self.ground)
        if self._sentence:
            spans: list[Span] = [Span(self._lines[y] if self._lines else self._sentence, STRONG)]
        else:
            spans = [span for _name, group in self._groups() for span in group]
            spans[-1:] = [Span(spans[-1].text.rstrip(), QUIET)] if spans else []
        return draw_line(
            fit_spans(spans, self.size.width),
            Span(""),
            self.size.width,
            self.styles_by_name,
            self.ground,
        )

    def _groups(self) -> list[tuple[str, tuple[Span, Span]]]:
        """Return each hint's pieces, as many as there is room for."""
        groups = [
            (name, (Span(key, WARM), Span(f" {command.hint if command else ''}   ", QUIET)))
            for name, key, command in self._hints
        ]
        while (
            len(groups) > 1
            and sum(span_width(group) for _name, group in groups) - 3 > self.size.width
        ):
            own = [place for place, (name, _group) in enumerate(groups) if name not in self.ORDER]
            groups.pop(own[-1] if own else -1)
        return groups

    def on_click(self, event: events.Click) -> None:
        """Do what the hint under the mouse says."""
        place = event.get_content_offset_capture(self).x
        for name, group in self._groups():
            place -= span_width(group)
            if place < 0:
                self.post_message(self.Clicked(name))
                return
