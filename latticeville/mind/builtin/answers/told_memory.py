"""How somebody tells what they remember."""

import re
from collections.abc import Sequence

from latticeville.core.quotes import in_quotes
from latticeville.core.verb_forms import bare_form
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.first_person import in_first_person, of_oneself
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import BEFORE, Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import OPINION, Topic, subject_of

ACTION, REFLECTION, COMMITMENT, PLANNED = "action", "reflection", "commitment", "plan"
"""Kinds of memory records."""


def tell(record: MemoryRecord, asked: Interviewee) -> str:
    """Return what somebody says of a memory: who said it, or when it was."""
    if record.spoken and record.about:
        return tell_words(record, asked)
    minute = asked.minute_at(record)
    text = own_text(record, asked)
    if minute == BEFORE:
        return text
    if record.kind == REFLECTION:
        return f"I have noticed something. {text}"
    verb = "remember," if record.kind in (ACTION, COMMITMENT) else "saw it"
    return f"I {verb} {asked.when(minute)}: {text}"


def own_text(record: MemoryRecord, asked: Interviewee) -> str:
    """Return the sentence of a memory as the person says it of themselves."""
    name = asked.persona.first_name
    alone = all(one == asked.who or one not in asked.world.people for one in record.about)
    if not alone:
        return in_first_person(record.text, name)
    own = of_oneself(record.text, name)
    if not own.startswith("I "):
        return own
    return _LATER.sub(lambda found: f"{found[1]}{bare_form(found[2])}", own)


_LATER = re.compile(r"(\band )([a-z]{2,}s)(?= (?:up|down|out|off|about|at|into|it|to)\b)")
"""A verb after “and” that `of_oneself` takes for a noun."""


def tell_of_oneself(text: str, asked: Interviewee) -> str:
    """Return a sentence that is said of somebody in the first person, or as what people say."""
    name = asked.persona.first_name
    own = of_oneself(_PRONOUN.sub(name, text, count=1), name)
    is_left = re.search(rf"\b(?:he|she|him|her|his|they|them|{re.escape(name)})\b", own)
    is_sure = own.startswith("I ") and is_left is None and not _OF_ANOTHER.search(text)
    return own if is_sure else f"People say of me: {text}"


_OF_ANOTHER = re.compile(r", [A-Z]\w+, [a-z]+s\b")
"""A name in commas before what its bearer does."""
_PRONOUN = re.compile(r"^(?:He|She|They)\b")


def tell_words(record: MemoryRecord, asked: Interviewee, *, is_whole: bool = False) -> str:
    """Return what somebody said to whom, and when, in whole or only what it tells; of what others
    say in another's name, too."""
    speaker, *others = record.about
    words = said_words(record) if is_whole else quoted(record)
    to = f" to {list_words([asked.name(one) for one in others])}" if others else ""
    return tell_quoted(record, asked, words, to, f"me{_of_whom(record.topic, speaker, asked)}")


def tell_quoted(record: MemoryRecord, asked: Interviewee, words: str, to: str, me: str) -> str:
    """Return who said some words when; `to` says to whom, and `me` to whom where the person was told
    them."""
    speaker, *others = record.about
    when = asked.when(asked.minute_at(record))
    if speaker == asked.who:
        return f"I said{to}, {when}: {in_quotes(words)}"
    name = asked.name(speaker)
    if asked.who not in others:
        return f"I heard {name} say{to}, {when}: {in_quotes(words)}"
    return f"{name} told {me}, {when}: {in_quotes(words)}"


def said_words(record: MemoryRecord) -> str:
    """Return all words of an utterance."""
    return record.text.partition(": “")[2].removesuffix("”") or record.text


def quoted(record: MemoryRecord) -> str:
    """Return the words of an utterance, without sentences that only lead in or out of what it
    tells."""
    words = said_words(record)
    told = stems_of(record.topic.gist) if record.topic is not None else set[str]()
    sentences = re.split(r"(?<=[.!?]) +", words)
    at = [number for number, one in enumerate(sentences) if told & stems_of(one)]
    return " ".join(sentences[at[0] : at[-1] + 1]) if at else words


def _of_whom(topic: Topic | None, speaker: str, asked: Interviewee) -> str:
    author = topic.who if topic is not None else ""
    return "" if author in ("", speaker) else f", of {asked.name(author)}"


def matter_of(topic: Topic) -> str:
    """Return in a few words what a topic is about."""
    if topic.kind == OPINION:
        return subject_of(topic)
    gist = topic.gist.rstrip(".")
    return f"“{gist}”" if gist else ""


def tell_all(records: Sequence[MemoryRecord], asked: Interviewee) -> str:
    """Return what somebody says of some memories, one after the other."""
    if len(records) > 1 and all(one.kind == ACTION and not one.spoken for one in records):
        deeds = (
            f"{asked.when(asked.minute_at(one))}, {own_text(one, asked).rstrip('.')}"
            for one in records
        )
        return f"I remember: {'; '.join(deeds)}."
    return " ".join(tell(one, asked) for one in records)


def stance_word(stance: float) -> str:
    """Return a stance from -1 to 1 in words.

    >>> stance_word(0.6), stance_word(-0.1)
    ('for', 'undecided about')
    """
    if abs(stance) < UNDECIDED:
        return "undecided about"
    return "for" if stance > 0 else "against"


UNDECIDED = 0.15
"""The stance below which somebody is neither for nor against."""
