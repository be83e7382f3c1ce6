"""The map of a run: tiles, objects and people, with a cursor."""

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.message import Message

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import frame
from latticeville.draw.tilemap.light import Lighting
from latticeville.draw.tilemap.painter import MapStyle, Moment, moment_of
from latticeville.sim.state import State
from latticeville.world.model.grid import Grid
from studio.canvas.map_view import MapView
from studio.canvas.palette import light_at
from studio.canvas.zoom import ZoomedMap
from studio.player.frame import PlaybackFrame, StatusMessage
from studio.run.panes.belief_scene import DIFFER, DOUBT, TRUTH
from studio.run.panes.belief_view import BeliefView, counted, marked_cells, next_mark
from studio.run.panes.run_context import RunContext, Selection
from studio.run.panes.run_decorations import ground_text, hover_text
from studio.run.panes.run_overlays import PeopleLayer, RunOverlays
from studio.run.panes.scene import Scene, middle_of_people, nearest_person, room_at
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.text import clean_border

if TYPE_CHECKING:
    from textual.timer import Timer

    from studio.run.map_tint import MapTint


class RunMap(MapView):
    """Shows a scene; arrows move the cursor, enter and click select, dragging and the wheel pan."""

    where = "map"
    has_styles = True
    BINDINGS: ClassVar[list[BindingType]] = bindings("map")

    class Picked(Message):
        """Something on the map was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    scene: Scene | None = None
    """What stands where."""
    chosen = ""
    """The id of what is selected."""
    frame: PlaybackFrame | None = None
    """What is shown."""
    heat: "MapTint | None" = None
    """The heat map or the resource that tints the ground."""
    follow = ""
    """The id of the person whom the camera follows."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.beliefs = BeliefView()
        """Whose beliefs the map shows, if not the truth."""
        self.people, self.overlays = PeopleLayer(), RunOverlays(self)
        self._arrival: Timer | None = None
        self._selection: Selection | None = None
        self._lighting: Lighting | None = None
        self._drag: tuple[int, int] | None = None
        self._dragged = False

    def on_mount(self) -> None:
        """Be named while nothing is seen of the map."""
        self.border_title = "Map"

    @property
    def whole(self) -> Grid | None:
        """The map of the world."""
        return self.scene.grid if self.scene else None

    def draw(self) -> ZoomedMap:
        """Return the scene at the scale."""
        if self.scene is None:
            raise RuntimeError("nothing was shown yet")
        self._place_people()
        return ZoomedMap(self.scene, self.scale)

    def show(self, context: RunContext) -> None:
        """Show another frame, or what was selected, with the cursor on it."""
        if self.display and context.frame is not self.frame:
            self._show_frame(context.frame)
        again, self._selection = context.selection is not self._selection, context.selection
        if again and (context.selection.id or self.chosen):
            self._choose(context.selection.id)

    def _show_frame(self, frame: PlaybackFrame) -> None:
        """Show a frame; only the rows that look otherwise are drawn again."""
        state, before = frame.payload.state, self.scene
        self.frame = frame
        self.people.follow(before.state if before else None, state)
        self.scene = self.beliefs.make_scene(state, before)
        self._place_people(on_way=self._begin_walk(frame))
        fresh = before is None or before.grid is not state.world.grid
        drawn, self.drawn = self.drawn, ZoomedMap(self.scene, self.scale, self.drawn)
        if fresh:
            size = self.drawn
            self.camera = self.camera._replace(map_width=size.width, map_height=size.height).clamp()
            self.cursor = self.on_map(*self.cursor)
        if before is None:
            self._look_at_people(state)
        if self.follow:
            self._chase()
        fresh |= self._tint_at(state)
        seen = light_at(state.minute, state.weather), self._moment_of(state)
        if (
            self.overlays.open_roofs()
            or fresh
            or seen != (self._light, self.moment)
            or drawn is None
        ):
            self._light, self.moment = seen
            self._reset()
            self.reframe()
        else:
            rows = self.rows_in_sight
            self._frames, changed = self.overlays.move(self._frames)
            self.refresh_rows({*self.drawn.changed_rows(drawn, rows), *changed} & {*rows})
        self.tell_place()

    def _look_at_people(self, state: State) -> None:
        """Begin with the remembered style and the building of one of the people, where it fits,
        else with the middle of them all; in all styles but letters that person is in sight."""
        middle = middle_of_people(state)
        self.cursor = nearest_person(state, middle)
        self.room = room_at(state, self.cursor)
        self.restore_style()
        self.drawn = self.draw()
        across, down = self.scale.room(*self.size)
        self.camera = self.camera.center_on(middle)
        if self.style is MapStyle.LETTERS:  # which have room for many
            return
        if self.room and self.room.width <= across and self.room.height <= down:
            self.camera = self.camera.center_on(_middle(self.room))
        self.camera = self.camera.scroll_to(self.spot)

    def _tint_at(self, state: State) -> bool:
        """Take the tint of another state; tell whether it is another."""
        before, self.heat = self.heat, self.heat.at(state) if self.heat else None
        return before is not self.heat

    def _begin_walk(self, frame: PlaybackFrame) -> bool:
        """Tell whether people are shown half way to where they are; if so, let them arrive in a
        while."""
        if self._arrival is not None:
            self._arrival.stop()
        moves = (
            self.style is MapStyle.TILES
            and self.scale.shows_cells
            and self.app.animation_level != "none"
        )
        scene, view = self.scene, self.camera.box
        pause = (
            self.people.pause_before_arrival(frame, scene.standing, view)
            if moves and type(scene) is Scene
            else 0.0
        )
        self._arrival = self.set_timer(pause, self._redraw_people) if pause else None
        return pause > 0

    def _redraw_people(self) -> None:
        """Draw the rows in which people are to be seen otherwise than before."""
        if self.scene is not None and self.drawn is not None:
            before, self.drawn = self.drawn, self.draw()
            self.refresh_rows(self.drawn.changed_rows(before, self.rows_in_sight))

    def _place_people(self, *, on_way: bool = False) -> None:
        """Put people where they are drawn, with signs for what they do."""
        if type(self.scene) is Scene:
            is_near = self.scale.shows_cells
            self.scene.people = (
                self.people.make(self.scene, on_way=on_way) if is_near else self.scene.standing
            )

    def action_activities(self) -> None:
        """Show signs for what people do, or none."""
        self.people.shows_activities = not self.people.shows_activities
        self._redraw_people()
        self.post_message(
            StatusMessage(f"Activity signs: {'on' if self.people.shows_activities else 'off'}.")
        )

    def action_memories(self) -> None:
        """Show in bubbles what people just retrieved, or only what they say."""
        shown = self.overlays.shows_memories = not self.overlays.shows_memories
        self.reframe()
        self.post_message(StatusMessage(f"Memories in bubbles: {'on' if shown else 'off'}."))

    def _moment_of(self, state: State) -> Moment:
        """Return the light and weather of a state."""
        if self._lighting is None or self._lighting.grid is not state.world.grid:
            self._lighting = Lighting(state.world.grid)
        return moment_of(state, self._lighting, is_still=self.app.animation_level == "none")

    def action_eyes(self) -> None:
        """Show the map as it is, as the selected person believes it, or where the two part."""
        self._see_as(self.beliefs.following)
        if self.way == DOUBT:
            self.post_message(
                StatusMessage(f"{counted(len(self.signs))} at false beliefs. n next, v hides them.")
            )

    def show_truth(self) -> None:
        """Show the map as it is."""
        self._see_as(TRUTH)

    def show_differences(self, one: str, other: str) -> None:
        """Show where the beliefs of two people part."""
        self.beliefs.mind, self.beliefs.other = one, other
        self._see_as(DIFFER)
        if self.scene is not None:
            self.post_message(StatusMessage(self.beliefs.legend(self.scene)))

    @property
    def way(self) -> int:
        """Whether the map shows the truth, somebody's beliefs, or where these are false or
        differ."""
        return self.beliefs.way

    @property
    def signs(self) -> tuple[Cell, ...]:
        """The cells with a mark for what is believed, as one reads."""
        return marked_cells(self.scene)

    def action_next_sign(self) -> None:
        """To the next sign."""
        self._to_sign(1)

    def action_previous_sign(self) -> None:
        """To the sign before."""
        self._to_sign(-1)

    def _to_sign(self, way: int) -> None:
        """Go to the next (1) or previous (-1) sign, as one reads; after the last comes the
        first."""
        if found := next_mark(self.scene, self.cursor, way):
            self.post_message(self.Moved())
            self.go(found[0])
            self.post_message(StatusMessage(found[1]))

    def _see_as(self, way: int) -> None:
        self.beliefs.way = way
        if self.frame is not None:
            self._show_frame(self.frame)
            self._reset()
            self.reframe()
        self.screen.refresh_bindings()

    def _choose(self, name: str) -> None:
        """Mark something as selected, and bring it into sight with the cursor on it."""
        if self.follow and self.follow != name:
            self.start_following("")
        self.chosen = name
        if self.frame and name in self.frame.payload.state.minds and name != self.beliefs.mind:
            self._see_mind(name, self.frame)
        self._reveal(name)
        self.reframe()
        self.tell_place()

    def _reveal(self, name: str) -> None:
        """Put the cursor on something and bring it into sight, unless it is there."""
        boxes = self.scene.boxes_of(name) if self.scene and name else ()
        if boxes and not any(self.cursor in box for box in boxes):
            self._move_onto(boxes[0])
            self.camera = self.camera.scroll_to(self.spot)

    def _see_mind(self, name: str, frame: PlaybackFrame) -> None:
        """Take the eyes of somebody, unless two are compared."""
        if self.way != DIFFER:
            self.beliefs.mind = name
        if self.way:
            self._show_frame(frame)

    def _move_onto(self, box: Box) -> None:
        """Put the cursor into the middle of a box."""
        self.cursor = _middle(box)

    def centre_on(self, name: str) -> None:
        """Bring something to the middle of the window."""
        boxes = self.scene.boxes_of(name) if self.scene else ()
        if boxes:
            self._move_onto(boxes[0])
            self.look(self.camera.center_on(self.spot))

    def on_map_view_moved(self) -> None:
        """Stop following once the map is moved by hand."""
        if self.follow:
            self.start_following("")

    def start_following(self, name: str) -> None:
        """Keep a person in sight from now on; "" to stop."""
        self.follow = name
        if name:
            self.centre_on(name)
        self.tell_place()

    def text(self) -> str:
        """Return what is in sight as text, for the clipboard."""
        return (
            "\n".join(frame(self.scene.state, self.scale.box_to_map(self.camera.box)))
            if self.scene
            else ""
        )

    def show_heat(self, heat: "MapTint | None") -> None:
        """Tint the ground, or show it as it is."""
        self.heat = heat
        self.reframe()
        self.tell_place()

    def marks(self, row: int) -> dict[int, int]:
        """Return the marked cells of a row: the selected person or object, the cursor, and levels
        of a tint."""
        return self.overlays.marks(row)

    def reframe(self) -> None:
        """Work out anew what lies over the map."""
        self._frames = self.overlays.draw()
        self.redraw()

    def action_roofs(self) -> None:
        """Cover buildings with roofs, or show what is inside."""
        wanted = self.overlays.roofs.wanted = not self.overlays.has_roofs
        self.reframe()
        self.post_message(StatusMessage(f"Roofs: {'on' if wanted else 'off'}."))

    def _chase(self) -> None:
        boxes = self.scene.boxes_of(self.follow) if self.scene else ()
        if boxes:
            self.cursor = Cell(boxes[0].x, boxes[0].y)
            camera = self.camera.scroll_to(self.spot, 3)
            if camera != self.camera:
                self.camera = camera
                self.reframe()

    def tell_place(self) -> None:
        """Name the cursor's cell, tile and area."""
        if self.scene is None:
            return
        world = self.scene.state.world
        if self.heat is not None:
            self.caption(
                *self.heat.captions(world, self.cursor, colors=not self.overlays.has_digits)
            )
            return
        followed = (
            f"following {world.name_of(self.follow)} · "
            if self.follow
            else "pan · "
            if self.panning
            else ""
        )
        part = self.scale.label or self.camera.visible_part
        room = max(self.size.width - 4, 0)
        here = ground_text(self.scene, self.cursor, room - cell_len(followed))
        banner = self.beliefs.banner(self.scene, room)
        self.set_class(bool(banner), "-belief")
        self.caption(
            clean_border(
                banner.ljust(room) if banner else f"{world.name}{f' · {part}' if part else ''}"
            ),
            clean_border(f"{followed}{here}"),
        )

    def _pick(self) -> None:
        """Select what is on the cursor's cell; again, what is under it."""
        stack = (
            self.scene.ids_at(self.scale.box_to_map(Box(*self.spot, 1, 1)), self.cursor)
            if self.scene
            else ()
        )
        turn = stack.index(self.chosen) + 1 if self.chosen in stack else 0
        self.post_message(self.Picked(stack[turn % len(stack)] if stack else ""))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        self.capture_mouse()
        self._drag, self._dragged = (event.screen_x, event.screen_y), False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Pan while dragging; else tell what is under the mouse."""
        if self._drag is None:
            cell = self.cell_under(event)
            self.tooltip = Text(hover_text(self.scene, cell)) if self.scene and cell else None
            return
        columns, rows = self.scale.columns, self.scale.rows
        dx, dy = (
            (self._drag[0] - event.screen_x) // columns,
            (self._drag[1] - event.screen_y) // rows,
        )
        if dx or dy:
            self._drag = (self._drag[0] - dx * columns, self._drag[1] - dy * rows)
            self._dragged = True
            self.pan(dx, dy)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Select what was clicked, unless it was a drag."""
        self.release_mouse()
        clicked, self._drag = self._drag is not None and not self._dragged, None
        cell = self.cell_under(event)
        if clicked and cell is not None:
            self.cursor = cell
            self.redraw()
            self.tell_place()
            if event.button != RIGHT or not self._is_chosen_here():
                self._pick()

    def _is_chosen_here(self) -> bool:
        """Tell whether what is selected is at the cursor."""
        return self.scene is not None and any(
            self.cursor in box for box in self.scene.boxes_of(self.chosen)
        )

    def action_select(self) -> None:
        """Select what is there."""
        self._pick()

    def action_pan(self) -> None:
        """Let arrows move the map, or the cursor."""
        self.panning = not self.panning
        self.tell_place()

    def action_centre(self) -> None:
        """Bring what is selected to the middle."""
        self.centre_on(self.chosen)


def _middle(box: Box) -> Cell:
    return Cell(box.x + box.width // 2, box.y + box.height // 2)
