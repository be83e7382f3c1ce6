"""Pictures of a world: named in its files, read from its folder, checked with their place."""

import json
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from latticeville.cli.main import main
from latticeville.core.problems import Severity
from latticeville.core.raster_image import ImageError
from latticeville.draw.map_frame import FramePainter
from latticeville.draw.pixels.picture_files import PictureFolder
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.sim.first_state import initial_state
from latticeville.world.io.pictures import read_picture
from latticeville.world.load import inspect_world
from latticeville.world.model.looks import is_picture_name
from tests.pictures import write_png
from tests.world_folders import SQUARE

RED = (200, 10, 20)


@pytest.fixture
def square(tmp_path: Path) -> Path:
    folder = tmp_path / "square"
    shutil.copytree(SQUARE, folder)
    (folder / "pictures").mkdir()
    (folder / "pictures/red.png").write_bytes(write_png(16, [RED] * 256))
    return folder


def name_picture(folder: Path, name: str) -> None:
    """Let the first entry of the legend have a picture."""
    file = folder / "world.toml"
    text = file.read_text("utf-8")
    assert 'name = "grass"' in text
    file.write_text(text.replace('name = "grass"', f'name = "grass", picture = "{name}"'), "utf-8")


def test_a_ground_with_a_picture_is_drawn_with_it(square: Path) -> None:
    name_picture(square, "pictures/red.png")
    world, problems = inspect_world(square)
    assert world
    assert not [one for one in problems if "picture" in one.code]
    cells = FramePainter(world, MapStyle.PIXELS, square).paint(initial_state(world)).pictures
    assert {*cells[0][5].pixels} == {RED}
    derived = FramePainter(world, MapStyle.PIXELS).paint(initial_state(world)).pictures
    assert RED not in derived[0][5].pixels


@pytest.mark.parametrize(
    ("name", "data", "code", "words"),
    [
        ("pictures/none.png", None, "no-picture", "no such file"),
        ("pictures/a.png", b"GIF89a", "bad-picture", "neither a PNG nor a WebP"),
        ("pictures/a.png", write_png(65, [RED] * 65), "bad-picture", "65 × 1 pixels"),
        ("pictures/a.png", write_png(4, [RED] * 16)[:50], "bad-picture", "it is"),
        ("pictures/a.png", bytes((1 << 20) + 1), "bad-picture", "bytes"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_a_warning_at_its_key(
    square: Path, name: str, data: bytes | None, code: str, words: str
) -> None:
    if data is not None:
        (square / name).write_bytes(data)
    name_picture(square, name)
    world, problems = inspect_world(square)
    assert world
    [found] = [one for one in problems if one.code == code]
    assert words in found.what
    assert found.severity is Severity.WARNING
    assert found.file == "world.toml"
    line = (square / "world.toml").read_text("utf-8").splitlines()[found.line - 1]
    assert name in line
    assert PictureFolder(square).find(name) is None


def test_a_picture_may_not_leave_the_folder(square: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(write_png(8, [RED] * 64))
    (square / "pictures/link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(ImageError, match="outside"):
        read_picture(square, "pictures/link.png")
    name_picture(square, "../secret.png")
    world, problems = inspect_world(square)
    assert world is None
    assert any("no PNG or WebP in the world's folder" in one.what for one in problems)
    for name in ("/etc/a.png", "a/../b.png", "a\\b.png", "C:a.png", "a//b.png", "a.gif"):
        assert not is_picture_name(name), name


def test_a_webp_is_read_with_pillow(square: Path) -> None:
    out = BytesIO()
    Image.new("RGB", (16, 16), RED).save(out, "webp", lossless=True)
    (square / "pictures/red.webp").write_bytes(out.getvalue())
    assert {*read_picture(square, "pictures/red.webp").pixels} == {RED}


def test_a_body_of_several_cells_shares_one_picture(square: Path) -> None:
    half = [RED] * 8 + [(0, 0, 255)] * 8
    (square / "pictures/bed.png").write_bytes(write_png(16, half * 16))
    pictures = PictureFolder(square)
    left, right = (pictures.find("pictures/bed.png", (x, 0, 2, 1)) for x in (0, 1))
    assert left
    assert right
    assert ({*left.pixels}, {*right.pixels}) == ({RED}, {(0, 0, 255)})


def test_a_changed_file_is_read_again(square: Path) -> None:
    file = square / "pictures/red.png"
    assert read_picture(square, "pictures/red.png").width == 16
    file.write_bytes(write_png(4, [RED] * 16))
    assert read_picture(square, "pictures/red.png").width == 4


BOMB = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\x3f\0" * 2
"""The header of a WebP of 16384 × 16384 pixels, and nothing else."""


@pytest.mark.parametrize(
    "command", [["check"], ["run", "--ticks", "2", "--out", "run"], ["export", "town.png"]]
)
@pytest.mark.parametrize("name", ["red.webp", "red.png"])
def test_a_forged_picture_stops_no_command(
    command: list[str],
    name: str,
    square: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(square.parent)
    (square / "pictures" / name).write_bytes(BOMB)
    name_picture(square, f"pictures/{name}")
    verb, *more = command
    assert main([verb, "square", *more, *(["--style", "pixels"] if verb == "export" else [])]) == 0
    out = capsys.readouterr().out
    assert verb != "check" or "world.toml:" in out
    assert verb != "check" or "it has 16384 × 16384 pixels; 4,096 pixels are the most" in out


def test_a_forged_image_of_a_tileset_is_a_warning_of_the_import(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = {
        "width": 2,
        "height": 1,
        "tilewidth": 16,
        "tileheight": 16,
        "orientation": "orthogonal",
        "layers": [{"type": "tilelayer", "name": "a", "width": 2, "height": 1, "data": [1, 1]}],
        "tilesets": [
            {"firstgid": 1, "name": "x", "image": "a.webp", "tilewidth": 16, "tileheight": 16}
        ],
    }
    (tmp_path / "town.tmj").write_text(json.dumps(table), "utf-8")
    (tmp_path / "a.webp").write_bytes(BOMB)
    assert main(["import", str(tmp_path / "town.tmj"), str(tmp_path / "town")]) == 0
    told = capsys.readouterr().out
    assert "town.tmj:1:" in told
    assert "it has 16384 × 16384 pixels; 4,194,304 pixels are the most [bad-image]" in told


def test_a_name_that_is_too_long_for_the_disk_is_a_warning(square: Path) -> None:
    name_picture(square, "é" * 180 + ".png")
    _, problems = inspect_world(square)
    assert [one.code for one in problems if "picture" in one.code] == ["no-picture"]
