"""Colours: every name that worlds use, in both themes, legible."""

import pytest
from textual.color import Color

from latticeville.world.grid import Tile
from studio.panes.paint import Light, Paint
from studio.theme import ANSI, DAY, NIGHT, themes, variables


def test_every_theme_knows_the_same_names() -> None:
    assert set(NIGHT) == set(DAY) == {*ANSI}


def contrast(ink: Color, ground: Color) -> float:
    high, low = sorted((_light(ink), _light(ground)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _light(color: Color) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: str(theme.name))
@pytest.mark.parametrize("dark", [0, 6])
def test_people_can_be_read_on_every_ground(theme: object, dark: int) -> None:
    night, day = themes()
    chosen = night if theme == night else day
    colours = {**variables(dark=chosen.dark, ansi=False), "foreground": str(chosen.foreground)}
    paint = Paint(colours, Color.parse(str(chosen.background)), Light(dark), ansi=False)
    people = ("amber", "rose", "violet", "teal", "lime", "sky", "coral", "indigo", "olive", "cyan", "person")
    poor = []
    for person in people:
        for ground in ("earth", "grass", "stone", "wood", "water"):
            for terrain in ("floor", "grass"):
                style = paint.ink(person, Tile(".", "x", color=ground, terrain=terrain), bold=True)
                assert style.color
                assert style.bgcolor
                found = contrast(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
                if found < 3:
                    poor.append((person, ground, terrain, round(found, 2)))
    assert poor == []


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: str(theme.name))
def test_quiet_words_can_be_read(theme: object) -> None:
    for ours in themes():
        if ours == theme:
            quiet, back = Color.parse(ours.variables["quiet"]), Color.parse(str(ours.background))
            assert contrast(quiet, back) >= 4.5
