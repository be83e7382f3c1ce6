"""Text in styled pieces, cut and wrapped by terminal cells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color, ColorParseError
from textual.strip import Strip

from latticeville.core.printable import make_printable
from studio.ui.color16 import style_of_16
from studio.ui.theme import ANSI, PREFIX

PLAIN, QUIET, STRONG, WARM, ALARM = "plain", "quiet", "strong", "warm", "alarm"
"""Names of styles; a name that begins with “@” is a colour name of the world.

“#rrggbb on #rrggbb” is ink on ground, “#rrggbb” ink alone.
"""

ELLIPSIS = "…"
"""Ends what is cut."""
LEAST = 4
"""Letters that must be alike before they are left out."""


class Span(NamedTuple):
    """A piece of text and the name of its style."""

    text: str
    style: str = PLAIN


class TextRow(NamedTuple):
    """A line of a list: the item that it is part of, its text, a word at its right margin, and what
    it leads to."""

    key: str
    spans: tuple[Span, ...]
    tail: Span = Span("")
    link: str = ""
    whole: str = ""
    """Where the text is cut, all of it: told as long as the cursor is on the line."""


def clean(text: str) -> str:
    """Make a text safe to draw, as all that is printed, on one line of cells: other spaces and
    joiners are spaces."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in make_printable(text))


def clean_border(text: str) -> str:
    """Make a text safe for a border, which would read square brackets as markup."""
    return clean(text).replace("[", "(")


def fold_sign(*, opened: bool) -> Span:
    """Return the mark of what opens, as it is open or not."""
    return Span("▾ " if opened else "▸ ", WARM)


def span_width(spans: Iterable[Span]) -> int:
    """Return how many cells the pieces fill."""
    return sum(cell_len(span.text) for span in spans)


def fit_spans(spans: Sequence[Span], cells: int) -> list[Span]:
    """Cut the pieces to so many cells, with an ellipsis where anything is left out."""
    if span_width(spans) <= cells:
        return list(spans)
    fitted: list[Span] = []
    room = cells - 1
    for text, style in spans:
        size = cell_len(text)
        if size > room:
            fitted.append(Span(set_cell_size(text, max(room, 0)).rstrip() + ELLIPSIS, style))
            break
        fitted.append(Span(text, style))
        room -= size
    return fitted if cells > 0 else []


def wrap_text(text: str, cells: int) -> Iterator[str]:
    """Yield the lines of a text broken at spaces; a word that is too long is broken anywhere."""
    text, cells = clean(text), max(cells, 4)
    size = len if text.isascii() else cell_len
    line, used = "", 0
    for word in text.split(" "):
        more = size(word) + bool(line)
        if used + more <= cells:
            line, used = f"{line} {word}" if line else word, used + more
            continue
        if line:
            yield line
        pieces = chop_cells(word, cells) or [""]
        yield from pieces[:-1]
        line, used = pieces[-1], size(pieces[-1])
    yield line


def fit_lines(text: str, cells: int, most: int) -> list[str]:
    """Return the lines of a text, at most so many; the last ends with an ellipsis, behind a whole
    word, where anything is left out.

    >>> fit_lines("a mill by the river", 8, 1)
    ['a mill…']
    """
    lines = list(wrap_text(text, cells))
    if len(lines) <= most:
        return lines
    if most < 1:
        return []
    last = next(wrap_text(lines[most - 1], cells - 1))
    return [*lines[: most - 1], last.rstrip(" ,;:.") + ELLIPSIS]


def draw_line(
    spans: Sequence[Span], tail: Span, cells: int, styles: Mapping[str, Style], base: Style
) -> Strip:
    """Draw a line: the pieces, then the tail at the right margin, on a ground that fills the whole
    line."""
    room = cells - (cell_len(tail.text) + 1 if tail.text else 0)
    fitted = fit_spans(spans, room) if room > 8 else fit_spans(spans, cells)
    segments = [Segment(span.text, base + styles[span.style]) for span in fitted if span.text]
    used = span_width(fitted)
    if tail.text and room > 8:
        segments.append(Segment(" " * (cells - used - cell_len(tail.text)), base))
        segments.append(Segment(tail.text, base + styles[tail.style]))
    elif used < cells:
        segments.append(Segment(" " * (cells - used), base))
    return Strip(segments, cells)


class TextStyles(dict[str, Style]):
    """Styles by name, worked out from theme variables when first asked for."""

    def __init__(self, variables: Mapping[str, str], *, ansi: bool) -> None:
        super().__init__()
        self._variables, self._ansi = variables, ansi

    def __missing__(self, name: str) -> Style:
        style = Style.parse(name) if name.startswith("#") else self._make(name)
        self[name] = style = style_of_16(style) if self._ansi else style
        return style

    def _make(self, name: str) -> Style:
        if name.startswith("@"):
            return world_style(name[1:], self._variables, ansi=self._ansi)
        if name in (QUIET, "warn"):
            return Style(dim=True) if self._ansi else self._ink("quiet")
        if name == STRONG:
            return Style(bold=True)
        if name == WARM:
            return Style(bold=True) + (Style(color="yellow") if self._ansi else self._ink("accent"))
        if name == ALARM:
            return Style(bold=True) + (Style(color="red") if self._ansi else self._ink("error"))
        return Style()

    def _ink(self, variable: str) -> Style:
        return Style(color=Color.parse(self._variables.get(variable, "#888888")).rich_color)


def world_style(name: str, variables: Mapping[str, str], *, ansi: bool) -> Style:
    """Return the ink of a colour name of the world, in the theme's sense or the terminal's own."""
    if ansi:
        return Style(color=ANSI.get(name, "default"))
    return Style(color=world_color(name, variables).rich_color)


def world_color(name: str, variables: Mapping[str, str]) -> Color:
    """Return the colour that a world calls by a name; one that nobody knows is that of the text."""
    try:
        return Color.parse(
            variables.get(PREFIX + name, name if name.startswith("#") else variables["foreground"])
        )
    except (ColorParseError, KeyError):
        return Color(128, 128, 128)


def shorten_pair(one: str, other: str, cells: int) -> tuple[str, str]:
    """Return two texts of at most so many cells each; what they begin and end with alike is left
    out first.

    >>> shorten_pair("walking to the bed", "walking to the bath", 10)
    ('…bed', '…bath')
    """
    if max(cell_len(one), cell_len(other)) > cells:
        start = _word(one, _alike(one, other))
        if start > LEAST:
            one, other = f"{ELLIPSIS}{one[start:]}", f"{ELLIPSIS}{other[start:]}"
    if max(cell_len(one), cell_len(other)) > cells:
        alike = _word(one[::-1], _alike(one[::-1], other[::-1]))
        if alike > LEAST:
            one, other = (
                f"{one[:-alike].rstrip()}{ELLIPSIS}",
                f"{other[:-alike].rstrip()}{ELLIPSIS}",
            )
    return _cut(one, cells), _cut(other, cells)


def _alike(one: str, other: str) -> int:
    """Return with how many letters two texts begin alike."""
    pairs = zip(one, other, strict=False)
    return next(
        (place for place, pair in enumerate(pairs) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _word(text: str, alike: int) -> int:
    """Return where the word begins in which two texts begin to differ."""
    return text.rfind(" ", 0, alike) + 1


def _cut(text: str, cells: int) -> str:
    return "".join(span.text for span in fit_spans((Span(text),), cells))


def hanging_rows(
    key: str, head: str, text: str, cells: int, style: str, link: str = ""
) -> Iterator[TextRow]:
    """Yield the lines of a text behind a head, under which they stand."""
    for line in wrap_text(text, cells - len(head)):
        yield TextRow(key, (Span(head, style), Span(line, style)), link=link)
        head = " " * len(head)
