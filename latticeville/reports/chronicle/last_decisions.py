"""What somebody decided in the last ticks before they died of hunger, and which food stood in the
land then."""

import re
from collections import Counter
from collections.abc import Mapping

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.story import Occurrence, Story
from latticeville.reports.chronicle.words import at_place, number_word, percent, times
from latticeville.sim.survival.events import Died

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
