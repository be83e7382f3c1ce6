"""What somebody saw others do today: told to whom it concerns, or to the face of who did it."""

import re
from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.known_topics import told_today
from latticeville.mind.learned_beliefs import DEEDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import AGENT, Observation
from latticeville.mind.questions import asks_person
from latticeville.mind.self_topics import is_guest, is_trivial, place_clause
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SIGHTING, Told, Topic
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

SEARCHED = 250
"""Newest records that are looked through."""
CAUGHT, GUEST, NAMED = "caught", "guest", "sighting"
"""The roles of what somebody was seen doing, as it is told to themselves, of a guest to the host who
was out, and to whom its words name."""
UNUSUAL = "unusual"
"""The role of what somebody was seen doing who does it on no other day."""
ASKED = "seen_last"
"""The role of the last sight of a person as the answer to who asks after them."""
_WORTHS = {ASKED: 0.4, CAUGHT: 0.45, GUEST: 0.6, NAMED: 0.65, UNUSUAL: 0.65}
"""How much each is worth, in the score of topics."""
STALE_MINUTES = 30
"""Minutes after which what somebody did is over, and can be told."""
_NO_SIGHT = (
    *("keeping ", "giving ", "meeting ", "walking", "going ", "seeing to", "talking over"),
    *("sitting", "standing", "resting", "waiting", "looking"),
)
"""The words with which activities begin that are no sight of their own: with others, and at rest."""


def sightings(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody saw others do today where it concerns the only hearer, the newest first,
    and to nobody whom it was told before.

    It concerns in whose house or at whose work a guest did it while they were out, and whom its
    words name; a guest is told by who was at home. Nothing is told of others within hearing.
    """
    if len(hearers) != 1 or hearers[0] not in now.world.people:
        return
    midnight = now.midnight
    records = [one for one in now.mind.memory.last(SEARCHED) if one.tick >= midnight]
    told = told_today(now)
    for one in _sights(now, hearers[0], records):
        topic = Topic(f"g.{one.about[0]}.{one.doing}", SIGHTING, who=one.about[0])
        role = "" if topic.key in told else _concern(one, hearers[0], records, now)
        if role:
            yield _sighting(now, one, topic, role)


def last_sight(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield what somebody last saw the person do after whom they are asked, within a day."""
    other = asks_person(heard.topic) if heard.topic is not None else ""
    if not other:
        return
    since = now.tick - DAY // now.tick_minutes
    newest = reversed(now.mind.memory.last(SEARCHED))
    seen = (one for one in newest if one.tick >= since and is_seen_doing(one, now))
    one = next((one for one in seen if one.about[0] == other), None)
    if one is not None:
        topic = Topic(f"g.{other}.{one.doing}.{ASKED}.{now.tick}", SIGHTING, who=other)
        yield _sighting(now, one, topic, ASKED)


def _sights(now: Situation, hearer: str, records: Sequence[MemoryRecord]) -> Iterator[MemoryRecord]:
    """Yield the records of what the hearer, or somebody out of hearing, did, the newest first."""
    here = {node.id for node in now.percept.sights if node.kind == AGENT} - {hearer}
    yield from (
        one for one in reversed(records) if is_seen_doing(one, now) and one.about[0] not in here
    )


def _sighting(now: Situation, one: MemoryRecord, topic: Topic, role: str) -> Told:
    minute = now.percept.minute_of(one.tick, now.tick_minutes)
    what = f"{one.doing}{place_clause(one.doing, one.place, now.world)}"
    name = now.world.name_with_article(topic.who)
    parts = {"other": name, "doing": what}
    return Told(topic, f"{name} was {what}.", minute, _WORTHS[role], role, parts)


def _concern(
    one: MemoryRecord, hearer: str, records: Sequence[MemoryRecord], now: Situation
) -> str:
    """Return how a sight is told to a hearer: of themselves, of a guest of theirs, of who does
    something with them; "" where it does not concern them."""
    other = one.about[0]
    if other == hearer:
        return CAUGHT if is_guest(other, now.who, one.place, now.world) else ""
    if re.search(rf"\b{re.escape(now.world.people[hearer].persona.first_name)}\b", one.doing):
        return NAMED
    seen = any(hearer in each.about and each.place == one.place for each in records)
    if is_guest(other, hearer, one.place, now.world) and not seen:
        return GUEST
    return "" if seen or is_usual(one, now.world) else UNUSUAL


def is_usual(one: MemoryRecord, world: World) -> bool:
    """Tell whether a person was seen at something that they do every day."""
    return any(row.doing == one.doing for row in usual_days(world).of(one.about[0]).rows)


def is_seen_doing(one: MemoryRecord, now: Situation) -> bool:
    """Tell whether a record is of somebody else at something that is over and worth a word."""
    return (
        bool(one.doing)
        and now.tick - one.tick >= STALE_MINUTES // now.tick_minutes
        and one.doing not in DEEDS
        and not is_trivial(one.doing)
        and not one.doing.startswith(_NO_SIGHT)
        and one.place != WORLD
        and one.about[:1] != (now.who,)
        and one.about[0] in now.world.people
    )
