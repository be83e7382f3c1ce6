"""The colours of the night theme, by the colour names of worlds; pictures use them too."""

NIGHT = {
    "earth": "#a08a6c",
    "slate": "#7d8794",
    "water": "#5fa8d8",
    "grass": "#6fa15c",
    "leaf": "#4f8a4e",
    "flower": "#d98aa8",
    "wood": "#b5834f",
    "sand": "#cdb98a",
    "stone": "#9a978e",
    "lamp": "#ffd27a",
    "iron": "#9fb0bf",
    "cloth": "#c9a8c4",
    "gold": "#e8c15a",
    "red": "#e0675c",
    "blue": "#6f94e0",
    "green": "#7fc07a",
    "white": "#e6e4dc",
    "brick": "#b8654c",
    "person": "#f0ead8",
    "void": "#14171c",
    "amber": "#ffbf47",
    "rose": "#ff8fab",
    "violet": "#c39bff",
    "teal": "#4fd1c0",
    "lime": "#b8e05a",
    "sky": "#7cc7ff",
    "coral": "#fa7a55",
    "indigo": "#7f8cff",
    "olive": "#c3bd5e",
    "cyan": "#6fe3f2",
}
"""Colour names of worlds on a dark ground."""
PLAIN = "#d9d6cc"
"""The colour of a name that no theme knows."""


def hex_of(color: str) -> str:
    """Return a colour as #rrggbb.

    >>> hex_of("wood"), hex_of("#A0B0C0"), hex_of("mauve")
    ('#b5834f', '#a0b0c0', '#d9d6cc')
    """
    return color.lower() if color.startswith("#") else NIGHT.get(color, PLAIN)
