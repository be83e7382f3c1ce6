"""The why pane: the causes of an action, each of which can be expanded."""

from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import BindingType
from textual.message import Message

from latticeville.reports.rows import RetrievalTarget, TextPart, TickTarget, ViewRow
from latticeville.reports.why.rows import why_rows
from latticeville.sim.tick import TickPayload
from studio.player.run_sources import RunSource
from studio.simulate.panes.agent_pane import AgentPane
from studio.simulate.panes.run_context import LineTarget, RunContext
from studio.task import Task
from studio.ui.command_scope import bindings
from studio.ui.task_runner import TaskApp, post_result
from studio.ui.text import QUIET, Span, TextRow, clean_border, wrap_text
from studio.ui.view_rows import PaintedView

if TYPE_CHECKING:
    from latticeville.reports.why.explain import Why


class WhyExplained(Message):
    """A chain was walked; or why it could not be."""

    def __init__(self, wish: object, chain: "Why | None", trouble: str = "") -> None:
        super().__init__()
        self.wish, self.chain, self.trouble = wish, chain, trouble


class WhyPane(AgentPane):
    """Shows the chain of the selected person's action in the shown tick; enter opens a link or goes where it leads."""

    where = "why"
    BINDINGS: ClassVar[list[BindingType]] = bindings("why")
    BORDER_TITLE = "Why"
    wanting = ("Select a person: why they do what they do is shown here.", "enter")

    class RetrievalRequested(Message):
        """Somebody wants to see a retrieval with all its numbers."""

        def __init__(self, place: int, memory: int | None) -> None:
            super().__init__()
            self.place, self.memory = place, memory

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._wish: object = None
        self._chain: Why | None = None
        self._trouble = ""
        self._view = PaintedView((), 0)

    def _draw_agent(self, context: RunContext) -> None:
        frame = context.frame
        self.border_title = clean_border(f"Why · {frame.payload.state.world.name_of(self.who)}")
        if 0 < (died := frame.payload.state.tick_of_death(self.who)) < frame.payload.tick:
            self._wish = None
            self._tell_death(died)
            return
        if frame.playing:
            self._wish = None
            self._say("space: pause to see why")
            return
        wish = self._moment(context)
        if wish != self._wish:
            self._wish, self._chain, self._trouble = wish, None, ""
            work = partial(_explain, context.source, frame.payload, self.who, wish)
            task = Task("Explaining the action", "Cancelled; the action is not explained.", self._give_up)
            cast("TaskApp", self.app).tasks.watch(task, lambda: post_result(task, self, work), "why")
        if self._trouble:
            self._say(self._trouble)
        elif self._chain is None:
            self.show_rows((TextRow("", (Span("walking back from the action…", QUIET),)),))
        else:
            self.show_heads(())
            rows = why_rows(self._chain, frame.payload.state.world)
            self._view = PaintedView(rows, self.size.width, self._opened)
            self.show_rows(self._view.rows)
            self._arrive()

    def _tell_death(self, died: int) -> None:
        """Say when somebody died; enter leads to their last action."""
        told = ViewRow(
            "died", (TextPart(f"Died at tick {died}. enter: the last action"),), target=TickTarget(died, self.who)
        )
        self._view = PaintedView([told], self.size.width)
        self.show_heads(())
        self.show_rows(self._view.rows)

    def _say(self, sentence: str) -> None:
        self.show_heads(())
        self.show_rows([TextRow("", (Span(line, QUIET),)) for line in wrap_text(sentence, self.size.width)])

    def _give_up(self) -> None:
        self._trouble = "Cancelled. Go to another tick and back to explain the action."
        self._draw()

    def on_why_explained(self, message: WhyExplained) -> None:
        """Show a chain, if it is still wanted."""
        if message.wish == self._wish:
            self._chain, self._trouble = message.chain, message.trouble
            self._draw()

    def _reach(self, target: LineTarget) -> None:
        """Go to a question, and in it to the line of the prompt that differs or to the reply; to the plan; or above."""
        self._move_to(0)
        if target.what == "plan":
            self._move_to_key("plan step")
        elif target.key:
            super()._reach(target._replace(key=f"ask {target.key}"))
            part = f"ask {target.key} {'reply' if target.what == 'answers' else 'prompt'}"
            views = self._view.views.items()
            self._move_to_key(next((key for key, row in views if key.startswith(part) and target.text in row.text), ""))

    def action_open(self) -> None:
        """Open the link of the line, or go where it leads."""
        if not self.rows:
            return
        row = self._view.views.get(self.rows[self.cursor].key, ViewRow(""))
        if isinstance(row.target, RetrievalTarget) and not row.children:
            self.post_message(self.RetrievalRequested(*row.target))
        else:
            self._open(row)


def _explain(tape: RunSource, payload: TickPayload, who: str, wish: object) -> WhyExplained:
    from latticeville.db.lines import DamageError
    from latticeville.db.replay import Replay
    from latticeville.reports.report import ReportError
    from latticeville.reports.why.explain import explain

    if payload.thoughts.get(who) is None:
        return WhyExplained(
            wish, None, "Nobody has thought yet: this is how the run begins. One step on (.) they will."
        )
    try:
        return WhyExplained(wish, explain(Replay(tape.folder), who, payload.tick))
    except (DamageError, ReportError) as error:
        return WhyExplained(wish, None, str(error))
