"""Whom somebody met, when, and what was talked about; and what they came to, as agreed."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import NEAREST, KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import during, occasion
from latticeville.mind.builtin.answers.question import TWO, ReadQuestion
from latticeville.mind.builtin.answers.search import (
    arrivals,
    at_places,
    events,
    newest,
    of_time,
    search,
)
from latticeville.mind.builtin.answers.told_memory import ACTION, matter_of, tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import PLAN, REMARK

_Match = re.Match[str]


def _meetings(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the words in which the person took part, of the time and place of a question."""
    asked = question.asked
    some = [one for one in events(question) if one.spoken and asked.who in one.about]
    return at_places(question, some)


def _met_whom(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whom the person spoke with, or saw; the last of them alone where that is asked."""
    asked = question.asked
    if question.person or _COMING.match(question.low):
        return None
    if not question.time.is_given and (then := _WHEN.search(question.low)) is not None:
        return _with_whom_when(question, then[1])
    found = occasion(question) if not question.time.is_given else None
    if found is not None:
        some = _with_others(asked, during(asked, found[1]))
        if not some:
            return cite(f"I was not there. {tell(found[0], asked)}", [found[0]])
        return _list_met(asked, some, "saw")
    return _met_then(question)


def _met_then(question: ReadQuestion) -> KnownAnswer | None:
    """Return whom the person spoke with, or saw, at the time and place of a question."""
    if _NOT.search(question.low):
        return _not_met(question)
    some = _first_or_last(question.low, _met(question))
    if not some and question.places and not at_places(question, events(question)):
        return nothing("I was not there, as far as I remember.")
    if not some:
        return nothing("Nobody, as far as I remember.")
    return _list_met(question.asked, some, "saw" if _SEEING.search(question.low) else "spoke with")


def _not_met(question: ReadQuestion) -> KnownAnswer | None:
    """Return whom of those whom the person knows they did not see, or did not speak with."""
    asked = question.asked
    met = {one for record in _met(question) for one in _others(record, asked)}
    rest = tuple(one for one in asked.known_people if one not in met)
    verb = "seen" if _SEEING.search(question.low) else "spoken with"
    if not rest:
        return KnownAnswer(f"I have {verb} everybody whom I know.")
    return KnownAnswer(
        f"I have not {verb} {list_words([asked.name(one) for one in rest])}.", people=rest
    )


_NOT = re.compile(
    r"^(?:who|whom)\b.*\byou not\b|^(?:who|whom)\b.*\bnot yet\b|\bnot (?:seen|met|spoken|talked)\b"
)
_WHEN = re.compile(r"\bwhen (?!you\b)(.+)$")
"""A clause that says at what moment."""


def _with_whom_when(question: ReadQuestion, clause: str) -> KnownAnswer | None:
    """Return whom the person saw at the moment of something that they remember."""
    asked, some = question.asked, events(question)
    hits = search(question, stems_of(clause), some)
    if not hits or not hits[0].is_enough:
        return None
    moment = hits[0].record
    near = [one for one in some if abs(one.tick - moment.tick) <= LAST_TALK]
    near = _with_others(asked, [one for one in near if one.place == moment.place])
    return _list_met(asked, near, "saw") if near else None


_COMING = re.compile(r"who (?:is|are|will)\b")
"""How a question begins that asks for whom one meets next."""
_NO_TALK = r"(?!.*\b(?:spoke|spoken|talked|speak|talk) (?:to|with)\b)"
_SEEING = re.compile(
    rf"^{_NO_TALK}.*?\b(?:see|seen|saw|notice|noticed|come|came|visit|visited|stopped)\b"
    rf"|^{_NO_TALK}who (?:else )?(?:was|were|has been|have been)\b"
    r"|^(?:did|have|had|were) you (?:go|gone|come|been|at|in|walk|stay)\b"
)


def _met(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the memories of others: of seeing them, or of words, about what a question names."""
    if _SEEING.search(question.low):
        return _with_others(question.asked, at_places(question, events(question)))
    some = _with_others(question.asked, _meetings(question))
    if not question.matter:
        return some
    hits = [hit.record for hit in search(question, question.matter, some) if hit.is_enough]
    return sorted(hits, key=lambda one: one.id) or some


def _with_others(asked: Interviewee, records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    return [one for one in records if _others(one, asked)]


def _first_or_last(low: str, records: list[MemoryRecord]) -> list[MemoryRecord]:
    if re.search(r"\blast\b(?! night)", low):
        return records[-1:]
    return records[:1] if re.search(r"\bfirst\b", low) else records


def _list_met(asked: Interviewee, some: list[MemoryRecord], verb: str) -> KnownAnswer:
    """Return whom some memories are of; the newest are cited."""
    met = dict.fromkeys(one for record in reversed(some) for one in _others(record, asked))
    when = f" {asked.when(asked.minute_at(some[0]))}" if len(some) == 1 else ""
    words = f"I {verb} {asked.names(reversed(met))}{when}."
    return cite(words, some[::-1])._replace(people=tuple(met))


def _others(record: MemoryRecord, asked: Interviewee) -> list[str]:
    return [one for one in record.about if one in asked.world.people and one != asked.who]


def _of_person(
    question: ReadQuestion, records: Iterable[MemoryRecord]
) -> tuple[list[MemoryRecord], str]:
    """Return the memories of seeing or of talking to whom a question names, and the verb for it."""
    asked, who = question.asked, question.person
    some = [one for one in records if one.tick >= 0 and who in one.about]
    if _SEEING.search(question.low):
        return some, "saw"
    said = [one for one in some if one.spoken and asked.who in one.about]
    return _of_both(said, {asked.who, who}), "spoke with"


def _of_both(said: list[MemoryRecord], both: AbstractSet[str]) -> list[MemoryRecord]:
    """Return the words that one of two said to the other; where there are none, those of others to
    both."""
    own = [one for one in said if one.about[0] in both and both <= {*one.about}]
    return own or said


def _when_met(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return when and where the person last, or first, met another."""
    asked, who = question.asked, question.person
    if not who:
        return None
    some, verb = _of_person(question, asked.memories)
    if question.time.point is None:
        some = of_time(question, some)
    if not some:
        words = f"I do not remember that I {verb} {asked.name(who)}."
        return KnownAnswer(words, people=(who,))
    one = some[0] if re.search(r"\bfirst\b", question.low) else some[-1]
    return cite(f"{capital(_when_and_where(asked, one))}", [one])._replace(people=(who,))


def _when_and_where(asked: Interviewee, record: MemoryRecord) -> str:
    """Return when and where a memory is of, and what it is."""
    when = asked.when(asked.minute_at(record))
    return f"{when} at {asked.place_name(record.place)}. {tell(record, asked)}"


def _which_first(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whom of two the person met first, or last, at the time that is named."""
    asked = question.asked
    if len(question.people) != TWO or " or " not in question.low:
        return None
    is_seen = _SEEING.search(question.low) is not None
    some = at_places(question, events(question)) if is_seen else _meetings(question)
    met = {who: [one for one in some if who in one.about] for who in question.people}
    if not all(met.values()):
        return None
    is_last = re.search(r"\blast\b", question.low) is not None
    pick = -1 if is_last else 0
    who = (max if is_last else min)(met, key=lambda one: met[one][pick].id)
    record = met[who][pick]
    return cite(f"{capital(asked.name(who))}, {_when_and_where(asked, record)}", [record])


def _did_you_meet(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person met or saw another, at the time and place that are named."""
    asked, who = question.asked, question.person
    if not who:
        return None
    some, verb = _of_person(question, at_places(question, events(question)))
    if some and question.matter:
        return _met_about(question, some, verb)
    if some:
        words = f"Yes, {_when_and_where(asked, some[-1])}"
        return cite(words, some[-1:])._replace(people=(who,))
    last = newest(asked.about(who), lambda one: one.tick >= 0)
    name = asked.name(who)
    if last is None:
        return KnownAnswer(f"No, I do not remember that I met {name}.", people=(who,))
    not_then = f"Not that I remember: I {verb} {name} at no such time."
    return cite(f"{not_then} {NEAREST} {tell(last, asked)}", [last])


def _met_about(question: ReadQuestion, some: list[MemoryRecord], verb: str) -> KnownAnswer:
    """Return the meeting that has the words of a question, or else the last one."""
    asked = question.asked
    seen = [one for one in some if not one.spoken] if verb == "saw" else some
    hits = search(question, question.matter, seen)
    if hits and hits[0].is_enough:
        return cite(f"Yes. {tell(hits[0].record, asked)}", [hits[0].record])
    return cite(f"Not that I remember. {NEAREST} {tell(some[-1], asked)}", some[-1:])


def _did_they_meet(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether two others met, as far as the person saw or heard."""
    asked = question.asked
    if len(question.people) < TWO:
        return None
    both = {*question.people[:TWO]}
    some = [one for one in at_places(question, events(question)) if both <= {*one.about}]
    if not some:
        return nothing("Not that I saw or heard.", question.people)
    return cite(f"Yes, {_when_and_where(asked, some[-1])}", some[-1:])


def _talked_of(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what the person talked about, with whom the question names."""
    asked, who = question.asked, _spoken_with(question)
    whom = f" with {asked.name(who)}" if who else ""
    some = [one for one in _meetings(question) if not who or who in one.about]
    if not some:
        when = " then" if question.time.is_given else ""
        return KnownAnswer(f"I remember no talk{whom}{when}.")
    if re.search(r"\blast\b", question.low):
        some = [one for one in some if some[-1].tick - one.tick <= LAST_TALK]
    return _tell_matters(asked, some, whom)


def _spoken_with(question: ReadQuestion) -> str:
    """Return whom a question names, or that before it where it says no more; "" for nobody."""
    before = question.before
    return question.person or (before.person if before is not None and not question.stems else "")


def _tell_matters(asked: Interviewee, some: list[MemoryRecord], whom: str) -> KnownAnswer:
    """Return what some words were about, the newest first."""
    matters = {one.id: matter for one in reversed(some) if (matter := _matter(one))}
    if not matters:
        return cite(tell(some[-1], asked), some[-1:])
    about = list_words([*dict.fromkeys(matters.values())][:MOST_MATTERS])
    records = asked.recall(matters)
    return cite(f"I talked{whom} about {about}. {tell(records[0], asked)}", records)


def _matter(record: MemoryRecord) -> str:
    """Return what words are about; "" where they are about a plan, or nothing."""
    topic = record.topic
    return matter_of(topic) if topic is not None and topic.kind not in (PLAN, REMARK) else ""


MOST_MATTERS = 4
"""Most matters of talks that an answer lists."""
LAST_TALK = 12

"""Ticks within which words belong to one talk."""


def _how_often(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how many times the person met somebody, or did something."""
    who = question.person
    if who and re.search(r"\b(?:meet|met|talk|talked|speak|spoke|spoken|see|seen)\b", question.low):
        some = [one for one in _meetings(question) if who in one.about]
        talks = _talks(some)
        return cite(f"{capital(_times(len(talks)))}, as far as I remember.", talks[::-1])
    return _how_often_done(question)


def _how_often_done(question: ReadQuestion) -> KnownAnswer | None:
    """Return how many times the person did something of the run."""
    asked = question.asked
    if question.places and _VISITING.search(question.low):
        return _visits(question)
    some = _deeds_of(question)
    if not some:
        return None
    return cite(
        f"{capital(_times(len(some)))}, as far as I remember. {tell(some[-1], asked)}", some[::-1]
    )


def _deeds_of(question: ReadQuestion) -> list[MemoryRecord]:
    """Return the person's deeds with all words of a question, and their words where it asks of
    these."""
    stems = question.matter or question.stems
    is_of_words = _SPEAKING.search(question.low) is not None
    own = [
        one
        for one in at_places(question, events(question))
        if one.kind == ACTION and (is_of_words or not one.spoken)
    ]
    return [one for one in own if stems and _is_with(question, one, stems)]


def _is_with(question: ReadQuestion, record: MemoryRecord, stems: AbstractSet[str]) -> bool:
    """Tell whether a memory has some stems, and whom a question names."""
    return stems <= question.asked.stems[record.id] and question.person in ("", *record.about)


_SPEAKING = re.compile(
    r"\b(?:say|said|tell|told|mention\w*|ask\w*|speak|spoke|talk\w*|invite\w*)\b"
)
_VISITING = re.compile(r"\byou (?:\w+ )?(?:go|been|gone|come|visit|visited|at|in|went|were)\b")


def _visits(question: ReadQuestion) -> KnownAnswer:
    """Return how many times the person came to a place that a question names."""
    asked, lived = question.asked, [one for one in events(question) if one.place]
    came = arrivals(lived, at_places(question, lived))
    place = asked.place_name(question.places[0])
    if not came:
        return nothing(f"Never, as far as I remember: {place}.")
    last = asked.when(asked.minute_at(came[-1]))
    words = f"{capital(_times(len(came)))}, as far as I remember: I came to {place} last {last}."
    return cite(words, came[::-1])


def _talks(records: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return the first words of each talk."""
    before = [-LAST_TALK - 1, *(one.tick for one in records)]
    return [one for last, one in zip(before, records, strict=False) if one.tick - last > LAST_TALK]


def _how_many(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how many people the person met, and whom."""
    asked, some = question.asked, _met(question)
    if question.person:
        return None
    met = tuple(dict.fromkeys(one for record in some for one in _others(record, asked)))
    verb = "saw" if _SEEING.search(question.low) else "spoke with"
    words = f"{len(met)}: I {verb} {asked.names(met)}." if met else "Nobody, as far as I remember."
    return cite(words, some[::-1])._replace(people=met)


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _how_long(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how long the last talk with somebody was, of the time that a question names."""
    asked, who = question.asked, question.person
    some = [one for one in _meetings(question) if who in one.about] if who else []
    some = _of_both(some, {asked.who, who})
    if not some:
        return nothing(f"I remember no talk with {asked.name(who)}.", (who,)) if who else None
    begun = _talks(some)[-1]
    talk = [one for one in some if one.id >= begun.id]
    first, last = asked.minute_at(begun), asked.minute_at(talk[-1])
    minutes = f"{last - first + 1} minute{'s' if last > first else ''}"
    return cite(f"For {minutes}, {asked.when(first)}. {tell(begun, asked)}", talk[:1])


def _most_spoken(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return with whom the person spoke most often, or most rarely, by talks."""
    asked, some = question.asked, _meetings(question)
    people = sorted({who for one in some for who in _others(one, asked)})
    if not people:
        return KnownAnswer("With nobody, as far as I remember.")
    counts = {who: len(_talks([one for one in some if who in one.about])) for who in people}
    is_few = re.search(r"\b(?:least|rarely)\b", found[0]) is not None
    order = sorted(people, key=lambda who: counts[who] if is_few else -counts[who])
    told = list_words([f"{asked.name(who)} ({_times(counts[who])})" for who in order[:3]])
    return KnownAnswer(f"As far as I remember: {told}.", people=(order[0],))


_TALK = r"(?:speak|spoke|spoken|talk|talked|meet|met|chat|chatted)"
_SEE = r"(?:see|seen|meet|met|run into|have to do with)"


RULES = (
    rule(
        _most_spoken,
        rf"^(?:who|whom|with whom|which person)\b.*\b{_TALK}\b.*\b(?:most|least|rarely|often)\b",
        rf"^(?:who|whom|with whom)\b.*\b(?:most|least|rarely|often)\b.*\b{_TALK}\b",
        r"^(?:who|with whom) do you spend (?:the )?(?:most|least)\b",
        rf"^(?:who|whom|which)\b.*\b{_SEE}\b.*\b(?:most|least|rarely|often)\b",
    ),
    rule(
        _how_many,
        r"^(?:with |to )?how many (?:\w+ )?(?:people|persons|others|neighbou?rs|villagers|of them|friends)\b"
        rf".*\b(?:see|seen|saw|{_TALK})\b",
    ),
    rule(
        _how_long,
        r"^(?:for )?how long (?:did|have) you (?:talk|talked|speak|spoken|chat|meet|been talking)\b",
    ),
    rule(
        _how_often,
        r"\bhow (?:often|many times)\b",
        r"^how many (?!people\b)\w+ (?:did|have) you (?!have\b|had\b|get\b|own\b|see\b|need\b)",
    ),
    rule(
        _which_first,
        rf"\b(?:{_TALK}|see|seen|saw)\b.*\b(?:or\b.*\b(?:first|last)|(?:first|last)\b.*\bor)\b",
    ),
    rule(
        _when_met,
        r"\bwhen (?:did|have|was|were) .*\b(?:last |first )?(?:meet|met|see|saw|seen"
        r"|talk|talked|speak|spoke|spoken)\b",
        r"^when did you (?:last |first )?(?:hear|get word|have word) from\b",
        r"\blast time (?:that )?you (?:met|saw|talked|spoke|have seen|talk|see|meet)\b",
        r"\bwhere did you (?:last |first )?(?:meet|see|talk|speak)\b",
    ),
    rule(
        _did_they_meet,
        rf"^(?:did|have|has|were) (?!you\b)\w+(?: \w+)? (?:and|with|ever|meet) .*(?:\b{_TALK}\b|\btogether\b)?",
    ),
    rule(
        _talked_of,
        r"^did you (?:talk|speak) (?:to|with)\b.*\bwhat about$",
        r"\bwhat (?:did|have|do|was|were) .*\b(?:talk|talked|talking|speak|spoke|spoken"
        r"|discuss|discussed|chat|conversation|talks)\b",
        r"\bwhat was your (?:last )?(?:conversation|talk)\b",
        r"\bwhat did you (?:talk|speak)\b",
    ),
    rule(
        _met_whom,
        r"\b(?:who|whom|anyone|anybody|somebody|someone)\b.*\b(?!(?:see|saw|seen) to\b)(?:meet|met|see|saw|seen"
        r"|talk|talked|speak|spoke|spoken|visits?|visited|run into|ran into)\b",
        r"\b(?:meet|met|see|saw|seen|talk|talked|speak|spoke|spoken)\b.*\b(?:anyone"
        r"|anybody|somebody|someone)\b",
        r"\bwith (?:who|whom) (?:did|have|were) you\b",
        r"\bwho (?:was|were|has been|had been|came|went|did) (?:there|with you|here|at|in|to|into)\b",
        r"^(?:who|which people) (?:else )?(?:was|were|has been|have been|came|visited|stopped)\b.*"
        r"\b(?:at|in|to|by|into|inside)\b",
        r"^(?:did|has|have|was|were) (?:anyone|anybody|somebody|someone) (?:come|came|been|there"
        r"|here|at|in)\b",
        r"\bwho were you with\b",
        r"\bwho (?:did|have) you .*\bwith\b",
        r"\bwho was the (?:last|first) (?:person|one)\b",
    ),
    rule(
        _did_you_meet,
        r"^(?:did|have|had) you (?:ever |already |just )?(?:meet|met|see|seen|saw|talk"
        r"|talked|speak|spoke|spoken|notice|noticed|visit|visited|run into|run across|bump into|hear from|heard from"
        r"|been with|spend|spent) ?(?:any |some |much |a lot of )?(?:time )?\b",
        r"^were you with\b",
        r"^(?:did|have|had|were) you (?:go|gone|come|been|at|in|walk|stay)\b.*\bwith\b",
        r"^(?:did|has|have|was) \w+(?: \w+)? (?:talk|talked|speak|spoken|speak|meet|met"
        r"|visit|visited|come|came) (?:to |with )?(?:you|by)\b",
    ),
)
"""The forms of questions about meetings, in the order in which they are tried."""
