"""Rows of a long list that are made when they are drawn."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from studio.ui.text import TextRow

DRAWN = 512
"""Rows that are kept: more than are in sight."""


class RowName(NamedTuple):
    """What a list must know of a row that is not made: its key, and what it leads to."""

    key: str
    link: str


class LazyRows(Sequence[TextRow]):
    """Rows of which only the names are known; `make` returns the row at a place."""

    def __init__(self, names: Sequence[RowName], make: Callable[[int], TextRow]) -> None:
        self.names = names
        self._make = lru_cache(DRAWN)(make)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.names)

    @overload
    def __getitem__(self, place: int) -> TextRow: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[TextRow]: ...

    def __getitem__(self, place: int | slice) -> TextRow | Sequence[TextRow]:
        """Return the row at a place, or the rows of a stretch."""
        places = range(len(self.names))
        if isinstance(place, slice):
            return [self._make(each) for each in places[place]]
        return self._make(places[place])


def name_rows(rows: Sequence[TextRow]) -> Iterator[RowName]:
    """Yield the key and the link of each row, without making any."""
    if isinstance(rows, LazyRows):
        yield from rows.names
    else:
        yield from (RowName(row.key, row.link) for row in rows)
