"""REST: recover energy."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import REST, Action
from latticeville.rules.exertion import clamp_all, tired, vitals_of
from latticeville.rules.survival.deeds import note_deeds
from latticeville.rules.survival.events import Rested
from latticeville.rules.survival.mind.forms import AnyForm
from latticeville.rules.survival.needs import acted_now, refusal_to_act
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.world import World

RESTING = "resting"


class Rest(ActionKind):
    """Rest for a survival step."""

    name = REST
    form = AnyForm({}, "rest|sleep")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield the one way to rest."""
        return () if self.refusal_reason(state, who, Action(REST)) else (Action(REST),)

    def refusal_reason(self, state: State, who: str, _action: Action) -> str:
        """Ask for somebody who has not acted in this survival step."""
        return refusal_to_act(state, who)

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Recover energy."""
        body = draft.get_body(who)
        vitals = acted_now(draft, tired(vitals_of(body), -draft.world.survival.rest))
        draft.put_body(replace(body, vitals=vitals, journey=None, doing=RESTING))
        draft.events.append(Rested(who, body.area))

    def resolve_all(self, crowd: Crowd, rows: Numbers, world: World, step: int) -> None:
        """Recover energy."""
        crowd.energy[rows] = clamp_all(crowd.energy[rows] + world.survival.rest)
        crowd.acted[rows] = step
        crowd.doing[rows] = RESTING
        note_deeds(crowd, rows, world, RESTING, lambda body: Rested(body.id, body.area))
