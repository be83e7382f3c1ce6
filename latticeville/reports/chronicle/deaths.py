"""Sentences on deaths: of what, by whom, what took the health, and the last decisions."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.document import Sentence, sentence
from latticeville.reports.chronicle.levels import Account
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import (
    at_place,
    moment,
    names,
    number_word,
    percent,
    times,
)
from latticeville.rules.survival.events import Ate, Died, Gathered, Gave
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


def death_sentences(story: Story, first: int, last: int) -> Iterator[Sentence]:
    """Yield who died when, where and of what, what had taken their health, what fell, and who was
    beside them."""
    for one, event in story.of(Died, first, last):
        death = death_sentence(story, one, event)
        parts = (
            _health_text(story, one, event),
            last_decisions_text(story, one, event),
            _late_text(story, one, event),
            _scene(story, one, event),
        )
        yield sentence(" ".join(filter(None, (death.text, *parts))), death.events)


def death_sentence(story: Story, one: Occurrence, event: Died) -> Sentence:
    """Return who killed somebody, or of what they died, and who else had beaten them since they
    were in full health."""
    world, who = story.world, story.world.name_with_article(event.who)
    account = story.wounds.accounts.get(event.who)
    blows = account.blows if account else []
    others = names(
        world, list(dict.fromkeys(each.blow.who for each in blows if each.blow.who not in event.by))
    )
    has_others = any(each.blow.who not in event.by for each in blows)
    if event.by:
        beaten = f", whom {others} had beaten before," if has_others else ""
        told = f"{names(world, event.by)} killed {who}{beaten} {one.place}"
    else:
        beaten = f", beaten before by {others}" if has_others else ""
        told = f"{who} died of {event.cause} {one.place}{beaten}"
    return sentence(
        f"{told} ({moment(one.minute)}, tick {one.tick})", [one.ref, *(each.ref for each in blows)]
    )


def _health_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return what took somebody's health since it was full, so that it adds up; "" where nothing is
    known."""
    account, who = story.wounds.accounts.get(event.who), story.world.name_with_article(event.who)
    costs = _costs(story, account) if account else []
    if account is None or not costs:
        return ""
    since = moment(story.minute_of(max(account.since, story.first.tick)))
    start = (
        "full health" if account.start >= THOUSAND else f"{percent(account.start)} of full health"
    )
    told = f"{who} was at {start} on {since}; since then {list_words(costs)}"
    meals = f"; meals restored {percent(account.meals)}" if account.meals else ""
    left = next(
        (
            f"; the last blow met {percent(each.left)}"
            for each in account.blows
            if each.ref.tick == one.tick
        ),
        "",
    )
    starving = f"; {who} was starving" if event.by and _was_starving(story, event.who) else ""
    return f"{told}{meals}{left}{starving}."


def _costs(story: Story, account: Account) -> list[str]:
    """Return what cost how much health."""
    parts = {
        f"blows of {names(story.world, [who])}": taken
        for who, taken in account.by_attacker().items()
    }
    parts |= {"disasters": account.disasters, "hunger": account.hunger}
    told = [(what, percent(taken)) for what, taken in parts.items() if taken]
    first = [f"{what} cost {taken} of full health" for what, taken in told[:1]]
    return first + [f"{what} {taken}" for what, taken in told[1:]]


def _late_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return which food somebody who died of hunger got in the tick of their death."""
    world, who = story.world, story.world.name_with_article(event.who)
    got = [
        f"{who} gathered {each.units:,} {each.resource}"
        for _at, each in story.of(Gathered, one.tick, one.tick)
        if each.who == event.who and each.units
    ]
    got += [
        f"{world.name_with_article(each.who)} gave {who} {each.units:,} {each.item}"
        for _at, each in story.of(Gave, one.tick, one.tick)
        if each.to == event.who
    ]
    return (
        f"In the tick of the death {list_words(got)}, too late to eat."
        if got and not event.by
        else ""
    )


def _scene(story: Story, one: Occurrence, event: Died) -> str:
    """Return the last meal before a death, what fell as far as the log says so, and who was beside
    the dead."""
    world, scene = story.world, story.scenes[event.who]
    meals = [meal for meal, ate in story.of(Ate, 0, one.tick) if ate.who == event.who]
    last = (
        f"last ate on {moment(meals[-1].minute)}"
        if meals
        else "had eaten nothing since the chronicle begins"
    )
    who = world.name_with_article(event.who)
    fell = (
        ""
        if scene.items is None
        else f"; {_fallen_text(world, scene.items, scene.objects)} fell to the ground"
    )
    return f"{who} {last}{fell}; beside {who}: {names(world, scene.beside)}"


def _fallen_text(world: World, items: Mapping[str, int], objects: Sequence[str]) -> str:
    fallen = [f"{units:,} {item}" for item, units in sorted(items.items())]
    fallen += [world.name_with_article(thing) for thing in objects]
    return list_words(fallen) if fallen else "nothing"


def _was_starving(story: Story, who: str) -> bool:
    """Tell whether the hunger of somebody who died was above the threshold."""
    vitals = story.last.bodies[who].vitals if who in story.last.bodies else None
    return vitals is not None and vitals.hunger > story.world.survival.starving


LAST_TICKS = 12
"""The ticks before a death, its own included, whose decisions are told."""
MOST_AREAS = 3
"""The areas with food that a death names."""
_OTHER = "to act for other reasons"
_CHOICES: Mapping[str, str] = {
    r"fear of (?P<foe>[^,:]{1,60}) [\d.]+ > [\d.]+: keep away": "to keep away for fear of {foe}",
    r"(?P<foe>[^,:]{1,60}) attacked, .*: flee": "to flee from {foe}",
    r"energy .*: rest": "to rest because of low energy",
    r".* carried < .*: go there": "to go where food was",
    r"no known .*: go [a-z-]+": "to look for food",
    r".* carried < .*: gather": "to gather food",
    r"hunger .*, no .*: ask": "to beg",
    r"(hunger|health) .*: eat": "to eat",
    r".*: (attack|strike back)": "to attack",
    r".*: give [\d,]+": "to give food",
    r".*: go to them": "to go to an ally",
    r".*: (warn|thank|threaten|tell .+)": "to talk",
    r"nothing to do: wait": "to wait",
}
"""The reasons that the built-in mind gives, and what each chooses."""


def last_decisions_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return what somebody who died of hunger had decided last, their energy, and the food that
    stood; "" of others."""
    if event.by or event.cause != "hunger":
        return ""
    who = story.world.name_with_article(event.who)
    chosen = _choices_text(story, one, event)
    told = [f"in the last {number_word(LAST_TICKS)} ticks {who} chose {chosen}"] if chosen else []
    vitals = story.last.bodies[event.who].vitals if event.who in story.last.bodies else None
    told += [f"energy at the end {percent(vitals.energy)}"] if vitals and chosen else []
    told += filter(None, [_food_text(story, one.tick)])
    text = "; ".join(told)
    return f"{capital(text)}." if text else ""


def _choices_text(story: Story, one: Occurrence, event: Died) -> str:
    """Return what somebody chose how often, the most frequent first; "" where no reason is of the
    built-in mind."""
    decisions = story.decisions.get(event.who, {}).items()
    reasons = [reason for tick, reason in decisions if one.tick - LAST_TICKS < tick <= one.tick]
    found = Counter(map(describe_choice, reasons))
    if not {*found} - {_OTHER}:
        return ""
    return list_words([f"{what} {times(number)}" for what, number in found.most_common()])


def describe_choice(reason: str) -> str:
    """Return what a reason chooses, in words.

    >>> describe_choice("fear of Jory 0.51 > 0.42: keep away"), describe_choice("I am lonely.")
    ('to keep away for fear of Jory', 'to act for other reasons')
    """
    for pattern, form in _CHOICES.items():
        if found := re.fullmatch(pattern, reason):
            return form.format_map(found.groupdict())
    return _OTHER


def _food_text(story: Story, tick: int) -> str:
    """Return where how much food could be gathered after a tick; "" where it grows in no area."""
    food, units = story.world.survival.food, story.land.units_at(tick, story.world.survival.food)
    if not units:
        return ""
    told = [
        f"{count:,} {at_place(story.world.name_of(area))}" for area, count in units.items() if count
    ]
    if not told:
        return f"no {food} stood in any named area"
    first = told[0].replace(" ", f" {food} stood ", 1)
    return list_words([first, *told[1:MOST_AREAS]])
