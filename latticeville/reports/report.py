"""What a report is: a question about a run, its frozen answer, and how the answer is told."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.db.replay import Replay
from latticeville.reports.people import nobody, person
from latticeville.reports.rows import ViewRow
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

Answer = TypeVar("Answer")


class ReportError(Exception):
    """What is asked for cannot be answered; the sentence says why."""


class Asked(NamedTuple):
    """What is asked: of which run, at the end of which tick, of whom ("" of everybody), and with which options.

    `looked` is told how far a long answer is, and may raise to end it.
    """

    run: Replay
    payload: TickPayload
    who: str
    options: Namespace
    looked: ProgressCallback = no_progress

    @property
    def state(self) -> State:
        """The state at the end of the tick."""
        return self.payload.state

    def person(self, word: str | None) -> str:
        """Return the id of whoever a word names, "" for no word; ReportError where it names nobody."""
        who = person(self.state, word) if word else ""
        if who is None:
            raise ReportError(nobody(self.state.minds, word or "").rstrip())
        return who


def declare_nothing(_parser: ArgumentParser) -> None:
    """Declare no option."""


class ReportSection(NamedTuple):
    """Rows under a title; "" for none."""

    title: str
    rows: Iterable[ViewRow]


@dataclass(frozen=True)
class Report(Generic[Answer]):
    """A question about a run.

    `ask` answers it, or raises ReportError; `tell` yields the answer as rows for text and studio, `json` is a value
    that msgspec encodes. `person` says whether the question is of one person, `at_tick` whether it is of one tick.
    """

    name: str
    help: str
    """What it answers, in a few words after a verb."""
    ask: Callable[[Asked], Answer]
    tell: Callable[[Asked, Answer], Iterable[ReportSection]]
    example: str = ""
    """Words of a command line after `latticeville NAME`."""
    person: Literal["", "optional", "required"] = ""
    at_tick: bool = False
    declare: Callable[[ArgumentParser], None] = declare_nothing
    """Adds options of its own to the parser; all have defaults."""
    json: Callable[[Answer], Any] = lambda answer: answer
    save: Callable[[Asked, Answer], tuple[Path, bytes] | None] = lambda _asked, _answer: None
    """A file, if an option asks for one, that is written instead of the text."""
    losses: Callable[[Asked, Answer], Iterable[str]] = lambda _asked, _answer: ()
    """Sentences on what the run no longer holds, with which the command fails."""

    @property
    def title(self) -> str:
        """The name as a title."""
        return self.name.replace("-", " ").capitalize()
