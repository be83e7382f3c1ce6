"""Which styles of a map the colours of a terminal allow."""

from rich.color import ColorSystem
from textual.app import App

from latticeville.draw.tilemap.painter import MapStyle
from studio.canvas.scale import ALL_STYLES
from studio.ui.terminal import color_system, has_own_colors

STYLES_OF_FEW = (MapStyle.TILES, MapStyle.COMPACT, MapStyle.LETTERS)
"""The styles that sixteen colours are enough for."""
LETTERS_ONLY = (MapStyle.LETTERS,)


def drawn_colors(app: App[object]) -> ColorSystem:
    """Return the colours that maps are drawn with: sixteen where the theme has those of the
    terminal."""
    system = color_system(app) if has_own_colors(app) else ColorSystem.STANDARD
    return ColorSystem.STANDARD if system is ColorSystem.WINDOWS else system


def allowed_styles(system: ColorSystem, *, has_color: bool) -> tuple[MapStyle, ...]:
    """Return the styles that colours allow, the first of them for want of a better one."""
    if not has_color:
        return LETTERS_ONLY
    return STYLES_OF_FEW if system is ColorSystem.STANDARD else ALL_STYLES


def has_badges(app: App[object]) -> bool:
    """Tell whether maps show people by two letters, as lists then do."""
    return MapStyle.TILES in allowed_styles(drawn_colors(app), has_color=not app.no_color)
