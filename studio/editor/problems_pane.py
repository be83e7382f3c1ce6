"""The pane of problems, from the last check."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from latticeville.core.problems import Problem
from studio.ui.command_scope import bindings
from studio.ui.problem_list import ProblemList
from studio.ui.text import QUIET, Span, TextRow


class ProblemsPane(ProblemList):
    """Each with what is wrong and how to mend it; enter goes there, a key mends what is certain."""

    where = "problems"
    BINDINGS: ClassVar[list[BindingType]] = bindings("problems")
    BORDER_TITLE = "Problems"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._problems: Sequence[Problem] = ()
        self._known = False

    def show(self, problems: Sequence[Problem]) -> None:
        """Show what was found."""
        self._problems, self._known = problems, True
        self._draw()

    def problem(self, row: TextRow) -> Problem | None:
        """Return the problem that a line is part of."""
        return self._problems[int(row.key)] if row.key.isdigit() else None

    def _draw(self) -> None:
        none = TextRow("none", (Span("✓ none" if self._known else "looking…", QUIET),))
        rows = [
            row
            for number, one in enumerate(self._problems)
            for row in self.problem_rows(f"{number}", one, (one.what, one.fix))
        ]
        self.show_rows(rows or [none])
