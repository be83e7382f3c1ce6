"""The trial of a kind: its verbs, and the moves with their results and reasons."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import ClassVar

from rich.cells import cell_len
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
        fresh = session is not self._session
        if fresh:
            self.cursor = self.top = 0
            self.rows = ()
        self._session = session
        self._draw()
        if session is not None and (fresh or not (session.moves or self.has_focus)):
            possible = (verb for verb, reason in verb_refusals(session.trial) if not reason)
            self.go_to(f"verb:{next(possible, '')}")

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
            hint = (
                "enter: use a verb · .: let time pass"
                if len(rows) > 1
                else "No verbs · .: let time pass"
            )
            rows += self._wrapped("hint", Span(""), hint, QUIET)
        self.show_rows(rows)

    def _trace_rows(self, session: TrialSession) -> Iterator[TextRow]:
        """Yield what happened, the newest first."""
        for number in range(len(session.trial.trace), -1, -1):
            for place, minute, minutes in reversed(session.idle):
                if place == number:
                    words = f"{minutes} minute{'s' * (minutes != 1)} passed, nothing happened"
                    yield from self._wrapped(
                        f"idle:{minute}", Span(f"{format_hours(minute)} ", QUIET), words, QUIET
                    )
            if number:
                yield from self._event(session.kind, number - 1, session.trial.trace[number - 1])

    def _verb_rows(self, session: TrialSession) -> Iterator[TextRow]:
        for verb, reason in verb_refusals(session.trial):
            key = f"verb:{verb}"
            self._verbs[key] = verb
            mark = Span("× ", ALARM) if reason else Span("▸ ", WARM)
            for row in self._wrapped(
                key, mark, f"{verb} {reason}" if reason else verb, QUIET if reason else PLAIN
            ):
                yield row._replace(link=key)

    def _event(self, kind: Kind, number: int, event: TrialEvent) -> Iterator[TextRow]:
        key, before, after = f"event:{number}", event.before, event.after
        leads = (
            Span("refused", ALARM)
            if event.refused
            else Span(clean(f"{before.state} → {after.state}"), WARM)
        )
        head = Span(f"{format_hours(event.minute)} ", QUIET)
        if len(head.text) + cell_len(event.what) + cell_len(leads.text) + 2 <= self.size.width:
            yield TextRow(key, (head, Span(f"{event.what} ", STRONG)), leads)
        else:
            yield from self._wrapped(key, head, event.what, STRONG)
            yield from self._wrapped(key, Span("      "), *leads)
        yield from self._guards(key, kind, event)
        for name, count in after.counters.items():
            if count != before.counters.get(name):
                yield from self._wrapped(
                    key, Span("      "), f"{name} {before.counters.get(name)} → {count}"
                )
        for text in event.effects:
            yield from self._wrapped(key, Span("    · ", QUIET), text)
        if event.told:
            yield from self._wrapped(key, Span("    ", QUIET), f"“{event.told}”", QUIET)

    def _guards(self, key: str, kind: Kind, event: TrialEvent) -> Iterator[TextRow]:
        """Yield the conditions of the rows that were tried, down to the one that fired."""
        for row, held in event.tried:
            origin = str(row.origin[1] + 1) if row.origin[0] == kind.id else "·"
            for turn, one in enumerate(held):
                mark = f"{origin if turn == 0 else '':>3} {'✗' if one.reason else '✓'} "
                yield from self._wrapped(key, Span(mark, ALARM if one.reason else QUIET), one.text)
            if row is event.row:
                return

    def _wrapped(self, key: str, lead: Span, text: str, style: str = PLAIN) -> Iterator[TextRow]:
        """Yield a text in lines behind a lead, the second and later ones indented."""
        room = self.size.width - len(lead.text)
        for turn, line in enumerate(wrap_text(text, room)):
            yield TextRow(key, (Span(" " * len(lead.text)) if turn else lead, Span(line, style)))

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
