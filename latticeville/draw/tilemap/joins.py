"""Tiles that join their neighbours: which of the four sides, and the box drawing of each
combination."""

from collections.abc import Callable

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
"""Bits of the sides that a tile joins."""
DOUBLE = " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Double lines by the bits of their joined sides."""
SINGLE = "·│─└││┌├─┘─┴┐┤┬┼"
"""Single lines by the bits of their joined sides."""
PILLAR = "■"
"""A wall that joins nothing."""


def join_mask(joins: Callable[[int, int], bool], x: int, y: int) -> int:
    """Return the bits of the sides on which a cell joins its neighbours."""
    return (
        (NORTH if joins(x, y - 1) else 0)
        | (EAST if joins(x + 1, y) else 0)
        | (SOUTH if joins(x, y + 1) else 0)
        | (WEST if joins(x - 1, y) else 0)
    )


def is_upright(mask: int) -> bool:
    """Tell whether a cell joins those above or below it only."""
    return bool(mask & (NORTH | SOUTH)) and not mask & (EAST | WEST)


def wall_line(mask: int) -> str:
    """Return the box drawing of a wall in one column.

    >>> "".join(wall_line(mask) for mask in (NORTH | SOUTH, EAST | WEST, EAST | SOUTH, 0))
    '║═╔■'
    """
    return DOUBLE[mask] if mask else PILLAR


def rail(mask: int) -> str:
    """Return a fence in two columns: what joins to the east goes on into the next cell.

    >>> rail(EAST | WEST), rail(NORTH | SOUTH), rail(WEST | SOUTH)
    ('──', '│ ', '┐ ')
    """
    return SINGLE[mask] + ("─" if mask & EAST else " ")
