"""STEP: go one cell in one of eight directions; people may share and cross cells."""

from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.action import STEP, Action
from latticeville.mind.directions import DIRECTIONS, WAYS, cell_beside
from latticeville.rules.exertion import exert, has_energy
from latticeville.rules.survival.events import Stepped
from latticeville.rules.survival.mind.forms import StepForm
from latticeville.sim.area_access import PendingEntry, entered_areas
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Journey


class Step(ActionKind):
    """Go one cell; `verb` is the direction, such as NE."""

    name = STEP
    form = StepForm({"direction": "verb"}, "step|move|go|walk|head|travel|run|flee|explore")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield each direction in which the cell is free."""
        if not has_energy(state, who, state.world.survival.step_energy):
            return ()
        return _steps_on(_ground_around(state, state.bodies[who].cell))

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask for a cell where a body can stand, that no corner of two walls cuts off."""
        return _refusal(state, who, action.verb or "")

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Go at once, or wait for admission to an area that has rules."""
        body, way = exert(draft, who, action, draft.world.survival.step_energy), action.verb or ""
        if body is None:
            return
        cell = cell_beside(body.cell, way)
        draft.put_body(body := replace(body, doing=f"going {WAYS[way]}"))
        if entered_areas(draft.world, body.area, cell):
            journey = Journey(draft.world.areas.at(cell), cell, "")
            draft.claims_of(PendingEntry).append(PendingEntry(who, cell, journey))
        else:
            draft.events.append(Stepped(who, body.area, way))
            draft.move_body(body, cell)


def _ground_around(state: State, cell: Cell) -> bytes:
    """Return one byte for each of the nine cells around and with a cell, row by row: 1 where a body
    can stand."""
    grid, blocked, width = state.world.grid, state.tree.blocked_cells, state.world.grid.width + 2
    middle = (cell.y + 1) * width + cell.x + 1
    rows = (middle - width, middle, middle + width)
    ground = b"".join([grid.bordered_walkable[row - 1 : row + 2] for row in rows])
    if not blocked:
        return ground
    cells = (Cell(cell.x + dx, cell.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
    return bytes(
        [free and grid.index(near) not in blocked for free, near in zip(ground, cells, strict=True)]
    )


@cache
def _steps_on(ground: bytes) -> tuple[Action, ...]:
    """Return the steps from the middle of nine cells."""

    def is_free(dx: int, dy: int) -> bool:
        return bool(ground[3 * dy + dx + 4])

    ways = (
        way
        for way, (dx, dy) in DIRECTIONS.items()
        if is_free(dx, dy) and (is_free(dx, 0) or is_free(0, dy))
    )
    return tuple(Action(STEP, verb=way) for way in ways)


def _refusal(state: State, who: str, way: str) -> str:
    if way not in DIRECTIONS:
        return f"“{way}” is no direction"
    (x, y), to = state.bodies[who].cell, cell_beside(state.bodies[who].cell, way)
    if not _is_free(state, to):
        return f"there is no way {WAYS[way]}"
    corners = (Cell(to.x, y), Cell(x, to.y))
    return (
        ""
        if any(_is_free(state, cell) for cell in corners)
        else f"there is no way {WAYS[way]} between two walls"
    )


def _is_free(state: State, cell: Cell) -> bool:
    return (
        state.world.is_walkable(cell)
        and state.world.grid.index(cell) not in state.tree.blocked_cells
    )
