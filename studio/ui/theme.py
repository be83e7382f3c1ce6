"""The themes *day* and *night*, and the colour names of worlds in them."""

from typing import TYPE_CHECKING

from latticeville.draw import palette

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.theme import Theme

PREFIX = "map-"
"""Begins the theme variable of each colour name that worlds use."""

NIGHT = palette.NIGHT
"""Colour names of worlds in the night theme."""

DAY = {
    "earth": "#8a6f48",
    "slate": "#5b6673",
    "water": "#1f78b4",
    "grass": "#4c8a3a",
    "leaf": "#2f6b33",
    "flower": "#b8487a",
    "wood": "#8a5a28",
    "sand": "#a58b4a",
    "stone": "#77736a",
    "lamp": "#b07a00",
    "iron": "#4f6475",
    "cloth": "#87558a",
    "gold": "#a37a00",
    "red": "#b8322a",
    "blue": "#2c57b8",
    "green": "#2f7d32",
    "white": "#6a675e",
    "brick": "#96432c",
    "person": "#2a2722",
    "void": "#f6f2e8",
    "amber": "#8f5a00",
    "rose": "#b3275a",
    "violet": "#6a35b8",
    "teal": "#006e66",
    "lime": "#557a00",
    "sky": "#0a6ba8",
    "coral": "#b84a20",
    "indigo": "#3a45b0",
    "olive": "#6b6600",
    "cyan": "#00727f",
}
"""Colour names of worlds in the day theme."""

ANSI = {
    "earth": "yellow",
    "slate": "bright_black",
    "water": "blue",
    "grass": "green",
    "leaf": "green",
    "flower": "magenta",
    "wood": "yellow",
    "sand": "bright_yellow",
    "stone": "white",
    "lamp": "bright_yellow",
    "iron": "cyan",
    "cloth": "magenta",
    "gold": "bright_yellow",
    "red": "red",
    "blue": "blue",
    "green": "green",
    "white": "bright_white",
    "brick": "red",
    "person": "bright_white",
    "void": "default",
    "amber": "bright_yellow",
    "rose": "bright_red",
    "violet": "bright_magenta",
    "teal": "cyan",
    "lime": "bright_green",
    "sky": "bright_cyan",
    "coral": "red",
    "indigo": "bright_blue",
    "olive": "yellow",
    "cyan": "bright_cyan",
}
"""Colour names of worlds in the terminal's own sixteen colours."""

DEFAULT = "night"
"""The theme of a first start."""

OURS = ("night", "day")
"""The names of our themes."""
FEW = ("standard", "windows")
"""What a console calls the colours of a terminal that has sixteen."""
CONTRASTS = {
    "accent": 4.5,
    "quiet": 4.5,
    "error": 4.5,
    "warning": 3.0,
    "border": 3.0,
    "border-blurred": 1.4,
}
"""The least contrast of theme variables with the grounds of panes (WCAG 2.2)."""

_NIGHT = {
    "quiet": "#858f9c",
    "tint-night": "#1c2a55",
    "tint-lamp": "#c98a3a",
    "tint-cloud": "#566072",
    "tint-snow": "#c8d2e0",
    **{PREFIX + name: color for name, color in NIGHT.items()},
}
_DAY = {
    "quiet": "#736c5f",
    "tint-night": "#adb9df",
    "tint-lamp": "#e8b45a",
    "tint-cloud": "#8b93a0",
    "tint-snow": "#ffffff",
    **{PREFIX + name: color for name, color in DAY.items()},
}


def theme_variables(*, dark: bool, ansi: bool) -> dict[str, str]:
    """Return our theme variables for a theme that is not ours."""
    ours = _NIGHT if dark else _DAY
    return {**ours, "quiet": "ansi_default"} if ansi else ours


def fitting_theme(wanted: str, themes: "Mapping[str, Theme]", color_system: str) -> str:
    """Return the theme to begin with: the wanted one, or one of the terminal's own colours where it
    has only sixteen.

    >>> night, day = studio_themes()
    >>> fitting_theme("day", {"night": night, "day": day}, "standard")
    'ansi-light'
    """
    theme = themes.get(wanted) or themes[DEFAULT]
    if color_system not in FEW or theme.ansi:
        return theme.name
    return "ansi-dark" if theme.dark else "ansi-light"


def readable_variables(variables: "Mapping[str, str]", *, ansi: bool) -> dict[str, str]:
    """Return the variables of a theme that is not ours, its inks and borders changed as far as they
    are unreadable."""
    if ansi:
        return {**variables, "border-blurred": "ansi_default"}
    from textual.color import Color

    from latticeville.draw.tilemap.color import readable_ink, to_hex

    found = dict(variables)
    for name, ratio in CONTRASTS.items():
        ink = Color.parse(found[name]).rgb
        for ground in ("background", "surface", "panel"):
            ink = readable_ink(ink, Color.parse(found[ground]).rgb, ratio)
        found[name] = to_hex(ink)
    return found


def studio_themes() -> "tuple[Theme, Theme]":
    """Return our two themes."""
    from textual.theme import Theme

    night = Theme(
        name="night",
        dark=True,
        primary="#8fb573",
        secondary="#6f94a8",
        accent="#f2c14e",
        foreground="#d9d6cc",
        background="#14171c",
        surface="#191d24",
        panel="#232933",
        success="#7fc07a",
        warning="#e8a94a",
        error="#e0675c",
        variables={
            "border": "#f2c14e",
            "border-blurred": "#39424f",
            "block-cursor-foreground": "#14171c",
            "block-cursor-background": "#f2c14e",
            **_NIGHT,
        },
    )
    day = Theme(
        name="day",
        dark=False,
        primary="#4c7a34",
        secondary="#3f6a80",
        accent="#a8480f",
        foreground="#2b2925",
        background="#f6f2e8",
        surface="#f1ecdf",
        panel="#e6dfce",
        success="#2f7d32",
        warning="#8f5a00",
        error="#b8322a",
        variables={
            "border": "#a8480f",
            "border-blurred": "#c9bfa8",
            "block-cursor-foreground": "#fffaf0",
            "block-cursor-background": "#a8480f",
            **_DAY,
        },
    )
    return night, day
