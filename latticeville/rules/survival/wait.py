"""WAIT: spend a tick without doing anything."""

from msgspec.structs import replace

from latticeville.mind.action import WAIT, Action
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.tick_draft import TickDraft


class Wait(ActionKind):
    """Wait and watch."""

    name = WAIT

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Stop walking."""
        draft.put_body(replace(draft.get_body(who), journey=None, doing="waiting"))
