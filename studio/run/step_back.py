"""What esc does in a run: one step back, the innermost first."""

from typing import Protocol

from studio.player.orders import Halt
from studio.run.agent_commands import AgentHost
from studio.run.layout import RunLayout
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.run_map import RunMap


class StepBackHost(AgentHost, Protocol):
    """The screen that has panes to leave."""

    def action_alone(self) -> None:
        """Give the focused pane the whole screen, or show the others again."""

    def lay_out(self, layout: RunLayout) -> None:
        """Show the panes of a layout, and no others."""


class StepBack:
    """Leaves what was entered last: a question, a search, a pane, another view of the map, the
    selection."""

    def __init__(self, host: StepBackHost, canvas: RunMap, interview: InterviewPane) -> None:
        self._host, self._canvas, self._interview = host, canvas, interview

    def run(self) -> None:
        """Take one step."""
        host, canvas = self._host, self._canvas
        if self._interview.cancel():
            host.tell("Question cancelled.")
        elif host.frame is not None and host.player.playback.looking:
            host.player.do(Halt())
        elif host.pane_layout.alone:
            host.action_alone()
        elif host.focused_pane not in ("", "map") or host.pane_layout.wide:
            host.lay_out(host.pane_layout.without_person_panes())
            host.focus_pane("map")
        elif canvas.heat is not None:
            canvas.show_heat(None)
        elif canvas.way:
            canvas.show_truth()
        elif canvas.follow:
            canvas.start_following("")
        else:
            host.select("")
