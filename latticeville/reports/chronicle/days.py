"""Paragraphs on a day: weather, what happened, what could not be done, agreements, and troubles."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.agreements import (
    agreement_sentences,
    coming_sentences,
    promise_sentences,
)
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import (
    EventRef,
    Paragraph,
    Sentence,
    paragraphs_of,
    sentence,
)
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import moment_from, the_place
from latticeville.rules.survival.events import Disaster
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
)
from latticeville.world.model.areas import WORLD
from latticeville.world.model.machine_text import infinitive
from latticeville.world.model.objects import ItemEffect, TransferEffect, Transition
from latticeville.world.model.world import World

OPEN = " It had not ended when the chronicle ends."
"""What is told of an alarm that goes on."""
_EVENTS = (Happened, Whispered, Placed, Displaced, ShownOut, Unheeded, Disaster)


def day_paragraphs(story: Story, span: ChapterSpan) -> Iterator[Paragraph]:
    """Yield weather, events, agreements, promises and troubles from a tick to another."""
    yield from paragraphs_of(
        {
            "weather": weather_sentences(story, span),
            "events": event_sentences(story, span),
            "agreements": agreement_sentences(story, span),
            "promises": promise_sentences(story, span),
            "coming": coming_sentences(story, span),
            "troubles": trouble_sentences(story, span),
        }
    )


def weather_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield how the weather changed."""
    found = list(story.of(WeatherChanged, span.first, span.last))
    if found:
        turns = [f"{event.after} at {span.time(one.minute)}" for one, event in found]
        told = f"The weather was {found[0][1].before}, then {list_words(turns)}"
        yield sentence(told, [one.ref for one, _event in found])


def event_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what a designer let happen, who was put somewhere, disasters, and alarms with their
    ends."""
    found: list[tuple[Occurrence, str]] = []
    for kind in _EVENTS:
        found += [
            (one, one.event.sentence(story.world))
            for one, _event in story.of(kind, span.first, span.last)
        ]
    told = [(one, sentence(f"{span.time(one.minute)}: {text}", [one.ref])) for one, text in found]
    told += _alarms(story, span)
    yield from (text for _one, text in sorted(told, key=lambda pair: pair[0].ref))


def _alarms(story: Story, span: ChapterSpan) -> Iterator[tuple[Occurrence, Sentence]]:
    """Yield the alarms of a chapter; the end of one that began before it has a sentence of its
    own."""
    for begun, ended in alarm_spans(story):
        over = ended if ended is not None and span.has(ended.tick) else None
        if span.has(begun.tick):
            some = alarm_events(begun, over, last_use(story, begun))
            text = f"{alarm_text(story, some)}{OPEN if ended is None else ''}"
            yield begun, sentence(text, [one.ref for one in some], begun.tick)
        elif over is not None:
            yield over, sentence(alarm_text(story, [over]), [over.ref])


def alarm_events(
    begun: Occurrence, ended: Occurrence | None, cause: Occurrence | None
) -> list[Occurrence]:
    """Return the last use of an object before an alarm of it, its begin and its end, as far as they
    are."""
    return [one for one in (cause, begun, ended) if one is not None]


def alarm_text(story: Story, some: Sequence[Occurrence]) -> str:
    """Return which object gave an alarm and where, and the events of the alarm with their times."""
    world, thing = story.world, getattr(some[0].event, "thing", "")
    area = getattr(some[0].event, "area", "")
    path = world.areas.path(area) if area in world.areas.by_id else ()
    rooms = [the_place(world.name_of(one)) for one in reversed(path) if one != WORLD]
    where = (
        f"{world.name_with_article(thing)} in {' of '.join(rooms)}"
        if rooms
        else world.name_with_article(thing)
    )
    last = some[-1].minute
    told = [f"{moment_from(one.minute, last)}: {one.event.sentence(world)}" for one in some]
    is_begun = _is_alarm(story, thing, getattr(some[-1].event, "after", "")) or len(some) > 1
    head = f"{capital(where)} gave an alarm" if is_begun else f"The alarm of {where} ended"
    return f"{head}. {' '.join(told)}"


def last_use(story: Story, begun: Occurrence) -> Occurrence | None:
    """Return the last use of an object before an alarm of it."""
    thing = getattr(begun.event, "thing", "")
    uses = story.newest_of(Interacted, begun.tick)
    return next((one for one, event in uses if event.thing == thing and one.ref < begun.ref), None)


def alarm_spans(story: Story) -> Iterator[tuple[Occurrence, Occurrence | None]]:
    """Yield the change with which each alarm begins, and the one with which it ends; None for an
    end to come."""
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
    return sorted(
        (*(one for one, _e in story.of(Changed)), *(one for one, _e in story.of(Interacted))),
        key=_ref,
    )


def _ref(one: Occurrence) -> EventRef:
    return one.ref


def _is_alarm(story: Story, thing: str, state: str) -> bool:
    placement = story.world.objects.get(thing)
    kind = story.world.kinds.get(placement.kind) if placement else None
    return kind is not None and state in kind.states and kind.states[state].alarm


def trouble_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what people could not use or enter, and who put an object right afterwards."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Refused]]] = defaultdict(list)
    for one, event in story.of(Refused, span.first, span.last):
        found[event.who, event.target].append((one, event))
    for (_who, target), some in sorted(found.items(), key=lambda pair: pair[1][0][0].ref):
        one, event = some[0]
        told = (
            f"{span.occasions(each.minute for each, _event in some)}: "
            f"{refusal_text(story.world, event)}"
        )
        refs, fixed = [each.ref for each, _event in some], _repair(story, one, target)
        if fixed is not None:
            told = (
                f"{told} {moment_from(fixed.minute, one.minute)}: "
                f"{fixed.event.sentence(story.world)}"
            )
            refs.append(fixed.ref)
        yield sentence(told, refs)


def _repair(story: Story, trouble: Occurrence, thing: str) -> Occurrence | None:
    """Return the first use by which an object was put into another state after a trouble with
    it."""
    uses = (
        one
        for one, event in story.of(Interacted)
        if event.thing == thing and event.before != event.after
    )
    return next((one for one in uses if one.tick > trouble.tick), None)


def unknown_events(story: Story, known: Iterable[type], span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what happened of kinds that no other paragraph tells, equal sentences together."""
    told: dict[str, list[Occurrence]] = defaultdict(list)
    for kind, some in story.occurrences.items():
        if kind not in {*known}:
            for one in some:
                if span.has(one.tick):
                    told[one.event.sentence(story.world)].append(one)
    for text, some in sorted(told.items(), key=lambda pair: pair[1][0].ref):
        yield sentence(
            f"{span.occasions(one.minute for one in some)}: {text}", [one.ref for one in some]
        )


GIVEN = "fetch"
"""The deed by which somebody gets an item out of an object."""


def refusal_text(world: World, event: Refused) -> str:
    """Return what somebody could not do, or did not get, and the reason that the event has."""
    who, target = world.name_with_article(event.who), _goal(world, event.target)
    if event.at:
        failed = f"could not go into {_goal(world, event.at)}"
    elif event.verb is None:
        failed = f"could not get to {target}"
    elif items := _items(world, event):
        failed = f"got no {' or '.join(items)} from {target}"
    else:
        failed = f"could not {infinitive(event.verb)} {target}"
    return f"{who} {failed}: {event.sentence(world).partition(': ')[2]}"


def _goal(world: World, name: str) -> str:
    return (
        the_place(world.name_of(name))
        if name in world.areas.by_id
        else world.name_with_article(name)
    )


def _items(world: World, event: Refused) -> list[str]:
    """Return which items a use of an object gives; none where it may be another use of the same
    name."""
    placed = world.objects.get(event.target)
    kind = world.kinds.get(placed.kind) if placed is not None else None
    rows = [row for row in kind.transitions if row.verb == event.verb] if kind is not None else []
    meant = [row for row in rows if row.fails == event.reason] or rows
    given = [_given(row) for row in meant]
    return sorted(set[str]().union(*given)) if all(given) else []


def _given(row: Transition) -> set[str]:
    items = {one.item for one in row.effects if isinstance(one, ItemEffect) and one.amount > 0}
    return items | {
        one.item for one in row.effects if isinstance(one, TransferEffect) and one.deed == GIVEN
    }
