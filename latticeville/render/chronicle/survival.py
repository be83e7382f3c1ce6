"""Paragraphs on need: deaths, fights, gifts, harvest, meals, hunger, and tension by place."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from latticeville.core.word_list import list_words
from latticeville.render.chronicle.document import EventRef, Paragraph, Sentence, sentence
from latticeville.render.chronicle.story import Level, Occurrence, Story
from latticeville.render.chronicle.talk import quarrels
from latticeville.render.chronicle.words import counted, names, number_word, ticks_text, times
from latticeville.render.chronicle.wounds import Wound
from latticeville.sim.survival.events import Ate, Attacked, Died, Gathered, Gave, OutOfReach, Rested, Stepped, TooTired
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World

SURVIVAL_EVENTS = (Ate, Attacked, Died, Gathered, Gave, OutOfReach, Rested, Stepped, TooTired)
"""The kinds of event that these paragraphs tell, or that are too small to be told."""


def survival_paragraphs(story: Story, first: int, last: int) -> Iterator[Paragraph]:
    """Yield what is told of need from a tick to another; nothing in a world without it."""
    parts: dict[str, Iterable[Sentence]] = {
        "deaths": death_sentences(story, first, last),
        "fights": fight_sentences(story, first, last),
        "gifts": gift_sentences(story, first, last),
        "food": (*harvest_sentences(story, first, last), *meal_sentences(story, first, last)),
        "hunger": hunger_sentences(story, first, last),
    }
    for subject, some in parts.items():
        if found := tuple(some):
            yield Paragraph(subject, found)


def death_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield who died where and of what, and who struck the last blows."""
    for one, event in story.of(Died, first, last):
        yield death_sentence(story, one, event)


def death_sentence(story: Story, one: Occurrence, event: Died) -> Sentence:
    """Return the sentence on a death, which cites the death and the blows before."""
    blows = [at.ref for at, blow in story.of(Attacked, 0, one.tick) if blow.to == event.who]
    by = _attackers(story, one.tick, event)
    told = f"{story.world.name_with_article(event.who)} died of {event.cause} {one.place}{by} (tick {one.tick})"
    return sentence(told, [one.ref, *blows])


def _attackers(story: Story, tick: int, event: Died) -> str:
    """Return whether hunger added to the blows, who struck the last ones, and which blows had not healed."""
    wounds = story.wounds.open_wounds(event.who)
    earlier = _earlier_blows(story.world, [one for one in wounds if one.ref.tick < tick])
    if not event.by:
        return f", weakened by {earlier}" if earlier else ""
    starving = ", starving and struck" if _was_starving(story, event.who) else ", struck"
    left = next((f" with {percent(one.left)} of health left" for one in wounds if one.ref.tick == tick), "")
    after = f", after {earlier}" if earlier else ""
    return f"{starving} by {names(story.world, event.by)}{left}{after}"


def _earlier_blows(world: World, wounds: Sequence[Wound]) -> str:
    """Return whose blows had cost how much that had not healed; "" for none."""
    people = names(world, list(dict.fromkeys(one.blow.who for one in wounds)))
    cost = percent(sum(one.open for one in wounds))
    return f"blows of {people}, which had cost {cost} of full health" if wounds else ""


def _was_starving(story: Story, who: str) -> bool:
    """Tell whether the hunger of somebody who died was above the threshold."""
    vitals = story.last.bodies[who].vitals if who in story.last.bodies else None
    return vitals is not None and vitals.hunger > story.world.survival.starving


def percent(thousandths: int) -> str:
    """Return thousandths as a percentage.

    >>> percent(175), percent(200)
    ('17.5 %', '20 %')
    """
    return f"{thousandths / 10:.1f}".removesuffix(".0") + " %"


def fight_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each attacker and victim how often, with how much damage, where and when."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Attacked]]] = defaultdict(list)
    for one, event in story.of(Attacked, first, last):
        found[event.who, event.to].append((one, event))
    for (who, to), some in found.items():
        world, damage = story.world, story.wounds.taken_by({one.ref: to for one, _event in some})
        where = list_words(list(dict.fromkeys(one.place for one, _event in some)))
        told = (
            f"{world.name_with_article(who)} attacked {world.name_with_article(to)} {times(len(some))} {where}, "
            f"which cost {world.name_with_article(to)} {percent(damage)} of full health "
            f"({ticks_text(one.tick for one, _event in some)})"
        )
        yield sentence(told, [one.ref for one, _event in some])


def gift_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each giver and receiver what was given, how often and when; then what failed."""
    found: dict[tuple[str, str], list[tuple[Occurrence, Gave]]] = defaultdict(list)
    for one, event in story.of(Gave, first, last):
        found[event.who, event.to].append((one, event))
    for (who, to), some in found.items():
        units = Counter[str]()
        for _one, event in some:
            units[event.item] += event.units
        goods = list_words([f"{count:,} {item}" for item, count in sorted(units.items())])
        pair = f"{story.world.name_with_article(who)} gave {story.world.name_with_article(to)} {goods}"
        when = ticks_text(one.tick for one, _event in some)
        often = "" if len(some) == 1 else f" in {counted(len(some), 'gift')}"
        yield sentence(f"{pair}{often} ({when})", [one.ref for one, _event in some])
    yield from _failures(story, first, last)


def _failures(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each kind of action how often somebody was too far away or too tired for it."""
    failed: dict[str, list[EventRef]] = defaultdict(list)
    for one, missed in story.of(OutOfReach, first, last):
        failed[missed.kind].append(one.ref)
    for one, too_tired in story.of(TooTired, first, last):
        failed[too_tired.kind].append(one.ref)
    for kind, refs in sorted(failed.items()):
        yield sentence(f"{number_word(len(refs))} of the attempts to {kind} came to nothing", refs)


def harvest_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield for each resource who gathered how much, and who shared cells with whom."""
    units: dict[str, Counter[str]] = defaultdict(Counter)
    refs: dict[str, list[EventRef]] = defaultdict(list)
    shared: dict[tuple[str, ...], list[EventRef]] = defaultdict(list)
    for one, event in story.of(Gathered, first, last):
        if event.units:
            units[event.resource][event.who] += event.units
        refs[event.resource].append(one.ref)
        if event.rivals:
            shared[tuple(sorted((event.who, *event.rivals)))].append(one.ref)
    for resource, by_person in sorted(units.items()):
        told = _amounts(story.world, by_person)
        yield sentence(f"{resource} was gathered: {told}; {sum(by_person.values()):,} in all", refs[resource])
    for company, some in sorted(shared.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        often = times(len({ref.tick for ref in some}))
        yield sentence(f"{names(story.world, company)} gathered in the same cell {often}", some)


def _amounts(world: World, by_person: Counter[str]) -> str:
    ordered = sorted(by_person.items(), key=lambda pair: (-pair[1], pair[0]))
    return list_words([f"{world.name_with_article(who)} {count:,}" for who, count in ordered])


def meal_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield how often everybody ate."""
    found = list(story.of(Ate, first, last))
    if found:
        told = _amounts(story.world, Counter(event.who for _one, event in found))
        yield sentence(f"Meals: {told}", [one.ref for one, _event in found])


def hunger_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield how many lived and were starving at the end, and the worst in between."""
    levels = [one for one in story.levels if first <= one.tick <= last]
    if not levels:
        return
    end, worst = levels[-1], max(levels, key=lambda one: (len(one.starving), -one.tick))
    living = number_word(end.living) if end.living else "nobody"
    told = f"At tick {end.tick}, {living} lived{_of(levels[0], end)}; {_starving(story.world, end)}"
    if len(worst.starving) > len(end.starving):
        told = f"{told}; the most, {number_word(len(worst.starving))}, were starving at tick {worst.tick}"
    yield sentence(told, (), end.tick)


def _of(start: Level, end: Level) -> str:
    return f", of {number_word(start.living)} at tick {start.tick}" if start.living != end.living else ""


def _starving(world: World, level: Level) -> str:
    verb = "were" if len(level.starving) > 1 else "was"
    return f"{names(world, level.starving)} {verb} starving (hunger above {percent(world.survival.starving)})"


def tension_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield where people fought, quarrelled and contended for the same cell, the tensest place first."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    refs: dict[str, list[EventRef]] = defaultdict(list)
    for kind, label in ((Attacked, "attack"), (Died, "death")):
        for one, _event in story.of(kind, first, last):
            found[one.place][label] += 1
            refs[one.place].append(one.ref)
    for quarrel in quarrels(story.talks_in(first, last)):
        found[quarrel.at.place]["quarrel"] += 1
        refs[quarrel.at.place] += quarrel.refs
    ordered = sorted(found.items(), key=lambda pair: (-pair[1].total(), pair[0]))
    ranks = groupby(ordered, key=lambda pair: pair[1].total())
    told = [list_words([f"{place} ({_labels(counts)})" for place, counts in some]) for _total, some in ranks]
    if told:
        yield sentence(f"Tension was highest {'; then '.join(told)}", [ref for p, _c in ordered for ref in refs[p]])


def _labels(counts: Counter[str]) -> str:
    return list_words([counted(number, label) for label, number in sorted(counts.items())])


def vitals_text(hunger: int, energy: int, health: int) -> str:
    """Return needs as percentages.

    >>> vitals_text(300, 1000, 850)
    'hunger 30 %, energy 100 %, health 85 %'
    """
    parts = {"hunger": hunger, "energy": energy, "health": health}
    return ", ".join(f"{name} {percent(min(value, THOUSAND))}" for name, value in parts.items())
