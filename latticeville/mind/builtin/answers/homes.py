"""Who lives and works where, as far as somebody knows them."""

import re
from collections.abc import Iterable

from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, rule
from latticeville.mind.builtin.answers.people import is_known, place_of, sharing
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interviewee import Interviewee

_Match = re.Match[str]


def _where_lives(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return where somebody lives or works, as far as the person knows them."""
    asked, who = question.asked, question.person
    if not who:
        return None
    lives = re.search(r"work|job|do for a living|trade|profession", found[0]) is None
    name, verb = asked.name(who), "lives" if lives else "works"
    place = place_of(asked, who, lives=lives)
    if not place or not is_known(asked, who):
        return KnownAnswer(f"I do not know where {name} {verb}.", people=(who,))
    said = f"{name} {verb} at {asked.place_name(place)}."
    if question.low.startswith(("does ", "is ")) and question.places:
        said = f"{'Yes' if asked.is_at_any(place, question.places) else 'No'}. {said}"
    return KnownAnswer(said, people=(who,))


def _who_lives(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return who lives or works in a place, or with the person, of those whom the person knows."""
    asked, lives = question.asked, not found["verb"].startswith("work")
    if _WITH_ONESELF.search(question.low):
        return sharing(asked, place_of(asked, asked.who, lives=lives), lives=lives)
    if not question.places:
        return None
    people, verb = _inhabitants(question, lives=lives), "live" if lives else "work"
    if not people:
        return KnownAnswer(f"I know nobody who {verb}s there.")
    is_one = len(people) == 1 and people[0] != asked.who
    where = asked.world.name_of(question.places[0])
    names = _list(asked, people)
    return KnownAnswer(f"{names} {verb}{'s' if is_one else ''} at {where}.", people=people)


_WITH_ONESELF = re.compile(
    r"\bwith you\b|\byour (?:house|home|place|housemates?)\b|\b(?:alone|with) *$"
    r"|\byou (?:live|work) with\b|\blive alone\b"
)


def _inhabitants(question: ReadQuestion, *, lives: bool) -> tuple[str, ...]:
    """Return who lives or works in a place that a question names, the person included."""
    asked = question.asked
    return tuple(
        one
        for one in (asked.who, *asked.known_people)
        if asked.is_at_any(place_of(asked, one, lives=lives), question.places)
    )


def _list(asked: Interviewee, people: Iterable[str]) -> str:
    return list_words(["I" if one == asked.who else asked.world.name_of(one) for one in people])


def _lives_with(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    asked, who = question.asked, question.person
    if who:
        home, theirs = (place_of(asked, one, lives=True) for one in (asked.who, who))
        outermost = asked.world.areas.outermost
        known = {home, theirs} <= asked.world.areas.by_id.keys() and is_known(asked, who)
        yes = "Yes" if known and outermost(home) == outermost(theirs) else "No"
        where = f"{asked.name(who)} lives at {asked.place_name(theirs)}"
        words = f"{yes}. {where}." if known else f"I do not know where {asked.name(who)} lives."
        return KnownAnswer(words, people=(who,))
    return sharing(
        asked, asked.world.people[asked.who].home, lives=True, alone="alone" in question.low
    )


def _count(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how many people somebody knows, or knows of in a place."""
    asked, known = question.asked, question.asked.known_people
    if question.places and "live" in question.low:
        inside = _inhabitants(question, lives=True)
        told = f"I know of {len(inside)}: {_list(asked, inside)}." if inside else "I know of none."
        return KnownAnswer(told, people=inside)
    names = f": {asked.names(known)}" if known else ""
    return KnownAnswer(f"I know {len(known)} people{names}.", people=known)


def _who_runs(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who works at a place that a question names."""
    inside = _inhabitants(question, lives=False) if question.places else ()
    if not inside:
        return None
    verb = "works" if len(inside) == 1 and inside[0] != question.asked.who else "work"
    return KnownAnswer(f"{_list(question.asked, inside)} {verb} there.", people=inside)


RULES = (
    rule(
        _who_runs,
        r"^who (?:owns|runs|keeps|leads|manages)\b",
    ),
    rule(
        _count,
        r"\bhow many (?:people|persons|villagers|neighbou?rs"
        r"|inhabitants)\b(?!.*\b(?:did|have) you (?:meet|met|see|talk))",
    ),
    rule(
        _who_lives,
        r"\b(?:who|whom)\b.*\b(?P<verb>lives?|living|works?|working|stays?|staying|lodges?|lodging)\b",
    ),
    rule(
        _lives_with,
        r"\bwho shares your (?:house|home|room|rooms|cottage|flat)\b",
        r"^(?:do|are) you (?:live|living) (?:alone|with)\b",
    ),
    rule(
        _where_lives,
        r"\bwhere (?:does|do|is) .*\b(?:live|sleep|work|home|house|job)s?\b",
        r"^does .* (?:live|work) (?:at|in|on)\b",
        r"\bwhere .* (?:lives|works)\b",
        r"\bwhat is (?!your\b).* (?:job|work|trade|profession)\b",
        r"\bwhat (?:kind of )?(?:work|job) does\b",
        r"\bwhat does .* do for a living\b",
    ),
)
"""The forms of questions about homes and work, in the order in which they are tried."""
