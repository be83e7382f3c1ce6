"""What a question about talk knows in typed form: who speaks to whom, what was said, what can be told."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.relation import CLOSENESS, TRUST, UNKNOWN
from latticeville.mind.topic import Appointment, Topic
from latticeville.mind.topics import OfferedTopic, tell


class TalkData(msgspec.Struct, frozen=True, gc=False):
    """A turn of a talk as its speaker knows it.

    `name` and `to` are what the two are called; `day` counts from 0 and `minute` from midnight. `heard` is what the
    words to answer tell, and `knew` whether the speaker knew it. `names` are those of people in the topics by id, and
    `subjects` what the speaker has opinions on;
    `agreed` says whether they have just agreed to come, `is_swayed` whether the words moved an opinion of theirs.
    `nature` holds the Big Five that are given; `closeness` and `trust` are towards the other.
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
    closeness: float = UNKNOWN[CLOSENESS]
    trust: float = UNKNOWN[TRUST]
    is_swayed: bool = False

    def chosen(self, number: int) -> Topic | None:
        """Return the topic of a number as it is said; None for 0 and for numbers that were not offered."""
        return tell(self.topics[number - 1], self.who) if 1 <= number <= len(self.topics) else None


class CommitmentData(msgspec.Struct, frozen=True, gc=False):
    """Words that may ask somebody to come, the places that are offered (ids by name), and the appointment, if typed.

    `day` counts from 0 and `minute` from midnight. `is_free` says that nothing that they agreed to lies in the way;
    `closeness` and `trust` are towards who said the words.
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
    """A relation after a talk in typed form: its values, the topics of the talk, and open appointments of either.

    `owed` are what oneself agreed to, `promised` what the other did; `names` are those of people and places by id;
    `minute` is absolute. `rules` moved the relation in the talk.
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
