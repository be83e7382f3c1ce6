"""EAT: eat one unit of the food that one carries."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import EAT, Action
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.deeds import note_deeds
from latticeville.rules.survival.events import Ate
from latticeville.rules.survival.mind.forms import AnyForm
from latticeville.rules.survival.needs import acted_now, fed, feed_all, refusal_to_act
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.world import World


class Eat(ActionKind):
    """Eat: less hunger, more energy and health."""

    name = EAT
    form = AnyForm({}, "eat|consume")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield the one way to eat, where there is food to eat."""
        return () if self.refusal_reason(state, who, Action(EAT)) else (Action(EAT),)

    def refusal_reason(self, state: State, who: str, _action: Action) -> str:
        """Ask for a unit of food, carried since the tick before."""
        food = state.world.survival.food
        has_food = state.bodies[who].items.get(food, 0) > 0
        return refusal_to_act(state, who) or ("" if has_food else f"there is no {food} to eat")

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Eat."""
        body, rules = draft.get_body(who), draft.world.survival
        vitals = acted_now(draft, fed(vitals_of(body), rules))
        body = replace(body, vitals=vitals, journey=None, doing=f"eating {rules.food}")
        draft.put_body(body.add_units(rules.food, -1))
        draft.events.append(Ate(who, body.area, rules.food))

    def resolve_all(self, crowd: Crowd, rows: Numbers, world: World, step: int) -> None:
        """Eat."""
        food = world.survival.food
        feed_all(crowd, rows, world.survival)
        crowd.units[rows] -= 1
        crowd.acted[rows] = step
        crowd.doing[rows] = f"eating {food}"
        note_deeds(crowd, rows, world, EAT, lambda body: Ate(body.id, body.area, food))
