"""IDLE: stay, and be seen doing an activity."""

from msgspec.structs import replace

from latticeville.mind.action import IDLE, Action
from latticeville.mind.action_form import ActionForm
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.tick_draft import TickDraft


class Idle(ActionKind):
    """Change nothing but what one is seen doing."""

    name = IDLE
    form = ActionForm({}, "idle|stay|wait")

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Stop walking and be seen doing what the words say."""
        body = draft.get_body(who)
        doing = action.words or body.doing
        if doing != body.doing or body.journey is not None:
            draft.put_body(replace(body, doing=doing, journey=None))
