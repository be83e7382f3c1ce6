"""What panes about the selected person have in common: of whom they tell, at which tick, in which run."""

from pathlib import Path
from typing import ClassVar, NamedTuple

from studio.player.frame import PlaybackFrame
from studio.player.run_sources import RunSource
from studio.widgets.lines import Wrapped
from studio.widgets.spans import QUIET, WARM, Row, Span


class Spot(NamedTuple):
    """A line that is sought at a tick of a run: what it is of, as a comparison names that, its key, and its text."""

    folder: Path
    tick: int
    what: str
    key: str
    text: str = ""


class Somebody(Wrapped):
    """Tells of whoever is selected, at the shown tick; lines that are open stay so until it is somebody else."""

    wanting: ClassVar[tuple[str, str]] = ("", "")
    """What is said while nobody is selected: what would be shown, and the key that selects."""
    view: PlaybackFrame | None = None
    """What is shown."""
    tape: RunSource | None = None
    """The run that it is part of."""
    about = ""
    """The id of whoever is selected."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._opened: set[str] = set()
        self._spot: Spot | None = None

    def take(self, tape: RunSource) -> None:
        """Tell of another run from now on."""
        self.tape = tape

    def show(self, view: PlaybackFrame) -> None:
        """Show another payload."""
        self.view = view
        self._draw()

    def choose(self, name: str) -> None:
        """Tell of somebody else."""
        if name != self.about:
            self.about, self.rows, self.cursor, self.top = name, (), 0, 0
            self._opened.clear()
            self._draw()

    def point(self, spot: Spot) -> None:
        """Put the cursor on a line as soon as there is such a one."""
        self._spot = spot
        self._draw()

    def _arrive(self) -> None:
        """Go to the line that is sought, where its tick is shown."""
        spot, view = self._spot, self.view
        if spot is None or view is None or self.tape is None or not self.who:
            return
        if (spot.folder, spot.tick) == (self.tape.folder, view.payload.tick):
            self._spot = None
            self._reach(spot)

    def _reach(self, spot: Spot) -> None:
        """Go to the line that is sought, which opens."""
        self._opened.add(spot.key)
        self._draw()
        self._move_to_key(spot.key)
        self._reveal_whole()

    @property
    def who(self) -> str:
        """The selected person, or ""."""
        return self.about if self.view and self.about in self.view.payload.state.minds else ""

    def _moment(self, view: PlaybackFrame) -> tuple[object, int, str]:
        """Return what tells apart what is shown: the run, which a story stands for, the tick and the person."""
        return view.history, view.payload.tick, self.who

    def _tell_nobody(self) -> None:
        """Say how somebody is selected."""
        what, key = self.wanting
        self.border_title = self.BORDER_TITLE or ""
        self.show_heads(())
        self.show_rows((Row("", (Span(f"{what}  ", QUIET), Span(key, WARM))),))
