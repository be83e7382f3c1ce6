"""The why pane: the causes of an action, each of which can be expanded."""

from typing import ClassVar

from textual.binding import BindingType

from latticeville.reports.rows import TextPart, TickTarget, ViewRow
from studio.run.panes.report_pane import ReportPane
from studio.run.panes.run_context import LineTarget, RunContext
from studio.ui.command_scope import bindings
from studio.ui.view_rows import PaintedView


class WhyPane(ReportPane):
    """Shows the chain of the selected person's action in the shown tick; enter opens a link or goes
    where it leads."""

    shows = "why"
    where = "why"
    BINDINGS: ClassVar[list[BindingType]] = bindings("why")
    BORDER_TITLE = "Why"
    wanting = ("Select a person: why they do what they do is shown here.", "enter")

    def _draw_agent(self, context: RunContext) -> None:
        payload = context.frame.payload
        if 0 < (died := payload.state.tick_of_death(self.who)) < payload.tick:
            self._tell_death(died)
        elif payload.thoughts.get(self.who) is None:
            self._say(
                "Nobody has thought yet: this is how the run begins. One step on (.) they will."
            )
        else:
            super()._draw_agent(context)

    def _tell_death(self, died: int) -> None:
        """Say when somebody died; enter leads to their last action."""
        self._wish = None
        told = ViewRow(
            "died",
            (TextPart(f"Died at tick {died}. enter: the last action"),),
            target=TickTarget(died, self.who),
        )
        self._view = PaintedView([told], self.size.width)
        self.show_heads(())
        self.show_rows(self._view.rows)

    def _reach(self, target: LineTarget) -> None:
        """Go to a question, and in it to the line of the prompt that differs or to the reply; to
        the plan; or above."""
        self._move_to(0)
        if target.what == "plan":
            self._move_to_key("plan step")
        elif target.key:
            super()._reach(target._replace(key=f"ask {target.key}"))
            part = f"ask {target.key} {'reply' if target.what == 'answers' else 'prompt'}"
            views = self._view.views.items()
            self._move_to_key(
                next(
                    (key for key, row in views if key.startswith(part) and target.text in row.text),
                    "",
                )
            )
