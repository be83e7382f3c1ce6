"""Sentences about a person as that person says them."""

import re

_IRREGULAR = {"has": "have", "is": "am", "was": "was", "does": "do", "goes": "go", "aches": "ache"}
_NO_VERBS = ("always", "perhaps", "sometimes")
_SIBILANTS = ("sses", "shes", "ches", "xes", "zzes")


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
    if verb in _IRREGULAR or verb in _NO_VERBS:
        return _IRREGULAR.get(verb, verb)
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    if verb.endswith(_SIBILANTS):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
