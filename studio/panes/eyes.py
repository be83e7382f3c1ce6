"""The map in somebody's eyes: what they believe stands where, or where their belief and the truth part."""

from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.lab.beliefs import GLYPHS, Match
from latticeville.lab.beliefs import rows as compare
from latticeville.mind.belief import Belief
from latticeville.render.frame import Layer, Sprite, object_layer, people_layer
from latticeville.sim.state import State
from latticeville.sim.tree import Thing
from studio.panes.scene import Scene

TRUTH, BELIEF, DOUBT = range(3)
"""What the map may show: how it is, how somebody believes it is, and where the two part."""
COLORS = {Match.STALE: "lamp", Match.ELSEWHERE: "red", Match.MISSING: "red", Match.UNKNOWN: "water"}
"""Colours of the signs."""


class Eyes(Scene):
    """A scene as somebody believes it, or with a sign wherever they are wrong."""

    def __init__(self, state: State, who: str, way: int) -> None:
        super().__init__(state)
        if way == BELIEF:
            self.objects, self.people = believed(state, who)
        else:
            self.people = doubted(state, who)


def believed(state: State, who: str) -> tuple[Layer, Layer]:
    """Return the objects and people that somebody believes in, where they believe them."""
    held = {name: belief for name, belief in state.minds[who].beliefs.nodes.items() if not belief.missing}
    things = {name: _as_held(state, state.things[name], held[name]) for name in state.things if name in held}
    bodies = {who: state.bodies[who]}
    for name, body in state.bodies.items():
        if name != who and name in held and held[name].node.cell is not None:
            bodies[name] = replace(body, cell=held[name].node.cell)
    return object_layer(state.world, things), people_layer(state.world, bodies)


def _as_held(state: State, thing: Thing, belief: Belief) -> Thing:
    node = belief.node
    kind = state.world.kinds[thing.kind]
    looks = node.looks if node.looks in kind.states else thing.state
    if node.cell is None:
        return replace(thing, state=looks)
    return replace(thing, state=looks, box=Box(*node.cell, thing.box.width, thing.box.height), holder="")


def doubted(state: State, who: str) -> Layer:
    """Return the people, and a sign wherever something is otherwise than somebody believes."""
    layer = {y: dict(row) for y, row in people_layer(state.world, state.bodies).items()}
    for row in compare(state, who):
        look = row.truth or row.believed
        if row.match in COLORS and look is not None and look.cell is not None and row.kind != "area" and row.id != who:
            layer.setdefault(look.cell.y, {})[look.cell.x] = Sprite(GLYPHS[row.match], COLORS[row.match], row.id)
    return layer
