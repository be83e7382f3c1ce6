"""What people tell of themselves: who they are to strangers, and what they did today to whom it
concerns."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.rng import rng
from latticeville.mind.incidents import incident_of
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.needs import SLEEP
from latticeville.mind.percept import Observation
from latticeville.mind.relation import CONFIDING
from latticeville.mind.secrets import gives_away
from latticeville.mind.situation import Situation
from latticeville.mind.topic import DEED, HOPE, INTRODUCTION, REMARK, Told, Topic
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona, RoutineRow
from latticeville.world.model.place_names import spoken_place
from latticeville.world.model.world import World
from latticeville.world.usual_day.clauses import PRONOUNS
from latticeville.world.usual_day.usual_day import usual_days

FIRST_WORTH, MORE_WORTH, DEED_WORTH, ANSWER_WORTH, USUAL_WORTH = 1.5, 0.7, 0.6, 0.4, 0.35
"""How much it is worth, in the score of topics, to say who one is, more of oneself, what one did
where a hearer was missed, what one did as an answer or unasked, and that it was what one always
does."""
MOST_UNASKED = 2
"""How often a day somebody tells those who are close, unasked, what they did."""
HOW_ARE_YOU, MISSED_YOU, USUAL, UNASKED = "how_are_you", "missed_you", "usual", "unasked"
"""The sort of remark that asks how the day was, and the roles of what somebody did in the house or at
the work of a hearer who was out, of what they always do, and of what they tell unasked."""
WITH_INCIDENT = "incident"
"""The role of what somebody did today with what happened to an object meanwhile."""
INCIDENT_WORTH = 0.7
"""How much it is worth to tell what happened while one did something."""
HOPE_WORTH = 0.55
"""How much it is worth to tell those who are close what one wishes."""
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
    """Yield who somebody is, what they want and how they live, for those who do not know it; and for
    others who are close, what they wish."""
    if not any(is_told_of_oneself(now.who, other, now.world) for other in hearers):
        yield from _wishes(now, hearers)
        return
    for number, text in enumerate(sentences_about(now.persona)):
        worth = MORE_WORTH - number * STEP_WORTH if number else FIRST_WORTH
        topic = Topic(f"i.{now.who}.{number}", INTRODUCTION, who=now.who)
        yield Told(topic, text, worth=worth)


def _wishes(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody wants and intends, a sentence a day, to those who are close; nothing that
    gives a secret away."""
    if any(now.mind.relations.to(other).closeness < CONFIDING for other in hearers):
        return
    texts = [one for one in wishes_of(now.persona) if not gives_away(now, one, hearers, least=1)]
    if not texts:
        return
    if _have_confessed(now, hearers):
        return
    first = int(len(texts) * rng(now.percept.seed, 0, now.who, "wishes").uniform())
    text = texts[(first + now.minute // DAY) % len(texts)]
    topic = Topic(f"i.{now.who}.wish.{(first + now.minute // DAY) % len(texts)}", HOPE, who=now.who)
    yield Told(topic, text, worth=HOPE_WORTH)


def _have_confessed(now: Situation, hearers: Sequence[str]) -> bool:
    """Tell whether somebody has told a wish today, or one of the hearers and they told each other one
    this week."""
    midnight = now.midnight
    return any(
        (one.kind == "action" and one.tick >= midnight) or not {*one.shared}.isdisjoint(hearers)
        for one in now.mind.memory.last(SHARED_RECORDS)
        if one.topic is not None and one.topic.kind == HOPE and one.shared
    )


def wishes_of(persona: Persona) -> tuple[str, ...]:
    """Return what somebody wants and intends, a sentence each, with their first name as subject; not
    what they do in any case.

    >>> wishes_of(Persona(name="Ada Lind", aspiration="To sleep.", intends="Ada opens at nine. She hopes to read."))
    ('Ada wants to sleep.', 'Ada hopes to read.')
    >>> [wishes_of(Persona(name="Bo", aspiration=one)) for one in ("That it rains.", "He hopes.")]
    [('Bo wishes that it rains.',), ('Bo hopes',)]
    """
    intended = (_of_oneself(one, persona) for one in _SENTENCES.split(persona.intends.strip()))
    wished = (one for one in intended if one.partition(" ")[2].lower().startswith(_WISHING))
    return tuple(filter(None, (_wish(persona), *wished)))


def _wish(persona: Persona) -> str:
    wish = persona.aspiration.strip().rstrip(".")
    lower = f"{wish[:1].lower()}{wish[1:]}"
    if lower.startswith(_WISHED):
        return f"{persona.first_name} wants {lower}."
    if lower.startswith("that "):
        return f"{persona.first_name} wishes {lower}."
    if lower.startswith(_WISHING):
        return f"{persona.first_name} {lower}."
    return _of_oneself(wish, persona)


_WISHED = ("to ", "a ", "an ", "the ", "his ", "her ", "their ")
"""How a wish begins that is told after “wants”."""
_WISHING = ("wants ", "hopes ", "wishes ", "dreams ", "longs ", "means ", "would ")
"""How a wish begins that lacks its subject."""


def sentences_about(persona: Persona) -> tuple[str, ...]:
    """Return what a persona says of somebody, a sentence each, with their first name as subject."""
    texts = (persona.about, persona.currently, _wish(persona))
    found = (_of_oneself(one, persona) for text in texts for one in _SENTENCES.split(text.strip()))
    return tuple(dict.fromkeys(filter(None, found)))


def _of_oneself(sentence: str, persona: Persona) -> str:
    first, _, rest = sentence.partition(" ")
    if sentence.startswith(f"{persona.name} "):
        return f"{persona.first_name} {sentence.removeprefix(persona.name).lstrip()}"
    return f"{persona.first_name} {rest}" if first in PRONOUNS and rest else sentence


def deeds(now: Situation, hearers: Sequence[str], heard: Observation | None) -> Iterator[Told]:
    """Yield what somebody did earlier today where it concerns the only hearer, as far as memories
    say that it was so, and to nobody whom it was told before.

    It concerns who asks how the day was, in whose house or at whose work it was while they were out,
    and, once a day and between two topics, who is close.
    """
    if len(hearers) == 1:
        topic = heard.topic if heard is not None else None
        is_asked = topic is not None and asks_after_day(topic)
        done = [*rows_done(now)]
        yield from _usual(now, done[:1] if is_asked else ())
        tells = is_asked or (topic is None and _tells_unasked(now, hearers[0]))
        role = "" if is_asked else UNASKED
        yield from _deeds_for(now, hearers[0], done, role if tells else None)


def _deeds_for(
    now: Situation,
    other: str,
    done: Sequence[tuple[RoutineRow, list[MemoryRecord]]],
    role: str | None,
) -> Iterator[Told]:
    """Yield what somebody did earlier today that another has missed, and in a role what is newest."""
    missed = [row for row, there in done if _missed(now, other, row, there)]
    yield from (_deed(now, row, MISSED_YOU) for row in missed)
    left = [(row, there) for row, there in _done_without(other, done) if row not in missed]
    if role is not None and left:
        yield _most_eventful(now, left) or _deed(now, left[0][0], role)


def _most_eventful(
    now: Situation, done: Sequence[tuple[RoutineRow, list[MemoryRecord]]]
) -> Told | None:
    """Return the first thing done during which something happened, with what it was."""
    found = ((row, incident_of(now, row, there)) for row, there in done)
    return next((_deed_with(now, row, incident) for row, incident in found if incident), None)


def _done_without(
    other: str, done: Sequence[tuple[RoutineRow, list[MemoryRecord]]]
) -> Iterator[tuple[RoutineRow, list[MemoryRecord]]]:
    """Yield what was done while another was not there."""
    return ((row, there) for row, there in done if not any(other in one.about for one in there))


def _missed(now: Situation, other: str, row: RoutineRow, there: Sequence[MemoryRecord]) -> bool:
    """Tell whether somebody did something in the house or at the work of another who was out."""
    is_there = any(other in one.about for one in there)
    return not is_there and is_guest(now.who, other, row.place, now.world)


def _tells_unasked(now: Situation, other: str) -> bool:
    """Tell whether somebody tells another what they did today: who is close, and not too often."""
    if now.mind.relations.to(other).closeness < CONFIDING:
        return False
    prefix = f"d.{now.who}."
    return sum(key.startswith(prefix) for key in told_today(now)) < MOST_UNASKED


def rows_done(now: Situation) -> Iterator[tuple[RoutineRow, list[MemoryRecord]]]:
    """Yield the entries of today that are over and of which nobody was told, the newest first, each
    with what is remembered of it."""
    today = now.minute - now.minute % DAY
    records, told = [*_records_since(now, today)], told_today(now)
    for row in reversed(usual_days(now.world).of(now.who).rows):
        key = _deed_key(now, row)
        is_new = not is_trivial(row.doing) and not any(one.startswith(key) for one in told)
        there = _records_of(now, row, records) if is_new and today + row.end <= now.minute else []
        if there:
            yield row, there


def _deed_key(now: Situation, row: RoutineRow) -> str:
    return f"d.{now.who}.{row.doing}"


def _deed(now: Situation, row: RoutineRow, role: str) -> Told:
    what = f"{row.doing}{place_clause(row.doing, row.place, now.world)}"
    worth = DEED_WORTH if role == MISSED_YOU else ANSWER_WORTH
    topic = Topic(_deed_key(now, row), DEED, who=now.who)
    minute = now.minute - now.minute % DAY + row.start
    return Told(topic, f"{now.name} was {what}.", minute, worth, role, {"doing": what})


def _deed_with(now: Situation, row: RoutineRow, incident: str) -> Told:
    """Return what somebody did today, with what happened meanwhile."""
    told = _deed(now, row, WITH_INCIDENT)
    key = f"{told.topic.key}.{WITH_INCIDENT}.{now.minute // DAY}"
    return told._replace(
        topic=replace(told.topic, key=key),
        text=f"{told.text} {incident}",
        worth=INCIDENT_WORTH,
        parts={**told.parts, "incident": incident},
    )


def _usual(now: Situation, done: Sequence[tuple[RoutineRow, object]]) -> Iterator[Told]:
    """Yield entries of today in short, as one tells it who does it every day."""
    for row, _ in done:
        topic = Topic(f"d.{now.who}.{USUAL}.{now.minute // DAY}", DEED, who=now.who)
        minute = now.minute - now.minute % DAY + row.start
        parts = {"doing": row.doing}
        yield Told(topic, f"{now.name} was {row.doing}.", minute, USUAL_WORTH, USUAL, parts)


def asks_after_day(topic: Topic) -> bool:
    """Tell whether a topic is the question how somebody's day was."""
    return topic.kind == REMARK and topic.key.split(".")[2] == HOW_ARE_YOU


def is_guest(who: str, host: str, place: str, world: World) -> bool:
    """Tell whether a place is in the house or at the work of somebody else, and not of `who`."""
    return _belongs(place, host, world) and not _belongs(place, who, world)


def _belongs(place: str, who: str, world: World) -> bool:
    """Tell whether a place is in somebody's house, or in the building in which they work."""
    areas, resident = world.areas, world.people.get(who)
    if resident is None or place not in areas.by_id:
        return False
    own = (one for one in (resident.home, resident.work) if one in areas.by_id and one != WORLD)
    return any(areas.is_within(place, areas.outermost(one)) for one in own)


def _records_since(now: Situation, minute: int) -> Iterator[MemoryRecord]:
    since = now.tick - (now.minute - minute) // now.tick_minutes
    return (one for one in now.mind.memory.last(_RECORDS) if one.tick >= since)


def _records_of(
    now: Situation, row: RoutineRow, records: Sequence[MemoryRecord]
) -> list[MemoryRecord]:
    """Return what somebody remembers of an entry of their day at its place."""
    midnight = now.midnight
    first, last = (midnight + minute // now.tick_minutes for minute in (row.start, row.end))
    areas = now.world.areas
    return [
        one
        for one in records
        if first <= one.tick < last
        and one.place in areas.by_id
        and row.place in areas.path(one.place)
    ]


def place_clause(doing: str, place: str, world: World) -> str:
    """Return where an activity was, unless it says so itself or enough without it."""
    return "" if len(doing.split()) >= LONG else place_of(doing, place, world)


def place_of(doing: str, place: str, world: World) -> str:
    """Return where an activity is, unless its own words name the place."""
    name = world.name_of(place)
    is_told = any(word in doing.casefold() for word in re.findall(r"\w{4,}", name.casefold()))
    return "" if is_told else f" at {spoken_place(name)}"


def is_trivial(doing: str) -> bool:
    """Tell whether everybody does something every day, so that nobody speaks of it."""
    return doing.startswith(_TRIVIAL)
