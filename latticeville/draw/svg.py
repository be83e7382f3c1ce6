"""A painted frame as a drawing: grounds as boxes, letters as text, other signs as shapes."""

from base64 import b64encode
from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from latticeville.core.printable import make_printable
from latticeville.draw.glyphs import HEIGHT, WIDTH, pixel_runs
from latticeville.draw.map_frame import MapFrame
from latticeville.draw.tilemap.color import to_hex
from latticeville.draw.tilemap.painter import PaintedCell

_FONT = "ui-monospace, Menlo, Consolas, monospace"
_BASELINE = 12


def svg(title: str, frame: MapFrame, scale: float = 1) -> bytes:
    """Return a frame as a drawing that stays sharp at any scale and whose letters can be searched;
    pictures of pixels are in it as one."""
    if frame.pictures:
        return _picture_svg(title, frame, scale)
    wide = len(frame.rows[0][0].text) * WIDTH
    width, height = wide * len(frame.rows[0]), HEIGHT * len(frame.rows)
    grounds = "".join(_grounds(row, y, wide) for y, row in enumerate(frame.rows))
    shapes = {cell.text for row in frame.rows for cell in row if _is_shape(cell.text)}
    names = {text: f"s{number}" for number, text in enumerate(sorted(shapes))}
    definitions = "".join(
        f'<path id="{name}" d="{_outline(text)}"/>\n' for text, name in names.items()
    )
    signs = "".join(_signs(row, y, wide, names) for y, row in enumerate(frame.rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:g}" height="{height * scale:g}">\n'
        f"<title>{escape(_safe(title))}</title>\n<defs>\n{definitions}</defs>\n"
        f'<g shape-rendering="crispEdges">\n{grounds}</g>\n'
        f'<g font-family="{_FONT}" font-size="13.3" xml:space="preserve">\n{signs}</g>\n</svg>\n'
    ).encode()


def _picture_svg(title: str, frame: MapFrame, scale: float) -> bytes:
    from latticeville.draw.raster import PICTURE_PIXELS, png

    width, height = (PICTURE_PIXELS * len(each) for each in (frame.pictures[0], frame.pictures))
    data = b64encode(png(frame)).decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:g}" height="{height * scale:g}">\n'
        f"<title>{escape(_safe(title))}</title>\n"
        f'<image width="{width}" height="{height}" style="image-rendering:pixelated" '
        f'href="data:image/png;base64,{data}"/>\n</svg>\n'
    ).encode()


def _is_shape(text: str) -> bool:
    return any(not character.isascii() and not character.isalnum() for character in text)


def _grounds(row: list[PaintedCell], y: int, wide: int) -> str:
    """Return the grounds of a row, cells of one colour as one box."""
    found, x = "", 0
    for ground, run in groupby(row, key=lambda cell: cell.ground):
        count = len([*run])
        box = f'x="{x * wide}" y="{y * HEIGHT}" width="{count * wide}" height="{HEIGHT}"'
        found += f'<rect {box} fill="{to_hex(ground)}"/>\n'
        x += count
    return found


def _signs(row: list[PaintedCell], y: int, wide: int, names: dict[str, str]) -> str:
    """Return the signs of a row; each letter has its place, so that no font shifts it."""
    found, x = "", 0
    for (ink, is_bold, is_shape), run in groupby(
        row, key=lambda cell: (cell.ink, cell.is_bold, cell.text in names)
    ):
        cells = [(x + step, cell.text) for step, cell in enumerate(run)]
        x += len(cells)
        if is_shape:
            found += "".join(
                f'<use href="#{names[text]}" x="{at * wide}" y="{y * HEIGHT}" '
                f'fill="{to_hex(ink)}"/>\n'
                for at, text in cells
            )
            continue
        letters = [*_letters(cells, wide)]
        if letters:
            places = " ".join(str(place) for place, _ in letters)
            text = escape(_safe("".join(letter for _, letter in letters)))
            bold = ' font-weight="bold"' * is_bold
            found += (
                f'<text y="{y * HEIGHT + _BASELINE}" fill="{to_hex(ink)}"{bold} '
                f'x="{places}">{text}</text>\n'
            )
    return found


def _letters(cells: list[tuple[int, str]], wide: int) -> Iterator[tuple[int, str]]:
    """Yield the letters of cells with their places."""
    for at, text in cells:
        for step, letter in enumerate(text):
            if not letter.isspace():
                yield at * wide + step * WIDTH, letter


def _outline(text: str) -> str:
    """Return the pixels of a text as a path."""
    return "".join(
        f"M{place * WIDTH + x} {y}h{length}v1h-{length}z"
        for place, character in enumerate(text)
        for x, y, length in pixel_runs(character)
    )


def _safe(text: str) -> str:
    """Return a text with nothing in it that XML has no room for."""
    return make_printable(text).translate({0xFFFE: "?", 0xFFFF: "?"})
