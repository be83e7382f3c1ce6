"""A picture of a map at a tick, beside a list that tells of it."""

from collections.abc import Iterable
from pathlib import Path

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer, object_layer, people_layer
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.light import Lighting
from latticeville.draw.tilemap.painter import MapStyle, moment_of
from latticeville.sim.state import State
from latticeville.world.model.grid import Grid
from studio.canvas.map_view import MapView
from studio.canvas.marks import CHOSEN
from studio.canvas.palette import light_at
from studio.canvas.scale import Scale, whole_scale
from studio.canvas.zoom import ZoomedMap


class _Seen:
    """What stands where in a state."""

    def __init__(self, state: State) -> None:
        world = state.world
        self.grid = world.grid
        self.objects: Layer = object_layer(world, state.things)
        self.people: Layer = people_layer(world, state.bodies, badges_of(world))


class WholeMap(MapView, can_focus=False):
    """Draws a whole world as its map does, as large as it fits, or the surroundings of a cell;
    nothing can be moved or chosen."""

    has_styles = True

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._folder = Path()
        self._seen: _Seen | None = None
        self._marked: frozenset[Cell] = frozenset()
        self._near: Cell | None = None
        self._fitted: Scale | None = None

    @property
    def folder(self) -> Path:
        """The folder of the world."""
        return self._folder

    @property
    def whole(self) -> Grid | None:
        """The map of the world."""
        return self._seen.grid if self._seen else None

    @property
    def scale(self) -> Scale:
        """The scale that was found for the map; a pane that was just resized is still drawn at
        it."""
        return self._fitted or self._fitting_scale()

    def _fitting_scale(self) -> Scale:
        """Return the nearest scale at which the whole map fits; near a cell, one that shows each
        cell."""
        styles = self._choice.styles
        style = MapStyle.PIXELS if MapStyle.PIXELS in styles else styles[0]
        scale = Scale.of_style(style)
        if self.whole:
            scale = whole_scale(style, self.whole, self.size, styles)
        if self._near is None or scale.shows_cells:
            return scale
        return Scale.of_style(MapStyle.TILES if MapStyle.TILES in styles else MapStyle.LETTERS)

    def show(
        self,
        folder: Path,
        state: State | None,
        marked: Iterable[Cell] = (),
        near: Cell | None = None,
    ) -> None:
        """Show a state of a world, some cells of it marked; nothing while it is not known.

        With `near` only that cell's surroundings are shown, where the whole world would be too
        small to see anybody.
        """
        self._folder, self._seen, self._near = folder, _Seen(state) if state else None, near
        self._marked, self.drawn, self._fitted = frozenset(marked), None, None
        if state is not None:
            self.moment = moment_of(state, Lighting(state.world.grid), is_still=True)
            self._light = light_at(state.minute, state.weather)
            self.fit()
        self._reset()

    def fit(self) -> None:
        """Draw the whole map, or a cell and what is around it, in the middle of the pane."""
        grid = self.whole
        if grid is not None and self.size.width and self.size.height:
            self._fitted = self._fitting_scale()
            self.drawn = self.draw()
            middle = self._near or Cell(grid.width // 2, grid.height // 2)
            self.camera = self.scale.camera_on(grid, self.size, self.on_map(*middle), (-1, -1))

    def draw(self) -> ZoomedMap:
        """Return what stands where at the scale."""
        if self._seen is None:
            raise RuntimeError("nothing was shown yet")
        return ZoomedMap(self._seen, self.scale)

    def _use_theme(self) -> None:
        """Draw in another theme, at the scale that its styles allow."""
        super()._use_theme()
        self.fit()

    def on_resize(self) -> None:
        """Draw it to its new size."""
        self.fit()
        self._reset()

    def marks(self, row: int) -> dict[int, int]:
        """Return the marked cells."""
        views = map(self.scale.to_view, self._marked)
        return {view.x: CHOSEN for view in views if view.y == row}

    def reframe(self) -> None:
        """Frame no areas."""
        self.redraw()

    def tell_place(self) -> None:
        """Tell of no place: there is no cursor."""
