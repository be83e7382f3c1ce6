"""The question that sums up a relation after a talk."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import MAX_WORDS, read_reply, schema_of, whole_sentences
from latticeville.mind.topic import Appointment, Topic
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class RelateReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is to one, in a sentence or two."""

    summary: Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]


class RelateData(msgspec.Struct, frozen=True, gc=False):
    """A relation after a talk in typed form: its values, the topics of the talk, and open
    appointments of either.

    `owed` are what oneself agreed to, `promised` what the other did; `names` are those of people
    and places by id; `minute` is absolute. `rules` moved the relation in the talk.
    """

    who: str
    name: str
    other: str
    to: str
    seed: int
    minute: int
    closeness: float
    trust: float
    spoken: tuple[Topic, ...] = ()
    owed: tuple[Appointment, ...] = ()
    promised: tuple[Appointment, ...] = ()
    rules: tuple[str, ...] = ()
    names: Mapping[str, str] = {}


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
        return whole_sentences(found.summary) or None if found else None
