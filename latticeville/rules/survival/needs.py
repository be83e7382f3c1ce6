"""Bodies with needs: what they begin with, how time, food and blows change them, what they may do in
a step, and who has no health left."""

from collections.abc import Collection

from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.mind.vitals import Vitals
from latticeville.rules.exertion import clamp, clamp_all, vitals_of
from latticeville.rules.survival.events import CAUSES, Attacked, Died, Disaster
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.sim.tree import Body
from latticeville.world.model.survival import THOUSAND, SurvivalSettings
from latticeville.world.model.world import World

HUNGER, BLOWS = "hunger", "blows"
"""The causes of death."""


def give_needs(world: World, body: Body) -> Body:
    """Return a body with the vitals and the food of tick 0; as it is where it has vitals."""
    if body.vitals:
        return body
    rules, strength = world.survival, round(THOUSAND * world.people[body.id].persona.strength)
    food = rules.start_food if "hunger" in world.needs else 0
    return replace(body, vitals=Vitals(rules.start_hunger, strength=strength)).add_units(
        rules.food, food
    )


def pass_time(draft: TickDraft) -> None:
    """Let hunger rise and energy fall at the end of each survival step."""
    world = draft.world
    if draft.tick % world.survival.step_ticks:
        return
    season = world.survival.season_at(draft.before.survival_step)
    factor = season.hunger if season else THOUSAND
    for body in [*draft.living(but=draft.crowded)]:
        aged = age(vitals_of(body), world.survival, world.needs, factor)
        draft.put_body(replace(body, vitals=aged))
    if draft.crowd is not None:
        age_all(draft.crowd, world.survival, world.needs, factor)


def let_die(draft: TickDraft) -> None:
    """Let everybody die who has no health left; what they carried falls."""
    for who in failing(draft.crowd):
        draft.put_body(draft.get_body(who))
    for body in [*draft.living(but=draft.crowded)]:
        vitals = vitals_of(body)
        if vitals.health > 0:
            continue
        by = tuple(
            one.who for one in draft.events if isinstance(one, Attacked) and one.to == body.id
        )
        cause = _cause_of_death(draft, body.id, by)
        _drop_everything(draft, body)
        dead = replace(vitals, died=draft.tick, cause=cause, killers=by)
        draft.put_body(
            replace(
                draft.get_body(body.id), vitals=dead, items={}, carries=(), journey=None, doing=""
            )
        )
        draft.events.append(Died(body.id, body.area, cause, by))


def _cause_of_death(draft: TickDraft, who: str, by: tuple[str, ...]) -> str:
    """Return what somebody died of: blows before disasters, and these before hunger."""
    struck = (
        CAUSES[one.kind] for one in draft.events if isinstance(one, Disaster) and who in one.hurt
    )
    return BLOWS if by else next(struck, HUNGER)


def _drop_everything(draft: TickDraft, body: Body) -> None:
    """Lay objects down on the cell, and add units of items to what the cell holds."""
    for name in body.carries:
        thing = draft.get_object(name)
        draft.put_object(
            replace(thing, holder="", box=Box(*body.cell, 1, 1), parts=(), area=body.area)
        )
    for item, units in sorted(body.items.items()):
        draft.add_resource(item, {draft.world.grid.index(body.cell): units * THOUSAND})


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


def age_all(
    crowd: Crowd, rules: SurvivalSettings, needs: Collection[str], hunger_factor: int
) -> None:
    """Let a survival step of time pass for a crowd, as `age` does for each."""
    if "hunger" in needs:
        crowd.hunger[:] = clamp_all(crowd.hunger + rules.hunger * hunger_factor // THOUSAND)
    if "energy" in needs:
        crowd.energy[:] = clamp_all(crowd.energy - rules.tiring)
    if "health" in needs and "hunger" in needs:
        crowd.health[crowd.hunger > rules.starving] -= rules.starvation
    crowd.health[:] = clamp_all(crowd.health)


def failing(crowd: Crowd | None) -> list[str]:
    """Return who of a crowd has no health left."""
    if crowd is None:
        return []
    return [crowd.ids[row] for row in (crowd.health <= 0).nonzero()[0].tolist()]


def feed_all(crowd: Crowd, rows: Numbers, rules: SurvivalSettings) -> None:
    """Give some of a crowd a unit of food, as `fed` does to each."""
    crowd.hunger[rows] = clamp_all(crowd.hunger[rows] - rules.meal)
    crowd.energy[rows] = clamp_all(crowd.energy[rows] + rules.meal_energy)
    crowd.health[rows] = clamp_all(crowd.health[rows] + rules.meal_health)


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
