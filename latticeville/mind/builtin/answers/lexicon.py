"""Words that mean the same, or belong to one field: “Who mended the pump?” is answered by “Bob
repaired the pump”, and “What did you hand him?” by “I gave him a key”."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from latticeville.mind.interview_question import stem_of


class _Lexicon(msgspec.Struct, forbid_unknown_fields=True):
    same: str
    fields: str
    phrases: str


def _groups(lines: str) -> Iterator[tuple[str, ...]]:
    """Yield the stems of the words of each line."""
    for line in lines.strip().splitlines():
        yield tuple(stem_of(word) for word in line.split())


_LEXICON = msgspec.toml.decode(Path(__file__).with_name("lexicon.toml").read_bytes(), type=_Lexicon)
SAME: Mapping[str, str] = {stem: group[0] for group in _groups(_LEXICON.same) for stem in group}
"""The stem that stands for that of each word, by the latter."""


_PHRASES = dict(line.split("=") for line in _LEXICON.phrases.strip().splitlines())
_PHRASE = re.compile(rf"\b(?:{'|'.join(map(re.escape, _PHRASES))})\b")


def in_one_word(low: str) -> str:
    """Return a text in lower case with one word for verbs of two.

    >>> in_one_word("she brought up her brother")
    'she raise her brother'
    """
    return _PHRASE.sub(lambda found: _PHRASES[found[0]], low)


@cache
def stems_alike(stem: str) -> frozenset[str]:
    """Return the stems of the words that mean the same as that of a stem, and that stem.

    >>> sorted(stems_alike(stem_of("mended")))
    ['fix', 'mend', 'repair', 'restor']
    """
    meant = SAME.get(stem)
    return frozenset({stem, *(one for one, other in SAME.items() if other == meant and meant)})


@cache
def _fields() -> Mapping[str, frozenset[str]]:
    """Return the stems that share a field with each stem."""
    found = defaultdict[str, set[str]](set)
    for group in _groups(_LEXICON.fields):
        for stem in group:
            found[stem].update(group)
    return {stem: frozenset(others) for stem, others in found.items()}


@cache
def stems_of_field(stem: str) -> frozenset[str]:
    """Return the stems of the words that belong to a field of a word that means the same as that of
    a stem.

    >>> stem_of("anvil") in stems_of_field(stem_of("forge"))
    True
    """
    fields = _fields()
    return frozenset(one for same in stems_alike(stem) for one in fields.get(same, ()))
