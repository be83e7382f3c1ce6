"""A world that cannot be used: what is wrong with it, where, why, and how to mend it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from latticeville.core.problems import Problem
from studio.panes.problems import MARKS
from studio.widgets.bar import Bar, Hints
from studio.widgets.lines import Lines
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, QUIET, STRONG, Row, Span, clean, wrap


class Problems(Lines):
    """Problems, each with its place, reason and cure."""

    where = "broken"
    BINDINGS: ClassVar[list[BindingType]] = bindings("broken")

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(id="problems")
        self._problems = problems

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.show_rows([row for number, one in enumerate(self._problems) for row in self._lines(f"{number}", one)])
        super().on_resize()

    def _lines(self, key: str, one: Problem) -> Iterator[Row]:
        where = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        yield Row(key, (MARKS[one.severity], Span(clean(where), STRONG)), Span(one.code, QUIET))
        for label, text in (("", one.what), ("why  ", one.why), ("fix  ", one.fix)):
            for turn, line in enumerate(wrap(text, self.size.width - 7) if text else ()):
                yield Row(key, (Span("  "), Span((label if turn == 0 else "").ljust(len(label)), QUIET), Span(line)))
        yield Row(f"{key} end", ())

    def action_retry(self) -> None:
        """Read the world again."""
        if isinstance(self.screen, Broken):
            self.screen.dismiss(self.screen.world)

    def action_close(self) -> None:
        """Choose another world."""
        self.screen.dismiss(None)


class Broken(Screen[Path | None]):
    """Lists problems; its result is the world to try again, or None."""

    AUTO_FOCUS = "#problems"
    editable = True
    """What keeps a world from running can be mended in the workbench."""
    DEFAULT_CSS = """
    Broken { background: $background; }
    Broken #problems { height: 1fr; border: round $border-blurred; padding: 0 1; }
    Broken #problems:focus { border: heavy $border; }
    """

    def __init__(self, world: Path, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.world, self._found = world, problems

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Bar(id="title")
        yield Problems(self._found)
        yield Hints(id="hints")

    def on_mount(self) -> None:
        """Say what this is."""
        count = len(self._found)
        self.query_one("#title", Bar).say(
            (Span("Latticeville", STRONG), Span(f" · {clean(str(self.world))} cannot be opened yet")),
            Span(f"{count} problem{'s' * (count != 1)}", ALARM),
        )
