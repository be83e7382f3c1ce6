"""Colours: every name that worlds use, in both themes, legible."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from latticeville.cli import main
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.world.model.grid import Tile
from studio.canvas.palette import GROUND, GROUND_OF_FEW, MapLight, MapPalette
from studio.canvas.styles import STYLES_OF_FEW
from studio.run.panes.run_map import RunMap
from studio.ui.color256 import Color256Filter, convert_style, nearest_color, standard_palette
from studio.ui.theme import (
    ANSI,
    CONTRASTS,
    DAY,
    FEW,
    NIGHT,
    fitting_theme,
    readable_variables,
    studio_themes,
    theme_variables,
)
from tests.studio.conftest import studio


def test_every_theme_knows_the_same_names() -> None:
    assert set(NIGHT) == set(DAY) == {*ANSI}


def contrast(ink: Color, ground: Color) -> float:
    high, low = sorted((_light(ink), _light(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _light(color: Color) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


@pytest.mark.parametrize("theme", studio_themes(), ids=lambda theme: str(theme.name))
@pytest.mark.parametrize("dark", [0, 6])
@pytest.mark.parametrize("few", [False, True], ids=["all colours", "256 colours"])
def test_people_can_be_read_on_every_ground(theme: object, dark: int, *, few: bool) -> None:
    night, day = studio_themes()
    chosen = night if theme == night else day
    colours = {
        **theme_variables(dark=chosen.dark, ansi=False),
        "foreground": str(chosen.foreground),
    }
    paint = MapPalette(
        colours,
        Color.parse(str(chosen.background)),
        MapLight(dark),
        ansi=False,
        share=GROUND_OF_FEW if few else GROUND,
    )
    people = (
        "amber",
        "rose",
        "violet",
        "teal",
        "lime",
        "sky",
        "coral",
        "indigo",
        "olive",
        "cyan",
        "person",
    )
    poor = []
    for person in people:
        for ground in ("earth", "grass", "stone", "wood", "water"):
            for terrain in ("floor", "grass"):
                style = paint.ink(person, Tile(".", "x", color=ground, terrain=terrain), bold=True)
                assert style.color
                assert style.bgcolor
                found = contrast(
                    *seen(
                        Color.from_rich_color(style.color),
                        Color.from_rich_color(style.bgcolor),
                        few=few,
                    )
                )
                if found < 3:
                    poor.append((person, ground, terrain, round(found, 2)))
    assert poor == []


@pytest.mark.parametrize("theme", studio_themes(), ids=lambda theme: str(theme.name))
def test_quiet_words_can_be_read(theme: object) -> None:
    for ours in studio_themes():
        if ours == theme:
            quiet, back = Color.parse(ours.variables["quiet"]), Color.parse(str(ours.background))
            assert contrast(quiet, back) >= 4.5
            assert contrast(*seen(quiet, back, few=True)) >= 4.5


def seen(ink: Color, ground: Color, *, few: bool) -> tuple[Color, Color]:
    """Return what a terminal shows for an ink on a ground."""
    if few:
        style = convert_style(Style(color=ink.rich_color, bgcolor=ground.rich_color))
        numbers = [one.number for one in (style.color, style.bgcolor) if one]
        ink, ground = (standard_palette()[(number or 0) - 16] for number in numbers)
    return ink, ground


def test_no_colour_of_the_screen_becomes_gaudy_where_there_are_few() -> None:
    night, day = studio_themes()
    assert [
        nearest_color(Color.parse(one)) for one in (night.panel or "", night.background or "")
    ] == [235, 233]
    assert [nearest_color(Color.parse(one)) for one in (day.panel or "", day.background or "")] == [
        254,
        255,
    ]


def test_styles_are_exchanged_where_there_are_few() -> None:
    rich = Style(color="#232933", bgcolor="red", bold=True)
    segment, blank = Color256Filter().apply([Segment("a", rich), Segment(" ")], Color(0, 0, 0))
    assert segment.style == Style(color="color(235)", bgcolor="red", bold=True)
    assert blank == Segment(" ")


async def test_only_terminals_of_256_colours_get_theirs() -> None:
    async with studio() as driven:
        assert not any(isinstance(one, Color256Filter) for one in driven.app.get_line_filters())


@pytest.mark.parametrize(
    ("wanted", "colors", "theme"),
    [
        ("night", "truecolor", "night"),
        ("day", "256", "day"),
        ("gone", "256", "night"),
        ("night", "standard", "ansi-dark"),
        ("textual-light", "windows", "ansi-light"),
        ("ansi-light", "standard", "ansi-light"),
    ],
)
def test_a_terminal_of_sixteen_colours_begins_with_its_own(
    wanted: str, colors: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.theme.FEW", FEW)
    themes = {**BUILTIN_THEMES, **{one.name: one for one in studio_themes()}}
    assert fitting_theme(wanted, themes, colors) == theme


@pytest.mark.parametrize(
    "theme", [one for one in BUILTIN_THEMES.values() if not one.ansi], ids=lambda one: one.name
)
def test_every_theme_can_be_read(theme: Theme) -> None:
    before = {**theme_variables(dark=theme.dark, ansi=False), **theme.to_color_system().generate()}
    after = readable_variables(before, ansi=False)
    assert {*after} == {*before}
    for name, ratio in CONTRASTS.items():
        for ground in ("background", "surface", "panel"):
            assert contrast(Color.parse(after[name]), Color.parse(after[ground])) >= ratio - 0.02, (
                name,
                ground,
            )


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
async def test_themes_of_the_terminals_own_colours_keep_their_borders(theme: str) -> None:
    async with studio() as driven:
        driven.app.theme = theme
        await driven.pilot.pause(0.1)
        _, side = driven.simulate.query_one("#outline").styles.border.left
        assert side.ansi == -1


async def test_a_terminal_of_sixteen_colours_shows_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.ui.theme.FEW", FEW)
    monkeypatch.setattr("studio.canvas.styles.STYLES_OF_FEW", STYLES_OF_FEW)
    async with studio() as driven:
        assert driven.app.theme == "ansi-dark"
        assert driven.simulate.query_one(RunMap).style is MapStyle.TILES


async def test_without_colour_the_map_is_drawn_in_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    async with studio() as driven:
        assert driven.simulate.query_one(RunMap).style is MapStyle.LETTERS


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_place_text_is_refused(
    term: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", term)
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    assert main(["studio"]) == 2
    assert "this terminal cannot place text" in capsys.readouterr().err
