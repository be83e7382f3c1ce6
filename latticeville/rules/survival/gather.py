"""GATHER: take units of a resource out of the cell; all who gather there in a tick share it."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import GATHER, Action
from latticeville.rules.exertion import clamp_all, exert, has_energy, vitals_of
from latticeville.rules.survival.deeds import note_deeds
from latticeville.rules.survival.events import Gathered
from latticeville.rules.survival.mind.forms import AnyForm
from latticeville.rules.survival.needs import acted_now, refusal_to_act
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.crowd_actions import join_events
from latticeville.sim.event import Event
from latticeville.sim.machines import count_carried
from latticeville.sim.resource_layer import split_units
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


class Gather(ActionKind):
    """Gather the resource `target`, up to `gather` units a survival step."""

    name = GATHER
    form = AnyForm({"resource": "target"}, "gather|forage|collect|pick|harvest")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield each resource of which the cell holds a unit."""
        if refusal_to_act(state, who) or not has_energy(
            state, who, state.world.survival.gather_energy
        ):
            return ()
        cell = state.bodies[who].cell
        return (Action(GATHER, name) for name in state.resource_names if state.units_in(cell, name))

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask for a unit of it in the cell, and for somebody who has not acted in this survival
        step."""
        here = state.units_in(state.bodies[who].cell, action.target)
        return refusal_to_act(state, who) or (
            "" if here else f"there is no {action.target or 'resource'} here"
        )

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Claim the cell."""
        body = exert(draft, who, action, draft.world.survival.gather_energy)
        if body is not None:
            vitals = acted_now(draft, vitals_of(body))
            draft.put_body(replace(body, vitals=vitals, doing=f"gathering {action.target}"))
            index = draft.world.grid.index(body.cell)
            draft.claims_of(HarvestClaim).append(HarvestClaim(action.target, index, who))

    def resolve_all(self, crowd: Crowd, rows: Numbers, world: World, step: int) -> None:
        """Begin to gather; nobody else is at the cell of somebody alone."""
        food = world.survival.food
        crowd.energy[rows] = clamp_all(crowd.energy[rows] - world.survival.gather_energy)
        crowd.acted[rows] = step
        crowd.doing[rows] = f"gathering {food}"


class HarvestClaim(NamedTuple):
    """Somebody gathers a resource in a cell, named by its index."""

    resource: str
    cell: int
    who: str


def settle_harvest(draft: TickDraft) -> None:
    """Split each cell among all who gather there; what rounding leaves goes in random order."""
    cells: dict[tuple[str, int], list[str]] = {}
    for claim in draft.claims_of(HarvestClaim):
        cells.setdefault((claim.resource, claim.cell), []).append(claim.who)
    taken: dict[str, dict[int, int]] = {}
    starts, events = list[tuple[str, int]](), list[Event]()
    for (resource, cell), people in cells.items():
        units = _share_out(draft, resource, cell, people)
        taken.setdefault(resource, {})[cell] = -THOUSAND * sum(units.values())
        starts.append((people[0], len(events)))
        for who in people:
            body = draft.get_body(who).add_units(resource, units[who])
            draft.put_body(body)
            rivals = tuple(other for other in people if other != who)
            events.append(Gathered(who, body.area, resource, units[who], rivals))
    if draft.crowd is not None and (alone := _harvest_alone(draft.crowd, draft.world)):
        taken.setdefault(draft.crowd.food, {}).update(alone)
        events = join_events(events, starts, draft.crowd, {GATHER})
    draft.events += events
    for resource, changes in taken.items():
        draft.add_resource(resource, changes)


def _harvest_alone(crowd: Crowd, world: World) -> dict[int, int]:
    """Let those of a crowd take what they can who gather, each out of a cell of their own; return the
    thousandths that leave each cell."""
    changes: dict[int, int] = {}
    for place, action in enumerate(crowd.actions):
        rows = (crowd.acts == place).nonzero()[0]
        if action.kind == GATHER and len(rows):
            units = crowd.here[rows].clip(0, world.survival.gather)
            crowd.units[rows] += units
            cells = crowd.members.cells[rows].tolist()
            changes |= zip(cells, (-THOUSAND * units).tolist(), strict=True)
            _note_harvest(crowd, rows, units, action.target, world)
    return changes


def _note_harvest(crowd: Crowd, rows: Numbers, units: Numbers, resource: str, world: World) -> None:
    for count in sorted({*units.tolist()}):
        name, make = f"gathers {count} {resource}", partial(_gathered, resource, count)
        note_deeds(crowd, rows[units == count], world, name, make)


def _gathered(resource: str, units: int, body: Body) -> Event:
    return Gathered(body.id, body.area, resource, units)


def _share_out(draft: TickDraft, resource: str, cell: int, people: list[str]) -> dict[str, int]:
    """Return the units that each who gathers in a cell gets; somebody alone draws no lot."""
    before, rules = draft.before, draft.world.survival
    bodies = before.bodies
    here = before.units_in(draft.world.grid.cell(cell), resource)
    wanted = {who: _most_units(before, who, resource) for who in people}
    if len(people) == 1:
        return {who: min(here, units) for who, units in wanted.items()}
    strength = {who: max(1, vitals_of(bodies[who]).strength) for who in people}
    shares = strength if rules.split == "strength" else dict.fromkeys(people, 1)
    return split_units(here, wanted, shares, tuple(_by_lot(draft, cell, people)))


def _by_lot(draft: TickDraft, cell: int, people: Iterable[str]) -> list[str]:
    seed, tick = draft.before.seed, draft.tick
    return sorted(people, key=lambda who: (rng(seed, tick, who, f"harvest:{cell}").uniform(), who))


def _most_units(state: State, who: str, resource: str) -> int:
    """Return the most units that somebody gathers, with the best tool that they carry."""
    body, rules = state.bodies[who], state.world.survival
    tools = ((name, tool.factor) for name, tool in rules.tools.items() if tool.resource == resource)
    factors = [factor for name, factor in tools if count_carried(body, name, state.things)]
    return rules.gather * max(factors, default=THOUSAND) // THOUSAND
