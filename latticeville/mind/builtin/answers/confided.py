"""Whether others have told somebody a secret, which a stranger is not told."""

import re
from collections.abc import Iterator

from latticeville.core.sentence_case import capital
from latticeville.mind.builtin.answers.answer import KnownAnswer, nothing, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import SECRET


def _confided(question: ReadQuestion, _found: re.Match[str]) -> KnownAnswer:
    """Return who told the person a secret, and when, but not which."""
    asked, who = question.asked, question.person
    told = [one for one in _secrets_of_others(asked) if who in ("", one.about[0])]
    if not told:
        name = capital(asked.name(who)) if who else "Nobody"
        return nothing(f"No. {name} has {'not ' if who else ''}told me a secret.")
    people = tuple(dict.fromkeys(one.about[0] for one in told))
    when = asked.when(asked.minute_at(told[-1]))
    words = (
        f"Yes, {asked.names(people)} did, last {when}. I tell a stranger nothing of what it was."
    )
    return KnownAnswer(words, people=people)


def _secrets_of_others(asked: Interviewee) -> Iterator[MemoryRecord]:
    """Yield the memories of secrets that others told the person."""
    for one in asked.mind.memory:
        is_secret = one.spoken and one.topic is not None and one.topic.kind == SECRET
        if is_secret and asked.who in one.about[1:]:
            yield one


RULES = (
    rule(
        _confided,
        r"^(?:did|has|have|does|do|who)\b(?! you\b).*\b(?:confid\w+|open(?:ed)? up to|entrust\w*)\b"
        r".*\byou\b",
        r"^(?:did|has|have|does|do|who)\b(?! you\b).*\b(?:tell|told|share[ds]?|let)\b.*\byou\b"
        r".*\b(?:secrets?|confidence)\b",
        r"^(?:did|has|have|do|who) you\b.*\b(?:told|hear|heard|know|keep)\b.*\bsecrets? (?:of|from|by)\b",
    ),
)
"""The form of questions about secrets of others."""
