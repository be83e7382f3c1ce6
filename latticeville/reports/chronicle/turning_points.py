"""Rules that find turning points: each a function of the story, with a name that the chronicle
shows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, islice

from latticeville.core.clock import DAY
from latticeville.mind.topic import PLEA, SECRET
from latticeville.reports.chronicle.agreements import attendance, decision_sentence, largest_company
from latticeville.reports.chronicle.days import (
    OPEN,
    alarm_events,
    alarm_spans,
    alarm_text,
    last_use,
)
from latticeville.reports.chronicle.deaths import death_sentence
from latticeville.reports.chronicle.document import EventRef, Sentence, TurningPoint, sentence
from latticeville.reports.chronicle.fights import reason_of_attack
from latticeville.reports.chronicle.levels import Level
from latticeville.reports.chronicle.meetings import meeting_parts, word_refs
from latticeville.reports.chronicle.news import spread
from latticeville.reports.chronicle.story import AgreedAppointment, Occurrence, Stay, Story
from latticeville.reports.chronicle.talk import quarrels
from latticeville.reports.chronicle.words import (
    at_place,
    counted,
    moment,
    names,
    number_word,
    percent,
    times,
)
from latticeville.rules.survival.crises import (
    HUNGER,
    OVER,
    SUDDEN_STEPS,
    FamineTracker,
    FeudTracker,
    SuddenDeathsTracker,
)
from latticeville.rules.survival.events import Attacked, Died, Disaster, Gave
from latticeville.sim.beats.events import Decided, Developed
from latticeville.sim.event import Event
from latticeville.world.model.survival import THOUSAND

QUARRELS = 3
"""Talks in which the same two people disagree that make a lasting quarrel."""
PARTY = 3
"""People who have to come to an appointment for it to count as a party."""
SPREAD = 3
"""People besides those whose secret it is who have to know it."""
Found = Iterator[tuple[int, Sentence]]
"""The minute and the sentence of turning points."""


def first_death(story: Story) -> Found:
    """Yield the first death."""
    for one, event in story.of(Died):
        yield one.minute, death_sentence(story, one, event)
        return


def further_death(story: Story) -> Found:
    """Yield each death after the first."""
    for one, event in islice(story.of(Died), 1, None):
        yield one.minute, death_sentence(story, one, event)


def sudden_deaths(story: Story) -> Found:
    """Yield several deaths within a few steps, by the rule of the anomaly."""
    tracker, step_ticks = SuddenDeathsTracker(), story.world.survival.step_ticks
    for tick, group in groupby(story.of(Died), key=lambda pair: pair[0].tick):
        some = [one for one, _event in group]
        if dead := tracker.look(
            tick // step_ticks, [event.who for _one, event in story.of(Died, tick, tick)]
        ):
            refs = [one.ref for one, event in story.of(Died, 0, tick) if event.who in dead]
            told = (
                f"{counted(len(dead), 'death')} within {number_word(SUDDEN_STEPS)} survival steps"
            )
            yield (
                some[-1].minute,
                sentence(f"{told}: {names(story.world, dead)} (tick {tick})", refs, tick),
            )


def last_death(story: Story) -> Found:
    """Yield the death of the last of the people."""
    deaths = list(story.of(Died))
    if deaths and story.levels and not story.levels[-1].living:
        one, event = deaths[-1]
        who = story.world.name_with_article(event.who)
        yield (
            one.minute,
            sentence(f"With {who} the last of the people died (tick {one.tick})", [one.ref]),
        )


def first_attack(story: Story) -> Found:
    """Yield the first attack."""
    for one, event in story.of(Attacked):
        who, to = (story.world.name_with_article(name) for name in (event.who, event.to))
        why, refs = reason_of_attack(story, one, event)
        because = f". Why: {why}" if why else ""
        told = f"{who} attacked {to} {one.where}: the first attack (tick {one.tick}){because}"
        yield one.minute, sentence(told, [one.ref, *refs])
        return


def first_gift(story: Story) -> Found:
    """Yield the first gift."""
    for one, event in story.of(Gave):
        who, to = (story.world.name_with_article(name) for name in (event.who, event.to))
        told = f"{who} gave {to} {event.units:,} {event.item}: the first gift (tick {one.tick})"
        yield one.minute, sentence(told, [one.ref])
        return


def reconciliation(story: Story) -> Found:
    """Yield each first gift within a pair of which one had attacked the other."""
    mixed: list[tuple[Occurrence, Attacked | Gave]] = [*story.of(Attacked), *story.of(Gave)]
    hurt: dict[frozenset[str], Occurrence] = {}
    for one, event in sorted(mixed, key=lambda pair: pair[0].ref):
        pair = frozenset((event.who, event.to))
        if isinstance(event, Attacked):
            hurt[pair] = one
        elif pair in hurt and hurt[pair].tick < one.tick:
            blow = hurt.pop(pair)
            who, to = (story.world.name_with_article(name) for name in (event.who, event.to))
            goods = f"{event.units:,} {event.item}"
            told = (
                f"{who} gave {to} {goods}, after they had fought (ticks {blow.tick} and {one.tick})"
            )
            yield one.minute, sentence(told, [blow.ref, one.ref], one.tick)


def feud(story: Story) -> Found:
    """Yield the attack with which two people begin to attack each other, unless it kills one."""
    before = set[tuple[str, str]]()
    for back, pair in _feud_starts(story):
        struck = [
            one for one, each in story.of(Attacked, 0, back.tick) if {each.who, each.to} == {*pair}
        ]
        began = "their feud began again" if pair in before else "a feud began"
        before.add(pair)
        told = f"{names(story.world, pair)} attacked each other: {began} (tick {back.tick})"
        yield back.minute, sentence(told, [one.ref for one in struck], back.tick)


def _feud_starts(story: Story) -> Iterator[tuple[Occurrence, tuple[str, str]]]:
    """Yield the attacks with which feuds begin, and the two, without those in whose tick one of
    them dies."""
    tracker, step_ticks = FeudTracker(), story.world.survival.step_ticks
    for tick, group in groupby(story.of(Attacked), key=lambda pair: pair[0].tick):
        some = list(group)
        dead = {event.who for _one, event in story.of(Died, tick, tick)}
        for event, pair in tracker.look(tick // step_ticks, [each for _one, each in some]):
            if not dead.intersection(pair):
                yield next(one for one, each in some if each is event), pair


def lasting_quarrel(story: Story) -> Found:
    """Yield the quarrel with which a pair has had three."""
    rows: dict[tuple[str, ...], list[EventRef]] = defaultdict(list)
    count = Counter[tuple[str, ...]]()
    for quarrel in quarrels(story.talks):
        rows[quarrel.people] += quarrel.refs
        count[quarrel.people] += 1
        if count[quarrel.people] == QUARRELS:
            told = (
                f"{names(story.world, quarrel.people)} had disagreed in "
                f"{number_word(QUARRELS)} talks"
            )
            yield quarrel.at.minute, sentence(told, rows[quarrel.people], quarrel.at.tick)


def first_plea(story: Story) -> Found:
    """Yield the first time that somebody begged."""
    for one, said in story.said():
        if said.topic is not None and said.topic.kind == PLEA:
            who, to = story.world.name_with_article(said.who), names(story.world, said.listeners)
            yield (
                one.minute,
                sentence(f"{who} was the first to beg, from {to} (tick {one.tick})", [one.ref]),
            )
            return


def famine(story: Story) -> Found:
    """Yield when a famine begins, and when it ends while somebody lives, by the rule of the
    anomaly.

    Famines with less than a day between them are one turning point.
    """
    for spells in famine_groups(story.levels):
        if len(spells) > 1:
            yield spells[0][0].minute, _repeated_famine(spells)
        else:
            yield from _single_famine(story, spells[0])


def famine_groups(levels: Sequence[Level]) -> list[list[list[Level]]]:
    """Return the levels of each famine, its end included, those with less than a day between them
    together."""
    tracker, groups = FamineTracker(), list[list[list[Level]]]()
    for one in levels:
        changed = tracker.look(one.hunger)
        if changed and tracker.lasts:
            if not groups or one.minute - groups[-1][-1][-1].minute >= DAY:
                groups.append([])
            groups[-1].append([])
        if changed or tracker.lasts:
            groups[-1][-1].append(one)
    return groups


def _single_famine(story: Story, spell: Sequence[Level]) -> Found:
    first, last = spell[0], spell[-1]
    told = (
        f"the mean hunger of the living rose above {percent(int(HUNGER * THOUSAND))}: a famine "
        "began"
    )
    starving = (
        f"{names(story.world, first.starving)} "
        f"{'were' if len(first.starving) > 1 else 'was'} starving"
    )
    yield first.minute, sentence(f"{told} (tick {first.tick}); {starving}", (), first.tick)
    if last.living and (last.hunger or 0) < OVER:
        told = (
            f"the mean hunger fell below {percent(int(OVER * THOUSAND))}: the famine of tick "
            f"{first.tick} ended"
        )
        yield last.minute, sentence(f"{told} (tick {last.tick})", (), last.tick)


def _repeated_famine(spells: Sequence[Sequence[Level]]) -> Sentence:
    first, last = spells[0][0], spells[-1][-1]
    worst = max(
        (one for spell in spells for one in spell), key=lambda one: (one.hunger or 0, -one.tick)
    )
    told = (
        f"famine, on and off, from {moment(first.minute)} to {moment(last.minute)} (ticks "
        f"{first.tick} to {last.tick})"
    )
    spell = (
        f"the mean hunger of the living rose above {percent(int(HUNGER * THOUSAND))} "
        f"{times(len(spells))}"
    )
    most = (
        f"worst {percent(round((worst.hunger or 0) * THOUSAND))} on {moment(worst.minute)} "
        f"(tick {worst.tick})"
    )
    lasts = "; it had not ended when the chronicle ends" if (last.hunger or 0) >= OVER else ""
    return sentence(f"{told}: {spell}; {most}{lasts}", (), first.tick)


def party(story: Story) -> Found:
    """Yield each appointment at which three of the invited were together at one moment, and what it
    came to."""
    for held in story.agreements.values():
        there = attendance(story, held)
        if len(there) < PARTY or not held.is_invitation:
            continue
        since, people = largest_company(there)
        if len(people) >= PARTY:
            yield max(held.at.start, since), _company_sentence(story, held, people, there)
        if held.decision is not None:
            yield (
                held.decision.minute,
                sentence(decision_sentence(story, held), [held.decision.ref]),
            )


def _company_sentence(
    story: Story,
    held: AgreedAppointment,
    people: Sequence[str],
    there: Mapping[str, Sequence[Stay]],
) -> Sentence:
    """Return who were together where, with the events that brought them there."""
    refs = [one.ref for one in held.agreed.values()] + [
        one.ref for who in people for one in there[who] if one.ref
    ]
    tick = max((ref.tick for ref in refs), default=story.first.tick)
    what = f"{held.at.what} {at_place(story.world.name_of(held.at.place))}"
    told = ". ".join(
        (f"{names(story.world, sorted(people))} were together: {what}", *meeting_parts(story, held))
    )
    return sentence(told, [*refs, *word_refs(story, held)], tick)


def matter(story: Story) -> Found:
    """Yield how each matter was decided, with the votes."""
    for one, event in story.of(Decided):
        told = event.sentence(story.world).removesuffix(".")
        yield one.minute, sentence(f"{told} (tick {one.tick})", [one.ref])


def storyline(story: Story) -> Found:
    """Yield each stage of a storyline that is told."""
    for one, event in story.of(Developed):
        yield one.minute, sentence(f"{event.text.removesuffix('.')} (tick {one.tick})", [one.ref])


def secret_spread(story: Story) -> Found:
    """Yield each secret that at least three others know, when the third is told."""
    for told in spread(story.talks).values():
        topic = told[0][1].topic
        if topic is None or topic.kind != SECRET:
            continue
        known = list(_learnt(told, topic.who))
        if len(known) >= SPREAD:
            one, whose = known[SPREAD - 1][1], story.world.name_with_article(topic.who)
            people = names(story.world, sorted(who for who, _one in known))
            what = f"{people} knew a secret of {whose}: “{topic.gist}”"
            yield one.minute, sentence(what, [each.ref for each, _said in told], one.tick)


def _learnt(
    told: Sequence[tuple[Occurrence, Event]], owner: str
) -> Iterator[tuple[str, Occurrence]]:
    """Yield who besides its owner learnt of a secret, in order, with the words."""
    known = {owner, ""}
    for one, said in told:
        for who in said.listeners:
            if who not in known:
                known.add(who)
                yield who, one


def alarm(story: Story) -> Found:
    """Yield the first alarm of each object, with how it ended."""
    told: set[str] = set()
    for begun, ended in sorted(alarm_spans(story)):
        thing = getattr(begun.event, "thing", "")
        if thing not in told:
            told.add(thing)
            some = alarm_events(begun, ended, last_use(story, begun))
            text = f"{alarm_text(story, some)}{OPEN if ended is None else ''}"
            yield begun.minute, sentence(text, [one.ref for one in some], begun.tick)


def disaster(story: Story) -> Found:
    """Yield the first disaster of each kind, and each that hurt somebody."""
    told: set[str] = set()
    for one, event in story.of(Disaster):
        if event.hurt or event.kind not in told:
            told.add(event.kind)
            text = event.sentence(story.world).removesuffix(".")
            yield one.minute, sentence(f"{text} (tick {one.tick})", [one.ref])


RULES: Mapping[str, Callable[[Story], Found]] = {
    "first-attack": first_attack,
    "first-death": first_death,
    "death": further_death,
    "sudden-deaths": sudden_deaths,
    "first-gift": first_gift,
    "reconciliation": reconciliation,
    "first-plea": first_plea,
    "feud": feud,
    "lasting-quarrel": lasting_quarrel,
    "famine": famine,
    "disaster": disaster,
    "party": party,
    "matter": matter,
    "storyline": storyline,
    "secret-spread": secret_spread,
    "alarm": alarm,
    "last-death": last_death,
}
"""Every rule by its name."""


def find_turning_points(story: Story) -> tuple[TurningPoint, ...]:
    """Return what all rules find, in the order of time."""
    found = [
        (minute, TurningPoint(name, one.tick, moment(minute), one))
        for name, rule in RULES.items()
        for minute, one in rule(story)
    ]
    return tuple(
        point
        for _minute, point in sorted(found, key=lambda pair: (pair[0], pair[1].rule, pair[1].tick))
    )
