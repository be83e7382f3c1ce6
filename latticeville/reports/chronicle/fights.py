"""Sentences on fights: who attacked whom how often, what that cost, and why."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from latticeville.reports.chronicle.chapter_span import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.reasons import count_reasons, reason_of_attack
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.where import where_text
from latticeville.reports.chronicle.words import names, percent, times
from latticeville.sim.survival.events import Attacked, Died, OutOfReach

Blows = Sequence[tuple[Occurrence, Attacked]]
"""Attacks of one person on another, in order."""


def fight_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for each attacker and victim how often, with how much damage, where and when, and
    why."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Attacked]]] = defaultdict(list)
    for one, event in story.of(Attacked, span.first, span.last):
        found[event.who, event.to].append((one, event))
    for (who, to), some in found.items():
        yield _fight_sentence(story, who, to, some, span)


def _fight_sentence(story: Story, who: str, to: str, some: Blows, span: ChapterSpan) -> Sentence:
    world, damage = story.world, story.wounds.taken_by(one.ref for one, _event in some)
    where = where_text(one for one, _event in some)
    told = (
        f"{world.name_with_article(who)} attacked {world.name_with_article(to)} {times(len(some))} "
        f"({span.times(one.minute for one, _event in some)}) {where}, which cost "
        f"{world.name_with_article(to)} "
        f"{percent(damage)} of full health"
    )
    why, refs = _why(story, some, span)
    return sentence(". ".join((told, *why)), [*(one.ref for one, _event in some), *refs])


def _why(story: Story, some: Blows, span: ChapterSpan) -> tuple[list[str], list[EventRef]]:
    """Return why the first blow fell, and the one that killed, how many blows had which reason, and
    further events."""
    (first, _event), (last, event), told = some[0], some[-1], list[str]()
    why, refs = reason_of_attack(story, *some[0])
    if why:
        told.append(f"Why{f' at {span.time(first.minute)}' if len(some) > 1 else ''}: {why}")
    if len(some) > 1 and _has_killed(story, last, event):
        why, further = reason_of_attack(story, last, event)
        told += [f"Why at {span.time(last.minute)}, the blow that killed: {why}"] if why else []
        refs = [*refs, *further]
    counted = count_reasons([story.reason_of(one) for one, _event in some]) if len(some) > 1 else ""
    return told + (
        [f"In all, {names(story.world, [event.who])} {counted}"] if counted else []
    ), refs


def _has_killed(story: Story, one: Occurrence, event: Attacked) -> bool:
    dead = (died for _at, died in story.of(Died, one.tick, one.tick) if died.who == event.to)
    return any(event.who in died.by for died in dead)


def failure_sentences(story: Story, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield who tried in vain to do something to whom, how often and when."""
    found: dict[tuple[str, str, str], list[Occurrence]] = defaultdict(list)
    for one, event in story.of(OutOfReach, span.first, span.last):
        found[event.who, event.kind, event.target].append(one)
    for (who, kind, target), some in found.items():
        pair = (story.world.name_with_article(who), story.world.name_with_article(target))
        deed = {"attack": "attack {}", "give": "give something to {}"}.get(
            kind, f"{kind} {{}}"
        ).format(pair[1])
        often = f" {times(len(some))}" if len(some) > 1 else ""
        when = span.times(one.minute for one in some)
        yield sentence(
            f"{pair[0]} tried{often} to {deed}, who was out of reach ({when})",
            [one.ref for one in some],
        )
