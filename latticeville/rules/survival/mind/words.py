"""What somebody under need can say: thanks, a plea, where food is, news of violence, a threat."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.day_names import weekday
from latticeville.core.geometry import Cell
from latticeville.core.rng import RandomStream, rng
from latticeville.mind.grammatical_person import forms_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.resource_beliefs import ResourceBelief
from latticeville.mind.situation import Situation
from latticeville.mind.topic import (
    EVENT,
    FOOD,
    PLEA,
    THANKS,
    THREAT,
    Topic,
    attacker_of,
)
from latticeville.mind.vitals import DEAD
from latticeville.rules.survival.mind.data import OfferedWords, PersonNear
from latticeville.rules.survival.mind.places import is_at_hand, spoken_cell, what_grows
from latticeville.rules.survival.mind.resources import make_topic, read_topic
from latticeville.world.model.world import World

FRESH_TICKS = 5
"""Ticks within which sights of food count as equally new."""
NEWS_TICKS = 40
"""Ticks for which people tell others of an attack or a death."""
TOLD_TICKS = 24
"""Ticks for which somebody counts as told where food is."""
NEWEST = 240
"""Newest records that are looked through for what was said and done lately."""
LOOK_RECORDS = 30
"""Records before and after that of an attack which show who was there to see it."""
DEATH_KEY = "death."
"""How the key of a topic of a death begins; who died follows."""
_THANKS = (
    "Thank you, {other}.",
    "Thank you, {other}. I will not forget it.",
    "That was good of you, {other}. Thank you.",
    "Thank you for the {food}, {other}.",
)
_PLEAS = (
    "I am hungry. Please give me some {food}.",
    "Please, I have nothing left to eat. Can you spare something?",
    "I have no {food} left. Will you share what you have?",
    "Can you give me something to eat? I have nothing.",
)
_FOOD = (
    "You will find {what} {place}.",
    "I saw {what} {place}.",
    "There is {food} {place}: {what}.",
    "If you are hungry, look {place}: I saw {what} there.",
)
_THREATS = (
    "Go away, {other}, or I will hurt you.",
    "Leave, {other}. I will not say it twice.",
    "Not a step nearer, {other}, or you will be sorry.",
    "Keep your hands off the {food} here, {other}, or I will hurt you.",
)
_SEEN_ATTACKS = (
    "Keep away from {foe}. I saw {him} attack {victim} {when}.",
    "Beware of {foe}: {he} attacked {victim} {when}.",
    "Do not trust {foe}. {He} attacked {victim} {when}, and I saw it.",
)
_SUFFERED_ATTACKS = (
    "Keep away from {foe}: {he} attacked me {when}.",
    "Beware of {foe}. {He} attacked me {when}.",
)
_TOLD_ATTACKS = (
    "Keep away from {foe}. {source} told me that {he} attacked {victim} {when}.",
    "Beware of {foe}: {source} says that {he} attacked {victim} {when}.",
)
_SEEN_DEATHS = ("{what} I saw it.", "Have you heard? {what}", "I have bad news. {what}")
_TOLD_DEATHS = ("Have you heard? {what}", "{source} told me: {what}", "I have bad news. {what}")


def offered_words(
    now: Situation,
    known: Sequence[ResourceBelief],
    people: Sequence[PersonNear],
    givers: Collection[str],
    informed: Collection[str],
) -> Iterator[OfferedWords]:
    """Yield what somebody can say to those in sight, from where they know food to be, of which the
    `informed` know, what they remember, and who gave them something."""
    me, tick, food = now.who, now.tick, now.world.survival.food
    draw = rng(now.percept.seed, tick, me, "words")
    for other in people:
        if other.id in givers:
            thanks = draw.pick(_THANKS).format(other=other.name, food=food)
            yield OfferedWords(Topic(f"{THANKS}.{me}.{tick}", THANKS, who=me), thanks, other.id)
    plea = draw.pick(_PLEAS).format(food=food)
    yield OfferedWords(Topic(f"{PLEA}.{me}.{tick}", PLEA, who=me), plea)
    best = _best_place(known)
    if best is not None:
        yield _food_words(now, best, informed, draw)
    told = [one for one in now.mind.memory.last(NEWEST) if one.topic is not None]
    yield from _news(now, told, people, draw)
    foe = next((one for one in people if one.is_near and not one.kin), None)
    if foe is not None:
        topic = Topic(f"{THREAT}.{me}.{foe.id}.{tick}", THREAT, who=me)
        threat = draw.pick(_THREATS).format(other=foe.name, food=food)
        yield OfferedWords(topic, threat, foe.id)


def _best_place(known: Sequence[ResourceBelief]) -> ResourceBelief | None:
    """Return the cell with most food of those that one saw oneself, the newest sight first."""
    seen = [one for one in known if one.units and not one.source and one.seen >= 0]
    return max(seen, key=lambda one: (one.seen // FRESH_TICKS, one.units, one.cell), default=None)


def know_of_food(
    now: Situation, known: Sequence[ResourceBelief], people: Sequence[PersonNear]
) -> Iterator[str]:
    """Yield who of those in sight is where most food is known to be, then who said or heard lately
    that food is there."""
    world, here, best = now.world, now.percept.cell, _best_place(known)
    if best is None:
        return
    for one in people:
        if is_at_hand(world, best.cell, Cell(here.x + one.dx, here.y + one.dy)):
            yield one.id
    since = now.tick - TOLD_TICKS
    for record in reversed(now.mind.memory.last(NEWEST)):
        if record.tick < since:
            return
        if record.topic is not None and record.topic.kind == FOOD:
            place = read_topic(record.topic, "")
            if place is not None and is_at_hand(world, place.cell, best.cell):
                yield from record.about


def _food_words(
    now: Situation, best: ResourceBelief, informed: Collection[str], draw: RandomStream
) -> OfferedWords:
    """Return words on where food is, which are for nobody who is informed."""
    world, here = now.world, now.percept.cell
    what = what_grows(world, best.cell, best.resource)
    place = spoken_cell(world, best.cell, here)
    words = draw.pick(_FOOD[: 2 if what == best.resource else None])
    return OfferedWords(
        make_topic(best, world),
        words.format(what=what, place=place, food=best.resource),
        but=tuple(dict.fromkeys(informed)),
    )


class _News(NamedTuple):
    """An attack or a death that somebody can tell: its words without who tells them."""

    topic: Topic
    gist: str
    culprits: tuple[str, ...]
    sufferer: str


def _news(
    now: Situation,
    told: Sequence[MemoryRecord],
    people: Sequence[PersonNear],
    draw: RandomStream,
) -> Iterator[OfferedWords]:
    """Yield the newest attack by somebody in sight, and the newest death, that are news to
    somebody in sight."""
    found = set[bool]()
    in_sight = {one.id for one in people}
    for record in reversed(told):
        news = _read_news(record, now.world)
        if news is None or record.tick < now.tick - NEWS_TICKS or record.kind == "action":
            continue
        is_attack = bool(attacker_of(news.topic))
        if is_attack in found or not _may_tell(now, news, in_sight, is_attack=is_attack):
            continue
        but = (*news.culprits, news.sufferer, *_who_knows(now, told, record, news.topic.key))
        if in_sight - {*but}:
            found.add(is_attack)
            words = _attack_words if is_attack else _death_words
            text = words(now, news, record, draw)
            topic = replace(news.topic, gist=news.gist)
            yield OfferedWords(topic, text, but=tuple(sorted({*but})))


def _may_tell(now: Situation, news: _News, in_sight: set[str], *, is_attack: bool) -> bool:
    """Tell whether somebody has cause to tell of it: others warn of who is there and alive, and
    nobody tells of what they did themselves."""
    if now.who in news.culprits:
        return False
    if is_attack:
        return news.culprits[0] in in_sight and now.percept.conditions.get(news.culprits[0]) != DEAD
    return news.sufferer != now.who


def _read_news(record: MemoryRecord, world: World) -> _News | None:
    """Return the attack or the death of which a record tells."""
    topic = record.topic
    if topic is None or topic.kind != EVENT:
        return None
    attacker, parts = attacker_of(topic), topic.key.split(".")
    if attacker:
        victim = parts[2]
        gist = f"{world.name_with_article(attacker)} attacked {world.name_with_article(victim)}."
        return _News(topic, gist, (attacker,), victim)
    if not topic.key.startswith(DEATH_KEY):
        return None
    if topic.gist:
        return _News(topic, topic.gist, (), topic.who)
    killers = tuple(one for one in record.about if one != topic.who)
    return _News(topic, _death_gist(record.text, topic.who, killers, world), killers, topic.who)


def _death_gist(seen: str, who: str, killers: tuple[str, ...], world: World) -> str:
    """Return a death in the past tense, of which a witness remembers “Ada dies of hunger.”."""
    name = world.name_with_article(who)
    if killers:
        return f"{world.list_names(killers)} killed {name}."
    return f"{name} died of {seen.rpartition(' dies of ')[2].rstrip('.') or 'something'}."


def _who_knows(
    now: Situation, told: Sequence[MemoryRecord], record: MemoryRecord, key: str
) -> Iterator[str]:
    """Yield who told of it or was told, and who was seen about where it happened when it did."""
    for one in told:
        if one.topic is not None and one.topic.key == key and one.spoken:
            yield from (who for who in one.about if who != now.who)
    if not record.spoken:
        yield from _who_was_there(now, record)


def _who_was_there(now: Situation, record: MemoryRecord) -> Iterator[str]:
    """Yield who was seen doing something in the ticks about a record."""
    memory = now.mind.memory
    first, last = record.id - LOOK_RECORDS, record.id + LOOK_RECORDS
    for number in range(max(0, first), min(len(memory), last)):
        one = memory[number]
        if one.about and not one.spoken and abs(one.tick - record.tick) <= 1:
            yield one.about[0]


def _attack_words(now: Situation, news: _News, record: MemoryRecord, draw: RandomStream) -> str:
    foe, name = news.culprits[0], now.world.name_with_article
    forms, day = forms_of(foe, now.world), int(news.topic.key.rpartition(".")[2])
    told = {
        "foe": name(foe),
        "victim": name(news.sufferer),
        "him": forms.object,
        "he": forms.subject,
        "He": forms.subject.capitalize(),
        "when": _day_words(day, now.minute // DAY),
        "source": name(record.about[0]),
    }
    if news.sufferer == now.who:
        return draw.pick(_SUFFERED_ATTACKS).format_map(told)
    return draw.pick(_TOLD_ATTACKS if record.spoken else _SEEN_ATTACKS).format_map(told)


def _day_words(day: int, today: int) -> str:
    """Return the day of a number, as one says it on another day."""
    return {0: "today", 1: "yesterday"}.get(today - day, f"on {weekday(day * DAY)}")


def _death_words(now: Situation, news: _News, record: MemoryRecord, draw: RandomStream) -> str:
    source = now.world.name_with_article(record.about[0]) if record.about else ""
    phrases = _TOLD_DEATHS if record.spoken and source else _SEEN_DEATHS
    return draw.pick(phrases).format(what=news.gist, source=source)
