"""The tour: a line above the footer that says what to press next."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import App
from textual.widgets import Static

from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import find_command
from studio.ui.commands.user_keymap import Keymap
from studio.ui.pane_screen import PaneScreen


class TourStop(NamedTuple):
    """A command to try, and what it is for; `{key}` is its key as it is bound."""

    command: str
    text: str


STOPS = (
    TourStop(
        "simulate.play", "{key} runs the simulation. Press it, and watch events in the transcript."
    ),
    TourStop("simulate.play", "{key} again pauses. Every tick is recorded."),
    TourStop(
        "simulate.back", "{key} goes one tick back; a click on the timeline goes to any time."
    ),
    TourStop("simulate.next-event", "{key} goes to the next tick with an event."),
    TourStop(
        "simulate.find", "{key} finds people, places and objects: type part of a name, then enter."
    ),
    TourStop(
        "simulate.next-person", "{key} selects the next person; all panes follow the selection."
    ),
    TourStop("simulate.why", "{key} shows why they act, step by step; enter expands a step."),
    TourStop(
        "simulate.memory", "{key} shows the memories they retrieved, and how each was scored."
    ),
    TourStop("simulate.beliefs", "{key} shows their beliefs beside the truth."),
    TourStop(
        "simulate.fork",
        "{key} forks the run here: same past, new future. Enter selects the first option.",
    ),
    TourStop("app.design", "{key} opens the map editor; 2 edits people and 3 objects."),
    TourStop("app.simulate", "{key} returns to the run, which uses what you saved."),
    TourStop(
        "app.help",
        "{key} explains the keys of this pane, and ends the tour. ctrl+p finds everything else.",
    ),
)
"""The stops, in order."""


class TourLine(Static):
    """The line that says what to do next."""

    DEFAULT_CSS = """
    TourLine { height: auto; max-height: 2; padding: 0 1; background: $primary-muted; color: $foreground; }
    """


def format_stop(place: int, stops: Sequence[TourStop], keymap: Keymap) -> str:
    """Return the line of a stop."""
    stop = stops[place]
    command = find_command(stop.command)
    key = key_name(keymap.keys_of(command)[0]) if command else ""
    return f"Tour {place + 1} of {len(stops)} · {stop.text.format(key=key)}"


class TourController:
    """Guides whoever wants it from command to command."""

    def __init__(self, app: App[None], keymap: Keymap) -> None:
        self.app, self._keymap = app, keymap
        self._place: int | None = None

    def toggle(self) -> None:
        """Begin the tour, or end it."""
        if self._place is None:
            self.app.screen_change_signal.subscribe(
                self.app, lambda _: self.app.call_after_refresh(self._guide)
            )
        self._place = 0 if self._place is None else None
        self._guide()

    def note_command(self, command: str) -> None:
        """Go on to the next stop if a command was the one of this."""
        if self._place is None or command != STOPS[self._place].command:
            return
        self._place = self._place + 1 if self._place + 1 < len(STOPS) else None
        self._guide()

    def _guide(self) -> None:
        """Show the line on the workbench that is seen, and nowhere else."""
        here = next(
            (
                screen
                for screen in reversed(self.app.screen_stack)
                if isinstance(screen, PaneScreen)
            ),
            None,
        )
        for screen in self.app.screen_stack:
            if screen is not here or self._place is None:
                screen.query(TourLine).remove()
        if self._place is None:
            self.app.screen_change_signal.unsubscribe(self.app)
        elif here is not None:
            _write_guide(here, format_stop(self._place, STOPS, self._keymap))


def _write_guide(screen: PaneScreen, line: str) -> None:
    """Show a line above the footer of a workbench, if it has one."""
    guide = next(iter(screen.query(TourLine)), None)
    if guide is not None:
        guide.update(line)
    elif screen.query("#hints"):
        screen.mount(TourLine(line, markup=False), before="#hints")
