"""What cells hold of a resource: whole units and thousandths, growing back while nobody looks."""

from collections.abc import Mapping

import msgspec

from latticeville.world.model.survival import Growth


class Stock(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The thousandths of a unit that a cell held at a survival step."""

    amount: int
    step: int


class ResourceLayer(msgspec.Struct, frozen=True):
    """The stock of cells that hold less than their maximum, by index; all other cells are full."""

    stocks: Mapping[int, Stock] = {}

    def amount(self, cell: int, most: int, growth: Growth, step: int) -> int:
        """Return the thousandths in a cell.

        A cell may hold more than its maximum, which then does not grow: what somebody dropped
        there. `most` is the maximum of the cell in thousandths.

        >>> ResourceLayer({4: Stock(500, 10)}).amount(4, 10_000, Growth(((1, 100_000),)), 12)
        2500
        """
        stock = self.stocks.get(cell)
        if stock is None or stock.amount >= most:
            return stock.amount if stock else most
        return min(most, stock.amount + growth.grown_between(most, stock.step, step))

    def add(
        self, changes: Mapping[int, int], most: Mapping[int, int], growth: Growth, step: int
    ) -> "ResourceLayer":
        """Return the layer after thousandths were added to cells, or taken out of them where they
        are negative.

        Cells that are just full again are forgotten.

        Raises:
            ValueError: A cell holds less than is taken.
        """
        stocks = {
            cell: stock
            for cell, stock in self.stocks.items()
            if not _is_full(stock, most.get(cell, 0), growth, step)
        }
        is_sorted = stocks.keys() >= changes.keys()
        for cell, change in sorted(changes.items()):
            left = self.amount(cell, most.get(cell, 0), growth, step) + change
            if left < 0:
                raise ValueError(f"cell {cell} holds less than {-change} thousandths")
            stocks[cell] = Stock(left, step)
            if left == most.get(cell, 0):
                del stocks[cell]
        return ResourceLayer(stocks if is_sorted else dict(sorted(stocks.items())))


def _is_full(stock: Stock, most: int, growth: Growth, step: int) -> bool:
    """Tell whether a cell holds just its maximum at a step."""
    lacks = most - stock.amount
    return lacks == 0 or (lacks > 0 and growth.grown_between(most, stock.step, step) >= lacks)


FULL = ResourceLayer()
"""The layer of a resource of which no cell holds less than its maximum."""


def split_units(
    available: int, wanted: Mapping[str, int], shares: Mapping[str, int], order: tuple[str, ...]
) -> dict[str, int]:
    """Return how many whole units each gets out of a cell: by shares, at most what they want,
    nothing lost.

    What rounding leaves goes one unit each in `order`, then again, to those who want more.

    >>> split_units(5, {"ada": 5, "bob": 5}, {"ada": 1, "bob": 1}, ("bob", "ada"))
    {'ada': 2, 'bob': 3}
    """
    total = sum(shares.values())
    got = {
        who: min(wanted[who], available * shares[who] // total) if total else 0 for who in wanted
    }
    left = min(available, sum(wanted.values())) - sum(got.values())
    while left > 0:
        for who in order:
            if left and got[who] < wanted[who]:
                got[who] += 1
                left -= 1
    return got
