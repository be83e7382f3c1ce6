"""The studio: opens worlds, owns their runs, and puts one screen at a time on the terminal."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.binding import BindingType
from textual.command import Provider
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import ModalScreen, Screen

from latticeville.core import memory
from latticeville.core.problems import Problem, errors
from studio import locations, settings, terminal
from studio.commands import ALWAYS, Circumstances, Command, find
from studio.eightbit import SYSTEM, EightBit
from studio.keymap import read_keymap
from studio.reports import report, sentence
from studio.screens.paned import Paned
from studio.screens.simulate import Simulate
from studio.session import Said, Seen, Session
from studio.tapes import Living, Recorded, Tape, living
from studio.theme import DEFAULT, themes, variables
from studio.touring import Touring
from studio.widgets.bar import Hints
from studio.widgets.early import Early
from studio.widgets.greeting import Greeting
from studio.widgets.part import Part, bindings

if TYPE_CHECKING:
    from latticeville.world.pack import World
    from studio.screens.welcome import Choice

FAREWELL = 5.0
"""Most seconds that a run gets to end in."""
THEMES = ("night", "day", "ansi-dark", "ansi-light")
"""Themes that a key goes through."""


def _commands() -> type[Provider]:
    """Return what finds commands, when the palette is opened."""
    from studio.screens.palette import CommandProvider  # noqa: PLC0415 - wanted seldom, and never for a first paint

    return CommandProvider


def _places() -> type[Provider]:
    """Return what finds people, areas and objects, when the palette is opened."""
    from studio.screens.palette import PlaceProvider  # noqa: PLC0415 - as above

    return PlaceProvider


def _moments() -> type[Provider]:
    """Return what finds ticks, when the palette is opened."""
    from studio.screens.palette import MomentProvider  # noqa: PLC0415 - as above

    return MomentProvider


def _runs() -> type[Provider]:
    """Return what finds earlier runs, when the palette is opened."""
    from studio.screens.palette import RunProvider  # noqa: PLC0415 - as above

    return RunProvider


class Studio(Touring):
    """One terminal, one world at a time."""

    TITLE = "Latticeville"
    ALLOW_SELECT = False  # a drag draws or pans, and would have every line of the screen painted
    ENABLE_COMMAND_PALETTE = False  # ours is opened by a command of the registry
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_commands, _moments, _places, _runs}
    CSS = """
    CommandPalette > Vertical { width: 72; max-width: 96%; }
    CommandPalette SearchIcon { display: none; }
    """
    crash = ""
    """A sentence on what went wrong, if anything did."""
    _next: Path | None = None
    """The world that is to be opened once the open one has been left."""
    last_run: Path | None = None
    """The folder of the run that was ended last; it is gone if nothing was made in it."""

    def __init__(
        self, world: Path | None = None, driver_class: type[Driver] | None = None, llm: str = "", embedder: str = ""
    ) -> None:
        super().__init__(driver_class=driver_class)
        self._llm, self._embedder = llm, embedder
        self._filters_of_few = [EightBit()] if self.console.color_system == SYSTEM else []
        self._world = world
        self.session: Session | None = None
        for theme in themes():
            self.register_theme(theme)
        wanted = settings.chosen_theme()
        self.theme = wanted if wanted in self.available_themes else DEFAULT
        self.keymap_file = read_keymap(locations.keymap_file())
        self.set_keymap({name: ",".join(keys) for name, keys in self.keymap_file.keys.items()})

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give themes that are not ours what ours have."""
        theme = self.current_theme
        return variables(dark=theme.dark, ansi=theme.ansi)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Draw in colours that the terminal has."""
        return [*super().get_line_filters(), *self._filters_of_few]

    def on_mount(self) -> None:
        """Open the world that was named, or ask for one."""
        self.set_interval(memory.EVERY, memory.tidy)
        if terminal.is_one():
            self.set_interval(memory.EVERY, self._look_for_terminal)
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
            signal.signal(signal.SIGHUP, self._hang_up)
        if self._world is None:
            self._welcome()
        else:
            self.open(self._world)

    @property
    def simulate(self) -> Simulate | None:
        """The screen of the run, if a world is open."""
        return next((screen for screen in self.screen_stack if isinstance(screen, Simulate)), None)

    def open(self, folder: Path) -> None:
        """Show the workbench at once, and fill it when the world has been read."""
        self.forget_sitting()
        simulate = Simulate(str(folder), None if settings.greeted() else Greeting(self.keymap_file))
        self.push_screen(simulate, lambda _result: self._leave_world())
        simulate.call_after_refresh(
            lambda: self.run_worker(lambda: self._read(folder), thread=True, group="world", exit_on_error=True)
        )

    def _read(self, folder: Path) -> None:
        """Read a world, or a run, in a thread."""
        if locations.is_run(folder):
            self._read_run(folder)
            return
        from latticeville.world.load import inspect  # noqa: PLC0415 - pydantic is dear, and a first paint comes first

        try:
            world, problems = inspect(folder)
        except OSError as error:
            world, problems = None, [Problem(str(folder), 0, 0, "unreadable", f"the folder cannot be read: {error}")]
        if world is None or errors(problems):
            self.call_from_thread(self._refuse, folder, problems)
            return
        from latticeville.llm.model import ModelError  # noqa: PLC0415 - as above
        from latticeville.llm.spec import UnknownModelError  # noqa: PLC0415 - as above

        try:
            tape = living(folder, world, self._llm, self._embedder)
        except (ModelError, UnknownModelError) as error:
            where = "--llm or --embedder" if self._llm or self._embedder else str(folder / "world.toml")
            why = "the minds of this world ask a model, and a run needs it from the start"
            cure = "mend that, or open the studio with --llm fake --embedder hash, which need nothing"
            self.call_from_thread(self._refuse, folder, [Problem(where, 0, 0, "no-model", str(error), why, cure)])
        else:
            self.call_from_thread(self._live, folder, world, tape)

    def _read_run(self, folder: Path) -> None:
        """Read a recorded run, in a thread."""
        from latticeville.db.lines import DamageError  # noqa: PLC0415 - as above

        try:
            self.call_from_thread(self._begin, Recorded(folder))
        except (DamageError, OSError) as error:
            self.call_from_thread(self._refuse, folder, [Problem(str(folder), 0, 0, "unreadable", str(error))])

    def _live(self, folder: Path, world: "World", tape: Living) -> None:
        """Start a run of a world."""
        if self.simulate is not None:
            self.folder = folder
            settings.opened(folder)
            self._begin(tape)
            self.arrived(world)

    def _begin(self, tape: Tape, at: int = 0) -> None:
        """Start a session on a tape, at a tick."""
        simulate = self.simulate
        if simulate is None:
            return
        self.session = Session(tape, self.post_message, at)
        simulate.take(self.session)
        self.runs.append(tape.folder)
        self.run_worker(self.session.serve, thread=True, group="session", exit_on_error=True)
        for trouble in self.keymap_file.troubles[:1]:
            simulate.tell(trouble)

    def switch(self, tape: Tape, tick: int) -> None:
        """Show another run in the place of the open one, at a tick."""
        self.end_session()
        self.runs = [one for one in self.runs if one != tape.folder]
        self._begin(tape, tick)

    def on_inspecting_branched(self, message: Simulate.Branched) -> None:
        """Let something happen after a tick of the past: in a branch, which shares what came before."""
        from latticeville.lab.fork import Otherwise  # noqa: PLC0415 - wanted seldom, and never for a first paint

        self.fork(message.tick, Otherwise(), message.item)

    def _refuse(self, folder: Path, problems: Iterable[Problem]) -> None:
        """Show what is wrong with a world."""
        if self.simulate is not None:
            self.pop_screen()
        from studio.screens.broken import Broken  # noqa: PLC0415 - wanted seldom, and never for a first paint

        self.folder = folder
        self.push_screen(Broken(folder, tuple(problems)), self._chosen)

    def _chosen(self, folder: Path | None) -> None:
        """Open the chosen world, or ask again."""
        if folder is None:
            self._welcome()
        else:
            self.open(folder)

    def _welcome(self) -> None:
        """Ask which world to open."""
        from studio.screens.welcome import Welcome  # noqa: PLC0415 - wanted only where no world is named

        self.push_screen(Welcome(), self._welcomed)

    def _welcomed(self, choice: "Choice | None") -> None:
        """Open the chosen world, with the run of it that was chosen."""
        self.wanted = choice.run if choice else None
        self._chosen(choice.folder if choice else None)

    def _leave_world(self) -> None:
        """End the run of the world that was left, and ask for another."""
        self.end_design(keep=True)
        self.end_session()
        folder, self._next = self._next, None
        self._chosen(folder)

    def leave_for(self, folder: Path) -> None:
        """Leave what is open, and open another world; what was not saved is kept for the next time."""
        self.end_design(keep=True)
        self._next = folder
        if self.simulate is not None and self.screen is self.simulate:
            self.simulate.dismiss()
            return
        self._next = None
        from studio.screens.broken import Broken  # noqa: PLC0415 - wanted seldom, and never for a first paint
        from studio.screens.welcome import Choice, Welcome  # noqa: PLC0415 - as above

        if isinstance(self.screen, Broken):
            self.screen.dismiss(folder)
        elif isinstance(self.screen, Welcome):
            self.screen.dismiss(Choice(folder))
        else:
            self.say(f"{folder} is there; W opens another world.")

    def _look_for_terminal(self) -> None:
        if terminal.hung_up():
            self._hang_up(signal.SIGHUP, None)

    def _hang_up(self, _number: int, _frame: object) -> None:
        """End the run and be gone at once: the terminal is no more, and writing to it would wait for ever."""
        if self.design is not None:
            self.design.bench.leave(keep=True)
        if self.session is not None:
            self.session.close()
            self.session.ended.wait(FAREWELL)
        os._exit(129)

    def end_session(self) -> None:
        """End the run, if there is one; its log is whole then."""
        if self.session is not None:
            self.session.close()
            self.last_run = None if self.session.tape.ending else self.session.tape.folder
            self.session = None
            memory.tidy_all()

    def on_seen(self, message: Seen) -> None:
        """Hand a view to the workbench; one of a run that was left is dropped."""
        simulate = self.simulate
        if simulate is None or self.session is None or not self.session.tells(message.view):
            return
        workbench = next((one for one in (self.design, self.things) if one and one in self.screen_stack), None)
        with suppress(NoMatches):  # a view may still come while screens are taken down
            if workbench is None:
                simulate.see(message.view)
                return
            simulate.view = message.view
            self.session.taken()
            workbench.see(message.view)

    def on_said(self, message: Said) -> None:
        """Let the footer say what a run has to tell."""
        self.say(message.sentence)

    def on_unmount(self) -> None:
        """End the run, and keep what was not saved."""
        if self.design is not None:
            self.design.bench.leave(keep=True)
        self.end_session()

    def places(self, screen: Screen[object]) -> dict[str, Part]:
        """Return who has the commands of each part of a screen."""
        nodes = [screen, *screen.query("*")]
        return {node.where: node for node in nodes if isinstance(node, Part) and node.where}

    def do(self, command: Command) -> None:
        """Run a command wherever it belongs."""
        node = self if command.where == "app" else self.places(self.screen).get(command.where)
        if node is None:
            return
        if not command.when.holds(cast("Circumstances", self.screen)):
            self.say(f"{command.name}: {command.when.otherwise}.")
            return
        screen = self.screen
        if isinstance(screen, Paned) and command.where in screen.names:
            screen.focus_pane(command.where)
        self.run_worker(self.run_action(command.action, node), group="command")

    def on_hints_clicked(self, message: Hints.Clicked) -> None:
        """Do what the footer's clicked word says."""
        command = find(message.command)
        if command:
            self.do(command)

    async def on_event(self, event: events.Event) -> None:
        """Take every key as a sign that what the footer says was read, and a greeting with it."""
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded and self.screen_stack:
            with suppress(NoMatches):
                self.screen.get_child_by_id("hints", Hints).hush()
            with suppress(NoMatches):
                self.screen.get_child_by_id("greeting", Greeting).leave()
        early = self.screen if self.screen_stack and isinstance(self.screen, Early) else None
        if early and isinstance(event, events.Key) and event.is_forwarded and early.catch(event):
            return
        await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing, where its command does not hold now."""
        reason = ""
        for _node, keys in self.screen._modal_binding_chain:  # noqa: SLF001 - there is no other way to ask
            for binding in keys.key_to_bindings.get(event.key, ()):
                command = find(binding.id or "")
                if command is None or command.when is ALWAYS or command.when.holds(cast("Circumstances", self.screen)):
                    return
                reason = reason or f"{command.name}: {command.when.otherwise}."
        if reason:
            self.say(reason)

    async def action_palette(self) -> None:
        """Open the palette, unless a dialog is open."""
        if isinstance(self.screen, ModalScreen):
            return
        from studio.screens.palette import Palette  # noqa: PLC0415 - wanted seldom, and never for a first paint

        palette = Palette(placeholder="a command, a person, a place, a thing")
        await self.push_screen(palette)
        palette.set_focus(palette.query_one("CommandInput"))

    def action_help(self) -> None:
        """Explain the focused pane."""
        nodes = self.focused.ancestors_with_self if self.focused else [self.screen]
        subject = next((node.where for node in nodes if isinstance(node, Part) and node.where), "app")
        from studio.screens.help import Help  # noqa: PLC0415 - wanted seldom, and never for a first paint

        self.push_screen(Help(subject, self.keymap_file))

    def action_jump(self) -> None:
        """Put letters on the panes."""
        from studio.screens.jump import Jump  # noqa: PLC0415 - wanted seldom, and never for a first paint

        screen = self.screen
        if isinstance(screen, Paned):
            shown = {name: screen.query_one(f"#{name}").region for name in screen.shown_panes()}
            self.push_screen(Jump(shown), lambda name: screen.focus_pane(name) if name else None)

    def action_theme(self) -> None:
        """To the next theme."""
        place = THEMES.index(self.theme) if self.theme in THEMES else -1
        self.theme = THEMES[(place + 1) % len(THEMES)]
        settings.choose_theme(self.theme)
        self.say(f"Theme: {self.theme}")

    def action_suspend(self) -> None:
        """Back to the shell."""
        self.action_suspend_process()

    def action_help_quit(self) -> None:
        """Say how to leave to whom presses ctrl+c."""
        self.say("ctrl+q leaves the studio")

    def say(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        for hints in self.screen.query(Hints):
            hints.tell(sentence)

    def _fatal_error(self) -> None:
        """Write a report, leave the terminal clean, and keep one sentence for the way out."""
        error = self._exception or RuntimeError("nobody knows what")
        path = report(error)
        where = f"the report is in {path}" if path else "no report could be written"
        self.crash = f"latticeville studio: something went wrong: {sentence(error)}; {where}"
        self._close_messages_no_wait()
