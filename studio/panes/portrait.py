"""What a mind makes of a persona: who they are to it, what it is asked first, its day; and a talk with them."""

import time
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.clock import hours
from latticeville.world.pack import World
from studio.panes import reading
from studio.task import lasting
from studio.widgets.ask import Converse
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, bordered

if TYPE_CHECKING:
    from latticeville.lab.chat import Line, Said
    from latticeville.lab.people import Day, Sent
    from latticeville.llm.embed import Embedder
    from latticeville.llm.model import Model

TITLES = {
    "self": "Who they are", "prompt": "First prompt", "day": "Their day", "talk": "Talk", "compare": "Compare",
}  # fmt: skip
"""The pages by name."""
OVER = 3
"""Lines of the pane that an open line of a talk lies over."""
Work = Callable[[World, str], Generator[str, None, object]]
"""Something that takes a while: yields how far it is, returns what comes of it."""


class Came(Message):
    """What comes of a piece of work, or how far it is, or why nothing comes of it."""

    def __init__(self, job: int, found: object, told: str = "", trouble: str = "") -> None:
        super().__init__()
        self.job, self.found, self.told, self.trouble = job, found, told, trouble


class Portrait(Wrapped):
    """One page at a time about the selected person, made anew whenever the world is checked anew."""

    where = "portrait"
    BINDINGS: ClassVar[list[BindingType]] = bindings("portrait")
    BORDER_TITLE = "Who they are"
    model, embedder = "fake", "hash"
    """As a run is given them."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.page = "self"
        self.who = ""
        """The id of the person in this world."""
        self.other = ""
        """Whoever they are compared with."""
        self.busy = ""
        """What is being done, "" where nothing is."""
        self._world: World | None = None
        self._wrong = 0
        self._open = False
        """Whether a talk goes on, with a line open below."""
        self._job = 0
        self._trouble = ""
        self._prompt: tuple[World, str, Sent | None] | None = None
        self._day: tuple[World, str, Day] | None = None
        self._lines: list[Line] = []
        self._said: list[Said] = []

    def show(self, world: World | None, wrong: int) -> None:
        """Show what follows from the world as it was checked last, with so many errors."""
        self._world, self._wrong = world, wrong
        self._draw()
        self._look_ahead()

    def choose(self, who: str) -> None:
        """Speak of somebody else, whose talk begins anew."""
        if who != self.who:
            self.who, self._lines, self._said = who, [], []
            self.cancel()
            self.cursor = self.top = 0
            self.rows = ()
        self._draw()
        self._look_ahead()

    def turn(self, page: str) -> None:
        """Show another page."""
        if page != self.page:
            self.cancel()
            self.page, self._trouble = page, ""
            self.cursor = self.top = 0
            self.rows = ()
        self._draw()
        self._look_ahead()

    def on_unmount(self) -> None:
        """Let the thread see that nothing is wanted any more."""
        self._job += 1

    def cancel(self) -> bool:
        """Stop what is being done; False where nothing is."""
        stopped, self.busy = bool(self.busy), ""
        self._job += 1
        if stopped:
            self._draw()
        return stopped

    @property
    def _there(self) -> bool:
        return self._world is not None and self.who in self._world.people

    def _draw(self) -> None:
        name = self._world.people[self.who].persona.name if self._world and self._there else ""
        told = f" · {name}" if name else ""
        if told and self.page == "compare" and self._world and self.other in self._world.people:
            told += f" and {self._world.people[self.other].persona.name}"
        self.border_title = bordered(f"{TITLES[self.page]}{told}")
        rows = list(self._rows())
        if self.busy:
            rows.append(Row("busy", (Span(f"… {self.busy}  ", QUIET), Span("esc", WARM), Span(" stops it", QUIET))))
        if self._trouble:
            rows += reading.words("trouble", self._trouble, self.size.width, ALARM)
        if self._open:
            rows += [Row("open", ())] * OVER
        self.show_rows(rows)

    def _rows(self) -> Iterator[Row]:
        world, cells = self._world, self.size.width
        if world is None:
            yield from reading.words("", "There is no world yet: see the problems.", cells, QUIET)
        elif not self._there:
            yield from reading.words("", "Who does not live in this world has no mind here: L in the list of people.",
                                     cells, QUIET)  # fmt: skip
        elif self.page == "self":
            from latticeville.lab.people import summary

            yield from reading.summary_rows(summary(world, self.who), cells)
        elif self.page == "compare":
            yield from self._comparison(world, cells)
        else:
            yield from {"prompt": self._prompt_rows, "day": self._day_rows, "talk": self._talk_rows}[self.page](cells)

    def _comparison(self, world: World, cells: int) -> Iterator[Row]:
        from latticeville.lab.cast import compare

        if self.other in world.people:
            yield from reading.compare_rows(compare(world, self.who, self.other), cells)
        else:
            yield from reading.words("", "V chooses whom to compare with.", cells, QUIET)

    def _prompt_rows(self, cells: int) -> Iterator[Row]:
        if self._prompt is None or self._prompt[:2] != (self._world, self.who):
            return
        if self._prompt[2] is None:
            yield from reading.words("", "Nothing is asked of them on the first day.", cells, QUIET)
        else:
            yield from reading.sent_rows(self._prompt[2], cells)

    def _day_rows(self, cells: int) -> Iterator[Row]:
        if self._day is None or self._day[1] != self.who:
            if not self.busy:
                yield from reading.words("", f"enter lets the model ({self.model}) plan their first day.", cells, QUIET)
            return
        if self._day[0] is not self._world:
            yield from reading.words("old", "The world has changed since: enter plans anew.", cells, WARM)
        day = self._day[2]
        yield from reading.words("identity", day.identity, cells, QUIET)
        for step in day.hours or day.strokes:
            when = f"{hours(step.start)}–{hours(step.end)} "
            yield from reading.words(f"h{step.start}", f"{step.doing}, {step.place}", cells, PLAIN, when)
        if day.fault:
            yield from reading.words("fault", day.fault, cells, ALARM)

    def _talk_rows(self, cells: int) -> Iterator[Row]:
        name = self._world.people[self.who].persona.first_name if self._world else ""
        told = f"You are a stranger next to {name}. The model is {self.model}; nothing of this is kept."
        yield from reading.words("told", told, cells, QUIET)
        answers = iter(self._said)
        for number, line in enumerate(self._lines):
            who = name if line.own else "you"
            yield from reading.words(f"l{number}", line.words, cells, STRONG if line.own else PLAIN, f"{who}: ")
            if line.own:
                said = next(answers, None)
                for one in said.cites if said else ():
                    yield from reading.words(f"c{number}", one.text, cells, QUIET, f"  #{one.id} ")
        if not self.busy and not self._open:
            yield Row("say", (Span("enter", WARM), Span(" says something", QUIET)))

    def action_open(self) -> None:
        """Say something, plan the day anew, or go to whom the line speaks of."""
        if self.page == "talk":
            self.ask()
        elif self.page == "day":
            self.plan()
        else:
            super().action_open()

    def _held(self) -> bool:
        """Tell whether a mind can be asked; say why not."""
        if not self._there or self.busy:
            return False
        if self._wrong:
            self._trouble = (
                f"{self._wrong} problem{'s' * (self._wrong != 1)} first: a mind lives in a whole world only."
            )
            self._draw()
        return not self._wrong

    def _look_ahead(self) -> None:
        """Find the first prompt, where it is to be seen and not known."""
        known = self._prompt is not None and self._prompt[0] is self._world and self._prompt[1] == self.who
        if self.page == "prompt" and not known and self.display:
            self._trouble = ""
            if self.busy:
                self.cancel()
            if self._held():
                self._begin("looking for the first question", _first)

    def plan(self) -> None:
        """Let the model plan the day."""
        self.turn("day")
        self._trouble = ""
        if self._held():
            model, embedder = self.model, self.embedder
            self._day = None
            self._begin("planning", lambda world, who: _planned(world, who, model, embedder))

    def ask(self) -> None:
        """Ask for words, and say them."""
        self.turn("talk")
        self._trouble = ""
        if self._held() and self._world:
            name = self._world.people[self.who].persona.name
            self._open = True
            self._draw()
            self.action_last()
            self.app.push_screen(Converse(f"To {name}", "what do you say?", self._say), self._silent)

    def _silent(self, _nothing: str | None) -> None:
        """Take back the room of the open line."""
        self._open = False
        self._draw()

    def _say(self, words: str) -> bool:
        """Say something; False where nothing can be said now."""
        if not self._held():
            return False
        from latticeville.lab.chat import Line

        self._lines.append(Line(own=False, words=words))
        lines, model, embedder = tuple(self._lines), self.model, self.embedder
        self._begin("thinking", lambda world, who: _talked(world, who, lines, model, embedder))
        self.action_last()
        return True

    def _begin(self, told: str, work: Work) -> None:
        """Do a piece of work in a thread, which looks after each part of it whether it is still wanted."""
        world, who = self._world, self.who
        if world is None:
            return
        self._job += 1
        job, self.busy = self._job, told
        self._draw()
        self.run_worker(lambda: self._work(job, work, world, who), thread=True, group="portrait")

    def _work(self, job: int, work: Work, world: World, who: str) -> None:
        from latticeville.llm.model import ModelError
        from latticeville.llm.spec import UnknownModelError

        steps, last = work(world, who), ""
        try:
            while job == self._job:
                told = next(steps)
                if told != last:
                    self.post_message(Came(job, None, told))
                last = told
        except StopIteration as done:
            self.post_message(Came(job, (world, who, done.value)))
        except (ModelError, UnknownModelError) as error:
            self.post_message(Came(job, None, "", str(error)))
        finally:
            steps.close()

    def on_came(self, message: Came) -> None:
        """Take what came, unless it is not wanted any more."""
        message.stop()
        if message.job != self._job:
            return
        if message.told:
            self.busy = message.told
        elif message.trouble:
            self.busy, self._trouble = "", message.trouble
        else:
            self.busy = ""
            self._take(message.found)
        self._draw()
        if self.page == "talk":
            self.action_last()

    def _take(self, found: object) -> None:
        world, who, value = found if isinstance(found, tuple) else (None, "", None)
        if self.page == "prompt":
            self._prompt = (world, who, value)
        elif self.page == "day":
            self._day = (world, who, value)
        elif value.fault:
            self._trouble = value.fault
        else:
            from latticeville.lab.chat import Line

            self._lines.append(Line(own=True, words=value.words))
            self._said.append(value)


def _first(world: World, who: str) -> Generator[str, None, object]:
    from latticeville.lab.people import first_prompt

    steps, of = first_prompt(world, who), 24 * 60 // world.settings.tick_minutes
    begun = time.monotonic()
    try:
        while True:
            tick = next(steps)
            if tick % 16 == 0:
                yield f"looking for the first question: tick {tick} of {of}{_left(begun, tick, of)}"
    except StopIteration as done:
        return done.value
    finally:
        steps.close()


def _planned(world: World, who: str, model: str, embedder: str) -> Generator[str, None, object]:
    from latticeville.lab.people import plan_day

    yield f"loading {model}"
    steps, begun = plan_day(world, who, *_reached(model, embedder)), time.monotonic()
    try:
        while True:
            at = next(steps)
            left = _left(begun, at.done, at.of)
            yield f"planning: question {at.done + 1} of about {at.of} ({at.asks}){left}"
    except StopIteration as done:
        return done.value
    finally:
        steps.close()


def _left(begun: float, done: int, of: int) -> str:
    """Say how long the rest will take about, once some of it is done."""
    return f", {lasting((time.monotonic() - begun) / done * max(of - done, 0))} left" if done else ""


def _talked(
    world: World, who: str, lines: "tuple[Line, ...]", model: str, embedder: str
) -> Generator[str, None, object]:
    from latticeville.lab.chat import talk
    from latticeville.sim.state import begin

    reached = _reached(model, embedder)
    yield "thinking"
    return talk(begin(world), who, lines, *reached)


def _reached(model: str, embedder: str) -> "tuple[Model, Embedder | None]":
    from latticeville.llm.ready import shared_embedder, shared_model

    return shared_model(model), shared_embedder(embedder)
