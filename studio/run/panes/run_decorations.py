"""What moves over the map of a run: bubbles of who talks, marks of who reflects or plans, and the
way ahead."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from latticeville.core.geometry import Box, Cell
from latticeville.draw.tilemap.bubbles import Texts, Utterance, place_bubbles
from latticeville.sim.cell_stocks import stocks_at
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from latticeville.world.model.areas import WORLD, Area, Areas
from studio.canvas.area_borders import FramedArea
from studio.canvas.scale import Scale
from studio.run.panes.belief_view import place_text
from studio.run.panes.scene import Scene
from studio.ui.text import clean, fit_lines

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
REMEMBERED = "()"
"""The signs around a memory in a bubble."""
THOUGHTS = {"insights": "*", "day": "≡", "react": "!"}
"""Marks beside people for what they asked their model in this tick."""


class AreasInSight(NamedTuple):
    """The areas of a world, the scale that they are seen at, and the view cells in sight."""

    areas: Areas
    scale: Scale
    view: Box

    def find(self, which: int, chosen: str = "") -> list[Area]:
        """Return the areas in sight: none (0), the outermost (1), or all (2), and the chosen
        one."""
        touching = self.areas.find_touching(self.scale.box_to_map(self.view)) if which else ()
        areas = map(self.areas.by_id.__getitem__, touching)
        found = [
            area for area in areas if area.id != WORLD and (which == 2 or area.parent == WORLD)
        ]
        own = self.areas.by_id.get(chosen)
        return found if own is None or own in found or chosen == WORLD else [*found, own]

    def framed(self, areas: Iterable[Area]) -> Iterator[FramedArea]:
        """Yield areas with their boxes as view cells."""
        return (
            FramedArea(area.name, tuple(map(self.scale.box_to_view, area.boxes))) for area in areas
        )


def speech_of(
    payload: TickPayload, view: Box, columns: int, *, shows_memories: bool = False
) -> Texts:
    """Return the texts of cells over people who talk, reflect or plan in a tick; on demand also the
    first memory that each of them retrieved last."""
    bodies = payload.state.bodies
    taken = {body.cell for body in bodies.values()}
    said = [
        Utterance(bodies[one.who].cell, clean(one.words)) for one in payload.events if one.is_speech
    ]
    if shows_memories:
        said += _memories(payload, bodies)
    texts = place_bubbles(said, view, columns, taken)
    for cell, mark in _thoughts(payload, bodies):
        above = Cell(cell.x, cell.y - 1)
        if above in view and above not in taken:
            texts.setdefault(above.y, {}).setdefault(above.x, mark.center(columns))
    return texts


def _memories(payload: TickPayload, bodies: Mapping[str, Body]) -> Iterator[Utterance]:
    minds = payload.state.minds
    for who, thought in payload.thoughts.items():
        found = thought.recalls[-1].ids if thought.recalls else ()
        if found and who in bodies and found[0] < len(minds[who].memory):
            text = clean(minds[who].memory[found[0]].text)
            yield Utterance(bodies[who].cell, text, REMEMBERED)


def _thoughts(payload: TickPayload, bodies: Mapping[str, Body]) -> Iterator[tuple[Cell, str]]:
    for who, thought in payload.thoughts.items():
        mark = next((THOUGHTS[ask.kind] for ask in thought.asks if ask.kind in THOUGHTS), "")
        if mark and who in bodies:
            yield bodies[who].cell, mark


def way_ahead(body: Body | None) -> dict[int, set[int]]:
    """Return the cells that somebody is going to walk over, columns by row."""
    found: dict[int, set[int]] = {}
    if body is None or body.journey is None:
        return found
    x, y = body.cell
    for step in body.journey.route:
        dx, dy = STEPS[step]
        x, y = x + dx, y + dy
        found.setdefault(y, set()).add(x)
    return found


def _told_of(body: Body) -> str:
    return "dead" if body.is_dead else body.doing


def ground_text(scene: Scene, cell: Cell, cells: int) -> str:
    """Say who and what is at a cell, what its ground is and holds, and where it is; as much of it as
    fits into so many cells."""
    stocks, there = [*stocks_at(scene.state, cell)], _there(scene, cell)
    standing = [line for name, line in there.items() if name not in scene.state.world.areas.by_id]
    at = f"{cell.x},{cell.y}"
    ground = scene.grid.tile(cell).name
    first = [f"{at} {standing[0]}", *standing[1:], ground] if standing else [f"{at} {ground}"]
    where = place_text(scene, cell)
    ways = (
        (*first, *(one.text for one in stocks), where),
        (*first, *(one.brief for one in stocks), where),
        (*first, where.rpartition(" › ")[2]),
        first,
    )
    told = (" · ".join(way) for way in ways)
    return next((one for one in told if cell_len(one) <= cells), fitted(first[0], cells))


def fitted(text: str, cells: int) -> str:
    """Return a text cut behind a whole word to so many cells, with an ellipsis; "" without room.

    >>> fitted("Ada: having lunch by the window", 20)
    'Ada: having lunch…'
    """
    line = next(iter(fit_lines(text, cells, 1)), "") if cells > 0 else ""
    return line if cell_len(line) <= cells else set_cell_size(text, cells)


def _there(scene: Scene, cell: Cell) -> dict[str, str]:
    """Return by id who and what is at a cell: people with what they do, objects with their state,
    the area."""
    state, world = scene.state, scene.state.world
    lines = {}
    for name in scene.ids_at(Box(*cell, 1, 1), cell):
        body, thing = state.bodies.get(name), state.things.get(name)
        has_states = thing and len(world.kinds[thing.kind].states) > 1
        told = _told_of(body) if body else thing.state if thing and has_states else ""
        lines[name] = clean(f"{world.name_of(name)}: {told}" if told else world.name_of(name))
    return lines


def hover_text(scene: Scene, cell: Cell) -> str:
    """Return who and what is at a cell, a line each: people with what they do, objects with their
    state, the area."""
    state, world = scene.state, scene.state.world
    lines = [*_there(scene, cell).values()]
    lines = lines or [clean(world.grid.tile(cell).name)]
    return "\n".join([*lines, *(clean(one.text) for one in stocks_at(state, cell))])
