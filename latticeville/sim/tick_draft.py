"""A draft of the next state, which gathers the effects of one tick."""

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.sim.crowd import Crowd, CrowdBodies, CrowdMinds, others_of
from latticeville.sim.events import Entered
from latticeville.sim.resource_layer import FULL
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState, postpone_people, settle_in, update_tree
from latticeville.world.model.access import AccessRules

if TYPE_CHECKING:
    from latticeville.sim.event import Event
    from latticeville.world.model.beats import BeatState
    from latticeville.world.model.world import World

C = TypeVar("C")


class TickDraft:
    """The state before, and what has changed of it so far; `commit` makes the state after."""

    def __init__(self, before: State, crowd: Crowd | None = None) -> None:
        self.before, self.crowd = before, crowd
        self.world: World = before.world
        """The world that the tick happens in."""
        self.events: list[Event] = []
        self.weather = before.weather
        self.resources = dict(before.resources)
        self.beats: dict[str, BeatState] = {}
        self.amendments = before.amendments
        self._claims: dict[type, list[object]] = {}
        self._bodies: dict[str, Body] = {}
        self._objects: dict[str, ObjectState] = {}

    @property
    def minute(self) -> int:
        """The simulated minute at the end of the tick that is being made."""
        return self.before.minute + self.world.settings.tick_minutes

    @property
    def tick(self) -> int:
        """The tick that is being made."""
        return self.before.tick + 1

    def claims_of(self, kind: type[C]) -> list[C]:
        """Return the list of all claims of a kind, which actions add to and a law of nature
        settles."""
        return cast("list[C]", self._claims.setdefault(kind, []))

    def get_body(self, who: str) -> Body:
        """Return a body as it is by now."""
        found = self._bodies.get(who)
        if found is None and self.crowd is not None and who in self.crowd.rows:
            return self.crowd.body(self.crowd.rows[who])
        return found or self.before.bodies[who]

    def living(self, but: Collection[str] = ()) -> Iterator[Body]:
        """Yield the bodies of the living as they are by now, by id, `but` for some of a crowd."""
        changed, before, people = self._bodies, self.before.bodies, self.world.person_ids
        if self.crowd is None:
            bodies = [changed.get(who) or before[who] for who in people]
        else:
            bodies = [self.get_body(who) for who in people if who not in but]
        return iter([body for body in bodies if not body.is_dead])

    @property
    def crowded(self) -> Collection[str]:
        """The people for whom columns stand, whom no rule has changed by themselves."""
        return () if self.crowd is None else self.crowd.rows.keys() - self._bodies.keys()

    def get_object(self, name: str) -> ObjectState:
        """Return a thing as it is by now."""
        return self._objects.get(name) or self.before.things[name]

    def put_body(self, body: Body) -> None:
        """Change a body; a member of a crowd leaves it."""
        self._bodies[body.id] = body

    def put_object(self, thing: ObjectState) -> None:
        """Change a thing."""
        self._objects[thing.id] = thing

    def move_body(self, body: Body, cell: Cell, **changes: object) -> Body:
        """Let a body stand on another cell, with further changes; crossing into another area is an
        event."""
        area = self.world.areas.at(cell)
        moved = replace(body, cell=cell, area=area, **changes)
        self.put_body(moved)
        if area != body.area:
            self.events.append(Entered(body.id, area, body.area))
        return moved

    def amount_of(self, resource: str, cell: int) -> int:
        """Return the thousandths of a resource that a cell, named by its index, holds by now."""
        rules, most = self.world.survival, self.world.resource_maxima.get(resource, {})
        layer, step = self.resources.get(resource, FULL), self.before.survival_step
        return layer.amount(cell, most.get(cell, 0), rules.growth_of(resource), step)

    def add_resource(self, resource: str, changes: Mapping[int, int]) -> None:
        """Add thousandths of a resource to cells, named by their indexes, or take them out where
        they are negative."""
        growth, most = (
            self.world.survival.growth_of(resource),
            self.world.resource_maxima.get(resource, {}),
        )
        layer = self.resources.get(resource, FULL)
        self.resources[resource] = layer.add(changes, most, growth, self.before.survival_step)

    def access_of(self, area: str) -> AccessRules:
        """Return who may enter an area, and when, as it is by now."""
        found = self.amendments.access.get(area) or self.world.areas.by_id[area].access
        return found or AccessRules()

    def amend(
        self,
        access: Mapping[str, AccessRules] | None = None,
        owners: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        """Change who may enter areas, and who owns objects, from the next tick on."""
        was = self.amendments
        self.amendments = replace(
            was, access={**was.access, **(access or {})}, owners={**was.owners, **(owners or {})}
        )

    def _rest_of_crowd(self) -> Crowd | None:
        """Return the crowd without those whom a rule has changed by themselves."""
        crowd = self.crowd
        if crowd is None or crowd.rows.keys().isdisjoint(self._bodies):
            return crowd
        return crowd.without(self._bodies)

    def commit(self, **changes: object) -> State:
        """Return the state with everything landed; `changes` are further fields of it."""
        before = self.before
        bodies = {**before.bodies, **self._bodies} if self._bodies else before.bodies
        things = {**before.things, **self._objects} if self._objects else before.things
        crowd = self._rest_of_crowd()
        if crowd is not None:
            order = self.world.person_ids
            others = others_of(before.bodies, crowd)
            bodies = CrowdBodies(order, {**others, **self._bodies}, crowd)
            changes["minds"] = CrowdMinds(order, others_of(before.minds, crowd), crowd)
            tree = postpone_people(before.tree, bodies)
        else:
            tree = update_tree(before.tree, bodies, things, self._bodies, self._objects)
        if self.amendments is not before.amendments:
            tree = settle_in(tree, before.world.amend(self.amendments))
        return replace(
            before,
            bodies=bodies,
            things=things,
            tree=tree,
            weather=self.weather,
            resources=self.resources,
            beats={**before.beats, **self.beats} if self.beats else before.beats,
            amendments=self.amendments,
            **changes,
        )
