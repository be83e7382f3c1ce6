"""What somebody asks about what they perceive: whether to leave the plan for it."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.prompt_templates import build_request
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World

KEEP_PLAN = "keep to the plan"
"""The choice that changes nothing."""
CHANGE_PLAN = "change the plan"
"""The choice that plans the rest of the day anew."""


class DecideReaction(msgspec.Struct, frozen=True, gc=False):
    """Whether to leave the plan for something just perceived, and for which of the choices."""

    facts: Mapping[str, str]
    choices: tuple[str, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return build_request(
            world, "react", who, tick, self.facts, choices=(KEEP_PLAN, *self.choices), max_tokens=24
        )

    def parse(self, reply: Reply) -> int | None:
        """Return the index of the choice, -1 for keeping to the plan, or None for no valid
        answer."""
        text = reply.text.strip()
        if text == KEEP_PLAN and not reply.error:
            return -1
        return self.choices.index(text) if text in self.choices and not reply.error else None
