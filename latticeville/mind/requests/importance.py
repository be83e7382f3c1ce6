"""What a world asks about what happens: how important it is."""

from functools import partial

import msgspec

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import read_reply, schema_of
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class RatingsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The importance of each sentence that was shown, in the same order."""

    ratings: list[int]


MAX_RATED = 10
"""Sentences that one question rates at most."""


class RatedEvent(msgspec.Struct, frozen=True, gc=False):
    """The kind of an observation, whether a designer wrote its sentence, the kind of topic that
    words tell, alarms.

    `calls` says that it is news which names a time.
    """

    kind: str
    has_text: bool = False
    topic: str = ""
    alarm: bool = False
    calls: bool = False


class RatedEvents(msgspec.Struct, frozen=True, gc=False):
    """The observations behind the sentences to rate, in the same order."""

    events: tuple[RatedEvent, ...]


class RateImportance(msgspec.Struct, frozen=True, gc=False):
    """How important sentences are, from 1 to 10 each."""

    sentences: tuple[str, ...]
    data: RatedEvents

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        lines = [" ".join(sentence.split()) for sentence in self.sentences]
        facts = {
            "statements": "\n".join(
                f"{number}. {line}" for number, line in enumerate(lines, start=1)
            ),
            "texts": "\n".join(lines),
            "count": str(len(lines)),
        }
        many = {
            "minItems": len(lines),
            "maxItems": len(lines),
            "items": {"minimum": 1, "maximum": 10},
        }
        schema = partial(schema_of, RatingsReply, ratings=many)
        return build_request(
            world,
            "rate",
            who,
            tick,
            facts,
            data=self.data,
            schema=schema,
            max_tokens=8 + 3 * len(lines),
        )

    def parse(self, reply: Reply) -> tuple[int, ...] | None:
        """Return the ratings, clamped, one for each sentence; any other number of them is no
        answer."""
        found = read_reply(reply, RatingsReply)
        if found is None or len(found.ratings) != len(self.sentences):
            return None
        return tuple(min(max(rating, 1), 10) for rating in found.ratings)
