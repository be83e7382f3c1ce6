"""The network of who knows whom as a drawing: people on a circle by group, a line for each pair."""

from collections.abc import Iterator
from math import cos, pi, sin

from latticeville.draw.figure import ALARM, HUES, QUIET, dot, figure, stroke, text
from latticeville.reports.relationships.network import Network

SIZE, RADIUS, TOP = 720, 250, 40
"""Pixels: of the drawing, of the circle, and above it."""
LEAST, MOST = 0.5, 5.0
"""The width of a line between two who are not close at all, and between two who could not be closer."""


def network_svg(found: Network, title: str) -> bytes:
    """Return the drawing; a line is as wide as two are close, dashed where only one knows the
    other."""
    order = [who for group in found.groups for who in group]
    middle = SIZE / 2
    angles = {who: 2 * pi * place / max(1, len(order)) - pi / 2 for place, who in enumerate(order)}
    at = {
        who: (middle + RADIUS * cos(angle), middle + TOP + RADIUS * sin(angle))
        for who, angle in angles.items()
    }
    told = f"{found.pairs} pairs know each other at {found.when}; density {found.density or 0:.2f}"
    head = [text((14, 22), title, size=14), text((14, 40), told, QUIET)]
    return figure(title, SIZE, SIZE + TOP, [*head, *_lines(found, at), *_people(found, at, angles)])


def _lines(found: Network, at: dict[str, tuple[float, float]]) -> Iterator[str]:
    close = {(one.who, one.other): one.closeness for one in found.acquaintances}
    for one in found.acquaintances:
        if one.is_mutual and one.who > one.other:
            continue
        mean = (one.closeness + close.get((one.other, one.who), one.closeness)) / 2
        width = LEAST + mean * (MOST - LEAST)
        is_bridge = (one.who, one.other) in found.bridges
        ink = ALARM if is_bridge else "#a0aec0"
        yield stroke(at[one.who], at[one.other], ink, width, "" if one.is_mutual else "4 4")


def _people(
    found: Network, at: dict[str, tuple[float, float]], angles: dict[str, float]
) -> Iterator[str]:
    for one in found.members:
        x, y = at[one.who]
        side = cos(angles[one.who])
        anchor = "middle" if abs(side) < 0.2 else "start" if side > 0 else "end"
        out = 14 if sin(angles[one.who]) >= 0 else -8
        shift = 0 if anchor == "middle" else 10 if anchor == "start" else -10
        drop = out + 4 if anchor == "middle" else 4
        told = f"{one.name}: knows {one.knows}, known by {one.known_by}, group {one.group}"
        yield dot((x, y), HUES[(one.group - 1) % len(HUES)], 6 + 12 * one.betweenness, told)
        yield text((x + shift, y + drop), one.name, anchor=anchor)
