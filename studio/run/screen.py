"""The screen of the simulate workbench: what its keys do, and where its panes lead."""

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on, work
from textual.binding import BindingType

from studio.player import orders
from studio.player.history import RunHistory
from studio.run import agent_commands, heat_commands, transport
from studio.run.actor import act_as
from studio.run.interventions import Interventions
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.numbers_pane import NumbersPane
from studio.run.panes.report_pane import ReportPane
from studio.run.panes.run_map import RunMap
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.questionnaire_dialogs import Questionnaires, save_answers
from studio.run.scenarios.expect_again import expect_again
from studio.run.scenarios.show import show_scenarios
from studio.run.sql.ask import ask_tables
from studio.run.studies.show import show_studies
from studio.run.view import RunView
from studio.ui.command_scope import CommandScope, bindings
from studio.ui.list_view import ListView

if TYPE_CHECKING:
    from studio.ui.task_runner import TaskApp


ScreenAction = Callable[[RunView], object]
"""What a key of the screen does."""


def _order(make: Callable[[RunView], orders.Order]) -> ScreenAction:
    """Return the action that gives the player an order."""
    return lambda screen: screen.player.do(make(screen))


def _find(
    order: Callable[[RunHistory, int, str], orders.Order],
) -> tuple[ScreenAction, ScreenAction]:
    """Return the actions that go to the next and the previous tick with something of the selected
    person."""

    def find(way: int) -> ScreenAction:
        return _order(
            lambda screen: order(
                screen.player.history, way, screen.selected if screen.person else ""
            )
        )

    return find(1), find(-1)


def _both_ways(go: Callable[[RunView, int], object]) -> tuple[ScreenAction, ScreenAction]:
    """Return the actions that go to the next and the previous one."""
    return lambda screen: go(screen, 1), lambda screen: go(screen, -1)


def _inspect(name: str) -> ScreenAction:
    """Return the action that shows a pane about the selected person; again, the map."""
    return lambda screen: agent_commands.inspect(screen, name)


def _toggle(name: str) -> ScreenAction:
    """Return the action that shows a pane about everybody; again, the map."""
    return lambda screen: screen.focus_pane("map" if screen.focused_pane == name else name)


def _toggle_numbers(screen: RunView) -> None:
    """Show the sliders beside the map; again, take them away."""
    if screen.focused_pane == "numbers":
        screen.lay_out(screen.pane_layout.without_person_panes())
        screen.focus_pane("map")
    else:
        screen.focus_pane("numbers")


def _by_app(action: str) -> Callable[[RunView], Awaitable[object]]:
    """Return the action of this screen that the app does."""
    return lambda screen: screen.app.run_action(f"app.{action}")


class SimulateScreen(RunView, CommandScope):
    """The keys of a run, and what its panes ask for."""

    where = "simulate"
    CSS_PATH = "run.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings("simulate")
    AUTO_FOCUS = "#map"

    @on(RunMap.Picked)
    def select_picked(self, message: RunMap.Picked) -> None:
        """Select what was picked on the map."""
        self.select(message.name)

    @on(ListView.Opened)
    def follow_line(self, message: ListView.Opened) -> None:
        """Select what a line leads to; a line of the transcript also leads to its tick."""
        if message.lines is self.run_panes.transcript and (
            told := self.run_panes.transcript.event_of(message.row)
        ):
            self.push_mark()
            self.player.do(orders.Seek(told.tick))
        if message.row.link:
            self.select(message.row.link)

    @on(TranscriptPane.Sought)
    def search_transcript(self, message: TranscriptPane.Sought) -> None:
        """Go to a tick of which something was told."""
        history = self.player.history
        self.player.do(orders.FindText(history, message.letters, message.way))

    @on(TranscriptPane.ImpactAsked)
    def measure_impact(self, message: TranscriptPane.ImpactAsked) -> None:
        """Take the words of a line out, and show what they moved."""
        self.show_report("impact", ("--utterance", f"{message.tick}.{message.who}"))

    @on(TimelinePane.TickSought)
    def seek_tick(self, message: TimelinePane.TickSought) -> None:
        """Go to a tick."""
        self.player.do(orders.Seek(message.tick))

    @on(MemoryPane.RetrievalSought)
    def seek_retrieval(self, message: MemoryPane.RetrievalSought) -> None:
        """Go to a tick at which somebody recalled anything."""
        history = self.player.history
        self.player.do(orders.FindRetrieval(history, message.way, message.who))

    @on(MemoryPane.MemoryEditRequested)
    def change_memory(self, message: MemoryPane.MemoryEditRequested) -> None:
        """Let a memory be otherwise."""
        self.add_input(message.item)

    @on(NumbersPane.ChangeRequested)
    def change_number(self, message: NumbersPane.ChangeRequested) -> None:
        """Let a number of the world be another."""
        self.add_input(message.item)

    @on(BeliefsPane.EyesRequested)
    def show_eyes(self) -> None:
        """Show the map in the eyes of whose beliefs are shown."""
        agent_commands.show_eyes(self)

    @on(AgentPane.LinkFollowed)
    def follow_cause(self, message: AgentPane.LinkFollowed) -> None:
        """Go where a link of a chain, or a change of a relation, leads."""
        self.push_mark()
        if message.who:
            self.select(message.who)
        self.player.do(orders.GoTo(message.tick))

    @on(ReportPane.RetrievalRequested)
    def show_retrieval(self, message: ReportPane.RetrievalRequested) -> None:
        """Show a retrieval of the chain with all its numbers."""
        self.push_mark()
        self.focus_pane("memory")
        self.run_panes.memory.show_retrieval(message.place, message.memory)

    @on(InterviewPane.SaveRequested)
    @work
    async def keep_answers(self, message: InterviewPane.SaveRequested) -> None:
        """Write answers into a file that is asked for."""
        if told := await save_answers(self.app, message.polls):
            self.tell(told)

    action_play = _order(lambda _screen: orders.TogglePlay(time.monotonic()))
    action_step = _order(lambda _screen: orders.StepBy(1))
    action_back = _order(lambda _screen: orders.StepBy(-1))
    action_start = _order(lambda _screen: orders.Seek(0))
    action_newest = _order(lambda _screen: orders.ShowNewest())
    action_faster = _order(lambda _screen: orders.ChangeSpeed(1, time.monotonic()))
    action_slower = _order(lambda _screen: orders.ChangeSpeed(-1, time.monotonic()))
    action_next_event = _order(
        lambda screen: orders.FindEvent(screen.player.history, 1, screen.selected)
    )
    action_previous_event = _order(
        lambda screen: orders.FindEvent(screen.player.history, -1, screen.selected)
    )
    action_next_refusal, action_previous_refusal = _find(orders.FindRefusal)
    action_next_mark, action_previous_mark = _find(orders.FindMark)
    action_next_person, action_previous_person = _both_ways(agent_commands.select_person)
    action_find_next, action_find_previous = _both_ways(agent_commands.find_name)
    action_find = agent_commands.ask_name
    action_memory, action_beliefs = _inspect("memory"), _inspect("beliefs")
    action_relations, action_why = _inspect("relations"), _inspect("why")
    action_interview, action_differ = agent_commands.interview, agent_commands.differ
    action_return, action_go_to = transport.go_back, transport.ask_tick
    action_until, action_again = transport.ask_until, transport.repeat_until
    go_to_tick = transport.go_to_tick
    action_act, action_sql, action_scenarios = act_as, ask_tables, show_scenarios
    action_expect, action_studies = expect_again, show_studies
    action_fork, action_branches = _by_app("fork"), _by_app("branches")
    action_compare, action_unacted = _by_app("compare"), _by_app("unacted")
    action_heat, action_resources = heat_commands.toggle_heat, heat_commands.toggle_resource
    action_charts, action_chronicle = _toggle("charts"), _toggle("chronicle")
    action_dashboard, action_numbers = _toggle("dashboard"), _toggle_numbers

    @work
    async def action_questions(self) -> None:
        """Ask several people something."""
        poll = await Questionnaires(
            self.app,
            cast("TaskApp", self.app).tasks,
            self.state,
            self.selected,
            self.player.source,
            self.run_panes.interview,
            self.tell,
        ).ask()
        if poll is not None:
            self.focus_pane("interview")
            self.run_panes.interview.begin(poll)

    @work
    async def action_meddle(self) -> None:
        """Ask what is to happen."""
        asked = Interventions(self.app, self.state, self.selected, self.tell)
        item = await asked.ask()
        if item is not None:
            self.add_input(item)

    def action_side(self) -> None:
        """Show the other one of outline and card."""
        self._show_other("outline", self.pane_layout.face)

    def action_bottom(self) -> None:
        """Show the other one of transcript and timeline."""
        self._show_other("transcript", "timeline")

    def _show_other(self, one: str, other: str) -> None:
        shown, focused = self.pane_layout.shown, self.focused_pane
        if {one, other} <= shown or focused in (one, other):
            self.focus_pane(other if focused == one else one)
        else:
            self.lay_out(self.pane_layout.with_front(other if one in shown else one, focus=False))

    def action_follow(self) -> None:
        """Follow the selected person, or stop."""
        canvas = self.run_panes.canvas
        canvas.start_following("" if canvas.follow or not self.person else self.selected)

    def action_away(self) -> None:
        """Back from a pane alone, to the map, to the true map, stop following, then select
        nothing."""
        canvas = self.run_panes.canvas
        if self.run_panes.interview.cancel():
            self.tell("Question cancelled.")
        elif self.frame is not None and self.player.playback.looking:
            self.player.do(orders.Halt())
        elif self.pane_layout.alone:
            self.action_alone()
        elif self.focused_pane not in ("", "map") or self.pane_layout.wide:
            self.lay_out(self.pane_layout.without_person_panes())
            self.focus_pane("map")
        elif canvas.heat is not None:
            canvas.show_heat(None)
        elif canvas.way:
            canvas.show_truth()
        elif canvas.follow:
            canvas.start_following("")
        else:
            self.select("")

    def action_close(self) -> None:
        """Choose another world."""
        self.dismiss()
