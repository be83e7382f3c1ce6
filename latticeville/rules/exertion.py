"""Exertions: the energy that they ask for, and how they tire a body."""

from msgspec.structs import replace

from latticeville.mind.action import ATTACK, GATHER, Action
from latticeville.mind.percept import Observation
from latticeville.mind.vitals import Vitals
from latticeville.sim.crowd import Numbers
from latticeville.sim.event import Event
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


class TooTired(Event, frozen=True, tag="too_tired"):
    """Somebody had too little energy for what they tried; only they know."""

    who: str
    area: str
    kind: str
    target: str = ""

    @property
    def mark(self) -> str:
        """The word in the margin of a transcript."""
        return "refused"

    @property
    def private_to(self) -> tuple[str, ...]:
        """Only who did it perceives it."""
        return (self.who,)

    def sentence(self, world: World) -> str:
        """Say “Ada is too tired to gather food: rest first”."""
        is_named = self.kind in (GATHER, ATTACK)
        what = f"{self.kind} {world.name_with_article(self.target)}" if is_named else "walk"
        return f"{world.name_with_article(self.who)} is too tired to {what}: rest first."

    def observation(self, world: World) -> Observation:
        """Return what a witness may remember."""
        return Observation("tootired", self.who, self.sentence(world))


def vitals_of(body: Body) -> Vitals:
    """Return the vitals of a body, those of a healthy one where the world has none."""
    return body.vitals or Vitals()


def clamp(value: int) -> int:
    """Return a value within 0 and 1000."""
    if value < 0:
        return 0
    return min(value, THOUSAND)


def clamp_all(values: Numbers) -> Numbers:
    """Return a column within 0 and 1000."""
    return values.clip(0, THOUSAND)


def tired(vitals: Vitals, cost: int) -> Vitals:
    """Return vitals after an exertion; a negative cost gives energy."""
    return replace(vitals, energy=clamp(vitals.energy - cost))


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
