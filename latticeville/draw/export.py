"""Ticks as a picture or an animation: the ending of a file's name says which."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from latticeville.core.geometry import Box
from latticeville.core.progress import ProgressCallback, no_progress
from latticeville.draw.glyphs import HEIGHT, WIDTH
from latticeville.draw.map_frame import FramePainter, MapFrame, box_around, box_of_area
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload

STILLS, ANIMATIONS = (".png", ".svg"), (".gif", ".webp", ".cast")
"""How the files end that show one tick, and those that show several."""
SCALED = (".png", ".svg", ".gif", ".webp")
"""How the files end whose pictures can be larger or smaller."""
MOST_PIXELS, MOST_ANIMATED_PIXELS = 1 << 26, 1 << 30
"""The most pixels of a picture, and of all frames of an animation that is held in memory."""


class ExportError(Exception):
    """What is asked for cannot be written; the text says why, and what to ask for instead."""


class ExportTicks(NamedTuple):
    """The ticks that are exported, in order; one of every `every` is a frame."""

    payloads: Iterable[TickPayload]
    total: int = 1
    every: int = 1

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return -(-self.total // self.every)


class ExportOptions(NamedTuple):
    """How a map is shown: in which style, and which part of it."""

    style: MapStyle = MapStyle.TILES
    area: str = ""
    """The id of the area that is shown; "" for the whole map."""
    follow: str = ""
    """The id of the person around whom the map is shown."""
    pictures: Path | None = None
    """The folder of a world, whose pictures the style `pixels` shows."""
    scale: float = 1
    """How many times as large a picture is; less than 1 is one divided by a whole number."""

    def view(self, state: State) -> Box:
        """Return the part of the map that is shown."""
        grid = state.world.grid
        if self.area:
            return box_of_area(state.world, self.area)
        if self.follow and self.follow in state.bodies:
            return box_around(state, self.follow)
        return Box(0, 0, grid.width, grid.height)

    def size(self, view: Box) -> tuple[int, int]:
        """Return the width and the height in pixels of a picture of a part of the map."""
        columns = 2 if self.style is MapStyle.PIXELS else self.style.columns
        width, height = view.width * columns * WIDTH, view.height * HEIGHT
        return int(width * self.scale), int(height * self.scale)


def thin_out(ticks: ExportTicks, file: Path, options: ExportOptions, state: State) -> ExportTicks:
    """Return ticks with as many frames as their format can take, where each would be a frame."""
    if file.suffix.lower() != ".gif":
        return ticks
    width, height = options.size(options.view(state))
    most = max(MOST_ANIMATED_PIXELS // (width * height), 1)
    return ticks._replace(every=-(-ticks.total // most))


def export_ticks(
    ticks: ExportTicks, file: Path, options: ExportOptions, look: ProgressCallback = no_progress
) -> bytes:
    """Return ticks as a picture or an animation, as the ending of a file's name says."""
    payloads = _report_progress(ticks, look)
    first = next(payloads)
    ending = file.suffix.lower()
    view = options.view(first.state)
    _check_size(*options.size(view), ticks.frames if ending == ".gif" else 1)
    painter = FramePainter(first.state.world, options.style, options.pictures)
    title, payloads = first.state.world.name, chain([first], payloads)
    frames = _paint(painter, options, view, payloads, ticks.every)
    return _WRITERS[ending](title, frames, ticks.frames, options.scale)


def _report_progress(ticks: ExportTicks, look: ProgressCallback) -> Iterator[TickPayload]:
    for done, payload in enumerate(ticks.payloads):
        look(done, ticks.total)
        yield payload


def _paint(
    painter: FramePainter,
    options: ExportOptions,
    view: Box,
    payloads: Iterator[TickPayload],
    every: int,
) -> Iterator[MapFrame]:
    """Yield the frames, all of the size of the first."""
    for count, payload in enumerate(payloads):
        if count % every == 0:
            if options.follow and options.follow in payload.state.bodies:
                moved = box_around(payload.state, options.follow)
                view = Box(moved.x, moved.y, view.width, view.height)
            yield painter.paint(payload.state, view)


def _png(_title: str, frames: Iterator[MapFrame], _count: int, scale: float) -> bytes:
    from latticeville.draw.raster import png

    return png(next(frames), scale)


def _svg(title: str, frames: Iterator[MapFrame], _count: int, scale: float) -> bytes:
    from latticeville.draw.svg import svg

    return svg(title, next(frames), scale)


def _cast(title: str, frames: Iterator[MapFrame], _count: int, _scale: float) -> bytes:
    from latticeville.draw.asciicast import asciicast

    return asciicast(title, frames)


def _animation(kind: str) -> "_Writer":
    def write(_title: str, frames: Iterator[MapFrame], count: int, scale: float) -> bytes:
        from latticeville.draw.raster import animation

        return animation(frames, count, kind, scale)

    return write


_Writer = Callable[[str, Iterator[MapFrame], int, float], bytes]
_WRITERS: dict[str, _Writer] = {
    ".png": _png,
    ".svg": _svg,
    ".cast": _cast,
    ".gif": _animation("gif"),
    ".webp": _animation("webp"),
}


def _check_size(width: int, height: int, frames: int) -> None:
    """Raise ExportError where the pictures would be too large to make and to look at."""
    if width * height > MOST_PIXELS:
        raise ExportError(
            f"a picture of {width:,} × {height:,} pixels is too large: {MOST_PIXELS:,} pixels are "
            "the most; "
            "show a part of the map with --area or --follow, or a smaller one with --scale"
        )
    if width * height * frames > MOST_ANIMATED_PIXELS:
        most = MOST_ANIMATED_PIXELS // (width * height)
        raise ExportError(
            f"{frames:,} frames of {width:,} × {height:,} pixels are too many for a .gif: "
            f"{most:,} are the most; "
            "show fewer ticks with --ticks or --every, a part of the map with --area or --follow, or a "
            "smaller one with --scale"
        )
