"""What people tell of themselves: who they are to strangers, and what they did today to anybody."""

import re
from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mood import mood
from latticeville.mind.needs import SLEEP
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DEED, INTRODUCTION, Told, Topic
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona, RoutineRow
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World
from latticeville.world.usual_day.clauses import PRONOUNS
from latticeville.world.usual_day.usual_day import usual_days

FIRST_WORTH, MORE_WORTH, DEED_WORTH = 1.5, 0.7, 0.6
"""How much it is worth, in the score of topics, to say who one is, more of oneself, and what one
did."""
STEP_WORTH = 0.1
"""By how much each further sentence about oneself is worth less than the one before."""
_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_WAYS = tuple(f"walking {where}" for where in ("to", "home", "over", "back", "down", "up", "round"))
_TRIVIAL = (SLEEP, "getting up", "spending time", "having", "eating", "idle", *_WAYS)
"""The words with which activities begin that nobody tells of."""
LONG = 4
"""The words of an activity from which on it says enough without its place."""
_RECORDS = 300
"""Newest records that are looked through for where one was today."""


def is_told_of_oneself(who: str, other: str, world: World) -> bool:
    """Tell whether two people have yet to learn who the other is: nobody wrote how they know each
    other, and one of them knows nobody in this world."""
    ties = {one: _ties(one, world) for one in (who, other)}
    return other not in ties[who] and who not in ties[other] and not all(ties.values())


def _ties(who: str, world: World) -> frozenset[str]:
    found = world.people[who].persona.relationships if who in world.people else ()
    return frozenset(one.who for one in found) & world.people.keys()


def are_strangers(now: Situation, other: str) -> bool:
    """Tell whether somebody meets another for the first time who does not live with them."""
    return (
        other in now.world.people
        and other not in now.mind.social.met
        and not lives_with(now, other)
        and is_told_of_oneself(now.who, other, now.world)
    )


def lives_with(now: Situation, other: str) -> bool:
    """Tell whether two people share a home."""
    homes = {now.world.people[one].home for one in (now.who, other) if one in now.world.people}
    return len(homes) == 1 and homes.isdisjoint(("", WORLD))


def first_key(who: str) -> str:
    """Return the key of the topic by which somebody says who they are."""
    return f"i.{who}.0"


def introductions(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield who somebody is, what they want and how they live, for those who do not know it."""
    if not any(is_told_of_oneself(now.who, other, now.world) for other in hearers):
        return
    for number, text in enumerate(sentences_about(now.persona)):
        worth = MORE_WORTH - number * STEP_WORTH if number else FIRST_WORTH
        topic = Topic(f"i.{now.who}.{number}", INTRODUCTION, who=now.who)
        yield Told(topic, text, worth=worth)


def sentences_about(persona: Persona) -> tuple[str, ...]:
    """Return what a persona says of somebody, a sentence each, with their first name as subject."""
    wish = persona.aspiration.strip().rstrip(".")
    wants = (
        f"{persona.first_name} wants {wish[:1].lower()}{wish[1:]}."
        if wish.lower().startswith(("to ", "a ", "an ", "the "))
        else wish
    )
    texts = (persona.about, persona.currently, wants)
    found = (_of_oneself(one, persona) for text in texts for one in _SENTENCES.split(text.strip()))
    return tuple(dict.fromkeys(filter(None, found)))


def _of_oneself(sentence: str, persona: Persona) -> str:
    first, _, rest = sentence.partition(" ")
    if sentence.startswith(f"{persona.name} "):
        return f"{persona.first_name} {sentence.removeprefix(persona.name).lstrip()}"
    return f"{persona.first_name} {rest}" if first in PRONOUNS and rest else sentence


def deeds(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody did earlier today, and whom they saw there, as far as their memories say
    that they were there; with what they did and whom they saw, by name."""
    today = now.minute - now.minute % DAY
    records = [*_records_since(now, today)]
    for row in usual_days(now.world).of(now.who).rows:
        end = today + row.end
        there = _records_of(now, row, records) if not is_trivial(row.doing) else []
        if there and end <= now.minute:
            key = f"d.{now.who}.{row.doing}"
            what, met = f"{row.doing}{_where(row, now.world)}", _seen(now, there, hearers)
            text = f"{now.name} was {what}{f', and {met} came by' if met else ''}."
            parts = {"doing": what} | ({"others": met} if met else {})
            worth = DEED_WORTH * (mood(now, f"doing.{row.doing}") if now.persona.routine else 1)
            topic = Topic(key, DEED, who=now.who)
            yield Told(topic, text, today + row.start, worth, parts=parts)


def _records_since(now: Situation, minute: int) -> Iterator[MemoryRecord]:
    since = now.tick - (now.minute - minute) // now.tick_minutes
    return (one for one in now.mind.memory.last(_RECORDS) if one.tick >= since)


def _records_of(
    now: Situation, row: RoutineRow, records: Sequence[MemoryRecord]
) -> list[MemoryRecord]:
    """Return what somebody remembers of an entry of their day at its place."""
    midnight = now.tick - now.minute % DAY // now.tick_minutes
    first, last = (midnight + minute // now.tick_minutes for minute in (row.start, row.end))
    areas = now.world.areas
    return [
        one
        for one in records
        if first <= one.tick < last
        and one.place in areas.by_id
        and row.place in areas.path(one.place)
    ]


def _where(row: RoutineRow, world: World) -> str:
    """Return where an activity was, unless it says so itself or enough without it."""
    name = world.name_of(row.place)
    is_told = any(word in row.doing.casefold() for word in re.findall(r"\w{4,}", name.casefold()))
    return "" if is_told or len(row.doing.split()) >= LONG else f" at {spoken_place(name)}"


def _seen(now: Situation, there: Sequence[MemoryRecord], hearers: Sequence[str]) -> str:
    """Return whom somebody saw at what they did, but for who hears of it."""
    about = dict.fromkeys(name for one in there for name in one.about)
    met = [name for name in about if name in now.world.people and name not in (now.who, *hearers)]
    return now.world.list_names(met[:2]) if met else ""


def is_trivial(doing: str) -> bool:
    """Tell whether everybody does something every day, so that nobody speaks of it."""
    return doing.startswith(_TRIVIAL)
