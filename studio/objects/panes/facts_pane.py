"""What the checks found in a machine, with the shortest way there, and what is of its kind in the running world."""

import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from latticeville.core.problems import Problem
from studio.panes.mending import Mending
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, QUIET, STRONG, Row, Span, clean, wrap

_TEST = re.compile(r"the test “(.*)” of “")
_ROW = re.compile(r"row (\d+) of “([^”]*)”")
_WORD = re.compile(r"“([^”]*)”")


class Use(NamedTuple):
    """An object of the kind: its id, its name, where it stands, and its state in the run."""

    id: str
    name: str
    place: str
    live: str
    alarm: bool = False


class Facts(Mending):
    """Problems first, then who uses it; enter leads to what it speaks of, on the map too, or does a test again."""

    where = "facts"
    BINDINGS: ClassVar[list[BindingType]] = bindings("facts")
    BORDER_TITLE = "Checks and uses"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._kind = ""
        self._problems: Sequence[Problem] | None = None
        self._uses: Sequence[Use] = ()
        self._others: Sequence[str] = ()
        self._untaken: Sequence[int] | None = ()
        self._states: Sequence[str] = ()

    def show(
        self,
        kind: str,
        problems: Sequence[Problem] | None,
        uses: Sequence[Use],
        others: Sequence[str],
        untaken: Sequence[int] | None,
        states: Sequence[str] = (),
    ) -> None:
        """Show what was found, None while it is looked for, and who uses the kind: objects, and others in words.

        `untaken` are the rows that no test takes, None where there is no test; `states` are those of the kind.
        """
        self._states = states
        if kind != self._kind:
            self.cursor = self.top = 0
            self.rows = ()
        self._kind, self._problems, self._uses, self._others, self._untaken = kind, problems, uses, others, untaken
        self._draw()

    def _draw(self) -> None:
        found = self._problems
        rows = [Row("none", (Span("looking…" if found is None else "✓ the checks find nothing", QUIET),))]
        if found:
            rows = [
                row
                for number, one in enumerate(found)
                for row in self.told(f"problem:{number}", one, (one.what, one.why, one.fix), self._link(one))
            ]
        rows += self._untried()
        rows.append(Row("uses", (Span("Used by" if self._uses or self._others else "Nothing uses it: o places one.",
                                      STRONG if self._uses or self._others else QUIET),)))  # fmt: skip
        for use in self._uses:
            live = Span(clean(use.live), ALARM if use.alarm else QUIET)
            rows.append(
                Row(f"use:{use.id}", (Span(clean(use.name)), Span(f"  {clean(use.place)}", QUIET)), live, use.id)
            )
        for one in self._others:
            link = f"test:{one[6:-1]}" if one.startswith("test “") else ""
            rows.append(Row(f"other:{one}", (Span(clean(one), QUIET),), link=link))
        self.show_rows(rows)

    def _untried(self) -> list[Row]:
        """Return the line about rows that no test takes."""
        missing = self._untaken
        if missing is None:
            text, link = "· no test of it yet: T in the trial keeps one", ""
        elif missing:
            numbers = ", ".join(str(index + 1) for index in missing)
            text, link = f"· no test takes row{'s' * (len(missing) > 1)} {numbers}", f"row:{missing[0]}"
        else:
            return []
        lines = wrap(text, self.size.width - 2)
        return [
            Row("untaken", (Span("  " if turn else ""), Span(line, QUIET)), link=link)
            for turn, line in enumerate(lines)
        ]

    def _link(self, one: Problem) -> str:
        """Return what of the machine, or which test, a problem speaks of."""
        row = _ROW.search(one.what)
        if row and row[2] == self._kind:
            return f"row:{int(row[1]) - 1}"
        test = _TEST.match(one.what)
        state = next((word for word in reversed(_WORD.findall(one.what)) if word in self._states), "")
        return f"test:{test[1]}" if test else f"state:{state}" if state else "head:kind"

    def problem(self, row: Row) -> Problem | None:
        """Return the problem that a line is part of."""
        sort, _, number = row.key.partition(":")
        return self._problems[int(number)] if sort == "problem" and self._problems else None
