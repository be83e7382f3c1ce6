"""The pane of problems, tests and uses of a kind."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.problems import Problem
from studio.objects.items import (
    CounterItem,
    FactTarget,
    ObjectLink,
    SavedTest,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.model import KindUse
from studio.ui.command_scope import bindings
from studio.ui.problem_list import ProblemList
from studio.ui.text import ALARM, QUIET, STRONG, Span, TextRow, clean, wrap_text


class ObjectStatus(NamedTuple):
    """An object of the kind: its id, its name, where it stands, and its state in the run."""

    id: str
    name: str
    place: str
    live: str
    alarm: bool = False


class KindFacts(NamedTuple):
    """What is known of a kind."""

    kind: str = ""
    tests: Sequence[str] = ()
    """The tests of all kinds in the order of the file: their names, or numbers from 1."""
    problems: Sequence[Problem] | None = None
    """What the checks found; None while they look."""
    objects: Sequence[ObjectStatus] = ()
    others: Sequence[KindUse] = ()
    """Who else speaks of the kind."""
    untested: Sequence[int] | None = ()
    """The transitions that no test takes; None where there is no test."""


class FactsPane(ProblemList):
    """Problems first, then who uses the kind; enter goes where a line leads, or replays a test."""

    where = "facts"
    BINDINGS: ClassVar[list[BindingType]] = bindings("facts")
    BORDER_TITLE = "Checks and uses"

    class Followed(Message):
        """What a line leads to is to be shown."""

        def __init__(self, target: FactTarget) -> None:
            super().__init__()
            self.target = target

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._facts = KindFacts()
        self._targets: dict[str, FactTarget] = {}
        """What the lines of a key lead to."""
        self._problems: dict[str, Problem] = {}
        """The problem that the lines of a key are part of."""

    def show(self, facts: KindFacts) -> None:
        """Show what is known of a kind; another one from its top."""
        if facts.kind != self._facts.kind:
            self.cursor = self.top = 0
            self.rows = ()
        self._facts = facts
        self._draw()

    def reveal(self, target: FactTarget) -> None:
        """Put the cursor on the line that leads to a target, if there is such a line."""
        for key, one in self._targets.items():
            if one == target:
                self._move_to_key(key)
                return

    def _draw(self) -> None:
        self._targets, self._problems = {}, {}
        self.show_rows([*self._problem_rows(), *self._untested_rows(), *self._use_rows()])

    def _problem_rows(self) -> Iterator[TextRow]:
        found = self._facts.problems
        if not found:
            text = "checking…" if found is None else "✓ no problems"
            yield TextRow("none", (Span(text, QUIET),))
            return
        for number, one in enumerate(found):
            key = f"problem {number}"
            self._problems[key], self._targets[key] = one, self._find_target(one)
            yield from self.problem_rows(key, one, (one.what, one.why, one.fix))

    def _untested_rows(self) -> Iterator[TextRow]:
        """Yield the line about transitions that no test takes."""
        missing = self._facts.untested
        if missing is None:
            text = "· no tests yet: Y in the trial saves one"
        elif missing:
            numbers = ", ".join(str(index + 1) for index in missing)
            text = f"· no test covers transition{'s' * (len(missing) > 1)} {numbers}"
            self._targets["untested"] = TransitionItem(missing[0])
        else:
            return
        for turn, line in enumerate(wrap_text(text, self.size.width - 2)):
            yield TextRow("untested", (Span("  " if turn else ""), Span(line, QUIET)))

    def _use_rows(self) -> Iterator[TextRow]:
        facts = self._facts
        used = bool(facts.objects or facts.others)
        text = "Used by" if used else "Not used yet. o: place one"
        yield TextRow("uses", (Span(text, STRONG if used else QUIET),))
        for one in facts.objects:
            key = f"object {one.id}"
            self._targets[key] = ObjectLink(one.id)
            live = Span(clean(one.live), ALARM if one.alarm else QUIET)
            yield TextRow(key, (Span(clean(one.name)), Span(f"  {clean(one.place)}", QUIET)), live)
        for use in facts.others:
            if use.sort == "test":
                self._targets[str(use)] = SavedTest(use.name)
            yield TextRow(str(use), (Span(clean(str(use)), QUIET),))

    def _find_target(self, one: Problem) -> FactTarget:
        """Return the part of the machine, or the test, that a problem is about."""
        match one.path:
            case ("kinds", kind, "transitions", index, *_) if kind == self._facts.kind:
                return TransitionItem(int(index))
            case ("kinds", kind, "states", state, *_) if kind == self._facts.kind:
                return StateItem(state)
            case ("kinds", kind, "counters", counter, *_) if kind == self._facts.kind:
                return CounterItem(counter)
            case ("tests", index, *_) if int(index) < len(self._facts.tests):
                return SavedTest(self._facts.tests[int(index)])
        return SectionItem("kind")

    def problem(self, row: TextRow) -> Problem | None:
        """Return the problem that a line is part of."""
        return self._problems.get(row.key)

    def action_open(self) -> None:
        """Go where the line leads."""
        target = self._targets.get(self.rows[self.cursor].key) if self.rows else None
        if target is not None:
            self.post_message(self.Followed(target))
