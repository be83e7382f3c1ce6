"""Panning the map: a 2000×2000 world beside a 300×150 one, each through the same 200×50 window,
area borders shown.

Letters by day, then tiles by night with lamps beside a plain ScrollView that emits the same
coloured cells.
"""

import asyncio
import random
import time
from itertools import groupby
from statistics import median
from typing import Any, cast

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from latticeville.draw.frame import object_layer
from latticeville.draw.tilemap.color import RGB, to_hex
from latticeville.draw.tilemap.light import Lighting
from latticeville.draw.tilemap.painter import MapPainter, MapStyle, Moment, PaintedCell
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import build_unchecked
from studio.player.frame import PlaybackFrame
from studio.player.history import RunHistory
from studio.project.world_access import OpenWorld
from studio.run.panes.run_context import RunContext
from studio.run.panes.run_map import RunMap
from studio.ui.theme import studio_themes

SIZE = (200, 50)
PANS = 200


def meadow(width: int, height: int) -> State:
    """Return a world of mixed ground with an area and a stone every few hundred cells."""
    chance = random.Random(1)
    rows = ["".join(chance.choices(",.:T~", (60, 15, 15, 7, 3), k=width)) for _ in range(height)]
    lines = ['name = "Meadow"', "[simulation]", 'start = "Mon 23:00"', "[legend]"]
    lines += [
        f'"{glyph}" = {{ name = "{name}", color = "{name}" }}' for glyph, name in GROUND.items()
    ]
    for number, (x, y) in enumerate(
        (x, y) for y in range(2, height - 12, 40) for x in range(2, width - 12, 40)
    ):
        lines += [
            "[[areas]]",
            f'id = "a{number}"',
            f'name = "Area {number}"',
            f"boxes = [[{x}, {y}, 10, 8]]",
        ]
        lines += [
            "[[objects]]",
            f'id = "s{number}"',
            'kind = "lantern"',
            f"cell = [{x + 3}, {y + 3}]",
        ]
    files = {"world.toml": "\n".join(lines), "world.map": "\n".join(rows), "kinds.toml": KINDS}
    world, problems = build_unchecked(files)
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return initial_state(world)


KINDS = '[kinds.lantern]\nglyph = "!"\nstart = "lit"\nstates.lit = {}'
GROUND = {",": "grass", ".": "earth", ":": "stone", "T": "leaf", "~": "water"}


class Pane(App[None]):
    """The canvas alone, in our theme."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        for theme in studio_themes():
            self.register_theme(theme)
        self.theme = "night"
        self.open_world = OpenWorld()

    def compose(self) -> ComposeResult:
        """Show the canvas."""
        yield RunMap("map")


async def pans(state: State, style: MapStyle) -> list[float]:
    """Return the seconds that each of many pans takes: camera, borders and every row of the
    window."""
    app, costs = Pane(state), []
    async with app.run_test(size=SIZE) as pilot:
        view = app.query_one(RunMap)
        payload = TickPayload(0, state)
        frame = PlaybackFrame(
            payload, end=0, playing=False, speed=0, lines=(), history=RunHistory()
        )
        view.show(RunContext(frame, cast("Any", None)))
        view.choose_style(style)
        view.areas = 2
        await pilot.pause()
        turns = (
            view.action_pan_right,
            view.action_pan_down,
            view.action_pan_left,
            view.action_pan_up,
        )
        for number in range(PANS):
            start = time.perf_counter()
            turns[number % 4]()
            for y in range(view.size.height):
                view.render_line(y).render(app.console)
            costs.append(time.perf_counter() - start)
    return costs


class Plain(ScrollView):
    """Emits cells that were painted before, a segment for each run of one colour."""

    def __init__(self, rows: list[list[PaintedCell]]) -> None:
        super().__init__()
        self._rows = rows
        self._styles: dict[tuple[object, object], Style] = {}
        self.virtual_size = Size(len(rows[0]) * 2, len(rows))

    def render_line(self, y: int) -> Strip:
        """Return a line of the window."""
        left, top = self.scroll_offset.x // 2, self.scroll_offset.y
        cells = self._rows[top + y][left : left + self.size.width // 2]
        runs = groupby(cells, key=lambda cell: (cell.ink, cell.ground))
        return Strip(
            [Segment("".join(cell.text for cell in run), self._style(key)) for key, run in runs]
        )

    def _style(self, key: tuple[RGB, RGB]) -> Style:
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = Style(color=to_hex(key[0]), bgcolor=to_hex(key[1]))
        return style


class PlainApp(App[None]):
    """A plain view alone."""

    def __init__(self, rows: list[list[PaintedCell]]) -> None:
        super().__init__()
        self._rows = rows

    def compose(self) -> ComposeResult:
        """Show the view."""
        yield Plain(self._rows)


def painted(state: State) -> list[list[PaintedCell]]:
    """Return every cell of a map as tiles."""
    world = state.world
    light = Lighting(world.grid).light(state)
    painter, objects = MapPainter(world.grid, MapStyle.TILES), object_layer(world, state.things)
    whole = range(world.grid.width)
    return [
        painter.row(Moment(light), y, whole, objects.get(y, {}), {})
        for y in range(world.grid.height)
    ]


async def plain_pans(state: State) -> list[float]:
    """Return the seconds that each of many pans of a plain view takes."""
    app, costs = PlainApp(painted(state)), []
    async with app.run_test(size=SIZE) as pilot:
        view = app.query_one(Plain)
        await pilot.pause()
        for number in range(PANS):
            start = time.perf_counter()
            view.scroll_to(
                16 * (number % 2), 8 * (number // 2 % 2), animate=False, force=True, immediate=True
            )
            for y in range(view.size.height):
                view.render_line(y).render(app.console)
            costs.append(time.perf_counter() - start)
    return costs


def main() -> None:
    """Print the medians and their ratios."""
    small, great = meadow(300, 150), meadow(2000, 2000)
    for style in (MapStyle.LETTERS, MapStyle.TILES):
        one, other = (median(asyncio.run(pans(state, style))) for state in (small, great))
        print(
            f"{style}: 300×150 {one * 1e3:.2f} ms, 2000×2000 {other * 1e3:.2f} ms, ratio "
            f"{other / one:.2f}"
        )
    tiles, plain = (
        median(asyncio.run(pans(small, MapStyle.TILES))),
        median(asyncio.run(plain_pans(small))),
    )
    print(
        f"tiles {tiles * 1e3:.2f} ms, plain ScrollView {plain * 1e3:.2f} ms, ratio "
        f"{tiles / plain:.2f}"
    )


if __name__ == "__main__":
    main()
