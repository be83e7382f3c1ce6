"""What is written of somebody in the third person, as they say it themselves."""

import re

from latticeville.core.verb_forms import bare_form
from latticeville.world.usual_day.clauses import find_activity

_IRREGULAR = {"has": "have", "is": "am", "was": "was", "does": "do", "goes": "go", "aches": "ache"}
_NO_VERBS = ("always", "perhaps", "sometimes")


def of_oneself(text: str, name: str) -> str:
    """Return a sentence about somebody as they say it of themselves, to its end.

    >>> of_oneself("Mara runs the inn, bakes bread and hides her letters.", "Mara")
    'I run the inn, bake bread and hide my letters.'
    >>> of_oneself("Brund guards six rooms, and greets the rats and dogs by name.", "Brund")
    'I guard six rooms, and greet the rats and dogs by name.'
    >>> of_oneself("Mara meets her at noon and is not herself.", "Mara")
    'I meet her at noon and am not myself.'
    """
    if not name or not text.startswith(f"{name} "):
        return text
    own, who, others = in_first_person(text, name).partition(" who ")
    told = _LATER_VERB.sub(_later_verb, own) + who + others
    told = _POSSESSIVE.sub("my", told)
    return _REFLEXIVE.sub("myself", told)


def _later_verb(found: re.Match[str]) -> str:
    word = found[2]
    is_known = word in _IRREGULAR or word in _VERBS.split() or find_activity(word) is not None
    is_verb = is_known or _OBJECT.match(found.string, found.end()) is not None
    return f"{found[1]}{_first_person_of(word) if is_verb else word}"


_LATER_VERB = re.compile(
    r"((?:,|,? and|,? but|,? then|,? or) (?:also |never |always |still |only )?)([a-z]+s)\b"
)
_OBJECT = re.compile(r" (?:the|an?|her|his|their|its|it|them|him|every|no|all|nobody|everybody)\b")
_NO_OBJECT = "at|in|on|for|to|and|or|with|by|every|when|a|the"
_POSSESSIVE = re.compile(rf"\b(?:her|his|their)\b(?= (?!(?:{_NO_OBJECT})\b)\w)")
_REFLEXIVE = re.compile(r"\b(?:herself|himself|themselves|themself)\b")
_VERBS = """
adores asks believes brings calls carries collects counts cares dislikes dreams enjoys fears
feeds feels finds forgets gives grows hates hides hopes keeps knows laughs leaves lends likes
hums owes listens lives longs looks loves means misses needs owns pays prefers remembers saves says sees
seems sends shows speaks starts stays takes talks tells thinks tries trusts turns uses wants wishes
wonders
"""
"""Verbs of personas that are no activity of a day."""


def in_first_person(text: str, name: str) -> str:
    """Return a sentence as its subject says it.

    >>> in_first_person("Ada will be at Library.", "Ada"), in_first_person("It rains.", "Ada")
    ('I will be at Library.', 'It rains.')
    >>> in_first_person("Ada tries to use the table: Ada has brought nothing.", "Ada")
    'I try to use the table: I have brought nothing.'
    """
    if not name or not text.startswith(f"{name} "):
        return text
    return re.sub(
        rf"\b{re.escape(name)} (\w+)", lambda found: f"I {_first_person_of(found[1])}", text
    )


def _first_person_of(verb: str) -> str:
    """Return the first person of a verb in the third.

    >>> [_first_person_of(verb) for verb in ("watches", "carries", "pours", "cannot", "is", "passes", "promised")]
    ['watch', 'carry', 'pour', 'cannot', 'am', 'pass', 'promised']
    >>> [_first_person_of(verb) for verb in ("dozes", "buzzes", "aches")]
    ['doze', 'buzz', 'ache']
    """
    if verb in _NO_VERBS:
        return verb
    return _IRREGULAR.get(verb) or bare_form(verb)
