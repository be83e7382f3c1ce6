"""The tool in use, its glyph and settings, and what it would draw at the cursor.

A tool is a word. `shape` returns the cells that it covers, and `edit` turns them into an edit, so
the preview shows what will be drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from latticeville.core.geometry import Box, Cell, line
from latticeville.world.model.grid import Tile
from studio.map.model.ground import crossed_glyphs, is_barrier, scattered_glyphs
from studio.project.documents.cell_shapes import (
    CellSpan,
    box_between,
    brush_cells,
    ellipse_cells,
    flood_spans,
    joined_line,
    matching_spans,
    rectangle_cells,
    span_cells,
)
from studio.project.documents.stamp import Stamp
from studio.project.edits.edit import Edit
from studio.project.edits.paint import paint_cells, paint_glyphs, paint_spans
from studio.project.edits.resources import PaintResource
from studio.project.formats.map_text import MapText

Tool = Literal[
    "hand",
    "pencil",
    "eraser",
    "line",
    "rectangle",
    "ellipse",
    "fill",
    "replace",
    "select",
    "stamp",
    "area",
    "room",
    "add box",
    "subtract box",
    "grab",
    "door",
    "object",
    "person",
    "resource",
]
ANCHORED: frozenset[Tool] = frozenset(
    {"line", "rectangle", "ellipse", "area", "room", "add box", "subtract box"}
)
"""Tools that go from an anchor to the cursor; selecting a box does too."""
STROKES: frozenset[Tool] = frozenset({"pencil", "eraser", "resource"})
"""Tools that draw as they go."""
BOXES: frozenset[Tool] = frozenset({"area", "room", "add box", "subtract box"})
"""Tools that draw no glyphs but a box of an area."""
PLACING: frozenset[Tool] = frozenset({"door", "object", "person"})
"""Tools that wait for the cell at which something is to be placed."""
SELECTING = ("box", "joined", "alike")
"""How cells are selected: those of a box, those that hang together and look alike, all that look
alike."""
Selecting = Literal["instead", "more", "less"]
"""What becomes of the cells that were selected before."""
LARGEST = 9
"""The widest brush."""


class ToolState(msgspec.Struct, frozen=True):
    """A tool and all that it needs to know; changing it changes no project."""

    tool: Tool = "hand"
    ink: str = ""
    ground: str = ""
    """What the eraser leaves."""
    size: int = 1
    filled: bool = False
    """Whether shapes are filled; by default, those of walls are not."""
    joined: bool = False
    """Whether lines go on from where they ended, without gaps, and cross other ground as roads,
    rivers and hedges do."""
    tiles: Mapping[str, Tile] = {}
    """What the glyphs of the legend mean."""
    scattered: Mapping[str, str] = {}
    """The glyphs of plants on the ground that are filled together with each glyph."""
    selecting: int = 0
    anchor: Cell | None = None
    down: bool = False
    """Whether the pencil touches the map."""
    stamp: Stamp | None = None
    chosen: frozenset[Cell] = frozenset()
    """The selected cells."""
    resource: tuple[str, int] = ("food", 5)
    """The resource that is painted, and its units per cell."""

    def initial(self, tiles: Mapping[str, Tile], rows: Sequence[str]) -> "ToolState":
        """Return the state to begin with: a wall to draw, the commonest ground to erase."""
        walls = [
            glyph for glyph, tile in tiles.items() if tile.terrain == "wall" or not tile.walkable
        ]
        text = "".join(rows[:200])
        floors = [glyph for glyph, tile in tiles.items() if tile.walkable] or [*tiles, "."]
        ground = max(floors, key=text.count)
        wall = next(
            (glyph for glyph in walls if tiles[glyph].terrain == "wall"),
            walls[0] if walls else ground,
        )
        return msgspec.structs.replace(self.with_ink(wall, tiles.get(wall)), ground=ground)

    def with_ink(self, ink: str, tile: Tile | None) -> "ToolState":
        """Return the state that draws with a glyph: shapes of walls as outlines, others filled."""
        wall = tile is not None and is_barrier(tile)
        return msgspec.structs.replace(self, ink=ink, filled=not wall)

    def with_tiles(self, tiles: Mapping[str, Tile]) -> "ToolState":
        """Return the state with what the glyphs of a legend mean for fills and joined lines."""
        return msgspec.structs.replace(self, tiles=tiles, scattered=scattered_glyphs(tiles))

    @property
    def needs_anchor(self) -> bool:
        """Whether the tool goes from an anchor to the cursor."""
        return self.tool in ANCHORED or (
            self.tool == "select" and SELECTING[self.selecting] == "box"
        )

    @property
    def shows_box(self) -> bool:
        """Whether a box is shown before it draws, and no glyphs."""
        selects_box = self.tool == "select" and self.needs_anchor
        return self.tool in BOXES or self.tool in PLACING or selects_box

    @property
    def is_complete(self) -> bool:
        """Whether all is known that it takes to draw: a tool that needs an anchor has one."""
        return not self.needs_anchor or self.anchor is not None

    @property
    def description(self) -> str:
        """What the tool does, in a few words."""
        match self.tool:
            case "rectangle" | "ellipse":
                return f"{self.tool}, {'filled' if self.filled else 'outline'}"
            case "pencil" | "eraser" | "resource":
                return self._stroke_description()
            case "select":
                return f"select {('box', 'connected', 'all equal')[self.selecting]}"
            case "stamp":
                return f"stamp {self.stamp.width}×{self.stamp.height}" if self.stamp else "stamp"
            case "door" | "object" | "person":
                return f"{self.tool}: where?"
        line_name = "joined line" if self.joined else "line"
        names = {"room": "room with walls and floor", "line": line_name}
        return names.get(self.tool, self.tool)

    def _stroke_description(self) -> str:
        size = f" {self.size}×{self.size}" if self.size > 1 else ""
        name = (
            f"{self.resource[1]} {self.resource[0]} per cell"
            if self.tool == "resource"
            else self.tool
        )
        return f"{name}{size}{', down' if self.down else ''}"

    def with_tool(self, tool: Tool) -> "ToolState":
        """Return the state with a tool in use; the same tool again turns it to its other use."""
        again = tool == self.tool
        return msgspec.structs.replace(
            self,
            tool=tool,
            anchor=None,
            down=False,
            filled=not self.filled if again and tool in ("rectangle", "ellipse") else self.filled,
            joined=not self.joined if again and tool == "line" else self.joined,
            selecting=(self.selecting + 1) % len(SELECTING)
            if again and tool == "select"
            else self.selecting,
        )

    def after_drawing(self, cursor: Cell) -> "ToolState":
        """Return the state once the tool has drawn: a joined line goes on from its end."""
        goes_on = self.tool == "line" and self.joined
        return msgspec.structs.replace(self, anchor=cursor if goes_on else None)

    def step_back(self) -> "ToolState | None":
        """Return the state after one step back, or None where nothing is left to let go of."""
        if self.anchor or self.down:
            return msgspec.structs.replace(self, anchor=None, down=False)
        if self.tool in ("stamp", "grab") or self.tool in PLACING:
            return self.with_tool("hand")
        if self.chosen:
            return msgspec.structs.replace(self, chosen=frozenset())
        return None if self.tool == "hand" else self.with_tool("hand")

    def box(self, cursor: Cell) -> Box:
        """Return the box from the anchor to the cursor."""
        return box_between(self.anchor or cursor, cursor)

    def preview(self, rows: MapText, cursor: Cell, within: Box) -> Mapping[Cell, str]:
        """Return the cells that are marked before the tool draws, each with the glyph for it."""
        if self.shows_box:
            return dict.fromkeys(rectangle_cells(self.box(cursor), filled=False), "")
        return {} if self.tool in ("hand", "grab") else self.shape(rows, cursor, within)

    def shape(self, rows: MapText, cursor: Cell, within: Box | None = None) -> Mapping[Cell, str]:
        """Return the glyphs that would land, as far as they lie in a box where one is given."""
        match self.tool:
            case "fill":
                spans = flood_spans(rows, cursor, within, also=self._scattered_at(rows, cursor))
                return dict.fromkeys(span_cells(spans), self.ink)
            case "replace" if rows.glyph(cursor):
                return dict.fromkeys(
                    span_cells(matching_spans(rows, rows.glyph(cursor), within)), self.ink
                )
            case "stamp" if self.stamp:
                return self.stamp.glyphs_at(cursor)
        inks = {"eraser": self.ground, "resource": ""}
        drawn = dict.fromkeys(self._drawn(cursor), inks.get(self.tool, self.ink))
        return self._cross(rows, drawn) if self.tool == "line" and self.joined else drawn

    def _cross(self, rows: MapText, drawn: Mapping[Cell, str]) -> Mapping[Cell, str]:
        """Return the glyphs of a line, with what lies where it meets other ground."""
        crossed = crossed_glyphs(self.ink, self.tiles)
        return {cell: crossed.get(rows.glyph(cell), glyph) for cell, glyph in drawn.items()}

    def fill_spans(self, rows: MapText, cursor: Cell) -> list[CellSpan]:
        """Return the cells that a fill takes: those alike, with the plants that stand there."""
        return flood_spans(rows, cursor, also=self._scattered_at(rows, cursor))

    def _scattered_at(self, rows: MapText, cursor: Cell) -> str:
        return self.scattered.get(rows.glyph(cursor), "")

    def _drawn(self, cursor: Cell) -> Iterable[Cell]:
        """Return the cells of a stroke or of a shape from the anchor."""
        match self.tool:
            case "pencil" | "eraser" | "resource":
                return brush_cells([cursor], self.size)
            case "line":
                path = joined_line if self.joined else line
                return brush_cells(path(self.anchor or cursor, cursor), self.size)
            case "rectangle":
                return rectangle_cells(self.box(cursor), filled=self.filled)
            case "ellipse":
                return ellipse_cells(self.box(cursor), filled=self.filled)
        return ()

    def edit(self, rows: MapText, cursor: Cell, gesture: int = 0) -> Edit:
        """Return the edit by which the tool draws."""
        match self.tool:
            case "fill":
                return paint_spans(self.fill_spans(rows, cursor), self.ink, "fill")
            case "replace":
                old = rows.glyph(cursor)
                return paint_spans(
                    matching_spans(rows, old) if old else [], self.ink, f"replace all “{old}”"
                )
        return paint_glyphs(self.shape(rows, cursor), self.tool, gesture)

    def stroke(self, start: Cell, end: Cell, gesture: int) -> Edit:
        """Return the edit by which the pencil goes on from a cell to another one, however far that
        is."""
        if self.tool == "resource":
            return PaintResource(
                frozenset(brush_cells(line(start, end), self.size)), *self.resource, gesture
            )
        ink = self.ground if self.tool == "eraser" else self.ink
        return paint_cells(brush_cells(line(start, end), self.size), ink, self.tool, gesture)

    def with_selected(self, rows: MapText, cursor: Cell, how: Selecting = "instead") -> "ToolState":
        """Return the state with cells selected: instead of others, with them, or without these."""
        match SELECTING[self.selecting]:
            case "joined":
                cells = span_cells(flood_spans(rows, cursor))
            case "alike":
                cells = (
                    span_cells(matching_spans(rows, rows.glyph(cursor)))
                    if rows.glyph(cursor)
                    else []
                )
            case _:
                cells = [cell for cell in self.box(cursor).cells() if rows.glyph(cell)]
        found = frozenset(cells)
        kept = {"instead": found, "more": self.chosen | found, "less": self.chosen - found}
        return msgspec.structs.replace(self, anchor=None, chosen=kept[how])

    def with_drawing_tool(self) -> "ToolState":
        """Return the state with a tool that draws: the one in use, or else the pencil."""
        return self.with_tool("pencil") if self.tool in ("hand", "grab", "select") else self

    def with_stamp(self, stamp: Stamp | None) -> "ToolState":
        """Return the state with a stamp in use, unless it is empty."""
        if stamp is None or not stamp.rows:
            return self
        return msgspec.structs.replace(self.with_tool("stamp"), stamp=stamp)
