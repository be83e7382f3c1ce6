"""Paragraphs on what people said to each other: talks, words, views, quarrels, and needs."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from latticeville.core.clock import format_hours
from latticeville.core.quotes import in_quotes
from latticeville.core.word_list import list_words
from latticeville.mind.topic import (
    ATTACK_KEY,
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
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import (
    EventRef,
    Paragraph,
    Sentence,
    paragraphs_of,
    sentence,
)
from latticeville.reports.chronicle.fights import where_text
from latticeville.reports.chronicle.story import Occurrence, Story, Talk
from latticeville.reports.chronicle.words import HOUR, counted, names, number_word, times
from latticeville.sim.event import Event
from latticeville.world.model.world import World

MOST_SPEAKERS, MOST_SUBJECTS = 2, 3
"""The people who talked most, and the subjects of which most was said, that are told."""


def need_talk_sentences(talks: Sequence[Talk], world: World) -> Iterator[Sentence]:
    """Yield how many people spoke how often, who did most, and of what most was said."""
    lines = sorted((line for talk in talks for line in talk.lines), key=lambda line: line[0].ref)
    if not lines:
        return
    told = _speakers_text([said for _one, said in lines], world)
    subjects = Counter(filter(None, (_subject(said.topic, world) for _one, said in lines)))
    most = [f"{what} ({times(number)})" for what, number in subjects.most_common(MOST_SUBJECTS)]
    of = f"; of {list_words(most)}" if most else ""
    yield sentence(f"{told}{of}", [one.ref for one, _said in lines])


def _speakers_text(lines: Sequence[Event], world: World) -> str:
    count = Counter(said.who for said in lines)
    told = f"{counted(len(count), 'person', 'people')} spoke: {counted(len(lines), 'utterance')}"
    ordered = sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_SPEAKERS]
    most = list_words([f"{names(world, [who])} ({number_word(number)})" for who, number in ordered])
    return f"{told}; {most} spoke most" if len(count) > MOST_SPEAKERS else f"{told}, by {most}"


def _subject(topic: Topic | None, world: World) -> str:
    """Return what words are of: where food is, or an attack; "" for what is told elsewhere."""
    if topic is not None and topic.kind == FOOD:
        return "where food is"
    parts = topic.key.split(".") if topic is not None else []
    if topic is None or not topic.key.startswith(ATTACK_KEY) or len(parts) < 3:
        return ""
    return f"{world.name_with_article(parts[1])}'s attack on {world.name_with_article(parts[2])}"


DECIDED = 0.15
"""How far from 0 a stance is that counts as for or against."""
APART = 0.5
"""The distance between two stances of different signs that makes a quarrel."""
MOST_WORDS = 12
"""Utterances that a chapter of a world with needs quotes."""
FEW, MOST_TIED = 2, 2
"""Talks up to which a chapter tells each, and places, or hours, that are told where they have
equally many."""
OFTEN, MOST_PAIRS = 3, 6
"""Talks of a pair on a day that are told first, and the pairs that are named there."""
VERBS = {PLEA: "begged", THREAT: "threatened", THANKS: "thanked"}
"""What people do with words of some kinds of topic."""
NEWS = frozenset({EVENT, MEMORY, INSIGHT, SECRET, DECISION})
"""The kinds of topic that go from mouth to mouth."""


class Quarrel(NamedTuple):
    """Two people who spoke for and against a subject in one talk; the words are in the order of
    speaking."""

    people: tuple[str, str]
    subject: str
    at: Occurrence
    refs: tuple[EventRef, ...]


def talk_paragraphs(story: Story, span: ChapterSpan) -> Iterator[Paragraph]:
    """Yield who talked with whom, on what they held which views, and who quarrelled."""
    talks = story.talks_in(span.first, span.last)
    yield from paragraphs_of(
        {
            "talks": _talks(story, talks, span),
            "words": word_sentences(talks, story.world, span) if story.levels else (),
            "views": view_sentences(talks, story.world, _told_before(story, span)),
            "quarrels": quarrel_sentences(talks, story.world, span),
        }
    )


def _talks(story: Story, talks: Sequence[Talk], span: ChapterSpan) -> Iterator[Sentence]:
    """Yield what all talks came to; a few talks, and in a world with needs all with answers, by who
    began them."""
    if story.levels:
        yield from need_talk_sentences(talks, story.world)
        yield from _starter_sentences(
            [talk for talk in talks if talk.is_answered], story.world, span
        )
    elif talks:
        yield _sum_sentence(talks, story.world, span)
        yield from _starter_sentences(talks if len(talks) <= FEW else (), story.world, span)


def _starter_sentences(
    talks: Sequence[Talk], world: World, span: ChapterSpan
) -> Iterator[Sentence]:
    """Yield a sentence for everybody who began talks: with whom, when, where, about what."""
    by_person: dict[str, list[Talk]] = defaultdict(list)
    for talk in talks:
        by_person[talk.people[0]].append(talk)
    for who, some in sorted(by_person.items()):
        yield _starter_sentence(who, some, world, span)


def _starter_sentence(who: str, some: Sequence[Talk], world: World, span: ChapterSpan) -> Sentence:
    parts = {
        "began a talk with": [talk for talk in some if talk.is_answered],
        "spoke to": [talk for talk in some if not talk.is_answered],
    }
    told = [f"{verb} {_companies(part, world, span)}" for verb, part in parts.items() if part]
    return sentence(
        f"{world.name_with_article(who)} {'; '.join(told)}",
        [ref for one in some for ref in one.refs],
    )


def _sum_sentence(talks: Sequence[Talk], world: World, span: ChapterSpan) -> Sentence:
    """Return how many talks there were, where and in which hour most of them began, and who talked
    most often."""
    answered = [talk for talk in talks if talk.is_answered]
    people = {said.who for talk in talks for _one, said in talk.lines}
    parts = [counted(len(answered), "talk")] if answered else []
    parts.append(counted(sum(len(talk.lines) for talk in talks), "utterance"))
    together = most_talks(answered, world, max(OFTEN, *_pairs(answered).values(), 0))
    told = (
        f"{counted(len(people), 'person', 'people')} spoke: "
        f"{', '.join(parts)}{_busiest(answered, span)}{together}"
    )
    return sentence(told, [talk.first.ref for talk in talks])


def _busiest(talks: Sequence[Talk], span: ChapterSpan) -> str:
    """Return where and in which hour most talks began."""
    where = _most(Counter(talk.first.place for talk in talks))
    when = _most(Counter(_hour_text(talk.first.minute, span) for talk in talks))
    told = [one for one in (where, when) if one]
    return f"; most {list_words(told)}" if told else ""


def _hour_text(minute: int, span: ChapterSpan) -> str:
    start = minute - minute % HOUR
    return f"between {span.time(start)} and {format_hours(start + HOUR)}"


def _most(counts: Counter[str]) -> str:
    """Return which text there is most often, or which two, and how often; "" for once and for more
    than two.

    >>> _most(Counter(["at dawn", "at noon", "at noon"])), _most(Counter("aabb")), _most(Counter("abc"))
    ('at noon (two)', 'a and b (two each)', '')
    """
    number = max(counts.values(), default=0)
    most = sorted(one for one, count in counts.items() if count == number)
    is_told = number > 1 and len(most) <= MOST_TIED
    return (
        f"{list_words(most)} ({number_word(number)}{' each' * (len(most) > 1)})" if is_told else ""
    )


def _pairs(talks: Sequence[Talk]) -> Counter[tuple[str, str]]:
    """Return how many talks each pair had."""
    return Counter(pair for talk in talks for pair in combinations(sorted(talk.people), 2))


def most_talks(talks: Sequence[Talk], world: World, least: int) -> str:
    """Return which pairs talked most often, those with fewer talks than `least` left out; ties are
    told together."""
    told = list[str]()
    ordered = sorted(_pairs(talks).items(), key=lambda one: (-one[1], one[0]))
    for number, some in groupby(ordered, key=lambda one: one[1]):
        tied = [f"{names(world, pair)} ({number_word(number)})" for pair, _number in some]
        if number < least or len(told) + len(tied) > MOST_PAIRS:
            break
        told += tied
    return f"; most often together: {', '.join(told)}" if told else ""


def _companies(talks: Sequence[Talk], world: World, span: ChapterSpan) -> str:
    """Return with whom somebody began talks, and for each company when, where and about what."""
    by_company: dict[tuple[str, ...], list[Talk]] = defaultdict(list)
    for talk in talks:
        by_company[tuple(sorted(talk.people[1:]))].append(talk)
    return "; ".join(
        f"{names(world, people)} ({_occasions(some, span)})" for people, some in by_company.items()
    )


def _occasions(talks: Sequence[Talk], span: ChapterSpan) -> str:
    """Return when and where talks began, and about what they were."""
    by_place: dict[tuple[str, str], list[int]] = defaultdict(list)
    for talk in talks:
        subjects = _subjects([talk])
        about = f", about {list_words(subjects)}" if subjects else ""
        by_place[talk.first.where, about].append(talk.first.minute)
    return "; ".join(
        f"{span.occasions(minutes)} {where}{about}" for (where, about), minutes in by_place.items()
    )


def word_sentences(talks: Sequence[Talk], world: World, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield pleas, threats, thanks and what nobody answered: the first of each kind, and what was
    said most often.

    Equal words of a person to the same people are together. Talks in which people answer each other
    are told elsewhere.
    """
    ordered = _order_words(talks)
    for some in sorted(ordered[:MOST_WORDS], key=lambda some: some[0][0].ref):
        yield _word_sentence(some, world, span)
    if rest := [one.ref for some in ordered[MOST_WORDS:] for one, _said in some]:
        yield sentence(f"and {counted(len(rest), 'more utterance')}", rest)


def _lines(talks: Iterable[Talk]) -> list[tuple[Occurrence, Event]]:
    """Return the utterances of talks in the order of speaking."""
    return sorted((line for talk in talks for line in talk.lines), key=lambda line: line[0].ref)


def _kind(said: Event) -> str:
    return said.topic.kind if said.topic else ""


def _order_words(talks: Sequence[Talk]) -> list[list[tuple[Occurrence, Event]]]:
    """Return equal words of a person to the same together: the first of each kind, then those said
    most often.

    News, where there is food, and answers are left out.
    """
    found: dict[tuple[str, str, tuple[str, ...]], list[tuple[Occurrence, Event]]] = defaultdict(
        list
    )
    first: dict[str, EventRef] = {}
    unanswered = {one.ref for talk in talks if not talk.is_answered for one, _said in talk.lines}
    for one, said in _lines(talks):
        kind = _kind(said)
        if kind in VERBS or (one.ref in unanswered and kind not in {FOOD, *NEWS}):
            found[said.who, said.words, said.listeners].append((one, said))
            first.setdefault(kind, one.ref)
    begun = {*first.values()}
    return sorted(
        found.values(), key=lambda some: (some[0][0].ref not in begun, -len(some), some[0][0].ref)
    )


def _word_sentence(
    some: Sequence[tuple[Occurrence, Event]], world: World, span: ChapterSpan
) -> Sentence:
    said, where = some[0][1], where_text(one for one, _said in some)
    often = f" {times(len(some))}" if len(some) > 1 else ""
    deed = (
        f"{world.name_with_article(said.who)} {VERBS.get(_kind(said), 'said to')} "
        f"{names(world, said.listeners)}"
    )
    when = span.times(one.minute for one, _said in some)
    return sentence(
        f"{when}: {deed}{often} {where}: {in_quotes(said.words)}", [one.ref for one, _said in some]
    )


def _subjects(talks: Sequence[Talk]) -> list[str]:
    """Return what talks were about, as far as views were told."""
    topics = (said.topic for talk in talks for _one, said in talk.lines if said.topic)
    return list(dict.fromkeys(subject_of(topic) for topic in topics if is_view(topic)))


def is_view(topic: Topic | None) -> bool:
    """Tell whether words tell a view of a subject."""
    return topic is not None and topic.kind == OPINION and topic.key.count(".") > 1


def own_views(talks: Sequence[Talk]) -> Iterator[tuple[str, Occurrence, Event, float]]:
    """Yield every view that somebody told as their own: its subject, where and when, the words, the
    stance."""
    for talk in talks:
        for one, said in talk.lines:
            topic = said.topic
            if (
                topic is not None
                and is_view(topic)
                and topic.who == said.who
                and topic.stance is not None
            ):
                yield subject_of(topic), one, said, topic.stance


def _told_before(story: Story, span: ChapterSpan) -> set[str]:
    """Return the words of all views that were told before a chapter."""
    return {
        said.topic.gist
        for _one, said in story.said(0, span.first - 1)
        if said.topic and is_view(said.topic)
    }


def view_sentences(
    talks: Sequence[Talk], world: World, before: Collection[str] = ()
) -> Iterator[Sentence]:
    """Yield for each subject who spoke for and against it, with the strongest words that were not
    told `before`."""
    held: dict[str, dict[str, tuple[float, Occurrence, Event]]] = defaultdict(dict)
    for subject, one, said, stance in own_views(talks):
        held[subject][said.who] = stance, one, said
    for subject, by_person in sorted(held.items()):
        sides = {"for it": [], "against it": [], "undecided": []}  # type: dict[str, list[str]]
        for who, (stance, _one, _said) in sorted(by_person.items()):
            side = (
                "for it" if stance > DECIDED else "against it" if stance < -DECIDED else "undecided"
            )
            sides[side].append(who)
        told = "; ".join(
            f"{names(world, people)} {side}" for side, people in sides.items() if people
        )
        words = _strongest_words(by_person.values(), before)
        quote = (
            f" {world.name_with_article(words.who)} said: “{words.gist}”"
            if words is not None
            else ""
        )
        yield sentence(
            f"On {subject}: {told}.{quote}", [one.ref for _s, one, _w in by_person.values()]
        )


def _strongest_words(
    views: Iterable[tuple[float, Occurrence, Event]], before: Collection[str]
) -> Topic | None:
    """Return the view of whoever feels most strongly and has not told it before."""
    new = [
        (stance, one, said.topic)
        for stance, one, said in views
        if said.topic and said.topic.gist not in before
    ]
    return max(new, key=lambda each: (abs(each[0]), -each[1].tick))[2] if new else None


def quarrels(talks: Sequence[Talk]) -> Iterator[Quarrel]:
    """Yield two people and a subject for each talk in which they spoke for and against it."""
    for talk in talks:
        held: dict[str, dict[str, tuple[Occurrence, float]]] = defaultdict(dict)
        for subject, one, said, stance in own_views([talk]):
            held[subject][said.who] = one, stance
        for subject, views in sorted(held.items()):
            for (who, (one, mine)), (other, (two, theirs)) in combinations(
                sorted(views.items()), 2
            ):
                if mine * theirs < 0 and abs(mine - theirs) >= APART:
                    yield Quarrel((who, other), subject, min(one, two), (one.ref, two.ref))


def quarrel_sentences(talks: Sequence[Talk], world: World, span: ChapterSpan) -> Iterator[Sentence]:
    """Yield for each subject who quarrelled about it, and when and where."""
    found: dict[str, dict[tuple[str, str], list[Quarrel]]] = defaultdict(lambda: defaultdict(list))
    for one in quarrels(talks):
        found[one.subject][one.people].append(one)
    for subject, pairs in sorted(found.items()):
        told = [
            f"{names(world, pair)} ({_quarrel_times(some, span)})" for pair, some in pairs.items()
        ]
        refs = [ref for some in pairs.values() for one in some for ref in one.refs]
        yield sentence(f"About {subject}: {'; '.join(told)}", refs)


def _quarrel_times(some: Iterable[Quarrel], span: ChapterSpan) -> str:
    """Return when and where a pair quarrelled."""
    by_place: dict[str, list[int]] = defaultdict(list)
    for one in some:
        by_place[one.at.where].append(one.at.minute)
    return "; ".join(f"{span.times(minutes)} {where}" for where, minutes in by_place.items())
