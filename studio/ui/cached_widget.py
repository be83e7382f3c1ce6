"""A widget that draws line by line and caches its lines."""

from typing import Self

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class CachedWidget(Widget):
    """A widget that draws line by line, works out its ground once a paint, and paints only what has
    changed.

    The compositor asks every widget for its lines whenever any other has changed.
    """

    ground = Style.null()
    """The style of what is empty."""
    _painted: tuple[Region, list[Strip]] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines that are asked for."""
        if self._painted is None or self._painted[0] != crop:
            self.ground = self.rich_style
            self._painted = crop, super().render_lines(crop)
        return self._painted[1]

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Have some or all lines drawn again."""
        self._painted = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def notify_style_update(self) -> None:
        """Have all drawn again in another style."""
        self._painted = None
        super().notify_style_update()
