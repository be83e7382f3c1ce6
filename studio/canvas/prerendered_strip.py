"""Lines of pieces whose terminal output is rendered once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import ANSIToTruecolor, LineFilter
from textual.strip import Strip

from latticeville.draw.tilemap.color import RGB
from studio.ui.color16 import style_of_16
from studio.ui.color256 import Color256Filter, convert_style

RESET = "\x1b[0m"


class StripPiece(NamedTuple):
    """A stretch of a line, and what the terminal is sent for it."""

    segments: tuple[Segment, ...]
    sequence: str


class Ink(NamedTuple):
    """A style, and what the terminal is sent before and after what is written in it."""

    style: Style
    before: str
    after: str


def make_ink(style: Style, system: ColorSystem) -> Ink:
    """Return an ink; colours alone are not reset after it, since what follows has colours of its
    own."""
    if system is ColorSystem.EIGHT_BIT:
        style = convert_style(style)
    elif system is ColorSystem.STANDARD:
        style = style_of_16(style)
    ansi = Strip.render_ansi(style, system)
    if style.color and style.bgcolor and style == Style(color=style.color, bgcolor=style.bgcolor):
        return Ink(style, f"\x1b[{ansi}m", "")
    return Ink(style, f"\x1b[0;{ansi}m" if ansi else RESET, RESET if ansi else "")


@lru_cache(maxsize=1 << 15)
def make_rgb_ink(ink: RGB, ground: RGB, system: ColorSystem, *, is_bold: bool = False) -> Ink:
    """Return an ink of two colours; one that is not bold leaves boldness as it is."""
    color, back = ("rgb({},{},{})".format(*one) for one in (ink, ground))
    return make_ink(Style(color=color, bgcolor=back, bold=is_bold or None), system)


def make_piece(text: str, ink: Ink) -> StripPiece:
    """Return a stretch of one look."""
    return StripPiece((Segment(text, ink.style),), f"{ink.before}{text}{ink.after}")


def join_pieces(pieces: Sequence[StripPiece]) -> StripPiece:
    """Return pieces as one."""
    return StripPiece(
        tuple(chain.from_iterable([one.segments for one in pieces])),
        "".join([one.sequence for one in pieces]),
    )


class PrerenderedStrip(Strip):
    """A line of pieces; whatever cuts or changes it makes an ordinary strip of it.

    What only such a strip has is not there before it is asked for: most lines are sent as they are
    and forgotten.
    """

    def __init__(self, pieces: Sequence[StripPiece], cells: int) -> None:
        self._pieces, self._cells = pieces, cells
        self._sequence = "".join([one.sequence for one in pieces]) + RESET

    def __getattr__(self, name: str) -> object:
        """Become an ordinary strip as well."""
        if name not in Strip.__slots__:
            raise AttributeError(name)
        super().__init__(chain.from_iterable([one.segments for one in self._pieces]), self._cells)
        return getattr(self, name)

    @property
    def cell_length(self) -> int:
        """Cells from end to end."""
        return self._cells

    def render(self, console: Console) -> str:
        """Return what the terminal is sent."""
        del console
        return self._sequence

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """Return the line cut at some cells; most often it is wanted whole."""
        wanted = list(cuts)
        return [self] if wanted == [self.cell_length] else super().divide(wanted)

    def apply_filter(self, filter: LineFilter, background: Color) -> Strip:  # noqa: A002 - as Textual calls it
        """Return the line through a filter; its colours are those of the terminal already."""
        is_ready = isinstance(filter, ANSIToTruecolor | Color256Filter)
        return self if is_ready else super().apply_filter(filter, background)
