"""What a question asks for: a linear classifier over its words, which `tools/train_intents.py`
trains on wordings with slots for what they name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from latticeville.mind.builtin.answers.lexicon import SAME
from latticeville.mind.interview_question import stem_of
from latticeville.models.fake import STOP_WORDS

UNSEEN = "_x"
"""What stands for a word that the classifier never saw."""
_TOKEN = re.compile(r"_?[a-z]+")
SHORT = 3
"""Letters up to which a word is its own stem."""


class QuestionIntent(NamedTuple):
    """Something that a question may ask for, and by how much the classifier prefers it to nothing."""

    name: str
    score: int


class _Weights(NamedTuple):
    names: tuple[str, ...]
    own: tuple[frozenset[str], ...]
    words: frozenset[str]
    of: dict[str, tuple[tuple[int, int], ...]]


def intents_of(slotted: str) -> list[QuestionIntent]:
    """Return what a question with slots may ask for, the most likely first."""
    weights = _weights()
    scores = [0] * len(weights.names)
    for feature in features(tokens(slotted), weights.words):
        for number, weight in weights.of.get(feature, ()):
            scores[number] += weight
    found = [QuestionIntent(name, score) for name, score in zip(weights.names, scores, strict=True)]
    return sorted(found, key=lambda one: (-one.score, one.name))


def left_over(slotted: str, name: str) -> tuple[str, ...]:
    """Return the words of a question with slots that no wording of an intent has."""
    weights = _weights()
    read = weights.own[weights.names.index(name)] | _EMPTY_STEMS
    return tuple(one for one in tokens(slotted) if len(one) >= SHORT and one not in read)


_EMPTY_STEMS = STOP_WORDS | frozenset(map(stem_of, STOP_WORDS))


def tokens(slotted: str) -> list[str]:
    """Return the stems of the words of a question, and its slots as they are.

    >>> tokens("what does _person think of _topic")
    ['what', 'doe', '_person', 'think', 'of', '_topic']
    """
    return [_stem(one) for one in _TOKEN.findall(slotted)]


def _stem(token: str) -> str:
    if token.startswith("_") or len(token) <= SHORT:
        return token
    stem = stem_of(token)
    return SAME.get(stem, stem)


def features(found: Sequence[str], known: Iterable[str]) -> Iterator[str]:
    """Yield the features of a question, each once: its words, and those that follow each other, at
    once or but one; words that are not known are alike."""
    words = ["^", *(one if one in known or one.startswith("_") else UNSEEN for one in found), "$"]
    pairs = (f"{one} {other}" for one, other in pairwise(words))
    gaps = (f"{one} * {other}" for one, other in zip(words, words[2:], strict=False))
    first = (f"{words[1]} .. {one}" for one in words[3:-1])
    yield from dict.fromkeys((*words, *pairs, *gaps, *first))


WEIGHTS = Path(__file__).with_name("intents.txt")
"""The weights: the names of all intents, the words of the wordings of each, then a feature a line, with
the numbers of intents and what it weighs for each."""


@cache
def _weights() -> _Weights:
    first, *lines = WEIGHTS.read_text("utf-8").splitlines()
    names = tuple(first.split())
    own, lines = lines[: len(names)], lines[len(names) :]
    of = dict[str, tuple[tuple[int, int], ...]]()
    for line in lines:
        feature, _, rest = line.partition("\t")
        pairs = (one.partition(":") for one in rest.split())
        of[feature] = tuple((int(number), int(weight)) for number, _, weight in pairs)
    words = frozenset(one for one in of if " " not in one)
    return _Weights(names, tuple(frozenset(one.split()) for one in own), words, of)
