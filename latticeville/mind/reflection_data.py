"""What a question for insights knows in typed form: the statements, and what they are about."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.topic import Topic


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
