"""Who told whom a secret, and when; a stranger is not told which."""

import re
from collections.abc import Iterator

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, nothing, rule
from latticeville.mind.builtin.answers.lexicon import stems_alike, stems_of_field
from latticeville.mind.builtin.answers.oneself import tells
from latticeville.mind.builtin.answers.question import FUNCTION_STEMS, ReadQuestion
from latticeville.mind.builtin.answers.sources import ASKS_WHO_KNOWS, ASKS_WHOM_TOLD
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee, record_stems
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import SECRET

ENOUGH = 2
"""Words that a question shares with something kept from strangers where it asks for it."""


def asks_for_secret(question: ReadQuestion) -> bool:
    """Tell whether a question shares so many words with a secret of the person, or one that they
    were told, that it asks for it."""
    told = question.before if question.is_told else None
    low = f"{told.low} {question.low}" if told is not None else question.low
    asked, stems, matter = question.asked, stems_of(low), question.matter
    secrets = [one.text for one in asked.persona.secrets]
    if any(tells(stems, one) for one in secrets):
        return True
    if len(matter) < ENOUGH:
        return False
    kept = [frozenset(stems_of(fold(one))) for one in secrets]
    return any(matter <= one for one in [*kept, *map(record_stems, asked.kept)])


def is_kept(question: ReadQuestion) -> bool:
    """Tell whether something that the person keeps from strangers has all that a question is
    about."""
    asked, matter = question.asked, question.matter - FUNCTION_STEMS
    secrets = (stems_of(fold(one.text)) for one in asked.persona.secrets)
    is_own = bool(matter) and any(matter <= one for one in secrets)
    is_open = len(matter) < ENOUGH and matter <= _told_openly(asked)
    return (is_own and not is_open) or (len(matter) >= ENOUGH and bool(_kept_of(question)))


def may_be_kept(question: ReadQuestion) -> bool:
    """Tell whether a question has a word of the field of a secret of the person, or of one that they were
    told, so that they do not deny what it asks."""
    asked = question.asked
    kept = set[str]().union(*(stems_of(fold(one.text)) for one in asked.persona.secrets))
    kept = kept.union(*map(record_stems, asked.kept)) - _told_openly(asked)
    matter = question.matter - FUNCTION_STEMS
    return any(not (stems_alike(one) | stems_of_field(one)).isdisjoint(kept) for one in matter)


def _told_openly(asked: Interviewee) -> set[str]:
    """Return the stems of what the person tells everybody: their wish, their opinions, and words of
    theirs."""
    views = [one.view for one in asked.mind.relations.opinions.values()]
    stems = stems_of(fold(" ".join([asked.persona.aspiration, *views])))
    own = (asked.stems[one.id] for one in asked.memories if one.about[:1] == (asked.who,))
    return stems.union(*own)


def _kept_of(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories kept from strangers that have all that a question is about."""
    matter = question.matter
    return [one for one in question.asked.kept if matter and matter <= record_stems(one)]


def _who_was_told(question: ReadQuestion, _found: re.Match[str]) -> KnownAnswer | None:
    """Return whom the person told a secret that a question is about, or who told it to them, and
    when, but not which."""
    asked, some = question.asked, _tellings(question)
    people = dict.fromkeys(who for one in some for who in one.about if who in asked.world.people)
    others = tuple(one for one in people if one != asked.who)
    if not others:
        return None
    opens = "" if question.low.startswith(("who", "to")) else "Yes: "
    when = asked.when(asked.minute_at(some[-1]))
    words = f"{opens}{capital(asked.names(others))}, last {when}. {KEPT_BACK}"
    return KnownAnswer(words, people=others)


def _tellings(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the words kept from strangers that a question means: the person's own where it asks
    whom they told, and to whom or by whom it names."""
    some = [one for one in _kept_of(question) if one.spoken]
    if _TELLING.search(question.low):
        some = [one for one in some if one.about[:1] == (question.asked.who,)]
    return [one for one in some if question.person in ("", *one.about)]


_TELLING = re.compile(r"\byou\b(?! (?:and|know)\b)")
KEPT_BACK = "I tell a stranger nothing of what it was."


def _confided(question: ReadQuestion, _found: re.Match[str]) -> KnownAnswer:
    """Return who told the person a secret, and when, but not which."""
    asked, who = question.asked, question.person
    told = [one for one in _secrets_of_others(asked) if who in ("", one.about[0])]
    if not told:
        name = capital(asked.name(who)) if who else "Nobody"
        return nothing(f"No. {name} has {'not ' if who else ''}told me a secret.")
    people = tuple(dict.fromkeys(one.about[0] for one in told))
    when = asked.when(asked.minute_at(told[-1]))
    words = f"Yes, {asked.names(people)} did, last {when}. {KEPT_BACK}"
    return KnownAnswer(words, people=people)


def _secrets_of_others(asked: Interviewee) -> Iterator[MemoryRecord]:
    """Yield the memories of secrets that others told the person."""
    for one in asked.mind.memory:
        is_secret = one.spoken and one.topic is not None and one.topic.kind == SECRET
        if is_secret and asked.who in one.about[1:]:
            yield one


RULES = (
    rule(_who_was_told, *ASKS_WHO_KNOWS, *ASKS_WHOM_TOLD),
    rule(
        _confided,
        r"^(?:did|has|have|does|do|who)\b(?! you\b).*\b(?:confid\w+|open(?:ed)? up to|entrust\w*)\b"
        r".*\byou\b",
        r"^(?:did|has|have|does|do|who)\b(?! you\b).*\b(?:tell|told|share[ds]?|let)\b.*\byou\b"
        r".*\b(?:secrets?|confidence)\b",
        r"^what (?:did|has|have|does) (?!you\b).*\b(?:confid\w+|entrust\w*)\b",
        r"^(?:what is|what are|do you know|does) (?!your?\b)[\w' ]+ secrets?\b",
        r"^(?:did|has|have|do|who) you\b.*\b(?:told|hear|heard|know|keep)\b.*\bsecrets? (?:of|from|by)\b",
    ),
)
"""The form of questions about secrets of others."""
