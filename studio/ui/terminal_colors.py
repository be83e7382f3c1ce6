"""The colours of the terminal, and whether the program chooses among them."""

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from textual.app import App

COLORFUL = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)
"""The colours that tiles, compact cells and faces need."""


def color_system(app: App[object]) -> ColorSystem:
    """Return the colours that the terminal has."""
    return COLOR_SYSTEMS.get(app.console.color_system or "", ColorSystem.TRUECOLOR)


def has_own_colors(app: App[object]) -> bool:
    """Tell whether the program chooses its colours: neither the terminal's own nor none."""
    return not (app.no_color or app.native_ansi_color)
