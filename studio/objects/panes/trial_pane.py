"""Try it: verbs to press on a copy of the thing, and what came of each, with why and what witnesses would remember."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.clock import hours
from latticeville.world.trial import Event, verbs_of
from studio.objects.trial_session import Rehearsal, standing
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, clean, wrap

NOTHING = Row("", (Span("Choose a kind: try it here.", QUIET),))


class TryIt(Wrapped):
    """The verbs first, then the trace, the newest first."""

    where = "trial"
    BINDINGS: ClassVar[list[BindingType]] = bindings("trial")
    BORDER_TITLE = "Try it"

    class Wanted(Message):
        """Something is to be tried: "press" with a verb, or one of the other words of this pane."""

        def __init__(self, what: str, verb: str = "") -> None:
            super().__init__()
            self.what, self.verb = what, verb

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._rehearsal: Rehearsal | None = None

    def show(self, rehearsal: Rehearsal | None) -> None:
        """Show a trial as it is now."""
        if rehearsal is not self._rehearsal:
            self.cursor = self.top = 0
            self.rows = ()
        self._rehearsal = rehearsal
        self._draw()

    def _draw(self) -> None:
        rehearsal = self._rehearsal
        if rehearsal is None:
            self.show_heads(())
            self.show_rows([NOTHING])
            return
        told = wrap(standing(rehearsal.trial), self.size.width)
        self.show_heads([Row("now", (Span(line, STRONG),)) for line in told])
        rows = [*self._verbs(rehearsal)]
        rows.append(Row("gap", (Span(""),)))
        for number in range(len(rehearsal.trial.trace), -1, -1):
            for place, minute, minutes in reversed(rehearsal.idle):
                if place == number:
                    words = f"{minutes} minute{'s' * (minutes != 1)} later nothing has happened"
                    rows.append(Row(f"idle:{minute}", (Span(f"{hours(minute)} ", QUIET), Span(words, QUIET))))
            if number:
                rows += self._event(number - 1, rehearsal.trial.trace[number - 1])
        if not rehearsal.moves:
            hint = "enter presses a verb, w lets time pass." if len(rows) > 1 else "It has no verbs; w lets time pass."
            rows.append(Row("hint", (Span(hint, QUIET),)))
        self.show_rows(rows)

    def _verbs(self, rehearsal: Rehearsal) -> Iterator[Row]:
        for verb, reason in verbs_of(rehearsal.trial):
            mark = Span("× " if reason else "▸ ", ALARM if reason else WARM)
            lines = [*wrap(reason, self.size.width - len(verb) - 3)] if reason else [""]
            for turn, line in enumerate(lines):
                head = (
                    (mark, Span(f"{verb} ", QUIET if reason else PLAIN))
                    if turn == 0
                    else (Span(" " * (len(verb) + 3)),)
                )
                yield Row(f"verb:{verb}", (*head, Span(line, QUIET)), link=f"verb:{verb}")

    def _event(self, number: int, event: Event) -> Iterator[Row]:
        key, cells = f"event:{number}", self.size.width
        leads = "refused" if event.refused else f"{event.before.state} → {event.after.state}"
        yield Row(key, (Span(f"{hours(event.minute)} ", QUIET), Span(f"{event.what} ", STRONG)),
                  Span(clean(leads), ALARM if event.refused else WARM))  # fmt: skip
        for row, held in event.tried:
            origin = str(row.origin[1] + 1) if self._rehearsal and row.origin[0] == self._rehearsal.kind.id else "·"
            for turn, one in enumerate(held):
                mark = Span(
                    f"{origin if turn == 0 else '':>3} {'✗' if one.reason else '✓'} ", ALARM if one.reason else QUIET
                )
                yield Row(key, (mark, Span(clean(one.text))))
            if row is event.row:
                break
        for name, count in event.after.counters.items():
            if count != event.before.counters.get(name):
                yield Row(key, (Span(f"      {name} {event.before.counters.get(name)} → {count}"),))
        yield from (Row(key, (Span("    · ", QUIET), Span(clean(text)))) for text in event.effects)
        for turn, line in enumerate(wrap(f"“{event.told}”", cells - 5) if event.told else ()):
            yield Row(key, (Span("    " if turn == 0 else "     ", QUIET), Span(line, QUIET)))

    def _want(self, what: str, verb: str = "") -> None:
        self.post_message(self.Wanted(what, verb))

    def action_open(self) -> None:
        """Press the verb under the cursor."""
        sort, _, verb = (self.rows[self.cursor].key if self.rows else "").partition(":")
        if sort == "verb":
            self._want("press", verb)

    def action_wait(self) -> None:
        """Let time pass."""
        self._want("wait")

    def action_stage(self) -> None:
        """Say how it begins."""
        self._want("stage")

    def action_back(self) -> None:
        """Take the last move back."""
        self._want("back")

    def action_over(self) -> None:
        """Start over."""
        self._want("over")

    def action_keep(self) -> None:
        """Keep it as a test."""
        self._want("keep")
