"""Exertion: what tires a body needs the energy that it costs, and most of it is possible once in a
survival step."""

from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.vitals import Vitals
from latticeville.sim.state import State
from latticeville.sim.survival.events import TooTired
from latticeville.sim.survival.near import vitals_of
from latticeville.sim.survival.vitals import tired
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body


def refusal_to_act(state: State, who: str) -> str:
    """Return why somebody can neither gather, eat, rest nor attack: they did so in this survival
    step; or ""."""
    acted = vitals_of(state.bodies[who]).acted
    return "" if acted < state.survival_step else "there is no time for more in this step"


def acted_now(draft: TickDraft, vitals: Vitals) -> Vitals:
    """Return the vitals of somebody who acts in this survival step."""
    return replace(vitals, acted=draft.before.survival_step)


def has_energy(state: State, who: str, cost: int) -> bool:
    """Tell whether somebody has the energy for an exertion; everybody has in a world without that
    need."""
    return "energy" not in state.world.needs or vitals_of(state.bodies[who]).energy >= cost


def exert(draft: TickDraft, who: str, action: Action, cost: int) -> Body | None:
    """Return the body after an exertion, no longer on a walk; None with an event for who is too
    tired for it."""
    body = replace(draft.get_body(who), journey=None)
    if has_energy(draft.before, who, cost):
        return replace(body, vitals=tired(vitals_of(body), cost))
    draft.put_body(replace(body, doing="too tired"))
    draft.events.append(TooTired(who, body.area, action.kind, action.target))
    return None
