"""The picture of a world on the first screen: its whole map as it is when a run begins."""

from pathlib import Path

from latticeville.draw.frame import object_layer, people_layer
from latticeville.draw.tilemap.badges import badges_of
from latticeville.draw.tilemap.light import Lighting
from latticeville.draw.tilemap.painter import MapStyle, moment_of
from latticeville.sim.state import State
from latticeville.world.model.grid import Grid
from studio.canvas.map_view import MapView
from studio.canvas.palette import light_at
from studio.canvas.scale import Scale, whole_scale
from studio.canvas.zoom import ZoomedMap


class _Begun:
    """What stands where in a state."""

    def __init__(self, state: State) -> None:
        world = state.world
        self.grid, self.objects = world.grid, object_layer(world, state.things)
        self.people = people_layer(world, state.bodies, badges_of(world))


class WorldPicture(MapView, can_focus=False):
    """Draws a whole world as its map does, as large as it fits; nothing can be moved or chosen."""

    has_styles = True

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._folder = Path()
        self._begun: _Begun | None = None

    @property
    def folder(self) -> Path:
        """The folder of the world."""
        return self._folder

    @property
    def whole(self) -> Grid | None:
        """The map of the world."""
        return self._begun.grid if self._begun else None

    @property
    def scale(self) -> Scale:
        """The nearest scale at which the whole map fits."""
        style = MapStyle.PIXELS if self._has_colors else MapStyle.LETTERS
        return whole_scale(style, self.whole, self.size) if self.whole else Scale.of_style(style)

    def show(self, folder: Path, state: State | None) -> None:
        """Show the begin of a world; nothing while it is not known."""
        self._folder, self._begun = folder, _Begun(state) if state else None
        self.drawn = None
        if state is not None:
            self.moment = moment_of(state, Lighting(state.world.grid), is_still=True)
            self._light = light_at(state.minute, state.weather)
            self.fit()
        self._reset()

    def fit(self) -> None:
        """Draw the whole map in the middle of the pane."""
        grid = self.whole
        if grid is not None and self.size.width and self.size.height:
            self.drawn = self.draw()
            middle = grid.width // 2, grid.height // 2
            self.camera = self.scale.camera_on(grid, self.size, self.on_map(*middle), (-1, -1))

    def draw(self) -> ZoomedMap:
        """Return what stands where at the scale."""
        if self._begun is None:
            raise RuntimeError("nothing was shown yet")
        return ZoomedMap(self._begun, self.scale)

    def on_resize(self) -> None:
        """Draw it to its new size."""
        self.fit()
        self._reset()

    def marks(self, row: int) -> dict[int, int]:
        """Return that nothing is marked."""
        del row
        return {}

    def reframe(self) -> None:
        """Frame no areas."""
        self.redraw()

    def tell_place(self) -> None:
        """Tell of no place: there is no cursor."""
