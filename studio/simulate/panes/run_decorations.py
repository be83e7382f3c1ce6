"""What moves over the map of a run: bubbles of who talks, marks of who reflects or plans, and the way ahead."""

from collections.abc import Iterator, Mapping

from latticeville.core.geometry import Box, Cell
from latticeville.render.tilemap.bubbles import Texts, Utterance, place_bubbles
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Body
from studio.ui.text import clean

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
THOUGHTS = {"insights": "*", "day": "≡", "react": "!"}
"""Marks beside people for what they asked their model in this tick."""


def speech_of(payload: TickPayload, view: Box, columns: int) -> Texts:
    """Return the texts of cells over people who talk, reflect or plan in a tick."""
    bodies = payload.state.bodies
    taken = {body.cell for body in bodies.values()}
    said = [Utterance(bodies[one.who].cell, clean(one.words)) for one in payload.events if isinstance(one, Said)]
    texts = place_bubbles(said, view, columns, taken)
    for cell, mark in _thoughts(payload, bodies):
        above = Cell(cell.x, cell.y - 1)
        if above in view and above not in taken:
            texts.setdefault(above.y, {}).setdefault(above.x, mark.center(columns))
    return texts


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
