"""The whole state at the end of a tick, as one frozen value."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.geometry import Cell
from latticeville.mind.belief import BEFORE_START, Belief, BeliefTree
from latticeville.mind.memory import AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.mind import InnerState, Mind
from latticeville.mind.percept import AGENT, Node
from latticeville.mind.persona_relations import initial_relations
from latticeville.mind.ratings import Ratings
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs
from latticeville.mind.vitals import Vitals
from latticeville.sim.events import Event, Said
from latticeville.sim.survival.resource_layer import FULL, ResourceLayer
from latticeville.sim.tree import Body, ObjectState, WorldTree, build_tree
from latticeville.world.model.personas import Resident
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


class State(msgspec.Struct, frozen=True, dict=True):
    """Canonical truth; `tree` is derived from bodies and things, `news` are the last tick's events.

    `resources` are the cells that hold less of a resource than they can, by resource. `ratings` say
    how important sentences are that somebody has rated; `shifts` are the ticks after which the
    clock was set forward, with the minutes.
    """

    tick: int
    seed: int
    weather: str
    bodies: Mapping[str, Body]
    things: Mapping[str, ObjectState]
    minds: Mapping[str, Mind]
    news: tuple[Event, ...]
    tree: WorldTree
    ratings: Ratings = Ratings()
    shifts: tuple[tuple[int, int], ...] = ()
    resources: Mapping[str, ResourceLayer] = {}

    @property
    def world(self) -> World:
        """The world that this state lives in."""
        return self.tree.world

    @property
    def minute(self) -> int:
        """Simulated minutes since Monday 00:00 of the first week."""
        return self.minute_of(self.tick)

    def minute_of(self, tick: int) -> int:
        """Return the minute that a tick up to this one ended at."""
        settings = self.world.settings
        minute = settings.start + tick * settings.tick_minutes
        return minute + sum(
            minutes for since, minutes in self.shifts if since < tick or since == tick == self.tick
        )

    @property
    def day(self) -> int:
        """Number of the simulated day, the first being 0."""
        return self.minute // DAY

    @cached_property
    def survival_step(self) -> int:
        """Number of the survival step, the first being 0."""
        return self.tick // self.world.survival.step_ticks

    @cached_property
    def visible_nodes(self) -> dict[str, tuple[Node, ...]]:
        """The nodes that people perceive, filled in as asked (`perception.visible_nodes`)."""
        return {}

    @cached_property
    def utterances(self) -> tuple[Said, ...]:
        """What was said in the last tick."""
        return tuple(event for event in self.news if isinstance(event, Said))

    @cached_property
    def resource_names(self) -> tuple[str, ...]:
        """The resources that cells hold or can hold, sorted."""
        return tuple(sorted({*self.world.resource_maxima, *self.resources}))

    def with_minds(self, minds: Mapping[str, Mind]) -> "State":
        """Return this state with other minds, in which everybody perceives the same."""
        thought = replace(self, minds=minds)
        thought.visible_nodes.update(self.visible_nodes)
        return thought

    def units_in(self, cell: Cell, resource: str) -> int:
        """Return the whole units of a resource that can be gathered in a cell."""
        return self.amount_in(self.world.grid.index(cell), resource) // THOUSAND

    def amount_in(self, cell: int, resource: str) -> int:
        """Return the thousandths of a resource in a cell, named by its index."""
        most, growth = (
            self.world.resource_maxima.get(resource, {}),
            self.world.survival.growth_of(resource),
        )
        layer = self.resources.get(resource, FULL)
        return layer.amount(cell, most.get(cell, 0), growth, self.survival_step)

    def tick_of_death(self, who: str) -> int:
        """Return the tick at which somebody died; 0 for the living and for nobody."""
        body = self.bodies.get(who)
        return body.vitals.died if body and body.vitals else 0

    @property
    def season(self) -> str:
        """The name of the season, or "" in a world without seasons."""
        season = self.world.survival.season_at(self.survival_step)
        return season.name if season else ""

    @property
    def sky(self) -> str:
        """Weather and season, as screens show them: “rain · winter”."""
        return f"{self.weather} · {self.season}" if self.season else self.weather


def initial_state(world: World, seed: int | None = None) -> State:
    """Return the state at tick 0."""
    areas = world.areas
    things = {
        spot.id: ObjectState(
            spot.id,
            spot.kind,
            spot.box,
            areas.at(spot.cell),
            spot.state,
            counters=dict(spot.counters),
            items=spot.inside,
            parts=spot.parts,
        )
        for spot in world.objects.values()
    }
    bodies = {one.id: resident_body(world, one.id, one.start) for one in world.people.values()}
    tree = build_tree(world, bodies, things)
    known: dict[tuple[str, ...], dict[str, Belief]] = {}
    minds = {one.id: resident_mind(tree, one, known) for one in world.people.values()}
    seed = world.seed if seed is None else seed
    return State(0, seed, world.climate.start, bodies, things, minds, (), tree)


def resident_body(world: World, who: str, cell: Cell) -> Body:
    """Return the body of a resident who has just come to stand somewhere."""
    return with_needs(world, Body(who, cell, world.areas.at(cell)))


def with_needs(world: World, body: Body) -> Body:
    """Return a body with the vitals and the food of tick 0; as it is where it has vitals, or the
    world no needs."""
    if body.vitals or not world.needs:
        return body
    rules, strength = world.survival, round(THOUSAND * world.people[body.id].persona.strength)
    food = rules.start_food if "hunger" in world.needs else 0
    return replace(body, vitals=Vitals(rules.start_hunger, strength=strength)).add_units(
        rules.food, food
    )


def resident_mind(
    tree: WorldTree, resident: Resident, known: dict[tuple[str, ...], dict[str, Belief]]
) -> Mind:
    """Return the mind of a resident who knows some areas and what stood in them, and nobody's
    whereabouts.

    Everybody knows the places of their own routine. `known` keeps what was worked out for others
    who know the same.
    """
    areas, things = tree.world.areas.by_id, tree.world.objects
    places = [row.place for row in resident.persona.routine]
    own = [place if place in areas else tree.world.areas.at(things[place].cell) for place in places]
    knows, only = tuple(dict.fromkeys((*resident.knows, *own))), resident.only
    nodes = known.get(knows) if not only else None
    if nodes is None:
        nodes = dict(_initial_beliefs(tree, knows, only, places))
        if not only:
            known[knows] = nodes
    seeds = resident.persona.memories
    memory = MemoryStream(
        MemoryRecord(
            count, seed.kind, seed.text, BEFORE_START, resident.home, importance=seed.importance
        )
        for count, seed in enumerate(seeds)
    )
    inner = InnerState(needs=resident.persona.needs)
    survives = "survival" in tree.world.rules
    resources = ResourceBeliefs(known_resources(tree.world, knows) if survives else {})
    relations = initial_relations(resident.persona, kinship=survives)
    if not tree.world.minds.relations:
        relations = relations.without_people()
    return Mind(
        BeliefTree(BEFORE_START, nodes),
        memory,
        AccessLog(),
        inner=inner,
        relations=relations,
        resources=resources,
    )


def known_resources(world: World, knows: Collection[str]) -> dict[str, ResourceBelief]:
    """Return what is believed of cells in areas that somebody knows at first: that they hold as
    much as they can."""
    known = {
        area for area in world.areas.by_id if not {*world.areas.path(area)[1:]}.isdisjoint(knows)
    }
    found = (
        ResourceBelief(
            name,
            world.grid.cell(index),
            world.resource_maxima[name][index] // THOUSAND,
            BEFORE_START,
        )
        for name, cells in world.resource_cells.items()
        for index in sorted(index for area in known for index in cells.get(area, ()))
    )
    return {one.key: one for one in found}


def _initial_beliefs(
    tree: WorldTree,
    knows: Iterable[str],
    only: Mapping[str, tuple[str, ...]],
    places: Collection[str],
) -> Iterator[tuple[str, Belief]]:
    """Yield what is believed of areas, of all around them, and of the things in them."""
    for area in knows:
        for above in tree.world.areas.path(area):
            yield above, Belief(tree.nodes[above], BEFORE_START)
        for node in tree.members.get(area, ()):
            known = area not in only or node.id in only[area] or node.id in places
            if known and node.kind != AGENT:
                yield node.id, Belief(node, BEFORE_START)
