"""A state with the names that another edition of the world uses for what it renamed."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from latticeville.core.decoders import convert
from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.mind import Mind
from latticeville.mind.percept import AREA, OBJECT, Node, Sights
from latticeville.mind.topic import Appointment
from latticeville.sim.event import Event
from latticeville.sim.state import State
from latticeville.sim.tree import Body, ObjectState
from latticeville.world.model.beats import VOTE_SIDES, BeatState
from latticeville.world.model.world import Amendments
from latticeville.world.model.world_renames import Names, Renames

T = TypeVar("T")


def rename_in_state(state: State, renames: Renames) -> State:
    """Return the state in which objects, beliefs, appointments and news have their new names; the
    tree is the old one.

    What people remember in words stays as they put it.
    """
    if not renames:
        return state
    names = _Names(state, renames)
    return replace(
        state,
        things={names.object(name): names.thing(thing) for name, thing in state.things.items()},
        bodies={names.person(who): names.body(body) for who, body in state.bodies.items()},
        minds={names.person(who): names.mind(mind) for who, mind in state.minds.items()},
        news=tuple(map(names.event, state.news)),
        beats={name: names.beat(one) for name, one in state.beats.items()},
        amendments=names.amendments(state.amendments),
    )


class _Names:
    """The new names of what a state speaks of."""

    def __init__(self, state: State, renames: Renames) -> None:
        self._renames = renames
        self._kinds: Mapping[str, str] = {name: thing.kind for name, thing in state.things.items()}
        self._places: Names = {**renames.areas, **renames.objects}

    def object(self, name: str) -> str:
        return self._renames.objects.get(name, name)

    def person(self, who: str) -> str:
        return self._renames.people.get(who, who)

    def state_of(self, thing: str, state: str) -> str:
        return self._renames.states.get(self._kinds.get(thing, ""), {}).get(state, state)

    def counters_of(self, thing: str, counters: Mapping[str, int]) -> dict[str, int]:
        names = self._renames.counters.get(self._kinds.get(thing, ""), {})
        return {names.get(name, name): count for name, count in counters.items()}

    def thing(self, thing: ObjectState) -> ObjectState:
        return replace(
            thing,
            id=self.object(thing.id),
            kind=self._renames.kinds.get(thing.kind, thing.kind),
            area=self._renames.areas.get(thing.area, thing.area),
            state=self.state_of(thing.id, thing.state),
            counters=self.counters_of(thing.id, thing.counters),
            holder=self.person(self.object(thing.holder)),
            inside=tuple(map(self.object, thing.inside)),
        )

    def body(self, body: Body) -> Body:
        area = self._renames.areas.get(body.area, body.area)
        return replace(
            body, id=self.person(body.id), area=area, carries=tuple(map(self.object, body.carries))
        )

    def mind(self, mind: Mind) -> Mind:
        beliefs = mind.beliefs
        kept = [Belief(self.node(one.node), one.seen, one.missing) for one in beliefs.kept.values()]
        tree = BeliefTree(
            beliefs.tick,
            {one.node.id: one for one in kept},
            Sights(map(self.node, beliefs.sights)),
            self._renames.areas.get(beliefs.place, beliefs.place),
        )
        agreed = tuple(
            replace(one, at=self.appointment(one.at), other=self.person(one.other))
            for one in mind.commitments
        )
        promises = tuple(
            replace(one, at=self.appointment(one.at), who=self.person(one.who))
            for one in mind.relations.promises
        )
        relations = rename_words(replace(mind.relations, promises=promises), self._renames.people)
        social = rename_words(mind.social, self._renames.people)
        return replace(mind, beliefs=tree, commitments=agreed, relations=relations, social=social)

    def node(self, node: Node) -> Node:
        parent = self._renames.areas.get(node.parent, node.parent)
        if node.kind == AREA:
            return replace(node, id=self._renames.areas.get(node.id, node.id), parent=parent)
        if node.kind != OBJECT:
            return replace(node, id=self.person(node.id), parent=parent)
        counters = tuple(sorted(self.counters_of(node.id, dict(node.counters)).items()))
        looks = self.state_of(node.id, node.looks)
        return replace(node, id=self.object(node.id), parent=parent, looks=looks, counters=counters)

    def people(self, some: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(self.person, some))

    def beat(self, beat: BeatState) -> BeatState:
        sides = {side: self.people(getattr(beat, side)) for side in VOTE_SIDES}
        return replace(beat, chair=self.person(beat.chair) if beat.chair else "", **sides)

    def amendments(self, changed: Amendments) -> Amendments:
        if not changed:
            return changed
        access = {
            self._renames.areas.get(area, area): replace(rules, owners=self.people(rules.owners))
            for area, rules in changed.access.items()
        }
        owners = {self.object(name): self.people(some) for name, some in changed.owners.items()}
        return replace(changed, access=access, owners=owners)

    def appointment(self, at: Appointment) -> Appointment:
        state = self.state_of(at.place, at.state) if at.state else ""
        return replace(at, place=self._places.get(at.place, at.place), state=state)

    def event(self, event: Event) -> Event:
        names = {**self._places, **self._renames.people}
        named = {
            name: str(getattr(event, name, ""))
            for name in ("who", "to", "area", "thing", "target", "left")
        }
        changed = {name: names[value] for name, value in named.items() if value in names}
        return replace(event, **changed) if changed else event


def rename_words(value: T, names: Names) -> T:
    """Return a value in which whole texts that are names, and keys, are the new ones."""
    if not names:
        return value
    return convert(_renamed(msgspec.to_builtins(value), names), type(value))


def _renamed(value: Any, names: Names) -> Any:  # noqa: ANN401 - any JSON
    match value:
        case str():
            return names.get(value, value)
        case dict():
            return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
        case list() | tuple():
            return [_renamed(one, names) for one in value]
    return value
