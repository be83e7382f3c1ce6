"""What is wrong with the project, as the checks see it now."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.problems import Problem, Severity
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, QUIET, WARM, Row, Span, clean, wrap

MARKS = {Severity.ERROR: Span("✗ ", ALARM), Severity.WARNING: Span("! ", WARM), Severity.HINT: Span("· ", QUIET)}
"""The mark of each severity."""


class Problems(Wrapped):
    """Each with what is wrong and how to mend it; enter goes there, a key mends what is certain."""

    where = "problems"
    BINDINGS: ClassVar[list[BindingType]] = bindings("problems")
    BORDER_TITLE = "Problems"

    class Mend(Message):
        """A problem is to be mended."""

        def __init__(self, problem: Problem) -> None:
            super().__init__()
            self.problem = problem

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._problems: Sequence[Problem] = ()
        self._known = False

    def show(self, problems: Sequence[Problem]) -> None:
        """Show what was found."""
        self._problems, self._known = problems, True
        self._draw()

    def problem(self, row: Row) -> Problem | None:
        """Return the problem that a line is part of."""
        return self._problems[int(row.key)] if row.key.isdigit() else None

    def _draw(self) -> None:
        none = Row("none", (Span("✓ none" if self._known else "looking…", QUIET),))
        rows = [row for number, one in enumerate(self._problems) for row in self._lines(f"{number}", one)]
        self.show_rows(rows or [none])

    def _lines(self, key: str, one: Problem) -> list[Row]:
        text = f"{one.what}{f' – {one.fix}' if one.fix else ''}"
        return [
            Row(key, (MARKS[one.severity] if turn == 0 else Span("  "), Span(clean(line))))
            for turn, line in enumerate(wrap(text, self.size.width - 2))
        ]

    def action_fix(self) -> None:
        """Mend the problem under the cursor."""
        found = self.problem(self.rows[self.cursor]) if self.rows else None
        if found:
            self.post_message(self.Mend(found))
