"""Paragraphs on what people said to each other: talks, views, quarrels, news."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from latticeville.core.clock import format_hours
from latticeville.core.word_list import list_words
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    FOOD,
    INSIGHT,
    MEMORY,
    OPINION,
    PLEA,
    SECRET,
    THANKS,
    THREAT,
    Topic,
    subject_of,
)
from latticeville.render.chronicle.document import EventRef, Paragraph, Sentence, sentence
from latticeville.render.chronicle.story import Occurrence, Story, Talk
from latticeville.render.chronicle.words import counted, names, times
from latticeville.sim.events import Said
from latticeville.world.model.world import World

DECIDED = 0.15
"""How far from 0 a stance is that counts as for or against."""
APART = 0.5
"""The distance between two stances of different signs that makes a quarrel."""
MOST_WORDS = 12
"""Utterances that a chapter of a world with needs quotes."""
MOST_STEPS = 4
"""Tellings of a piece of news that are listed one by one."""
VERBS = {PLEA: "begged", THREAT: "threatened", THANKS: "thanked"}
"""What people do with words of some kinds of topic."""
_NEWS = frozenset({EVENT, MEMORY, INSIGHT, SECRET, DECISION})
"""The kinds of topic that go from mouth to mouth."""


class Quarrel(NamedTuple):
    """Two people who spoke for and against a subject in one talk; the words are in the order of speaking."""

    people: tuple[str, str]
    subject: str
    at: Occurrence
    refs: tuple[EventRef, ...]


def talk_paragraphs(story: Story, first: int, last: int) -> Iterator[Paragraph]:
    """Yield who talked with whom, on what they held which views, who quarrelled, and what went from mouth to mouth."""
    talks = story.talks_in(first, last)
    parts: dict[str, Iterable[Sentence]] = {
        "talks": talk_sentences(talks, story.world),
        "words": word_sentences(talks, story.world) if story.levels else (),
        "views": view_sentences(talks, story.world),
        "quarrels": quarrel_sentences(talks, story.world),
        "news": news_sentences(talks, story.world),
    }
    for subject, some in parts.items():
        if found := tuple(some):
            yield Paragraph(subject, found)


def talk_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield a sentence for all talks, one for each company that talked often, and one for each who talked once."""
    if not talks:
        return
    yield _sum_sentence(talks, world)
    by_company: dict[tuple[str, ...], list[Talk]] = defaultdict(list)
    for talk in talks:
        by_company[tuple(sorted(talk.people))].append(talk)
    for company, some in sorted(by_company.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if len(some) > 1:
            yield _company_sentence(company, some, world)
    yield from _single_talks({who: some[0] for who, some in by_company.items() if len(some) == 1}, world)


def _sum_sentence(talks: Sequence[Talk], world: World) -> Sentence:
    lines = sum(len(talk.lines) for talk in talks)
    people = sorted({who for talk in talks for who in talk.people})
    some = f"{counted(len(talks), 'talk')}, " if lines > len(talks) else ""
    told = f"{names(world, people)} spoke: {some}{counted(lines, 'utterance')}"
    return sentence(told, [talk.first.ref for talk in talks])


def _company_sentence(company: Sequence[str], some: Sequence[Talk], world: World) -> Sentence:
    by_place: dict[str, list[str]] = defaultdict(list)
    for talk in some:
        by_place[talk.first.place].append(format_hours(talk.first.minute))
    where = list_words([f"{', '.join(dict.fromkeys(hours))} {place}" for place, hours in by_place.items()])
    about = _subjects(some)
    told = f", about {list_words(about)}" if about else ""
    verb = "talked" if len(company) > 1 else "spoke to the air"
    return sentence(
        f"{names(world, company)} {verb} {times(len(some))} ({where}){told}", [ref for one in some for ref in one.refs]
    )


def word_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield the first words of each kind, and what was said most often; equal words of a person to the same together.

    News has a paragraph of its own, and where there is food is one sentence.
    """
    lines = sorted((line for talk in talks for line in talk.lines), key=lambda line: line[0].ref)
    ordered = _order_words(lines)
    for some in sorted(ordered[:MOST_WORDS], key=lambda some: some[0][0].ref):
        yield _word_sentence(some, world)
    yield from _food_sentences(lines, world)
    if rest := [one.ref for some in ordered[MOST_WORDS:] for one, _said in some]:
        yield sentence(f"and {counted(len(rest), 'more utterance')}", rest)


def _food_sentences(lines: Sequence[tuple[Occurrence, Said]], world: World) -> Iterator[Sentence]:
    """Yield who told others where there was food, and how often."""
    if food := [(one, said) for one, said in lines if _kind(said) == FOOD]:
        speakers = names(world, sorted({said.who for _one, said in food}))
        yield sentence(f"{speakers} told others where food was: {times(len(food))}", [one.ref for one, _s in food])


def _kind(said: Said) -> str:
    return said.topic.kind if said.topic else ""


def _order_words(lines: Sequence[tuple[Occurrence, Said]]) -> list[list[tuple[Occurrence, Said]]]:
    """Return equal words of a person to the same together: the first of each kind, then those said most often.

    News and where there is food are left out.
    """
    found: dict[tuple[str, str, tuple[str, ...]], list[tuple[Occurrence, Said]]] = defaultdict(list)
    first: dict[str, EventRef] = {}
    for one, said in lines:
        if _kind(said) in {FOOD, *_NEWS}:
            continue
        found[said.who, said.words, said.listeners].append((one, said))
        first.setdefault(_kind(said), one.ref)
    begun = {*first.values()}
    return sorted(found.values(), key=lambda some: (some[0][0].ref not in begun, -len(some), some[0][0].ref))


def _word_sentence(some: Sequence[tuple[Occurrence, Said]], world: World) -> Sentence:
    one, said = some[0]
    often = f" ({times(len(some))})" if len(some) > 1 else ""
    verb = VERBS.get(_kind(said), "said to")
    told = f"{world.name_with_article(said.who)} {verb} {names(world, said.listeners)}{often}"
    return sentence(f"{format_hours(one.minute)}: {told}: “{said.words}”", [each.ref for each, _said in some])


def _single_talks(by_company: dict[tuple[str, ...], Talk], world: World) -> Iterator[Sentence]:
    """Yield for each who began a talk with others only once with whom and when."""
    started: dict[str, list[tuple[tuple[str, ...], Talk]]] = defaultdict(list)
    for company, talk in by_company.items():
        started[talk.people[0]].append((company, talk))
    for who, some in sorted(started.items()):
        told, refs = list[str](), list[EventRef]()
        for company, talk in sorted(some, key=lambda pair: pair[1].first.tick):
            others = [other for other in company if other != who]
            told.append(f"{names(world, others)} ({format_hours(talk.first.minute)} {talk.first.place})")
            refs += talk.refs
        yield sentence(f"{world.name_with_article(who)} began a talk with {'; with '.join(told)}", refs)


def _subjects(talks: Sequence[Talk]) -> list[str]:
    """Return what talks were about, as far as views were told."""
    topics = (said.topic for talk in talks for _one, said in talk.lines if said.topic)
    return list(dict.fromkeys(subject_of(topic) for topic in topics if _is_view(topic)))


def _is_view(topic: Topic | None) -> bool:
    return topic is not None and topic.kind == OPINION and topic.key.count(".") > 1


def own_views(talks: Sequence[Talk]) -> Iterator[tuple[str, Occurrence, Said, float]]:
    """Yield every view that somebody told as their own: its subject, where and when, the words, the stance."""
    for talk in talks:
        for one, said in talk.lines:
            topic = said.topic
            if topic is not None and _is_view(topic) and topic.who == said.who and topic.stance is not None:
                yield subject_of(topic), one, said, topic.stance


def view_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield for each subject who spoke for and against it, with the words of whoever felt most strongly."""
    held: dict[str, dict[str, tuple[float, Occurrence, Said]]] = defaultdict(dict)
    for subject, one, said, stance in own_views(talks):
        held[subject][said.who] = stance, one, said
    for subject, by_person in sorted(held.items()):
        sides = {"for it": [], "against it": [], "undecided": []}  # type: dict[str, list[str]]
        for who, (stance, _one, _said) in sorted(by_person.items()):
            side = "for it" if stance > DECIDED else "against it" if stance < -DECIDED else "undecided"
            sides[side].append(who)
        told = "; ".join(f"{names(world, people)} {side}" for side, people in sides.items() if people)
        _stance, _one, said = max(by_person.values(), key=lambda each: (abs(each[0]), -each[1].tick))
        gist = said.topic.gist if said.topic else said.words
        quote = f" {world.name_with_article(said.who)} said: “{gist}”"
        yield sentence(f"On {subject}: {told}.{quote}", [one.ref for _s, one, _w in by_person.values()])


def quarrels(talks: Sequence[Talk]) -> Iterator[Quarrel]:
    """Yield two people and a subject for each talk in which they spoke for and against it."""
    for talk in talks:
        held: dict[str, dict[str, tuple[Occurrence, float]]] = defaultdict(dict)
        for subject, one, said, stance in own_views([talk]):
            held[subject][said.who] = one, stance
        for subject, views in sorted(held.items()):
            for (who, (one, mine)), (other, (two, theirs)) in combinations(sorted(views.items()), 2):
                if mine * theirs < 0 and abs(mine - theirs) >= APART:
                    yield Quarrel((who, other), subject, min(one, two), (one.ref, two.ref))


def quarrel_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield a sentence for each pair that quarrelled."""
    found: dict[tuple[str, str], list[Quarrel]] = defaultdict(list)
    for one in quarrels(talks):
        found[one.people].append(one)
    for pair, some in sorted(found.items()):
        told = [f"{one.subject} ({format_hours(one.at.minute)} {one.at.place})" for one in some]
        yield sentence(
            f"{names(world, pair)} disagreed about {list_words(told)}", [ref for one in some for ref in one.refs]
        )


def spread(talks: Sequence[Talk]) -> dict[tuple[str, str], list[tuple[Occurrence, Said]]]:
    """Return for each piece of news and each secret who told it to whom, in order, by its key and what was told."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Said]]] = defaultdict(list)
    for talk in talks:
        for one, said in talk.lines:
            if said.topic is not None and said.topic.kind in _NEWS:
                found[said.topic.key, said.topic.gist or said.words].append((one, said))
    return found


def news_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield what people told each other of what happened, and secrets: who told whom, and when.

    What people noticed of others is told only where several passed it on.
    """
    for told in spread(talks).values():
        said = told[0][1]
        topic = said.topic
        if topic is None or (topic.kind == INSIGHT and len({each.who for _one, each in told}) < 2):
            continue
        verb, steps = "Confided" if topic.kind == SECRET else "Told", list_words(_steps(told, world))
        yield sentence(f"{verb} by {steps}: “{topic.gist or said.words}”", [one.ref for one, _s in told])


def _steps(told: Sequence[tuple[Occurrence, Said]], world: World) -> list[str]:
    """Return who told whom when, and of many tellings how many more there were."""
    steps = [
        f"{world.name_with_article(each.who)} to {names(world, each.listeners)} ({format_hours(one.minute)})"
        for one, each in told[:MOST_STEPS]
    ]
    if rest := told[MOST_STEPS:]:
        more = names(world, sorted({each.who for _one, each in rest}))
        to = names(world, list(dict.fromkeys(who for _one, each in rest for who in each.listeners)))
        steps.append(f"{times(len(rest))} more by {more}, to {to} (until {format_hours(rest[-1][0].minute)})")
    return steps
