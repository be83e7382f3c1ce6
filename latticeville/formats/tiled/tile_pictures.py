"""Pictures of the legend and of kinds, cut out of the images of tilesets."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from latticeville.core.problems import Severity
from latticeville.core.raster_image import ImageError, Pixel, RasterImage, decode_image
from latticeville.formats.report import ImportReport, SourceFolder, UnreadableError
from latticeville.formats.tiled.tilesets import TileImage, Tilesets
from latticeville.world.io.pictures import MAX_PICTURES, MAX_SIDE
from latticeville.world.model.tiles import FLIP_BITS
from latticeville.world.original.ids import Ids
from latticeville.world.original.values import slugify

PICTURES_FOLDER = "pictures"
"""The folder of a world that they are written into."""
MOST_IMAGE_PIXELS = 1 << 22
"""The most pixels of an image of a tileset."""


class TilePictures:
    """Cuts tiles and adds them to the files of an import; what cannot be read is reported once.

    A map that was exported from here (`own`) has flat tiles of our own, which are no pictures.
    """

    def __init__(
        self, folder: SourceFolder, sets: Tilesets, report: ImportReport, *, own: bool = False
    ) -> None:
        self._folder, self._sets, self._report, self._own = folder, sets, report, own
        self._images: dict[str, RasterImage | None] = {}
        self._names = Ids()
        self._cut: dict[int, str] = {}

    def add(self, entry: dict[str, Any], gid: int) -> RasterImage | None:
        """Let an entry of the legend or a kind have the picture of a tile; return it where there is
        one."""
        gid &= ~FLIP_BITS
        tile = self._cut_tile(gid) if gid and not self._own and "picture" not in entry else None
        if tile is None or (gid not in self._cut and len(self._cut) >= MAX_PICTURES):
            return None
        if gid not in self._cut:
            self._cut[gid] = (
                f"{PICTURES_FOLDER}/{self._names.make_unique(slugify(entry['name'])[:60])}.png"
            )
            self._report.pictures[self._cut[gid]] = tile.to_png()
        entry["picture"] = self._cut[gid]
        return tile

    def _cut_tile(self, gid: int) -> RasterImage | None:
        """Return the picture of a tile; None where there is none, or all of it is clear."""
        place = self._sets.find_image(gid)
        image = self._load(place) if place else None
        tile = _fit(place.cut(image)) if place and image else None
        return tile if tile and any(tile.pixels) else None

    def _load(self, place: TileImage) -> RasterImage | None:
        """Return the image of a tileset, read once."""
        if place.path not in self._images:
            self._images[place.path] = None
            try:
                data = self._folder.read_bytes(place.path, place.at)
                self._images[place.path] = decode_image(data, MOST_IMAGE_PIXELS)
            except UnreadableError as error:
                self._report.add_problem(error.problem, Severity.WARNING)
            except ImageError as error:
                what = f"the image “{place.path[:200]}” cannot be read: {error}"
                fix = f"save it as a PNG or a WebP of at most {MOST_IMAGE_PIXELS:,} pixels"
                self._report.warn(place.at, "bad-image", what, fix)
        return self._images[place.path]


def most_common_tiles(rows: Iterable[tuple[str, Iterable[int]]]) -> dict[str, int]:
    """Return the gid that each glyph has most often, from rows of glyphs with their gids."""
    counts: Counter[tuple[str, int]] = Counter()
    for glyphs, gids in rows:
        counts.update(zip(glyphs, (gid & ~FLIP_BITS for gid in gids), strict=False))
    found: dict[str, int] = {}
    for (glyph, gid), _ in counts.most_common():
        if gid:
            found.setdefault(glyph, gid)
    return found


def average_color(pixels: Iterable[Pixel]) -> str:
    """Return the average of the pixels that are not clear, as `#rrggbb`."""
    seen = [pixel for pixel in pixels if pixel]
    return "#" + "".join(f"{sum(part) // len(seen):02x}" for part in zip(*seen, strict=True))


def _fit(image: RasterImage) -> RasterImage:
    """Return an image, of a large one every second, third … pixel, so that it is a picture of a
    world."""
    step = -(-max(image.width, image.height) // MAX_SIDE)
    return image if step == 1 else image.thin(step)
