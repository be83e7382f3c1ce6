"""Painted cells as pixels, and pixels as PNG, GIF and WebP."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from latticeville.core.raster_image import rgb_png
from latticeville.draw.glyphs import HEIGHT, glyph_rows
from latticeville.draw.map_frame import VOID, MapFrame, PictureCell, Rows
from latticeville.draw.tilemap.color import RGB
from latticeville.draw.tilemap.painter import PaintedCell

if TYPE_CHECKING:
    from PIL.Image import Image

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]
"""Rows of pixels: of red, green and blue, or of places in a palette."""
FRAME_MILLISECONDS, LAST_MILLISECONDS = 100, 2000
"""How long each frame of an animation is seen, and how long the last."""
PICTURE_PIXELS = 16
"""How many pixels a cell in the style `pixels` is wide and high."""
_CAPTION: RGB = (217, 214, 204)
_Cell = TypeVar("_Cell", bound=Hashable)
_PALETTE = 255
"""Most colours of a frame of a GIF; the 256th stands for pixels that do not change."""
_ROUNDINGS = (1, 4, 8, 12, 16, 24, 32, 48, 64)
"""Steps to which the colours of a frame are rounded, the first at which they are few enough."""

_OPTIONS: dict[str, dict[str, Any]] = {
    "gif": {"optimize": True},
    "webp": {"lossless": True, "quality": 20, "method": 1, "kmin": 999_999, "kmax": 1_000_000},
}
"""How Pillow packs each kind; a WebP without key frames is the smallest and the fastest."""


def pixels_of(rows: Rows) -> Pixels:
    """Return rows of cells as pixels."""
    return _assemble(rows, _colored)


def png(frame: MapFrame, scale: float = 1) -> bytes:
    """Return a frame as a PNG, so many times as large."""
    pixels = scaled(frame_pixels(frame), scale)
    return rgb_png(pixels.shape[1], pixels.tobytes())


def scaled(pixels: Pixels, scale: float) -> Pixels:
    """Return pixels so many times as large; where smaller, each is the average of those it
    covers."""
    if scale >= 1:
        return pixels.repeat(int(scale), axis=0).repeat(int(scale), axis=1)
    step = round(1 / scale)
    height, width = pixels.shape[0] // step, pixels.shape[1] // step
    means: Pixels = pixels.reshape(height, step, width, step, -1).mean(axis=(1, 3)).astype(np.uint8)
    return means


def animation(frames: Iterable[MapFrame], total: int, kind: str, scale: float = 1) -> bytes:
    """Return so many frames with their captions as an animation: `gif` or `webp`."""
    from PIL import Image

    def draw(frame: MapFrame) -> "Image.Image":
        if kind == "gif":
            return (_mixed if frame.pictures or scale < 1 else _with_palette)(frame, scale)
        return Image.fromarray(scaled(frame_pixels(frame, is_captioned=True), scale))

    images = map(draw, frames)
    out = BytesIO()
    durations = [FRAME_MILLISECONDS] * (total - 1) + [LAST_MILLISECONDS]
    first, more = next(images), [FrameSequence(images, total - 1)] if total > 1 else []
    first.save(
        out, kind, save_all=True, append_images=more, duration=durations, loop=0, **_OPTIONS[kind]
    )
    return out.getvalue()


def _caption(frame: MapFrame) -> list[PaintedCell]:
    """Return the caption as a row of cells below the others; a picture is as wide as two
    columns."""
    wide, count = (
        (2, len(frame.pictures[0]))
        if frame.pictures
        else (len(frame.rows[0][0].text), len(frame.rows[0]))
    )
    text = frame.caption.ljust(wide * count)
    return [PaintedCell(text[at * wide :][:wide], _CAPTION, VOID) for at in range(count)]


def frame_pixels(frame: MapFrame, *, is_captioned: bool = False) -> Pixels:
    """Return a frame as pixels, with its caption below if that is wanted."""
    caption = [_caption(frame)] if is_captioned else []
    if not frame.pictures:
        return pixels_of([*frame.rows, *caption])
    pixels = _assemble(frame.pictures, _enlarged)
    return np.concatenate([pixels, pixels_of(caption)]) if caption else pixels


def _enlarged(cell: PictureCell) -> Pixels:
    """Return the pixels of a picture, each as a square, so that they fill a cell."""
    side = math.isqrt(len(cell.pixels))
    pixels = np.array(cell.pixels, np.uint8).reshape(side, side, 3)
    return pixels.repeat(PICTURE_PIXELS // side, axis=0).repeat(PICTURE_PIXELS // side, axis=1)


def _assemble(rows: Sequence[Sequence[_Cell]], block: Callable[[_Cell], Pixels]) -> Pixels:
    """Return rows of cells as pixels, where each cell is drawn as a block."""
    places = {cell: place for place, cell in enumerate(dict.fromkeys(chain.from_iterable(rows)))}
    blocks = np.stack([block(cell) for cell in places])
    laid = blocks[np.array([[places[cell] for cell in row] for row in rows])].swapaxes(1, 2)
    height, tall, width, wide = laid.shape[:4]
    pixels: Pixels = laid.reshape(height * tall, width * wide, *laid.shape[4:])
    return pixels


def _mixed(frame: MapFrame, scale: float) -> "Image":
    """Return a frame with its caption as an image with a palette, whatever colours it has."""
    from PIL import Image

    whole = Image.fromarray(scaled(frame_pixels(frame, is_captioned=True), scale))
    return whole.quantize(_PALETTE, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _with_palette(frame: MapFrame, scale: float) -> "Image":
    """Return a frame of cells with its caption as an image with a palette; too many colours are
    rounded."""
    from PIL import Image

    rows = [*frame.rows, _caption(frame)]
    colors = {color for row in rows for cell in row for color in (cell.ink, cell.ground)}
    for step in _ROUNDINGS:
        rounded = {color: _round(color, step) for color in colors}
        palette = {color: place for place, color in enumerate(sorted({*rounded.values()}))}
        if len(palette) <= _PALETTE:
            break
    places = {color: palette[found] for color, found in rounded.items()}
    pixels = _assemble(
        rows,
        lambda cell: np.where(
            _mask(cell.text, cell.is_bold), *map(np.uint8, (places[cell.ink], places[cell.ground]))
        ),
    )
    image = Image.fromarray(scaled(pixels, scale)).convert("P")
    image.putpalette(bytes(chain.from_iterable(palette)))
    return image


def _round(color: RGB, step: int) -> RGB:
    red, green, blue = (min(part // step * step + step // 2, 255) for part in color)
    return red, green, blue


@lru_cache(maxsize=1 << 14)
def _colored(cell: PaintedCell) -> Pixels:
    """Return the pixels of a cell."""
    mask = _mask(cell.text, cell.is_bold)[:, :, None]
    return np.where(mask, np.array(cell.ink, np.uint8), np.array(cell.ground, np.uint8))


@lru_cache(maxsize=4096)
def _mask(text: str, is_bold: bool) -> Pixels:  # noqa: FBT001 - a key of the cache
    """Return which pixels of a text have its ink."""
    rows = np.frombuffer(b"".join(map(glyph_rows, text)), np.uint8).reshape(len(text), HEIGHT)
    if is_bold:
        rows = np.bitwise_or(rows, np.right_shift(rows, np.uint8(1)))
    return np.unpackbits(rows.T, axis=1)


class FrameSequence:
    """What Pillow takes for an image file of several frames: it seeks one after the other, and only
    one is kept."""

    def __init__(self, images: "Iterator[Image]", total: int) -> None:
        self.n_frames = total
        self._images = images
        self._number = -1
        self._image: Image | None = None

    def seek(self, number: int) -> None:
        """Go to the next frame; EOFError behind the last."""
        if number >= self.n_frames:
            raise EOFError
        if number > self._number:
            self._image, self._number = next(self._images), number

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever an image has
        """Return what the frame has."""
        return getattr(self._image, name)
