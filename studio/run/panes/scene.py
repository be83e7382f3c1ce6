"""What is in which cell at the end of a tick, computed once per payload."""

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import (
    Layer,
    ObjectRows,
    ObjectSprites,
    PeopleRows,
    object_layer,
    people_layer,
)
from latticeville.draw.tilemap.badges import badges_of
from latticeville.sim.state import State
from latticeville.world.model.areas import WORLD
from latticeville.world.model.grid import Grid


class Scene:
    """Objects and people of a state; what did not change since the scene before is taken over from
    it."""

    def __init__(self, state: State, before: "Scene | None" = None) -> None:
        self.state = state
        same_world = before is not None and before.state.world is state.world
        self.sprites: ObjectSprites = before.sprites if before and same_world else {}
        same_things = before is not None and same_world and before.state.things is state.things
        self.placed: ObjectRows = (
            before.placed
            if before and same_things
            else object_layer(state.world, state.things, self.sprites)
        )
        """The objects at the end of the tick."""
        self.objects: Layer = self.placed
        """What is drawn of objects."""
        self.badges: dict[str, str] = (
            before.badges if before and same_world else badges_of(state.world)
        )
        """Two letters for everybody."""
        self.standing: PeopleRows = people_layer(state.world, state.bodies, self.badges)
        """The people at the end of the tick."""
        self.people: Layer = self.standing
        """What is drawn of people: also marks and notes."""

    @property
    def grid(self) -> Grid:
        """The ground."""
        return self.state.world.grid

    def ids_at(self, box: Box, cell: Cell) -> tuple[str, ...]:
        """Return the ids of all people and objects in a box, then of the areas of a cell from the
        inside out."""
        state, rows = self.state, range(box.y, box.y + box.height)
        found = sorted(
            (
                body
                for row in rows
                for body in self.standing.bodies.get(row, ())
                if body.cell in box
            ),
            key=lambda body: body.is_dead,
        )
        people = tuple(body.id for body in found)
        things = tuple(
            dict.fromkeys(
                thing.id
                for row in rows
                for thing, own in self.placed.things.get(row, ())
                if own.overlaps(box)
            )
        )
        areas = tuple(
            area
            for area in reversed(state.world.areas.path(state.world.areas.at(cell)))
            if area != WORLD
        )
        return people + things + areas

    def boxes_of(self, name: str) -> tuple[Box, ...]:
        """Return the boxes that something fills: a person's cell, an object's footprint, an area's
        boxes."""
        state = self.state
        if name in state.bodies:
            return (Box(*state.bodies[name].cell, 1, 1),)
        if name in state.things:
            holder = state.things[name].holder
            if holder in state.bodies:
                return (Box(*state.bodies[holder].cell, 1, 1),)
            return state.things[name].footprint.boxes
        area = state.world.areas.by_id.get(name)
        return area.boxes if area else ()


def middle_of_people(state: State) -> Cell:
    """Return the middle of all people, or of the map where there are none."""
    cells = [body.cell for body in state.bodies.values()]
    if not cells:
        return Cell(state.world.grid.width // 2, state.world.grid.height // 2)
    return Cell(
        sum(cell.x for cell in cells) // len(cells), sum(cell.y for cell in cells) // len(cells)
    )


def room_at(state: State, cell: Cell) -> Box | None:
    """Return the box around the outermost area of a cell; None outside all areas."""
    areas = state.world.areas
    area = areas.outermost(areas.at(cell))
    if area == WORLD:
        return None
    boxes = areas.by_id[area].boxes
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = (
        max(box.x + box.width for box in boxes),
        max(box.y + box.height for box in boxes),
    )
    return Box(left, top, right - left, bottom - top)


def nearest_person(state: State, to: Cell) -> Cell:
    """Return the cell of the person nearest to a cell; the cell itself where there is nobody."""
    cells = [body.cell for body in state.bodies.values()]
    return min(cells, key=lambda cell: abs(cell.x - to.x) + abs(cell.y - to.y), default=to)
