"""What a world asks about what happens: how important it is."""

import re

import msgspec

from latticeville.llm.model import Reply, Request
from latticeville.mind.prompt_templates import build_request
from latticeville.world.model.world import World

RATINGS = tuple(str(rating) for rating in range(1, 11))


class RatedEvent(msgspec.Struct, frozen=True, gc=False):
    """The kind of an observation, whether a designer wrote its sentence, the kind of topic that words tell, alarms.

    `calls` says that it is news which names a time.
    """

    kind: str
    has_text: bool = False
    topic: str = ""
    alarm: bool = False
    calls: bool = False


class RateImportance(msgspec.Struct, frozen=True, gc=False):
    """How important a sentence is, from 1 to 10."""

    sentence: str
    data: RatedEvent

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        facts = {"sentence": self.sentence}
        return build_request(world, "rate", who, tick, facts, data=self.data, choices=RATINGS, max_tokens=4)

    def parse(self, reply: Reply) -> int | None:
        """Return the rating, clamped."""
        found = re.search(r"-?\d{1,4}", reply.text)
        return None if reply.error or not found else min(max(int(found[0]), 1), 10)
