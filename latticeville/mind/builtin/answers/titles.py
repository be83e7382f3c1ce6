"""What people are called by what they do: “the mayor” is the only one who is said to be mayor, “the
teacher” the only one who teaches, and “the café man” the only one who works at the café."""

import re
from collections.abc import Iterable, Iterator, Mapping

from latticeville.core.text_fold import fold
from latticeville.mind.interview_question import stems_of
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
    found = {**_alone(_said_by_others(asked)), **_alone(_said(asked))}
    found = {**_alone(_by_trade(asked, says_more=True)), **_alone(_by_trade(asked)), **found}
    return {
        title: who
        for title, who in found.items()
        if who not in (asked.who, "") and title not in _NO_TITLES
    }


def _alone(titled: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return who has each title alone; "" where several have it."""
    found = dict[str, set[str]]()
    for title, who in titled:
        found.setdefault(title, set()).add(who)
    return {title: next(iter(some)) if len(some) == 1 else "" for title, some in found.items()}


def _said(asked: Interviewee) -> Iterator[tuple[str, str]]:
    for who, resident in asked.world.people.items():
        first = fold(resident.persona.about.strip()).partition(". ")[0]
        if first.startswith(fold(resident.persona.first_name)):
            yield from ((one["title"], who) for one in _IS.finditer(first))
    for one in asked.persona.relationships:
        called = _CALLED.match(fold(one.how))
        if called is not None and one.who in asked.world.people:
            yield called["title"], one.who


def _said_by_others(asked: Interviewee) -> Iterator[tuple[str, str]]:
    """Yield the trades that anybody calls another by."""
    trades = frozenset(title for some in _TRADES for title in some)
    for resident in asked.world.people.values():
        for one in resident.persona.relationships:
            words = trades.intersection(fold(one.how).split())
            yield from (
                (title, one.who) for title in sorted(words) if one.who in asked.world.people
            )


def _by_trade(asked: Interviewee, *, says_more: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what people may be called by their trade: by where they work, or else by what is first
    said of them."""
    world = asked.world
    for who, resident in world.people.items():
        place = resident.work if resident.work in world.areas.by_id else ""
        names = [world.name_of(one) for one in world.areas.path(place)[1:]] if place else []
        first = re.split(r"[.,]| and ", resident.persona.about.strip(), maxsplit=1)[:1]
        words = stems_of(fold(" ".join(first if says_more else names)))
        for trade, told in _TRADES.items():
            if told & words:
                yield from ((title, who) for title in trade)


_TRADES_WORDS = """
teacher schoolteacher schoolmaster schoolmistress: school classroom teaches
librarian: library
innkeeper landlord landlady publican: inn tavern taproom
smith blacksmith: smithy forge blacksmith
gardener: greenhouse garden gardener nursery
doctor physician medic: clinic surgery doctor physician
baker: bakery bakehouse baker
miller: mill miller
mayor: mayor
pianist: piano pianist
priest vicar parson: church chapel parish
carpenter joiner: carpenter joinery
butcher: butcher
fisherman: fishing fisherman
farmer: farm farmer
shepherd: sheep shepherd
shopkeeper grocer: shop grocery
"""
_TRADES = {
    tuple(titles.split()): stems_of(words)
    for titles, _, words in (one.partition(": ") for one in _TRADES_WORDS.strip().splitlines())
}
"""What people of a trade are called, with the stems of the words that tell of it."""
