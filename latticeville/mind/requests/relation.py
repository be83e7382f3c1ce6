"""The question that sums up a relation after a talk."""

from collections.abc import Mapping
from functools import partial

import msgspec

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.reply_format import read_reply, schema_of
from latticeville.mind.reply_text import clean_line
from latticeville.mind.reply_types import RelateReply
from latticeville.mind.talk_data import RelateData
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class SumUpRelation(msgspec.Struct, frozen=True, gc=False):
    """What somebody is to one after a talk, in one sentence or two."""

    facts: Mapping[str, str]
    data: RelateData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(schema_of, RelateReply)
        return build_request(
            world, "relate", who, tick, self.facts, data=self.data, schema=schema, max_tokens=100
        )

    def parse(self, reply: Reply) -> str | None:
        """Return the summary."""
        found = read_reply(reply, RelateReply)
        return clean_line(found.summary) or None if found else None
