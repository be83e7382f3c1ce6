"""Commands on the selected person: inspect, interview, compare beliefs."""

from typing import Protocol

from studio.run.layout import RunLayout
from studio.run.panes.belief_scene import DOUBT
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.run_map import RunMap
from studio.run.run_host import RunHost
from studio.ui.dialogs.option_dialog import Option, OptionDialog


class AgentHost(RunHost, Protocol):
    """The screen on which somebody is selected."""

    @property
    def person(self) -> bool:
        """Whether a person is selected."""

    @property
    def pane_layout(self) -> RunLayout:
        """Which panes are seen."""


class AgentCommands:
    """The commands about whoever is selected."""

    def __init__(self, host: AgentHost, canvas: RunMap, interview: InterviewPane) -> None:
        self._host, self._canvas, self._interview = host, canvas, interview

    def inspect(self, name: str) -> None:
        """Show a pane about the selected person, or the map again."""
        host = self._host
        if name in host.pane_layout.shown and host.focused_pane == name:
            if name == host.pane_layout.face:
                host.focus_pane("card")
            host.focus_pane("map")
        elif self._is_somebody():
            host.focus_pane(name)

    def _is_somebody(self) -> bool:
        """Tell whether a person is selected, and say how one is where none is."""
        if not self._host.person:
            self._host.tell(
                "Select a person first: f6 next person, / find by name, enter the one at the "
                "cursor."
            )
        return self._host.person

    def interview(self) -> None:
        """Ask the selected person something at the shown tick."""
        if self._is_somebody():
            self._host.focus_pane("interview")
            self._interview.ask()

    def select_person(self, way: int) -> None:
        """Select the next (1) or previous (-1) person; the dead come after the living."""
        host = self._host
        bodies = host.frame.payload.state.bodies.values() if host.frame else ()
        names = [body.id for body in sorted(bodies, key=lambda body: body.is_dead)]
        if names:
            last = self._interview.person if self._interview.has_focus else host.selected
            place = names.index(last) + way if last in names else 0
            host.select(names[place % len(names)])

    async def differ(self) -> None:
        """Ask for somebody else, and show on the map where the two believe different things."""
        host = self._host
        if host.frame is None or not self._is_somebody():
            return
        state, one = host.frame.payload.state, host.selected
        options = [Option(name, state.world.name_of(name)) for name in state.bodies if name != one]
        pick = OptionDialog(
            f"Compare beliefs of {state.world.name_with_article(one)} with", options
        )
        other = await host.app.push_screen_wait(pick)
        if other:
            host.focus_pane("map")
            self._canvas.show_differences(one, other)

    def show_eyes(self) -> None:
        """Show the map in the eyes of whose beliefs are shown."""
        self._canvas.action_eyes()
        if not self._canvas.display:
            self._host.focus_pane("map")
        if self._canvas.way != DOUBT:
            self._host.tell(
                "The map shows their beliefs." if self._canvas.way else "The map shows the truth."
            )
