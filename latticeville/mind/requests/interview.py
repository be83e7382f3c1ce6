"""What a stranger asks somebody: in a chat, and in an interview."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from latticeville.mind.interview_question import AskedTime, QuestionScope
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
from latticeville.mind.topic import Topic
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class ChatReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, and the numbers of the memories that it rests on."""

    words: Annotated[str, Meta(min_length=1, max_length=2 * MAX_WORDS)]
    because: Numbers


class InterviewReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to answer, and the numbers of the statements that it rests on."""

    answer: Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]
    because: Numbers


BEFORE = -1
"""The minute of what was remembered before the run."""


class KnownStatement(msgspec.Struct, frozen=True, gc=False):
    """A memory as it is shown: kind, sentence, absolute minute, importance, and what can be told of
    it.

    `similarity` is the cosine of the embeddings of question and sentence. `fits` says that it is of
    the time, the people, the place and the object that the question names. `place` is the name of
    where the person was, and `about` holds the ids of people and objects in it, first who acts;
    `spoken` says that it is of words.
    """

    kind: str
    text: str
    minute: int
    importance: int = 0
    topic: Topic | None = None
    similarity: float = 0.0
    fits: bool = True
    place: str = ""
    about: tuple[str, ...] = ()
    spoken: bool = False


class KnownStep(msgspec.Struct, frozen=True, gc=False):
    """What somebody means to do, in absolute minutes; one that is `usual` is of the routine of a
    day without a plan."""

    start: int
    end: int
    doing: str
    place: str
    usual: bool = False


class InterviewData(msgspec.Struct, frozen=True, gc=False):
    """A question to a person who has `statements` in mind, best first.

    `names` are those of people by id; `people` tells by name what the person says of those whom
    they know, and `opinions` by subject what they think. `minute` is absolute; `plan` tells what is
    left of the day, and `steps` are those of the time that is asked for.
    """

    who: str
    question: str
    category: str
    minute: int
    doing: str
    about: str
    plan: str = ""
    statements: tuple[KnownStatement, ...] = ()
    names: Mapping[str, str] = {}
    people: Mapping[str, str] = {}
    opinions: Mapping[str, str] = {}
    scope: QuestionScope = QuestionScope(AskedTime())
    steps: tuple[KnownStep, ...] = ()


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
        words = whole_sentences(found.words, 2 * MAX_WORDS) if found else ""
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
        answer = whole_sentences(found.answer) if found else ""
        return (answer, find_cited(found.because, self.ids)) if found and answer else None
