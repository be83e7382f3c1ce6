"""The summary of a chronicle: deaths, attacks, gifts, need, appointments, views, tension."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.agreements import attendance, met
from latticeville.reports.chronicle.chapters import ChapterSpan
from latticeville.reports.chronicle.document import EventRef, Sentence, sentence
from latticeville.reports.chronicle.levels import Level
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Story
from latticeville.reports.chronicle.talk import DECIDED, most_talks, own_views, quarrels
from latticeville.reports.chronicle.words import (
    MAX_LISTED,
    counted,
    moment,
    names,
    number_word,
    percent,
    times,
)
from latticeville.rules.survival.events import Attacked, Died, Gathered, Gave
from latticeville.sim.beats.events import Decided, vote_words
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

MOST_CHAPTERS = 8
"""Chapters up to which the summary compares them."""


def summary_sentences(
    story: Story, chapters: Sequence[tuple[str, ChapterSpan]], moves: Iterable[Sentence]
) -> Iterator[Sentence]:
    """Yield what the whole run came to; a few `chapters`, with their titles, are compared.

    `moves` are the sentences on how trust and views moved.
    """
    if story.levels:
        yield from _death_sentences(story)
        yield from _attack_sentences(story)
        yield from _gift_sentences(story)
        yield from _need_sentences(story)
        if 1 < len(chapters) <= MOST_CHAPTERS:
            yield from (_chapter_sentence(story, title, span) for title, span in chapters)
    yield from _matter_sentences(story)
    yield from _meeting_sentences(story)
    yield from moves
    yield from _talk_sentences(story)
    yield from _quarrel_sentences(story)
    yield from _change_sentences(story)
    yield from tension_sentences(story)


def _death_sentences(story: Story) -> Iterator[Sentence]:
    world, deaths = story.world, list(story.of(Died))
    living = sorted(who for who, body in story.last.bodies.items() if not body.is_dead)
    if not deaths:
        told = (
            f"Nobody of {counted(len(living), 'person', 'people')} died"
            if living
            else "Nobody was alive at its beginning"
        )
        yield sentence(told, (), story.last.tick)
        return
    by_cause: dict[str, list[str]] = defaultdict(list)
    for one, event in deaths:
        by = f", struck by {names(world, event.by)}" if event.by else ""
        by_cause[event.cause].append(
            f"{world.name_with_article(event.who)} ({moment(one.minute)}{by})"
        )
    told = "; ".join(f"of {cause} {list_words(people)}" for cause, people in by_cause.items())
    number = (
        f"{capital(number_word(len(deaths)))} of "
        f"{counted(len(story.last.bodies), 'person', 'people')} died"
    )
    yield sentence(
        f"{number}: {told}. Alive at the end: {names(world, living)}",
        [one.ref for one, _event in deaths],
    )


def _matter_sentences(story: Story) -> Iterator[Sentence]:
    """Yield how all matters were decided."""
    ends = [
        (
            f"{event.text.removesuffix('.')} ({vote_words(len(event.likes), len(event.dislikes))})",
            one,
        )
        for one, event in story.of(Decided)
    ]
    if ends:
        yield sentence("; ".join(told for told, _one in ends), [one.ref for _told, one in ends])


def _attack_sentences(story: Story) -> Iterator[Sentence]:
    """Yield who attacked whom how often, and who attacked nobody."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    refs = list[EventRef]()
    for one, event in story.of(Attacked):
        found[event.who][event.to] += 1
        refs.append(one.ref)
    if refs:
        told = [
            f"{names(story.world, [who])} {some.total()} ({_counts(story.world, some)})"
            for who, some in _most(found)
        ]
        told += _idle(story, found, "attacked nobody")
        yield sentence(f"Attacks, {len(refs)} in all: {'; '.join(told)}", refs)
    else:
        yield sentence("Nobody attacked anybody", (), story.last.tick)


def _gift_sentences(story: Story) -> Iterator[Sentence]:
    """Yield for each item who gave how much to whom, the most generous first, and who gave
    nothing."""
    found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    refs: dict[str, list[EventRef]] = defaultdict(list)
    for one, event in story.of(Gave):
        found[event.item][event.who][event.to] += event.units
        refs[event.item].append(one.ref)
    if not found:
        yield sentence("Nobody gave anybody anything", (), story.last.tick)
    for item, by_person in sorted(found.items()):
        told = [
            f"{names(story.world, [who])} {some.total():,} (to {_amounts(story.world, some)})"
            for who, some in _most(by_person)
        ]
        told += _idle(story, by_person, "gave none")
        yield sentence(f"{item} given: {'; '.join(told)}", refs[item])


def _counts(world: World, some: Counter[str]) -> str:
    return list_words(
        [f"{names(world, [who])} {times(number)}" for who, number in some.most_common()]
    )


def _amounts(world: World, some: Counter[str]) -> str:
    if len(some) == 1:
        return names(world, [*some])
    return list_words([f"{names(world, [who])} {number:,}" for who, number in some.most_common()])


def _most(found: Mapping[str, Counter[str]]) -> list[tuple[str, Counter[str]]]:
    return sorted(found.items(), key=lambda pair: (-pair[1].total(), pair[0]))


def _idle(story: Story, people: Iterable[str], text: str) -> list[str]:
    """Return that all others did not do what some people did; nothing where there are no others."""
    others = sorted({*story.last.bodies} - {*people})
    return [f"{names(story.world, others)} {text}"] if others else []


def _need_sentences(story: Story) -> Iterator[Sentence]:
    """Yield when hunger was highest, when most starved, and when the living carried least food."""
    lived = [one for one in story.levels if one.living]
    if not lived:
        return
    worst = max(lived, key=lambda one: (one.hunger or 0, -one.tick))
    told = (
        f"Mean hunger of the living was highest on {_when(worst)}: "
        f"{percent(round((worst.hunger or 0) * THOUSAND))}"
    )
    most = max(lived, key=lambda one: (len(one.starving), -one.tick))
    yield sentence(told, (), worst.tick)
    above = f"(hunger above {percent(story.world.survival.starving)})"
    if most.starving:
        people = (
            f"{number_word(len(most.starving))}, first on {_when(most)}: "
            f"{names(story.world, most.starving)}"
        )
        yield sentence(f"Most starving {above} at one time: {people}", (), most.tick)
    else:
        yield sentence(f"At the end of no tick was anybody starving {above}", (), most.tick)
    if any(one.carried for one in lived):
        least = min(lived, key=lambda one: (one.carried / one.living, one.tick))
        food = (
            f"{least.carried:,} {story.world.survival.food} for "
            f"{counted(least.living, 'person', 'people')}"
        )
        yield sentence(
            f"The living carried least food for each on {_when(least)}: {food}", (), least.tick
        )


def _chapter_sentence(story: Story, title: str, span: ChapterSpan) -> Sentence:
    """Return what a chapter came to, in the same numbers for each."""
    ends = {kind: list(story.of(kind, span.first, span.last)) for kind in (Died, Attacked)}
    given = sum(event.units for _one, event in story.of(Gave, span.first, span.last))
    gathered = sum(event.units for _one, event in story.of(Gathered, span.first, span.last))
    level = story.levels_in(span.first, span.last)[-1]
    told = f"{counted(len(ends[Died]), 'death')}, {counted(len(ends[Attacked]), 'attack')}"
    told = (
        f"{told}, {gathered:,} units gathered, {given:,} given; at the end "
        f"{number_word(level.living)} alive"
    )
    hunger = (
        f" with a mean hunger of {percent(round((level.hunger or 0) * THOUSAND))}"
        if level.living
        else ""
    )
    return sentence(f"{title}: {told}{hunger}", (), level.tick)


def _when(level: Level) -> str:
    return f"{moment(level.minute)} (tick {level.tick})"


def _meeting_sentences(story: Story) -> Iterator[Sentence]:
    """Yield how many appointments whose time is over took place, and who was missing at the
    others."""
    over = sorted(_appointments_over(story), key=_start)
    if not over:
        return
    failures = [(held, text) for held in over if (text := _failure(story, held))]
    number = counted(len(over), "appointment")
    kept = number_word(len(over) - len(failures)) if len(over) > len(failures) else "none"
    told = (
        f"Of {number} whose time is over, {kept} took place with everybody who had asked or agreed"
    )
    refs = [one.ref for held, _text in failures for one in held.agreed.values()]
    yield sentence("; ".join([told, *(text for _held, text in failures)]), refs)


def _appointments_over(story: Story) -> Iterator[AgreedAppointment]:
    """Yield the appointments that were agreed on, tasks left out, and whose time is over."""
    for held in story.agreements.values():
        if held.agreed and not held.at.verb and held.at.end <= story.last.minute:
            yield held


def _failure(story: Story, held: AgreedAppointment) -> str:
    """Return who was missing at an appointment, or that nobody met anybody there; "" where it took
    place."""
    there = attendance(story, held)
    missing = [who for who in dict.fromkeys((*held.hosts, *held.guests)) if who not in there]
    where = f"{story.world.name_of(held.at.place)}, {moment(held.at.start)}"
    if missing:
        off = [who for who in missing if who in held.off]
        called = f" ({names(story.world, off)} had called off)" if off else ""
        return f"{where}, without {names(story.world, missing)}{called}"
    return (
        ""
        if met(there)
        else f"{where}: {names(story.world, [*there])} were there at different times"
    )


def _start(held: AgreedAppointment) -> tuple[int, str]:
    return held.at.start, held.at.place


def _talk_sentences(story: Story) -> Iterator[Sentence]:
    """Yield which pairs talked most."""
    answered = [talk for talk in story.talks if talk.is_answered]
    if told := most_talks(answered, story.world, 2):
        yield sentence(
            f"{counted(len(answered), 'talk')}{told}", [talk.first.ref for talk in answered]
        )


def _quarrel_sentences(story: Story) -> Iterator[Sentence]:
    """Yield how often people disagreed, with the pairs that did so most often."""
    found = list(quarrels(story.talks))
    count = sorted(
        Counter(quarrel.people for quarrel in found).items(), key=lambda pair: (-pair[1], pair[0])
    )
    if found:
        often = [
            f"{names(story.world, pair)} ({times(number)})" for pair, number in count if number > 1
        ]
        few = (
            [names(story.world, pair) for pair, _number in count]
            if len(count) <= MAX_LISTED
            else []
        )
        told = (
            f"; several times: {', '.join(often)}" if often else ": " * bool(few) + ", ".join(few)
        )
        text = f"{counted(len(found), 'disagreement')} of two people in a talk{told}"
        yield sentence(text, [ref for quarrel in found for ref in quarrel.refs])


def _change_sentences(story: Story) -> Iterator[Sentence]:
    """Yield who spoke for a subject at one time and against it at another."""
    sides: dict[tuple[str, str], list[tuple[str, Occurrence]]] = defaultdict(list)
    for subject, one, said, stance in own_views(story.talks):
        held, side = sides[said.who, subject], "for" if stance > 0 else "against"
        if abs(stance) > DECIDED and (not held or held[-1][0] != side):
            held.append((side, one))
    for (who, subject), held in sorted(sides.items()):
        if len(held) > 1:
            told = ", then ".join(f"{side} it ({moment(one.minute)})" for side, one in held)
            yield sentence(
                f"{names(story.world, [who])} spoke of {subject} {told}",
                [one.ref for _side, one in held],
            )


def tension_sentences(story: Story) -> Iterator[Sentence]:
    """Yield where people fought, died and disagreed, the tensest place first."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    refs: dict[str, list[EventRef]] = defaultdict(list)
    for kind, label in ((Attacked, "attack"), (Died, "death")):
        for one, _event in story.of(kind):
            found[one.place][label] += 1
            refs[one.place].append(one.ref)
    for quarrel in quarrels(story.talks):
        found[quarrel.at.place]["disagreement"] += 1
        refs[quarrel.at.place] += quarrel.refs
    ordered = sorted(found.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    ranks = groupby(ordered, key=lambda pair: pair[1].total())
    told = [
        list_words([f"{place} ({_labels(counts)})" for place, counts in some])
        for _total, some in ranks
    ]
    if told:
        yield sentence(
            f"Tension was highest {'; then '.join(told)}",
            [ref for p, _c in ordered for ref in refs[p]],
        )


def _labels(counts: Counter[str]) -> str:
    return list_words([counted(number, label) for label, number in sorted(counts.items())])
