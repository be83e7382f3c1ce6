"""Ratings: the importance of each sentence, so that none is rated twice."""

from collections.abc import Mapping

from latticeville.mind.memory import AppendOnlyList

RatedSentences = AppendOnlyList[tuple[str, int]]


class Ratings:
    """A frozen table of sentences that shares its storage with the tables that it grew from.

    `retry_after` is the tick before which a model that failed is not asked again.

    >>> short = Ratings().grow({"It rains.": 2})
    >>> long = short.grow({"The oak falls.": 9})
    >>> short.get("The oak falls."), long.get("The oak falls."), long.since(1)
    (0, 9, {'The oak falls.': 9})
    """

    __slots__ = ("_length", "_order", "_places", "retry_after")

    def __init__(
        self,
        order: RatedSentences | None = None,
        retry_after: int = 0,
        places: dict[str, tuple[int, int]] | None = None,
    ) -> None:
        self._order: RatedSentences = AppendOnlyList() if order is None else order
        self._length = len(self._order)
        self._places = places
        self.retry_after = retry_after

    def get(self, sentence: str) -> int:
        """Return the rating, or 0 where there is none."""
        if self._places is None:
            order = enumerate(self._order)
            self._places = {one: (place, rating) for place, (one, rating) in order}
        found = self._places.get(sentence)
        return 0 if found is None or found[0] >= self._length else found[1]

    def grow(self, table: Mapping[str, int], retry_after: int | None = None) -> "Ratings":
        """Return a table with more sentences, none of which it has; a second branch from one
        copies.

        They follow in the order of their letters, which the log keeps.
        """
        fresh = sorted(table.items())
        order, retry_after = (
            self._order.grow(fresh),
            self.retry_after if retry_after is None else retry_after,
        )
        if not order.extends(self._order):
            return Ratings(order, retry_after)
        if self._places is None:
            return Ratings(order, retry_after)
        self._places.update(
            (sentence, (self._length + count, rating))
            for count, (sentence, rating) in enumerate(fresh)
        )
        return Ratings(order, retry_after, self._places)

    @property
    def order(self) -> RatedSentences:
        """The sentences with their ratings, in the order in which they were rated."""
        return self._order

    def since(self, length: int) -> dict[str, int]:
        """Return the sentences from a place on."""
        return dict(self._order.since(length))

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Ratings)
            and self.retry_after == other.retry_after
            and self._order == other._order
        )

    __hash__ = None  # type: ignore[assignment]
