"""What is drawn over the map: previews, overlays, the selection, changes on disk."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from latticeville.core.geometry import Box, Cell
from latticeville.world.model.areas import WORLD
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import (
    BorderLayer,
    FramedArea,
    covered_cells,
    draw_borders,
    draw_names,
)
from studio.canvas.camera import Camera
from studio.canvas.marks import CHOSEN, FRAME, LAID, PICKED, PREVIEW
from studio.canvas.scale import Scale
from studio.canvas.zoom import ZoomedMap
from studio.map.model.drag import SIGNS, handles_by_cell
from studio.map.model.drawing_tools import ToolState
from studio.map.model.layer_filter import LayerFilter
from studio.map.model.map_model import MapModel
from studio.map.model.overlays import OVERLAYS, CellsByRow, has_resources, overlay_cells


class DecoratedMap(Protocol):
    """A view of a project's map."""

    map_model: MapModel | None
    drawn: ZoomedMap | None
    camera: Camera
    cursor: Cell
    areas: int
    layer_filter: LayerFilter
    selection: tuple[str, ...]

    @property
    def tool_state(self) -> ToolState:
        """The tool in use."""

    @property
    def scale(self) -> Scale:
        """The scale that the map is drawn at."""

    @property
    def columns(self) -> int:
        """How many columns a cell takes."""


class MapDecorations:
    """Works out marks, signs and borders from what a map pane shows."""

    def __init__(self, pane: DecoratedMap) -> None:
        self._pane = pane
        self.preview: Mapping[Cell, str] = {}
        """The cells in which the tool would draw, each with its glyph or ""."""
        self.overlay = ""
        """The name of the overlay."""
        self.overlaid: Mapping[Cell, str] = {}
        """The cells that the overlay marks, each with the letter that it is drawn with, or ""."""
        self.changed: frozenset[Cell] = frozenset()
        """Cells that were changed on disk."""
        self._rubber: Box | None = None
        self._columns = {flag: CellsByRow() for flag in (LAID, PICKED, PREVIEW, CHOSEN)}

    def update_preview(self) -> bool:
        """Work out what the tool would draw; tell whether the box from its anchor is another."""
        pane, state, before = self._pane, self._pane.tool_state, self._rubber
        self.preview, self._rubber = {}, None
        if pane.map_model and pane.scale.shows_cells:
            rows = pane.map_model.project.map
            self.preview = state.preview(rows, pane.cursor, pane.camera.box)
            self._rubber = state.box(pane.cursor) if state.shows_box and state.anchor else None
        return self._rubber != before

    def next_overlay(self) -> str:
        """Go on to the next overlay, and return what it shows."""
        model = self._pane.map_model
        names = [
            name for name in OVERLAYS if name != "resources" or (model and has_resources(model))
        ]
        place = names.index(self.overlay) + 1 if self.overlay in names else 0
        self.overlay = names[place % len(names)]
        return OVERLAYS[self.overlay]

    @property
    def follows_cursor(self) -> bool:
        """Whether the overlay is another where the cursor is now."""
        reached = self.overlay == "reachable" and self._pane.cursor in self.overlaid
        return bool(self.overlay) and not reached

    def update_overlay(self) -> bool:
        """Work the overlay out; tell whether there is one, or was."""
        pane, before = self._pane, self.overlaid
        self.overlaid = {}
        if pane.map_model:
            self.overlaid = overlay_cells(
                self.overlay, pane.map_model, pane.cursor, pane.camera.box
            )
        return bool(self.overlay or before)

    def tiles(self, row: int, grid: Grid) -> str:
        """Return a row of the map with what would be drawn in it; "" where nothing would be."""
        if not self._pane.scale.shows_cells or not self.preview:
            return ""
        columns = self._columns[PREVIEW].row(self.preview, row)
        glyphs = {x: self.preview[Cell(x, row)] for x in columns if 0 <= x < grid.width}
        known = {x: glyph for x, glyph in glyphs.items() if glyph in grid.legend}
        letters = list(grid.rows[row])
        for x, glyph in known.items():
            letters[x] = glyph
        return "".join(letters) if known else ""

    def marks(self, row: int) -> dict[int, int]:
        """Return what marks the cells of a row: overlay, selected cells, preview, selection."""
        pane, marks = self._pane, dict[int, int]()
        if pane.scale.shows_cells:
            seen = range(max(pane.camera.x, 0), pane.camera.x + pane.camera.width)
            found: dict[int, Mapping[Cell, str] | frozenset[Cell]] = {
                LAID: self.overlaid,
                PICKED: pane.tool_state.chosen,
                PREVIEW: self.preview,
                CHOSEN: self.changed,
            }
            for flag, cells in found.items():
                _mark(marks, flag, filter(seen.__contains__, self._columns[flag].row(cells, row)))
        for name in pane.selection if pane.map_model else ():
            self._mark_selected(row, name, marks)
        return marks

    def _mark_selected(self, row: int, name: str, marks: dict[int, int]) -> None:
        map_model = self._pane.map_model
        area = bool(map_model and name in map_model.areas.by_id)
        for box in map(self._pane.scale.box_to_view, map_model.boxes_of(name) if map_model else ()):
            bottom, right = box.y + box.height - 1, box.x + box.width - 1
            if box.y <= row <= bottom:
                inside = area and row not in (box.y, bottom)
                columns = (box.x, right) if inside else range(box.x, right + 1)
                _mark(marks, FRAME if area else CHOSEN, columns)

    def draw_borders(self) -> BorderLayer:
        """Return the borders of areas, and over them handles, the box being drawn, and letters."""
        pane, map_model = self._pane, self._pane.map_model
        found = BorderLayer({}, {}, {})
        if map_model and "areas" not in pane.layer_filter.hidden:
            found = self._draw_areas(map_model)
        if self._rubber is not None:
            drawn = draw_borders((FramedArea("", (self._rubber,)),), pane.camera.box)
            for y, row in drawn.borders.items():
                found.names.setdefault(y, {}).update(row)
        for cell, letter in self.overlaid.items() if pane.scale.shows_cells else ():
            if letter and cell in pane.camera.box:
                found.names.setdefault(cell.y, {})[cell.x] = letter
        return found

    def _draw_areas(self, map_model: MapModel) -> BorderLayer:
        """Return the borders of areas with handles; only names in an overview where no borders are
        wanted."""
        pane, view = self._pane, self._pane.camera.box
        if pane.scale.is_overview and not pane.areas:
            return draw_names(self._framed(map_model, 1), view)
        found = draw_borders(
            self._framed(map_model, pane.areas), view, pane.columns, covered_cells(pane.drawn)
        )
        if pane.scale.shows_cells:
            self._add_handles(map_model, found)
        return found

    def _framed(self, map_model: MapModel, which: int) -> Iterator[FramedArea]:
        """Yield the areas in sight: none (0), the outermost (1), or all (2)."""
        pane = self._pane
        seen = pane.scale.box_to_map(pane.camera.box)
        for area in map_model.areas.by_id.values() if which else ():
            wanted = area.id != WORLD and (which == 2 or area.parent == WORLD)
            if wanted and any(box.overlaps(seen) for box in area.boxes):
                yield FramedArea(area.name, tuple(map(pane.scale.box_to_view, area.boxes)))

    def _add_handles(self, map_model: MapModel, found: BorderLayer) -> None:
        """Draw the handles of the selected area."""
        for name in self._pane.selection[:1]:
            boxes = map_model.boxes_of(name) if name in map_model.areas.by_id else ()
            for cell, handle in handles_by_cell(boxes).items():
                found.names.setdefault(cell.y, {})[cell.x] = SIGNS[handle.across, handle.down]


def _mark(marks: dict[int, int], flag: int, columns: Iterable[int]) -> None:
    for x in columns:
        marks[x] = marks.get(x, 0) | flag
