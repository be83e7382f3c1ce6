"""What a report is: a question about a run, its frozen answer, and how the answer is told."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.reports.people import nobody, person
from latticeville.reports.rows import ViewRow
from latticeville.tables.parquet_cache import find_tables
from latticeville.tables.table import TableFinder

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.replay import Replay
    from latticeville.sim.state import State
    from latticeville.sim.tick import TickPayload
    from latticeville.world.model.world import World

Answer = TypeVar("Answer")


class ReportError(Exception):
    """What is asked for cannot be answered; the sentence says why."""


def built_in_minds() -> "tuple[Model, Embedder]":
    """Return the built-in mind and its embedder."""
    from latticeville.mind.builtin.model import BuiltinMind
    from latticeville.models.embed import HashEmbedder

    return BuiltinMind(), HashEmbedder()


class Asked(NamedTuple):
    """What is asked: of which runs (none where it is of a world alone), at the end of which tick,
    of whom ("" of everybody), and with which options.

    `looked` is told how far a long answer is, and may raise to end it. `model` is None where none
    is named. `people` are those of a question to several, none where nobody is named. `minds` makes
    the model and the embedder of a report that people answer. `tables` finds those of a run that
    are made already.
    """

    runs: "tuple[Replay, ...]"
    payload: "TickPayload"
    who: str
    options: Namespace
    looked: ProgressCallback = no_progress
    model: "Model | None" = None
    people: tuple[str, ...] = ()
    minds: "Callable[[], tuple[Model, Embedder]]" = built_in_minds
    tables: TableFinder = find_tables

    @property
    def run(self) -> "Replay":
        """The run, the first of several."""
        return self.runs[0]

    @property
    def world(self) -> "World":
        """The world at the end of the tick."""
        return self.state.world

    @property
    def state(self) -> "State":
        """The state at the end of the tick."""
        return self.payload.state

    def person(self, word: str | None) -> str:
        """Return the id of whoever a word names, "" for no word; ReportError where it names
        nobody."""
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

    `ask` answers it, or raises ReportError; `tell` yields the answer as rows for text and studio,
    `json` is a value that msgspec encodes. `person` says whether the question is of one person or
    of several, `at_tick` whether it is of one tick.
    """

    name: str
    help: str
    """What it answers, in a few words after a verb."""
    ask: Callable[[Asked], Answer]
    tell: Callable[[Asked, Answer], Iterable[ReportSection]]
    example: str = ""
    """Words of a command line after `latticeville NAME`."""
    subject: Literal["run", "world", "runs"] = "run"
    """Of what it is: a run, a world, which a run has too, or two runs."""
    several: bool = False
    """Whether it can be asked of several runs side by side."""
    person: Literal["", "optional", "required", "several"] = ""
    at_tick: bool = False
    tables: bool = False
    """Whether it reads tables of the run where they are made, and so can read them from a store."""
    of_state: bool = False
    """Whether it looks at the state of the tick alone, and can be asked without a run."""
    declare: Callable[[ArgumentParser], None] = declare_nothing
    """Adds arguments of its own to the parser."""
    usual: tuple[str, ...] = ()
    """Words for those of its arguments that have no default, where nobody types a command line."""
    model: str = ""
    """What a model does with the answer, in the words of the help of `--llm`; "" where none takes
    part."""
    people_answer: bool = False
    """Whether people answer it themselves: by the model and the embedder that `--llm` and
    `--embedder` name, or else by those of the run."""
    progress: str = "read"
    """What the share of a long answer that is done is called."""
    json: Callable[[Answer], Any] = lambda answer: answer
    json_lines: bool = False
    """Whether `json` is several values, each of which is a line."""
    text: Callable[[Asked, Answer], Iterable[str]] | None = None
    """Yields lines of text, where they are not those of its rows."""
    csv: Callable[[Answer], str] | None = None
    """The answer as CSV, for an option `--csv`."""
    out: bool = False
    """Whether `--out` names a file for the text or the JSON."""
    save: Callable[[Asked, Answer], tuple[Path, bytes] | None] = lambda _asked, _answer: None
    """A file, if an option asks for one, that is written instead of the text."""
    notes: Callable[[Asked, Answer], Iterable[str]] = lambda _asked, _answer: ()
    """Sentences to know beside the answer."""
    records: Callable[[Asked], Iterable[Mapping[str, object]]] | None = None
    """The answer as records, one in memory at a time; the command writes them as lines of JSON or
    CSV, or to a file."""
    catalog: Callable[[Namespace], tuple[Any, Iterable[ReportSection]]] | None = None
    """What there is to ask for, as a value and as text, which an option `--list` of `declare` tells
    without a run."""
    fails: Callable[[Answer], bool] = lambda _answer: False
    """Whether the command ends with 1, as nothing is found or something differs."""
    losses: Callable[[Asked, Answer], Iterable[str]] = lambda _asked, _answer: ()
    """Sentences on what the run no longer holds, with which the command fails."""

    @property
    def title(self) -> str:
        """The name as a title."""
        return self.name.replace("-", " ").capitalize()
