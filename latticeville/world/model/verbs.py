"""Verbs in words: `use`, `brew`, `turn_on`."""

from latticeville.world.model.objects import Verb

_THIRD_PERSONS = {Verb.DROP: "puts down"}
_PARTICIPLES = {
    Verb.USE: "used",
    Verb.OPEN: "opened",
    Verb.CLOSE: "closed",
    Verb.TAKE: "taken",
    Verb.DROP: "put down",
}


def infinitive(verb: str) -> str:
    """Return a verb as it stands after “to”.

    >>> infinitive("turn_on")
    'turn on'
    """
    return str(verb).replace("_", " ")


def third_person(verb: str) -> str:
    """Return a verb as it stands after “she”.

    >>> third_person("brew"), third_person("turn_on"), third_person("polish"), third_person("carry")
    ('brews', 'turns on', 'polishes', 'carries')
    """
    if verb in _THIRD_PERSONS:
        return _THIRD_PERSONS[Verb(verb)]
    first, _, rest = verb.partition("_")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in ("", *"aeiou"):
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return infinitive(f"{first}_{rest}" if rest else first)


def describe_unaccepted(verb: str, state: str) -> str:
    """Say that a thing does not accept a verb in a state.

    >>> describe_unaccepted("use", "cold"), describe_unaccepted("brew", "cold")
    ('it cannot be used while it is cold.', 'one cannot brew it while it is cold.')
    """
    if verb in _PARTICIPLES:
        return f"it cannot be {_PARTICIPLES[Verb(verb)]} while it is {state}."
    return f"one cannot {infinitive(verb)} it while it is {state}."
