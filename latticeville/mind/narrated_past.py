"""The narrator's present, as people tell it afterwards: “Ada lays a letter down” → “Ada laid a letter
down”."""

import re
from functools import cache

from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.verb_forms import bare_form
from latticeville.mind.claims.vocabulary import lists, words_of_kind
from latticeville.mind.grammatical_person import TOKEN, quoted_places
from latticeville.mind.present_verbs import PRESENT
from latticeville.mind.reported_speech import SAME_PAST
from latticeville.world.model.world import World

_AUXILIARIES = {
    "is": "was",
    "are": "were",
    "am": "was",
    "does": "did",
    "do": "did",
    "has": "had",
    "have": "had",
    "will": "would",
    "can": "could",
    "cannot": "could not",
    "may": "might",
}
_IRREGULAR = {
    "lays": "laid",
    "puts": "put",
    "sets": "set",
    "lets": "let",
    "says": "said",
    "goes": "went",
}
_FIXED = {**_AUXILIARIES, **_IRREGULAR}
_DOUBLED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
"""Verbs whose last letter is doubled in the past."""
_SINGULAR = frozenset(
    ("this", "his", "its", "us", "yes", "thus", "always", "perhaps", "was", "as", "towards")
)
_AFTER = frozenset(
    (
        *(
            "the",
            "a",
            "an",
            "her",
            "his",
            "it",
            "its",
            "them",
            "him",
            "their",
            "no",
            "nothing",
            "that",
        ),
        *("down", "up", "out", "away", "off", "back", "over", "round", "home", "through", "again"),
        *("every", "everybody", "nobody", "somebody", "how", "why", "who", "what", "where", "not"),
    )
)
"""Words that stand after a verb."""
_BEFORE_NOUN = frozenset(
    (
        "the",
        "a",
        "an",
        "her",
        "his",
        "its",
        "their",
        "no",
        "some",
        "all",
        "every",
        *ONE_TO_TWELVE,
        *("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        *("dozen", "hundred", "thousand", "many", "few"),
    )
)
_NOT_BEFORE_VERB = _BEFORE_NOUN | {"has", "have", "had"}
"""Words after which comes a noun or a participle."""
_PHASES = frozenset(("stop", "start", "cease", "finish", "continue"))
"""Verbs before a word in -ing."""
_MANY = frozenset(("men", "women", "people", "children", "they", "we"))


def retold(world: World, text: str) -> str:
    """Return the sentence of an event or a stage as people pass it on: in words of its own, or in the
    past."""
    told = world.keep("retold", lambda: world.beats.retold)
    return told.get(text) or in_past(text)


def in_past(text: str) -> str:
    """Return sentences in which somebody does something in the past, but for what stands in quotes;
    what only is or has been so stays.

    >>> in_past("Ada lays a bundle on the bar, and Bob does not say a word.")
    'Ada laid a bundle on the bar, and Bob did not say a word.'
    >>> in_past("A man drinks a coffee, lifts the lid, and measures the door: “Is it old?”")
    'A man drank a coffee, lifted the lid, and measured the door: “Is it old?”'
    >>> in_past("The bridge is closed."), in_past("Ada reads no letter.")
    ('The bridge is closed.', 'Ada read no letter.')
    >>> in_past("The kettle stops singing.")
    'The kettle stopped singing.'
    >>> in_past("A shelf has come down, and forty cups for the city lie in pieces.")
    'A shelf has come down, and forty cups for the city lie in pieces.'
    """
    parts = TOKEN.findall(text)
    words = [at for at, part in enumerate(parts) if not part.isspace()]
    said = [*map(parts.__getitem__, words)]
    around, quoted = ["", *said, ""], quoted_places(said)
    pasts = {
        at: _past_of(parts[at], around[place].lower(), around[place + 2])
        for place, at in enumerate(words)
        if place not in quoted
    }
    turned = {parts[at] for at, past in pasts.items() if past}
    if turned <= _AUXILIARIES.keys():
        return text
    return "".join(pasts.get(at) or part for at, part in enumerate(parts))


def _past_of(word: str, before: str, after: str) -> str:
    """Return the past of a word that is a verb of the present between two others, else ""."""
    if before in _NOT_BEFORE_VERB:
        return ""
    if word in _FIXED:
        return _FIXED[word]
    if not word.islower() or before in words_of_kind("prepositions"):
        return ""
    if _has_ending(word):
        bare = bare_form(word)
        is_verb = bare in _pasts() or _may_follow(after, bare)
        return _regular_past(bare) if is_verb else ""
    return _regular_past(word) if word in _pasts() and _are_many(before) else ""


def _are_many(word: str) -> bool:
    return word in _MANY or _has_ending(word)


def _has_ending(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss") and word not in _SINGULAR


def _may_follow(after: str, bare: str) -> bool:
    """Tell whether a word may follow a verb."""
    is_phase = bare in _PHASES and after.endswith("ing")
    is_known = after in _AFTER or after in words_of_kind("prepositions")
    return is_phase or is_known or after[:1].isupper()


def _regular_past(bare: str) -> str:
    """Return the past of a verb.

    >>> [_regular_past(verb) for verb in ("walk", "measure", "carry", "take", "play", "tip")]
    ['walked', 'measured', 'carried', 'took', 'played', 'tipped']
    """
    known = _pasts().get(bare)
    if known:
        return known
    if bare.endswith("e"):
        return f"{bare}d"
    if bare.endswith("y") and bare[-2:-1] not in "aeiou":
        return f"{bare[:-1]}ied"
    return f"{bare}{bare[-1]}ed" if _DOUBLED.fullmatch(bare) else f"{bare}ed"


@cache
def _pasts() -> dict[str, str]:
    """Return the irregular past of verbs by their plain form: of several the first, which is no
    participle."""
    found: dict[str, str] = {}
    pairs = (pair.split("=") for pair in lists().irregular.split())
    for past, plain in (*((past, plain) for past, plain in PRESENT.items()), *pairs):
        if past != plain and not past.endswith(("ing", "en", "th")):
            found.setdefault(plain, past)
    return found | {same: same for same in SAME_PAST}
