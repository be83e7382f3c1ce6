"""The two sides of a comparison: how a line of it is in each run, and the maps of its tick."""

from pathlib import Path
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from latticeville.core.geometry import Cell
from latticeville.reports.rows import RunTarget
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from studio.canvas.whole_map import WholeMap
from studio.ui.debounce import Debounce
from studio.ui.list_view import WrappedListView
from studio.ui.text import WARM, Span, TextRow, clean, clean_border, wrap_text

COLORS = ("@sky", WARM)
"""The colours of the two runs."""
PAUSE = 0.08
"""Seconds for which the cursor rests before a tick is read."""


class SideText(WrappedListView, can_focus=False):
    """How a line of the comparison is in one run, in its colour."""

    def __init__(self, side: int) -> None:
        super().__init__(id=f"text-{side}")
        self._style = COLORS[side]
        self._text = ""

    def tell(self, text: str) -> None:
        """Tell it; "" where the line is of no run alone."""
        self._text = clean(text)
        self._draw()

    def _draw(self) -> None:
        lines = wrap_text(self._text, max(self.size.width, 1)) if self._text else ()
        self.show_rows([TextRow("text", (Span(line, self._style),)) for line in lines])


class BothStates(NamedTuple):
    """Where everybody is in both runs at a tick; None where a run has no such tick."""

    states: tuple[State | None, State | None]

    def apart(self, side: int) -> set[Cell]:
        """Return the cells, in one run, of people who stand elsewhere or are not there in the
        other."""
        one, other = self.states[side], self.states[1 - side]
        if one is None or other is None:
            return set()
        bodies = other.bodies
        return {
            body.cell
            for who, body in one.bodies.items()
            if who not in bodies or bodies[who].cell != body.cell
        }


class ComparisonSides(Horizontal):
    """Two columns, one for each run: the map of the tick of a line, and how the line is there."""

    DEFAULT_CSS = """
    ComparisonSides { height: 45%; }
    ComparisonSides Vertical { width: 1fr; }
    ComparisonSides WholeMap { height: 1fr; border: round $border-blurred; }
    ComparisonSides SideText { height: 4; background: $surface; padding: 0 1; }
    ComparisonSides #side-0 WholeMap { border-title-color: $map-sky; border-title-style: bold; }
    ComparisonSides #side-1 WholeMap { border-title-color: $accent; border-title-style: bold; }
    """

    def __init__(self, names: tuple[str, str], folders: tuple[Path, Path]) -> None:
        super().__init__(id="both")
        self._names, self._folders = names, folders
        self._replays: dict[int, Replay] = {}
        self._target: RunTarget | None = None
        self._shown: int | None = None

    def compose(self) -> ComposeResult:
        """Lay out both columns."""
        for side in (0, 1):
            with Vertical(id=f"side-{side}"):
                yield WholeMap(f"map-{side}")
                yield SideText(side)

    def on_mount(self) -> None:
        """Name the runs."""
        self._rest = Debounce(self, PAUSE, self._look)
        for side, name in enumerate(self._names):
            self.query_one(f"#map-{side}", WholeMap).border_title = clean_border(name)

    def show(self, target: RunTarget | None) -> None:
        """Show what a line of the comparison leads to; without a target, what was shown stays."""
        if target is None or target == self._target:
            return
        self._target = target
        for side in (0, 1):
            self.query_one(f"#text-{side}", SideText).tell(target.sides[side])
        self._rest.begin()

    def _look(self) -> None:
        """Read the tick of the line in both runs, in a thread."""
        if self._target is not None and self._target.tick != self._shown and self.display:
            tick = self._shown = self._target.tick
            self.run_worker(lambda: self._read(tick), thread=True, exclusive=True, group="sides")

    def _read(self, tick: int) -> None:
        one, other = (self._state(side, tick) for side in (0, 1))
        if self.is_running:
            self.app.call_from_thread(self._draw_maps, tick, BothStates((one, other)))

    def _state(self, side: int, tick: int) -> State | None:
        replay = self._replays.get(side)
        if replay is None:
            replay = self._replays[side] = Replay(self._folders[side])
        return replay.at(tick).state if replay.first <= tick <= replay.last else None

    def _draw_maps(self, tick: int, places: BothStates) -> None:
        if tick != self._shown:
            return
        for side, state in enumerate(places.states):
            view = self.query_one(f"#map-{side}", WholeMap)
            view.show(self._folders[side], state, places.apart(side))
            when = f"tick {tick} · {len(places.apart(side))} elsewhere" if state else "no such tick"
            view.border_subtitle = when
