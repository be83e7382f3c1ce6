"""The relations pane: how close people are to the selected person, what that person thinks, and
what moved it."""

from typing import ClassVar

from textual.binding import BindingType

from latticeville.reports.relations.rows import relation_rows
from latticeville.reports.relations.social_view import social_view
from latticeville.reports.rows import ViewRow
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import bindings
from studio.ui.text import clean_border
from studio.ui.view_rows import PaintedView


class RelationsPane(AgentPane):
    """Shows a line for each relation and opinion; enter opens its changes, and goes to the tick of
    a change."""

    where = "relations"
    BINDINGS: ClassVar[list[BindingType]] = bindings("relations")
    BORDER_TITLE = "Relations"
    wanting = ("Select a person: their relations and opinions are shown here.", "enter")

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._view = PaintedView((), 0)

    def _draw_agent(self, context: RunContext) -> None:
        state = context.frame.payload.state
        self.border_title = clean_border(f"Relations · {state.world.name_of(self.who)}")
        rows = relation_rows(social_view(state, self.who))
        self._view = PaintedView(rows, self.size.width, self._opened)
        self.show_heads(())
        self.show_rows(self._view.rows)

    def action_open(self) -> None:
        """Open the line, or go to the tick of a change."""
        if self.rows:
            self._open(self._view.views.get(self.rows[self.cursor].key, ViewRow("")))
