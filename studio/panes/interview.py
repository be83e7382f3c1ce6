"""Interviews: anybody is asked anything at the shown tick, answers from their memories then, and is left unmoved."""

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.sim.state import State
from studio.panes.somebody import Somebody
from studio.tapes import Tape
from studio.underway import lasting
from studio.widgets.ask import Converse
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, bordered, clean, wrap

if TYPE_CHECKING:
    from latticeville.lab.interview import Answer


class Answered(Message):
    """Somebody answered; or why they did not."""

    def __init__(self, job: int, answers: "list[Answer]", trouble: str = "", run: str = "") -> None:
        super().__init__()
        self.job, self.answers, self.trouble, self.run = job, answers, trouble, run


class Interview(Somebody):
    """Shows what people were asked in this sitting, the newest at the end; enter opens an answer or asks anew."""

    where = "interview"
    BINDINGS: ClassVar[list[BindingType]] = bindings("interview")
    BORDER_TITLE = "Interview"
    wanting = ("Select a person: what they answer is shown here.", "enter")
    stuck = True

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._answers: list[tuple[Answer, str]] = []
        self._waiting, self._since, self._job = "", 0.0, 0

    def on_mount(self) -> None:
        """Say now and then how long an answer takes."""
        super().on_mount()
        self.set_interval(1.0, lambda: self._draw() if self._waiting else None)

    def choose(self, name: str) -> None:
        """Ask somebody else from now on."""
        self.about = name
        self._draw()

    def _draw(self) -> None:
        if self.view is None or not self.display:
            return
        if not self.who and not self._answers:
            self._tell_nobody()
            return
        state = self.view.payload.state
        name = clean(state.world.told(self.who)) if self.who else "nobody"
        self.border_title = bordered(f"Interview · {name}")
        told = f"The next question goes to {name} at tick {state.tick}; it leaves no trace in the run."
        self.show_heads((Row("head", (Span(told, QUIET),), Span("A ask", WARM)),))
        found = [row for place, (one, run) in enumerate(self._answers) for row in self._lines(place, one, run)]
        if self._waiting:
            gone = lasting(time.monotonic() - self._since)
            ways = (Span("esc", WARM), Span(" stops it", QUIET))
            found.append(Row("waiting", (Span(f"… {self._waiting} · {gone}  ", QUIET), *ways)))
        self.show_rows(found or [Row("", (Span("A asks a question.", QUIET),))])

    def _lines(self, place: int, one: "Answer", run: str) -> Iterator[Row]:
        key, cells = f"a{place}", self.size.width
        elsewhere = "" if self.tape is None or run == self.tape.folder.name else f"{run} · "
        for turn, line in enumerate(wrap(f"{one.question}", cells - 12)):
            head = Span(f"{'▾' if key in self._opened else '▸'} " if turn == 0 else "  ", WARM)
            when = Span(f"{elsewhere}tick {one.tick}" if turn == 0 else "", QUIET)
            yield Row(key, (head, Span(line, QUIET)), when)
        answer = one.answer or f"no answer: {one.error}"
        for turn, line in enumerate(wrap(answer, cells - 18)):
            who = f"{one.name.split()[0]:<12}" if turn == 0 else " " * 12
            yield Row(key, (Span("  "), Span(who, STRONG), Span(line, PLAIN if one.answer else ALARM)))
        for cited in one.cites:
            for turn, line in enumerate(wrap(f"{cited.when}  {cited.text}", cells - 24)):
                label = f"#{cited.id}" if turn == 0 else ""
                yield Row(key, (Span(f"{'':<14}{label:<6}", QUIET), Span(line, QUIET)))
        if key in self._opened:
            yield from self._opening(key, one)

    def _opening(self, key: str, one: "Answer") -> Iterator[Row]:
        tokens = f" · {one.tokens[0]} + {one.tokens[1]} tokens, {one.seconds:.2f} s" if any(one.tokens) else ""
        facts = f"from the {one.source}{tokens} · {len(one.recalled)} memories were recalled"
        for label, text in (("", facts), ("system", one.system), ("prompt", one.prompt), ("reply", one.reply)):
            at = 0
            for part in text.split("\n"):
                for line in wrap(part, self.size.width - 14):
                    yield Row(key, (Span(f"    {label if at == 0 else '':<7}│ ", QUIET), Span(line, QUIET)))
                    at += 1

    def action_open(self) -> None:
        """Open the answer: what was sent and what came back; where there is none, ask."""
        key = self.rows[self.cursor].key if self.rows else ""
        if key.startswith("a"):
            self._opened ^= {key}
            self._draw()
            self._reveal_whole()
        else:
            self.ask()

    def ask(self) -> None:
        """Ask for a question, and put it."""
        if self.view is None or not self.who or self._waiting:
            return
        name = self.view.payload.state.world.told(self.who)
        self.app.push_screen(
            Converse(f"Ask {name}", "what they know, remember, plan, would do, think of somebody", self._put)
        )

    def _put(self, question: str) -> bool:
        """Put a question; False while another is not answered yet."""
        if self._waiting or self.view is None or self.tape is None or not self.who:
            return False
        self._waiting, self._since = question, time.monotonic()
        self._job += 1
        work = partial(_put, self._job, self.view.payload.state, self.who, question, self.tape)
        self.run_worker(lambda: self.post_message(work()), thread=True, group="interview")
        self._draw()
        return True

    def cancel(self) -> bool:
        """Wait for an answer no more; False where none is waited for."""
        waited, self._waiting = bool(self._waiting), ""
        self._job += 1
        self._draw()
        return waited

    def on_answered(self, message: Answered) -> None:
        """Show an answer, unless nobody waits for it any more."""
        if message.job != self._job:
            return
        if message.trouble:
            self._opened.clear()
        self._answers += [(one, message.run) for one in message.answers]
        question, self._waiting = self._waiting, ""
        self._draw()
        if message.trouble:
            self.notify(f"“{question}”: {message.trouble}", severity="error")
        self.action_last()


def _put(job: int, state: State, who: str, question: str, tape: Tape) -> Answered:
    from latticeville.lab.interview import Question, interview  # noqa: PLC0415 - numpy is dear, and comes late
    from latticeville.llm.embed import HashEmbedder  # noqa: PLC0415 - as above
    from latticeville.llm.model import ModelError  # noqa: PLC0415 - as above
    from latticeville.llm.ready import shared_embedder, shared_model  # noqa: PLC0415 - as above
    from latticeville.llm.spec import UnknownModelError  # noqa: PLC0415 - as above

    try:
        embedder = shared_embedder(tape.embedder) or HashEmbedder()
        found = interview(state, [who], [Question(question)], shared_model(tape.model), embedder)
    except (ModelError, UnknownModelError) as error:
        return Answered(job, [], str(error))
    return Answered(job, found, run=tape.folder.name)
