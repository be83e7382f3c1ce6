"""A defect of a state machine."""

from typing import NamedTuple


class Defect(NamedTuple):
    """One thing that is wrong: where it is written, and the shortest way to where it shows.

    `row` is the origin of a row, `state`, `counter` or `verb` the name of what is meant; `other` is
    a second row.
    """

    code: str
    what: str
    path: tuple[str, ...] = ()
    row: tuple[str, int] | None = None
    state: str = ""
    counter: str = ""
    verb: str = ""
    other: tuple[str, int] | None = None
