"""How worlds, frames and answers look in a notebook."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from latticeville.sim.state import State

MOST_ROWS = 50
"""Rows of a table that a notebook shows."""


def map_svg(title: str, state: State, scale: float, pictures: Path | None = None) -> str:
    """Return the map of a state as SVG."""
    from latticeville.draw.map_frame import FramePainter
    from latticeville.draw.svg import svg
    from latticeville.draw.tilemap.painter import MapStyle

    frame = FramePainter(state.world, MapStyle.TILES, pictures).paint(state)
    return svg(title, frame, scale).decode()


def html_table(columns: Iterable[str], records: Iterable[Mapping[str, object]], total: int) -> str:
    """Return records as a table of HTML, the first of them where they are many."""
    from latticeville.tables.text_table import cell_text

    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell_text(value))}</td>' for value in one.values())}</tr>"
        for one in records
    )
    more = f"<p>{total:,} rows; the first {MOST_ROWS} are shown</p>" if total > MOST_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"


def html_text(text: str) -> str:
    """Return lines of text as HTML that keeps their columns."""
    return f"<pre>{escape(text)}</pre>"


_WIDE, _HIGH, _EDGE = 640, 240, 40
_COLORS = ("#3465a4", "#cc6600", "#4e9a06", "#a40000", "#75507b", "#555753")


def line_svg(x: str, series: Mapping[str, Iterable[tuple[float, float]]]) -> str:
    """Return a line chart of points as SVG, a line for each name, with the least and the greatest
    value at the axes."""
    lines = {name: [*points] for name, points in series.items()}
    left, wide = _range([one for points in lines.values() for one, _ in points])
    low, high = _range([one for points in lines.values() for _, one in points])
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" '
        f'font-family="sans-serif" font-size="11"><rect width="{_WIDE}" height="{_HIGH}" '
        'fill="#fff"/>'
    )
    parts = [head]
    for turn, (name, points) in enumerate(lines.items()):
        color = _COLORS[turn % len(_COLORS)]
        drawn = " ".join(
            f"{_EDGE + (one - left) / wide * (_WIDE - 2 * _EDGE):.1f},"
            f"{_HIGH - _EDGE - (value - low) / high * (_HIGH - 2 * _EDGE):.1f}"
            for one, value in points
        )
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{_EDGE + turn * 120}" y="14" fill="{color}">{escape(name)}</text>')
    for text, at, place in (
        (f"{low:g}", 2, _HIGH - _EDGE),
        (f"{low + high:g}", 2, _EDGE + 4),
        (f"{x} {left:g}", _EDGE, _HIGH - 14),
        (f"{left + wide:g}", _WIDE - _EDGE, _HIGH - 14),
    ):
        parts.append(f'<text x="{at}" y="{place}">{escape(text)}</text>')
    return "".join(parts) + "</svg>"


def _range(values: list[float]) -> tuple[float, float]:
    """Return the least value, and how far the greatest is from it, never 0."""
    least, most = min(values, default=0), max(values, default=0)
    return least, (most - least) or 1
