"""What a question about talk knows in typed form: who speaks to whom, what was said, what can be
told."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.relation import CLOSENESS, TRUST, UNKNOWN
from latticeville.mind.topic import Appointment, Topic
from latticeville.mind.topics import OfferedTopic, tell

EVERYBODY = "everybody"
"""Whom words address that are for the whole company."""


AGREED, AGAIN = "agreed", "again"
"""How a talk may open that is not the first in a while."""


class TalkData(msgspec.Struct, frozen=True, gc=False):
    """A turn of a talk as its speaker knows it.

    `name` and `to` are what the speaker and the hearers are called, and `other` is the first of the
    `hearers`; those in `joining` have just come. `day` counts from 0 and `minute` from midnight.
    `heard` is what the words to answer tell, and `knew` whether the speaker knew it. `names` are
    those of people in the topics by id, and `subjects` what the speaker has opinions on; `agreed`
    says whether they have just agreed to come, `is_swayed` whether the words moved an opinion of
    theirs. `opening` is "agreed" where the hearer asked the speaker to come here now, "again" where
    the two talked lately. `is_done` says that the speaker has put right what they are told of.
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
    is_done: bool = False

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

    def chosen(self, number: int) -> Topic | None:
        """Return the topic of a number as it is said; None for 0 and for numbers that were not
        offered."""
        return tell(self.topics[number - 1], self.who) if 1 <= number <= len(self.topics) else None


class CommitmentData(msgspec.Struct, frozen=True, gc=False):
    """Words that may ask somebody to come, the places that are offered (ids by name), and the
    appointment, if typed.

    `day` counts from 0 and `minute` from midnight. `is_free` says that nothing that they agreed to
    lies in the way; `closeness` and `trust` are towards who said the words.
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
    nature: tuple[tuple[str, float], ...] = ()
    closeness: float = UNKNOWN[CLOSENESS]
    trust: float = UNKNOWN[TRUST]


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
