"""Bodies with needs: who is near whom, how time, food, blows and exertions change a body, and
what exertions ask for."""

from collections.abc import Collection

from msgspec.structs import replace

from latticeville.mind.action import ATTACK, GATHER, Action
from latticeville.mind.percept import Observation
from latticeville.mind.vitals import Vitals
from latticeville.sim.event import Event
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND, SurvivalSettings
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


def people_near(state: State, who: str) -> list[str]:
    """Return the living others beside somebody, by id."""
    x, y = state.bodies[who].cell
    people = state.tree.people_by_cell
    cells = [(column, row) for row in (y - 1, y, y + 1) for column in (x - 1, x, x + 1)]
    return sorted(
        [other for cell in cells if cell in people for other in people[cell] if other != who]
    )


def refusal_to_reach(state: State, who: str, target: str) -> str:
    """Return why somebody cannot do anything to another, or ""; that they are too far away is found
    out by trying."""
    other = state.bodies.get(target)
    if other is None or target == who:
        return "there is nobody of that name"
    return f"{target} is dead" if other.is_dead else ""


def vitals_of(body: Body) -> Vitals:
    """Return the vitals of a body, those of a healthy one where the world has none."""
    return body.vitals or Vitals()


def clamp(value: int) -> int:
    """Return a value within 0 and 1000."""
    return min(max(value, 0), THOUSAND)


def age(
    vitals: Vitals, rules: SurvivalSettings, needs: Collection[str], hunger_factor: int = THOUSAND
) -> Vitals:
    """Return vitals after one survival step of time; only needs that the world has change."""
    hunger = (
        clamp(vitals.hunger + rules.hunger * hunger_factor // THOUSAND)
        if "hunger" in needs
        else vitals.hunger
    )
    lost = (
        rules.starvation
        if "health" in needs and "hunger" in needs and hunger > rules.starving
        else 0
    )
    energy = clamp(vitals.energy - rules.tiring) if "energy" in needs else vitals.energy
    return replace(vitals, hunger=hunger, energy=energy, health=clamp(vitals.health - lost))


def fed(vitals: Vitals, rules: SurvivalSettings) -> Vitals:
    """Return vitals after a unit of food."""
    energy, health = (
        clamp(vitals.energy + rules.meal_energy),
        clamp(vitals.health + rules.meal_health),
    )
    return replace(vitals, hunger=clamp(vitals.hunger - rules.meal), energy=energy, health=health)


def tired(vitals: Vitals, cost: int) -> Vitals:
    """Return vitals after an exertion; a negative cost gives energy."""
    return replace(vitals, energy=clamp(vitals.energy - cost))


def hurt(vitals: Vitals, damage: int) -> Vitals:
    """Return vitals after damage."""
    return replace(vitals, health=clamp(vitals.health - damage))


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
