"""What somebody has agreed with others, and whether it was kept."""

import re
from collections.abc import Sequence

from latticeville.core.asked_time import asked_time
from latticeville.core.clock import format_hours, format_time
from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import events
from latticeville.mind.builtin.answers.told_memory import COMMITMENT, quoted, tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.relation import KEPT, MISSED, TOGETHER, Promise, ValueChange
from latticeville.mind.topic import DONE, OUTCOME, PLAN, PROMISE, Appointment, Commitment, Topic

_Match = re.Match[str]


def tell_appointment(at: Appointment, asked: Interviewee) -> str:
    """Return what is to be done when and where."""
    what = re.sub(rf"\b{re.escape(asked.persona.first_name)}\b", "me", at.what)
    span = f"{format_time(at.start)} to {format_hours(at.end)}"
    return f"{what} at {asked.world.name_of(at.place)} ({span})"


def _open(question: ReadQuestion) -> list[Commitment]:
    """Return what is agreed and not over, of the time and the person that a question names."""
    asked, who = question.asked, question.person
    still = [one for one in asked.mind.commitments if one.at.end > asked.minute]
    if question.time.is_given:
        still = [one for one in still if _overlaps(one.at, question)]
    return [one for one in still if who in ("", one.other)]


def _overlaps(at: Appointment, question: ReadQuestion) -> bool:
    return at.start < question.time.end and question.time.start < at.end


def _agreed(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person has agreed; None where that is not what a question is about."""
    still = _open(question)
    if _CAME.match(question.low):
        return None
    matter = question.matter - _AGREEING
    if matter:
        still = [one for one in still if matter & stems_of(fold(one.at.what))]
        return _tell_agreed(question, still) if still else None
    return _tell_agreed(question, still) if still else _nothing_open(question)


_CAME = re.compile(r"(?:did|has) (?!you\b)\w+(?: \w+)? (?:come|came|go|gone|visit|show|turn)\b")
"""How a question begins that asks whether another came."""
_AGREEING = stems_of(
    "agree agreed agreement promise promised appointment arrange arranged arrangement"
    " commitment committed invite invited plans expect expected visit anyone company far"
)


def _tell_agreed(question: ReadQuestion, still: Sequence[Commitment]) -> KnownAnswer:
    asked = question.asked
    told = [f"{tell_appointment(one.at, asked)}{_with(one.other, asked)}" for one in still]
    cited = asked.recall(one.record for one in still)
    words = f"I have agreed: {'; '.join(told)}.{_promised(question)}"
    return cite(words, cited)._replace(people=tuple(dict.fromkeys(one.other for one in still)))


def _nothing_open(question: ReadQuestion) -> KnownAnswer:
    """Say that nothing is still to come, and what was agreed before."""
    asked, past = question.asked, _past(question)
    whom = f" with {asked.name(question.person)}" if question.person else ""
    when = " for that time" if question.time.is_given else ""
    opens = f"I have agreed nothing{whom}{when} that is still to come."
    promised = _promised(question)
    if promised and not past:
        return KnownAnswer(promised.strip())
    before = f" Before: {' '.join(tell(one, asked) for one in past[:2])}" if past else ""
    told = cite(f"{opens}{before}{promised}", past)
    return told._replace(nothing=not past and not promised)


def _with(other: str, asked: Interviewee) -> str:
    return f", as agreed with {asked.name(other)}" if other else ""


def _past(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of what was agreed and is over, the newest first."""
    asked = question.asked
    name = asked.name(question.person) if question.person else ""
    some = (one for one in reversed(asked.memories) if _is_agreed(one) and name in one.text)
    return [one for one in some if not _is_elsewhen(one, question)]


def _is_agreed(record: MemoryRecord) -> bool:
    """Tell whether a memory is of something agreed, or of what became of it."""
    topic = record.topic
    return record.kind == COMMITMENT or (topic is not None and topic.kind in (PROMISE, OUTCOME))


def _is_of_time(record: MemoryRecord, question: ReadQuestion) -> bool:
    time, at = question.time, record.topic.at if record.topic else None
    minute = question.asked.minute_at(record)
    return time.start <= minute < time.end or (at is not None and _overlaps(at, question))


def _promises_to(question: ReadQuestion) -> list[Promise]:
    """Return what others, or the person whom a question names, agreed to and is not over."""
    asked, who = question.asked, question.person
    promises = asked.mind.relations.promises
    return [one for one in promises if one.at.end > asked.minute and who in ("", one.who)]


def _promised(question: ReadQuestion) -> str:
    """Return what others have agreed to and is not over, as a sentence that goes on."""
    asked, some = question.asked, _promises_to(question)
    told = [f"{asked.name(one.who)}: {tell_appointment(one.at, asked)}" for one in some]
    return f" Others have agreed with me: {'; '.join(told)}." if told else ""


def _promises(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Return what others, or one of them, promised."""
    asked, who = question.asked, question.person
    name = asked.name(who) if who else "anybody"
    cited = asked.recall(one.memory for one in _promises_to(question))
    told = _promised(question).strip()
    none = f"I know of nothing that {name} promised me for the time to come."
    return cite(told, cited) if told else nothing(none)


def _kept(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether what was agreed was kept: by the person, or by another."""
    asked, who = question.asked, question.person
    rules = {TOGETHER} if not who else {*_KEPT_WORDS}
    changes = [one for one in reversed(asked.mind.relations.changes) if one.rule in rules]
    changes = [one for one in changes if who in ("", one.about)]
    if not changes:
        return None
    told = list_words([_tell_kept(asked, one) for one in changes[:3]])
    is_kept = changes[0].rule != MISSED
    asks_broken = _BROKEN.search(question.low) is not None
    yes = "Yes" if is_kept != asks_broken else "No"
    return cite(f"{yes}: {told}.", asked.recall(one.memory for one in changes))


_BROKEN = re.compile(r"\b(?:broke|broken|breaks?|stood you up)\b")
_KEPT_WORDS = {
    KEPT: "came, as agreed",
    MISSED: "did not come, although we had agreed",
    TOGETHER: "and I kept what I had agreed with them",
}


def _tell_kept(asked: Interviewee, change: ValueChange) -> str:
    when = asked.when(asked.minute_of(max(change.tick, 0)))
    return f"{asked.name(change.about)} {_KEPT_WORDS[change.rule]} ({when})"


def _put_right(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who put an object right that a question names, or whether somebody did."""
    asked, some = question.asked, _outcomes(question)
    if not some:
        return None
    record, topic = some[-1]
    is_done = topic.key.endswith(DONE)
    name = "I" if topic.who == asked.who else asked.name(topic.who)
    is_of_doer = question.low.startswith("who")
    opens = (name if is_done else "Nobody") if is_of_doer else ("Yes" if is_done else "No")
    return cite(f"{opens}. {tell(record, asked)}", [record])


def _outcomes(question: ReadQuestion) -> list[tuple[MemoryRecord, Topic]]:
    """Return the memories of what became of tasks with the objects that a question names, by those
    whom it names."""
    things = {*question.objects}
    is_of_asked = re.search(r"\byou\b", question.low) is not None
    who = question.person or (question.asked.who if is_of_asked else "")
    some = ((one, one.topic) for one in events(question) if one.topic is not None)
    of_tasks = [each for each in some if each[1].kind == OUTCOME and who in ("", each[1].who)]
    return [each for each in of_tasks if things & {*each[1].key.split(".")}]


def _next(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when and where somebody meets another next, as far as that is agreed."""
    asked, who = question.asked, question.person
    if not who:
        return None
    still, promised = _open(question), _promises_to(question)
    ats = [one.at for one in still] + [one.at for one in promised]
    first = min(ats, key=lambda at: at.start, default=None)
    if first is None:
        return _spoken_of(asked, who)
    cited = asked.recall([*(one.record for one in still), *(one.memory for one in promised)])
    words = f"We have agreed on this: {tell_appointment(first, asked)}."
    return cite(words, cited)._replace(people=(who,))


def _spoken_of(asked: Interviewee, who: str) -> KnownAnswer:
    """Say that no time is agreed with somebody, and which words between the two named one that is to
    come."""
    said = (
        one for one in reversed(asked.memories) if one.spoken and {asked.who, who} <= {*one.about}
    )
    record = next((one for one in said if _names_time_to_come(one, asked)), None)
    if record is None:
        return nothing(f"We have agreed on no time, {asked.name(who)} and I.", (who,))
    return cite(f"Nothing is fixed, but this was said. {tell(record, asked)}", [record])._replace(
        people=(who,)
    )


def _names_time_to_come(record: MemoryRecord, asked: Interviewee) -> bool:
    """Tell whether words named a time after they were said that is not over."""
    named = asked_time(quoted(record), asked.minute_at(record))
    return named.is_given and named.future and named.end > asked.minute


def _who_comes(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return with whom the person has agreed to meet, at the time and place of a question."""
    asked = question.asked
    ats = [(one.at, one.other, one.record) for one in _open(question) if one.other]
    ats += [(one.at, one.who, one.memory) for one in _promises_to(question)]
    some = sorted((one for one in ats if _is_then_there(one[0], question)), key=_by_start)
    if not some:
        return None
    names = tuple(dict.fromkeys(who for _, who, _ in some))
    told = "; ".join(tell_appointment(at, asked) for at, _, _ in some)
    cited = asked.recall(record for _, _, record in some)
    words = f"{capital(asked.names(names))}. We have agreed on this: {told}."
    return cite(words, cited)._replace(people=names)


def _by_start(one: tuple[Appointment, str, int]) -> tuple[int, str]:
    return one[0].start, one[1]


def _is_then_there(at: Appointment, question: ReadQuestion) -> bool:
    """Tell whether an appointment is of the time and at a place that a question names."""
    is_then = not question.time.is_given or _overlaps(at, question)
    places = question.places
    return is_then and (not places or question.asked.is_at_any(at.place, places))


def _invited(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who last asked the person to come along, or that one whom a question names did."""
    asked, some = question.asked, _invitations(question)
    if not some:
        return None
    if question.person:
        return cite(f"Yes. {tell(some[-1], asked)}", some[-1:])
    people = tuple(dict.fromkeys(one.about[0] for one in reversed(some)))
    return cite(f"{asked.names(people[:3])}. {tell(some[-1], asked)}", some[-1:])


def _invitations(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the words by which others, or one whom a question names, asked the person along."""
    asked = question.asked
    plans = [one for one in asked.memories if one.topic is not None and one.topic.kind == PLAN]
    some = [one for one in plans if asked.who in one.about[1:] and not _is_elsewhen(one, question)]
    return [one for one in some if question.person in ("", one.about[0])]


def _is_elsewhen(record: MemoryRecord, question: ReadQuestion) -> bool:
    """Tell whether a question names a time of which a memory is not."""
    return question.time.is_given and not _is_of_time(record, question)


RULES = (
    rule(
        _who_comes,
        r"^(?:who|whom) (?:is|are|will)\b.*\b(?:coming|come|visiting|visit|meet|meeting|see|seeing)\b",
        r"^(?:who|whom) (?:has |have )?(?:promised|agreed) to (?:come|meet|be|help|join)\b",
    ),
    rule(
        _invited,
        r"^(?:did|has|have) (?!you\b)\w+ (?:ever )?(?:invited?|ask(?:ed)?) you (?:to|out|over|along|for)\b(?! help)",
        r"^who (?:has |have )?(?:invited|asked) you(?: out| over| along| lately| today| recently)*$",
    ),
    rule(
        _kept,
        r"\b(?:did|has|have|is|does)\b.*\b(?:keep|kept|break|broke|broken|keeps) (?:\w+"
        r" )?(?:word|promises?|appointments?|agreements?)\b",
        r"\b(?:did|has) .* (?:come|came|show up|turn up)\b.* as (?:agreed|promised)\b",
        r"\bstood you up\b",
    ),
    rule(
        _put_right,
        r"^(?:who|did|has|have|is|was)\b.*\b(?:fix(?:ed)?|repair(?:ed)?|mend(?:ed)?|fill(?:ed)?|refill(?:ed)?|restock(?:ed)?"
        r"|clean(?:ed)?|(?:see|saw|seen) to|look(?:ed)? after|take care of|took care of)\b",
        reads="end case all",
    ),
    rule(
        _promises,
        r"\bwhat (?:has|have|did) (?:\w+ )?(?:(?:agreed?|promised?) (?:to )?(?:with"
        r" )?you)\b",
        r"\b(?:who|what) .*\bpromised? (?:to )?you\b",
        r"\bpromised you\b",
        r"\bdid .* promise you\b",
    ),
    rule(
        _next,
        r"\bwhen (?:do|will|are|shall) you (?:going to |planning to |due to )?(?:next )?(?:meet|see|talk|speak|meeting"
        r"|seeing)\b",
        r"\bwhere (?:do|will|are|shall) you (?:meet|meeting|see|seeing)\b",
        r"^(?:is|will|when is|when will) (?!you\b)\w+ (?:be )?(?:coming|come|visit\w*|return\w*)\b",
    ),
    rule(
        _agreed,
        r"\barrangements?\b",
        r"^will you (?:see|meet|visit|talk (?:to|with)|speak (?:to|with))\b",
        r"\bagreed?\b(?! with\b.*\babout\b)",
        r"\bagreements?\b",
        r"\bappointments?\b",
        r"\bcommitments?\b",
        r"\b(?:have|did|do) you (?:made? )?(?:any )?promised?\b",
        r"\bany promises?\b",
        r"\byour promises?\b",
        r"^(?!who\b).*\bpromised? (?:to|anyone|anybody|somebody)\b",
        r"\barranged?\b",
        r"\bcommitted\b",
        r"\b(?:are|will) you (?:be )?(?:meeting|seeing|expecting) (?:any(?:one|body)"
        r"|some(?:one|body)|\w+)\b",
        r"\b(?:who|whom) (?:are|will|do) you (?:going to )?(?:be )?(?:meet|meeting|see"
        r"|seeing)\b(?!.*\b(?:most|least|often|rarely)\b)",
        r"\bdo you have (?:any )?plans with\b",
        r"\b(?:have you|did you) (?:been )?invited?\b",
        r"\binvited you\b",
        r"\bare you expected\b",
        r"\bis (?:any(?:one|body)|some(?:one|body)) expecting you\b",
    ),
)
"""The forms of questions about what is agreed, in the order in which they are tried."""
