"""The pictures of a world's folder, cut to the cells that they are drawn in."""

from pathlib import Path

from latticeville.core.raster_image import ImageError
from latticeville.draw.pixels.picture import SIDE, Picture, resize
from latticeville.world.io.pictures import MAX_PICTURES, read_picture

Part = tuple[int, int, int, int]
"""Column and row of a cell in a body, and the body's width and height."""


class PictureFolder:
    """Returns the pictures of one folder, each read and resized once; None for what cannot be
    shown."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cut: dict[tuple[str, Part], Picture | None] = {}
        self._names: set[str] = set()

    def find(self, name: str, part: Part = (0, 0, 1, 1)) -> Picture | None:
        """Return the part of a picture that fills one cell of a body."""
        key = name, part
        if key not in self._cut:
            self._names.add(name)
            self._cut[key] = self._load(name, part) if len(self._names) <= MAX_PICTURES else None
        return self._cut[key]

    def _load(self, name: str, part: Part) -> Picture | None:
        try:
            image = read_picture(self._folder, name)
        except ImageError:
            return None
        dx, dy, width, height = part
        across, down = width * SIDE, height * SIDE
        whole = resize(image.pixels, image.width, across, down)
        rows = range(dy * SIDE, (dy + 1) * SIDE)
        return Picture(
            tuple(pixel for y in rows for pixel in whole[y * across + dx * SIDE :][:SIDE])
        )
