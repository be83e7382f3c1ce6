"""The interview pane: questions to a person at the shown tick; the run is not changed."""

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import BindingType
from textual.message import Message

from latticeville.models.model_notice import STUDIO_OPTION, model_notice
from latticeville.reports.rows import MemoryTarget
from latticeville.sim.state import State
from studio.player.frame import StatusMessage
from studio.player.run_sources import RunSource
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.answer_rows import Poll, poll_rows
from studio.run.panes.run_context import RunContext
from studio.task import Task, format_duration
from studio.ui.command_scope import bindings
from studio.ui.debounce import Debounce
from studio.ui.dialogs.text_dialog import RepeatedPrompt
from studio.ui.task_runner import TaskApp, post_result
from studio.ui.text import QUIET, WARM, Span, TextRow, clean, clean_border, wrap_text
from studio.ui.view_rows import Kept, PaintedView

if TYPE_CHECKING:
    from latticeville.reports.interview.ask import InterviewAnswer

OFTEN = 0.2
"""Least seconds between two paints while answers come in."""


class AnswerReceived(Message):
    """Somebody answered; or why they did not."""

    def __init__(
        self,
        job: int,
        answers: "list[InterviewAnswer]",
        trouble: str = "",
        folder: Path | None = None,
    ) -> None:
        super().__init__()
        self.job, self.answers, self.trouble, self.folder = job, answers, trouble, folder or Path()


class PollAnswerReceived(Message):
    """A person answered what was put to several."""

    def __init__(self, poll: Poll, answers: "list[InterviewAnswer]") -> None:
        super().__init__()
        self.poll, self.answers = poll, answers


class InterviewPane(AgentPane):
    """Shows what people were asked in this sitting, the newest at the end; enter opens an answer or
    asks anew."""

    where = "interview"
    BINDINGS: ClassVar[list[BindingType]] = bindings("interview")
    BORDER_TITLE = "Interview"
    wanting = ("Select a person, then press A. Questions to several people:", "P")
    stuck = True

    class SaveRequested(Message):
        """Somebody wants answers in a file: what was put, and what has been answered."""

        def __init__(self, polls: Sequence[Poll]) -> None:
            super().__init__()
            self.polls = polls

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._polls: list[Poll] = []
        self._folded: set[str] = set()
        self._waiting, self._since, self._job = "", 0.0, 0
        self._kept: Kept = {}
        self._view = PaintedView((), 0)

    @property
    def answers(self) -> "list[InterviewAnswer]":
        """All that was answered in this sitting."""
        return [one for poll in self._polls for one in poll.answers]

    def on_mount(self) -> None:
        """Say now and then how long an answer takes."""
        self._rest = Debounce(self, OFTEN, self._draw)
        self.set_interval(1.0, lambda: self._draw() if self._waiting else None)

    def show(self, context: RunContext) -> None:
        """Show another frame, or ask somebody else from now on, and go to what they answered last
        to several."""
        again = self.context is None or self.context.selection is not context.selection
        super().show(context)
        name, under = self.about, self._under
        if again and name and self.display and (under is None or under[1] != name):
            place = next((at for at, poll in reversed([*enumerate(self._polls)]) if poll.title), -1)
            self._move_to_key(f"p{place} {name}")

    def _begin_anew(self) -> None:
        """Go on where one was: the answers of all are shown."""

    def _draw(self) -> None:
        if self._polls and self.context is not None and self.display:
            self._draw_agent(self.context)
        else:
            super()._draw()

    def _draw_agent(self, context: RunContext) -> None:
        state = context.frame.payload.state
        name = clean(state.world.name_with_article(self.who)) if self.who else ""
        self.border_title = clean_border(f"Interview · {name}" if name else "Interview")
        self.show_heads((self._head(name, state), *self._notice(context)))
        told = (
            row
            for place, poll in enumerate(self._polls)
            for row in poll_rows(place, poll, context.source.folder)
        )
        self._view = PaintedView(
            told, self.size.width, self._headings - self._folded | self._opened, self._kept
        )
        found = self._view.rows
        if self._waiting:
            gone = format_duration(time.monotonic() - self._since)
            out = (Span("esc", WARM), Span(" stops", QUIET))
            found.append(
                TextRow("waiting", (Span(f"… {clean(self._waiting)} · {gone}  ", QUIET), *out))
            )
        # The heading of a poll stays under the cursor, though it is the last line until the first answer comes.
        self.stuck = not (self.rows and self.rows[self.cursor].key.startswith("r"))
        self.show_rows(
            found or [TextRow("", (Span("A: ask a question. P: ask several people.", QUIET),))]
        )

    def _head(self, name: str, state: State) -> TextRow:
        """Return the line that says who is asked and when, and which keys ask."""
        told = (
            f"{name} answers at tick {state.tick}; run unchanged."
            if name
            else "Select a person, then press A."
        )
        if died := state.tick_of_death(self.who):
            told = f"{name} died at tick {died}; A asks at tick {died - 1}."
        ways = f"{'A ask · ' if name else ''}P several{' · ctrl+s save' if self._polls else ''}"
        return TextRow("head", (Span(told, QUIET),), Span(ways, WARM))

    def _notice(self, context: RunContext) -> Iterator[TextRow]:
        """Yield the lines that say that no language model answers, where none does."""
        told = model_notice(context.source.model, STUDIO_OPTION, self.who)
        return (
            TextRow("notice", (Span(line, QUIET),))
            for line in wrap_text(told, self.size.width)
            if told
        )

    @property
    def _headings(self) -> set[str]:
        """The keys of what is open unless it is folded: polls and people."""
        people = {
            f"p{place} {one.agent}"
            for place, poll in enumerate(self._polls)
            for one in poll.answers
        }
        return people | {f"r{place}" for place in range(len(self._polls))}

    @property
    def _under(self) -> "tuple[Poll, str, InterviewAnswer | None] | None":
        """What was put, the person and the answer that the cursor is on, as far as it is on
        such."""
        key = self.rows[self.cursor].key if self.rows else ""
        kind, rest = key[:1], key[1:].partition("/")[0]
        if kind == "a":
            place, _, count = rest.partition(".")
            poll = self._polls[int(place)]
            one = poll.answers[int(count)]
            return poll, one.agent, one
        if kind in ("p", "r"):
            place, _, agent = rest.partition(" ")
            return self._polls[int(place)], agent, None
        return None

    @property
    def person(self) -> str:
        """Who the cursor's line is of, or else who is asked."""
        under = self._under
        return under[1] if under is not None and under[1] else self.who

    def _tell_place(self) -> None:
        """Say below whose answers the cursor is in, for their name may be out of sight."""
        super()._tell_place()
        under = self._under
        if under is not None and under[0].title and under[1]:
            name = next(one.name for one in under[0].answers if one.agent == under[1])
            self.border_subtitle = clean_border(
                " · ".join(filter(None, (name, self.border_subtitle)))
            )

    def action_open(self) -> None:
        """Open what the line is of: an answer, a person, all that was put, or a cited memory; on
        nothing, ask."""
        under = self._under
        if under is None:
            self.ask()
            return
        row = self._view.views[self.rows[self.cursor].key]
        if isinstance(row.target, MemoryTarget):
            self.post_message(self.MemoryFollowed(under[0].folder, under[0].tick, *row.target))
            return
        key = row.key if row.children else self._view.inside[row.key]
        if under[2] is None:
            self._folded ^= {key}
        else:
            self._opened ^= {key}
        self._draw()
        self._move_to_key(key)
        self._reveal_whole()

    def action_unfold(self) -> None:
        """Open what the line is of, if it is closed."""
        key = self.rows[self.cursor].key if self.rows else ""
        if key in self._folded or (
            key.startswith("a") and self._view.views[key].children and key not in self._opened
        ):
            self.action_open()

    def action_fold(self) -> None:
        """Close what the line is of, or go to what it is part of."""
        under, key = self._under, self.rows[self.cursor].key.partition("/")[0] if self.rows else ""
        if under is None:
            return
        poll, agent, _one = under
        place = self._polls.index(poll)
        if key in self._opened:
            self._opened.discard(key)
            self._draw()
            self._move_to_key(key)
        elif key.startswith("a") and poll.title:
            self._move_to_key(f"p{place} {agent}")
        elif not key.startswith("a") and key not in self._folded:
            self._folded.add(key)
            self._draw()
        elif key.startswith("p"):
            self._move_to_key(f"r{place}")

    def action_names(self) -> None:
        """Show only the names of those who answered, or their answers again."""
        names = {
            f"p{place} {one.agent}"
            for place, poll in enumerate(self._polls)
            if poll.title
            for one in poll.answers
        }
        if not names:
            return
        under = self._under
        self._folded = self._folded - names if names <= self._folded else self._folded | names
        self._draw()
        if under is not None and under[1]:
            self._move_to_key(f"p{self._polls.index(under[0])} {under[1]}")

    def action_keep(self) -> None:
        """Write answers into a file."""
        self.post_message(self.SaveRequested([poll for poll in self._polls if poll.answers]))

    def begin(self, poll: Poll) -> None:
        """Show what is put from now on, as it is answered."""
        self._polls.append(poll)
        self._draw()
        self._move_to_key(f"r{len(self._polls) - 1}")

    def end(self, poll: Poll) -> None:
        """Say that nobody is asked any more; what nobody answered at all is gone."""
        poll.over = True
        if not poll.answers and self._polls[-1:] == [poll]:
            self._polls.pop()
        self._draw()

    def on_poll_answer_received(self, message: PollAnswerReceived) -> None:
        """Take in what a person answered; it is seen soon."""
        message.poll.answers += message.answers
        if not self._rest.is_pending:
            self._draw()
            self._rest.begin()

    def ask(self) -> None:
        """Ask for a question, and put it; to the dead, at the last tick at which they lived."""
        if self.context is None or not self.who or self._waiting:
            return
        state = self.context.frame.payload.state
        name = state.world.name_with_article(self.who)
        if died := state.tick_of_death(self.who):
            self.post_message(self.LinkFollowed(died - 1))
            told = f"{clean(name)} died at tick {died}: the question goes to tick {died - 1}."
            self.post_message(StatusMessage(told))
        self.app.push_screen(
            RepeatedPrompt(
                f"Ask {name}", "about what they know, remember, plan or think", self._put
            )
        )

    def _put(self, question: str) -> bool:
        """Put a question; False while another is not answered yet, and to the dead."""
        context = self.context
        if self._waiting or context is None or not self.who:
            return False
        if context.frame.payload.state.tick_of_death(self.who):
            return False
        self._waiting, self._since = question, time.monotonic()
        self._job += 1
        work = partial(
            _put, self._job, context.frame.payload.state, self.who, question, context.source
        )
        task = Task("Waiting for the answer", "Question cancelled.", self.cancel)
        cast("TaskApp", self.app).tasks.watch(
            task, lambda: post_result(task, self, work), "interview"
        )
        self._draw()
        return True

    def cancel(self) -> bool:
        """Wait for an answer no more; False where none is waited for."""
        waited, self._waiting = bool(self._waiting), ""
        self._job += 1
        self._draw()
        return waited

    def on_answer_received(self, message: AnswerReceived) -> None:
        """Show an answer, unless nobody waits for it any more."""
        if message.job != self._job:
            return
        if message.trouble:
            self._opened.clear()
        for one in message.answers:
            poll = Poll("", message.folder, one.tick, 1, 1)
            poll.answers.append(one)
            self._polls.append(poll)
        question, self._waiting = self._waiting, ""
        self._draw()
        if message.trouble:
            self.notify(f"“{question}”: {message.trouble}", severity="error")
        self.action_last()
        if message.answers:
            self._move_to_key(f"a{len(self._polls) - 1}.0")
            self._reveal_whole()


def _put(job: int, state: State, who: str, question: str, source: RunSource) -> AnswerReceived:
    from latticeville.models.cache_registry import embedder_or_hash, shared_model
    from latticeville.models.model import ModelError
    from latticeville.models.spec import UnknownModelError
    from latticeville.reports.interview.ask import interview
    from latticeville.reports.interview.questions import QuestionnaireItem

    try:
        embedder = embedder_or_hash(source.embedder)
        found = interview(
            state, [who], [QuestionnaireItem(question)], shared_model(source.model), embedder
        )
    except (ModelError, UnknownModelError) as error:
        return AnswerReceived(job, [], str(error))
    return AnswerReceived(job, found, folder=source.folder)
