"""The two sides of a comparison: how a line of it is in each run, and the maps of its tick."""

from pathlib import Path
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from latticeville.core.geometry import Cell
from latticeville.reports.rows import RunTarget, count
from latticeville.runs.replay import Replay
from latticeville.sim.state import State
from studio.canvas.whole_map import WholeMap
from studio.ui.debounce import Debounce
from studio.ui.list_view import WrappedListView
from studio.ui.text import WARM, Span, TextRow, clean, clean_border, fit_lines

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
        cells, rows = self.size
        lines = fit_lines(self._text, max(cells, 1), rows) if self._text else ()
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

    def cell_of(self, who: str, side: int) -> Cell | None:
        """Return where somebody is in a run; None where they are not in it, or nobody is meant."""
        state = self.states[side]
        body = state.bodies.get(who) if state else None
        return body.cell if body else None


class ComparisonSides(Horizontal):
    """Two columns, one for each run: the map of the tick of a line, and how the line is there."""

    DEFAULT_CSS = """
    ComparisonSides { height: 45%; }
    ComparisonSides Vertical { width: 1fr; }
    ComparisonSides WholeMap { height: 1fr; border: round $border-blurred; }
    ComparisonSides WholeMap { border-subtitle-color: $quiet; }
    ComparisonSides SideText { height: 3; background: $surface; padding: 0 1; }
    ComparisonSides.-low { height: 10; }
    ComparisonSides.-low SideText { height: 2; }
    ComparisonSides.-tiny { height: 2; }
    ComparisonSides.-tiny WholeMap { display: none; }
    ComparisonSides #side-0 WholeMap { border-title-color: $map-sky; border-title-style: bold; }
    ComparisonSides #side-1 WholeMap { border-title-color: $accent; border-title-style: bold; }
    """

    def __init__(self, names: tuple[str, str], folders: tuple[Path, Path]) -> None:
        super().__init__(id="both")
        self._names, self._folders = names, folders
        self._replays: dict[int, Replay] = {}
        self._target: RunTarget | None = None
        self._shown: RunTarget | None = None

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
        target = self._target
        if target is not None and target != self._shown and not self.has_class("-tiny"):
            self._shown = target
            self.run_worker(lambda: self._read(target), thread=True, exclusive=True, group="sides")

    def _read(self, target: RunTarget) -> None:
        one, other = (self._state(side, target.tick) for side in (0, 1))
        if self.is_running:
            self.app.call_from_thread(self._draw_maps, target, BothStates((one, other)))

    def _state(self, side: int, tick: int) -> State | None:
        replay = self._replays.get(side)
        if replay is None:
            replay = self._replays[side] = Replay(self._folders[side])
        return replay.at(tick).state if replay.first <= tick <= replay.last else None

    def _draw_maps(self, target: RunTarget, places: BothStates) -> None:
        if target != self._shown:
            return
        for side, state in enumerate(places.states):
            view, apart = self.query_one(f"#map-{side}", WholeMap), places.apart(side)
            near = places.cell_of(target.who, side)
            view.show(self._folders[side], state, apart, near)
            elsewhere = f"{count(len(apart), 'person', 'people')} elsewhere"
            told = elsewhere if apart else "nobody elsewhere"
            view.border_subtitle = f"tick {target.tick} · {told}" if state else "no such tick"
