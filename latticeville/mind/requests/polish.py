"""What a chronicle asks a model: to write a paragraph more fluently."""

from functools import partial

import msgspec

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import clean_line, read_reply, schema_of
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World

MOST_LETTERS = 900
"""Letters of a paragraph that is sent, unless one sentence of it is longer."""


class PolishReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The polished paragraph."""

    text: str


class PolishParagraph(msgspec.Struct, frozen=True, gc=False):
    """A paragraph of a chronicle, written by templates, and the title of its chapter."""

    text: str
    heading: str

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        facts = {"heading": self.heading, "text": self.text}
        words = 60 + len(self.text) // 2
        return build_request(
            world,
            "polish",
            who,
            tick,
            facts,
            data=self,
            schema=partial(schema_of, PolishReply),
            max_tokens=words,
        )

    def parse(self, reply: Reply) -> str | None:
        """Return the polished text on one line; None where the reply cannot be used."""
        found = read_reply(reply, PolishReply)
        return clean_line(found.text, 2 * MOST_LETTERS) or None if found else None
