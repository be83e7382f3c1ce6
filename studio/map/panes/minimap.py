"""The small map: the whole map, and the part in the window."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import single
from latticeville.world.model.grid import VOID
from studio.canvas.palette import GROUND, MapLight, MapPalette
from studio.canvas.scale import Scale
from studio.canvas.zoom import ShrunkRows
from studio.map.model.map_model import MapModel
from studio.ui.cached_widget import CachedWidget


class Minimap(CachedWidget):
    """One cell stands for k × k; the part in sight is reversed, and a click goes there."""

    class Gone(Message):
        """Somebody wants to see another part."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._map_model: MapModel | None = None
        self._small = ShrunkRows()
        self._rows: tuple[str, ...] = ()
        self._seen = Box(0, 0, 1, 1)
        self._scale = Scale()
        self._styles: dict[str, Style] = {}
        self.border_title = "Whole map"

    def on_mount(self) -> None:
        """Mix the colours anew whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._restyle())

    def _restyle(self) -> None:
        self._styles = {}
        self.refresh()

    def show(self, map_model: MapModel) -> None:
        """Show another edition, if it can be seen at all."""
        self._map_model = map_model
        if not self.display or not self.size.width:
            return
        scale = Scale.fit_letters(map_model.grid, self.size.width, self.size.height)
        rows = self._small.rows(map_model.grid, scale.factor)
        if rows != self._rows or scale != self._scale:
            self._rows, self._scale = rows, scale
            self._styles = {}
            self.refresh()

    def show_camera(self, seen: Box) -> None:
        """Show which part is in sight."""
        if seen != self._seen:
            self._seen = seen
            self.refresh()

    def on_resize(self) -> None:
        """Make it as large as it can be."""
        if self._map_model:
            self.show(self._map_model)

    def on_show(self) -> None:
        """Catch up with what was drawn while it was hidden."""
        self.on_resize()

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        cells = self.size.width
        if y >= len(self._rows):
            return Strip.blank(cells, self.ground)
        seen = self._scale.box_to_view(self._seen)
        segments = []
        for x, glyph in enumerate(self._rows[y]):
            style = self._style(glyph)
            inside = Cell(x, y) in seen
            shown = " " if glyph == VOID else single(glyph)
            segments.append(Segment(shown, style + Style(reverse=True) if inside else style))
        return Strip(
            [*segments, Segment(" " * (cells - len(segments)), self.ground)], cells
        ).simplify()

    def _style(self, glyph: str) -> Style:
        if glyph not in self._styles and self._map_model:
            paint = MapPalette(
                self.app.theme_variables,
                self.background_colors[1],
                MapLight(),
                ansi=self.app.native_ansi_color,
                share=GROUND,
            )
            tile = self._map_model.grid.legend.get(glyph)
            self._styles[glyph] = paint.tile(tile) if tile else self.ground
        return self._styles.get(glyph, self.ground)

    def _go(self, event: events.MouseEvent) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            factor = self._scale.cells_across
            self.post_message(
                self.Gone(Cell(offset.x * factor + factor // 2, offset.y * factor + factor // 2))
            )

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go there."""
        event.stop()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Go along with the mouse while it is pressed."""
        if event.button:
            self._go(event)
