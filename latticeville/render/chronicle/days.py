"""Paragraphs on a day: weather, what happened, agreements, troubles, and how everybody spent it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from latticeville.core.clock import format_hours
from latticeville.core.word_list import list_words
from latticeville.render.chronicle.agreements import (
    agreement_sentences,
    coming_sentences,
    promise_sentences,
)
from latticeville.render.chronicle.document import EventRef, Paragraph, Sentence, sentence
from latticeville.render.chronicle.story import Occurrence, Story, stays_by_building
from latticeville.render.chronicle.words import duration, names, times
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
from latticeville.sim.survival.nature_events import Disaster
from latticeville.world.model.areas import WORLD

LEAST_STAY = 15
"""Minutes that somebody has to spend in a building on a day for it to be told."""
MOST_PLACES = 5
"""Buildings that are told of somebody's day."""
MOST_USES = 6
"""Objects that are told of somebody's day."""
_EVENTS = (Happened, Whispered, Placed, Displaced, ShownOut, Unheeded, Disaster)


def day_paragraphs(story: Story, first: int, last: int) -> Iterator[Paragraph]:
    """Yield weather, events, agreements, promises and troubles from a tick to another."""
    parts: dict[str, Iterable[Sentence]] = {
        "weather": weather_sentences(story, first, last),
        "events": event_sentences(story, first, last),
        "agreements": agreement_sentences(story, first, last),
        "promises": promise_sentences(story, first, last),
        "coming": coming_sentences(story, first, last),
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
    """Yield what a designer let happen, who was put somewhere, disasters, and alarms with their ends."""
    found: list[tuple[Occurrence, str]] = []
    for kind in _EVENTS:
        found += [(one, narrate(one.event, story.world)) for one, _event in story.of(kind, first, last)]
    found += [(one, text) for one, text in alarms(story, first, last)]
    for one, text in sorted(found, key=lambda pair: pair[0].ref):
        yield sentence(f"{format_hours(one.minute)}: {text}", [one.ref])


def alarms(story: Story, first: int, last: int) -> Iterator[tuple[Occurrence, str]]:
    """Yield when an object went into a state of alarm, and when somebody or something ended that."""
    for begun, ended in alarm_spans(story):
        for one in (begun, ended):
            if one is not None and first <= one.tick <= last:
                yield one, alarm_text(story, one) if one is begun else narrate(one.event, story.world)


def alarm_text(story: Story, begun: Occurrence) -> str:
    """Return the sentence of an alarm, with which object it is, where, and who had used it last."""
    world, thing = story.world, getattr(begun.event, "thing", "")
    area = getattr(begun.event, "area", "")
    path = world.areas.path(area) if area in world.areas.by_id else ()
    inside = [f" in {world.name_of(one)}" for one in reversed(path) if one != WORLD]
    told = f"{narrate(begun.event, world)} It was {world.name_with_article(thing)}{''.join(inside)}"
    cause = last_use(story, begun)
    if cause is None:
        return f"{told}."
    return f"{told}. Before, at {format_hours(cause.minute)}: {narrate(cause.event, world)}"


def last_use(story: Story, begun: Occurrence) -> Occurrence | None:
    """Return the last use of an object before an alarm of it."""
    thing = getattr(begun.event, "thing", "")
    uses = [one for one, event in story.of(Interacted) if event.thing == thing and one.ref < begun.ref]
    return uses[-1] if uses else None


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
    """Yield where people spent the day, and what they used, those who did the same together."""
    if all(area == WORLD for area in story.world.areas.by_id):
        return
    alike: dict[tuple[str, str], dict[str, list[EventRef]]] = defaultdict(dict)
    for who in story.world.person_ids:
        told, refs = _whereabouts(story, who, start, end)
        uses, use_refs = _uses(story, who, first, last)
        alike[told, uses][who] = [*refs, *use_refs]
    alike.pop(("", ""), None)
    for (told, uses), people in alike.items():
        refs = [ref for some in people.values() for ref in some]
        yield sentence(f"{names(story.world, [*people])} {_stay(told, uses, len(people))}", refs)


def _stay(places: str, uses: str, people: int) -> str:
    """Return where people were and what they used."""
    stay = f"{'were' if people > 1 else 'was'} at {places}" if places else ""
    return "; ".join(filter(None, (stay, uses)))


def _whereabouts(story: Story, who: str, start: int, end: int) -> tuple[str, list[EventRef]]:
    found, refs = list[tuple[int, int, str]](), list[EventRef]()
    for building, stays in stays_by_building(story, who, start, end).items():
        minutes = sum(one.end - one.start for one in stays)
        if building != WORLD and minutes >= LEAST_STAY:
            since = (
                "all the time"
                if minutes == end - start
                else f"from {format_hours(stays[0].start)}, {duration(minutes)}"
            )
            found.append((minutes, stays[0].start, f"{story.world.name_of(building)} ({since})"))
            refs += [one.ref for one in stays[:1] if one.ref is not None]
    longest = sorted(found, reverse=True)[:MOST_PLACES]
    told = [text for _minutes, _start, text in sorted(longest, key=lambda each: each[1])]
    return list_words(told) if told else "", refs


def _uses(story: Story, who: str, first: int, last: int) -> tuple[str, list[EventRef]]:
    found: dict[str, list[EventRef]] = defaultdict(list)
    for one, event in story.of(Interacted, first, last):
        if event.who == who:
            found[story.world.name_with_article(event.thing)].append(one.ref)
    most = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))[:MOST_USES]
    told = [f"{thing} ({times(len(refs))})" for thing, refs in most]
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
