"""The map of homes and work places, with one person's way between them."""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer, Sprite
from latticeville.draw.home_map import (
    BOTH,
    HOME,
    LEGEND,
    SIGNS,
    WORK,
    HomeToWork,
    MapLabel,
    label_text,
    place_labels,
    route_between,
)
from latticeville.draw.home_map import draw as draw_homes
from latticeville.world.model.grid import Grid
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from studio.canvas.area_borders import NONE
from studio.canvas.map_view import MapView
from studio.canvas.marks import CHOSEN, CURSOR
from studio.canvas.scale import Scale
from studio.canvas.zoom import ZoomedMap
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.text import clean

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView, Member

STEP = "•"
"""A cell of the way."""
NEAR = 1 << 14
"""The most cells of a map on which a way is found at once."""


class WayFound(Message):
    """The way of somebody in a world was found."""

    def __init__(self, world: World, who: str, found: HomeToWork) -> None:
        super().__init__()
        self.world, self.who, self.way = world, who, found


class _Stood:
    """What is drawn here: the ground, and labels and the way as if they were people."""

    def __init__(self, grid: Grid, people: Layer) -> None:
        self.grid, self.people = grid, people
        self.objects: Layer = {}


class HomesPane(MapView):
    """Fits the whole map into the pane; a click on a sign chooses who it is about, another goes to
    the place."""

    where = "homes"
    BINDINGS: ClassVar[list[BindingType]] = bindings("homes")

    class Picked(Message):
        """Somebody was chosen."""

        def __init__(self, who: str) -> None:
            super().__init__()
            self.who = who

    class Gone(Message):
        """Somebody wants to go to a place on the map workbench: to an area, or else to a cell."""

        def __init__(self, area: str, cell: Cell) -> None:
            super().__init__()
            self.area, self.cell = area, cell

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id)
        self.chosen = ""
        """The person whose signs are marked."""
        self._world: World | None = None
        self._cast: CastView | None = None
        self._labels: tuple[MapLabel, ...] = ()
        self._way = HomeToWork(())
        self._near = self._seeks = False

    @property
    def whole(self) -> Grid | None:
        """The map of the world."""
        return self._world.grid if self._world else None

    def show(self, world: World, found: "CastView") -> None:
        """Show another edition of the world."""
        if world is not self._world:
            self._world, self._cast = world, found
            self._follow()
            self._fit()

    def choose(self, who: str) -> None:
        """Mark where somebody lives and works, and the way between."""
        if who != self.chosen:
            self.chosen = who
            self._follow()
            self._fit()

    def _follow(self) -> None:
        """Find the way of the chosen person: at once, or on a large map in a thread."""
        world, one = self._world, self._one
        self._way, self._seeks = HomeToWork(()), False
        if world is None or one is None or not one.home or not one.work:
            return
        if world.grid.width * world.grid.height <= NEAR:
            self._way = route_between(world, one.home, one.work)
            return
        self._seeks = True
        self.run_worker(lambda: self._walk(world, one), thread=True, exclusive=True, group="way")

    def _walk(self, world: World, one: "Member") -> None:
        self.post_message(WayFound(world, one.who, route_between(world, one.home, one.work)))

    def on_way_found(self, message: "WayFound") -> None:
        """Draw a way, if it is still wanted."""
        message.stop()
        if message.world is self._world and message.who == self.chosen:
            self._way, self._seeks = message.way, False
            self._fit()

    @property
    def _one(self) -> "Member | None":
        return (
            next((one for one in self._cast.people if one.who == self.chosen), None)
            if self._cast
            else None
        )

    def _fit(self) -> None:
        """Look at the whole map, unless every cell of it was asked for."""
        grid = self.whole
        if grid is not None and self.size.width:
            self.set_scale(self.scale if self._near else Scale.fit_letters(grid, *self.size))
            self._bring()
            self.refresh()

    def _bring(self) -> None:
        """Bring a sign of the chosen person into sight."""
        mine = [label for label in self._labels if self.chosen in label.who]
        if mine and not any(cell in self.camera.box for label in mine for cell in label.cells):
            self.camera = self.camera.center_on(mine[0].cell)

    def action_zoom(self) -> None:
        """Show every cell, or the whole map again."""
        self._near = self.scale.cells_across > 1
        grid = self.whole
        if grid is not None:
            self.set_scale(Scale() if self._near else Scale.fit_letters(grid, *self.size))
            self._bring()
            self.refresh()

    def on_resize(self) -> None:
        """Fit the map into the pane again."""
        self.camera = self.camera.with_size(*self.size)
        self._fit()

    def draw(self) -> ZoomedMap:
        """Return the map with the signs that there is room for."""
        if self._world is None or self._cast is None:
            raise RuntimeError("nothing was shown yet")
        self._labels = place_labels(self._world, self.scale.cells_across)
        layer: dict[int, dict[int, Sprite]] = {}
        known = {one.who: one for one in self._cast.people}
        for label in self._labels:
            self._draw_label(self._world, label, known, layer)
        if self.chosen in known:
            self._draw_way(known[self.chosen].color, layer)
        return ZoomedMap(_Stood(self._world.grid, layer), self.scale, self.drawn)

    def _draw_label(
        self,
        world: World,
        label: MapLabel,
        known: "dict[str, Member]",
        layer: dict[int, dict[int, Sprite]],
    ) -> None:
        factor, mine = self.scale.cells_across, self.chosen in label.who
        one = known[self.chosen if mine else label.who[0]]
        color = one.color if mine or len(label.who) == 1 else "plain"
        for cell, letter in zip(label.cells, label_text(world, label, self.chosen), strict=True):
            layer.setdefault(cell.y * factor, {})[cell.x * factor] = Sprite(letter, color, one.who)

    def _draw_way(self, color: str, layer: dict[int, dict[int, Sprite]]) -> None:
        """Draw the way between home and work where no sign is."""
        factor = self.scale.cells_across
        for cell in self._way.cells:
            small = self.scale.to_view(cell)
            row = layer.setdefault(small.y * factor, {})
            row.setdefault(small.x * factor, Sprite(STEP, color, self.chosen))

    def text(self) -> str:
        """Return the whole map with all signs as text, for the clipboard."""
        return "\n".join((*draw_homes(self._world), LEGEND)) if self._world else ""

    def label(self, spot: Cell) -> MapLabel | None:
        """Return the sign on a cell of the small map."""
        return next((label for label in self._labels if spot in label.cells), None)

    def marks(self, row: int) -> dict[int, int]:
        """Return the signs of the chosen person, and the cursor."""
        mine = (cell for label in self._labels if self.chosen in label.who for cell in label.cells)
        marks = {cell.x: CHOSEN for cell in mine if cell.y == row}
        if row == self.spot.y and self.has_focus:
            marks[self.spot.x] = marks.get(self.spot.x, 0) | CURSOR
        return marks

    def reframe(self) -> None:
        """Draw anew; no areas are framed here."""
        self._frames = NONE
        self.redraw()

    def tell_place(self) -> None:
        """Name whose sign the cursor is on, else where the chosen person lives and works."""
        if self._world is None:
            return
        on = self.label(self.spot) if self.has_focus else None
        told = self._told_label(self._world, on) if on else self._told_way(self._world)
        scale = f"1:{self.scale.cells_across} · " if self.scale.cells_across > 1 else ""
        self.caption(clean(f"{scale}{told}").replace("[", "("), f"{LEGEND} {STEP} way")

    def _told_label(self, world: World, label: MapLabel) -> str:
        who = ", ".join(map(world.name_with_article, label.who))
        return f"{SIGNS[label.sort]} {unique_name(world, label.area)}: {who}"

    def _told_way(self, world: World) -> str:
        one = self._one
        if one is None:
            return "Homes and work"
        ends = [
            f"{unique_name(world, area)}{self._beside(world, sort)}"
            for sort, area in ((HOME, one.home), (WORK, one.work))
            if area
        ]
        long = (
            f", {self._way.steps} steps"
            if self._way.cells
            else ", no way"
            if one.home and one.work
            else ""
        )
        long = ", finding the way…" if self._seeks else long
        return f"{world.name_with_article(one.who)}: {' → '.join(ends) or 'no home'}{long}"

    def _beside(self, world: World, sort: str) -> str:
        """Say who shares the chosen person's sign."""
        mine = next(
            (one for one in self._labels if one.sort in (sort, BOTH) and self.chosen in one.who),
            None,
        )
        others = [who for who in mine.who if who != self.chosen] if mine else []
        if not others:
            return ""
        return (
            f" with {world.name_with_article(others[0])}"
            if len(others) == 1
            else f" with {len(others)} others"
        )

    def on_focus(self) -> None:
        """Show the cursor, on a sign of the chosen person."""
        mine = next((label for label in self._labels if self.chosen in label.who), None)
        if mine is not None and not any(self.spot in label.cells for label in self._labels):
            self.go(self.on_map(*(side * self.scale.cells_across for side in mine.cell)))
        self.tell_place()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.tell_place()

    def on_click(self, event: events.Click) -> None:
        """Choose whom a sign is about; again, go there."""
        offset = event.get_content_offset(self)
        spot = self.camera.cell(offset.x, offset.y) if offset is not None else None
        if spot is None:
            return
        self.go(self.on_map(*(side * self.scale.cells_across for side in spot)))
        label = self.label(spot)
        if label is not None and self.chosen in label.who:
            if event.button != RIGHT:
                self.action_open()
        elif label is not None:
            self.post_message(self.Picked(label.who[0]))

    def action_open(self) -> None:
        """Go to the place on the map workbench."""
        label = self.label(self.spot)
        self.post_message(self.Gone(label.area if label else "", self.cursor))
