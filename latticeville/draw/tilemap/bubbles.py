"""Speech bubbles on a map: the first words of who talks, where nobody stands and within what is in
sight."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from latticeville.core.geometry import Box, Cell

LONGEST = 24
"""Most columns of a bubble."""
MOST = 8
"""Most bubbles at once."""
Texts = dict[int, dict[int, str]]
"""Texts of cells by row, then by column of the map."""
_OFFSETS = ((0, -1), (0, 1), (1, -1), (-1, 1), (0, -2), (0, 2))
"""Where a bubble is tried, as its first column and its row beside the speaker."""


class Utterance(NamedTuple):
    """Who speaks or thinks where, and their words."""

    cell: Cell
    words: str
    quotes: str = "“”"
    """The signs before and behind the words."""


def place_bubbles(
    utterances: Iterable[Utterance], view: Box, columns: int, taken: Collection[Cell]
) -> Texts:
    """Return the texts of bubbles by cell; one that has no room is left out."""
    placed: Texts = {}
    used = set(taken)
    for count, one in enumerate(utterances):
        if count == MOST:
            break
        text = _shorten(one)
        for cells in _places(one.cell, -(-len(text) // columns), view):
            if used.isdisjoint(cells):
                used.update(cells)
                row = placed.setdefault(cells[0].y, {})
                for place, cell in enumerate(cells):
                    row[cell.x] = text[place * columns : (place + 1) * columns].ljust(columns)
                break
    return placed


def _shorten(one: Utterance) -> str:
    plain = " ".join(one.words.split())
    cut = plain if len(plain) <= LONGEST - 2 else f"{plain[: LONGEST - 3].rstrip()}…"
    return f"{one.quotes[0]}{cut}{one.quotes[1]}"


def _places(speaker: Cell, width: int, view: Box) -> Iterator[list[Cell]]:
    """Yield the cells of a bubble of a width, the nearest to the speaker first, all of them in
    sight."""
    if width > view.width or speaker not in view:
        return
    for dx, dy in _OFFSETS:
        y = speaker.y + dy
        if view.y <= y < view.y + view.height:
            left = min(max(speaker.x + dx, view.x), view.x + view.width - width)
            yield [Cell(x, y) for x in range(left, left + width)]
