"""What lies over the map of a run: borders of areas, roofs, speech, the way ahead, marks and a
tint."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import DerivedRows, Layer, PeopleRows, Sprite
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.draw.tilemap.people import Walk, add_activity_notes, place_walkers, walks_between
from latticeville.draw.tilemap.roofs import Roofing, Roofs
from latticeville.draw.tilemap.surfaces import is_open_ground
from latticeville.sim.state import State
from latticeville.world.model.areas import Areas
from latticeville.world.model.grid import Grid
from studio.canvas.area_borders import NONE, BorderLayer, covered_cells, draw_borders, draw_names
from studio.canvas.camera import Camera
from studio.canvas.marks import CHOSEN, CURSOR, WAY
from studio.canvas.scale import Scale
from studio.canvas.zoom import ZoomedMap
from studio.player.frame import PlaybackFrame
from studio.player.playback_modes import RATES
from studio.run.panes.run_decorations import AreasInSight, speech_of, way_ahead
from studio.run.panes.scene import Scene
from studio.ui.terminal import has_own_colors

if TYPE_CHECKING:
    from textual.app import App

    from studio.run.map_tint import MapTint

FASTEST = 16.0
"""The most ticks a second at which people are shown between two ticks."""


class PeopleLayer:
    """Makes the layer of people from a scene; it holds who walks in the shown tick."""

    def __init__(self) -> None:
        self.shows_activities = True
        self._before: State | None = None
        self._walks: dict[int, Mapping[str, Walk]] = {}

    def follow(self, before: State | None, after: State) -> None:
        """Note who goes a cell on, if the states are of two ticks one after the other."""
        is_next = before is not None and before.tick + 1 == after.tick
        self._before, self._walks = before if is_next else None, {}

    def walks_in(self, standing: PeopleRows, row: int) -> Mapping[str, Walk]:
        """Return who in a row went a cell on in the shown tick."""
        found = self._walks.get(row)
        if found is None:
            before = self._before.bodies if self._before else {}
            here = {body.id: body for body in standing.bodies.get(row, ())}
            found = self._walks[row] = walks_between(before, here)
        return found

    def pause_before_arrival(self, frame: PlaybackFrame, standing: PeopleRows, view: Box) -> float:
        """Return the seconds for which people are shown half way; 0 where nobody in sight is to be
        shown so."""
        rate = RATES[frame.speed]
        if not frame.playing or not 0 < rate <= FASTEST:
            return 0.0
        in_sight = any(
            start.y == end.y and end in view
            for row in range(view.y, view.y + view.height)
            for start, end in self.walks_in(standing, row).values()
        )
        return 0.5 / rate if in_sight else 0.0

    def make(self, scene: Scene, *, on_way: bool = False) -> Layer:
        """Return the people of a scene, half way where `on_way` says so, with the signs of what
        they do.

        Nothing that is kept refers to the scene, which holds the layer: it could not be freed.
        """
        standing = scene.standing

        def place(row: int) -> Mapping[int, Sprite]:
            return place_walkers(standing[row], self.walks_in(standing, row))

        people = DerivedRows(standing.bodies, place) if on_way else standing
        if not self.shows_activities:
            return people
        grid, objects = scene.grid, scene.objects

        @cache
        def walked(row: int) -> set[Cell]:
            return {cell for walk in self.walks_in(standing, row).values() for cell in walk}

        def is_free(cell: Cell) -> bool:
            y = cell.y
            if not grid.contains(cell) or cell.x in objects.get(y, ()):
                return False
            if cell in walked(y - 1) or cell in walked(y) or cell in walked(y + 1):
                return False
            tile = grid.tile(cell)
            return tile.walkable and is_open_ground(tile)

        return add_activity_notes(people, scene.state, is_free)


class RoofOverlay:
    """Whether one wants roofs, and which buildings are open."""

    def __init__(self) -> None:
        self.wanted: bool | None = None
        """Whether one wants roofs; None before one chose."""
        self._roofs: Roofs | None = None
        self._opened: frozenset[str] = frozenset()

    def open_at(self, grid: Grid, areas: Areas, columns: int, cells: Collection[Cell]) -> bool:
        """Open the buildings that have one of the cells inside; tell whether roofs are drawn
        otherwise than before."""
        roofs = self._roofs
        known = roofs.buildings if roofs and roofs.is_of(grid, areas) else None
        if roofs is None or known is None or roofs.columns != columns:
            roofs = self._roofs = Roofs(grid, areas, columns, known)
        before, self._opened = self._opened, roofs.open_buildings(cells)
        return self._opened != before

    def draw(self, view: Box) -> Roofing:
        """Return the roofs in sight."""
        return self._roofs.draw(self._opened, view) if self._roofs is not None else {}


ROOFED = (MapStyle.TILES, MapStyle.COMPACT)
"""The styles in which there are roofs; an overview has the latter."""


class OverlaidMap(Protocol):
    """A view of the map of a run."""

    scene: Scene | None
    frame: PlaybackFrame | None
    chosen: str
    follow: str
    heat: "MapTint | None"
    drawn: ZoomedMap | None
    camera: Camera
    areas: int

    @property
    def app(self) -> "App[Any]":
        """The app, whose theme has colours or not."""

    @property
    def scale(self) -> Scale:
        """The scale that the map is drawn at."""

    @property
    def rows_in_sight(self) -> range:
        """The rows of view cells in sight."""

    @property
    def spot(self) -> Cell:
        """The view cell that the cursor is on."""

    @property
    def has_focus(self) -> bool:
        """Whether the cursor is seen."""


class RunOverlays:
    """Works out from what a map shows what lies over it."""

    def __init__(self, pane: OverlaidMap) -> None:
        self._pane = pane
        self.roofs = RoofOverlay()
        self.shows_memories = False
        """Whether bubbles show what people just retrieved."""
        self._way: dict[int, set[int]] = {}

    def draw(self) -> BorderLayer:
        """Return what is in sight: borders of all areas or of the selected one, roofs, speech,
        digits of a tint."""
        pane, layer = self._pane, NONE
        if pane.scene:
            layer = self._draw_areas(pane.scene)
            self.open_roofs()
            if self.has_roofs:
                view = pane.scale.box_to_map(pane.camera.box)
                layer = layer._replace(roofs=self.roofs.draw(view))
        layer, _ = self.move(layer)
        if pane.heat is not None and pane.drawn is not None and self.has_digits:
            names = pane.heat.rows.digits(pane.rows_in_sight, pane.scale, pane.drawn, layer.names)
            layer = layer._replace(names=names)
        return layer

    def _draw_areas(self, scene: Scene) -> BorderLayer:
        pane, view = self._pane, self._pane.camera.box
        sight = AreasInSight(scene.state.world.areas, pane.scale, view)
        wanted = sight.find(pane.areas, pane.chosen)
        if pane.scale.is_overview and not wanted:
            return draw_names(sight.framed(sight.find(1)), view)
        return draw_borders(
            sight.framed(wanted), view, pane.scale.columns, covered_cells(pane.drawn)
        )

    @property
    def has_digits(self) -> bool:
        """Whether a tint is shown by digits, because there are no colours for it."""
        pane = self._pane
        return pane.scale.style is MapStyle.LETTERS and not has_own_colors(pane.app)

    @property
    def has_roofs(self) -> bool:
        """Whether roofs are drawn: as one chose, else in an overview."""
        scale, wanted = self._pane.scale, self.roofs.wanted
        return scale.style in ROOFED and (scale.is_overview if wanted is None else wanted)

    def open_roofs(self) -> bool:
        """Open the buildings that the selected or the followed one is in; tell whether roofs are
        drawn otherwise."""
        pane = self._pane
        scene = pane.scene
        if scene is None or not self.has_roofs:
            return False
        cells = [
            Cell(box.x, box.y)
            for name in (pane.chosen, pane.follow)
            for box in scene.boxes_of(name)
        ]
        columns = 0 if pane.scale.is_overview else pane.scale.columns
        return self.roofs.open_at(scene.grid, scene.state.world.areas, columns, cells)

    def move(self, layer: BorderLayer) -> tuple[BorderLayer, set[int]]:
        """Return a layer with the speech of the frame, and the rows in which that or the way ahead
        is another."""
        pane, way, speech = self._pane, self._way, layer.speech
        self._way, layer = {}, layer._replace(speech={})
        if (
            pane.frame
            and pane.scene
            and pane.scale.shows_cells
            and pane.scale.style is not MapStyle.LETTERS
        ):
            layer = layer._replace(
                speech=speech_of(
                    pane.frame.payload,
                    pane.camera.box,
                    pane.scale.columns,
                    shows_memories=self.shows_memories,
                )
            )
            self._way = way_ahead(pane.scene.state.bodies.get(pane.chosen))
        changed = {
            row
            for old, new in ((way, self._way), (speech, layer.speech))
            for row in old.keys() | new.keys()
            if old.get(row) != new.get(row)
        }
        return layer, changed

    def marks(self, row: int) -> dict[int, int]:
        """Return the marked cells of a row: the selected person or object, the cursor, and levels
        of a tint."""
        pane, marks = self._pane, self._own_marks(row)
        return pane.heat.rows.mark(marks, row, pane.scale) if pane.heat else marks

    def _own_marks(self, row: int) -> dict[int, int]:
        pane, marks = self._pane, dict[int, int]()
        if pane.scene and pane.chosen and pane.chosen not in pane.scene.state.world.areas.by_id:
            for box in map(pane.scale.box_to_view, pane.scene.boxes_of(pane.chosen)):
                if box.y <= row < box.y + box.height:
                    marks.update((x, CHOSEN) for x in range(box.x, box.x + box.width))
        for x in self._way.get(row, ()):
            marks[x] = marks.get(x, 0) | WAY
        if row == pane.spot.y and pane.has_focus:
            marks[pane.spot.x] = marks.get(pane.spot.x, 0) | CURSOR
        return marks
