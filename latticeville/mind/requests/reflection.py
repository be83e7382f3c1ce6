"""What people ask about what they remember: questions, and insights."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta

from latticeville.mind.prompt_templates import build_request
from latticeville.mind.replies import (
    Number,
    Rating,
    Sentence,
    find_cited,
    read_reply,
    schema_of,
    whole_sentences,
)
from latticeville.mind.topic import Topic
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class QuestionsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions."""

    questions: list[Sentence]


class CitedInsight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is concluded, from which of the numbered statements, and how important it is; 0 where
    that is not said."""

    insight: Sentence
    because: Annotated[list[Number], Meta(min_length=1, max_length=5)]
    importance: Rating = 0


class InsightsReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Insights."""

    insights: list[CitedInsight]


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A record as it is shown: kind, sentence, absolute minute, place, ids that it is about, and
    what can be told."""

    kind: str
    text: str
    minute: int
    place: str
    about: tuple[str, ...] = ()
    topic: Topic | None = None


class Pattern(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What repeats or coincides: its kind, whose it is, whom or what it is with, where, when in the
    day, doing what.

    `place` is an id, or the name where the pattern is part of a question; `numbers` are those of
    its statements.
    """

    kind: str
    who: str
    other: str = ""
    place: str = ""
    part: str = ""
    doing: str = ""
    numbers: tuple[int, ...] = ()


class ReflectionData(msgspec.Struct, frozen=True, gc=False):
    """Numbered statements of somebody, the names of people and objects in them, and insights that
    they have.

    `people` holds the ids that are people's. The numbers of `patterns` go on where those of the
    statements end.
    """

    who: str
    name: str
    statements: tuple[Statement, ...]
    names: Mapping[str, str]
    people: tuple[str, ...]
    known: tuple[str, ...] = ()
    patterns: tuple[Pattern, ...] = ()


MAX_SHARED = 0.8
"""The share of its words that an insight may have in common with one of its sources,
exclusively."""


class ReflectionQuestions(msgspec.Struct, frozen=True, gc=False):
    """The questions that somebody's memories raise."""

    facts: Mapping[str, str]
    count: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        schema = partial(
            schema_of, QuestionsReply, questions={"minItems": self.count, "maxItems": self.count}
        )
        return build_request(
            world, "questions", who, tick, self.facts, schema=schema, max_tokens=60 * self.count
        )

    def parse(self, reply: Reply) -> list[str] | None:
        """Return the questions."""
        found = read_reply(reply, QuestionsReply)
        asked = (
            [line for text in found.questions if (line := whole_sentences(text))] if found else []
        )
        return list(dict.fromkeys(asked))[: self.count] or None


class Insight(msgspec.Struct, frozen=True, gc=False):
    """What was concluded, how much it matters, and the records that it rests on."""

    text: str
    importance: int
    cites: tuple[int, ...]


class ReflectionInsights(msgspec.Struct, frozen=True, gc=False):
    """Insights from numbered statements; `ids` are the records behind them, in the same order.

    `evidence` are the records behind patterns, which have the next numbers.
    """

    facts: Mapping[str, str]
    ids: tuple[int, ...]
    least: int
    most: int
    data: ReflectionData
    evidence: tuple[int, ...] = ()

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        insights = {"minItems": self.least, "maxItems": self.most}
        schema = partial(
            schema_of,
            InsightsReply,
            insights=insights,
            because={"items": {"maximum": len(self.ids)}},
        )
        return build_request(
            world,
            "insights",
            who,
            tick,
            self.facts,
            data=self.data,
            schema=schema,
            max_tokens=90 * self.most,
        )

    def parse(self, reply: Reply) -> list[Insight] | None:
        """Return the insights; citations of nothing or of the same again are dropped, and what then
        cites nothing.

        So is an insight that copies one of its sources.
        """
        found = read_reply(reply, InsightsReply)
        if found is None:
            return None
        drawn = (
            (one, find_cited(one.because, (*self.ids, *self.evidence)))
            for one in found.insights[: self.most]
        )
        return [
            Insight(text, one.importance, cites)
            for one, cites in drawn
            if cites
            and (text := whole_sentences(one.insight))
            and not _copies(text, self._sources(cites))
        ]

    def _sources(self, cites: Sequence[int]) -> list[str]:
        told = dict(zip(self.ids, (one.text for one in self.data.statements), strict=False))
        return [told[at] for at in cites if at in told]


def _copies(text: str, sources: Sequence[str]) -> bool:
    """Tell whether most words of a text stand in one of its sources."""
    words = set(_words(text))
    return any(len(words.intersection(_words(one))) >= MAX_SHARED * len(words) for one in sources)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
