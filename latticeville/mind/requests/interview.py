"""What a stranger asks somebody: in a chat, and in an interview."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import (
    MAX_WORDS,
    Numbers,
    find_cited,
    read_reply,
    schema_of,
    up_to,
    whole_sentences,
)
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World

MAX_ANSWER = 2 * MAX_WORDS
"""Characters of an answer."""


class ChatReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, and the numbers of the memories that it rests on."""

    words: Annotated[str, Meta(min_length=1, max_length=MAX_ANSWER)]
    because: Numbers


class InterviewReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer, and the numbers of the statements that it rests on."""

    answer: Annotated[str, Meta(min_length=1, max_length=MAX_ANSWER)]
    because: Numbers


class InterviewData(msgspec.Struct, frozen=True, gc=False):
    """A question to somebody, and what the built-in mind answers: its words, and the numbers of the
    statements that they rest on, from 1."""

    question: str
    words: str
    numbers: tuple[int, ...] = ()


class ChatWithVisitor(msgspec.Struct, frozen=True, gc=False):
    """What to say to a stranger who asks; `ids` are the records behind the numbered memories, in
    the same order."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]
    data: InterviewData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(schema_of, ChatReply, because=up_to(self.ids))
        return build_request(
            world, "chat", who, tick, self.facts, data=self.data, schema=schema, max_tokens=200
        )

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the words, and the records that they rest on; numbers of nothing are dropped."""
        found = read_reply(reply, ChatReply)
        words = whole_sentences(found.words, MAX_ANSWER) if found else ""
        return (words, find_cited(found.because, self.ids)) if found and words else None


class AnswerInterview(msgspec.Struct, frozen=True, gc=False):
    """What somebody answers to a stranger's question; `ids` are the records behind the numbered
    statements."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]
    data: InterviewData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(schema_of, InterviewReply, because=up_to(self.ids))
        return build_request(
            world, "interview", who, tick, self.facts, data=self.data, schema=schema, max_tokens=160
        )

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the answer and the records that it rests on; citations of nothing are dropped."""
        found = read_reply(reply, InterviewReply)
        answer = whole_sentences(found.answer, MAX_ANSWER) if found else ""
        return (answer, find_cited(found.because, self.ids)) if found and answer else None
