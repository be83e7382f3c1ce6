"""The list of problems, with a key that applies a fix."""

from abc import abstractmethod
from collections.abc import Iterator

from textual.message import Message

from latticeville.core.problems import Problem, Severity
from studio.ui.list_view import WrappedListView
from studio.ui.text import ALARM, QUIET, WARM, Span, TextRow, clean, wrap_text

MARKS = {
    Severity.ERROR: Span("✗ ", ALARM),
    Severity.WARNING: Span("! ", WARM),
    Severity.HINT: Span("· ", QUIET),
}
"""The mark of each severity."""


class ProblemList(WrappedListView):
    """Tells what is wrong and how to mend it."""

    class FixRequested(Message):
        """A problem is to be mended."""

        def __init__(self, problem: Problem) -> None:
            super().__init__()
            self.problem = problem

    @abstractmethod
    def problem(self, row: TextRow) -> Problem | None:
        """Return the problem that a line is part of."""

    def action_fix(self) -> None:
        """Mend the problem under the cursor."""
        found = self.problem(self.rows[self.cursor]) if self.rows else None
        if found:
            self.post_message(self.FixRequested(found))

    def problem_rows(
        self, key: str, one: Problem, parts: tuple[str, ...], link: str = ""
    ) -> Iterator[TextRow]:
        """Yield the lines of a problem: its mark, then so many of its parts as are not empty."""
        text = " – ".join(filter(None, parts))
        for turn, line in enumerate(wrap_text(text, self.size.width - 2)):
            yield TextRow(
                key,
                (MARKS[one.severity] if turn == 0 else Span("  "), Span(clean(line))),
                link=link,
            )
