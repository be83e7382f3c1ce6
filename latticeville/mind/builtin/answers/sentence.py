"""Sentences that may answer a question: of a persona, of a memory, or said; with whom each word
means."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from latticeville.core.day_words import MONTHS
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.lexicon import SAME
from latticeville.mind.builtin.answers.titles import titles
from latticeville.mind.interview_question import stem_of as bare_stem
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.present_verbs import PRESENT


class Source(IntEnum):
    """Where a sentence is from, what is surest last."""

    HEARD = 0
    SAID = 1
    SEEN = 2
    KNOWN = 3
    """A memory from before the run."""
    VIEW = 4
    PERSONA = 5


class ReadWord(NamedTuple):
    """A word or a sign of a sentence; `who` is the id of whom it means, or a name, "" for nobody,
    and `is_doer` says that it may be a subject."""

    text: str
    low: str
    stem: str
    who: str = ""
    is_doer: bool = False
    start: int = 0
    """Where it begins in the sentence."""


@dataclass(frozen=True)
class ReadSentence:
    """A sentence with its words; `names` are the stems of those whom it means, `record` is the
    memory that it is of, `around` the stems of what was said with it, and `owner` whom a view is
    of. A private one is told to nobody."""

    text: str
    words: tuple[ReadWord, ...]
    source: Source
    names: frozenset[str] = frozenset()
    record: MemoryRecord | None = None
    around: frozenset[str] = frozenset()
    owner: str = ""
    is_private: bool = False

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words, and of the names of those whom it means."""
        return frozenset(one.stem for one in self.words) | self.names

    @property
    def is_question(self) -> bool:
        """Whether it asks."""
        return self.text.rstrip('”’" ').endswith("?")


@lru_cache(maxsize=1 << 16)
def stem_of(word: str) -> str:
    """Return the stem of a word in any form, or of another word that means the same.

    >>> stem_of("Taught"), stem_of("teaching"), stem_of("mended")
    ('teach', 'teach', 'repair')
    """
    low = fold(word)
    stem = bare_stem(PRESENT.get(low, low))
    return SAME.get(stem, stem)


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text.

    >>> sentences_of("He laughed. I did not! “So it is.”")
    ['He laughed.', 'I did not!', '“So it is.”']
    """
    return [one for one in re.split(r"(?<=[.!?…]) +|(?<=[.!?…][”\"]) +", text.strip()) if one]


@dataclass(frozen=True)
class Speaker:
    """Whose words a text is: whom “I”, “you”, “he” and “she” mean, as ids; "" for nobody."""

    own: str = ""
    hearer: str = ""
    other: str = ""


_OWN = frozenset(["i", "me", "my", "mine", "myself", "we", "us", "our"])
_HEARER = frozenset(["you", "your", "yours", "yourself"])
_OTHER = frozenset(["he", "she", "him", "her", "his", "hers", "himself", "herself"])
_DOERS = frozenset(["i", "we", "you", "he", "she", "they", "who"])
_PREPOSITIONS_WORDS = """
in at on of from to with for by about near under over behind beside into off like than
"""
_PREPOSITIONS = frozenset(_PREPOSITIONS_WORDS.split())
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")


class Reader:
    """Reads sentences as somebody understands them: by the names of their world, and those that
    they know besides."""

    def __init__(self, asked: Interviewee) -> None:
        world = asked.world
        self._first = {one: each.persona.first_name for one, each in world.people.items()}
        self._ids = {name: one for one, name in self._first.items()}
        self._titles = titles(asked)
        self._things = _names_of_things(each.name for each in world.objects.values())
        names = (each.persona.name.split()[-1:] for each in world.people.values())
        places = " ".join(world.name_of(one) for one in (*world.areas.by_id, *world.objects))
        self._taken = _NO_NAMES.union(places.split(), *names)
        self._known = dict[str, str]()
        before = (one.text for one in asked.memories if one.tick < 0)
        for text in (asked.persona.about, *before):
            self._known |= self._others(self.read(text, Speaker()))

    def _others(self, words: Sequence[ReadWord]) -> Iterator[tuple[str, str]]:
        """Yield the names of those who do not live in the world, with the stem of what they are
        called before, such as “her daughter, Una”."""
        for at, one in enumerate(words):
            if one.who and one.who not in self._first:
                before = [each for each in words[max(0, at - 2) : at] if each.low != ","][-1:]
                is_noun = before and before[0].low.isalpha() and not before[0].who
                yield one.who, before[0].stem if before and is_noun else ""

    def sentences(
        self,
        text: str,
        speaker: Speaker,
        source: Source,
        record: MemoryRecord | None = None,
        owner: str = "",
    ) -> Iterator[ReadSentence]:
        """Yield the sentences of a text."""
        read = [(one, self.read(one, speaker)) for one in sentences_of(text)]
        around = frozenset(each.stem for _, words in read for each in words)
        for one, words in read:
            meant = self._meant_by(words)
            yield ReadSentence(one, words, source, meant, record, around | meant, owner)

    def _meant_by(self, words: Sequence[ReadWord]) -> frozenset[str]:
        """Return the stems of the names of those whom words mean, of what these are called, and of
        the objects that bear a name."""
        names = (stem_of(self._first.get(each.who, each.who)) for each in words if each.who)
        called = (self._known.get(each.who, "") for each in words)
        things = (self._things.get(each.text, frozenset()) for each in words)
        return frozenset({*names, *called} - {""}).union(*things)

    def read(self, text: str, speaker: Speaker) -> tuple[ReadWord, ...]:
        """Return the words of a sentence."""
        found = list[ReadWord]()
        other, begins = speaker.other, True
        for each in _TOKEN.finditer(text):
            bare = re.sub(r"['’]s?$", "", each[0])
            low = fold(bare)
            named = self._titled(low, found) or self._named(bare, begins=begins)
            who = named or _meant(low, speaker, other)
            other = other if named in ("", speaker.own) else named
            is_doer = bare == each[0] and _may_do(found) and bool(named or (who and low in _DOERS))
            found.append(ReadWord(each[0], low, stem_of(bare), who, is_doer, each.start()))
            begins = each[0] in ".!?“:"
        return tuple(found)

    def _titled(self, low: str, before: Sequence[ReadWord]) -> str:
        """Return the id of whom a word names by what they are, such as “the mayor”; "" for nobody."""
        return self._titles.get(low, "") if before and before[-1].low == "the" else ""

    def _named(self, word: str, *, begins: bool) -> str:
        """Return the id of whom a word names, or the word itself if it is the name of somebody
        else."""
        if word in self._ids:
            return self._ids[word]
        if word in self._known:
            return word
        is_name = word.istitle() and len(word) > 2 and not begins and word.isalpha()
        return word if is_name and word not in self._taken else ""


_NO_NAMES = frozenset([*DAY_NAMES, *MONTHS.title().split("|"), "Mother", "Father", "God"])


def _may_do(before: Sequence[ReadWord]) -> bool:
    """Tell whether a name or a pronoun after some words may be a subject: after no preposition."""
    return not before or before[-1].low not in _PREPOSITIONS


def _names_of_things(names: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return the stems of objects such as “cat Mochi” by their proper names."""
    lower = [one for one in names if not one[:1].isupper()]
    return {
        word: frozenset(map(stem_of, one.split()))
        for one in lower
        for word in one.split()[1:]
        if word[:1].isupper()
    }


def _meant(low: str, speaker: Speaker, other: str) -> str:
    """Return whom a pronoun means."""
    if low in _OWN:
        return speaker.own
    if low in _HEARER:
        return speaker.hearer
    return other if low in _OTHER else ""
