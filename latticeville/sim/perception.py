"""Perception: what each agent sees and hears of the state at the end of the last tick."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from latticeville.core.geometry import Box, Cell
from latticeville.mind.percept import Node, Observation, PerceivedNews, Percept, Sights
from latticeville.mind.topic import Topic
from latticeville.sim.beats.events import Developed
from latticeville.sim.crowd import Crowd, others_of
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Happened
from latticeville.sim.importance import importance_of
from latticeville.sim.line_of_sight import Disc, visible_cells
from latticeville.sim.news import make_topic
from latticeville.sim.next_speaker import hear
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body, VisibleRegion, WorldTree
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World

MAX_VIEWS = 2000
"""How many cells' views are kept before all are forgotten."""
NO_NEWS = PerceivedNews()


def perceive(state: State, but: Collection[str] = ()) -> Iterator[tuple[str, Percept]]:
    """Yield every agent with its percept, `but` for those who are out of sight of all others; the
    order of agents plays no part."""
    people = [who for who in state.bodies if who not in but]
    if not people:
        return
    news, minute, season = index_news(state, but), state.minute, state.season
    hearing, senses = state.world.settings.hearing, rules_of(state.world.rules).senses
    for who in people:
        body = state.bodies[who]
        if body.is_dead:
            continue
        view = view_of(state, body)
        sights = _collect_nodes(state, body, view)
        percept = Percept(
            who,
            state.tick + 1,
            minute,
            body.area,
            body.cell,
            sights,
            news.for_area(who, body.area) if view is None else news.for_nodes(who, sights),
            body.journey.target if body.journey else "",
            body.carries,
            view.cells if view else None,
            state.seed,
            state.weather,
            items=body.items,
            season=season,
            hearing=hearing,
        )
        for sense in senses:
            percept = sense(state, body, percept)
        yield who, percept


def is_within_hearing(state: State, speaker: str, listener: str) -> bool:
    """Tell whether words carry from one person to another."""
    bodies = state.bodies
    return bodies[speaker].cell.distance_to(bodies[listener].cell) <= state.world.settings.hearing


def visible_nodes(state: State, who: str) -> Sights:
    """Return the nodes that somebody perceives in a state."""
    found = state.visible_nodes.get(who)
    if found is None:
        body = state.bodies[who]
        found = _collect_nodes(state, body, view_of(state, body))
    return found


def _collect_nodes(state: State, body: Body, view: VisibleRegion | None) -> Sights:
    found = state.tree.visible_from(body.area) if view is None else _nodes_in_view(state.tree, view)
    state.visible_nodes[body.id] = found
    return found


class NewsIndex:
    """The last tick's observations, by area, by who or what they tell of, and those of one person
    alone; `shared` are those of the areas once all are added, `spoken` the areas where somebody
    spoke."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.areas: dict[str, tuple[Observation, ...]] = {}
        self.shared: dict[str, PerceivedNews] = {}
        self.subjects: dict[str, tuple[Observation, ...]] = {}
        self.own: dict[str, tuple[Observation, ...]] = {}
        self.spoken: set[str] = set()

    def add(self, area: str, subject: str, news: Observation) -> None:
        """Add what whoever is in an area perceives, and whoever sees whom it is of."""
        _add_news(self.areas, area, news)
        _add_news(self.subjects, subject, news)
        if news.words:
            self.spoken.add(area)

    def tells(self, who: str, areas: Iterable[str]) -> bool:
        """Tell whether there are news for somebody who sees some areas and nobody but themselves."""
        told = self.subjects
        return (
            who in self.own
            or "" in self.areas
            or who in told
            or (bool(told) and not told.keys().isdisjoint(areas))
        )

    def for_area(self, who: str, area: str) -> PerceivedNews:
        """Return what happened in an area and everywhere, and to oneself."""
        here, everywhere = self.shared.get(area, NO_NEWS), self.shared.get("", NO_NEWS)
        if here and area in self.spoken:
            here = PerceivedNews(self._within_hearing(who, here))
        own = self.own.get(who)
        return _join_news(here, everywhere, own or ()) if everywhere or own else here

    def for_nodes(self, who: str, sights: tuple[Node, ...]) -> PerceivedNews:
        """Return what happened to those in sight, to the areas in sight themselves, everywhere, and
        to oneself."""
        told = self.subjects
        seen = [news for node in sights if node.id in told for news in told[node.id]]
        near = self._within_hearing(who, seen)
        return _join_news(near, self.areas.get("", ()), self.own.get(who, ()))

    def _within_hearing(self, who: str, news: Sequence[Observation]) -> list[Observation]:
        bodies = self.state.bodies
        return [
            one
            for one in news
            if not one.words
            or one.actor not in bodies
            or is_within_hearing(self.state, one.actor, who)
        ]


def index_news(state: State, but: Collection[str] = ()) -> NewsIndex:
    """Return the news of the last tick, without what those did whom nobody sees."""
    found, talk = NewsIndex(state), hear(state)
    for number, event in enumerate(state.news):
        if event.who in but:
            continue
        seen = talk.get(number) or state.observations[number]
        if seen is None:
            continue
        seen = _weigh(seen, make_topic(event, seen, state, number), state)
        alone = _private_witnesses(event, state)
        if alone is None:
            alone = _add_area_news(found, event, seen, state)
        for who in alone:
            _add_news(found.own, who, seen)
    found.shared = {area: PerceivedNews(news) for area, news in found.areas.items()}
    return found


def _weigh(seen: Observation, topic: Topic | None, state: State) -> Observation:
    """Return an observation with its importance and what can be told of it."""
    rating = importance_of(state, seen)
    return replace(seen, importance=rating, topic=topic) if rating or topic else seen


class Neighbourhood:
    """Who stands near whom: people by blocks as large as anybody sees, the dead too. Whoever is alone
    in a block and those around it sees nobody and is seen by nobody."""

    def __init__(self, state: State, crowd: Crowd | None) -> None:
        world = state.world
        self._by_area = world.settings.perception == "area"
        self._reach: int = world.keep("farthest sight", lambda: _farthest_sight(world))
        row = self._row = world.grid.width // self._reach + 3
        self._ring = (-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1)
        self._crowd = {} if crowd is None else self._blocks_of_crowd(crowd)
        self._others: dict[int, list[Body]] = {}
        for body in others_of(state.bodies, crowd).values():
            self._others.setdefault(self._block(body.cell), []).append(body)

    def _block(self, cell: Cell) -> int:
        return cell[1] // self._reach * self._row + cell[0] // self._reach

    def _blocks_of_crowd(self, crowd: Crowd) -> dict[int, int]:
        """Return the row of the member in each block; they stay where they are."""
        kept = vars(crowd.members)
        if "blocks" not in kept:
            bodies = enumerate(crowd.members.bodies)
            kept["blocks"] = {self._block(body.cell): row for row, body in bodies}
        found: dict[int, int] = kept["blocks"]
        return found

    def others_apart(self) -> list[Body]:
        """Return the bodies of the living outside the crowd whom nobody sees and who see nobody."""
        by_area = self._by_area
        return [
            here[0]
            for block, here in self._others.items()
            if len(here) == 1
            and not here[0].is_dead
            and not (by_area and here[0].area != WORLD)
            and self._is_lonely(block)
        ]

    def _is_lonely(self, block: int) -> bool:
        """Tell whether nobody else is in a block of one of the others, or in those around."""
        ring, crowd = [block + step for step in self._ring], self._crowd
        if not self._others.keys().isdisjoint(ring):
            return False
        return not crowd or (block not in crowd and crowd.keys().isdisjoint(ring))

    def members_met(self) -> set[int]:
        """Return the rows of those in the crowd to whom somebody has come near."""
        crowd, steps = self._crowd, (0, *self._ring)
        near = (crowd.get(block + step) for block in self._others for step in steps)
        return {row for row in near if row is not None}


def _farthest_sight(world: World) -> int:
    """Return the most cells that anybody sees."""
    radii = [one.persona.attention.radius or 0 for one in world.people.values()]
    return max([1, world.settings.radius, *radii])


def _add_area_news(
    found: NewsIndex, event: Event, seen: Observation, state: State
) -> Iterable[str]:
    """Add what everybody in its area perceives; return who perceives it wherever they are: who
    speaks, and to whom."""
    subject = seen.actor or (seen.about[0] if seen.about else event.area)
    found.add(event.area, subject, seen)
    if event.hearers:
        return [who for who in event.hearers if who in state.bodies]
    if seen.actor in state.bodies and state.bodies[seen.actor].area != event.area:
        return (seen.actor,)
    return (
        _people_within(state, event.area)
        if isinstance(event, Happened | Developed) and event.area
        else ()
    )


def _add_news(found: dict[str, tuple[Observation, ...]], key: str, news: Observation) -> None:
    found[key] = (*found.get(key, ()), news)


def _people_within(state: State, area: str) -> list[str]:
    """Return who stands in areas that lie within one: what happens in a house is perceived in its
    kitchen."""
    areas = state.world.areas
    if area not in areas.by_id:
        return []
    return [
        who
        for who, body in state.bodies.items()
        if body.area != area and areas.is_within(body.area, area)
    ]


def _private_witnesses(event: Event, state: State) -> Iterable[str] | None:
    """Return who alone perceives an event; None where its area decides."""
    names = event.private_to
    if isinstance(event, Changed) and (holder := state.things[event.thing].holder):
        names = (holder,)
    return None if names is None else [who for who in names if who in state.bodies]


def _join_news(*parts: Sequence[Observation]) -> PerceivedNews:
    filled = [part for part in parts if part]
    if not filled:
        return NO_NEWS
    if len(filled) == 1:
        return PerceivedNews(filled[0])
    return PerceivedNews({id(news): news for part in filled for news in part}.values())


def view_of(state: State, body: Body) -> VisibleRegion | None:
    """Return what a straight line reaches within the radius without crossing something opaque.

    None where a person perceives their innermost area and nothing else.
    """
    if state.world.settings.perception == "area" and body.area != WORLD:
        return None
    views = state.tree.views
    radius = state.world.people[body.id].persona.attention.radius or state.world.settings.radius
    eye = (body.cell, radius)
    if eye not in views:
        if len(views) > max(MAX_VIEWS, 2 * len(state.bodies)):
            views.clear()
        views[eye] = _compute_view(state, body.cell, radius)
    return views[eye]


def _compute_view(state: State, eye: Cell, radius: int) -> VisibleRegion:
    areas = state.world.areas
    cells = visible_cells(state.world.grid, state.tree.opaque_cells, eye, radius)
    inside = areas.find_in_spans(
        cells.spans.items() if isinstance(cells, Disc) else ((y, range(x, x + 1)) for x, y in cells)
    )
    around = {name for area in inside for name in areas.path(area)}
    box = Box(eye[0] - radius, eye[1] - radius, 2 * radius + 1, 2 * radius + 1)
    return VisibleRegion(
        cells, box, tuple(sorted(inside)), tuple(sorted(around, key=areas.order.__getitem__))
    )


def _nodes_in_view(tree: WorldTree, view: VisibleRegion) -> Sights:
    """Return the areas that reach into view, root first, and the members that stand in it."""
    found: list[Node] = []
    for area in view.areas:
        found += tree.members_in(area, view)
    return Sights((*map(tree.nodes.__getitem__, view.above), *found))
