"""WAIT: spend a tick without doing anything."""

from msgspec.structs import replace

from latticeville.mind.action import WAIT, Action
from latticeville.rules.survival.mind.forms import AnyForm
from latticeville.sim.crowd import Crowd, Numbers
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.world import World

WAITING = "waiting"


class Wait(ActionKind):
    """Wait and watch."""

    name = WAIT
    form = AnyForm({}, "wait|idle|stay|watch")

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Stop walking."""
        draft.put_body(replace(draft.get_body(who), journey=None, doing=WAITING))

    def resolve_all(self, crowd: Crowd, rows: Numbers, _world: World, _step: int) -> None:
        """Wait."""
        crowd.doing[rows] = WAITING
