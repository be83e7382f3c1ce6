"""Worlds and runs as pictures, animations and recordings: what others see is what is painted."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from weakref import ref
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile
from PIL.WebPImagePlugin import WebPImageFile

from latticeville.core.geometry import Box
from latticeville.draw import export
from latticeville.draw.export import (
    ANIMATIONS,
    STILLS,
    ExportError,
    ExportOptions,
    ExportTicks,
    export_ticks,
)
from latticeville.draw.glyphs import HEIGHT, WIDTH, glyph_rows, pixel_runs
from latticeville.draw.map_frame import VOID, FramePainter, MapFrame, box_around, box_of_area
from latticeville.draw.raster import (
    FRAME_MILLISECONDS,
    LAST_MILLISECONDS,
    PICTURE_PIXELS,
    FrameSequence,
    animation,
    pixels_of,
)
from latticeville.draw.tilemap.joins import DOUBLE, SINGLE
from latticeville.draw.tilemap.painter import MapStyle, PaintedCell
from latticeville.draw.tilemap.signs import SIGNS
from latticeville.formats.export_format import ExportSource
from latticeville.formats.registry import export_formats
from tests.draw.short_run import HOSTILE, exported, house, painted, recorded
from tests.worlds import build, first, live


def test_pixels_are_drawn_as_squares_with_a_caption_below() -> None:
    payload = recorded(3)[-1]
    options = ExportOptions(MapStyle.PIXELS)
    image = Image.open(BytesIO(exported([payload], "a.png", options)))
    assert image.size == (12 * PICTURE_PIXELS, 6 * PICTURE_PIXELS)
    cells = FramePainter(payload.state.world, MapStyle.PIXELS).paint(payload.state).pictures
    for x, y in ((0, 0), (5, 3), (95, 47)):
        color = cells[y // 8][x // 8].pixels[y % 8 * 8 + x % 8]
        assert {image.getpixel((2 * x + dx, 2 * y + dy)) for dx in (0, 1) for dy in (0, 1)} == {
            color
        }
    for ending in ("gif", "webp"):
        moving = Image.open(BytesIO(exported([payload, payload], f"a.{ending}", options)))
        assert moving.size == (12 * PICTURE_PIXELS, 7 * PICTURE_PIXELS)


def test_a_drawing_in_pixels_holds_the_picture() -> None:
    payload, options = recorded(3)[-1], ExportOptions(MapStyle.PIXELS)
    root = ET.fromstring(exported([payload], "a.svg", options))  # noqa: S314 - our own
    (image,) = root.iter("{http://www.w3.org/2000/svg}image")
    data = b64decode(image.attrib["href"].removeprefix("data:image/png;base64,"))
    assert data == exported([payload], "a.png", options)
    assert root.attrib["viewBox"] == f"0 0 {12 * PICTURE_PIXELS} {6 * PICTURE_PIXELS}"


def test_a_recording_in_pixels_is_half_blocks() -> None:
    payloads = recorded(3)
    head, first, *_ = map(
        json.loads, exported(payloads, "a.cast", ExportOptions(MapStyle.PIXELS)).splitlines()
    )
    assert (head["width"], head["height"]) == (12 * 4, 6 * 2 + 1)
    drawn = re.sub("\x1b\\[[0-9;]*[mHK]|\x1b\\[\\?25l", "", first[2])
    assert drawn.startswith("▀" * 12 * 4 * 6 * 2)
    cells = FramePainter(payloads[0].state.world, MapStyle.PIXELS).paint(payloads[0].state).pictures
    corner = [cells[0][0].pixels[place] for place in (0, 1, 8, 9)]
    means = [sum(parts) // 4 for parts in zip(*corner, strict=True)]
    assert f"38;2;{';'.join(map(str, means))};48;2;" in first[2]


@pytest.mark.parametrize("style", [MapStyle.TILES, MapStyle.PIXELS])
@pytest.mark.parametrize("scale", [0.25, 0.5, 2, 3])
def test_a_picture_is_as_large_as_its_scale_says(style: MapStyle, scale: float) -> None:
    payload, options = recorded(3)[-1], ExportOptions(style, scale=scale)
    plain = Image.open(BytesIO(exported([payload], "a.png", options._replace(scale=1))))
    size = int(plain.width * scale), int(plain.height * scale)
    image = Image.open(BytesIO(exported([payload], "a.png", options)))
    assert image.size == size
    if scale > 1:
        assert image.getpixel((int(scale) * 5 + 1, int(scale) * 7)) == plain.getpixel((5, 7))
    else:
        step = round(1 / scale)
        covered = np.asarray(plain)[:step, :step].reshape(-1, 3).mean(axis=0).astype(np.uint8)
        assert image.getpixel((0, 0)) == tuple(covered.tolist())
    for ending in ("gif", "webp"):
        moving = Image.open(BytesIO(exported([payload, payload], f"a.{ending}", options)))
        assert moving.size == (size[0], size[1] + int(HEIGHT * scale))
    root = ET.fromstring(exported([payload], "a.svg", options))  # noqa: S314 - our own
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == size


@pytest.mark.parametrize("style", [style for style in MapStyle if style is not MapStyle.PIXELS])
def test_a_png_shows_each_cell_in_its_colours(style: MapStyle) -> None:
    payload = recorded(3)[-1]
    image = Image.open(BytesIO(exported([payload], "a.png", ExportOptions(style))))
    rows = painted(payload, style)
    wide = WIDTH * style.columns
    assert image.size == (12 * wide, 6 * HEIGHT)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            seen = {
                image.getpixel((x * wide + dx, y * HEIGHT + dy))
                for dx in range(wide)
                for dy in range(HEIGHT)
            }
            assert seen <= {cell.ink, cell.ground}
            assert cell.text.strip() == "" or cell.ink in seen


def test_a_letter_is_where_it_belongs_and_bold_is_wider() -> None:
    ink, ground = (255, 0, 0), (0, 0, 9)
    plain, bold = (
        pixels_of([[PaintedCell("I ", ink, ground, is_bold)]]) for is_bold in (False, True)
    )
    assert plain.shape == (HEIGHT, 2 * WIDTH, 3)
    assert (plain[:, WIDTH:] == ground).all()
    assert (plain == ink).all(axis=2).sum() < (bold == ink).all(axis=2).sum()
    for (x, y), mark in {(4, 3): "#", (0, 0): "."}.items():
        assert (tuple(plain[y, x]) == ink) is (mark == "#")


def test_every_sign_of_a_map_has_a_glyph_of_its_own() -> None:
    signs = (
        "".join(sign.pair + sign.one for sign in SIGNS.values())
        + DOUBLE
        + SINGLE
        + "■▒▔▬▐▌▄▀▂░≈∩ΓΔΘΛΞΠΣΦΨΩ☼♣♠"
    )
    unknown = glyph_rows("�")
    assert {sign for sign in signs if glyph_rows(sign) == unknown} == set()
    assert all(any(glyph_rows(sign)) for sign in signs if not sign.isspace())


def test_a_letter_with_a_mark_that_no_font_has_is_drawn_without_it() -> None:
    assert glyph_rows("ǎ") == glyph_rows("a")
    assert glyph_rows("語") == glyph_rows("�")
    assert glyph_rows("\u3000") == bytes(HEIGHT)


@pytest.mark.parametrize("character", "A█ ░─#")
def test_the_runs_of_a_glyph_are_its_pixels(character: str) -> None:
    rows = [0] * HEIGHT
    for x, y, length in pixel_runs(character):
        for column in range(x, x + length):
            rows[y] |= 0x80 >> column
    assert bytes(rows) == glyph_rows(character)


def test_lines_and_blocks_reach_the_edges_of_their_cell() -> None:
    assert glyph_rows("█") == b"\xff" * HEIGHT
    line = glyph_rows("│")
    assert line[0] == line[-1] != 0
    assert any(row == 0xFF for row in glyph_rows("─"))


def opened(data: bytes) -> GifImageFile | WebPImageFile:
    image = Image.open(BytesIO(data))
    assert isinstance(image, GifImageFile | WebPImageFile)
    return image


def test_a_gif_has_a_frame_for_each_tick_that_differs_and_shows_each_as_long() -> None:
    payloads = recorded(9)
    for name in ("a.gif", "a.webp"):
        image = opened(exported(payloads, name))
        assert image.size == (12 * 2 * WIDTH, 7 * HEIGHT)
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            image.load()
            durations.append(image.info["duration"])
        assert image.n_frames == len(payloads)
        assert sum(durations) == FRAME_MILLISECONDS * 9 + LAST_MILLISECONDS
    assert opened(exported(payloads, "a.gif", every=4)).n_frames == 3


def test_the_frames_of_a_gif_are_the_painted_cells() -> None:
    payloads = recorded(9)
    image = Image.open(BytesIO(exported(payloads, "a.gif")))
    for number, payload in enumerate(payloads):
        image.seek(number)
        shown = image.convert("RGB")
        for y, row in enumerate(painted(payload)):
            for x, cell in enumerate(row):
                colors = shown.crop((x * 16, y * HEIGHT, x * 16 + 16, (y + 1) * HEIGHT)).getcolors()
                assert {color for _, color in colors or ()} <= {cell.ink, cell.ground}


def test_a_gif_with_too_many_colours_rounds_them() -> None:
    cells = [
        PaintedCell("  ", (0, 0, 0), (number % 20 * 12, number // 20 * 12, 64))
        for number in range(400)
    ]
    rows = [cells[start : start + 20] for start in range(0, 400, 20)]
    image = Image.open(BytesIO(animation([MapFrame(rows, "caption")], 1, "gif"))).convert("RGB")
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            seen = image.getpixel((x * 16 + 8, y * HEIGHT + 8))
            assert isinstance(seen, tuple)
            assert all(
                abs(part - wanted) <= 8 for part, wanted in zip(seen, cell.ground, strict=True)
            )


def test_a_recording_draws_each_frame_on_a_terminal_of_its_size() -> None:
    payloads = recorded(9)
    lines = [json.loads(line) for line in exported(payloads, "a.cast").decode().splitlines()]
    assert lines[0] == {"version": 2, "width": 24, "height": 7, "title": "House"}
    screen = Screen(24, 7)
    assert [line[0] for line in lines[1:-1]] == [round(0.1 * number, 3) for number in range(10)]
    for payload, (_, kind, data) in zip(payloads, lines[1:-1], strict=True):
        assert kind == "o"
        screen.write(data)
        assert screen.rows[:6] == ["".join(cell.text for cell in row) for row in painted(payload)]
        assert screen.rows[6].startswith(f"Mon 0{payload.state.minute // 60}:")
    assert len(lines[3][2]) < len(lines[1][2]) / 4, "a frame writes only what differs"


class Screen:
    """A terminal that knows what recordings write."""

    def __init__(self, width: int, height: int) -> None:
        self.rows = [" " * width] * height
        self._width, self._x, self._y = width, 0, 0

    def write(self, data: str) -> None:
        for steer, value, letter in re.findall(r"\x1b\[([?\d;]*)([A-Za-z])|([^\x1b])", data):
            if letter:
                assert self._x < self._width, "a line is too long"
                row = self.rows[self._y]
                self.rows[self._y] = row[: self._x] + letter + row[self._x + 1 :]
                self._x += 1
            elif value == "H":
                self._y, self._x = (int(part) - 1 for part in steer.split(";"))
            elif value == "K":
                self.rows[self._y] = self.rows[self._y][: self._x].ljust(self._width)
            else:
                assert value in "mlh"


def test_a_drawing_has_the_grounds_as_boxes_and_each_letter_in_its_place() -> None:
    payload = first(house(HOSTILE))
    rows = painted(payload)
    drawn = ET.fromstring(exported([payload], "a.svg"))  # noqa: S314 - a file of our own
    space = "{http://www.w3.org/2000/svg}"
    assert drawn.findtext(f"{space}title") == HOSTILE
    assert {element.tag.removeprefix(space) for element in drawn.iter()} <= {
        "svg",
        "title",
        "defs",
        "path",
        "g",
        "rect",
        "use",
        "text",
    }
    boxes = [
        (int(one.get("y", "")), int(one.get("width", ""))) for one in drawn.iter(f"{space}rect")
    ]
    assert all(sum(width for at, width in boxes if at == y * HEIGHT) == 12 * 16 for y in range(6))
    letters = [(one.text or "", (one.get("x") or "").split()) for one in drawn.iter(f"{space}text")]
    assert all(len(text) == len(places) for text, places in letters)
    badges = [cell.text for row in rows for cell in row if cell.is_bold]
    assert badges == [text for text, _ in letters if text in badges]


@pytest.mark.parametrize("ending", [*STILLS, *ANIMATIONS])
def test_what_is_exported_twice_is_the_same(ending: str) -> None:
    payloads = recorded(2)
    assert exported(payloads, f"a{ending}") == exported(payloads, f"a{ending}")


def test_a_part_of_a_map_is_an_area_with_a_margin_or_what_is_around_a_person() -> None:
    payload = recorded(1)[0]
    world = payload.state.world
    assert box_of_area(world, "hall") == Box(0, 0, 6, 5)
    assert box_of_area(world, "lawn") == Box(0, 4, 12, 2)
    assert Image.open(BytesIO(exported([payload], "a.png", ExportOptions(area="hall")))).size == (
        6 * 16,
        5 * HEIGHT,
    )
    assert box_around(payload.state, "ada") == Box(0, 0, 12, 6), "a small map is shown whole"
    wide = build(
        "." * 90 + "\n" + "." * 90, areas={"all": [0, 0, 90, 2]}, people={"ada": {"start": [80, 1]}}
    )
    assert box_around(first(wide).state, "ada") == Box(50, 0, 40, 2)


def test_beside_the_map_is_void() -> None:
    payload = recorded(1)[0]
    rows = (
        FramePainter(payload.state.world, MapStyle.TILES)
        .paint(payload.state, Box(-1, -1, 14, 8))
        .rows
    )
    assert [row[1:-1] for row in rows[1:-1]] == painted(payload)
    assert {cell.ground for row in (rows[0], rows[-1]) for cell in row} == {VOID}
    assert {(row[0].ground, row[-1].ground) for row in rows} == {(VOID, VOID)}


def test_all_frames_are_as_large_as_the_first_where_the_map_changes_under_way() -> None:
    small = build("....", areas={"all": [0, 0, 4, 1]}, people={"ada": {"start": [3, 0]}})
    large = build("......\n" * 3, areas={"all": [0, 0, 6, 3]}, people={"ada": {"start": [3, 0]}})
    for before, after in ((small, large), (large, small)):
        payloads = live(before, 4, feed={3: [after]})
        assert payloads[-1].state.world.grid.width == after.grid.width
        size = before.grid.width * 16, (before.grid.height + 1) * HEIGHT
        assert opened(exported(payloads, "a.gif")).size == size
        assert exported(payloads, "a.cast")


def test_what_is_too_large_is_refused_before_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    payload = recorded(1)[0]
    monkeypatch.setattr(export, "MOST_ANIMATED_PIXELS", 100_000)
    with pytest.raises(
        ExportError, match=r"9 frames of 192 × 96 pixels are too many for a .gif: 5 are the most"
    ):
        export_ticks(ExportTicks([payload], 9), Path("a.gif"), ExportOptions())
    monkeypatch.setattr(export, "MOST_PIXELS", 1000)
    with pytest.raises(
        ExportError, match=r"a picture of 96 × 96 pixels is too large: 1,000 pixels are the most"
    ):
        export_ticks(ExportTicks([payload]), Path("a.png"), ExportOptions(MapStyle.COMPACT))


@pytest.mark.parametrize("suffix", [one.suffix for one in export_formats() if one.worlds])
def test_a_world_is_written_with_every_suffix(suffix: str, tmp_path: Path) -> None:
    chosen = next(one for one in export_formats() if one.suffix == suffix)
    file = tmp_path / f"a{suffix}"
    made = chosen.write(ExportSource.of_world(house(), Path("nowhere")), file, {})
    assert made.files[-1] == file
    assert all(each.stat().st_size for each in made.files)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animation_is_that_of_all_its_frames_and_keeps_one_at_a_time(kind: str) -> None:
    drawn, living = list[ref[Image.Image]](), list[int]()

    def frames() -> Iterator[Image.Image]:
        for number in range(12):
            image = Image.new("RGB", (9, 7), (number * 20, 0, 0))
            drawn.append(ref(image))
            living.append(sum(one() is not None for one in drawn))
            yield image

    still = [Image.new("RGB", (9, 7), (number * 20, 0, 0)) for number in range(12)]
    outs = BytesIO(), BytesIO()
    images = frames()
    next(images).save(
        outs[0], kind, save_all=True, append_images=[FrameSequence(images, 11)], duration=50
    )
    still[0].save(outs[1], kind, save_all=True, append_images=still[1:], duration=50)
    assert outs[0].getvalue() == outs[1].getvalue()
    assert max(living) <= 4
