"""Perception: what each agent sees of the state as it stood at the end of the last tick."""

from collections.abc import Iterable, Mapping

from latticeville.core.geometry import Cell, line
from latticeville.mind.percept import AREA, Node, Observation, Percept
from latticeville.sim.events import Event, Happened, Refused, observation
from latticeville.sim.state import State
from latticeville.sim.tree import Body, Tree, View
from latticeville.world.areas import WORLD

VIEWS = 2000
"""How many cells' views are kept before all are forgotten."""


def perceive(state: State) -> dict[str, Percept]:
    """Return every agent's percept; the order of agents plays no part."""
    common, own = _news(state)
    everywhere = common.get("", ())
    percepts = {}
    for who, body in state.bodies.items():
        view = _view(state, body)
        sights = _sights(state, body, view)
        news = common.get(body.area, ()) if view is None else _heard(common, sights)
        percepts[who] = Percept(
            who,
            state.tick + 1,
            state.minute,
            body.area,
            body.cell,
            sights,
            _joined(news, everywhere, own.get(who, ())),
            body.journey.target if body.journey else "",
            body.carries,
            view.cells if view else None,
        )
    return percepts


def sights_of(state: State, who: str) -> tuple[Node, ...]:
    """Return the nodes that somebody perceives in a state."""
    body = state.bodies[who]
    return _sights(state, body, _view(state, body))


def _sights(state: State, body: Body, view: View | None) -> tuple[Node, ...]:
    return state.tree.seen_from(body.area) if view is None else _in_view(state.tree, view)


def _news(
    state: State,
) -> tuple[Mapping[str, tuple[Observation, ...]], Mapping[str, tuple[Observation, ...]]]:
    """Return the last tick's observations by area, and those that only one agent makes."""
    common: dict[str, tuple[Observation, ...]] = {}
    own: dict[str, tuple[Observation, ...]] = {}
    for event in state.news:
        seen = observation(event, state.world)
        if seen is None:
            continue
        alone = _alone(event, state.bodies)
        if alone is None:
            common[event.area] = (*common.get(event.area, ()), seen)
        for who in alone or ():
            own[who] = (*own.get(who, ()), seen)
        if alone is None and seen.actor and state.bodies[seen.actor].area != event.area:
            own[seen.actor] = (*own.get(seen.actor, ()), seen)
    return common, own


def _alone(event: Event, bodies: Mapping[str, Body]) -> Iterable[str] | None:
    """Return who alone perceives an event; None where its area decides."""
    if isinstance(event, Refused):
        return (event.who,)
    if isinstance(event, Happened) and event.people:
        return [who for who in event.people if who in bodies]
    return None


def _joined(*parts: tuple[Observation, ...]) -> tuple[Observation, ...]:
    filled = [part for part in parts if part]
    return filled[0] if len(filled) == 1 else tuple(news for part in filled for news in part)


def _heard(common: Mapping[str, tuple[Observation, ...]], sights: tuple[Node, ...]) -> tuple[Observation, ...]:
    """Return the news of those areas in view whose actor or object is itself in view."""
    seen = {node.id for node in sights}
    return tuple(
        news
        for node in sights
        if node.kind == AREA
        for news in common.get(node.id, ())
        if news.actor in seen or (not news.actor and (not news.about or news.about[0] in seen))
    )


def _view(state: State, body: Body) -> View | None:
    """Return what a straight line reaches within the radius without crossing something opaque.

    None where a person perceives their innermost area and nothing else.
    """
    if state.world.settings.perception == "area" and body.area != WORLD:
        return None
    views = state.tree.views
    if body.cell not in views:
        if len(views) > VIEWS:
            views.clear()
        cells, areas = _lit(state, body.cell), state.world.areas
        inside = {areas.at(cell) for cell in cells}
        around = {name for area in inside for name in areas.path(area)}
        above = tuple(name for name in areas.by_id if name in around)
        views[body.cell] = View(cells, tuple(sorted(inside)), above)
    return views[body.cell]


def _lit(state: State, eye: Cell) -> frozenset[Cell]:
    grid, radius = state.world.grid, state.world.settings.radius
    opaque, hiding = grid.opaque, state.tree.hiding
    x, y = eye
    seen = {eye}
    for cy in range(max(0, y - radius), min(grid.height, y + radius + 1)):
        for cx in range(max(0, x - radius), min(grid.width, x + radius + 1)):
            if (cx - x) ** 2 + (cy - y) ** 2 <= radius * radius and (cx, cy) not in seen:
                for cell in line(eye, Cell(cx, cy))[1:]:
                    seen.add(cell)
                    index = grid.index(cell)
                    if opaque[index] or index in hiding:
                        break
    return frozenset(seen)


def _in_view(tree: Tree, view: View) -> tuple[Node, ...]:
    """Return the areas that reach into view, root first, and the members that stand in it."""
    members = [node for area in view.areas for node in tree.members.get(area, ()) if node.cell in view.cells]
    return (*(tree.nodes[name] for name in view.above), *members)
