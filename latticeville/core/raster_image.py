"""Images as rows of pixels: PNG and WebP read, their size before their pixels, and PNG written."""

import warnings
from collections.abc import Iterable
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from PIL.Image import Image

Pixel = tuple[int, int, int] | None
"""Red, green and blue from 0 to 255; None where it is clear."""
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CLEAR = bytes(4)
_OPAQUE = 128
"""The least alpha of a pixel that is not clear."""


class ImageError(Exception):
    """A file is no image that can be read; the text says why."""


class RasterImage(NamedTuple):
    """An image: four bytes for each pixel, row by row: red, green, blue, alpha."""

    width: int
    height: int
    rgba: bytes

    @classmethod
    def from_pixels(cls, width: int, pixels: Iterable[Pixel]) -> Self:
        """Return the image of pixels in rows of a width."""
        rgba = bytes(chain.from_iterable((*pixel, 255) if pixel else _CLEAR for pixel in pixels))
        return cls(width, len(rgba) // (4 * width), rgba)

    @property
    def pixels(self) -> tuple[Pixel, ...]:
        """Its pixels, row by row; those that are mostly clear are None."""
        values = iter(self.rgba)
        return tuple(
            (red, green, blue) if alpha >= _OPAQUE else None
            for red, green, blue, alpha in zip(values, values, values, values, strict=True)
        )

    def cut(self, x: int, y: int, width: int, height: int) -> "RasterImage":
        """Return a part of the image; what lies beyond its edges is clear."""
        left, right = (min(max(edge, 0), self.width) for edge in (x, x + width))
        before = min(max(-x, 0), width)
        after = width - before - (right - left)
        rows = [
            _CLEAR * before
            + self.rgba[4 * (row * self.width + left) : 4 * (row * self.width + right)]
            + _CLEAR * after
            if 0 <= row < self.height
            else _CLEAR * width
            for row in range(y, y + height)
        ]
        return RasterImage(width, height, b"".join(rows))

    def thin(self, step: int) -> "RasterImage":
        """Return every so many-th pixel of every so many-th row."""
        row_starts = range(0, len(self.rgba), 4 * self.width * step)
        rows = [self.rgba[start : start + 4 * self.width] for start in row_starts]
        kept = [row[at : at + 4] for row in rows for at in range(0, len(row), 4 * step)]
        return RasterImage(-(-self.width // step), len(rows), b"".join(kept))

    def to_png(self) -> bytes:
        """Return the image as a PNG."""
        from PIL import Image

        return _encode_png(Image.frombytes("RGBA", (self.width, self.height), self.rgba))


def rgb_png(width: int, rgb: bytes) -> bytes:
    """Return bytes of red, green and blue in rows of a width as a PNG."""
    from PIL import Image

    return _encode_png(Image.frombytes("RGB", (width, len(rgb) // (3 * width)), rgb))


def _encode_png(image: "Image") -> bytes:
    out = BytesIO()
    image.save(out, "PNG", compress_level=9)
    return out.getvalue()


def decode_image(data: bytes, most_pixels: int) -> RasterImage:
    """Return the image of a PNG or a WebP, of an animation its first frame.

    ImageError where it is neither, damaged, or of more pixels; its pixels are not unpacked then.
    """
    kind, size = _read_header(data)
    if not size[0] * size[1]:
        raise ImageError(f"it has {size[0]} × {size[1]} pixels, which is no picture")
    if size[0] * size[1] > most_pixels:
        raise ImageError(
            f"it has {size[0]} × {size[1]} pixels; {most_pixels:,} pixels are the most"
        )
    from PIL import Image

    try:
        # Pillow warns of small damage, which is nobody's business as long as the pixels can be read
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=(kind,)) as image:
                # a second header may say another size, which Pillow would believe
                rgba = _to_rgba(image).tobytes() if image.size == size else b""
    except Exception as error:
        raise ImageError("it is damaged") from error
    if not rgba:
        raise ImageError("it is damaged")
    return RasterImage(*size, rgba)


def _to_rgba(image: "Image") -> "Image":
    """Return an image with four bytes a pixel; Pillow would cut grey of 16 bits off at 255."""
    if image.mode.startswith("I"):
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return image.convert("RGBA")


def _read_header(data: bytes) -> tuple[str, tuple[int, int]]:
    """Return the format of an image, and the width and height that it declares."""
    if data.startswith(_PNG_SIGNATURE) and data[12:16] == b"IHDR":
        return "PNG", (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP", _webp_size(data)
    raise ImageError(
        "it is damaged" if data.startswith(_PNG_SIGNATURE) else "it is neither a PNG nor a WebP"
    )


def _webp_size(data: bytes) -> tuple[int, int]:
    """Return the width and height of a WebP, as its first chunk says: extended, lossless or
    lossy."""
    match data[12:16]:
        case b"VP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(
                data[27:30], "little"
            )
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 ":
            return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(
                data[28:30], "little"
            ) & 0x3FFF
    raise ImageError("it is damaged")
