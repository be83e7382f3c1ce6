"""Interviews: anybody is asked anything at the shown tick, answers from their memories then, and is left unmoved."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.sim.state import State
from studio.panes.heard import Put, Sight, lines
from studio.panes.somebody import Somebody
from studio.player.run_sources import RunSource
from studio.task import lasting
from studio.widgets.ask import Converse
from studio.widgets.part import bindings
from studio.widgets.rest import Rest
from studio.widgets.spans import QUIET, WARM, Row, Span, bordered, clean

if TYPE_CHECKING:
    from latticeville.lab.interview import Answer

OFTEN = 0.2
"""Least seconds between two paints while answers come in."""


class Answered(Message):
    """Somebody answered; or why they did not."""

    def __init__(self, job: int, answers: "list[Answer]", trouble: str = "", folder: Path | None = None) -> None:
        super().__init__()
        self.job, self.answers, self.trouble, self.folder = job, answers, trouble, folder or Path()


class Heard(Message):
    """A person answered what was put to several."""

    def __init__(self, put: Put, answers: "list[Answer]") -> None:
        super().__init__()
        self.put, self.answers = put, answers


class Interview(Somebody):
    """Shows what people were asked in this sitting, the newest at the end; enter opens an answer or asks anew."""

    where = "interview"
    BINDINGS: ClassVar[list[BindingType]] = bindings("interview")
    BORDER_TITLE = "Interview"
    wanting = ("Select a person, and A asks them. Questions to several people at once:", "P")
    stuck = True

    class Kept(Message):
        """Somebody wants answers in a file: what was put, and what has been answered."""

        def __init__(self, puts: Sequence[Put]) -> None:
            super().__init__()
            self.puts = puts

    class Led(Message):
        """Somebody wants to see a memory of somebody at a tick of a run."""

        def __init__(self, folder: Path, tick: int, who: str, memory: int) -> None:
            super().__init__()
            self.folder, self.tick, self.who, self.memory = folder, tick, who, memory

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._puts: list[Put] = []
        self._folded: set[str] = set()
        self._waiting, self._since, self._job = "", 0.0, 0

    @property
    def answers(self) -> "list[Answer]":
        """All that was answered in this sitting."""
        return [one for put in self._puts for one in put.answers]

    def on_mount(self) -> None:
        """Say now and then how long an answer takes."""
        super().on_mount()
        self._rest = Rest(self, OFTEN, self._draw)
        self.set_interval(1.0, lambda: self._draw() if self._waiting else None)

    def choose(self, name: str) -> None:
        """Ask somebody else from now on, and go to what they answered last, if it was put to several."""
        self.about = name
        self._draw()
        under = self._under
        if name and self.display and (under is None or under[1] != name):
            place = next((at for at, put in reversed([*enumerate(self._puts)]) if put.title), -1)
            self._move_to_key(f"p{place} {name}")

    def _draw(self) -> None:
        if self.view is None or not self.display:
            return
        if not self.who and not self._puts:
            self._tell_nobody()
            return
        state = self.view.payload.state
        name = clean(state.world.told(self.who)) if self.who else ""
        self.border_title = bordered(f"Interview · {name}" if name else "Interview")
        told = (
            f"{name} is asked at tick {state.tick}; no trace is left." if name else "Select a person, and A asks them."
        )
        ways = f"{'A ask · ' if name else ''}P several{' · ctrl+s keep' if self._puts else ''}"
        self.show_heads((Row("head", (Span(told, QUIET),), Span(ways, WARM)),))
        here = self.tape.folder if self.tape else None
        sight = Sight(self.size.width, frozenset(self._opened), frozenset(self._folded), here)
        found = [row for place, put in enumerate(self._puts) for row in lines(place, put, sight)]
        if self._waiting:
            gone = lasting(time.monotonic() - self._since)
            out = (Span("esc", WARM), Span(" stops it", QUIET))
            found.append(Row("waiting", (Span(f"… {clean(self._waiting)} · {gone}  ", QUIET), *out)))
        self.show_rows(found or [Row("", (Span("A asks a question, P puts questions to several people.", QUIET),))])

    @property
    def _under(self) -> "tuple[Put, str, Answer | None] | None":
        """What was put, the person and the answer that the cursor is on, as far as it is on such."""
        key = self.rows[self.cursor].key if self.rows else ""
        kind, rest = key[:1], key[1:].partition("/")[0]
        if kind == "a":
            place, _, count = rest.partition(".")
            put = self._puts[int(place)]
            one = put.answers[int(count)]
            return put, one.agent, one
        if kind in ("p", "r"):
            place, _, agent = rest.partition(" ")
            return self._puts[int(place)], agent, None
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
            self.border_subtitle = bordered(" · ".join(filter(None, (name, self.border_subtitle))))

    def action_open(self) -> None:
        """Open what the line is of: an answer, a person, all that was put, or a cited memory; on nothing, ask."""
        under = self._under
        if under is None:
            self.ask()
            return
        key = self.rows[self.cursor].key
        whole, _, part = key.partition("/")
        put, agent, one = under
        if part.startswith("c"):
            self.post_message(self.Led(put.folder, put.tick, agent, int(part[1:])))
        elif one is not None:
            self._opened ^= {whole}
            self._draw()
            self._move_to_key(whole)
            self._reveal_whole()
        else:
            self._folded ^= {key}
            self._draw()
            self._reveal_whole()

    def action_unfold(self) -> None:
        """Open what the line is of, if it is closed."""
        key = self.rows[self.cursor].key if self.rows else ""
        if key in self._folded or (key.startswith("a") and "/" not in key and key not in self._opened):
            self.action_open()

    def action_fold(self) -> None:
        """Close what the line is of, or go to what it is part of."""
        under, key = self._under, self.rows[self.cursor].key.partition("/")[0] if self.rows else ""
        if under is None:
            return
        put, agent, _one = under
        place = self._puts.index(put)
        if key in self._opened:
            self._opened.discard(key)
            self._draw()
            self._move_to_key(key)
        elif key.startswith("a") and put.title:
            self._move_to_key(f"p{place} {agent}")
        elif not key.startswith("a") and key not in self._folded:
            self._folded.add(key)
            self._draw()
        elif key.startswith("p"):
            self._move_to_key(f"r{place}")

    def action_names(self) -> None:
        """Show only the names of those who answered, or their answers again."""
        names = {f"p{place} {one.agent}" for place, put in enumerate(self._puts) if put.title for one in put.answers}
        if not names:
            return
        under = self._under
        self._folded = self._folded - names if names <= self._folded else self._folded | names
        self._draw()
        if under is not None and under[1]:
            self._move_to_key(f"p{self._puts.index(under[0])} {under[1]}")

    def action_keep(self) -> None:
        """Write answers into a file."""
        self.post_message(self.Kept([put for put in self._puts if put.answers]))

    def begin(self, put: Put) -> None:
        """Show what is put from now on, as it is answered."""
        self._puts.append(put)
        self._draw()
        self._move_to_key(f"r{len(self._puts) - 1}")

    def end(self, put: Put) -> None:
        """Say that nobody is asked any more; what nobody answered at all is gone."""
        put.over = True
        if not put.answers and self._puts[-1:] == [put]:
            self._puts.pop()
        self._draw()

    def on_heard(self, message: Heard) -> None:
        """Take in what a person answered; it is seen soon."""
        message.put.answers += message.answers
        if not self._rest.under_way:
            self._draw()
            self._rest.begin()

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
        for one in message.answers:
            put = Put("", message.folder, one.tick, 1, 1)
            put.answers.append(one)
            self._puts.append(put)
        question, self._waiting = self._waiting, ""
        self._draw()
        if message.trouble:
            self.notify(f"“{question}”: {message.trouble}", severity="error")
        self.action_last()
        if message.answers:
            self._move_to_key(f"a{len(self._puts) - 1}.0")
            self._reveal_whole()


def _put(job: int, state: State, who: str, question: str, tape: RunSource) -> Answered:
    from latticeville.lab.interview import interview
    from latticeville.lab.questions import Question
    from latticeville.llm.embed import HashEmbedder
    from latticeville.llm.model import ModelError
    from latticeville.llm.ready import shared_embedder, shared_model
    from latticeville.llm.spec import UnknownModelError

    try:
        embedder = shared_embedder(tape.embedder) or HashEmbedder()
        found = interview(state, [who], [Question(question)], shared_model(tape.model), embedder)
    except (ModelError, UnknownModelError) as error:
        return Answered(job, [], str(error))
    return Answered(job, found, folder=tape.folder)
