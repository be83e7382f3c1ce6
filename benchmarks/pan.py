"""Panning the map: a 2000×2000 world beside a 120×48 one, each through the same 100×36 window, area borders shown."""

import asyncio
import random
import time
from statistics import median

from textual.app import App, ComposeResult

from latticeville.sim.state import State, initial_state
from latticeville.sim.tick import TickPayload
from latticeville.world.load import build_unchecked
from studio.player.frame import PlaybackFrame
from studio.player.history import RunHistory
from studio.simulate.panes.run_map import RunMap
from studio.ui.theme import studio_themes

SIZE = (100, 36)
PANS = 200


def meadow(width: int, height: int) -> State:
    """Return a world of mixed ground with an area and a stone every few hundred cells."""
    chance = random.Random(1)
    rows = ["".join(chance.choices(",.:T~", (60, 15, 15, 7, 3), k=width)) for _ in range(height)]
    lines = ['name = "Meadow"', "[legend]"]
    lines += [f'"{glyph}" = {{ name = "{name}", color = "{name}" }}' for glyph, name in GROUND.items()]
    for number, (x, y) in enumerate((x, y) for y in range(2, height - 12, 40) for x in range(2, width - 12, 40)):
        lines += ["[[areas]]", f'id = "a{number}"', f'name = "Area {number}"', f"boxes = [[{x}, {y}, 10, 8]]"]
        lines += ["[[objects]]", f'id = "s{number}"', 'kind = "stone"', f"cell = [{x + 3}, {y + 3}]"]
    files = {"world.toml": "\n".join(lines), "world.map": "\n".join(rows), "kinds.toml": '[kinds.stone]\nglyph = "o"'}
    world, problems = build_unchecked(files)
    if world is None:
        raise SystemExit("\n".join(map(str, problems[:5])))
    return initial_state(world)


GROUND = {",": "grass", ".": "earth", ":": "stone", "T": "leaf", "~": "water"}


class Pane(App[None]):
    """The canvas alone, in our theme."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self._state = state
        for theme in studio_themes():
            self.register_theme(theme)
        self.theme = "night"

    def compose(self) -> ComposeResult:
        """Show the canvas."""
        yield RunMap("map")


async def pans(state: State) -> list[float]:
    """Return the seconds that each of many pans takes: camera, borders and every row of the window."""
    app, costs = Pane(state), []
    async with app.run_test(size=SIZE) as pilot:
        canvas = app.query_one(RunMap)
        canvas.show(PlaybackFrame(TickPayload(0, state), end=0, playing=False, speed=0, lines=(), history=RunHistory()))
        canvas.areas = 2
        await pilot.pause()
        turns = (canvas.action_pan_right, canvas.action_pan_down, canvas.action_pan_left, canvas.action_pan_up)
        for number in range(PANS):
            start = time.perf_counter()
            turns[number % 4]()
            for y in range(canvas.size.height):
                canvas.render_line(y)
            costs.append(time.perf_counter() - start)
    return costs


def main() -> None:
    """Print both medians and their ratio."""
    small, great = (median(asyncio.run(pans(meadow(*size)))) for size in ((120, 48), (2000, 2000)))
    print(f"one pan: 120×48 {small * 1e3:.2f} ms, 2000×2000 {great * 1e3:.2f} ms, ratio {great / small:.2f}")


if __name__ == "__main__":
    main()
