"""IDLE: stay, and be seen doing an activity."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import IDLE, Action
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class Idle:
    """Change nothing but what one is seen doing."""

    name = IDLE

    def valid_actions(self, _state: State, _who: str) -> Iterable[Action]:
        """Yield the one way of doing nothing."""
        yield Action(IDLE)

    def refusal_reason(self, _state: State, _who: str, _action: Action) -> str:
        """Nothing stands against doing nothing."""
        return ""

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Stop walking and be seen doing what the words say."""
        body = draft.get_body(who)
        doing = action.words or body.doing
        if doing != body.doing or body.journey is not None:
            draft.put_body(replace(body, doing=doing, journey=None))
