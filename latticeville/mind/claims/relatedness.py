"""Which words are related in meaning: “jail” and “prison”, “novelist” and “novel”."""

from collections import defaultdict
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from latticeville.mind.claims.vocabulary import (
    concept_of,
    concepts_of_kind,
    irregular_forms,
    is_common,
    is_function,
    lists,
    stem_of,
)

SHORTEST = 3
"""Letters of the parts of a word that is made of two, such as “schoolteacher”."""
MOST_KEPT = 1 << 16
"""Pairs of words of which it is kept whether they are related."""
VERY_COMMON, COMMON, RARE, NO_THING = 0.3, 0.6, 1.0, 0.65
"""How much words tell, and the share of it of those that are of no thing."""
_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("s", ""),
    ("es", ""),
    ("ing", "e"),
    ("ing", ""),
    ("ed", "e"),
    ("ed", ""),
)


class _Meaning(NamedTuple):
    """The concept of a word, and the groups of related words that it is of."""

    concept: str
    groups: frozenset[int]

    def is_near(self, other: "_Meaning") -> bool:
        """Tell whether two words mean something in common; different concepts of the table do not,
        whatever groups their words are of, nor what is decisive and something else."""
        if self.concept == other.concept:
            return True
        known, both = lists().concepts, (self.concept, other.concept)
        are_told_apart = all(one in known for one in both)
        is_plain = not concepts_of_kind("decisive").isdisjoint(both)
        return not (are_told_apart or is_plain) and not self.groups.isdisjoint(other.groups)


@cache
def _lines() -> dict[str, list[list[str]]]:
    """Return the lines of `related_words.txt` by the sign before them, "" for groups."""
    found = defaultdict[str, list[list[str]]](list)
    for line in Path(__file__).with_name("related_words.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        sign = line[: len(line) - len(line.lstrip("*+"))]
        found[sign].append(line.removeprefix(sign).split())
    return found


@cache
def _groups() -> dict[str, frozenset[int]]:
    """Return the numbers of the groups of each word."""
    found = defaultdict[str, list[int]](list)
    for number, words in enumerate(_lines()[""]):
        for word in words:
            found[word].append(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@cache
def _marked(sign: str) -> frozenset[str]:
    return frozenset(word for line in _lines()[sign] for word in line)


@cache
def is_thing(word: str) -> bool:
    """Tell whether a folded word is of a thing, a person or a place, or of none that is known.

    >>> is_thing("prisons"), is_thing("wig"), is_thing("learned"), is_thing("trouble")
    (True, True, False, False)
    """
    forms = _plain_forms(word)
    return not (_marked("*").isdisjoint(forms) and (forms or is_common(word)))


@cache
def telling(word: str) -> float:
    """Return how much a folded word tells, from 0 to 1: less where it is common, more of a thing.

    >>> telling("take") < telling("serve") < telling("crocodile")
    True
    """
    forms = _plain_forms(word)
    is_common = not _marked("+").isdisjoint(forms)
    share = VERY_COMMON if not _marked("++").isdisjoint(forms) else COMMON if is_common else RARE
    return share if is_thing(word) else share * NO_THING


def is_told(word: str, others: AbstractSet[str]) -> bool:
    """Tell whether a folded word, or both of which it is made, are related to some of others.

    >>> is_told("jail", {"prison"}), is_told("beekeeper", {"bees"}), is_told("beekeeper", {"goats"})
    (True, True, False)
    >>> is_told("sold", {"bought"}), is_told("expected", {"pregnant"})
    (False, False)
    """
    if any(_is_near(word, one) for one in others):
        return True
    parts = () if _plain_forms(word) else _parts(word)
    return bool(parts) and all(
        is_function(stem_of(part)) or any(_is_near(part, one) for one in others) for part in parts
    )


@lru_cache(maxsize=MOST_KEPT)
def _is_near(word: str, other: str) -> bool:
    return _meaning_of(word).is_near(_meaning_of(other))


@cache
def _meaning_of(word: str) -> _Meaning:
    forms = _plain_forms(word)
    return _Meaning(
        concept_of(word), frozenset[int]().union(*(_groups().get(one, ()) for one in forms))
    )


def _plain_forms(word: str) -> list[str]:
    """Return the words of the file of which another is a form: itself, and the likeliest other."""
    found = [irregular_forms().get(word, word)]
    for ending, instead in _ENDINGS:
        if word.endswith(ending):
            stem = f"{word.removesuffix(ending)}{instead}"
            found += [stem, stem[:-1]] if stem[-1:] == stem[-2:-1] else [stem]
    known = [one for one in found if one in _words() and one != word]
    return [word, *known[:1]] if word in _words() else known[:1]


@cache
def _words() -> frozenset[str]:
    """Return all words of the file."""
    return frozenset(word for lines in _lines().values() for line in lines for word in line)


def _parts(word: str) -> tuple[str, ...]:
    """Return the two words of which another is made, () for a plain one."""
    if "-" in word:
        return tuple(word.split("-"))
    splits = ((word[:at], word[at:]) for at in range(SHORTEST, len(word) - SHORTEST + 1))
    return next((one for one in splits if all(map(_is_known, one))), ())


def _is_known(word: str) -> bool:
    return bool(_plain_forms(word)) or is_common(word)


def is_word(word: str) -> bool:
    """Tell whether a folded word is a form of an English one."""
    return bool(_plain_forms(word))
