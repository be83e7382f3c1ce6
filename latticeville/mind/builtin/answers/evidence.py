"""The answer that the sentences of a persona and of memories give to a question of a kind; none
where no sentence has all that it asks for."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.mind.builtin.answers import datum
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite
from latticeville.mind.builtin.answers.coverage import ENOUGH, covers, is_of_people
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.question import TIME_WORDS, ReadQuestion
from latticeville.mind.builtin.answers.sentence import ReadSentence, Source, stem_of
from latticeville.mind.builtin.answers.statements import own_statements, statements
from latticeville.mind.builtin.answers.told_memory import tell, tell_of_oneself
from latticeville.mind.builtin.answers.wanted import AnswerKind, Wanted, wanted
from latticeville.mind.claims.relatedness import telling
from latticeville.mind.interviewee import BEFORE, Interviewee


class Finding(NamedTuple):
    """A sentence that has all of a question, with what comes first in the answer, and whom that
    names."""

    statement: ReadSentence
    opens: str
    who: str = ""


def from_own_life(question: ReadQuestion) -> KnownAnswer | None:
    """Return what is said of a person, or what they remember from before the run, that answers a
    question; None where none has all of it."""
    asks = wanted(question)
    if _is_of_run(question, asks) or _NOT_OF_LIFE.match(asks.low) or not _is_enough(asks):
        return None
    when = _time_stems(question)
    least = Source.VIEW if _WILL.search(asks.low) or _NOW.match(asks.low) else Source.KNOWN
    told = own_statements(question)
    some = (one for one in told if when <= one.stems and one.source >= least)
    return _answer(question, asks, some)


_ONCE = re.compile(r"\b(?:this|today|yesterday|tonight|tomorrow|last|next|now|ago)\b")
"""Words of a time of the run, of which nothing before it tells."""


def _is_of_run(question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a question asks for what was in the run, or whether what was agreed in it was
    kept."""
    is_of_once = question.time.is_given and _ONCE.search(asks.low) is not None
    return (
        is_of_once or _LATELY.search(asks.low) is not None or _KEEPING.search(asks.low) is not None
    )


_LATELY = re.compile(r"\bthis week\b|\blately\b|\brecently\b|\bthese (?:last )?days\b")
"""Words of the time of the run as a whole."""
_WILL = re.compile(r"\b(?:will|shall|going to)\b")
"""Words that ask for what is to come, of which no memory tells."""
_NOW = re.compile(r"(?:(?:what|who|where|which)\b.*?)?\bare you (?!going to\b)\w+ing\b")
"""How a question begins that asks for what the person is doing these days."""
_HABIT = re.compile(r"(?:(?:what|who|where|which|how|why)\b.*?)?\b(?:do|are|can) you\b")
"""How a question begins that asks for what is so, and not for what was said or seen once."""
_KEEPING = re.compile(r"\bas (?:agreed|promised)\b")
"""Words that ask whether what was agreed in the run was kept."""
_ROLE = re.compile(r"who (?:is|was|are|were) your\b")
"""How a question begins that asks for somebody by what they are."""
_NOT_OF_LIFE = re.compile(
    rf"{_ROLE.pattern}|where do you (?:live|work|sleep)$"
    r"|what (?:were|was|have|has|did) [\w ]+? (?:doing|do|up to)\b|what do you do\b|(?:could|would|will) you\b"
)
"""How a question begins that asks for what the world itself says, or for what somebody was at."""


def _time_stems(question: ReadQuestion) -> set[str]:
    """Return the stems of the words that name the time of a question."""
    words = question.words & TIME_WORDS if question.time.is_given else ()
    return {stem_of(one) for one in words}


def _is_enough(asks: Wanted) -> bool:
    """Tell whether a question says enough for a sentence to be about it: two things, or a deed or a
    datum of one."""
    is_of_deed = bool(asks.deed) and asks.is_telling and asks.kind is not AnswerKind.PERSON
    is_of_datum = asks.kind not in (AnswerKind.OTHER, AnswerKind.PERSON) and not asks.subject
    is_of_one = is_of_deed or is_of_datum or asks.kind in _SHORT or _is_of_known(asks)
    is_told = not asks.names.issuperset(asks.telling) and not _is_vague(asks)
    return is_told and (is_of_one or len(asks.stems) >= ENOUGH)


def _is_vague(asks: Wanted) -> bool:
    """Tell whether the only word of a question says little, such as “come”."""
    return len(asks.stems) == 1 and telling(asks.deed or asks.stems[0]) < LEAST_TELLING


LEAST_TELLING = 0.35
"""How much the only word of a question tells at least."""


def _is_of_known(asks: Wanted) -> bool:
    """Tell whether a question asks for who somebody is to the person, or did something to them."""
    is_done_to_asked = asks.is_of_doer and asks.is_to_asked and asks.is_telling
    return is_done_to_asked or _ROLE.match(asks.low) is not None


_SHORT = (AnswerKind.YES_OR_NO, AnswerKind.SPAN, AnswerKind.NUMBER)
"""The kinds of answer that are sure of one word."""


def from_evidence(question: ReadQuestion) -> KnownAnswer | None:
    """Return what the best sentence with all words of a question answers; None for no such."""
    asks = wanted(question)
    least = (
        Source.KNOWN
        if _NOW.match(asks.low)
        else Source.SAID
        if _HABIT.match(asks.low)
        else Source.HEARD
    )
    told = (one for one in statements(question) if one.source >= least)
    some = (one for one in told if _may_tell_of(one, asks))
    is_enough = _is_enough(asks) or _is_of_gift(question, asks)
    return _answer(question, asks, some) if is_enough else None


def _is_of_gift(question: ReadQuestion, asks: Wanted) -> bool:
    """Tell whether a question asks what another gave the person at a time."""
    is_of_other = asks.subject not in ("", question.asked.who)
    return question.time.is_given and is_of_other and asks.is_to_asked and asks.deed in _GIVING


_GIVING = frozenset(["give", "gave", "bring", "hand"])


def _may_tell_of(statement: ReadSentence, asks: Wanted) -> bool:
    """Tell whether a sentence may tell of what is to come, where a question asks for that."""
    return not _WILL.search(asks.low) or _TO_COME.search(statement.text) is not None


_TO_COME = re.compile(
    r"\b(?:will|shall|wants?|means? to|plans?|going to|is to|are to|until|tomorrow|tonight|\w+day at)\b"
)
"""Words of a sentence that tells of what is to come."""


def _answer(
    question: ReadQuestion, asks: Wanted, some: Iterable[ReadSentence]
) -> KnownAnswer | None:
    found = _findings(question, asks, [one for one in some if covers(one, asks)])
    if not found:
        return None
    best = max(found, key=lambda one: _rank(one, asks))
    if best.statement.is_private:
        return KnownAnswer(NOT_TOLD)
    told = tell_sentence(best.statement, question.asked)
    words = f"{best.opens} {told}" if best.opens else told
    answer = cite(words, [best.statement.record] if best.statement.record is not None else [])
    is_named = best.who in question.asked.world.people
    return answer._replace(people=(best.who,)) if is_named else answer


def _findings(
    question: ReadQuestion, asks: Wanted, covering: Sequence[ReadSentence]
) -> list[Finding]:
    """Return what sentences with all words of a question answer."""
    found = [one for each in covering if (one := _support(each, asks, question)) is not None]
    whole = (one for one in covering if _tells_without_datum(one, asks, question))
    return found or [Finding(one, "") for one in whole]


def _tells_without_datum(one: ReadSentence, asks: Wanted, question: ReadQuestion) -> bool:
    """Tell whether a sentence that the person knows of themselves answers a question for somebody
    or a place, although it names none by name."""
    is_open = asks.kind in (AnswerKind.PERSON, AnswerKind.PLACE)
    at = datum.verb_at(one, asks)
    is_own = one.source in (Source.KNOWN, Source.PERSONA) and asks.is_of_asked
    is_whole = at >= 0 and not asks.missing(one.stems) and not datum.is_unreal(one, at)
    return is_open and is_own and is_whole and is_of_people(one, asks, at, question.asked)


def _rank(one: Finding, asks: Wanted) -> tuple[bool, int, bool, int, int]:
    """Return how good evidence is: told before private, by its own words, whether it may name what
    a “which” asks for, by its source, and how new it is."""
    statement = one.statement
    own = sum(stem in statement.stems for stem in asks.stems)
    number = statement.record.id if statement.record is not None else 0
    is_named = asks.head in statement.stems or any(one.who.istitle() for one in statement.words)
    return (not statement.is_private, own, is_named, statement.source, number)


def _support(statement: ReadSentence, asks: Wanted, question: ReadQuestion) -> Finding | None:
    asked, at = question.asked, datum.verb_at(statement, asks)
    if not is_of_people(statement, asks, at, asked):
        return None
    if asks.kind is AnswerKind.OTHER or _ROLE.match(asks.low):
        return _whole(statement, asks)
    if asks.kind in (AnswerKind.PERSON, AnswerKind.OWNER):
        return _person(statement, asks, question) or _kin(statement, asks, asked)
    if asks.kind is AnswerKind.YES_OR_NO:
        return _yes_or_no(statement, asks, at, asked)
    return _phrase(statement, asks, asked)


def _phrase(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> Finding | None:
    """Return the time, place, number or reason that a statement names."""
    if len(asks.stems) < ENOUGH and statement.source < Source.KNOWN:
        return None
    phrase = datum.phrase(statement, asks) or _of_record(statement, asks, asked)
    return Finding(statement, f"{phrase}.") if phrase else None


def _whole(statement: ReadSentence, asks: Wanted) -> Finding | None:
    """Return a statement that answers as it is."""
    is_short = len(asks.stems) < ENOUGH and statement.source < Source.PERSONA
    if is_short and not _is_own_deed(statement, asks):
        return None
    is_how = asks.low.startswith("how ")
    needs_own = is_how or _ROLE.match(asks.low) is not None
    if (needs_own and statement.source < Source.KNOWN) or (is_how and not asks.deed):
        return None
    return Finding(statement, "") if _says_what(statement, asks) else None


_WHAT_DONE = re.compile(r"what (?:did|do|have|has|does|are|is|were|was|had) \w+ (?!to\b)\w+")
"""How a question begins that asks what somebody did something to."""
_RELATIVE = frozenset(["that", "which", "who", "whom", "when", "before", "until"])


def _says_what(statement: ReadSentence, asks: Wanted) -> bool:
    """Tell whether a sentence says to what the deed of a question is done, where it asks that, and
    not only in a clause that says more of something else."""
    at = datum.verb_at(statement, asks) if asks.deed else -1
    if at < 0 or _WHAT_DONE.match(asks.low) is None:
        return True
    later, before = statement.words[at + 1 : at + 2], statement.words[max(0, at - 3) : at]
    is_more = any(one.low.isalnum() or one.low in ":“" for one in later)
    return is_more and not any(one.low in _RELATIVE for one in before)


def _is_own_deed(statement: ReadSentence, asks: Wanted) -> bool:
    """Tell whether a sentence says what the person does or did to something, where a question asks
    for that."""
    at = datum.verb_at(statement, asks)
    has_more = any(one.low.isalpha() for one in statement.words[at + 1 : at + 3])
    is_asked = asks.is_to_asked and bool(asks.deed) and at >= 0 and statement.record is not None
    return is_asked and has_more and datum.doer(statement.words, at) == asks.subject


def _person(statement: ReadSentence, asks: Wanted, question: ReadQuestion) -> Finding | None:
    """Return who did something, with or to whom it was done, or whose something is."""
    asked, is_owner = question.asked, asks.kind is AnswerKind.OWNER
    if len(asks.stems) < ENOUGH and not is_owner and statement.source < Source.KNOWN:
        return None
    find = datum.owner if is_owner else datum.person
    who = find(statement, asks, _left_out(asks, question))
    if not who or datum.is_unreal(statement, datum.verb_at(statement, asks)):
        return None
    name = _own_name(asks) if who == asked.who else _first_name(who, asked)
    is_other = is_owner and who != asked.who
    return Finding(statement, f"{name}'s." if is_other else f"{name}.", who)


def _kin(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> Finding | None:
    """Return the kin with or to whom something was done."""
    if asks.kind is AnswerKind.OWNER or asks.is_of_doer:
        return None
    kin = datum.kin(statement, asks, asked.who)
    return Finding(statement, f"My {kin}.") if kin else None


def _left_out(asks: Wanted, question: ReadQuestion) -> list[str]:
    """Return the ids of those who are no answer, since a question names them."""
    asked = question.asked
    named = [one for one in question.people if stem_of(_first_name(one, asked)) in asks.names]
    is_doer = asks.is_of_doer or asks.kind is AnswerKind.OWNER
    is_named = (asks.is_to_asked if is_doer else asks.is_of_asked) or " else" in asks.low
    return [*named, asks.subject, *([asked.who] if is_named else [])]


def _own_name(asks: Wanted) -> str:
    if asks.kind is AnswerKind.OWNER:
        return "Mine"
    return "I" if asks.is_of_doer else "Me"


def _first_name(who: str, asked: Interviewee) -> str:
    people = asked.world.people
    return people[who].persona.first_name if who in people else who


def _yes_or_no(
    statement: ReadSentence, asks: Wanted, at: int, asked: Interviewee
) -> Finding | None:
    """Return yes or no, where a statement of the deed itself says so."""
    at = at if asks.verb else _last_at(statement, asks)
    is_short = len(asks.stems) < ENOUGH
    is_thin = is_short and asks.subject != asked.who
    is_weak = statement.source < Source.KNOWN and (is_short or not asks.verb)
    if at < 0 or is_thin or is_weak or not _is_real(statement, asks, at):
        return None
    return Finding(statement, "No." if datum.is_denied(statement, at) else "Yes.")


_COMPARED = re.compile(r"\b(?:would|could|should|as if|as though|like an?)\b")
"""Words of a view that does not say what is so."""


def _last_at(statement: ReadSentence, asks: Wanted) -> int:
    """Return where the last word of a question is that asks whether something is so."""
    if not asks.low.startswith(_BE):
        return -1
    return max(at for at, one in enumerate(statement.words) if one.stem in asks.stems)


def _is_real(statement: ReadSentence, asks: Wanted, at: int) -> bool:
    """Tell whether a sentence says that what its word at a place says is so, where a question asks
    whether it is."""
    if statement.source is Source.VIEW and _COMPARED.search(statement.text) is not None:
        return False
    is_of_state = asks.low.startswith(_BE)
    return not datum.is_unreal(statement, at) and not (is_of_state and _is_done(statement, at))


def _is_done(statement: ReadSentence, at: int) -> bool:
    """Tell whether the word at a place is what somebody did, such as “opened”, and not how something
    is, such as “open”."""
    before = statement.words[at - 1] if at > 0 else None
    return before is not None and before.is_doer and statement.words[at].low.endswith("ed")


_BE = ("is ", "are ", "was ", "were ")


def _of_record(statement: ReadSentence, asks: Wanted, asked: Interviewee) -> str:
    """Return when or where somebody saw what a sentence tells, or where it was said; "" where it
    is not of the run."""
    record = statement.record
    if record is None or asked.minute_at(record) == BEFORE:
        return ""
    if statement.source != Source.SEEN and asks.verb not in _SAYING:
        return ""
    if asks.kind is AnswerKind.TIME:
        return capital(asked.when(asked.minute_at(record)))
    return f"At {asked.place_name(record.place)}" if asks.kind is AnswerKind.PLACE else ""


_SAYING = frozenset(map(stem_of, ("say", "tell", "ask", "talk", "speak", "mention", "promise")))


def tell_sentence(statement: ReadSentence, asked: Interviewee) -> str:
    """Return a sentence as the person says it, with when and by whom where they remember it."""
    if statement.record is not None:
        return tell(statement.record, asked)
    if statement.owner:
        name = asked.name(statement.owner)
        return statement.text if name in statement.text else f"Of {name} I say: {statement.text}"
    return tell_of_oneself(statement.text, asked)
