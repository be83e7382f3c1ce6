"""A tour of two minutes: a line above the footer says what to press next, and goes on when that was done."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.app import App
from textual.widgets import Static

from studio.commands import find
from studio.keymap import Keymap
from studio.ui.pane_screen import Paned
from studio.widgets.bar import key_name


class Stop(NamedTuple):
    """A command to try, and what it is for; `{key}` is its key as it is bound."""

    command: str
    text: str


STOPS = (
    Stop("simulate.play", "{key} lets the village live. Press it, and watch what the transcript tells."),
    Stop("simulate.play", "{key} again, and time stands still. Every tick is kept."),
    Stop("simulate.back", "{key} goes a tick back, as far as you like; a click on the timeline goes anywhere."),
    Stop("simulate.next-event", "{key} goes to the next tick at which something happened."),
    Stop("simulate.find", "{key} finds people, places and things: type a few letters, then enter."),
    Stop("simulate.next-person", "{key} goes from person to person; whoever is selected is who all panes speak of."),
    Stop("simulate.why", "{key} says why they do what they do, link by link; enter opens a link."),
    Stop("simulate.memory", "{key} shows what they recalled, and how each memory was scored."),
    Stop("simulate.beliefs", "{key} shows what they believe beside what is so."),
    Stop("simulate.fork", "{key} branches off from here: the same past, another future. Enter takes the first."),
    Stop("app.design", "{key} opens the map to draw on; 2 makes the people and 3 the objects."),
    Stop("app.simulate", "{key} comes back to the run, which goes on in what you saved."),
    Stop("app.help", "{key} tells every key of where you are, and ends this tour. ctrl+p finds all the rest."),
)
"""The stops, in order."""


class Guide(Static):
    """The line that says what to do next."""

    DEFAULT_CSS = """
    Guide { height: auto; max-height: 2; padding: 0 1; background: $primary-muted; color: $foreground; }
    """


def told(place: int, stops: Sequence[Stop], keymap: Keymap) -> str:
    """Return the line of a stop."""
    stop = stops[place]
    command = find(stop.command)
    key = key_name(keymap.of(command)[0]) if command else ""
    return f"Tour {place + 1} of {len(stops)} · {stop.text.format(key=key)}"


class TourController:
    """Guides whoever wants it from command to command."""

    def __init__(self, app: App[None], keymap: Keymap) -> None:
        self.app, self._keymap = app, keymap
        self._place: int | None = None

    def toggle(self) -> None:
        """Begin the tour, or end it."""
        if self._place is None:
            self.app.screen_change_signal.subscribe(self.app, lambda _: self.app.call_after_refresh(self._guide))
        self._place = 0 if self._place is None else None
        self._guide()

    def notice(self, command: str) -> None:
        """Go on to the next stop if a command was the one of this."""
        if self._place is None or command != STOPS[self._place].command:
            return
        self._place = self._place + 1 if self._place + 1 < len(STOPS) else None
        self._guide()

    def _guide(self) -> None:
        """Show the line on the workbench that is seen, and nowhere else."""
        here = next((screen for screen in reversed(self.app.screen_stack) if isinstance(screen, Paned)), None)
        for screen in self.app.screen_stack:
            if screen is not here or self._place is None:
                screen.query(Guide).remove()
        if self._place is None:
            self.app.screen_change_signal.unsubscribe(self.app)
        elif here is not None:
            _write_guide(here, told(self._place, STOPS, self._keymap))


def _write_guide(screen: Paned, line: str) -> None:
    """Show a line above the footer of a workbench, if it has one."""
    guide = next(iter(screen.query(Guide)), None)
    if guide is not None:
        guide.update(line)
    elif screen.query("#hints"):
        screen.mount(Guide(line, markup=False), before="#hints")
