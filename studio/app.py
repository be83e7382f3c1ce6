"""The studio as a program: its look, its keys, its beginning and its end on a terminal."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import LineFilter

from latticeville.core import memory
from studio import locations, settings, terminal
from studio.commanding import Commanding
from studio.eightbit import SYSTEM, EightBit
from studio.keymap import read_keymap
from studio.opening import Opening
from studio.reports import report, sentence
from studio.theme import DEFAULT, themes, variables
from studio.widgets.part import bindings

FAREWELL = 5.0
"""Most seconds that a run gets to end in."""
THEMES = ("night", "day", "ansi-dark", "ansi-light")
"""Themes that a key goes through."""


class Studio(Commanding, Opening):
    """One terminal, one world at a time."""

    TITLE = "Latticeville"
    ALLOW_SELECT = False  # a drag draws or pans, and would have every line of the screen painted
    ENABLE_COMMAND_PALETTE = False  # ours is opened by a command of the registry
    BINDINGS: ClassVar[list[BindingType]] = bindings("app")
    CSS_PATH = "screens/simulate.tcss"  # the first screen's: read here, all style sheets are parsed once and not twice
    CSS = """
    #_default { overflow: hidden; }
    CommandPalette > Vertical { width: 72; max-width: 96%; }
    CommandPalette SearchIcon { display: none; }
    """
    crash = ""
    """A sentence on what went wrong, if anything did."""

    def __init__(
        self, world: Path | None = None, driver_class: type[Driver] | None = None, llm: str = "", embedder: str = ""
    ) -> None:
        super().__init__(driver_class=driver_class)
        self.llm, self.embedder = llm, embedder
        self._filters_of_few = [EightBit()] if self.console.color_system == SYSTEM else []
        self._world = world
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
            self.welcome()
        else:
            self.call_later(self.open, self._world)  # outside the batch in which Textual mounts, and drops frames

    def _look_for_terminal(self) -> None:
        if terminal.hung_up():
            self._hang_up(signal.SIGHUP, None)

    def _hang_up(self, _number: int, _frame: object) -> None:
        """End the run and be gone at once: the terminal is no more, and writing to it would wait for ever."""
        if self.design is not None:
            self.design.bench.leave(keep=True)
        self.leave_world()
        if self.session is not None:
            self.session.close()
            self.session.ended.wait(FAREWELL)
        os._exit(129)

    def on_unmount(self) -> None:
        """End the run, and keep what was not saved."""
        if self.design is not None:
            self.design.bench.leave(keep=True)
        self.leave_world()
        self.end_session()

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

    def _fatal_error(self) -> None:
        """Write a report, leave the terminal clean, and keep one sentence for the way out."""
        error = self._exception or RuntimeError("nobody knows what")
        path = report(error)
        where = f"the report is in {path}" if path else "no report could be written"
        self.crash = f"latticeville studio: something went wrong: {sentence(error)}; {where}"
        self._close_messages_no_wait()
