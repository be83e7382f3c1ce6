"""The words of claims: their stems and concepts, and what is English at all."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from latticeville.core.number_words import number_of
from latticeville.core.text_fold import fold

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
"""A word of a text, or a number."""
_PREFIX = 5
"""Letters by which stems are compared: “librarian” and “library” are one."""
_ENDINGS = (
    ("fulness", ""),
    ("ations", ""),
    ("ation", ""),
    ("ments", ""),
    ("ment", ""),
    ("ness", ""),
    ("ings", ""),
    ("ing", ""),
    ("iest", "y"),
    ("ied", "y"),
    ("ies", "y"),
    ("ers", ""),
    ("ors", ""),
    ("ed", ""),
    ("er", ""),
    ("or", ""),
    ("es", ""),
    ("ly", ""),
    ("s", ""),
    ("e", ""),
)
STRANGE = 0.3
"""The share of unknown groups of three letters from which on a word is built as no English is."""


class WordLists(msgspec.Struct, frozen=True):
    """The words of `words.toml`."""

    function: str
    modal: str
    ahead: str
    negative: str
    adverbs: str
    prepositions: str
    clauses: str
    auxiliaries: str
    verbs: str
    past: str
    orders: str
    doing: str
    small: str
    foreign: str
    irregular: str
    phrasal: str
    concepts: dict[str, str]
    sets: dict[str, str]
    trades: dict[str, str]
    common: dict[str, str]
    places: dict[str, str]


@cache
def lists() -> WordLists:
    """Return the words of `words.toml`."""
    text = Path(__file__).with_name("words.toml").read_bytes()
    return msgspec.toml.decode(text, type=WordLists)


@cache
def words_of_kind(kind: str) -> frozenset[str]:
    """Return the words of a list, such as “function”."""
    return frozenset(fold(getattr(lists(), kind)).split())


@cache
def words_of_set(kind: str) -> frozenset[str]:
    """Return the words of a set, such as “roles”."""
    return frozenset(fold(lists().sets[kind]).split())


@cache
def concepts_of_kind(kind: str) -> frozenset[str]:
    """Return the concepts of a set, such as “visible”."""
    known = lists().concepts
    named = lists().sets[kind].split()
    return frozenset(one if one in known else concept_of(one) for one in named)


@cache
def irregular_forms() -> dict[str, str]:
    """Return the plain forms of irregular ones, such as “sell” for “sold”."""
    return dict(pair.split("=") for pair in lists().irregular.split())


@cache
def _concepts() -> dict[str, str]:
    """Return the concept of each stem."""
    return {
        stem_of(word): name for name, words in lists().concepts.items() for word in words.split()
    }


def stem_of(word: str) -> str:
    """Return a word without its endings, in its plain form.

    >>> [stem_of(word) for word in ("sold", "bakes", "planned", "stories", "quarrelled", "lies")]
    ['sell', 'bak', 'plan', 'story', 'quarrel', 'lie']
    """
    plain = re.sub(r"['’]s?$", "", fold(word))
    known = irregular_forms().get(plain)
    if known is not None:
        return known if known in _WHOLE else _without_ending(known)
    return plain if plain in _WHOLE else _without_ending(plain)


_WHOLE = frozenset(["sell", "lie", "die", "bed", "king", "ring", "thing", "sister", "sing", "wine"])
"""Words that have no ending, although they look so."""


def _without_ending(word: str) -> str:
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return _undoubled(f"{word.removesuffix(ending)}{instead}")
    return word


def _undoubled(stem: str) -> str:
    is_double = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdglmnprt"
    return stem[:-1] if is_double else stem


def concept_of(word: str) -> str:
    """Return what a word means for a claim: a concept, or the beginning of its stem.

    >>> concept_of("lent") == concept_of("owes"), concept_of("librarian") == concept_of("library")
    (True, True)
    """
    return _concept(fold(word))


@cache
def _concept(word: str) -> str:
    number = number_of(word)
    if number is not None:
        return str(number)
    stem = stem_of(word)
    return _concepts().get(stem) or stem[:_PREFIX]


def tokens(text: str) -> list[str]:
    """Return the words of a text, folded; verbs of two words as the one that means the same.

    >>> tokens("She brought up her brother.")
    ['she', 'raise', 'her', 'brother']
    """
    found: list[str] = []
    for one in (fold(each).replace("’", "'") for each in WORD.findall(text)):
        phrasal = _phrasal().get((stem_of(found[-1]), one)) if found else None
        if phrasal:
            found[-1] = phrasal
        else:
            found.append(one)
    return found


@cache
def _phrasal() -> dict[tuple[str, str], str]:
    """Return the verbs that mean what a stem and the word after it do."""
    pairs = (pair.split("=") for pair in lists().phrasal.split())
    return {(stem_of(verb), word): one for both, one in pairs for verb, word in [both.split("+")]}


def concepts_in(words: Iterable[str]) -> frozenset[str]:
    """Return the concepts of words that say something."""
    bare = (re.sub(r"'s?$", "", word) for word in words)
    return frozenset(concept_of(word) for word in bare if not is_function(word) and "'" not in word)


@cache
def is_function(word: str) -> bool:
    """Tell whether a word says nothing by itself.

    >>> is_function("the"), is_function("thinking"), is_function("bring")
    (True, True, False)
    """
    function, stem = words_of_kind("function"), word.removesuffix("ing")
    is_form = stem != word and len(stem) > 1 and (stem in function or f"{stem}e" in function)
    return word in function or is_form


def is_negative(words: Iterable[str]) -> bool:
    """Tell whether words deny something."""
    negative = words_of_kind("negative")
    return any(word in negative or word.endswith("n't") for word in words)


def is_foreign(words: Iterable[str]) -> bool:
    """Tell whether words are of another language."""
    foreign = words_of_kind("foreign") - words_of_kind("function") - _english()
    return sum(word in foreign for word in words) >= 2


@cache
def _english() -> frozenset[str]:
    named = (
        lists().function,
        *lists().concepts.values(),
        *lists().sets.values(),
        *lists().common.values(),
    )
    pairs = (word for pair in lists().irregular.split() for word in pair.split("="))
    return frozenset((*fold(" ".join(named)).split(), *pairs))


def are_strange(words: Iterable[str], known: frozenset[str]) -> bool:
    """Tell whether several words are all unknown, and one of them is built as no English word is;
    `known` are stems.

    >>> are_strange(["frimmed", "quux"], frozenset()), are_strange(["sold", "quux"], frozenset())
    (True, False)
    """
    some = [word for word in words if word not in words_of_kind("function")]
    is_known = any(stem_of(word) in known or stem_of(word) in _stems() for word in some)
    return len(some) > 1 and not is_known and any(map(_is_misshapen, some))


def _is_misshapen(word: str) -> bool:
    own = groups_of(word)
    return sum(group not in _groups() for group in own) > STRANGE * len(own)


def is_common(word: str) -> bool:
    """Tell whether a folded word is among the common ones, in some form."""
    return stem_of(word) in _stems()


@cache
def _stems() -> frozenset[str]:
    return frozenset(stem_of(word) for word in _english())


@cache
def _groups() -> frozenset[str]:
    return frozenset(group for word in _english() for group in groups_of(word))


def groups_of(word: str) -> list[str]:
    """Return the groups of three letters of a word, its beginning and end included.

    >>> groups_of("fox")
    ['^fo', 'fox', 'ox$']
    """
    marked = f"^{word}$"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]
