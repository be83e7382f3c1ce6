"""Sentences on what people agreed on: who asked, who agreed, who came; and what somebody promised
to see to."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from latticeville.core.clock import format_hours
from latticeville.core.quotes import in_quotes
from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.topic import AT, OUTCOME
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.meetings import (
    absence_text,
    find_votes,
    meeting_parts,
    votes_text,
    word_refs,
)
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Stay, Story
from latticeville.reports.chronicle.words import duration, moment, moment_from, names, the_place
from latticeville.sim.event import Event
from latticeville.sim.events import Interacted

SHORT = 2
"""Minutes that somebody may be away from an appointment without it being told."""


def agreement_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for each appointment that was agreed on or called: who asked, who agreed, and who
    came."""
    for held in _held(story, span):
        if not _is_to_come(story, held):
            yield (
                _task_sentence(story, held, span)
                if held.at.verb
                else _meeting_sentence(story, held, span)
            )


def coming_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what was agreed on for a time after the end of the chronicle: who asked, and who
    agreed."""
    for held in _held(story, span):
        if _is_to_come(story, held):
            yield sentence(_asked(story, held, span), _words(held))


def promise_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what people told those whom they had promised something, that it is done or why not, in
    their words."""
    for one, said in story.said(span.first, span.last):
        topic = said.topic
        if topic is None or topic.kind != OUTCOME:
            continue
        who, to = story.world.name_with_article(said.who), names(story.world, said.listeners)
        told, refs = f"{span.time(one.minute)}: {who} told {to}: {in_quotes(said.words)}", [one.ref]
        asked = _request(story, one, said)
        if asked is not None:
            told = f"{told} {to} had told {who} of it at {moment_from(asked.minute, one.minute)}"
            refs.append(asked.ref)
        yield sentence(told, refs, one.tick)


def _request(story: Story, told: Occurrence, outcome: Event) -> Occurrence | None:
    """Return the last words before by which somebody learnt of the object that they promised to see
    to."""
    parts = outcome.topic.key.split(".") if outcome.topic else []
    asked = (
        one
        for one, said in story.said(0, told.tick - 1)
        if outcome.who in said.listeners and said.who in outcome.listeners
        if said.topic is not None and said.topic.thing in parts
    )
    return next(reversed([*asked]), None)


def decision_text(held: AgreedAppointment) -> str:
    """Return what a meeting came to, in the words of the first who told it; "" where nobody did."""
    said = held.decision.event if held.decision is not None else None
    return (said.topic.gist or said.words) if said is not None and said.topic is not None else ""


def decision_sentence(story: Story, held: AgreedAppointment) -> str:
    """Return what a meeting came to, with who said so, and whose views it counted; "" where nobody
    did."""
    if held.decision is None:
        return ""
    who = story.world.name_with_article(held.decision.event.who)
    told = f"{who} told the result: {decision_text(held)}"
    votes = find_votes(story, held.decision)
    return told if votes is None else f"{told} {capital(votes_text(story, votes))}"


def attendance(story: Story, held: AgreedAppointment) -> dict[str, list[Stay]]:
    """Return who of those who knew of an appointment was there, and when."""
    people = dict.fromkeys((*held.hosts, *held.agreed, *held.passed_on, *held.invited))
    found = {who: story.presence(who, held.at) for who in people}
    return {who: stays for who, stays in found.items() if stays}


def met(there: Mapping[str, Sequence[Stay]]) -> bool:
    """Tell whether those who came were at least two at one moment."""
    return len(largest_company(there)[1]) > 1


def largest_company(there: Mapping[str, Sequence[Stay]]) -> tuple[int, list[str]]:
    """Return the most people who were there at one moment, with the minute since when; no moment
    before the first."""
    starts = sorted({stay.start for stays in there.values() for stay in stays})
    found = [
        (at, [who for who in there if any(one.start <= at < one.end for one in there[who])])
        for at in starts
    ]
    return max(found, key=lambda pair: len(pair[1]), default=(0, []))


def _came(story: Story, held: AgreedAppointment, there: Mapping[str, Sequence[Stay]]) -> str:
    """Return who was there, with the times of those who came late or left early."""
    end = min(held.at.end, story.last.minute)
    told = [
        f"{names(story.world, [who])}{_times(held.at.start, end, stays)}"
        for who, stays in there.items()
    ]
    return list_words(told) if told else "nobody"


def _times(start: int, end: int, stays: Sequence[Stay]) -> str:
    """Return by how much somebody came late, when they were away, and when they left early; "" for
    nothing."""
    first, last = stays[0], stays[-1]
    told = [f"{duration(first.start - start)} late"] if first.start > start else []
    for one, other in pairwise(stays):
        if other.start - one.end > SHORT:
            told.append(f"away {format_hours(one.end)} to {format_hours(other.start)}")
    if last.end < end:
        told.append(f"until {format_hours(last.end)}")
    return f" ({', '.join(told)})" if told else ""


def _held(story: Story, span: ChapterSpan) -> Iterator[AgreedAppointment]:
    """Yield the appointments that were agreed on or called, in the order in which a chapter first
    tells of them."""
    for held in sorted(
        story.agreements.values(), key=lambda one: (one.first.ref, one.at.start, one.at.place)
    ):
        if span.has(held.first.tick) and (held.agreed or held.is_invitation):
            yield held


def _is_to_come(story: Story, held: AgreedAppointment) -> bool:
    return story.last.minute < held.at.start


def _words(held: AgreedAppointment) -> list[EventRef]:
    """Return the events by which an appointment was made."""
    call = [held.call] if held.call is not None else []
    return [one.ref for one in (*call, *held.words, *held.agreed.values(), *held.off.values())]


def _asked(story: Story, held: AgreedAppointment, span: ChapterSpan) -> str:
    """Return who asked whom where to, who passed it on, and who agreed."""
    world, at = story.world, held.at
    hosts = names(world, held.hosts) if held.hosts else "somebody"
    later = _asked_later(held) if held.call is None else {}
    asked = sorted(_asked_by_hosts(held) - {*later})
    what = f" to {at.what.removeprefix(AT)} at" if at.what.startswith(AT) else " to"
    goal = "" if at.what.startswith((AT, "keeping ")) or not at.what else f" (“{at.what}”)"
    when = f"{moment(at.start)} to {format_hours(at.end)}"
    told = (
        f"{hosts} asked {names(world, asked)}{what} {the_place(world.name_of(at.place))}{goal} "
        f"for {when}."
    )
    if held.call is not None:
        told = (
            f"{hosts} called everybody{what} {the_place(world.name_of(at.place))} for {when}: "
            f"“{held.gist}”"
        )
    told = f"{span.time(held.first.minute)}: {told}{_later(story, later, span)}"
    return f"{told}{_passed_on(story, held)} {capital(_agreed(story, held))}"


def _first_asked(held: AgreedAppointment) -> dict[str, Occurrence]:
    """Return by whom which words of a host on it were heard first."""
    found: dict[str, Occurrence] = {}
    for one in sorted(held.words):
        if one.event.is_speech and one.event.who in held.hosts:
            for who in sorted({*one.event.listeners} - {*held.hosts}):
                found.setdefault(who, one)
    return found


def _asked_later(held: AgreedAppointment) -> dict[str, Occurrence]:
    """Return who was asked after the first, and with which words."""
    found = _first_asked(held)
    begun = min((one.minute for one in found.values()), default=0)
    return {who: one for who, one in found.items() if one.minute > begun}


def _later(story: Story, later: Mapping[str, Occurrence], span: ChapterSpan) -> str:
    """Return who was asked after the first, by whom and when."""
    people: dict[tuple[str, int], list[str]] = {}
    for who, one in later.items():
        people.setdefault((one.event.who, one.minute), []).append(who)
    asked: dict[str, list[str]] = {}
    for (host, minute), them in people.items():
        asked.setdefault(host, []).append(f"{names(story.world, them)} at {span.time(minute)}")
    hosts = {host: capital(story.world.name_with_article(host)) for host in asked}
    return "".join(f" {hosts[host]} asked {list_words(told)}." for host, told in asked.items())


def _asked_by_hosts(held: AgreedAppointment) -> set[str]:
    """Return whom the hosts asked themselves."""
    passed_on = {who for people in held.passed_on.values() for who in people}
    return {*_first_asked(held)} | ({*held.agreed} - passed_on - {*held.hosts})


def _agreed(story: Story, held: AgreedAppointment) -> str:
    """Return who agreed, and who of those who were asked in person did not."""
    told = f"{names(story.world, held.guests)} agreed"
    for who, one in held.off.items():
        told = f"{told}; {names(story.world, [who])} called off on {moment(one.minute)}"
    others = [who for who in held.invited if who not in (*held.agreed, *held.hosts)]
    return (
        told
        if held.call is not None or not others
        else f"{told}; {names(story.world, others)} did not"
    )


def _passed_on(story: Story, held: AgreedAppointment) -> str:
    """Return who told whom of an appointment, apart from its hosts."""
    told = {
        who: [one for one in people if one not in held.hosts]
        for who, people in held.passed_on.items()
    }
    steps = [
        f"{story.world.name_with_article(who)} told {names(story.world, people)}"
        for who, people in told.items()
        if people and who not in held.hosts
    ]
    return f" {'; '.join(steps)}." if steps else ""


def _meeting_sentence(story: Story, held: AgreedAppointment, span: ChapterSpan) -> Sentence:
    outcome, came = _outcome(story, held)
    told, refs = (
        f"{_asked(story, held, span)}. {outcome}",
        [*_words(held), *came, *word_refs(story, held)],
    )
    if held.decision is not None:
        votes = find_votes(story, held.decision)
        refs = [*refs, held.decision.ref, *(votes.refs if votes is not None else ())]
        told = f"{told}. On {moment(held.decision.minute)}, {decision_sentence(story, held)}"
    return sentence(told, refs)


def _outcome(story: Story, held: AgreedAppointment) -> tuple[str, list[EventRef]]:
    """Return who came, with the events that brought them there."""
    there = attendance(story, held)
    refs = [stay.ref for stays in there.values() for stay in stays if stay.ref is not None]
    missed = [who for who in (*held.hosts, *held.guests) if who not in there]
    if story.last.minute < held.at.end and missed:
        return (
            f"The chronicle ends before its end; {_came(story, held, there)} had come by then",
            refs,
        )
    return _came_text(story, held, there, missed), refs


def _came_text(
    story: Story,
    held: AgreedAppointment,
    there: Mapping[str, Sequence[Stay]],
    missed: Sequence[str],
) -> str:
    """Return who came, whether nobody met anybody there, and who was missing."""
    apart = ", never at the same time" if len(there) > 1 and not met(there) else ""
    came = capital(f"{_came(story, held, there)} came{apart}")
    absent = [
        f"{names(story.world, [who])} did not, but {absence_text(story, who, held.at)}"
        for who in missed
    ]
    return ". ".join((came, *absent, *meeting_parts(story, held)))


def _task_sentence(story: Story, held: AgreedAppointment, span: ChapterSpan) -> Sentence:
    """Return who promised whom to see to an object, and whether they did."""
    world, at = story.world, held.at
    who, words = next(iter(held.agreed.items()))
    done = _find_use(story, held, who, words)
    others = [one for one in held.hosts if one != who]
    told = (
        f"{world.name_with_article(who)} promised {names(world, others)} to see to "
        f"{world.name_with_article(at.place)}"
    )
    end = (
        "and did not get to it"
        if story.last.minute >= at.end
        else "and had not done so when the chronicle ends"
    )
    if done is not None:
        end = f"and did so at {moment_from(done.minute, words.minute)}"
    refs = [words.ref, done.ref] if done is not None else [words.ref]
    told = f"{span.time(words.minute)}: {told} by {moment_from(at.end, words.minute)}"
    return sentence(f"{told}, {end}", refs)


def _find_use(
    story: Story, held: AgreedAppointment, who: str, words: Occurrence
) -> Occurrence | None:
    """Return the use of an object with which somebody kept their word."""
    uses = (
        one
        for one, event in story.of(Interacted)
        if (event.who, event.thing) == (who, held.at.place)
    )
    return next((one for one in uses if one.tick > words.tick and one.minute <= held.at.end), None)
