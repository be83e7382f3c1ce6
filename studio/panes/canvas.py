"""The map: tiles, objects and people through a camera, with a cursor; its cost depends on the window alone."""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from latticeville.core.geometry import Box, Cell
from latticeville.render.card import place
from latticeville.render.frame import frame
from latticeville.world.areas import WORLD
from latticeville.world.grid import Grid
from studio.eightbit import SYSTEM
from studio.panes.brush import CHOSEN, CURSOR, Brush
from studio.panes.camera import Camera
from studio.panes.frames import NONE, Framed, frames
from studio.panes.lens import Drawn, Lens
from studio.panes.moves import Moves
from studio.panes.paint import GROUND, GROUND_OF_FEW, Light, Paint, light
from studio.panes.scene import Scene
from studio.session import Said, View
from studio.widgets.part import Part, Surface, bindings
from studio.widgets.spans import clean


class Canvas(Part, Moves, Surface, can_focus=True):
    """Shows a scene; arrows move the cursor, enter and click select, dragging and the wheel pan."""

    where = "map"
    BINDINGS: ClassVar[list[BindingType]] = bindings("map")
    COMPONENT_CLASSES: ClassVar[set[str]] = {"canvas--frame"}
    DEFAULT_CSS = "Canvas > .canvas--frame { color: $accent; }"

    class Picked(Message):
        """Something on the map was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Moved(Message):
        """The camera was moved by hand."""

    scene: Scene | None = None
    """What stands where."""
    drawn: Drawn | None = None
    """The scene through the lens."""
    lens = Lens()
    """How many cells of the world a cell of the window stands for."""
    camera = Camera()
    """Which part of what is drawn is in sight."""
    cursor = Cell(0, 0)
    """The cell of the world that the cursor is on."""
    chosen = ""
    """The id of what is selected."""
    follow = ""
    """The id of the person whom the camera follows."""
    areas = 0
    """Which borders of areas are drawn: none, those of the outermost, or all."""
    panning = False
    """Whether arrows move the map instead of the cursor."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._light = Light()
        self._frames = NONE
        self._drag: tuple[int, int] | None = None
        self._dragged = False
        self._reset()

    def on_mount(self) -> None:
        """Mix the colours anew whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._reset())

    def _reset(self) -> None:
        """Forget every style; they are made again when next asked for."""
        self._brush: Brush | None = None
        self.refresh()

    def show(self, view: View) -> None:
        """Show another payload; only the rows that look otherwise are drawn again."""
        state, before = view.payload.state, self.scene
        self.scene = Scene(state, before)
        grid = state.world.grid
        first = before is None or before.state.world is not state.world
        if first:
            self.lens = Lens()
        drawn, self.drawn = self.drawn, Drawn(self.scene, self.lens, self.drawn)
        if first:
            self.camera = self.camera._replace(map_width=grid.width, map_height=grid.height).settled()
            middle = _middle(self.scene)
            self.cursor = _beginning(self.scene, middle)
            self.camera = self.camera.centred(middle)
        if self.follow:
            self._chase()
        lit = light(state.minute, state.weather)
        if first or lit != self._light or drawn is None:
            self._light = lit
            self._reset()
            self._reframe()
        else:
            rows = range(self.camera.y, self.camera.y + self.camera.height)
            self._refresh_rows(self.drawn.changed(drawn, rows))
        self._tell_place()

    def choose(self, name: str, *, reveal: bool = True) -> None:
        """Mark something as selected, and bring it into sight with the cursor on it."""
        self.chosen = name
        boxes = self.scene.boxes(name) if self.scene and name else ()
        if boxes and reveal and not any(self.cursor in box for box in boxes):
            box = boxes[0]
            self.cursor = Cell(box.x + box.width // 2, box.y + box.height // 2)
            self.camera = self.camera.showing(self.spot)
        self._reframe()
        self._tell_place()

    def centre_on(self, name: str) -> None:
        """Bring something to the middle of the window."""
        boxes = self.scene.boxes(name) if self.scene else ()
        if boxes:
            box = boxes[0]
            self.cursor = Cell(box.x + box.width // 2, box.y + box.height // 2)
            self._look(self.camera.centred(self.spot))

    def start_following(self, name: str) -> None:
        """Keep a person in sight from now on; "" to stop."""
        self.follow = name
        if name:
            self.centre_on(name)
        self._tell_place()

    def text(self) -> str:
        """Return what is in sight as text, for the clipboard."""
        return "\n".join(frame(self.scene.state, self.lens.large_box(self.camera.box))) if self.scene else ""

    def render_line(self, y: int) -> Strip:
        """Draw one row of the window."""
        cells, base, drawn = self.size.width, self.ground, self.drawn
        if drawn is None:
            return Strip.blank(cells, base)
        camera, grid = self.camera, drawn.grid
        row = camera.y + y
        if not 0 <= row < grid.height:
            return Strip.blank(cells, base)
        left, right = max(camera.x, 0), min(camera.x + cells, grid.width)
        segments = [Segment(" " * (left - camera.x), base)] if left > camera.x else []
        segments += self._ready_brush(grid).row(drawn, row, range(left, right), self._frames, self._marks(row))
        if right < camera.x + cells:
            segments.append(Segment(" " * (camera.x + cells - right), base))
        return Strip(segments, cells)

    def _marks(self, row: int) -> dict[int, int]:
        """Return the marked cells of a row: the selected person or thing, and the cursor."""
        marks: dict[int, int] = {}
        if self.scene and self.chosen and self.chosen not in self.scene.state.world.areas.by_id:
            for box in map(self.lens.small_box, self.scene.boxes(self.chosen)):
                if box.y <= row < box.y + box.height:
                    marks.update((x, CHOSEN) for x in range(box.x, box.x + box.width))
        if row == self.spot.y and self.has_focus:
            marks[self.spot.x] = marks.get(self.spot.x, 0) | CURSOR
        return marks

    def _ready_brush(self, grid: Grid) -> Brush:
        """Return the brush for a map in the light of now, made when first needed."""
        if self._brush is None or self._brush.grid is not grid:
            ansi = self.app.native_ansi_color
            few = self.app.console.color_system == SYSTEM and self.app.current_theme.dark
            share = GROUND_OF_FEW if few else GROUND
            paint = Paint(self.app.theme_variables, self.background_colors[1], self._light, ansi=ansi, share=share)
            self._brush = Brush(grid, paint, self.get_component_rich_style("canvas--frame"))
        return self._brush

    def _reframe(self) -> None:
        """Work out which borders of areas are in sight: all of them, or that of the selected one."""
        self._frames = NONE
        if self.scene:
            areas = self.scene.state.world.areas
            by_id = areas.by_id
            wanted = [
                area
                for area in map(
                    by_id.__getitem__, areas.touching(self.lens.large_box(self.camera.box)) if self.areas else ()
                )
                if area.id != WORLD and (self.areas == 2 or area.parent == WORLD)
            ]
            if self.chosen in by_id and self.chosen != WORLD:
                wanted.append(by_id[self.chosen])
            framed = (Framed(area.name, tuple(map(self.lens.small_box, area.boxes))) for area in wanted)
            self._frames = frames(framed, self.camera.box)
        self.refresh()

    def _look(self, camera: Camera) -> None:
        if camera != self.camera:
            self.camera = camera
            self._reframe()
        self._tell_place()

    def _chase(self) -> None:
        boxes = self.scene.boxes(self.follow) if self.scene else ()
        if boxes:
            self.cursor = Cell(boxes[0].x, boxes[0].y)
            camera = self.camera.showing(self.spot, 3)
            if camera != self.camera:
                self.camera = camera
                self._reframe()

    def _refresh_rows(self, rows: list[int]) -> None:
        for row in rows:
            self.refresh(Region(0, row - self.camera.y, self.size.width, 1))

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor, and the window with it at its edges."""
        if self.panning:
            self.pan(dx * 2, dy)
            return
        old = self.spot
        self.cursor = self._on_map(self.cursor.x + dx * self.lens.factor, self.cursor.y + dy * self.lens.factor)
        self._look(self.camera.showing(self.spot))
        self._refresh_rows([old.y, self.spot.y])

    def pan(self, dx: int, dy: int) -> None:
        """Move the window, and the cursor only as far as it takes to stay in sight."""
        self.post_message(self.Moved())
        camera, factor, spot = self.camera.panned(dx, dy), self.lens.factor, self.spot
        x = max(camera.x, min(spot.x, camera.x + camera.width - 1))
        y = max(camera.y, min(spot.y, camera.y + camera.height - 1))
        if (x, y) != spot:
            self.cursor = self._on_map(x * factor, y * factor)
        self._look(camera)

    def _on_map(self, x: int, y: int) -> Cell:
        """Return the cell of the map that is nearest to a place."""
        if self.scene is None:
            return Cell(0, 0)
        grid = self.scene.state.world.grid
        return Cell(max(0, min(x, grid.width - 1)), max(0, min(y, grid.height - 1)))

    @property
    def spot(self) -> Cell:
        """The cell of what is drawn that the cursor is on."""
        return self.lens.small(self.cursor)

    def _zoom(self, lens: Lens) -> None:
        """Look through another lens, the cursor in the middle."""
        if self.scene is None:
            return
        self.lens = lens
        self.drawn = Drawn(self.scene, lens)
        grid = self.drawn.grid
        self.camera = self.camera._replace(map_width=grid.width, map_height=grid.height).centred(self.spot)
        self._reframe()
        self._tell_place()

    def _tell_place(self) -> None:
        if self.scene is None:
            return
        world = self.scene.state.world
        tile = world.grid.tile(self.cursor)
        where = place(world, world.areas.at(self.cursor))
        followed = f"following {world.name_of(self.follow)} · " if self.follow else "pan · " if self.panning else ""
        part = self.camera.part if self.lens.factor == 1 else f"1:{self.lens.factor}"
        self.border_title = f"{clean(world.name)}{f' · {part}' if part else ''}".replace("[", "(")
        self.border_subtitle = f"{followed}{self.cursor.x},{self.cursor.y} {tile.name} · {where}".replace("[", "(")

    def _pick(self) -> None:
        """Select what is on the cursor's cell; again, what is under it."""
        stack = self.scene.stack(self.lens.large_box(Box(*self.spot, 1, 1)), self.cursor) if self.scene else ()
        if stack:
            turn = (stack.index(self.chosen) + 1) % len(stack) if self.chosen in stack else 0
            self.post_message(self.Picked(stack[turn]))
        else:
            self.post_message(self.Picked(""))

    def on_resize(self, event: events.Resize) -> None:
        """Keep the middle of the map in the middle."""
        self.camera = self.camera.sized(event.size.width, event.size.height)
        if self.scene and self.lens.factor > 1:
            self._zoom(Lens.fitting(self.scene.state.world.grid, event.size.width, event.size.height))
        if self.scene:
            self.camera = self.camera.showing(self.spot)
        self._reframe()
        self._tell_place()

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        self.capture_mouse()
        self._drag, self._dragged = (event.screen_x, event.screen_y), False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Pan while dragging."""
        if self._drag is None:
            return
        dx, dy = self._drag[0] - event.screen_x, self._drag[1] - event.screen_y
        if dx or dy:
            self._drag, self._dragged = (event.screen_x, event.screen_y), True
            self.pan(dx, dy)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Select what was clicked, unless it was a drag."""
        self.release_mouse()
        clicked, self._drag = self._drag is not None and not self._dragged, None
        offset = event.get_content_offset(self)
        cell = self.camera.cell(offset.x, offset.y) if offset is not None else None
        if clicked and cell is not None:
            self.cursor = self._on_map(*(side * self.lens.factor + self.lens.factor // 2 for side in cell))
            self.refresh()
            self._tell_place()
            self._pick()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pan down; with shift, right."""
        event.stop()
        self.pan(*((6, 0) if event.shift else (0, 3)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pan up; with shift, left."""
        event.stop()
        self.pan(*((-6, 0) if event.shift else (0, -3)))

    def action_first(self) -> None:
        """To the first cell."""
        self.move(-self.camera.map_width, -self.camera.map_height)

    def action_last(self) -> None:
        """To the last cell."""
        self.move(self.camera.map_width, self.camera.map_height)

    def action_zoom(self) -> None:
        """Show the whole map, or each cell again."""
        if self.lens.factor > 1 or self.scene is None:
            self._zoom(Lens())
            return
        lens = Lens.fitting(self.scene.state.world.grid, self.size.width, self.size.height)
        if lens.factor > 1:
            self._zoom(lens)
        else:
            self.post_message(Said("The whole map is in sight already."))

    def action_select(self) -> None:
        """Select what is there."""
        self._pick()

    def action_areas(self) -> None:
        """Draw the borders of the outermost areas, of all, or of none."""
        self.areas = (self.areas + 1) % 3
        self._reframe()

    def action_pan(self) -> None:
        """Let arrows move the map, or the cursor."""
        self.panning = not self.panning
        self._tell_place()

    def action_centre(self) -> None:
        """Bring what is selected to the middle."""
        self.centre_on(self.chosen)


def _middle(scene: Scene) -> Cell:
    """Return the cell that is looked at first: the middle of all people, or of the map where there are none."""
    state = scene.state
    cells = [body.cell for body in state.bodies.values()]
    if not cells:
        return Cell(state.world.grid.width // 2, state.world.grid.height // 2)
    return Cell(sum(cell.x for cell in cells) // len(cells), sum(cell.y for cell in cells) // len(cells))


def _beginning(scene: Scene, middle: Cell) -> Cell:
    """Return where the cursor begins: on the person nearest to a cell, or on the cell itself."""
    cells = [body.cell for body in scene.state.bodies.values()]
    return min(cells, key=lambda cell: abs(cell.x - middle.x) + abs(cell.y - middle.y), default=middle)
