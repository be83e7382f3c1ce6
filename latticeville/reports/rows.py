"""Rows of a view: text, emphasis, targets and children, without widths."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Emphasis(StrEnum):
    """How a text is set off."""

    PLAIN = "plain"
    QUIET = "quiet"
    STRONG = "strong"
    WARM = "warm"
    ALARM = "alarm"


class TextPart(NamedTuple):
    """A piece of text; a `meter` from 0 to 1 is drawn as a bar beside it, `color` is a colour name
    of the world."""

    text: str
    emphasis: Emphasis = Emphasis.PLAIN
    meter: float | None = None
    color: str = ""


class Column(NamedTuple):
    """A column of a table, with the letters that it needs, bars of a `meter` included.

    An `optional` one gives way where there is little room.
    """

    title: str
    width: int
    right: bool = False
    optional: bool = False
    meter: bool = False


class TickTarget(NamedTuple):
    """A tick of the run, and there somebody."""

    tick: int
    who: str = ""


class MemoryTarget(NamedTuple):
    """A memory of somebody."""

    who: str
    memory: int


class RetrievalTarget(NamedTuple):
    """A retrieval by its place among those of the tick, and there a memory."""

    place: int
    memory: int | None = None


class ItemTarget(NamedTuple):
    """An area, an object or a person."""

    id: str


class CastTarget(NamedTuple):
    """A person, another whom they know, and an area where they are, as far as a row names them."""

    who: str = ""
    other: str = ""
    area: str = ""


class RunTarget(NamedTuple):
    """A tick of the first or the second of two runs (None: of either), and there what differs of
    somebody.

    `what`, `keys` and `sides` are as a `Strand` and its cases have them.
    """

    tick: int
    side: int | None = None
    who: str = ""
    what: str = ""
    keys: tuple[str, str] = ("", "")
    sides: tuple[str, str] = ("", "")


Target = TickTarget | MemoryTarget | RetrievalTarget | ItemTarget | CastTarget | RunTarget


class ViewRow(NamedTuple):
    """A row: a label, text in parts, a word at its end, what it leads to, and the rows that fold
    below it.

    With `columns` there is a part for each, and the last part needs no column: it has the rest of
    the line. A `single` row is cut where it is too long for its line, another is broken into
    several. What folds below a row that is not `printed` is too much for plain text.
    """

    key: str
    parts: tuple[TextPart, ...] = ()
    label: str = ""
    tail: TextPart = TextPart("")
    target: Target | None = None
    children: Callable[[], Iterable["ViewRow"]] | None = None
    columns: tuple[Column, ...] = ()
    single: bool = False
    printed: bool = True

    @property
    def text(self) -> str:
        """All parts in one."""
        return "".join(part.text for part in self.parts)


def line(
    key: str,
    text: str,
    emphasis: Emphasis = Emphasis.PLAIN,
    label: str = "",
    target: Target | None = None,
) -> ViewRow:
    """Return a row of one text."""
    return ViewRow(key, (TextPart(text, emphasis),), label, target=target)


def table_row(
    key: str,
    cells: Iterable[str],
    columns: tuple[Column, ...],
    emphasis: Emphasis = Emphasis.PLAIN,
) -> ViewRow:
    """Return a row of a table, a cell for each of its columns."""
    parts = tuple(TextPart(cell, emphasis) for cell in cells)
    return ViewRow(key, parts, columns=columns, single=True)


def table_titles(columns: tuple[Column, ...]) -> ViewRow:
    """Return the titles of a table's columns."""
    return table_row("titles", (column.title for column in columns), columns, Emphasis.QUIET)


def text_rows(texts: Iterable[str]) -> Iterator[ViewRow]:
    """Yield a row for each line of a text whose letters stand in columns."""
    for place, text in enumerate(texts):
        yield ViewRow(f"line {place}", (TextPart(text),), single=True)


def heading(key: str, text: str, tail: str = "") -> ViewRow:
    """Return the title of a section."""
    return ViewRow(key, (TextPart(text, Emphasis.STRONG),), tail=TextPart(tail, Emphasis.QUIET))


def folds(rows: Iterable[ViewRow]) -> Iterator[str]:
    """Yield the keys of all rows below which others fold."""
    for row in rows:
        if row.children:
            yield row.key
            yield from folds(row.children())


def count(number: int, one: str, more: str = "") -> str:
    """Say how many there are of something.

    >>> count(1, "answer"), count(2500, "answer"), count(4, "person", "people")
    ('1 answer', '2,500 answers', '4 people')
    """
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def reply_origin(source: str) -> str:
    """Say where a reply came from.

    >>> reply_origin("model"), reply_origin("rules"), reply_origin("lost")
    ('from the model', 'from rules', 'not on the tape')
    """
    return {"rules": "from rules", "lost": "not on the tape"}.get(source, f"from the {source}")


def model_cost(tokens: tuple[int, int], seconds: float) -> Iterator[str]:
    """Yield what a reply cost, if it was counted."""
    if any(tokens):
        yield f"{tokens[0]} + {tokens[1]} tokens, {seconds:.2f} s"


def request_rows(key: str, parts: tuple[tuple[str, str], ...]) -> Iterator[ViewRow]:
    """Yield what was sent to a model and what came back, a row for each line of it."""
    for label, text in parts:
        for place, each in enumerate(text.split("\n") if text else ()):
            style = Emphasis.STRONG if label == "reply" else Emphasis.PLAIN
            yield line(f"{key} {label} {place}", each, style, "" if place else label)
