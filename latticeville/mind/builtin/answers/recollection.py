"""What of all that somebody could tell answers a question, surely or as the nearest."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from latticeville.core.asked_time import AskedTime
from latticeville.core.clock_words import HOUR
from latticeville.mind.builtin.answers.answer import NEAREST, OF_IT, UNHEARD, KnownAnswer
from latticeville.mind.builtin.answers.passage_rank import (
    ENOUGH,
    OPEN_KINDS,
    Found,
    has_datum,
    is_between,
    is_pinned,
    matter_of,
    ranked,
)
from latticeville.mind.builtin.answers.passages import Passage
from latticeville.mind.builtin.answers.people import asks_of_person, tell_changes, tell_person
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_passage import tell_found
from latticeville.mind.builtin.answers.votes import asks_to_judge, opinion_with_vote
from latticeville.mind.builtin.answers.wanted import wanted
from latticeville.mind.interview_question import stems_of

SURE = 0.5
"""The share of the weights of a question's words from which on a passage answers it."""
OWN_SURE = 0.25
"""That share of what the person knows of themselves, and that has what is asked for."""
CLEAR = 0.75
"""That share of an opinion on what a question does not name."""
WHOLE = 0.9
"""That share of the person's own words that have the only word of a question."""
JUDGED = 0.2
"""That share of an opinion where a question asks for one."""
FAR = 0.34
"""The share below which a passage is not even near."""


def recollect(question: ReadQuestion) -> KnownAnswer | None:
    """Return what the person remembers or thinks that is most about a question: said plainly where it
    has most of its words, or else as the nearest; None where nothing is near."""
    sure = sure_recollection(question)
    found = [one for one in ranked(question) if one.whole and one.likeness >= FAR]
    if sure is not None or not found:
        return sure
    told = tell_found(found, question)
    words = told.words.removeprefix(f"{OF_IT} ")
    return told._replace(words=f"{UNHEARD} {NEAREST} {words}")


def sure_recollection(question: ReadQuestion, *, has_word: bool = False) -> KnownAnswer | None:
    """Return what the person remembers or thinks that has most of a question, and, if that is asked
    for, one of its words itself; None for no such."""
    if _is_of_person_alone(question):
        return _tell_people(question)
    found = [one for one in ranked(question) if one.whole or not has_word]
    return _judged(question, found) or _sure(question, found, has_word=has_word)


def _tell_people(question: ReadQuestion) -> KnownAnswer:
    """Return what those whom a question means are to the person."""
    asked, people = question.asked, question.meant
    views = " ".join(tell_person(asked, one) for one in people)
    causes = " ".join(tell_changes(asked, one) for one in people)
    return KnownAnswer(views, people=people, why=causes)


def _sure(question: ReadQuestion, found: Sequence[Found], *, has_word: bool) -> KnownAnswer | None:
    """Return the fittest passage if it answers a question; else that of a wider time."""
    if found and _is_sure(found[0], question):
        return tell_found(found, question)
    for one in _wider(question):
        more = [each for each in ranked(one) if _is_of_run(each, has_word=has_word)]
        if more and _is_sure(more[0], one):
            return tell_found(more, one)
    return None


def _is_of_run(found: Found, *, has_word: bool) -> bool:
    record = found.passage.record
    return record is not None and record.tick >= 0 and (found.whole > 0 or not has_word)


def _judged(question: ReadQuestion, some: Sequence[Found]) -> KnownAnswer | None:
    """Return the opinion that has most of the words of a question which asks for one, although it does
    not name its subject; None for no such."""
    if not asks_to_judge(question) or question.meant:
        return None
    found = [one for one in some if one.passage.subject and one.share >= JUDGED]
    best = max(found, key=lambda one: one.share, default=None)
    least = (
        0.0
        if _JUDGED_PLAINLY.search(question.low)
        else max((one.share for one in some), default=0.0)
    )
    if best is None or best.share < least:
        return None
    return opinion_with_vote(question, best.passage.subject)


_JUDGED_PLAINLY = re.compile(
    r"\b(?:ought|bad|good|better|best|worse|fair|right|wrong|for or against|against)\b"
)
_ATTITUDE = stems_of(
    "make think get feel like sort kind person man woman take opinion view stand relation relationship terms"
    " know describe character manner friend along sharing around living trust fond close"
)
"""The stems of words that ask for no more than what somebody is to the person."""


def _is_of_person_alone(question: ReadQuestion) -> bool:
    """Tell whether a question asks for nothing but what others are to the person."""
    known, matter = question.asked.known_people, matter_of(question)
    if not question.meant or not {*question.meant} <= {*known}:
        return False
    is_asked = asks_of_person(question) or (question.is_told and not matter)
    return is_asked and matter <= _ATTITUDE and not _is_of_more(question)


def _is_of_more(question: ReadQuestion) -> bool:
    """Tell whether a question asks for a datum, or of a time, a place or a subject."""
    is_of_subject = bool(question.subjects) and not question.bearers
    is_of_once = question.time.is_given or bool(question.places) or is_of_subject
    return is_of_once or wanted(question).kind not in OPEN_KINDS


def _wider(question: ReadQuestion) -> Iterator[ReadQuestion]:
    """Yield a question that names a time with more time around it, then without one."""
    time = question.time
    if time.is_given:
        around = time._replace(start=time.start - AROUND_TIME, end=time.end + AROUND_TIME)
        yield replace(question, time=around)
        yield replace(question, time=AskedTime())


AROUND_TIME = 4 * HOUR
"""Minutes around a time that may be meant by it, such as the evening before a night."""


def _is_sure(found: Found, question: ReadQuestion) -> bool:
    """Tell whether a passage has so much of a question that it answers it."""
    passage = found.passage
    is_opinion = passage.subject in question.subjects
    if not (is_opinion or passage.people.issuperset(question.meant)):
        return False
    if passage.is_relation or (passage.is_own and has_datum(passage, wanted(question))):
        return _has_own(found, question)
    is_of_talk = is_pinned(passage, question) or _goes_on(found, question)
    return is_of_talk or _has_most(found, question)


def _has_own(found: Found, question: ReadQuestion) -> bool:
    """Tell whether what the person knows of themselves and others has enough of a question: more where
    it tells of somebody for whom nobody asks."""
    if found.passage.is_relation and _asks_for_no_person(found.passage, question):
        return found.some >= ENOUGH and found.share > SURE
    return found.some > 0 and found.share >= OWN_SURE


def _asks_for_no_person(passage: Passage, question: ReadQuestion) -> bool:
    """Tell whether a question means nobody of whom a passage tells, and asks for nobody."""
    is_unnamed = passage.people.isdisjoint(question.meant)
    return is_unnamed and _OF_SOMEBODY.search(question.low) is None


_OF_SOMEBODY = re.compile(
    r"\b(?:who|whom|whose|somebody|someone|anybody|anyone|person|man|woman|lady|gentleman|fellow|girl|boy)\b"
)
"""Words of a question after somebody whom it does not name."""


def _goes_on(found: Found, question: ReadQuestion) -> bool:
    """Tell whether a passage is of a talk with those whom the question before names, too, and of the
    field of one of its words."""
    before = question.before
    is_of_same = before is not None and bool(before.meant) and question.meant == before.meant
    return is_of_same and found.some > 0 and is_between(found.passage, question)


def _has_most(found: Found, question: ReadQuestion) -> bool:
    """Tell whether a passage has most of a question: two of its words, or one where it is of what the
    question names or of the person's own."""
    passage, is_whole = found.passage, found.share >= WHOLE
    is_by_asked = passage.record is not None and passage.record.about[:1] == (question.asked.who,)
    is_named = bool(question.meant) or question.time.is_given
    is_view = bool(passage.subject) and passage.subject not in question.subjects
    if is_view and found.share < CLEAR:
        return False
    least = 1 if passage.is_own or is_named or (is_by_asked and is_whole) else ENOUGH
    return all((found.whole > 0, found.some >= least, found.share > SURE, found.likeness > FAR))
