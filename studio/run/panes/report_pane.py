"""The pane of any report: its answer at the shown tick, of the selected person where it is about
one."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.registry import load_report
from latticeville.reports.report import Asked, Report, ReportError
from latticeville.reports.rows import (
    Emphasis,
    ItemTarget,
    MemoryTarget,
    RetrievalTarget,
    ViewRow,
    line,
)
from latticeville.runs.lines import DamageError
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.run_context import RunContext
from studio.task import Task
from studio.ui.command_scope import bindings
from studio.ui.task_runner import TaskApp, post_result
from studio.ui.text import QUIET, Span, TextRow, clean_border, wrap_text
from studio.ui.view_rows import PaintedView

_, _, STRONG, _, ALARM = Emphasis

if TYPE_CHECKING:
    from latticeville.models.embed import Embedder
    from latticeville.models.model import Model
    from latticeville.runs.replay import Replay


class ReportAnswered(Message):
    """A report answered a wish with rows; or why it could not."""

    def __init__(self, wish: object, rows: Sequence[ViewRow], trouble: str = "") -> None:
        super().__init__()
        self.wish, self.rows, self.trouble = wish, rows, trouble


class ReportPane(AgentPane):
    """Asks a report whenever the run stands still, and one of the state alone at every tick; enter
    opens a row, or goes where it leads."""

    shows: ClassVar[str] = ""
    """The name of the report of a pane that shows no other."""
    where = "report"
    BINDINGS: ClassVar[list[BindingType]] = bindings("report")
    BORDER_TITLE = "Report"
    wanting = ("Select a person: the report is about one.", "enter")
    has_heading: ClassVar[bool] = False
    """Whether the first line is a heading, below which the cursor begins."""

    class RetrievalRequested(Message):
        """Somebody wants to see a retrieval with all its numbers."""

        def __init__(self, place: int, memory: int | None) -> None:
            super().__init__()
            self.place, self.memory = place, memory

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.report: Report[Any] | None = None
        self._words: tuple[str, ...] = ()
        """The arguments of a report that is asked once; () for the usual ones, at every tick."""
        self._wish: object = None
        self._answer: Sequence[ViewRow] | None = None
        self._trouble = ""
        self._view = PaintedView((), 0)

    def ask(self, report: Report[Any], words: tuple[str, ...] = ()) -> None:
        """Show another report; with arguments of its own it is asked once, whatever tick is
        shown."""
        if report is not self.report or words != self._words:
            self.report, self._words, self._wish = report, words, None
            self._begin_anew()
        self._draw()

    def _draw(self) -> None:
        context = self.context
        if context is None or not self.display:
            return
        if self.report is None and self.shows:
            self.report = load_report(self.shows)
        report = self.report
        if report is None:
            return
        if not self.who and (self.shows or report.person == "required"):
            self._tell_nobody()
            return
        self._draw_agent(context)

    def _draw_agent(self, context: RunContext) -> None:
        report, state = self.report, context.frame.payload.state
        if report is None:
            return
        whom = f" · {state.world.name_of(self.who)}" if report.person and self.who else ""
        self.border_title = clean_border(f"{report.title}{whom}")
        if report.of_state:
            self._tell_now(report, context)
            return
        if context.frame.playing and not self._words:
            self._wish = None
            self._say(f"space: pause to see {report.title.casefold()}")
            return
        wish = self._wished(report, context)
        if wish != self._wish:
            self._wish, self._answer, self._trouble = wish, None, ""
            self._begin(report, context, wish)
        if self._trouble:
            self._say(self._trouble)
        elif self._answer is None:
            self.show_rows((TextRow("", (Span("reading the run…", QUIET),)),))
        else:
            self._show(self._answer)

    def _wished(self, report: Report[Any], context: RunContext) -> object:
        """Return what an answer has to be of; one with arguments of its own is of any tick."""
        history, tick, who = self._moment(context)
        at = tick if report.at_tick else context.frame.end
        return (report, self._words) if self._words else (history, at, who, report)

    def _tell_now(self, report: Report[Any], context: RunContext) -> None:
        """Show the answer from the frame alone."""
        who = self.who if report.person else ""
        asked = Asked((), context.frame.payload, who, _defaults(report))
        found = _answer(report, lambda: asked, None)
        if found.trouble:
            self._say(found.trouble)
        else:
            self._show(found.rows)

    def _begin(self, report: Report[Any], context: RunContext, wish: object) -> None:
        folder, tick = context.source.folder, context.frame.payload.tick
        who = self.who if report.person else ""
        doing = report.progress if self._words else "reading the run"
        task = Task(
            f"{report.title}: {doing}", "Cancelled; the report is not shown.", self._give_up
        )
        ask = partial(_ask_run, report, folder, tick, who, self._words, task)
        work = partial(_answer, report, ask, wish)
        cast("TaskApp", self.app).tasks.watch(
            task, lambda: post_result(task, self, work), report.name
        )

    def _show(self, rows: Sequence[ViewRow]) -> None:
        self.show_heads(())
        self._view = PaintedView(rows, self.size.width, self._opened)
        begins = self.has_heading and not self.rows
        self.show_rows(self._view.rows)
        if begins:
            self._begin_below_heading()
        self._arrive()

    def _begin_below_heading(self) -> None:
        """Put the cursor below the heading, on the first line that opens or leads somewhere."""
        for place, row in enumerate(self.rows[1:], 1):
            view = self._view.views.get(row.key)
            if view and (view.children or view.target):
                self._move_to(place)
                return

    def _say(self, sentence: str) -> None:
        self.show_heads(())
        pieces = [
            piece for text in sentence.split("\n") for piece in wrap_text(text, self.size.width)
        ]
        self.show_rows([TextRow("", (Span(piece, QUIET),)) for piece in pieces])

    def _give_up(self) -> None:
        self._trouble = "Cancelled. Go to another tick and back to ask again."
        self._draw()

    def on_report_answered(self, message: ReportAnswered) -> None:
        """Show an answer, if it is still wanted."""
        if message.wish == self._wish:
            self._answer, self._trouble = message.rows, message.trouble
            self._draw()

    def action_open(self) -> None:
        """Open the line's row, or go where it leads."""
        if not self.rows or self.context is None:
            return
        row = self._view.views.get(self.rows[self.cursor].key, ViewRow(""))
        if isinstance(row.target, RetrievalTarget) and not row.children:
            self.post_message(self.RetrievalRequested(*row.target))
        elif isinstance(row.target, MemoryTarget) and not row.children:
            context = self.context
            self.post_message(
                self.MemoryFollowed(context.source.folder, context.frame.payload.tick, *row.target)
            )
        elif isinstance(row.target, ItemTarget) and not row.children:
            super().action_open()
        else:
            self._open(row)


class RelationsPane(ReportPane):
    """Shows a line for each relation and opinion of the selected person; enter opens its changes,
    and goes to the tick of a change."""

    shows = "relations"
    where = "relations"
    BINDINGS: ClassVar[list[BindingType]] = bindings("relations")
    BORDER_TITLE = "Relations"
    wanting = ("Select a person: their relations and opinions are shown here.", "enter")
    has_heading = True


def _ask_run(
    report: Report[Any], folder: Path, tick: int, who: str, words: tuple[str, ...], task: Task
) -> Asked:
    """Return what is asked of a run, at a tick, of somebody, with the default of every option or
    with some words."""
    from latticeville.runs.replay import Replay

    run = Replay(folder)
    return Asked(
        (run,),
        run.at(tick),
        who,
        _defaults(report, words),
        task.report_progress,
        minds=partial(_minds_of, run),
    )


def _minds_of(run: "Replay") -> "tuple[Model, Embedder]":
    """Return the model and the embedder of a run."""
    from latticeville.models.cache_registry import embedder_or_hash, shared_model

    header = run.segments[-1].header
    return shared_model(header.model), embedder_or_hash(header.embedder)


def _rows(report: Report[Any], asked: Asked) -> list[ViewRow]:
    """Return the answer as rows; ReportError where there is none, DamageError where the run cannot
    be read."""
    answer = report.ask(asked)
    sections = [(title, list(rows)) for title, rows in report.tell(asked, answer)]
    lost = [
        line(f"lost {place}", text, ALARM)
        for place, text in enumerate(report.losses(asked, answer))
    ]
    if len(sections) == 1:
        return [*sections[0][1], *lost]
    return [
        *chain.from_iterable(_section(number, *each) for number, each in enumerate(sections)),
        *lost,
    ]


def _section(number: int, title: str, rows: Iterable[ViewRow]) -> Iterator[ViewRow]:
    """Yield a section of several; its keys are its own."""
    if number:
        yield ViewRow(f"gap {number}")
    yield line(f"title {number}", title, STRONG)
    yield from _renamed(f"{number} ", rows)


def _renamed(prefix: str, rows: Iterable[ViewRow]) -> Iterator[ViewRow]:
    for row in rows:
        below = row.children
        children = None if below is None else partial(_renamed_children, prefix, below)
        yield row._replace(key=prefix + row.key, children=children)


def _renamed_children(prefix: str, below: Callable[[], Iterable[ViewRow]]) -> Iterator[ViewRow]:
    return _renamed(prefix, below())


def _defaults(report: Report[Any], words: tuple[str, ...] = ()) -> Namespace:
    parser = ArgumentParser(add_help=False)
    report.declare(parser)
    return parser.parse_args(list(words or report.usual))


def _answer(report: Report[Any], ask: Callable[[], Asked], wish: object) -> ReportAnswered:
    try:
        return ReportAnswered(wish, _rows(report, ask()))
    except (DamageError, ReportError) as error:
        return ReportAnswered(wish, (), str(error))
    except Exception as error:  # noqa: BLE001 - whatever a report of another package raises
        return ReportAnswered(
            wish, (), f"The report “{report.name}” failed: {type(error).__name__}: {error}"
        )
