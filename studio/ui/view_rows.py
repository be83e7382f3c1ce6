"""Rows of reports as rows of a list: columns, wrapping, expanded children."""

from collections.abc import Container, Iterable, Iterator, Sequence

from rich.cells import cell_len

from latticeville.reports.plain_text import meter
from latticeville.reports.rows import (
    CastTarget,
    Column,
    ItemTarget,
    MemoryTarget,
    RetrievalTarget,
    TextPart,
    TickTarget,
    ViewRow,
)
from studio.ui.text import (
    QUIET,
    STRONG,
    WARM,
    Span,
    TextRow,
    clean,
    fit_spans,
    fold_sign,
    span_width,
    wrap_text,
)

OPTIONAL = 96
"""Cells from which on a table has its optional columns."""
METER, WIDE_METER = 76, 110
"""Cells from which on numbers have bars, and from which on wide ones."""
Kept = dict[str, tuple[object, tuple[TextRow, ...]]]
"""Lines by the key of their row, each with what they were made of."""


class PaintedView:
    """The lines of a view; `views` and `inside` say by key which row a line is of, and in which row
    that folds.

    What folds below a row is shown while `opened` has its key. With `kept`, only lines of which the
    row or the width has changed are made anew.
    """

    def __init__(
        self,
        rows: Iterable[ViewRow],
        cells: int,
        opened: Container[str] = (),
        kept: Kept | None = None,
    ) -> None:
        self.views: dict[str, ViewRow] = {}
        self.inside: dict[str, str] = {}
        self.cells = cells
        """The width that they were painted for."""
        self._opened, self._kept = opened, {} if kept is None else kept
        self.rows = list(self._paint(rows, 0, ""))

    def _paint(self, rows: Iterable[ViewRow], margin: int, inside: str) -> Iterator[TextRow]:
        found = list(rows)
        label = max((cell_len(row.label) for row in found), default=0)
        for row in found:
            self.views[row.key], self.inside[row.key] = row, inside
            made_of = (
                row[1:5],
                row.children is None,
                row.key in self._opened,
                margin,
                label,
                self.cells,
            )
            if self._kept.get(row.key, (None,))[0] != made_of:
                self._kept[row.key] = made_of, tuple(self._lines(row, margin, label))
            yield from self._kept[row.key][1]
            if row.children and row.key in self._opened:
                yield from self._paint(
                    row.children(), margin + (label + 4 if label else 2), row.key
                )

    def _lines(self, row: ViewRow, margin: int, label: int) -> Iterable[TextRow]:
        """Return the lines of a row: margin, label or cells, the mark of what opens, and the
        text."""
        if not row.parts:
            return [TextRow(row.key, ())]
        body = row.parts[len(row.columns) :]
        head = [Span(" " * margin)]
        head += [_cell(part, column, self.cells) for part, column in _cells(row, self.cells)]
        after = [Span(" " * span_width(head))]
        if label:
            bar = "│ " if margin else " "
            head.append(Span(f"{row.label:<{label + 1}}{bar}", QUIET))
            after.append(Span(f"{'':<{label + 1}}{bar}", QUIET))
        if row.children:
            head.append(fold_sign(opened=row.key in self._opened))
            after.append(Span("  "))
        elif row.columns or (margin and not label):
            head.append(Span("  "))
            after.append(Span("  "))
        return self._cut(row, head, body) if row.single else self._broken(row, head, after, body)

    def _cut(self, row: ViewRow, head: list[Span], body: Sequence[TextPart]) -> Iterator[TextRow]:
        """Yield one line; below it all of the text, where it is open and was cut in a table."""
        tail, link, opened = _tail(row), _link(row), row.key in self._opened
        room = self.cells - span_width(head) - (cell_len(tail.text) + 1 if tail.text else 0)
        spans = [_span(part) for part in body]
        text = "".join(span.text for span in spans)
        cut = cell_len(text) > room
        shown = fit_spans([*head, *fit_spans(spans, room)], self.cells)
        yield TextRow(row.key, _filled(shown), tail, link, text if cut and not opened else "")
        for piece in wrap_text(text, self.cells - 4) if cut and opened and row.columns else ():
            yield TextRow(row.key, (Span("    "), Span(piece, STRONG)), Span(""), link)

    def _broken(
        self, row: ViewRow, head: list[Span], after: list[Span], body: Sequence[TextPart]
    ) -> Iterator[TextRow]:
        """Yield the text in as many lines as it needs; a name at the right gives way to it."""
        tail, link, room = _tail(row), _link(row), self.cells - span_width(head)
        if (
            isinstance(row.target, CastTarget)
            and span_width(map(_span, body)) + cell_len(tail.text) >= room
        ):
            tail = Span("")
        for spans in wrapped(body, room - (cell_len(tail.text) + 1 if tail.text else 0)):
            yield TextRow(row.key, _filled([*head, *spans]), tail, link)
            head, tail = after, Span("")


def wrapped(parts: Sequence[TextPart], cells: int) -> Iterator[list[Span]]:
    """Yield the lines of a text in parts, broken at spaces and where the text itself is."""
    rest = [each for part in parts for each in _split(part)]
    line: list[Span] = []
    for span in [*rest, Span("\n")]:
        if span.text != "\n":
            line.append(span)
            continue
        text = "".join(each.text for each in line)
        margin = place = len(text) - len(text.lstrip(" "))
        for piece in wrap_text(text[margin:], cells - margin):
            place = text.index(piece, place)
            yield [Span(" " * margin), *_slice(line, place, place + len(piece))]
            place += len(piece)
        line = []


def _split(part: TextPart) -> Iterator[Span]:
    """Yield the lines of a part, and a line break between each two."""
    for turn, text in enumerate(part.text.split("\n")):
        if turn:
            yield Span("\n")
        yield Span(clean(text), _style(part))


def _slice(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """Return what stands from one letter to another."""
    found, at = list[Span](), 0
    for text, style in spans:
        piece = text[max(0, start - at) : max(0, end - at)]
        found += [Span(piece, style)] if piece else []
        at += len(text)
    return found


def _filled(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(span for span in spans if span.text)


def _cells(row: ViewRow, cells: int) -> list[tuple[TextPart, Column]]:
    """Return the cells of a row for which there is room."""
    pairs = zip(row.parts, row.columns, strict=False)
    return [(part, column) for part, column in pairs if not column.optional or cells >= OPTIONAL]


def _cell(part: TextPart, column: Column, cells: int) -> Span:
    """Return a cell, as wide as its column and a space; a number with a bar where there is room for
    one."""
    bar = 6 if cells >= WIDE_METER else 4 if cells >= METER else 0
    room = (bar + 5 if bar else 4) if column.meter else column.width
    text = clean(part.text) if part.meter is None else meter(part.meter, bar)
    text = "".join(span.text for span in fit_spans((Span(text),), room))
    space = " " * (room - cell_len(text))
    return Span(f"{space}{text} " if column.right else f"{text}{space} ", _style(part))


def _tail(row: ViewRow) -> Span:
    """Return what stands at the right: the row's own word, and an arrow where enter leads
    elsewhere."""
    leads = (
        isinstance(row.target, TickTarget | RetrievalTarget | MemoryTarget) and row.children is None
    )
    text = clean(row.tail.text)
    if leads:
        return Span(f"{text} →" if text else "→", QUIET if text else WARM)
    return Span(text, row.tail.emphasis)


def _link(row: ViewRow) -> str:
    """Return the id of what a line leads to, by which lines are found and marked."""
    if isinstance(row.target, ItemTarget):
        return row.target.id
    return row.target.who or row.target.area if isinstance(row.target, CastTarget) else ""


def _span(part: TextPart) -> Span:
    return Span(clean(part.text), _style(part))


def _style(part: TextPart) -> str:
    return f"@{part.color}" if part.color else part.emphasis
