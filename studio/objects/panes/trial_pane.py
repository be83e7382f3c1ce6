"""The trial of a kind: its verbs, and the moves with their results and reasons."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.clock import format_hours
from latticeville.world.analysis.trial import TrialEvent, verb_refusals
from latticeville.world.model.objects import Kind
from studio.objects.trial_session import TrialSession, describe_trial
from studio.ui.command_scope import bindings
from studio.ui.list_view import WrappedListView
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, WARM, Span, TextRow, clean, wrap_text

NOTHING = TextRow("", (Span("Select a kind to try it here.", QUIET),))


class TrialRequest(Enum):
    """What can be wanted of a trial beside pressing a verb."""

    WAIT = auto()
    STAGE = auto()
    UNDO = auto()
    RESTART = auto()
    SAVE = auto()


class TrialPane(WrappedListView):
    """The verbs first, then the trace, the newest first."""

    where = "trial"
    BINDINGS: ClassVar[list[BindingType]] = bindings("trial")
    BORDER_TITLE = "Try it"

    class VerbPressed(Message):
        """A verb is to be done to the thing."""

        def __init__(self, verb: str) -> None:
            super().__init__()
            self.verb = verb

    class Requested(Message):
        """Something else is wanted of the trial."""

        def __init__(self, request: TrialRequest) -> None:
            super().__init__()
            self.request = request

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._session: TrialSession | None = None
        self._verbs: dict[str, str] = {}
        """The verb that the lines of a key are about."""

    def show(self, session: TrialSession | None) -> None:
        """Show a trial as it is now."""
        if session is not self._session:
            self.cursor = self.top = 0
            self.rows = ()
        self._session = session
        self._draw()

    def _draw(self) -> None:
        session = self._session
        if session is None:
            self.show_heads(())
            self.show_rows([NOTHING])
            return
        told = wrap_text(describe_trial(session.trial), self.size.width)
        self.show_heads([TextRow("now", (Span(line, STRONG),)) for line in told])
        rows = [*self._verb_rows(session), TextRow("gap", (Span(""),)), *self._trace_rows(session)]
        if not session.moves:
            hint = "enter: use a verb · .: let time pass" if len(rows) > 1 else "No verbs · .: let time pass"
            rows.append(TextRow("hint", (Span(hint, QUIET),)))
        self.show_rows(rows)

    def _trace_rows(self, session: TrialSession) -> Iterator[TextRow]:
        """Yield what happened, the newest first."""
        for number in range(len(session.trial.trace), -1, -1):
            for place, minute, minutes in reversed(session.idle):
                if place == number:
                    words = f"{minutes} minute{'s' * (minutes != 1)} passed, nothing happened"
                    spans = Span(f"{format_hours(minute)} ", QUIET), Span(words, QUIET)
                    yield TextRow(f"idle:{minute}", spans)
            if number:
                yield from self._event(session.kind, number - 1, session.trial.trace[number - 1])

    def _verb_rows(self, session: TrialSession) -> Iterator[TextRow]:
        for verb, reason in verb_refusals(session.trial):
            key = f"verb:{verb}"
            self._verbs[key] = verb
            mark = Span("× ", ALARM) if reason else Span("▸ ", WARM)
            spans: tuple[Span, ...] = (mark, Span(f"{verb} ", QUIET if reason else PLAIN))
            for line in wrap_text(reason, self.size.width - len(verb) - 3) if reason else [""]:
                yield TextRow(key, (*spans, Span(line, QUIET)), link=key)
                spans = (Span(" " * (len(verb) + 3)),)

    def _event(self, kind: Kind, number: int, event: TrialEvent) -> Iterator[TextRow]:
        key = f"event:{number}"
        leads = "refused" if event.refused else f"{event.before.state} → {event.after.state}"
        yield TextRow(key, (Span(f"{format_hours(event.minute)} ", QUIET), Span(f"{event.what} ", STRONG)),
                  Span(clean(leads), ALARM if event.refused else WARM))  # fmt: skip
        yield from _guards(key, kind, event)
        for name, count in event.after.counters.items():
            if count != event.before.counters.get(name):
                yield TextRow(key, (Span(f"      {name} {event.before.counters.get(name)} → {count}"),))
        yield from (TextRow(key, (Span("    · ", QUIET), Span(clean(text)))) for text in event.effects)
        told = wrap_text(f"“{event.told}”", self.size.width - 5) if event.told else ()
        for turn, line in enumerate(told):
            yield TextRow(key, (Span("    " if turn == 0 else "     ", QUIET), Span(line, QUIET)))

    def action_open(self) -> None:
        """Press the verb under the cursor."""
        verb = self._verbs.get(self.rows[self.cursor].key) if self.rows else None
        if verb is not None:
            self.post_message(self.VerbPressed(verb))

    def action_wait(self) -> None:
        """Let time pass."""
        self.post_message(self.Requested(TrialRequest.WAIT))

    def action_stage(self) -> None:
        """Say how it begins."""
        self.post_message(self.Requested(TrialRequest.STAGE))

    def action_back(self) -> None:
        """Take the last move back."""
        self.post_message(self.Requested(TrialRequest.UNDO))

    def action_over(self) -> None:
        """Start over."""
        self.post_message(self.Requested(TrialRequest.RESTART))

    def action_keep(self) -> None:
        """Keep it as a test."""
        self.post_message(self.Requested(TrialRequest.SAVE))


def _guards(key: str, kind: Kind, event: TrialEvent) -> Iterator[TextRow]:
    """Yield the conditions of the rows that were tried, down to the one that fired."""
    for row, held in event.tried:
        origin = str(row.origin[1] + 1) if row.origin[0] == kind.id else "·"
        for turn, one in enumerate(held):
            mark = f"{origin if turn == 0 else '':>3} {'✗' if one.reason else '✓'} "
            yield TextRow(key, (Span(mark, ALARM if one.reason else QUIET), Span(clean(one.text))))
        if row is event.row:
            return
