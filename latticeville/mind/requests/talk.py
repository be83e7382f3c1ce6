"""What people ask in a talk: whether to open it, what to answer, and whether to agree to come."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, parse_hours
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.reply_format import read_reply, schema_of
from latticeville.mind.reply_text import clean_line, whole_sentences
from latticeville.mind.reply_types import (
    MAX_DOING,
    AnswerReply,
    CommitReply,
    GreetReply,
    GroupAnswerReply,
    GroupGreetReply,
)
from latticeville.mind.talk_data import CommitmentData, TalkData
from latticeville.mind.topic import Appointment, Topic
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class Opening(NamedTuple):
    """What somebody wants from a talk, the opening words, what they tell, and to whom; without
    words they pass by."""

    goal: str
    words: str
    topic: Topic | None = None
    to: str = ""


class TalkAnswer(NamedTuple):
    """The words of an answer, what they tell, whether the speaker leaves the talk, and to whom, ""
    for all."""

    words: str
    topic: Topic | None = None
    end: bool = False
    to: str = ""


class DecideGreeting(msgspec.Struct, frozen=True, gc=False):
    """Whether to talk to those just met, what for, and what to say."""

    facts: Mapping[str, str]
    data: TalkData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        kind = GroupGreetReply if len(self.data.hearers) > 1 else GreetReply
        schema = partial(
            schema_of,
            kind,
            topic={"maximum": len(self.data.topics)},
            to={"enum": self.data.choices},
        )
        return build_request(
            world, "greet", who, tick, self.facts, data=self.data, schema=schema, max_tokens=130
        )

    def parse(self, reply: Reply) -> Opening | None:
        """Return the goal and the opening words, which are empty for passing by."""
        found = read_reply(reply, GroupGreetReply)
        if found is None or (found.talk and not found.words.strip()):
            return None
        words = whole_sentences(found.words) if found.talk else ""
        if found.talk and not words:
            return None
        return Opening(
            clean_line(found.goal),
            words,
            self.data.chosen(found.topic),
            self.data.addressed(found.to),
        )


class AnswerUtterance(msgspec.Struct, frozen=True, gc=False):
    """What to answer to somebody's words, and whether that ends the talk."""

    facts: Mapping[str, str]
    data: TalkData

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        kind = GroupAnswerReply if len(self.data.hearers) > 1 else AnswerReply
        schema = partial(
            schema_of,
            kind,
            topic={"maximum": len(self.data.topics)},
            to={"enum": self.data.choices},
        )
        return build_request(
            world, "answer", who, tick, self.facts, data=self.data, schema=schema, max_tokens=110
        )

    def parse(self, reply: Reply) -> TalkAnswer | None:
        """Return the words, whether the talk ends, and what they tell."""
        found = read_reply(reply, GroupAnswerReply)
        words = whole_sentences(found.words) if found else ""
        if found is None or not words:
            return None
        return TalkAnswer(
            words, self.data.chosen(found.topic), found.end, self.data.addressed(found.to)
        )


class Agreement(NamedTuple):
    """What somebody agreed to; None for nothing."""

    at: Appointment | None = None


class DecideCommitment(msgspec.Struct, frozen=True, gc=False):
    """Whether to agree to come somewhere at a time; `now` is the absolute minute."""

    facts: Mapping[str, str]
    data: CommitmentData
    now: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(schema_of, CommitReply, place={"enum": [*self.data.places]})
        return build_request(
            world, "commit", who, tick, self.facts, data=self.data, schema=schema, max_tokens=120
        )

    def parse(self, reply: Reply) -> Agreement | None:
        """Return the appointment; one that is over, or at no place that was offered, is none."""
        found = read_reply(reply, CommitReply)
        if found is None:
            return None
        place = self.data.places.get(found.place)
        day = self.now // DAY + (found.day == "tomorrow")
        start = day * DAY + parse_hours(found.begins)
        if not found.commit or place is None or start + found.minutes <= self.now:
            return Agreement()
        return Agreement(
            Appointment(clean_line(found.what, MAX_DOING), place, start, start + found.minutes)
        )
