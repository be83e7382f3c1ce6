"""The map of a project: the sketch through the window, and over it what is selected, previewed and laid."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual.message import Message

from latticeville.core.geometry import Box, Cell
from latticeville.world.areas import WORLD
from latticeville.world.grid import Grid
from studio.documents.edit import Edit
from studio.documents.rows import MapText, changed_rows
from studio.documents.shapes import rectangle
from studio.drawing.hand import BOXES, PLACING, Hand
from studio.drawing.handles import SIGNS, handles
from studio.drawing.overlays import overlay
from studio.drawing.rowed import Rowed
from studio.drawing.sketch import Sketch
from studio.panes.frames import NONE, Framed, Frames, frames
from studio.panes.glyph_renderer import CHOSEN, CURSOR, FRAME, LAID, PICKED, PREVIEW
from studio.panes.lens import Drawn
from studio.panes.map_view import MapView
from studio.panes.veil import Layers, Veil
from studio.widgets.spans import bordered

if TYPE_CHECKING:
    from textual.timer import Timer

_NOTHING: Mapping[Cell, str] = {}
FLASH = 1.5
"""Seconds for which what was changed on disk stands out."""


class Sheet(MapView):
    """Shows a sketch, and what a hand would do to it."""

    class Edited(Message):
        """Something is to be done to the project."""

        def __init__(self, edit: Edit) -> None:
            super().__init__()
            self.edit = edit

    class Cancelled(Message):
        """The gesture that was just drawn is not wanted."""

    class Picked(Message):
        """Something on the map was chosen."""

        def __init__(self, name: str, *, more: bool = False) -> None:
            super().__init__()
            self.name, self.more = name, more

    class Handed(Message):
        """The hand or the cursor is another."""

    class Wanted(Message):
        """Something has to be asked before it can be done."""

        def __init__(self, what: str, box: Box) -> None:
            super().__init__()
            self.what, self.box = what, box

    sketch: Sketch | None = None
    """What is drawn on."""
    hand = Hand()
    """What the hand holds."""
    chosen = ""
    """The id of what is selected."""
    others: tuple[str, ...] = ()
    """The ids of what is selected beside it."""
    veil = Layers()
    """Which layers are seen, and which may be touched."""
    laid = ""
    """The overlay."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._preview = _NOTHING
        self._marked: Mapping[Cell, str] = _NOTHING
        self._flashed: frozenset[Cell] = frozenset()
        self._dark: Timer | None = None
        self._rubber: Box | None = None
        self._rowed = {flag: Rowed() for flag in (LAID, PICKED, PREVIEW, CHOSEN)}

    @property
    def whole(self) -> Grid | None:
        """The map of the project."""
        return self.sketch.grid if self.sketch else None

    @property
    def rows(self) -> MapText:
        """The map as it is written."""
        return self.sketch.project.map if self.sketch else MapText((), 0)

    def draw(self) -> Drawn:
        """Return the sketch through the lens."""
        if self.sketch is None:
            raise RuntimeError("nothing was shown yet")
        return Drawn(Veil(self.sketch, self.veil), self.lens, self.drawn)

    def show(self, sketch: Sketch) -> None:
        """Show another edition; only the rows that look otherwise are drawn again."""
        before, self.sketch = self.sketch, sketch
        drawn, self.drawn = self.drawn, self.draw()
        grid = self.drawn.grid
        if before is None or drawn is None or (drawn.grid.width, drawn.grid.height) != (grid.width, grid.height):
            self.camera = self.camera._replace(map_width=grid.width, map_height=grid.height).settled()
            self.cursor = self.on_map(*self.cursor)
        if before is None or drawn is None or before.areas is not sketch.areas or self.lens.factor > 1:
            self.reframe()
        else:
            rows = {y for y, _ in changed_rows(before.project.map, sketch.project.map)}
            seen = range(self.camera.y, self.camera.y + self.camera.height)
            self.refresh_rows({*self.drawn.changed(drawn, seen), *rows} & {*seen})
        self.lay()
        self.foresee()
        self.tell_place()

    def flash(self, cells: Iterable[Cell]) -> None:
        """Let cells stand out for a while."""
        self._flashed = frozenset(cells)
        if self._dark is not None:
            self._dark.stop()
        self._dark = self.set_timer(FLASH, lambda: self.flash(())) if self._flashed else None
        self.redraw()

    def choose(self, name: str, others: tuple[str, ...] = (), *, reveal: bool = False) -> None:
        """Mark something as selected, and others with it, and bring it into sight if that is wanted."""
        self.chosen, self.others = name, others
        boxes = self.sketch.boxes(name) if self.sketch and name else ()
        if boxes and reveal and not any(self.cursor in box for box in boxes):
            self.go(Cell(boxes[0].x + boxes[0].width // 2, boxes[0].y + boxes[0].height // 2))
        self.reframe()
        self.tell_place()

    def see_layers(self, layers: Layers) -> None:
        """Show or hide layers."""
        self.veil = layers
        if self.sketch:
            self.drawn = self.draw()
            self.reframe()

    def text(self) -> str:
        """Return the map as text, for the clipboard."""
        return self.rows.text

    def take(self, hand: Hand) -> None:
        """Take something else into the hand."""
        self.hand = hand
        self.foresee()
        self.redraw()
        self.post_message(self.Handed())

    def tiles(self, row: int) -> str:
        """Return a row with what would be drawn in it."""
        if self.lens.factor > 1 or not self._preview or self.drawn is None:
            return ""
        grid = self.drawn.grid
        new = {
            x: glyph
            for x in self._rowed[PREVIEW].row(self._preview, row)
            if 0 <= x < grid.width and (glyph := self._preview[Cell(x, row)]) and glyph in grid.legend
        }
        if not new:
            return ""
        letters = list(grid.rows[row])
        for x, glyph in new.items():
            letters[x] = glyph
        return "".join(letters)

    def marks(self, row: int) -> dict[int, int]:
        """Return what marks the cells of a row: overlay, selection, preview, the selected one, the cursor."""
        marks: dict[int, int] = {}
        columns = range(max(self.camera.x, 0), self.camera.x + self.camera.width)
        if self.lens.factor == 1:
            found = {
                LAID: self._marked, PICKED: self.hand.chosen, PREVIEW: self._preview, CHOSEN: self._flashed,
            }  # fmt: skip
            for flag, cells in found.items():
                for x in self._rowed[flag].row(cells, row):
                    if x in columns:
                        marks[x] = marks.get(x, 0) | flag
        self._mark_chosen(row, marks)
        if row == self.spot.y and self.has_focus:
            marks[self.spot.x] = marks.get(self.spot.x, 0) | CURSOR
        return marks

    def _mark_chosen(self, row: int, marks: dict[int, int]) -> None:
        for name in (self.chosen, *self.others) if self.sketch and self.chosen else ():
            self._mark_one(row, name, marks)

    def _mark_one(self, row: int, name: str, marks: dict[int, int]) -> None:
        boxes = self.sketch.boxes(name) if self.sketch else ()
        area = bool(self.sketch and name in self.sketch.areas.by_id)
        for box in map(self.lens.small_box, boxes):
            if box.y <= row < box.y + box.height:
                ends = row in (box.y, box.y + box.height - 1)
                columns = range(box.x, box.x + box.width) if ends or not area else (box.x, box.x + box.width - 1)
                for x in columns:
                    marks[x] = marks.get(x, 0) | (FRAME if area else CHOSEN)

    def reframe(self) -> None:
        """Work out which borders are in sight, and the handles of the selected area."""
        self._frames = NONE
        sketch = self.sketch
        if sketch and "areas" not in self.veil.hidden:
            seen = self.lens.large_box(self.camera.box)
            wanted = [
                area
                for area in (sketch.areas.by_id.values() if self.areas else ())
                if area.id != WORLD
                and (self.areas == 2 or area.parent == WORLD)
                and any(box.meets(seen) for box in area.boxes)
            ]
            framed = (Framed(area.name, tuple(map(self.lens.small_box, area.boxes))) for area in wanted)
            self._frames = frames(framed, self.camera.box)
            if self.chosen in sketch.areas.by_id and self.lens.factor == 1:
                for cell, handle in handles(sketch.boxes(self.chosen)).items():
                    self._frames.names.setdefault(cell.y, {})[cell.x] = SIGNS[handle.across, handle.down]
        if self._rubber is not None:
            drawn = frames((Framed("", (self._rubber,)),), self.camera.box).borders
            over = {y: {**self._frames.names.get(y, {}), **row} for y, row in drawn.items()}
            self._frames = Frames(self._frames.borders, {**self._frames.names, **over})
        for cell, letter in self._marked.items() if self.lens.factor == 1 else ():
            if letter and cell in self.camera.box:
                if self._frames is NONE:
                    self._frames = Frames({}, {})
                self._frames.names.setdefault(cell.y, {})[cell.x] = letter
        self.redraw()

    def tell_place(self) -> None:
        """Name the part of the map that is in sight."""
        part = self.camera.part if self.lens.factor == 1 else f"1:{self.lens.factor}"
        name = self.sketch.project.data("world.toml").get("name", "") if self.sketch else ""
        self.caption(bordered(f"{name or 'Map'}{f' · {part}' if part else ''}"))
        self.post_message(self.Handed())

    def foresee(self) -> None:
        """Work out what the tool would draw here, and draw the rows in which that has changed."""
        before, hand = self._preview, self.hand
        self._preview = _NOTHING
        boxed = hand.tool in BOXES or hand.tool in PLACING or (hand.tool == "select" and hand.anchored)
        if self.sketch and self.lens.factor == 1 and hand.tool not in ("hand", "grab"):
            if boxed:
                self._preview = dict.fromkeys(rectangle(hand.box(self.cursor), filled=False), "")
            elif not hand.down:
                self._preview = hand.shape(self.rows, self.cursor, self.camera.box)
        rubber = hand.box(self.cursor) if boxed and hand.anchor and self.lens.factor == 1 else None
        if rubber != self._rubber:
            self._rubber = rubber
            self.reframe()
        elif before is not self._preview:
            self.refresh_rows({cell[1] for found in (before, self._preview) for cell in found})

    def lay(self) -> None:
        """Lay the overlay over the map anew, unless it would be the same."""
        if self.sketch and self.laid:
            self._marked = overlay(self.laid, self.sketch, self.cursor, self.camera.box)
            self.reframe()
        elif self._marked:
            self._marked = _NOTHING
            self.reframe()
