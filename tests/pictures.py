"""Pictures for tests."""

from collections.abc import Sequence

from latticeville.core.raster_image import Pixel, RasterImage


def write_png(width: int, pixels: Sequence[Pixel]) -> bytes:
    """Return pixels in rows of a width as a PNG."""
    return RasterImage.from_pixels(width, pixels).to_png()
