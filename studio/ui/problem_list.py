"""A list of problems, and the dialog that tells one of them in full."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from textual.message import Message

from latticeville.core.problems import Problem, Severity
from studio.ui.list_view import WrappedListView
from studio.ui.text import ALARM, QUIET, STRONG, WARM, Span, TextRow, clean, wrap_text


class ProblemDetails(WrappedListView):
    """Tells each in several lines; what can be done with them, whoever shows them knows."""

    def __init__(self, problems: Sequence[Problem], id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._problems = sorted(problems)

    def _draw(self) -> None:
        self.show_rows(
            [
                row
                for number, one in enumerate(self._problems)
                for row in self._lines(f"{number}", one)
            ]
        )

    def _lines(self, key: str, one: Problem) -> Iterator[TextRow]:
        where = f"{one.file}:{one.line}:{one.column}" if one.line else one.file
        yield TextRow(key, (MARKS[one.severity], Span(clean(where), STRONG)), Span(one.code, QUIET))
        for label, text in (("", one.what), ("why  ", one.why), ("fix  ", one.fix)):
            for turn, line in enumerate(wrap_text(text, self.size.width - 7) if text else ()):
                yield TextRow(
                    key,
                    (
                        Span("  "),
                        Span((label if turn == 0 else "").ljust(len(label)), QUIET),
                        Span(line),
                    ),
                )
        yield TextRow(f"{key} end", ())


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
