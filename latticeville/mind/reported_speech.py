"""Reported speech: what somebody says, as others tell it of them, and what is told of a topic to
whom."""

import re
from collections.abc import Sequence

from latticeville.core.sentence_case import capital
from latticeville.mind.claims.vocabulary import lists, stem_of, words_of_kind
from latticeville.mind.grammatical_person import (
    THEY,
    TOKEN,
    Forms,
    capitalized,
    forms_of,
    quoted_places,
    told_by,
    told_to,
)
from latticeville.mind.opinions import QUOTED
from latticeville.mind.present_verbs import PRESENT
from latticeville.mind.topic import MEMORY, OPINION, SECRET, VIEW, Topic
from latticeville.world.model.world import World

PROSE = frozenset((MEMORY, OPINION, SECRET, VIEW))
"""The kinds of topic whose sentences are the words of whose they are."""
_TO_THIRD = {
    "am": "is",
    "are": "is",
    "have": "has",
    "do": "does",
    "were": "was",
    "go": "goes",
    "haven't": "hasn't",
    "don't": "doesn't",
    "aren't": "isn't",
    "weren't": "wasn't",
}
_CONTRACTED = {
    "i'm": "I am",
    "i've": "I have",
    "i'll": "I will",
    "i'd": "I would",
    "you're": "you are",
    "you've": "you have",
    "you'll": "you will",
    "you'd": "you would",
}
_FIRST_WORDS = {"i": 0, "me": 1, "my": 2, "mine": 3, "myself": 4}
_SECOND_WORDS = {"you": 0, "your": 2, "yours": 3, "yourself": 4}
SAME_PAST = frozenset(("read", "put", "set", "cut", "hit", "shut", "hurt", "let"))
"""Verbs whose past is as their present, so that neither takes an ending."""
_KIN = re.compile(r"\b(Mother|Father|Grandmother|Grandfather)\b")


def as_told(text: str, topic: Topic, who: str, hearers: Sequence[str], world: World) -> str:
    """Return the sentence of a topic as somebody tells it to others: of the speaker in the first
    person, of the only hearer in the second, of anybody else in the third."""
    own = _in_words_of(text, topic, who, world)
    told = told_by(own, who, world) if who in world.people else own
    only = hearers[0] if len(hearers) == 1 and hearers[0] in world.people else ""
    return told_to(told, only, world) if only else told


def _in_words_of(text: str, topic: Topic, who: str, world: World) -> str:
    """Return the sentence of a topic in the third person where it is prose of somebody else, and
    without quotes where an argument moved an opinion."""
    is_retold = topic.kind in PROSE and topic.who != who and topic.who in world.people
    argument = _ARGUMENT.fullmatch(text) if topic.kind == OPINION else None
    if argument is not None:
        return _agreement(argument[1], argument[2], topic.who if is_retold else "", world)
    return reported_words(text, topic.who, world) if is_retold else text


_ARGUMENT = re.compile(f"{QUOTED}(.+?) says: “(.*)”")
"""An argument that moved an opinion, with who said it."""


def _agreement(name: str, words: str, owner: str, world: World) -> str:
    """Return an opinion that rests on another's argument: “she agrees with Bob that the oak stays.”,
    or of the speaker, “I agree”."""
    author = next((one for one in world.people if world.name_with_article(one) == name), "")
    told = reported_words(words, author, world) if author else words
    subject = forms_of(owner, world).subject if owner else "I"
    verb = "agree" if subject in ("I", "they") else "agrees"
    is_small = told.partition(" ")[0].casefold() in words_of_kind("small")
    return f"{capital(subject)} {verb} with {name}: {told[:1].lower() if is_small else told[:1]}{told[1:]}"


def said_of_oneself(text: str, who: str, world: World) -> str:
    """Return a sentence about somebody as what they say of themselves: “Ada says that she is ill.”."""
    name, forms = world.name_with_article(who), forms_of(who, world)
    first, _, rest = text.partition(" ")
    # “They” would take other forms of the verb.
    return text if first != name or forms is THEY else f"{name} says that {forms.subject} {rest}"


def can_be_retold(text: str, owner: str, present: Sequence[str], world: World) -> bool:
    """Tell whether somebody's own words can be told of them to others: they name none of those who
    are `present`, speak to nobody and of no group with the owner, and no other name shares the
    owner's pronoun."""
    if re.search(r"\b(?:you|your|yours|we|us|our|ours)\b", text, re.IGNORECASE):
        return False
    named = {
        who
        for who, one in world.people.items()
        if re.search(rf"\b{re.escape(one.persona.first_name)}\b", text)
    } - {owner}
    forms = forms_of(owner, world)
    return not named.intersection(present) and forms not in {forms_of(one, world) for one in named}


def reported(text: str, who: str, world: World) -> str:
    """Return what is said in the first or second person to or by somebody, as one tells it of
    them."""
    return to_third(text, world.name_with_article(who), forms_of(who, world))


def reported_words(text: str, who: str, world: World) -> str:
    """Return somebody's own words as one tells them after their name: “I sold it” → “he sold it”;
    whom they call “you” stays so."""
    forms = forms_of(who, world)
    told = _KIN.sub(lambda found: f"{forms.possessive} {found[0].lower()}", text)
    return to_third(told, world.name_with_article(who), forms, is_known=True, of_hearer=False)


def to_third(
    text: str, name: str, forms: Forms, *, is_known: bool = False, of_hearer: bool = True
) -> str:
    """Return what somebody says of themselves, or hears of themselves, as one tells it of them;
    where they `is_known`, with pronouns alone, and without `of_hearer`, “you” stays as it is.

    >>> from latticeville.mind.grammatical_person import HE, SHE
    >>> to_third("You have decided to stand. You are ready.", "Ada", SHE)
    'Ada has decided to stand. She is ready.'
    >>> to_third("I have sold my café, and it hurts me.", "Ada", SHE)
    'Ada has sold her café, and it hurts her.'
    >>> to_third("My horse bit me.", "Ada", SHE), to_third("You want your pay.", "Cid", HE)
    ("Ada's horse bit her.", 'Cid wants his pay.')
    >>> to_third("I am sure that you know my horse.", "Ada", SHE, is_known=True, of_hearer=False)
    'She is sure that you know her horse.'
    >>> to_third("The oak stays, or I go and live in it.", "Ada", SHE, is_known=True)
    'The oak stays, or she goes and lives in it.'
    """
    plain = re.sub(r"\b\w+['’]\w+", lambda found: _expanded(found[0]), text)
    parts = TOKEN.findall(plain)
    words = [at for at, part in enumerate(parts) if not part.isspace()]
    quoted = quoted_places([parts[at] for at in words])
    reporter = _Reporter(name, forms, is_known=is_known, of_hearer=of_hearer)
    for place, at in enumerate(words):
        if place not in quoted:
            before = parts[words[place - 1]].lower() if place else "."
            parts[at] = reporter.reported(parts[at], before)
    return capitalized("".join(parts))


class _Reporter:
    """One pass over what somebody says, word by word, that knows whether they have been named."""

    def __init__(self, name: str, forms: Forms, *, is_known: bool, of_hearer: bool) -> None:
        self.name, self.forms, self.of_hearer = name, forms, of_hearer
        self.named, self.is_named, self.awaits_verb = is_known, False, False
        self.since_verb = 9

    def reported(self, word: str, before: str) -> str:
        """Return a word as it is told of who says it."""
        low = word.lower().replace("’", "'")
        form = _form_of(word, low, before, of_hearer=self.of_hearer)
        if form is not None:
            self.is_named = not self.named and form in (0, 1, 2)
            self.named, self.awaits_verb = True, form == 0
            return _third(form, self.name, self.forms, is_named=self.is_named)
        self.since_verb += 1
        is_joined = self.since_verb == 2 and before in ("and", "or") and _is_present(low)
        if not (self.awaits_verb or is_joined) or low in words_of_kind("adverbs"):
            return word
        self.awaits_verb, self.since_verb = False, 0
        return _third_verb(word, low, is_plural=self.forms is THEY and not self.is_named)


def _expanded(word: str) -> str:
    low = word.lower().replace("’", "'")
    return _CONTRACTED.get(low, word)


def _form_of(word: str, low: str, before: str, *, of_hearer: bool) -> int | None:
    """Return which form of “I”, or “you” `of_hearer`, a word is; None for none."""
    if low in _FIRST_WORDS:
        return None if word == "i" else _FIRST_WORDS[low]
    if not of_hearer:
        return None
    form = _SECOND_WORDS.get(low)
    return 1 if form == 0 and before in words_of_kind("prepositions") else form


def _third(form: int, name: str, forms: Forms, *, is_named: bool) -> str:
    if not is_named:
        return forms[form]
    return f"{name}'s" if form == 2 else name


def _third_verb(word: str, low: str, *, is_plural: bool) -> str:
    if is_plural:
        return "are" if low == "am" else word
    if low in _TO_THIRD:
        return _TO_THIRD[low]
    if low in words_of_kind("auxiliaries") or not low.isalpha() or not _is_present(low):
        return word
    if low.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{word}es"
    is_consonant_y = low.endswith("y") and low[-2:-1] not in "aeiou"
    return f"{word[:-1]}ies" if is_consonant_y else f"{word}s"


def _is_present(low: str) -> bool:
    """Tell whether a verb is in its plain form: neither past nor with an ending."""
    irregular = {pair.partition("=")[0] for pair in lists().irregular.split()}
    is_past = (
        low in SAME_PAST
        or low in PRESENT
        or low in words_of_kind("past")
        or (low in irregular and stem_of(low) != low)
    )
    has_ending = low.endswith(("ed", "s")) or (low.endswith("ing") and len(low) > len("swing"))
    return not is_past and not has_ending
