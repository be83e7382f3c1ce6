"""A bordered widget whose lines are ready for the terminal, each kept until it changes."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Self

from rich.color import ColorSystem
from rich.style import Style
from textual.geometry import Region, Spacing
from textual.strip import Strip
from textual.widget import Widget

from studio.canvas.prerendered_strip import PrerenderedStrip, StripPiece, make_ink, make_piece
from studio.canvas.styles import drawn_colors
from studio.ui.cached_widget import CachedWidget

FRAME = Spacing(1, 1, 1, 1)
"""The room that a pane's border takes."""
SIDES = {"╭": "│", "┏": "┃"}
"""The side of a border by its corner."""


class BorderedLines(CachedWidget):
    """Draws the lines that changed as whole lines of pieces; a subclass returns the pieces."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._lines: dict[int, Strip] = {}
        self._side: StripPiece | None = None
        self._captioned: int | None = None
        """The row of the border whose text changes."""

    @abstractmethod
    def pieces(self, y: int, width: int) -> list[StripPiece]:
        """Return a line of the content as pieces."""

    @property
    def _system(self) -> ColorSystem:
        """The colours that are drawn with."""
        return drawn_colors(self.app)

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Have some or all lines drawn again; of another caption only the border."""
        wide = self.size.width + FRAME.width
        if self._captioned is not None and not regions:
            regions = (Region(-1, self._captioned, wide, 1),)
        # Whole lines, or the compositor would cut them out of what is ready.
        regions = tuple(Region(-1, region.y, wide, region.height) for region in regions)
        if repaint and not regions:
            self._lines.clear()
            self._side = None
        for region in regions:
            for y in region.line_range:
                self._lines.pop(y + FRAME.top, None)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def redraw(self) -> None:
        """Have the whole content drawn again, and not the border."""
        self.refresh(Region(0, 0, *self.size))

    def caption(self, title: str, subtitle: str = "") -> None:
        """Write other words on the border."""
        if title != self.border_title:
            self._captioned = -1
            self.border_title = title
        if subtitle != (self.border_subtitle or ""):
            self._captioned = self.size.height
            self.border_subtitle = subtitle
        self._captioned = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines that are asked for: the border as every widget does, the content ready for
        the terminal."""
        width = self.size.width + FRAME.width
        if self.gutter != FRAME or self.opacity < 1 or crop.column_span != (0, width):
            return super().render_lines(crop)
        wanted, known = crop.line_range, self._lines
        missing = [y for y in wanted if y not in known]
        if missing:
            self._draw_lines(missing, width, self.size.height)
        return [known[y] for y in wanted]

    def _draw_lines(self, wanted: Iterable[int], width: int, height: int) -> None:
        filters, back = self.get_line_filters(), self.background_colors[1]
        if self._side is None:
            self.ground = self.rich_style
            corner = next(iter(Widget.render_lines(self, Region(0, 0, width, 1))[0]))
            self._side = make_piece(
                SIDES.get(corner.text, "│"), make_ink(corner.style or Style.null(), self._system)
            )
        for y in wanted:
            if 0 < y <= height:
                pieces = [self._side, *self.pieces(y - FRAME.top, width - FRAME.width), self._side]
                line: Strip = PrerenderedStrip(pieces, width)
                for one in filters:
                    line = line.apply_filter(one, back)
            else:
                (line,) = Widget.render_lines(self, Region(0, y, width, 1))
            self._lines[y] = line

    def render_line(self, y: int) -> Strip:
        """Draw one line of the content."""
        return PrerenderedStrip(self.pieces(y, self.size.width), self.size.width)

    def blanks(self, columns: int) -> list[StripPiece]:
        """Return columns of the empty ground; no piece for none."""
        return [make_piece(" " * columns, make_ink(self.ground, self._system))] if columns else []
