"""Problems in full: place, reason and fix."""

from collections.abc import Iterator, Sequence

from latticeville.core.problems import Problem
from studio.ui.list_view import WrappedListView
from studio.ui.problem_list import MARKS
from studio.ui.text import QUIET, STRONG, Span, TextRow, clean, wrap_text


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

    def action_close(self) -> None:
        """Leave what shows them."""
        self.screen.dismiss(None)
