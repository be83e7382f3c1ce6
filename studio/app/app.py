"""The app: its controllers, theme, keys, start and end."""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from inspect import isawaitable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeGuard

from textual import events, on
from textual.binding import BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message import Message

from latticeville.core import gc_control
from studio.app.branches import BranchController
from studio.app.command_dispatcher import CommandDispatcher
from studio.app.comparisons import ComparisonController
from studio.app.exports import ExportController
from studio.app.model_choice import ModelController
from studio.app.navigator import Navigator
from studio.app.new_worlds import NewWorldController
from studio.app.runs import RunController
from studio.app.themes import ThemeController
from studio.app.tour import TourController
from studio.app.typed_words import TypedWords
from studio.app.worlds import WorldLoader
from studio.editor.editor_messages import PlaceOpened, ProblemOpened, WorldSaved
from studio.player.frame import FrameReady, StatusMessage
from studio.player.player import RunPlayer
from studio.project.world_access import OpenWorld
from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.scenarios.expect_again import ScenarioWritten
from studio.run.scenarios.show import FailedRunChosen
from studio.run.screen import SimulateScreen
from studio.run.studies.show import StudyRunsChosen
from studio.storage import locations
from studio.storage.crash_reports import describe_error, write_report
from studio.ui import settings, terminal
from studio.ui.color256 import SYSTEM, Color256Filter
from studio.ui.command_scope import RIGHT, CommandScope, bindings
from studio.ui.commands.command import NOWHERE
from studio.ui.commands.registry import find_command
from studio.ui.commands.user_keymap import read_keymap
from studio.ui.footer import CommandFooter
from studio.ui.task_runner import TaskRunner
from studio.ui.textual_private import CrashHook
from studio.ui.theme import (
    OURS,
    fitting_theme,
    readable_variables,
    studio_themes,
    theme_variables,
)

if TYPE_CHECKING:
    from textual.actions import ActionParseResult

    from studio.map.screen import MapScreen

FAREWELL = 5.0
"""Most seconds that a run gets to end in."""


def _is_typed(message: Message) -> TypeGuard[events.Key]:
    """Tell whether a message is a key that comes from the terminal."""
    return isinstance(message, events.Key) and not message.is_forwarded


class Studio(CrashHook):
    """One terminal, one world at a time; controllers do what there is to do."""

    TITLE = "Latticeville"
    ALLOW_SELECT = False  # a drag draws or pans, and would have every line of the screen painted
    ENABLE_COMMAND_PALETTE = False  # ours is opened by a command of the registry
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")
    CSS_PATH = (
        "../run/run.tcss"  # the first screen's: read here, all style sheets are parsed only once
    )
    CSS = """
    #_default { overflow: hidden; }
    CommandPalette > Vertical { width: 72; max-width: 96%; }
    CommandPalette SearchIcon { display: none; }
    CommandPalette CommandList > .option-list--option-highlighted {
        background: $block-cursor-background; color: $block-cursor-foreground;
    }
    CommandPalette CommandList {
        scrollbar-size-vertical: 1; scrollbar-background: $surface; scrollbar-color: $border-blurred;
        scrollbar-background-hover: $surface; scrollbar-background-active: $surface;
    }
    """
    crash = ""
    """A sentence on what went wrong, if anything did."""

    def __init__(
        self,
        world: Path | None = None,
        driver_class: type[Driver] | None = None,
        llm: str = "",
        embedder: str = "",
    ) -> None:
        super().__init__(driver_class=driver_class)
        self._filters_of_few = [Color256Filter()] if self.console.color_system == SYSTEM else []
        self._first = world
        for theme in studio_themes():
            self.register_theme(theme)
        self.theme = fitting_theme(
            settings.saved_theme(), self.available_themes, self.console.color_system or ""
        )
        self.keymap_file = read_keymap(locations.keymap_file())
        self.set_keymap({name: ",".join(keys) for name, keys in self.keymap_file.keys.items()})
        self._hold_controllers(llm, embedder)

    def _hold_controllers(self, llm: str, embedder: str) -> None:
        """Make the controllers, each with those whom it asks."""
        keymap = self.keymap_file
        self.open_world = OpenWorld()
        self.tasks = TaskRunner(self, self.say)
        self.tour = TourController(self, keymap)
        self.themes = ThemeController(self, self.say)
        self.dispatcher = CommandDispatcher(self, self.say, keymap)
        self.runs = RunController(self, keymap)
        self.words = TypedWords(self, self.say)
        self.navigator = Navigator(self, self.say, self.open_world, self.runs)
        self.branches = BranchController(self, self.say, self.tasks, self.runs)
        self.comparisons = ComparisonController(
            self, self.say, self.tasks, self.runs, self.branches
        )
        self.worlds = WorldLoader(
            self,
            self.say,
            llm,
            embedder,
            keymap,
            self.open_world,
            self.tasks,
            self.runs,
            self.branches,
            self.navigator,
        )
        self.new_worlds = NewWorldController(self, self.say, self.tasks, self.worlds)
        self.models = ModelController(self, self.say, self.open_world, self.runs, self.worlds)
        self.exports = ExportController(
            self, self.say, self.open_world, self.tasks, self.runs, self.navigator
        )
        self.commands = self._commands()
        """What each command of the app does, and those of the run's screen that are done for it, by
        action."""

    def _commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "palette": self.dispatcher.show_palette,
            "help": self.dispatcher.show_help,
            "menu": self.dispatcher.show_menu,
            "jump": self.dispatcher.jump,
            "design": lambda: self.navigator.show("design"),
            "people": lambda: self.navigator.show("people"),
            "things": lambda: self.navigator.show("things"),
            "simulate": self.navigator.show_run,
            "new": self.new_worlds.make_new,
            "import": self.new_worlds.ask_import,
            "export": self.exports.ask_world,
            "picture": self.exports.ask_picture,
            "terrarium": self.exports.ask_folder,
            "tour": self.tour.toggle,
            "theme": self.themes.take_next,
            "models": self.models.ask,
            "themes": self.themes.ask,
            "undo": lambda: self.dispatcher.run_id("app.undo"),
            "redo": lambda: self.dispatcher.run_id("app.redo"),
            "copy": self.dispatcher.copy,
            "suspend": self.action_suspend_process,
            "leave": self.navigator.quit,
            "fork": self.branches.ask_fork,
            "branches": self.branches.ask_run,
            "compare": self.comparisons.ask_comparison,
            "unacted": self.comparisons.compare_unacted,
        }

    @property
    def player(self) -> RunPlayer | None:
        """The open run, if there is one."""
        return self.runs.player

    @property
    def simulate(self) -> SimulateScreen | None:
        """The screen of the run, if a world is open."""
        return self.runs.simulate

    @property
    def design(self) -> "MapScreen | None":
        """The map workbench, once it was asked for."""
        return self.navigator.design

    def say(self, sentence: str, *, lasting: bool = False, gently: bool = False) -> None:
        """Say a sentence in the footer for some seconds, or until a key is pressed; gently, never
        over another; nothing where the studio closes."""
        for hints in self.screen.query(CommandFooter) if self.screen_stack else ():
            hints.tell(sentence, lasting=lasting, gently=gently)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key of a command that holds nowhere to the sentence that says why."""
        command = find_command(f"app.{action}")
        return (
            super().check_action(action, parameters)
            if command is None
            else command.when is not NOWHERE
        )

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do a command of the app by whoever has it, any other action as Textual does; the tour
        hears of both."""
        name, node = action if isinstance(action, str) else "", default_namespace or self
        command = self._own_command(name, node)
        if command is None:
            done = await super().run_action(action, default_namespace, namespaces)
        else:
            done, doing = True, command()
            if isawaitable(doing):
                await doing
        await asyncio.sleep(
            0
        )  # a dialog that a worker asks for is there before the next key is handled
        if done and name:
            where = node.where if isinstance(node, CommandScope) else "app"
            self.tour.note_command(f"{where}.{name.replace('_', '-')}")
        return done

    def _own_command(self, name: str, node: DOMNode) -> Callable[[], object] | None:
        """Return what does an action of the app, where it is asked of the app and holds now."""
        bare = name.removeprefix("app.")
        if (node is self or bare != name) and self.check_action(bare, ()):
            return self.commands.get(bare)
        return None

    async def on_event(self, event: events.Event) -> None:
        """Let dialogs that are not ready and long work have a key before anything else; words do
        nothing where keys are commands."""
        if _is_typed(event) and await self.words.take(event):
            return
        if not self.dispatcher.catch(event) and not self.tasks.stop_on_escape(event):
            await super().on_event(event)

    def post_message(self, message: Message) -> bool:
        """Post a message, and take note of keys that are typed."""
        posted = super().post_message(message)
        if posted and _is_typed(message):
            self.words.note(message)
        return posted

    @on(events.Key)
    def _explain(self, event: events.Key) -> None:
        self.dispatcher.explain(event)

    @on(events.Click)
    def _show_menu(self, event: events.Click) -> None:
        node: object = event.widget
        if event.button == RIGHT and isinstance(node, CommandScope):
            self.call_after_refresh(self.dispatcher.show_menu, node, event.screen_offset)

    @on(CommandFooter.Clicked)
    def _run_hint(self, message: CommandFooter.Clicked) -> None:
        self.dispatcher.run_id(message.command)

    @on(FrameReady)
    def _see(self) -> None:
        self.navigator.show_newest_frame()

    @on(StatusMessage)
    def _tell(self, message: StatusMessage) -> None:
        self.say(message.sentence)

    @on(SimulateScreen.Branched)
    def _branch(self, message: SimulateScreen.Branched) -> None:
        self.branches.branch_with_input(message.tick, message.item)

    @on(TimelinePane.TrackChosen)
    def _go_to_run(self, message: TimelinePane.TrackChosen) -> None:
        self.branches.go_at_shown_tick(Path(message.folder))

    @on(FailedRunChosen)
    def _show_failed_run(self, message: FailedRunChosen) -> None:
        told = f"{message.folder.name} at tick {message.tick}, where the scenario failed."
        self.branches.open_run(message.folder, message.tick, told)

    @on(StudyRunsChosen)
    def _show_study_runs(self, message: StudyRunsChosen) -> None:
        folder, tick = message.runs[-1], message.tick
        if len(message.runs) > 1:
            self.comparisons.compare_folders(*message.runs)
        else:
            self.branches.open_run(
                folder, tick, f"{folder.name}, a run of a study, at its last tick."
            )

    @on(ScenarioWritten)
    def _keep_scenario(self, message: ScenarioWritten) -> None:
        self.navigator.keep_scenario(message.file, message.text)

    @on(AgentPane.MemoryFollowed)
    def _show_memory(self, message: AgentPane.MemoryFollowed) -> None:
        self.comparisons.show_memory(message)

    @on(PlaceOpened)
    async def _show_place(self, message: PlaceOpened) -> None:
        await self.navigator.reveal(message.name, message.cell)

    @on(ProblemOpened)
    async def _show_problem(self, message: ProblemOpened) -> None:
        await self.navigator.reveal_problem(message.problem)

    @on(WorldSaved)
    def _apply_world(self, message: WorldSaved) -> None:
        self.navigator.apply(message.world, message.done, message.renames)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that are not ours what ours have."""
        theme = self.current_theme
        return theme_variables(dark=theme.dark, ansi=theme.ansi)

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the theme; those of themes that are not ours as readable as
        ours."""
        variables = super().get_css_variables()
        theme = self.current_theme
        if theme.name not in OURS:
            variables = self.theme_variables = readable_variables(variables, ansi=theme.ansi)
        return variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw in colours that the terminal has."""
        return [*super().get_line_filters(), *self._filters_of_few]

    def on_mount(self) -> None:
        """Open the world that was named, or ask for one."""
        self.set_interval(gc_control.COLLECT_INTERVAL, gc_control.collect_young)
        if terminal.has_terminal():
            self.set_interval(gc_control.COLLECT_INTERVAL, self._look_for_terminal)
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            signal.signal(signal.SIGHUP, self._hang_up)
        if self._first is None:
            self.worlds.show_welcome()
        else:
            self.call_later(
                self.worlds.open, self._first
            )  # outside the batch in which Textual mounts, dropping frames

    def _look_for_terminal(self) -> None:
        if terminal.is_hung_up():
            self._hang_up(signal.SIGHUP, None)

    def _hang_up(self, _number: int, _frame: object) -> None:
        """End the run and be gone at once: the terminal is no more, and writing to it would wait
        for ever."""
        self.navigator.save_recovery()
        self.open_world.release()
        if self.player is not None:
            self.player.close()
            self.player.ended.wait(FAREWELL)
        os._exit(129)

    def on_unmount(self) -> None:
        """End the run, and keep what was not saved."""
        self.navigator.save_recovery()
        self.open_world.release()
        self.runs.end()

    def action_help_quit(self) -> None:
        """Say how to leave to whom presses ctrl+c."""
        self.say("Press ctrl+q to quit")

    def crashed(self, error: BaseException) -> None:
        """Write a report, leave the terminal clean, and keep one sentence for the way out."""
        path = write_report(error)
        where = f"the report is in {path}" if path else "no report could be written"
        self.crash = f"latticeville studio: something went wrong: {describe_error(error)}; {where}"
