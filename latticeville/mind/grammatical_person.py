"""The grammatical person of sentences: what somebody says of themselves, told of them, and back."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.core.verb_forms import bare_form
from latticeville.mind.claims.vocabulary import words_of_kind
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
_JOINS = ("and", "but", "or", "then", ",")
_OBJECTS = frozenset(
    (
        *("the", "a", "an", "her", "his", "it", "nothing", "no", "all", "every", "to", "them"),
        *("down", "up", "out", "away", "off", "back", "over", "round", "home", "in", "at"),
        *(
            "him",
            "me",
            "us",
            "you",
            "my",
            "your",
            "our",
            "their",
            "that",
            "so",
            "everything",
            "everybody",
            "if",
        ),
        *("how", "who", "what", "why", "where", "when"),
        *("each", "both", "some", "any", "one", "others", "people"),
    )
)
"""Words that join verbs of one subject, and words after a verb."""
TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]|\s+")
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
_NO_NOUNS = frozenset(
    (
        *("the", "a", "an", "this", "that", "no", "some", "every", "all", "how", "what", "why"),
        *("until", "once", "twice", "again", "never", "today", "so", "too", "more"),
    )
)
"""Words before which “her” stands for a person, beside prepositions and auxiliaries."""
_CAUSES = frozenset(("let", "lets", "help", "helps"))
"""Verbs after which a person does something."""
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


def told_by(text: str, who: str, world: World, *, is_of: bool = False) -> str:
    """Return a sentence as somebody says it of themselves; `is_of` says that it need not name them
    before it speaks of them."""
    return _spoken(text, who, FIRST, world, is_of=is_of)


def told_to(text: str, who: str, world: World, *, is_of: bool = False) -> str:
    """Return a sentence as one says it to somebody whom it is about; `is_of` says that it need not
    name them before it speaks of them."""
    return _spoken(text, who, SECOND, world, is_of=is_of)


def _spoken(text: str, who: str, into: Forms, world: World, *, is_of: bool = False) -> str:
    name = world.name_with_article(who)
    full = world.name_of(who)
    plain = re.sub(rf"\b{re.escape(full)}\b", name, text) if full != name else text
    if not is_of and name.casefold() not in plain.casefold():
        return text
    others = others_named(text, who, world)
    plain = _with_own_places(plain, name, world)
    return from_third(plain, name, forms_of(who, world), into, others, is_of=is_of)


def _with_own_places(text: str, name: str, world: World) -> str:
    """Return a text in which the places that are called after somebody lack their capital: “Ada's
    House”, which becomes “my house”."""
    for place in sorted(_places_of(world).get(name, ())):
        text = text.replace(f"{name}'s {place}", f"{name}'s {place.lower()}")
    return text


def _places_of(world: World) -> Mapping[str, frozenset[str]]:
    """Return how places go on that are called after somebody, by whom."""
    return world.keep("places_of", lambda: _find_places_of(world))


def _find_places_of(world: World) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for area in world.areas.by_id.values():
        owner, _, rest = area.name.partition("'s ")
        if rest:
            found.setdefault(owner, set()).add(rest)
    return {owner: frozenset(names) for owner, names in found.items()}


def from_third(
    text: str,
    name: str,
    forms: Forms,
    into: Forms,
    others: Mapping[str, Forms] | None = None,
    *,
    is_of: bool = False,
) -> str:
    """Return a sentence about somebody in the first or second person, but for what stands in
    quotes; with `is_of`, its first pronoun means them, too.

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
    >>> from_third("Ada gives Bob a letter: “Ada, it says.”", "Bob", HE, FIRST)
    'Ada gives me a letter: “Ada, it says.”'
    >>> from_third("Ada keeps the tales and tells each of them better.", "Ada", THEY, FIRST)
    'I keep the tales and tell each of them better.'
    >>> from_third("She reads what she signs.", "Ada", SHE, SECOND, is_of=True)
    'You read what you sign.'
    """
    text = re.sub(rf"\b{re.escape(name)} and ([A-Z]\w+)\b", rf"\1 and {name}", text)
    return _Rewriter(name, forms, into, others or {}, is_of=is_of).rewrite(text)


class _Rewriter:
    """One pass over a sentence, word by word, that knows of whom the last pronoun speaks."""

    def __init__(
        self, name: str, forms: Forms, into: Forms, others: Mapping[str, Forms], *, is_of: bool
    ) -> None:
        self.name, self.forms, self.into, self.others = name, forms, into, others
        self.meant = is_of
        self.awaits_verb = self.acts = self.is_joint = self.is_joined = False

    def rewrite(self, text: str) -> str:
        """Return the text with all words for the person in the other grammatical person."""
        parts = TOKEN.findall(text)
        words = [at for at, part in enumerate(parts) if not part.isspace()]
        quoted = quoted_places([parts[at] for at in words])
        for place, at in enumerate(words):
            if place in quoted:
                continue
            before = parts[words[place - 1]].lower() if place else "."
            after = parts[words[place + 1]].lower() if place + 1 < len(words) else "."
            parts[at] = self._word(parts[at], before, after)
        return capitalized("".join(parts))

    def _word(self, word: str, before: str, after: str) -> str:
        low = word.lower().replace("’", "'")
        if word in self.others:
            self.meant = self.meant and self.others[word] != self.forms
            self.acts = self.acts and not _is_subject(before, after)
            return word
        if low in (self.name.lower(), f"{self.name.lower()}'s") and word[:1] == self.name[:1]:
            return self._name(low, before, after)
        if self.meant and low in self.forms and not self._is_of_others(low, before):
            return self._pronoun(low, before, after)
        return self._other(word, low, before, after)

    def _is_of_others(self, low: str, before: str) -> bool:
        """Tell whether a pronoun is of several: in “each of them” of one who is “they”."""
        return self.forms is THEY and low == THEY.object and before == "of"

    def _name(self, low: str, before: str, after: str) -> str:
        self.meant = True
        if low.endswith("'s"):
            return self.into.possessive
        self.acts = self.awaits_verb = _is_subject(before, after)
        self.is_joint = before == "and"
        return self.into.subject if self.acts else self.into.object

    def _other(self, word: str, low: str, before: str, after: str) -> str:
        """Return any other word: a verb of the person is in their grammatical person."""
        is_joined = self._joins_verb(low, before, after)
        if not (self.awaits_verb or is_joined) or low in words_of_kind("adverbs"):
            return word
        is_plural = self.is_joint and low in ("are", "were")
        self.awaits_verb = self.is_joint = False
        return word if is_plural else self._verb(word, low)

    def _joins_verb(self, low: str, before: str, after: str) -> bool:
        """Tell whether a word is one more verb of the person: after “and” or a comma, and adverbs
        there."""
        is_late = self.is_joined and before in words_of_kind("adverbs")
        self.is_joined = self.acts and (before in _JOINS or is_late)
        is_known = after in _OBJECTS or low in _TO_FIRST or low in _known_verbs()
        return self.is_joined and (is_known or is_late)

    def _pronoun(self, low: str, before: str, after: str) -> str:
        forms, into = self.forms, self.into
        if low == forms.subject:
            self.awaits_verb, self.acts, self.is_joint = True, True, False
            return into.subject
        if low == forms.reflexive:
            return into.reflexive
        noun = after.replace("’", "'").removesuffix("'s")
        is_before_noun = noun.isalpha() and noun not in _no_nouns() and before not in _CAUSES
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
    kinds = ("prepositions", "clauses", "auxiliaries")
    return _NO_NOUNS.union(*(words_of_kind(kind) for kind in kinds))


@cache
def _known_verbs() -> frozenset[str]:
    """Return verbs in the third person that need no object after them to be known as such."""
    bare = "sing sit cheat believe forget forgive live work play stay hide"
    bare += " see eat come say think sleep swing stand speak talk listen walk dream wait go"
    return frozenset(f"{verb}s" for verb in bare.split()) | {"goes"}


def quoted_places(words: Sequence[str]) -> set[int]:
    """Return the places of the words that stand in quotes, or after “said:” to the end of the
    sentence."""
    found, end = set[int](), ""
    for place, word in enumerate(words):
        if end:
            found.add(place)
            end = "" if word in end else end
        elif word == "“":
            end = "”"
        elif word == ":" and words[place - 1] in ("said", "say", "says"):
            end = ".!?"
    return found


def _is_subject(before: str, after: str) -> bool:
    """Tell whether a name between two words is the subject of a clause."""
    if before in words_of_kind("prepositions"):
        return False
    begins = not before[-1:].isalnum() or before in words_of_kind("clauses")
    return begins or after in words_of_kind("auxiliaries")


def capitalized(text: str) -> str:
    """Return sentences, each with a capital letter."""
    return re.sub(r"([.!?] )([a-z])", lambda found: found[1] + found[2].upper(), capital(text))
