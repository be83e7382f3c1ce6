"""What people ask in a talk: whether to open it, what to answer, and whether to agree to come."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from latticeville.core.clock import DAY, parse_hours
from latticeville.core.phrase_time import SpokenTime
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.mind.manner import Manner
from latticeville.mind.prompt_templates import build_request
from latticeville.mind.relation import CLOSENESS, TRUST, UNKNOWN, OpinionState
from latticeville.mind.replies import (
    MAX_DOING,
    Doing,
    Sentence,
    Time,
    TopicNumber,
    clean_line,
    read_reply,
    schema_of,
    whole_sentences,
)
from latticeville.mind.stake import Stake
from latticeville.mind.topic import Appointment, Topic
from latticeville.mind.topics import OfferedTopic, tell
from latticeville.models.model import Reply, Request
from latticeville.world.model.world import World


class GreetReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to talk for, whether to, the opening words, and the number of the topic that they tell; 0
    for none."""

    goal: Annotated[str, Meta(min_length=1, max_length=100)]
    talk: bool
    words: Sentence
    topic: TopicNumber = 0


class GroupGreetReply(GreetReply, frozen=True, forbid_unknown_fields=True):
    """The same to several people: whom the words address, by name, or everybody."""

    to: str = ""


class AnswerReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, whether that ends the talk, and the number of the topic that it tells; 0 for
    none."""

    words: Sentence
    end: bool
    topic: TopicNumber = 0


class GroupAnswerReply(AnswerReply, frozen=True, forbid_unknown_fields=True):
    """The same to several people: whom the words address, by name, or everybody."""

    to: str = ""


MAX_REASON = 120
"""Characters of a reason, which a model writes before it decides."""
CommitDay = Literal[
    "today",
    "tomorrow",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
]
"""A day of the coming week."""


class CommitReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why, whether to come, to what, to which of the places that were offered, on which day, from when
    and how long."""

    reason: Annotated[str, Meta(max_length=MAX_REASON)] = ""
    commit: bool
    what: Doing
    place: str
    day: CommitDay
    begins: Time = msgspec.field(name="from")
    minutes: Annotated[int, Meta(ge=15, le=240)] = 60


EVERYBODY = "everybody"
"""Whom words address that are for the whole company."""
AGREED, AGAIN, STRANGER, BESIDE = "agreed", "again", "stranger", "beside"
"""How a talk may open: at what was agreed, shortly after another, with somebody never met, or with
whom one has sat in silence."""


class Occasion(NamedTuple):
    """For what people have met who talk: at a `place`, as two of them agreed, or for the `meeting`
    about a subject; "" for neither. `doing` is what the speaker does there, to which they asked the
    other."""

    place: str = ""
    meeting: str = ""
    doing: str = ""


class TalkData(msgspec.Struct, frozen=True, gc=False):
    """A turn of a talk as its speaker knows it.

    `name` is what the speaker is called, `to` how they address the hearers, and `other` is the
    first of the `hearers`; `called` is how they address people by id, where that is not the name.
    Those in `joining` have just come. `day` counts from 0 and `minute` from midnight. `heard` is
    what the words to answer tell, and `knew` whether the speaker knew it. `names` are those of
    people in the topics by id, and `subjects` what the speaker has opinions on; `agreed` says
    whether they have just agreed to come, `is_swayed` whether the words moved an opinion of theirs.
    `opening` is "agreed" where the hearer asked the speaker to come here now, "beside" where the
    two have sat together in silence, "again" where they talked lately, "stranger" where they never
    met; `is_quiet` says that the speaker has talked with nobody for hours. `is_done` says that the
    speaker has put right what they are told of. `doubt` is the time to ask back for, such as
    “Tuesday at seven”, and `asked` the time that the speaker is asked back for; "" for none.
    `verdict` is what the speaker makes of a claim that they are told; "" where they are told none.
    `not_offered` is the topic that comes after those that are offered.
    `stake` says whom what was heard is of and how the speaker takes it, `manner` how they talk,
    `opinions` what they think, by subject, `failures` how often the other has not seen to what they
    own up to now, `occasion` for what they have met.
    `nature` holds the Big Five that are given; `closeness` and `trust` are towards the hearers, on
    average.
    """

    who: str
    name: str
    other: str
    to: str
    seed: int
    day: int
    minute: int
    turn: int = 0
    turns: int = 4
    heard: Topic | None = None
    knew: bool = False
    topics: tuple[OfferedTopic, ...] = ()
    names: Mapping[str, str] = {}
    subjects: tuple[str, ...] = ()
    nature: tuple[tuple[str, float], ...] = ()
    relation: str = ""
    agreed: bool | None = None
    hearers: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()
    needs: Mapping[str, float] = {}
    closeness: float = UNKNOWN[CLOSENESS]
    trust: float = UNKNOWN[TRUST]
    is_swayed: bool = False
    opening: str = ""
    is_quiet: bool = False
    weather: str = ""
    is_done: bool = False
    doubt: str = ""
    asked: str = ""
    verdict: str = ""
    not_offered: tuple[OfferedTopic, ...] = ()
    stake: Stake = Stake()
    manner: Manner = Manner()
    opinions: Mapping[str, OpinionState] = {}
    failures: int = 0
    occasion: Occasion = Occasion()
    called: Mapping[str, str] = {}

    def called_by(self, who: str, other: str = "") -> str:
        """Return how the speaker addresses somebody; `other` where they are not known."""
        return self.called.get(who, self.names.get(who, other))

    @property
    def choices(self) -> list[str]:
        """Whom of several the words can address: the names of the hearers, and everybody."""
        return [*(self.names[one] for one in self.hearers), EVERYBODY]

    def addressed(self, name: str) -> str:
        """Return the id of who is addressed; "" for a name of nobody here, and for everybody of
        several."""
        if len(self.hearers) < 2:
            return self.other
        return next((one for one in self.hearers if self.names[one] == name), "")

    def reply_schema(
        self, to_one: type[msgspec.Struct], to_several: type[msgspec.Struct]
    ) -> Callable[[], Mapping[str, Any]]:
        """Return what makes the schema of a reply to one hearer or to several."""
        kind = to_several if len(self.hearers) > 1 else to_one
        return partial(
            schema_of, kind, topic={"maximum": len(self.topics)}, to={"enum": self.choices}
        )

    def chosen(self, number: int) -> Topic | None:
        """Return the topic of a number as it is said; None for 0 and for numbers that were not
        offered."""
        return tell(self.topics[number - 1], self.who) if 1 <= number <= len(self.topics) else None


class CommitmentData(msgspec.Struct, frozen=True, gc=False):
    """Words that may ask somebody to come, the places that are offered (ids by name), and the
    appointment, if typed.

    `day` counts from 0 and `minute` from midnight. `is_free` says that nothing that they agreed to
    lies in the way, `is_usual` that their day takes them there anyway; `closeness` and `trust` are
    towards who said the words. `time` and `named` are the time and the place that the words name, ""
    for none.
    """

    who: str
    other: str
    seed: int
    day: int
    minute: int
    words: str
    places: Mapping[str, str]
    at: Appointment | None = None
    is_free: bool = True
    is_usual: bool = False
    nature: tuple[tuple[str, float], ...] = ()
    closeness: float = UNKNOWN[CLOSENESS]
    trust: float = UNKNOWN[TRUST]
    time: SpokenTime = SpokenTime()
    named: str = ""


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
        schema = self.data.reply_schema(GreetReply, GroupGreetReply)
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
        schema = self.data.reply_schema(AnswerReply, GroupAnswerReply)
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
            world, "commit", who, tick, self.facts, data=self.data, schema=schema, max_tokens=150
        )

    def parse(self, reply: Reply) -> Agreement | None:
        """Return the appointment that was proposed, if it is agreed to.

        Where words propose one, it is at the place and time that they name; what they leave open, a
        reply says. One that is over, or at no place that was offered, is none.
        """
        found = read_reply(reply, CommitReply)
        if found is None:
            return None
        at = self._proposed(found) if found.commit else None
        return Agreement(at if at is not None and at.end > self.now else None)

    def _proposed(self, found: CommitReply) -> Appointment | None:
        data = self.data
        if data.at is not None:
            return data.at
        place, start, end = data.places.get(data.named or found.place), data.time.start, None
        if place is None:
            return None
        if start is None or not data.time.is_certain:
            start = self._named_day(found.day) * DAY + parse_hours(found.begins)
        else:
            end = data.time.end
        what = clean_line(found.what, MAX_DOING)
        return Appointment(what, place, start, start + found.minutes if end is None else end)

    def _named_day(self, name: str) -> int:
        """Return the day of a name, counted from 0: of a weekday the next, today included."""
        today = self.now // DAY
        if name in DAY_NAMES:
            return today + (DAY_NAMES.index(name) - today) % len(DAY_NAMES)
        return today + (name == "tomorrow")
