"""WAIT: spend a tick without doing anything."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import WAIT, Action
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class Wait:
    """Wait and watch."""

    name = WAIT

    def valid_actions(self, _state: State, _who: str) -> Iterable[Action]:
        """Yield the one way to wait."""
        yield Action(WAIT)

    def refusal_reason(self, _state: State, _who: str, _action: Action) -> str:
        """Nothing stands against waiting."""
        return ""

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Stop walking."""
        draft.put_body(replace(draft.get_body(who), journey=None, doing="waiting"))
