"""EAT: eat one unit of the food that one carries."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import EAT, Action
from latticeville.sim.state import State
from latticeville.sim.survival.events import Ate
from latticeville.sim.survival.near import may_exert, vitals_of
from latticeville.sim.survival.vitals import fed
from latticeville.sim.tick_draft import TickDraft


class Eat:
    """Eat: less hunger, more health."""

    name = EAT

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield the one way to eat, where there is food to eat."""
        return () if self.refusal_reason(state, who, Action(EAT)) else (Action(EAT),)

    def refusal_reason(self, state: State, who: str, _action: Action) -> str:
        """Ask for a unit of food, carried since the tick before."""
        if not may_exert(state, who):
            return "there is no time for more in this step"
        food = state.world.survival.food
        return "" if state.bodies[who].items.get(food, 0) > 0 else f"there is no {food} to eat"

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Eat."""
        body, rules = draft.get_body(who), draft.world.survival
        left = {**body.items, rules.food: body.items[rules.food] - 1}
        vitals = replace(fed(vitals_of(body), rules), acted=draft.before.survival_step)
        items = {name: count for name, count in left.items() if count}
        draft.put_body(replace(body, vitals=vitals, items=items, journey=None, doing=f"eating {rules.food}"))
        draft.events.append(Ate(who, body.area, rules.food))
