"""The grammatical person of sentences: what somebody says of themselves, told of them, and back."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.core.verb_forms import bare_form
from latticeville.mind.claims.vocabulary import lists, stem_of, words_of_kind
from latticeville.world.model.world import World


class Forms(NamedTuple):
    """The forms of a pronoun: “I”, “me”, “my”, “mine”, “myself”."""

    subject: str
    object: str
    possessive: str
    own: str
    reflexive: str


FIRST = Forms("I", "me", "my", "mine", "myself")
SECOND = Forms("you", "you", "your", "yours", "yourself")
SHE = Forms("she", "her", "her", "hers", "herself")
HE = Forms("he", "him", "his", "his", "himself")
THEY = Forms("they", "them", "their", "theirs", "themselves")
_JOINS = ("and", "but", "or", "then")
_OBJECTS = frozenset(("the", "a", "an", "her", "his", "it", "nothing", "no", "all", "every", "to"))
"""Words that join verbs of one subject, and words after a verb."""
_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]|\s+")
_TO_FIRST = {
    "is": "am",
    "are": "am",
    "has": "have",
    "does": "do",
    "goes": "go",
    "was": "was",
    "isn't": "am not",
    "hasn't": "haven't",
    "doesn't": "don't",
}
_TO_SECOND = {**_TO_FIRST, "is": "are", "was": "were", "isn't": "aren't", "wasn't": "weren't"}
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
_NO_VERBS = frozenset(("this", "his", "its", "as", "us", "yes", "thus", "always", "perhaps"))


def forms_of(who: str, world: World) -> Forms:
    """Return the pronoun by which the texts of a world speak of somebody."""
    return _forms(world)[who] if who in world.people else THEY


@cache
def _forms_in(text: str) -> Forms:
    counts = {
        forms: len(re.findall(rf"\b(?:{forms.subject}|{forms.object}|{forms.possessive})\b", text))
        for forms in (SHE, HE)
    }
    if counts[SHE] == counts[HE]:
        return THEY
    return max((SHE, HE), key=counts.__getitem__)


def _forms(world: World) -> Mapping[str, Forms]:
    """Return the pronouns of all people, by what is written of them; kept with the world."""
    kept: Mapping[str, Forms] | None = world.__dict__.get("_pronouns")
    if kept is None:
        kept = {who: _forms_of_person(who, world) for who in world.people}
        world.__dict__["_pronouns"] = kept
    return kept


def _forms_of_person(who: str, world: World) -> Forms:
    persona = world.people[who].persona
    told = f"{persona.about} {persona.currently} {persona.aspiration}".lower()
    found = _forms_in(told)
    if found is not THEY:
        return found
    views = (
        one.view
        for other in world.people.values()
        for one in other.persona.relationships
        if one.who == who
    )
    return _forms_in(" ".join(views).lower())


def others_named(text: str, who: str, world: World) -> Mapping[str, Forms]:
    """Return the pronouns of the others whom a text names, by first name."""
    return {
        one.persona.first_name: forms_of(name, world)
        for name, one in world.people.items()
        if name != who and re.search(rf"\b{re.escape(one.persona.first_name)}\b", text)
    }


def told_by(text: str, who: str, world: World) -> str:
    """Return a sentence as somebody says it of themselves."""
    return _spoken(text, who, FIRST, world)


def told_to(text: str, who: str, world: World) -> str:
    """Return a sentence as one says it to somebody whom it is about."""
    return _spoken(text, who, SECOND, world)


def _spoken(text: str, who: str, into: Forms, world: World) -> str:
    name = world.name_with_article(who)
    full = world.name_of(who)
    plain = re.sub(rf"\b{re.escape(full)}\b", name, text) if full != name else text
    return from_third(plain, name, forms_of(who, world), into, others_named(text, who, world))


def said_of_oneself(text: str, who: str, world: World) -> str:
    """Return a sentence about somebody as what they say of themselves: “Ada says that she is ill.”."""
    name, forms = world.name_with_article(who), forms_of(who, world)
    first, _, rest = text.partition(" ")
    # “They” would take other forms of the verb.
    return text if first != name or forms is THEY else f"{name} says that {forms.subject} {rest}"


def reported(text: str, who: str, world: World) -> str:
    """Return what is said in the first or second person to or by somebody, as one tells it of
    them."""
    return to_third(text, world.name_with_article(who), forms_of(who, world))


def from_third(
    text: str, name: str, forms: Forms, into: Forms, others: Mapping[str, Forms] | None = None
) -> str:
    """Return a sentence about somebody in the first or second person.

    >>> from_third("Ada has sold her house to Bob, and she is glad.", "Ada", SHE, FIRST)
    'I have sold my house to Bob, and I am glad.'
    >>> from_third("It is not true that Ada sold Ada's house: Bob trusts Ada.", "Ada", SHE, SECOND)
    'It is not true that you sold your house: Bob trusts you.'
    >>> from_third("Ada and Bob are married.", "Ada", SHE, FIRST)
    'Bob and I are married.'
    >>> from_third("Ada told Eve that she is late.", "Ada", SHE, FIRST, {"Eve": SHE})
    'I told Eve that she is late.'
    >>> from_third("Ada was at the inn and sees nothing.", "Ada", SHE, FIRST)
    'I was at the inn and see nothing.'
    """
    text = re.sub(rf"\b{re.escape(name)} and ([A-Z]\w+)\b", rf"\1 and {name}", text)
    return _Rewriter(name, forms, into, others or {}).rewrite(text)


class _Rewriter:
    """One pass over a sentence, word by word, that knows of whom the last pronoun speaks."""

    def __init__(self, name: str, forms: Forms, into: Forms, others: Mapping[str, Forms]) -> None:
        self.name, self.forms, self.into, self.others = name, forms, into, others
        self.meant = False
        self.awaits_verb = self.acts = False

    def rewrite(self, text: str) -> str:
        """Return the text with all words for the person in the other grammatical person."""
        parts = _TOKEN.findall(text)
        words = [at for at, part in enumerate(parts) if not part.isspace()]
        for place, at in enumerate(words):
            before = parts[words[place - 1]].lower() if place else "."
            after = parts[words[place + 1]].lower() if place + 1 < len(words) else "."
            parts[at] = self._word(parts[at], before, after)
        return _capitalized("".join(parts))

    def _word(self, word: str, before: str, after: str) -> str:
        low = word.lower().replace("’", "'")
        if word in self.others:
            self.meant = self.meant and self.others[word] != self.forms
            self.acts = False
            return word
        if low in (self.name.lower(), f"{self.name.lower()}'s") and word[:1].isupper():
            return self._name(low, before, after)
        if self.meant and low in self.forms:
            return self._pronoun(low, after)
        return self._other(word, low, before, after)

    def _name(self, low: str, before: str, after: str) -> str:
        self.meant = True
        if low.endswith("'s"):
            return self.into.possessive
        self.acts = _is_subject(before, after)
        self.awaits_verb = self.acts and before != "and"
        return self.into.subject if self.acts else self.into.object

    def _other(self, word: str, low: str, before: str, after: str) -> str:
        """Return any other word: a verb of the person is in their grammatical person."""
        is_joined = self.acts and before in _JOINS and after in _OBJECTS
        if not (self.awaits_verb or is_joined) or low in words_of_kind("adverbs"):
            return word
        self.awaits_verb = False
        return self._verb(word, low)

    def _pronoun(self, low: str, after: str) -> str:
        forms, into = self.forms, self.into
        if low == forms.subject:
            self.awaits_verb = self.acts = True
            return into.subject
        if low == forms.reflexive:
            return into.reflexive
        is_before_noun = after.isalpha() and after not in _no_nouns()
        if low == forms.possessive and (low != forms.object or is_before_noun):
            return into.possessive if is_before_noun else into.own
        return into.own if low == forms.own else into.object

    def _verb(self, word: str, low: str) -> str:
        table = _TO_FIRST if self.into is FIRST else _TO_SECOND
        if low in table:
            return table[low]
        is_third = low.endswith("s") and not low.endswith(("ss", "us")) and low not in _NO_VERBS
        return bare_form(word) if is_third else word


@cache
def _no_nouns() -> frozenset[str]:
    """Return words before which a possessive stands for no noun."""
    return words_of_kind("prepositions") | words_of_kind("clauses") | words_of_kind("auxiliaries")


def _is_subject(before: str, after: str) -> bool:
    """Tell whether a name between two words is the subject of a clause."""
    if before in words_of_kind("prepositions"):
        return False
    begins = not before[-1:].isalnum() or before in words_of_kind("clauses")
    return begins or after in words_of_kind("auxiliaries")


def to_third(text: str, name: str, forms: Forms) -> str:
    """Return what somebody says of themselves, or hears of themselves, as one tells it of them.

    >>> to_third("You have decided to stand. You are ready.", "Ada", SHE)
    'Ada has decided to stand. She is ready.'
    >>> to_third("I have sold my café, and it hurts me.", "Ada", SHE)
    'Ada has sold her café, and it hurts her.'
    >>> to_third("My horse bit me.", "Ada", SHE), to_third("You want your pay.", "Cid", HE)
    ("Ada's horse bit her.", 'Cid wants his pay.')
    """
    plain = re.sub(r"\b\w+['’]\w+", lambda found: _expanded(found[0]), text)
    parts = _TOKEN.findall(plain)
    words = [at for at, part in enumerate(parts) if not part.isspace()]
    named, awaits_verb, is_named = False, False, False
    for place, at in enumerate(words):
        low = parts[at].lower().replace("’", "'")
        before = parts[words[place - 1]].lower() if place else "."
        form = _form_of(parts[at], low, before)
        if form is not None:
            is_named = not named and form in (0, 1, 2)
            parts[at] = _third(form, name, forms, is_named=is_named)
            named, awaits_verb = True, form == 0
        elif awaits_verb and low not in words_of_kind("adverbs"):
            parts[at] = _third_verb(parts[at], low, is_plural=forms is THEY and not is_named)
            awaits_verb = False
    return _capitalized("".join(parts))


def _expanded(word: str) -> str:
    low = word.lower().replace("’", "'")
    return _CONTRACTED.get(low, word)


def _form_of(word: str, low: str, before: str) -> int | None:
    """Return which form of “I” or “you” a word is; None for none."""
    if low in _FIRST_WORDS:
        return None if word == "i" else _FIRST_WORDS[low]
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
    is_past = low in words_of_kind("past") or (low in irregular and stem_of(low) != low)
    has_ending = low.endswith(("ed", "s")) or (low.endswith("ing") and len(low) > len("swing"))
    return not is_past and not has_ending


def _capitalized(text: str) -> str:
    """Return sentences, each with a capital letter."""
    return re.sub(r"([.!?] )([a-z])", lambda found: found[1] + found[2].upper(), capital(text))
