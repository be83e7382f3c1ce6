"""Kin words: by which word somebody calls a person who is older kin to them."""

import re
from collections.abc import Sequence

from latticeville.mind.situation import Situation
from latticeville.world.model.personas import Persona, Relationship

_NAMED = "uncle|aunt|auntie"
"""The words that stand before a name."""
_ALONE = "grandmother|grandfather|granny|grandma|grandpa|grandad|mother|father|mama|papa|mum|dad"
"""The words that stand for a name."""
_KIN = re.compile(rf"(?:(?:a|my|his|her|their|dear|beloved) )*({_NAMED}|{_ALONE})")


def called(persona: Persona, who: str, name: str) -> str:
    """Return what somebody calls a person of a name to their face: a kin word, or the name."""
    found = (one for one in persona.relationships if one.who == who)
    return next((word for word in (_kin_word(one, name) for one in found) if word), name)


def _kin_word(one: Relationship, name: str) -> str:
    """Return the kin word of a relationship; "" for one that has none.

    >>> _kin_word(Relationship("bob", "his uncle, a smith"), "Bob"), _kin_word(Relationship("eve", "mother"), "Eve")
    ('Uncle Bob', 'Mother')
    >>> _kin_word(Relationship("eve", "like a mother"), "Eve")
    ''
    """
    kin = _KIN.fullmatch(re.split(r",| and ", one.how.casefold())[0].strip())
    if kin is None:
        return ""
    word = kin[1].capitalize()
    return f"{word} {name}" if kin[1] in _NAMED.split("|") else word


def called_names(now: Situation, others: Sequence[str]) -> dict[str, str]:
    """Return what somebody calls others to their face, by id."""
    name = now.world.name_with_article
    return {who: called(now.persona, who, name(who)) for who in others}
