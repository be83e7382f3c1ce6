"""What a question asks for: a person, a time, a place, a number, a reason, yes or no; and of whom."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.question import TIME_WORDS, ReadQuestion
from latticeville.mind.builtin.answers.sentence import stem_of
from latticeville.mind.interview_question import EMPTY_WORDS


class AnswerKind(Enum):
    """The kind of what answers a question."""

    PERSON = auto()
    OWNER = auto()
    TIME = auto()
    SPAN = auto()
    PLACE = auto()
    NUMBER = auto()
    REASON = auto()
    YES_OR_NO = auto()
    OTHER = auto()


@dataclass(frozen=True)
class Wanted:
    """The kind of answer that a question asks for; the stems that a statement must have, in its
    order, and those of them that are names; the word that says what was done, "" for none; and who
    did it: an id, or "" where the question does not say or asks for it."""

    kind: AnswerKind
    low: str
    stems: tuple[str, ...]
    names: frozenset[str]
    deed: str
    subject: str

    @cached_property
    def verb(self) -> str:
        """The stem of the deed, or else of what the question is about; "" for none."""
        if self.deed or self.kind is AnswerKind.YES_OR_NO:
            return stem_of(self.deed) if self.deed else ""
        return next((one for one in self.matter if one != self.head), "")

    @property
    def matter(self) -> tuple[str, ...]:
        """The stems that are no names."""
        return tuple(one for one in self.stems if one not in self.names)

    @cached_property
    def head(self) -> str:
        """The stem of what “which” names."""
        found = _HEAD.match(self.low)
        return stem_of(found[1]) if found else ""

    @cached_property
    def counted(self) -> str:
        """The stem of what it asks the number of."""
        found = _COUNTED.match(self.low)
        return stem_of(found[1]) if found and found[1] not in _NO_NOUNS else ""

    @cached_property
    def is_of_doer(self) -> bool:
        """Whether it asks for the doer."""
        return self.kind is AnswerKind.PERSON and _ASKS_DOER.match(self.low) is not None

    @cached_property
    def is_to_asked(self) -> bool:
        """Whether it says “you”."""
        return re.search(r"\byou\b", self.low) is not None

    @cached_property
    def is_of_asked(self) -> bool:
        """Whether it is about the person who is asked, or theirs."""
        return re.search(r"\byour?\b", self.low) is not None

    @property
    def is_telling(self) -> bool:
        """Whether the deed says more than “know” or “give”."""
        return self.deed not in EMPTY_WORDS

    @property
    def telling(self) -> tuple[str, ...]:
        """The stems besides a deed such as “know” or “give”."""
        return tuple(one for one in self.stems if self.is_telling or one != self.verb)

    def missing(self, stems: AbstractSet[str]) -> set[str]:
        """Return its stems that are not among others."""
        return {one for one in self.stems if one not in stems}


_AUXILIARY = (
    "do|did|does|have|has|had|are|is|am|was|were|will|would|can|could|should|shall|must|may"
)
_TIMES = "time|day|year|month|season|hour|weekday|date"
_PLACES = "place|room|town|city|country|village|building|street"
_FORMS = (
    (AnswerKind.OWNER, r"^(?:(?:in|on|at|to|from|by|with|for) )?whose\b"),
    (AnswerKind.PERSON, r"^(?:(?:with|to|from|by|for|of|about|on|at|in) )?(?:who|whom)\b"),
    (AnswerKind.PERSON, r"^(?:which|what) (?:person|people|man|woman|one of you)\b"),
    (AnswerKind.SPAN, r"^(?:for |since )?how (?:long|many (?:years|months|weeks|days|hours))\b"),
    (AnswerKind.SPAN, r"^since when\b"),
    (AnswerKind.TIME, r"^(?:(?:at|in|on|by|until) )?when\b|^at what age\b"),
    (AnswerKind.TIME, rf"^(?:(?:at|in|on|by|until) )?(?:what|which) (?:{_TIMES})\b"),
    (AnswerKind.NUMBER, r"^(?:at |for |in |to )?how (?:many|much|old|often|far|tall|big|large)\b"),
    (AnswerKind.PLACE, r"^(?:from |to )?where\b"),
    (AnswerKind.PLACE, rf"^(?:(?:at|in|on|to|from) )?(?:what|which) (?:{_PLACES})\b"),
    (AnswerKind.REASON, r"^(?:why|what for|how come|for what reason|what is the reason)\b"),
    (AnswerKind.YES_OR_NO, rf"^(?:{_AUXILIARY}|had|might|ought)\b"),
)
_KINDS = tuple((kind, re.compile(form)) for kind, form in _FORMS)
_SUBJECT = re.compile(rf"\b(?:{_AUXILIARY}) (?:not )?(?P<who>you|\w+)\b(?! (?:and|or)\b)")
_FRAME_WORDS = """
ever whose whom name person people place year years month months week weeks day days hour hours
long many much old often kind kinds sort sorts which date season weekday town city country
building reason someone exactly currently actually nowadays usually normally originally previously
once first already again use used also really else still recently since to not now when where while
back
"""
_FRAME = frozenset(_FRAME_WORDS.split())
"""Words that only say how a question asks."""
_VAGUE_WORDS = """
get got happen happened become became able make made doing done going begin began begun start started
"""
VAGUE = frozenset(map(stem_of, _VAGUE_WORDS.split()))
"""The stems of words that say little of what was done."""


_ASKED_DEEDS = frozenset(
    ["give", "gave", "told", "tell", "say", "said", "ask", "asked", "take", "call", "called"]
)
"""Deeds that are the matter of a question that names them."""


def wanted(question: ReadQuestion) -> Wanted:
    """Return what a question asks for."""
    low, own = (
        question.plain.replace("take place", "happen"),
        stem_of(question.asked.persona.first_name),
    )
    kind = next((kind for kind, form in _KINDS if form.search(low)), AnswerKind.OTHER)
    subject, after = _subject(question)
    words = [(each.start(), each[0]) for each in re.finditer(r"[^\W_][\w-]+", low)]
    at, deed = _deed(low, after, words)
    at, deed = (at, deed) if deed not in _NO_DEEDS else _NO_DEED
    told = dict.fromkeys(stem_of(one) for begins, one in words if begins == at or _is_telling(one))
    stems = tuple(one for one in told if one != own)
    return Wanted(kind, low, stems, _names(question) & {*stems}, deed, subject)


def _is_telling(word: str) -> bool:
    return len(word) > _SHORT and word not in _LEFT_OUT


_SHORT = 2
_HEAD = re.compile(r"(?:in |at |on |to |from |by |with |for )?(?:what|which|whose) (\w{3,})")
_COUNTED = re.compile(r"(?:\w+ )?how (?:many|much) (?:of (?:the|your) )?(\w+)")
_NO_NOUNS = frozenset([*_AUXILIARY.split("|"), "old", "of", "people"])
_ASKS_DOER = re.compile(
    rf"who (?!(?:{_AUXILIARY}) (?:you|the|an?|your|my|his|her|their|this|that)\b)"
)
_NO_DEEDS_WORDS = """
you your the a an be been being have had has do done not there
"""
_NO_DEEDS = frozenset(_NO_DEEDS_WORDS.split())
_LEFT_OUT = (EMPTY_WORDS | TIME_WORDS | _FRAME) - _ASKED_DEEDS


def _names(question: ReadQuestion) -> frozenset[str]:
    name_of = question.asked.world.name_of
    return frozenset(stem_of(one) for who in question.people for one in name_of(who).split())


def _deed(low: str, after: int, words: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """Return where the word stands that says what was done, and the word; -1 and "" for none."""
    if after:
        later = (one for one in words if one[0] >= after and one[1] not in _FRAME)
        return next(later, _NO_DEED)
    clause = _AFTER_NOUN.search(low)
    if clause is None:
        return _NO_DEED
    span = range(*clause.span("rest"))
    return _last_deed([one for one in words if one[0] in span])


def _last_deed(words: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """Return the last word of a clause, of one thing what is plainly done; -1 and "" for none."""
    inside = [one for one in words if one[1] not in _LEFT_OUT]
    if len(inside) > 1:
        return inside[-1]
    is_deed = bool(inside) and words[-1] != inside[-1] and words[-1][1] in _PLAIN_DEEDS
    return words[-1] if is_deed else _NO_DEED


_NO_DEED = (-1, "")
_PLAIN_DEEDS = frozenset(["come", "go", "start", "end", "happen", "leave", "say", "give", "take"])
"""Deeds that say little, but are what a question about one thing asks of it."""
_AFTER_NOUN = re.compile(
    rf"\b(?:{_AUXILIARY}) (?:not )?(?P<rest>(?:the|your|a|an|my|this|that|his|her) .*?)"
    r"(?= (?:in|on|at|to|from|with|for|by|of|about|under|into|after|before)\b|$)"
)


def _subject(question: ReadQuestion) -> tuple[str, int]:
    """Return the id of whom a question says that they did something, and where it goes on; "" and
    0 where it does not say so."""
    found = _SUBJECT.search(question.plain)
    if found is None:
        return "", 0
    asked, word = question.asked, found["who"]
    if word == "you":
        return asked.who, found.end()
    first = {fold(asked.world.people[one].persona.first_name): one for one in question.people}
    return (first[word], found.end()) if word in first else ("", 0)
