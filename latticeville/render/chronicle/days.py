"""Paragraphs on a day: weather, what happened, agreements, troubles, and how everybody spent it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from latticeville.core.clock import format_hours
from latticeville.core.word_list import list_words
from latticeville.render.chronicle.document import EventRef, Paragraph, Sentence, sentence
from latticeville.render.chronicle.story import Agreement, Occurrence, Stay, Story, stays_by_building
from latticeville.render.chronicle.words import duration, moment, names, times
from latticeville.sim.events import (
    Changed,
    Displaced,
    Happened,
    Interacted,
    Placed,
    Refused,
    ShownOut,
    Unheeded,
    WeatherChanged,
    Whispered,
    narrate,
)
from latticeville.world.model.areas import WORLD

LEAST_STAY = 15
"""Minutes that somebody has to spend in a building on a day for it to be told."""
MOST_PLACES = 5
"""Buildings that are told of somebody's day."""
MOST_USES = 6
"""Objects that are told of somebody's day."""
_INTERVENTIONS = (Happened, Whispered, Placed, Displaced, ShownOut, Unheeded)


def day_paragraphs(story: Story, first: int, last: int) -> Iterator[Paragraph]:
    """Yield weather, events, agreements and troubles from a tick to another."""
    parts: dict[str, Iterable[Sentence]] = {
        "weather": weather_sentences(story, first, last),
        "events": event_sentences(story, first, last),
        "agreements": agreement_sentences(story, first, last),
        "troubles": trouble_sentences(story, first, last),
    }
    for subject, some in parts.items():
        if found := tuple(some):
            yield Paragraph(subject, found)


def weather_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield how the weather changed."""
    found = list(story.of(WeatherChanged, first, last))
    if found:
        turns = [f"{event.after} at {format_hours(one.minute)}" for one, event in found]
        told = f"The weather was {found[0][1].before}, then {list_words(turns)}"
        yield sentence(told, [one.ref for one, _event in found])


def event_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield what a designer let happen, who was put somewhere, and alarms with their ends."""
    found: list[tuple[Occurrence, str]] = []
    for kind in _INTERVENTIONS:
        found += [(one, narrate(one.event, story.world)) for one, _event in story.of(kind, first, last)]
    found += [(one, text) for one, text in alarms(story, first, last)]
    for one, text in sorted(found, key=lambda pair: pair[0].ref):
        yield sentence(f"{format_hours(one.minute)}: {text}", [one.ref])


def alarms(story: Story, first: int, last: int) -> Iterator[tuple[Occurrence, str]]:
    """Yield when an object went into a state of alarm, and when somebody or something ended that."""
    for begun, ended in alarm_spans(story):
        for one in (begun, ended):
            if one is not None and first <= one.tick <= last:
                yield one, narrate(one.event, story.world)


def alarm_spans(story: Story) -> Iterator[tuple[Occurrence, Occurrence | None]]:
    """Yield the change with which each alarm begins, and the one with which it ends; None for an end to come."""
    begun: dict[str, Occurrence] = {}
    for one in _object_events(story):
        if not isinstance(one.event, Changed | Interacted):
            continue
        thing, is_alarm = one.event.thing, _is_alarm(story, one.event.thing, one.event.after)
        if is_alarm and thing not in begun:
            begun[thing] = one
        elif not is_alarm and thing in begun:
            yield begun.pop(thing), one
    for one in begun.values():
        yield one, None


def _object_events(story: Story) -> list[Occurrence]:
    return sorted((*(one for one, _e in story.of(Changed)), *(one for one, _e in story.of(Interacted))), key=_ref)


def _ref(one: Occurrence) -> EventRef:
    return one.ref


def _is_alarm(story: Story, thing: str, state: str) -> bool:
    placement = story.world.objects.get(thing)
    kind = story.world.kinds.get(placement.kind) if placement else None
    return kind is not None and state in kind.states and kind.states[state].alarm


def agreement_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each appointment that was agreed on or invited to: who asked, who agreed, and who came."""
    for held in sorted(story.agreements.values(), key=lambda one: (one.at.start, one.at.place)):
        words = [*held.words, *held.agreed.values()]
        if words and first <= min(words).tick <= last and (held.agreed or len(held.invited) > 1):
            yield _task_sentence(story, held) if held.at.verb else _meeting_sentence(story, held)


def _meeting_sentence(story: Story, held: Agreement) -> Sentence:
    world, at = story.world, held.at
    agreed = [who for who in held.agreed if who not in held.hosts]
    others = [who for who in held.invited if who not in agreed and who not in held.hosts]
    asked = f"{names(world, sorted({*agreed, *others}))}" if agreed or others else "others"
    hosts = f"{names(world, held.hosts)} asked" if held.hosts else "People asked"
    what = f"to {world.name_of(at.place)} for {moment(at.start)} to {format_hours(at.end)} ({at.what})"
    answer = f"{names(world, agreed)} agreed" if agreed else "Nobody agreed"
    refs = [one.ref for one in (*held.words, *held.agreed.values())]
    outcome, came = _outcome(story, held, agreed)
    return sentence(f"{hosts} {asked} {what}. {answer}. {outcome}", [*refs, *came])


def attendance(story: Story, held: Agreement) -> dict[str, Stay]:
    """Return who of those concerned by an appointment was there, with the stay."""
    people = dict.fromkeys((*held.hosts, *held.agreed))
    found = {who: story.present(who, held.at) for who in people}
    return {who: stay for who, stay in found.items() if stay is not None}


def _outcome(story: Story, held: Agreement, agreed: list[str]) -> tuple[str, list[EventRef]]:
    world, there = story.world, attendance(story, held)
    refs = [stay.ref for stay in there.values() if stay.ref is not None]
    if story.last.minute < held.at.end and len(there) < len({*agreed, *held.hosts}):
        came = f"{names(world, list(there))} had come by then" if there else "nobody had come by then"
        return f"The chronicle ends before its end; {came}", refs
    missed = [who for who in (*held.hosts, *agreed) if who not in there]
    came = f"{names(world, list(there))} came" if there else "Nobody came"
    return f"{came}; {names(world, missed)} did not" if missed and there else came, refs


def _task_sentence(story: Story, held: Agreement) -> Sentence:
    """Return who promised whom to see to an object, and whether they did."""
    world, at = story.world, held.at
    who, words = next(iter(held.agreed.items()), ("", None))
    done = next(
        (one for one, event in story.of(Interacted) if (event.who, event.thing) == (who, at.place)
         and words is not None and one.tick > words.tick and one.minute <= at.end), None)  # fmt: skip
    to = f" {names(world, [one for one in held.hosts if one != who])}" if held.hosts else ""
    what = f"to see to {world.name_with_article(at.place)} ({moment(at.start)})"
    told = f"{world.name_with_article(who)} promised{to} {what}"
    end = f"and did so at {format_hours(done.minute)}" if done else "and did not get to it"
    if done is None and story.last.minute < at.end:
        end = "and had not done so when the chronicle ends"
    refs = [one.ref for one in (*held.agreed.values(), *((done,) if done else ()))]
    return sentence(f"{told}, {end}", refs)


def trouble_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield what people could not use or enter, and who put an object right afterwards."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Refused]]] = defaultdict(list)
    for one, event in story.of(Refused, first, last):
        found[event.who, event.target].append((one, event))
    for (_who, target), some in sorted(found.items(), key=lambda pair: pair[1][0][0].ref):
        one, event = some[0]
        often = f" ({times(len(some))})" if len(some) > 1 else ""
        told = f"{format_hours(one.minute)}{often}: {narrate(event, story.world)}"
        refs, fixed = [each.ref for each, _event in some], _repair(story, one, target)
        if fixed is not None:
            told = f"{told} {format_hours(fixed.minute)}: {narrate(fixed.event, story.world)}"
            refs.append(fixed.ref)
        yield sentence(told, refs)


def _repair(story: Story, trouble: Occurrence, thing: str) -> Occurrence | None:
    """Return the first use by which an object was put into another state after a trouble with it."""
    uses = (one for one, event in story.of(Interacted) if event.thing == thing and event.before != event.after)
    return next((one for one in uses if one.tick > trouble.tick), None)


def people_sentences(story: Story, first: int, last: int, start: int, end: int) -> Iterator[Sentence]:
    """Yield for each person where they spent the day, and what they used."""
    if all(area == WORLD for area in story.world.areas.by_id):
        return
    for who in story.world.person_ids:
        told, refs = _whereabouts(story, who, start, end)
        uses, use_refs = _uses(story, who, first, last)
        parts = [part for part in (told, uses) if part]
        if parts:
            yield sentence(f"{story.world.name_with_article(who)} {'; '.join(parts)}", [*refs, *use_refs])


def _whereabouts(story: Story, who: str, start: int, end: int) -> tuple[str, list[EventRef]]:
    found, refs = list[tuple[int, int, str]](), list[EventRef]()
    for building, stays in stays_by_building(story, who, start, end).items():
        minutes = sum(one.end - one.start for one in stays)
        if building != WORLD and minutes >= LEAST_STAY:
            since = f"from {format_hours(stays[0].start)}, {duration(minutes)}"
            found.append((minutes, stays[0].start, f"{story.world.name_of(building)} ({since})"))
            refs += [one.ref for one in stays[:1] if one.ref is not None]
    longest = sorted(found, reverse=True)[:MOST_PLACES]
    told = [text for _minutes, _start, text in sorted(longest, key=lambda each: each[1])]
    return (f"was at {list_words(told)}" if told else ""), refs


def _uses(story: Story, who: str, first: int, last: int) -> tuple[str, list[EventRef]]:
    found: dict[str, list[EventRef]] = defaultdict(list)
    for one, event in story.of(Interacted, first, last):
        if event.who == who:
            found[event.thing].append(one.ref)
    most = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST_USES]
    told = [f"{story.world.name_with_article(thing)} ({times(len(refs))})" for thing, refs in most]
    return (f"used {list_words(told)}" if told else ""), [ref for _thing, refs in most for ref in refs]


def unknown_events(story: Story, known: Iterable[type], first: int, last: int) -> Iterator[Sentence]:
    """Yield what happened of kinds that no other paragraph tells, equal sentences together."""
    told: dict[str, list[Occurrence]] = defaultdict(list)
    for kind, some in story.occurrences.items():
        if kind not in {*known}:
            for one in some:
                if first <= one.tick <= last:
                    told[narrate(one.event, story.world)].append(one)
    for text, some in sorted(told.items(), key=lambda pair: pair[1][0].ref):
        often = f" ({times(len(some))})" if len(some) > 1 else ""
        yield sentence(f"{format_hours(some[0].minute)}{often}: {text}", [one.ref for one in some])
