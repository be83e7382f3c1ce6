"""The first screen: what it tells of worlds, and their maps."""

from pathlib import Path

import pytest
from rich.color import ColorSystem

from latticeville.draw.tilemap.painter import MapStyle
from studio.app.welcome import WelcomeScreen, WorldCast, find_worlds, read_summary
from studio.canvas.map_view import MapView
from studio.canvas.whole_map import WholeMap
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE


def write_world(folder: Path, top: str) -> Path:
    folder.mkdir(parents=True)
    for path in SQUARE.rglob("*"):
        target = folder / path.relative_to(SQUARE)
        if path.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    file = folder / "world.toml"
    _, _, rest = file.read_text().partition("\n\n")
    file.write_text(f"{top}\n\n{rest}")
    return folder


async def picture(driven: Driven) -> WholeMap:
    await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))
    view = driven.app.screen.query_one(WholeMap)
    await driven.until(lambda: view.drawn is not None)
    return view


@pytest.mark.parametrize(
    ("top", "about"),
    [
        ("# The Little Square: a mill\n# and a pond. Nobody swims.", "A mill and a pond."),
        ("# Who stole it? A story.", "Who stole it?"),
        ("# One line", "One line"),
        ("", ""),
    ],
)
def test_the_first_sentence_of_the_file_tells_what_a_world_is_about(
    tmp_path: Path, top: str, about: str
) -> None:
    found = read_summary(write_world(tmp_path / "mill", top))
    assert (found.name, found.people, found.about) == ("The Little Square", 2, about)


def test_a_world_that_cannot_be_read_is_listed(tmp_path: Path) -> None:
    folder = write_world(tmp_path / "mill", "[broken")
    assert read_summary(folder).name == "mill (has problems)"


def test_the_village_is_the_first_of_the_own_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("abbey", "ville", "wharf"):
        write_world(tmp_path / "worlds" / name, "# A place.")
    assert [one.name for one in find_worlds()][:3] == ["ville", "abbey", "wharf"]


async def test_a_world_is_shown_as_its_map_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MapView, "_system", property(lambda _view: ColorSystem.TRUECOLOR))
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path / "worlds" / "mill", "# A mill and a pond.")
    async with studio(None, (120, 40)) as driven:
        view = await picture(driven)
        assert view.style is MapStyle.TILES
        assert view.whole is not None
        assert view.scale.fits(view.whole, *view.size)
        text = driven.frame()
        for told in ("A mill and a pond.", "2 people · 24 × 10 cells", "Mi", "Ot"):
            assert told in text
        assert "Mina" in driven.app.screen.query_one(WorldCast).text()


async def test_without_colours_a_world_is_shown_in_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path / "worlds" / "mill", "# A mill and a pond.")
    async with studio(None, (80, 24)) as driven:
        view = await picture(driven)
        assert view.style is MapStyle.LETTERS
        assert "#######" in driven.frame()


async def test_a_large_map_makes_room_for_the_people_of_its_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MapView, "_system", property(lambda _view: ColorSystem.TRUECOLOR))
    monkeypatch.chdir(tmp_path)
    async with studio(None, (160, 48)) as driven:
        view = await picture(driven)
        cast = driven.app.screen.query_one(WorldCast)
        await driven.until(lambda: "Ada Lindgren" in cast.text() and cast.size.height == 2)
        assert view.whole is not None
        assert view.scale.fits(view.whole, *view.size)
