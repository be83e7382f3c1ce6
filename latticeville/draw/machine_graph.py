"""A state machine drawn as text: states as boxes in layers, transitions as numbered arrows.

Layers follow the distance from the start. Every arrow has a column of its own to the right of the
boxes it joins: out of the side of one box, up or down, into the side of the other. So no two arrows
share a line. The numbers are explained below the graph.
"""

from string import ascii_lowercase
from typing import NamedTuple

from latticeville.draw.wires import Sheet, Wire, assign_columns, draw_wires
from latticeville.world.model.machine_text import describe_effect, describe_guard, describe_trigger
from latticeville.world.model.objects import Kind, Transition


class Arrow(NamedTuple):
    """One arrow: its place among all, the states that it joins, and the sign under which its rows
    are told."""

    number: int
    source: str
    target: str
    label: str
    sign: str
    """The numbers of its rows in the table of the kind; a letter where they come from what the kind
    extends."""


class GraphDrawing(NamedTuple):
    """A drawn machine: its lines, and the line and columns of each state's box, for whoever lights
    or clicks it."""

    lines: tuple[str, ...]
    boxes: dict[str, tuple[int, int, int]]


def layers(kind: Kind) -> tuple[tuple[str, ...], ...]:
    """Return the states by their distance from the start; those that no row leads to come last."""
    found: list[tuple[str, ...]] = [(kind.start,)]
    seen = {kind.start}
    while found[-1]:
        after = [
            row.target for state in found[-1] for row in kind.transitions if state in row.sources
        ]
        found.append(tuple(state for state in dict.fromkeys(after) if state not in seen))
        seen.update(found[-1])
    rest = tuple(state for state in kind.states if state not in seen)
    return tuple(filter(None, (*found, rest)))


def arrows(kind: Kind) -> tuple[Arrow, ...]:
    """Return the arrows in the order of the table; rows with the same trigger between the same
    states share one."""
    found: dict[tuple[str, str, str], int] = {}
    order = {
        state: place
        for place, state in enumerate(state for layer in layers(kind) for state in layer)
    }
    for row in kind.written_transitions:
        for source in sorted(row.sources, key=order.__getitem__):
            found.setdefault((source, row.target, describe_trigger(row)), len(found) + 1)
    letters = iter(ascii_lowercase)
    return tuple(
        Arrow(number, *key, _numbers(kind, key) or next(letters, "·"))
        for key, number in found.items()
    )


def _numbers(kind: Kind, key: tuple[str, str, str]) -> str:
    """Return the numbers of the kind's own rows that an arrow stands for, counted from 1; of many
    the outer two."""
    own = [row.origin[1] + 1 for row in _rows(kind, key) if row.origin[0] == kind.id]
    return ",".join(map(str, own)) if len(own) < 3 else f"{own[0]}…{own[-1]}"


def _rows(kind: Kind, key: tuple[str, str, str]) -> list[Transition]:
    """Return the rows from a state to a state with a trigger."""
    return [
        row
        for row in kind.transitions
        if key[0] in row.sources and key[1:] == (row.target, describe_trigger(row))
    ]


def draw(kind: Kind, current: str = "", selected: str = "", *, legend: bool = True) -> GraphDrawing:
    """Return the drawing: the current state has a ● and a double border, the selected one a heavy
    border."""
    states = [state for layer in layers(kind) for state in layer]
    width = max(map(len, states)) + 4
    links = arrows(kind)
    rows = _ports(states, links)
    lines = [[" "] * width for _ in range(rows[states[-1]][1] + 1)]
    for state in states:
        _box(lines, state, *rows[state], is_current=state == current, is_selected=state == selected)
    boxes = {state: (rows[state][0], 0, width) for state in states}
    canvas = _wires(lines, states, links, rows, width)
    told = ["", *(_told(kind, link) for link in links)] if legend and links else []
    return GraphDrawing((*("".join(line).rstrip() for line in canvas), *told), boxes)


def _ports(states: list[str], links: tuple[Arrow, ...]) -> dict[str, tuple[int, int]]:
    """Return the first and last line of each box: a line inside for each end of an arrow, at least
    one."""
    found, top = dict[str, tuple[int, int]](), 0
    for state in states:
        ends = sum((link.source == state) + (link.target == state) for link in links)
        found[state] = (top, top + max(ends, 1) + 1)
        top = found[state][1] + 2
    return found


_PLAIN, _DOUBLE, _HEAVY = ("┌┐└┘", "─", "│"), ("╔╗╚╝", "═", "║"), ("┏┓┗┛", "━", "┃")
"""The corners, the horizontal and the vertical line of a box."""


def _box(
    lines: Sheet, state: str, top: int, bottom: int, *, is_current: bool, is_selected: bool
) -> None:
    corners, flat, side = _HEAVY if is_selected else _DOUBLE if is_current else _PLAIN
    width = len(lines[top])
    lines[top][:] = [corners[0], *flat * (width - 2), corners[1]]
    lines[bottom][:] = [corners[2], *flat * (width - 2), corners[3]]
    for line in range(top + 1, bottom):
        lines[line][0] = lines[line][-1] = side
    for place, letter in enumerate(f"{'●' if is_current else ' '}{state}", start=1):
        lines[top + 1][place] = letter


def _wires(
    lines: Sheet,
    states: list[str],
    links: tuple[Arrow, ...],
    rows: dict[str, tuple[int, int]],
    width: int,
) -> Sheet:
    """Draw every arrow in a column of its own, the shortest nearest to the boxes."""
    free = {state: rows[state][0] + 1 for state in states}
    ends: list[tuple[int, int]] = []
    for link in links:
        leaves = free[link.source]
        free[link.source] += 1
        ends.append((leaves, free[link.target]))
        free[link.target] += 1
    digits = max((len(link.sign) for link in links), default=1)
    wires = [
        Wire(*lines, width + digits + 3 + 2 * place)
        for lines, place in zip(ends, assign_columns(ends), strict=True)
    ]
    span = max((wire.column for wire in wires), default=width) + 1
    sheet = [[*line, *" " * (span - width)] for line in lines]
    draw_wires(sheet, wires, width)
    for link, wire in zip(links, wires, strict=True):
        top, bottom = sorted((wire.leaves, wire.enters))
        sheet[top][wire.column], sheet[bottom][wire.column] = "┐", "┘"
        sheet[wire.enters][width] = "◄"
        sheet[wire.leaves][width + 1 : width + 1 + digits] = f"{link.sign:─>{digits}}"
    return sheet


def _told(kind: Kind, link: Arrow) -> str:
    """Tell what an arrow stands for: what fires it, and what its rows need and do."""
    rows = _rows(kind, (link.source, link.target, link.label))
    told = "; or ".join(filter(None, map(_row, rows)))
    return (
        f"{link.sign:>2} {link.source} → {link.target}: {link.label}{f', {told}' if told else ''}"
    )


def _row(row: Transition) -> str:
    needs = ", ".join(map(describe_guard, row.guards))
    does = ", ".join(map(describe_effect, row.effects))
    return f"{needs}{': ' if needs and does else ''}{does}"
