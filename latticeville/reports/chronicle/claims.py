"""Check that a polished text names no person, place, kind, number, event or words that its events
do not.

The check refuses rather too much than too little: whoever asks falls back to the template.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.text_fold import fold
from latticeville.reports.chronicle.words import ORDINALS
from latticeville.world.model.world import World

_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    **{word: number for number, word in enumerate(("zero", *ONE_TO_TWELVE, *_TEENS))},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    **{word: number for number, word in enumerate(ORDINALS, start=1)},
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "couple": 2,
    "pair": 2,
    "both": 2,
    "dozen": 12,
    "dozens": 12,
    "score": 20,
    "single": 1,
    "half": 50,
    "quarter": 25,
    "hundred": 100,
    "hundreds": 100,
    "thousand": 1000,
    "thousands": 1000,
    "million": 1_000_000,
}
"""Words that are numbers, and those that come near to it."""
_IDIOMS = re.compile(r"\b(no one|one another|one of (?:them|the)|each one)\b", re.IGNORECASE)
"""Words with “one” in them that are no number."""
_EVENTS = (
    ("die", "dead", "death"),
    ("kill", "murder"),
    ("attack", "fight", "fought", "struck", "strike", "blow"),
    ("wound", "injur"),
    ("steal", "stole", "theft", "rob"),
    ("starv", "famine"),
    ("fire", "flame", "burn", "smoke"),
    ("flood",),
    ("marr", "wedding"),
    ("pregnan", "birth", "born"),
    ("love", "kiss"),
    ("betray",),
    ("secret", "confid"),
    ("lie", "lied", "lying"),
    ("feud",),
    ("war",),
    ("poison",),
    ("quarrel", "disagree", "argu"),
    ("gave", "give", "gift"),
    ("promis", "agree"),
    ("rain", "snow", "storm"),
)
"""Families of beginnings of words for what happens; the template has to have a word of the same
family."""
_WORDS_AT_THE_START = (
    "a after afterwards again all along already also although always among an and another around "
    "as at away back "
    "because before behind below beside besides between beyond but by during each early earlier "
    "eventually even "
    "every everybody everyone everything finally for from further he her here his how however i "
    "if in indeed instead "
    "into it its just last late later less many meanwhile more moreover most much nearby never "
    "next night no nobody "
    "none nor not nothing now of often on only or other others out outside over overall people "
    "perhaps quite rather "
    "several she since so some somebody someone something sometimes soon still such than that the "
    "their them then "
    "there thereafter these they this those though through throughout thus to together too "
    "towards under until up "
    "upon very villagers was we were what when where whereas which while who whom whose why with "
    "within without yet "
    "you"
)
_OPENERS = frozenset(_WORDS_AT_THE_START.split())
"""Words with which a sentence may begin that are no names."""
_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_QUOTE = re.compile(r"[“\"«]([^”\"»]*)[”\"»]?")


class KnownNames(NamedTuple):
    """The names of people, places and kinds of a world, folded and longest first, each with its
    words alone."""

    names: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, world: World) -> "KnownNames":
        """Return those of a world."""
        names = sorted({fold(name) for name in _names(world)}, key=lambda one: (-len(one), one))
        return cls(
            tuple((name, words) for name in names if (words := " ".join(_WORD.findall(name))))
        )


def _names(world: World) -> Iterator[str]:
    for one in world.people.values():
        yield from (one.persona.name, *one.persona.name.split())
    yield from (area.name for area in world.areas.by_id.values())
    yield from (thing.name for thing in world.objects.values())
    yield from (kind.name for kind in world.kinds.values())
    yield from (*world.kinds, *world.survival.resources, *world.climate.chain)


def find_false_claim(polished: str, template: str, known: KnownNames) -> str:
    """Return what a polished text claims that its template does not, as a short sentence; "" where
    nothing.

    `template` may be the sentences with more that the events say.
    """
    checks = (_false_numbers, _false_quotes, _false_events, _false_words)
    if fault := next((fault for check in checks for fault in check(polished, template)), ""):
        return fault
    told = {*_named(template, known)}
    return next((f"the name “{name}”" for name in _named(polished, known) if name not in told), "")


def _named(text: str, known: KnownNames) -> Iterator[str]:
    """Yield the known names in a text, longest first, each also in the plural and the
    possessive."""
    folded = f" {' '.join(_WORD.findall(fold(text)))} "
    for name, words in known.names:
        if any(f" {words}{ending} " in folded for ending in ("", "s", "es", "'s", "’s", "s'")):
            yield name


def numbers_in(text: str) -> Iterator[str]:
    """Yield the numbers of a text, times of day included, as digits.

    >>> list(numbers_in("At 09:05 no one took 1,200 and thirty-two berries."))
    ['09:05', '1200', '30', '2']
    """
    for found in _DIGITS.findall(text):
        yield found.replace(",", "")
    for word in _WORD.findall(_IDIOMS.sub(" ", text)):
        yield from (
            str(NUMBER_WORDS[part]) for part in fold(word).split("-") if part in NUMBER_WORDS
        )


def _false_numbers(polished: str, template: str) -> Iterator[str]:
    allowed = {*numbers_in(template)}
    yield from (f"the number {one}" for one in numbers_in(polished) if one not in allowed)


def _false_quotes(polished: str, template: str) -> Iterator[str]:
    flat = " ".join(fold(template).split())
    for quote in _QUOTE.findall(polished):
        if " ".join(fold(quote).split()).strip(" .,!?") not in flat:
            yield f"the words “{quote[:40]}”"


def _false_events(polished: str, template: str) -> Iterator[str]:
    there = {family for word in _WORD.findall(fold(template)) for family in _families(word)}
    for word in _WORD.findall(fold(polished)):
        families = [*_families(word)]
        if families and not there.intersection(families):
            yield f"the event “{word}”"


def _families(word: str) -> Iterator[tuple[str, ...]]:
    return (family for family in _EVENTS if any(_is_form(word, stem) for stem in family))


def _is_form(word: str, stem: str) -> bool:
    """Tell whether a word is a stem with an ending; a short stem takes only a short one."""
    return word.startswith(stem) and (
        len(stem) > 3 or word[len(stem) :] in ("", "s", "d", "es", "bed", "bers")
    )


def _false_words(polished: str, template: str) -> Iterator[str]:
    """Yield what looks like a name, or is in another script, and does not stand in the template."""
    known = {_bare(word) for word in _WORD.findall(fold(template))} | {"i"}
    for match in _WORD.finditer(polished):
        word = match.group()
        if _bare(fold(word)) not in known and _is_strange(word, polished[: match.start()]):
            yield f"the name “{word}”"


def _is_strange(word: str, before: str) -> bool:
    """Tell whether a word is in another script, or has a capital that its place does not
    explain."""
    folded, ended = fold(word), before.rstrip(" \n“\"'(")
    begins = not ended or ended.endswith((".", "!", "?", ":"))
    return not folded.isascii() or (word[0].isupper() and not (begins and folded in _OPENERS))


def _bare(word: str) -> str:
    """Return a word without the ending of a possessive."""
    return re.sub(r"['’]s?$", "", word)
