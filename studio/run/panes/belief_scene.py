"""The map as a person believes it, or with marks where beliefs are false or differ."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.draw.frame import Layer, Sprite, object_layer, people_layer
from latticeville.mind.belief import Belief
from latticeville.reports.beliefs.match import (
    GLYPHS,
    BeliefMatch,
    NodeAppearance,
    Views,
    compare_beliefs,
    disagree,
)
from latticeville.reports.beliefs.rows import look_words
from latticeville.sim.state import State
from latticeville.sim.tree import ObjectState
from studio.run.panes.scene import Scene

TRUTH, BELIEF, DOUBT, DIFFER = range(4)
"""What the map may show: how it is, how somebody believes it is, where the two part, and where two
beliefs do."""
PARTED, FIRST, SECOND = "≠", "‹", "›"
"""Signs for what both know and take to be otherwise, and for what only the first or only the second
knows."""
COLORS = {
    BeliefMatch.STALE: "lamp",
    BeliefMatch.ELSEWHERE: "red",
    BeliefMatch.MISSING: "red",
    BeliefMatch.UNKNOWN: "water",
}
"""Colours of the signs."""


class BeliefScene(Scene):
    """A scene as somebody believes it, or with a sign wherever they are wrong."""

    def __init__(self, state: State, who: str, way: int, other: str = "") -> None:
        super().__init__(state)
        self.told: dict[Cell, str] = {}
        """What each sign stands for: in which two beliefs differ there, or how one is wrong."""
        self.wrong = 0
        """How many objects and people are otherwise than believed; what is unknown does not
        count."""
        if way == DIFFER:
            self.people, self.told = differing_beliefs(state, who, other, self.badges)
            return
        marked, told = false_beliefs(state, who, self.badges)
        unknown = GLYPHS[BeliefMatch.UNKNOWN]
        self.wrong = sum(marked[cell.y][cell.x].glyph != unknown for cell in told)
        if way == BELIEF:
            self.objects, self.people = believed_placements(state, who, self.badges)
        else:
            self.people, self.told = marked, told


def believed_placements(state: State, who: str, badges: Mapping[str, str]) -> tuple[Layer, Layer]:
    """Return the objects and people that somebody believes in, where they believe them."""
    held = {
        name: belief
        for name, belief in state.minds[who].beliefs.nodes.items()
        if not belief.missing
    }
    things = {
        name: _as_held(state, state.things[name], held[name])
        for name in state.things
        if name in held
    }
    bodies = {who: state.bodies[who]}
    for name, body in state.bodies.items():
        if name != who and name in held and held[name].node.cell is not None:
            bodies[name] = replace(body, cell=held[name].node.cell)
    return object_layer(state.world, things), people_layer(state.world, bodies, badges)


def _as_held(state: State, thing: ObjectState, belief: Belief) -> ObjectState:
    node = belief.node
    kind = state.world.kinds[thing.kind]
    looks = node.looks if node.looks in kind.states else thing.state
    if node.cell is None:
        return replace(thing, state=looks)
    cells = thing.footprint_at(node.cell)
    return replace(
        thing,
        state=looks,
        box=cells.bounding_box,
        parts=cells.boxes if thing.parts else (),
        holder="",
    )


def differing_beliefs(
    state: State, one: str, other: str, badges: Mapping[str, str]
) -> tuple[Layer, dict[Cell, str]]:
    """Return the people, a sign wherever the beliefs of two of them part, and what each takes to be
    so there."""
    layer = {y: dict(row) for y, row in people_layer(state.world, state.bodies, badges).items()}
    told: dict[Cell, str] = {}
    others = (views for views in disagree(state, one, other) if views.id not in (one, other))
    for views in others:
        sign = PARTED if views.one and views.other else FIRST if views.one else SECOND
        held = f"{state.world.name_with_article(one)}: {_told(views.one, views.other)}"
        words = (
            f"{views.name} · {held} · {state.world.name_with_article(other)}: "
            f"{_told(views.other, views.one)}"
        )
        for cell in _cells(views):
            layer.setdefault(cell.y, {})[cell.x] = Sprite(
                sign, COLORS[BeliefMatch.ELSEWHERE], views.id, is_mark=True
            )
            told[cell] = words
    return layer, told


def _cells(views: Views) -> Iterator[Cell]:
    """Yield the cells where either of two believes something to be."""
    for look in (views.one, views.other):
        if look is not None and look.cell is not None:
            yield look.cell


def _told(look: NodeAppearance | None, against: NodeAppearance | None) -> str:
    """Say how somebody believes something to be, what another believes otherwise first."""
    return "unknown" if look is None else look_words(look, against)


def false_beliefs(
    state: State, who: str, badges: Mapping[str, str]
) -> tuple[Layer, dict[Cell, str]]:
    """Return the people, a sign wherever something is otherwise than somebody believes, and how it
    is."""
    layer = {y: dict(row) for y, row in people_layer(state.world, state.bodies, badges).items()}
    told: dict[Cell, str] = {}
    for row in compare_beliefs(state, who):
        look = row.truth or row.believed
        if (
            row.match in COLORS
            and look is not None
            and look.cell is not None
            and row.kind != "area"
            and row.id != who
        ):
            sprite = Sprite(GLYPHS[row.match], COLORS[row.match], row.id, is_mark=True)
            layer.setdefault(look.cell.y, {})[look.cell.x] = sprite
            told[look.cell] = f"{row.name}: {row.told}"
    return layer, told
