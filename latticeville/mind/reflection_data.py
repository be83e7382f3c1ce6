"""What a question for insights knows in typed form: the statements, and what they are about."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.topic import Topic


class Statement(msgspec.Struct, frozen=True, gc=False):
    """A record as it is shown: kind, sentence, absolute minute, place, ids that it is about, and what can be told."""

    kind: str
    text: str
    minute: int
    place: str
    about: tuple[str, ...] = ()
    topic: Topic | None = None


class ReflectionData(msgspec.Struct, frozen=True, gc=False):
    """Numbered statements of somebody, the names of people and objects in them, and insights that they have.

    `people` holds the ids that are people's.
    """

    who: str
    name: str
    statements: tuple[Statement, ...]
    names: Mapping[str, str]
    people: tuple[str, ...]
    known: tuple[str, ...] = ()
