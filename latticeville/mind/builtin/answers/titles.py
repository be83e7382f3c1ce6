"""What people are called by what they do: “the mayor” is the only one who is said to be mayor, “the
teacher” the only one who teaches, and “the café man” the only one who works at the café."""

import re
from collections.abc import Iterator, Mapping

from latticeville.core.text_fold import fold
from latticeville.mind.claims.trades import alone, trades_of
from latticeville.mind.interviewee import Interviewee

_IS = re.compile(r"\b(?:is|was|been|became) (?:the |an? )?(?P<title>[a-z]{4,})\b")
_CALLED = re.compile(
    r"^(?:the |an? |his |her |their )?(?P<title>[a-z]{4,})\b(?! of (?:his|her|some))"
)
_NO_TITLES_WORDS = """
friend enemy neighbour rival mother father sister brother uncle aunt cousin niece nephew wife husband
child daughter grandmother grandfather grandson granddaughter sweetheart housemate flatmate opponent
somebody someone reader customer older younger former best accomplice favourite ally captain born able
called known with just gone from late half
"""
_NO_TITLES = frozenset(_NO_TITLES_WORDS.split())
"""Words of what one is to another alone, or of none."""


def titles(asked: Interviewee) -> Mapping[str, str]:
    """Return the ids of those of whom alone something is said that they are, such as “mayor”, by
    that word, besides titles that name a subject of opinions."""
    every = all_titles(asked).items()
    return {title: who for title, who in every if f"the {title}" not in asked.subjects}


def all_titles(asked: Interviewee) -> Mapping[str, str]:
    """Return the ids of those of whom alone something is said that they are, by that word: in what is
    said of them all, or by the person; else by their trade."""
    found = {**trades_of(asked.world), **alone(_said(asked))}
    return {
        title: who
        for title, who in found.items()
        if who not in (asked.who, "") and title not in _NO_TITLES
    }


def _said(asked: Interviewee) -> Iterator[tuple[str, str]]:
    for who, resident in asked.world.people.items():
        first = fold(resident.persona.about.strip()).partition(". ")[0]
        if first.startswith(fold(resident.persona.first_name)):
            yield from ((one["title"], who) for one in _IS.finditer(first))
    for one in asked.persona.relationships:
        called = _CALLED.match(fold(one.how))
        if called is not None and one.who in asked.world.people:
            yield called["title"], one.who
