"""What moves somebody: worries, who wronged them, whom they would ask for help, who asked them, and
what a day to come holds."""

import re
from collections.abc import Iterator
from dataclasses import replace

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.agreements import tell_appointment
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.occasions import appointments, attended
from latticeville.mind.builtin.answers.oneself import is_private
from latticeville.mind.builtin.answers.opinions import tell_opinion
from latticeville.mind.builtin.answers.people import ranked, tell_bond
from latticeville.mind.builtin.answers.plans import plan_answer
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import events, newest, search
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.interview_question import stems_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.relation import CLOSENESS, TRUST, ValueChange
from latticeville.mind.topic import (
    CLAIM,
    DECISION,
    DENIAL,
    INVITATION,
    PLEA,
    PROMISE,
    STORY_KEY,
    Appointment,
)

_Match = re.Match[str]


def tell_worries(question: ReadQuestion, _found: _Match | None = None) -> KnownAnswer | None:
    """Return what is unsettled for somebody: a storyline, what they promised, what is not decided,
    what they are at."""
    asked = question.asked
    if question.people or question.subjects:
        return None
    story = newest(asked.memories, lambda one: _is_unsettled(one, asked))
    if story is not None:
        return cite(tell(story, asked), [story])
    due = [one for one in asked.mind.commitments if one.at.verb and one.at.end > asked.minute]
    if due:
        words = f"What I have promised: {tell_appointment(due[0].at, asked)}."
        return cite(words, asked.recall([due[0].record]))
    words = _undecided(asked) or _busy_with(asked)
    return KnownAnswer(words) if words else None


def _busy_with(asked: Interviewee) -> str:
    now = asked.persona.currently
    return f"What I am busy with: {now}" if now and not is_private(now, asked) else ""


def _undecided(asked: Interviewee) -> str:
    """Return the subject on which somebody has the strongest opinion, of those that nothing they
    remember has decided, with the opinion; "" for none."""
    decided = {
        one.topic.about for one in asked.memories if one.topic and one.topic.kind == DECISION
    }
    opinions = asked.mind.relations.opinions
    some = sorted(one for one, held in opinions.items() if one not in decided and held.stance)
    if not some:
        return ""
    subject = max(some, key=lambda one: abs(opinions[one].stance))
    return f"What becomes of {subject}. {tell_opinion(subject, opinions[subject])}"


def _is_unsettled(record: MemoryRecord, asked: Interviewee) -> bool:
    topic = record.topic
    is_story = topic is not None and topic.key.startswith(STORY_KEY)
    return is_story and asked.who in record.about


def _asked_of_you(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who asked the person for help, and with what."""
    asked, who = question.asked, question.person
    pleas = [one for one in events(question) if _is_plea(one, asked)]
    pleas = [one for one in pleas if who in ("", one.about[0])]
    if question.matter - _HELPING:
        return None  # it asks for one thing, which only a memory of it answers
    if not pleas:
        return nothing("Not that I remember.")
    last = pleas[-1]
    words = last.text.partition(": ")[2] or last.text
    when = asked.when(asked.minute_at(last))
    return cite(
        f"Yes. {asked.world.name_of(last.about[0])} said to me, {when}: {words}", pleas[::-1]
    )


_HELPING = stems_of("favour favor help advice lately recently ask asked need")


def _is_plea(record: MemoryRecord, asked: Interviewee) -> bool:
    """Tell whether a memory is of words in which another asks the person for help."""
    if not record.spoken or asked.who not in record.about[1:]:
        return False
    is_plea = record.topic is not None and record.topic.kind == PLEA
    return is_plea or _PLEADING.search(record.text) is not None


_PLEADING = re.compile(
    r"\b(?:could|can|would|will) you (?:help|look|see|spare|lend|give|bring|take|do|mend)\b"
    r"|\bonly you know how\b|\bi need your\b|\bhelp me\b|\ba favour\b",
    re.IGNORECASE,
)


def _whom_for_help(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    return ranked(question.asked, closest=True, by=TRUST)


def _angry_with_you(question: ReadQuestion, _found: _Match) -> KnownAnswer:
    """Say that nobody sees into another, and who is the least close."""
    opens = "Nobody has told me so, and I do not see into others."
    if question.person:
        return KnownAnswer(f"{opens} {tell_bond(question.asked, question.person)}")
    far = ranked(question.asked, closest=False, by=CLOSENESS)
    return KnownAnswer(opens) if far is None else far._replace(words=f"{opens} {far.words}")


def _wronged_you(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return who lost most of somebody's trust or closeness, and by what."""
    asked = question.asked
    if question.people:
        return None
    lost = sorted(_losses(asked), key=lambda each: (each[0], each[1]))
    if not lost:
        return nothing("Nobody, as far as I remember.")
    _loss, who, change = lost[0]
    why = asked.recall([change.memory])
    told = f" {tell(why[0], asked)}" if why else ""
    words = f"{asked.world.name_of(who)}, if anybody.{told}"
    return cite(words, why)._replace(people=(who,))


def _losses(asked: Interviewee) -> Iterator[tuple[float, str, ValueChange]]:
    """Yield each loss of trust or closeness: how much, of whom, and the change."""
    for who in asked.known_people:
        before = dict[str, float]()
        for change in asked.mind.relations.history(who):
            for value, now in change.after.items():
                if value in (TRUST, CLOSENESS) and now < before.get(value, now):
                    yield now - before[value], who, change
                before[value] = now


def _lied(question: ReadQuestion, found: _Match) -> KnownAnswer:
    """Return what somebody was told that another denied; of one's own lies nobody tells."""
    asked = question.asked
    if found[0].split()[1:2] == ["you"]:
        return nothing("Not that I know of.")
    denied = [one for one in asked.memories if one.topic is not None and one.topic.kind == DENIAL]
    if question.person:
        denied = [one for one in denied if _told_by(question.person, one, asked)]
    if not denied:
        return nothing("Not that I know of.")
    return cite(f"Perhaps. {tell(denied[-1], asked)}", denied[::-1])


def _told_by(who: str, denial: MemoryRecord, asked: Interviewee) -> bool:
    """Tell whether somebody told the person what a denial denies."""
    key = denial.topic.key.partition(".")[2] if denial.topic is not None else ""
    return any(
        one.topic is not None and one.topic.kind == CLAIM and one.topic.key == key
        for one in asked.memories
        if one.spoken and one.about[:1] == (who,)
    )


def _on_day(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what is called for at a time to come, besides what the person means to do."""
    asked, time = question.asked, question.coming
    if not time.is_given:
        return None
    called = {at: one for one, at in _called(asked) if at.start < time.end and time.start < at.end}
    if not called:
        return plan_answer(replace(question, time=time))
    ats = sorted(called, key=lambda at: at.start)
    words = "; ".join(tell_appointment(at, asked) for at in ats)
    return cite(f"{capital(words)}.", [called[at] for at in ats])


def _called(asked: Interviewee) -> Iterator[tuple[MemoryRecord, Appointment]]:
    """Yield the appointments of which the person knows, with the memories of them."""
    for one, at in appointments(asked):
        if one.topic is not None and one.topic.kind in (INVITATION, PROMISE):
            yield one, at
    for record, at in [
        *((each.record, each.at) for each in asked.mind.commitments),
        *((each.memory, each.at) for each in asked.mind.relations.promises),
    ]:
        for one in asked.recall([record]):
            yield one, at


def _to_come(question: ReadQuestion) -> KnownAnswer | None:
    """Return what is to come, of all that a question asks whether the person will go to, and whether
    they have agreed to it."""
    asked, matter = question.asked, question.matter
    if not matter or not question.low.startswith(("are", "will")):
        return None
    agreed = {one.at for one in asked.mind.commitments}
    some = [
        (at, one)
        for one, at in _called(asked)
        if at.start > asked.minute and matter <= stems_of(fold(f"{at.what} {one.text}"))
    ]
    if not some:
        return None
    at, record = min(some, key=lambda each: (each[0] not in agreed, each[0].start, each[1].id))
    opens = (
        "Yes. I have agreed to it" if at in agreed else "I have not agreed to it, but know of it"
    )
    return cite(f"{opens}: {tell_appointment(at, asked)}.", [record])


def _going(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return whether the person goes or went to a meeting, or that it is over."""
    if (coming := _to_come(question)) is not None:
        return coming
    if question.low.startswith(("are", "will")):
        return None if question.time.is_given else _over(question, attended(question))
    found = attended(question)
    return found if found is not None else _over(question, None)


def _over(question: ReadQuestion, found: KnownAnswer | None) -> KnownAnswer | None:
    """Return that something is over: by whether the person was there, or else as they saw it."""
    if found is not None:
        is_open = found.words.startswith("It is ")
        words = found.words if is_open else f"It is over. {capital(found.words.partition(', ')[2])}"
        return found._replace(words=words)
    if not question.matter:
        return None
    seen = [one for one in events(question) if not one.spoken]
    hits = [one for one in search(question, question.matter, seen) if one.is_enough]
    return (
        cite(f"It is over. {tell(hits[0].record, question.asked)}", [hits[0].record])
        if hits
        else None
    )


RULES = (
    rule(
        _asked_of_you,
        r"\b(?:ask(?:ed)?|begged|needed) (?:of )?you (?:for|to|a favou?r)\b",
        r"\b(?:ask(?:ed)?|needs?|wants?) (?:for )?your (?:help|advice)\b",
    ),
    rule(
        _whom_for_help,
        r"^(?:who|whom|to whom|which|on whom)\b.*\b(?:ask|turn|go|call|rely|count|come)\b.*\b(?:help"
        r"|advice|trouble|need|favou?r|emergency)\b",
        r"^(?:who|whom) (?:would|can|could|do) you (?:rely|count|depend) on\b",
    ),
    rule(
        _angry_with_you,
        r"^is \w+(?: \w+)? (?:angry|cross|annoyed|upset|mad|furious) (?:with|at) you\b",
        r"\b(?:who|any(?:one|body)|some(?:one|body))\b.*\b(?:angry|cross|annoyed|upset|mad|furious)"
        r" (?:with|at) you\b",
    ),
    rule(
        _wronged_you,
        r"\b(?:who|whom)\b.*\b(?:wronged|disappointed|hurt|offended|annoyed|let you down|annoys"
        r"|disappoints|upset) ?(?:you)?\b",
        r"^(?:are|were) you (?:\w+ )?(?:angry|cross|annoyed|upset|disappointed|mad|furious) (?:with|at|by) "
        r"(?:any|some)(?:one|body)\b",
        r"\b(?:who|whom) are you (?:angry|cross|annoyed|upset|disappointed)\b",
        r"^who\b.*\bmade you (?:angry|cross|sad|unhappy|upset|cry)\b",
        r"\b(?:any(?:one|body)|some(?:one|body)) (?:wronged|disappointed|hurt|offended|let) you\b",
    ),
    rule(
        _lied,
        r"^(?:did|have|do) you (?:ever )?(?:lied?|lying|deceived?|cheat(?:ed)?)\b(?! (?:down|in|on))",
        r"^(?:did|has|have|do|does) (?!you\b)\w+ (?:ever )?(?:lied?|deceived?|cheat(?:ed)?)\b",
        r"^(?:did|have|do) you (?:ever )?(?:tell|told) (?:a |any |many )?(?:lies?|untruths?)\b",
        r"^who (?:has |ever )?(?:lied|deceived|cheated)\b",
    ),
    rule(
        _going,
        r"^(?:are|will|were) you (?:going |coming |planning )?(?:to )?(?:go |come |be |attend )?(?:to|at"
        r"|for)?\b.*\b(?:meeting|vote|assembly|party|concert|supper|dinner|feast|gathering)\b",
    ),
    rule(
        _on_day,
        r"^what (?:happens|is happening|will happen|takes place|is (?:going )?on|is planned|is due"
        r"|is to happen|is there)\b",
        r"^is (?:anything|something|there anything) (?:happening|planned|on|going on|special)\b",
    ),
)
"""The forms of questions about concerns, in the order in which they are tried."""
