"""Parts of a figure as SVG: lines, dots, texts, and the document that holds them."""

from collections.abc import Iterable
from xml.sax.saxutils import escape

from latticeville.core.printable import make_printable

INK, QUIET, LINE, ALARM = "#1f2933", "#7b8794", "#2b6cb0", "#c53030"
"""Colours: texts, what stands back, what is drawn, and what should catch the eye."""
HUES = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b83280", "#975a16", "#2c7a7b", "#4a5568")
"""Colours of groups, in order."""


def figure(title: str, width: int, height: int, parts: Iterable[str]) -> bytes:
    """Return a figure of a size in pixels on white."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    )
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join((head, f"<title>{_safe(title)}</title>", ground, *parts, "</svg>\n")).encode()


def stroke(
    start: tuple[float, float], end: tuple[float, float], ink: str, width: float, dash: str = ""
) -> str:
    """Return a line between two points."""
    (x1, y1), (x2, y2) = start, end
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<line {ends} stroke="{ink}" stroke-width="{width:g}"{dashes}/>'


def dot(at: tuple[float, float], ink: str, radius: float, title: str = "") -> str:
    """Return a dot that tells its title where the pointer rests on it."""
    told = f"<title>{_safe(title)}</title>" if title else ""
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:g}" fill="{ink}">{told}</circle>'


def text(
    at: tuple[float, float], words: str, ink: str = INK, size: int = 12, anchor: str = "start"
) -> str:
    """Return words whose base line begins, has its middle or ends at a point."""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {place} fill="{ink}">{_safe(words)}</text>'


def path(points: Iterable[tuple[float, float]], ink: str, width: float) -> str:
    """Return a line through points."""
    told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{told}" fill="none" stroke="{ink}" stroke-width="{width:g}"/>'


def _safe(words: str) -> str:
    return escape(make_printable(words))
