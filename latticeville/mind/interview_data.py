"""What a question to a person knows in typed form: the question, what came to mind, and who the
person is."""

from collections.abc import Mapping

import msgspec

from latticeville.mind.question_scope import QuestionScope
from latticeville.mind.question_time import AskedTime
from latticeville.mind.topic import Topic

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
