"""What somebody saw others do today: told to third persons, or to the face of who did it."""

from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.learned_beliefs import DEEDS
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mood import mood
from latticeville.mind.percept import AGENT
from latticeville.mind.self_topics import is_trivial
from latticeville.mind.situation import Situation
from latticeville.mind.topic import SIGHTING, Told, Topic
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import spoken_place

SEARCHED = 250
"""Newest records that are looked through."""
SEEN_WORTH, FACE_WORTH = 0.55, 0.6
"""How much it is worth, in the score of topics, to say what one saw somebody do, and to tell
themselves so."""
CAUGHT = "caught"
"""The role of what somebody was seen doing, as it is told to themselves."""
STALE_MINUTES = 30
"""Minutes after which what somebody did is over, and can be told."""
LONG = 4
"""The words of an activity from which on it says enough without its place."""
_WITH_OTHERS = ("keeping ", "giving ", "meeting ", "walking", "going ", "seeing to")
"""The words with which activities begin that are no sight of their own."""


def sightings(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield what somebody saw others do today, the newest first.

    Of a hearer, it is told to them alone; nothing is told of others within hearing.
    """
    here = {node.id for node in now.percept.sights if node.kind == AGENT}
    midnight = now.tick - now.minute % DAY // now.tick_minutes
    for one in reversed(now.mind.memory.last(SEARCHED)):
        if one.tick < midnight:
            return
        if not _is_sight(one, now) or now.tick - one.tick < STALE_MINUTES // now.tick_minutes:
            continue
        other, minute = one.about[0], now.percept.minute_of(one.tick, now.tick_minutes)
        topic = Topic(f"g.{other}.{one.doing}", SIGHTING, who=other)
        what = f"{one.doing}{place_clause(one.doing, one.place, now)}"
        share, name = mood(now, f"doing.{one.doing}", other), now.world.name_with_article(other)
        told = Told(topic, f"{name} was {what}.", minute, parts={"other": name, "doing": what})
        if [*hearers] == [other]:
            yield told._replace(worth=FACE_WORTH * share, role=CAUGHT)
        elif other not in {*here, *hearers}:
            yield told._replace(worth=SEEN_WORTH * share)


def _is_sight(one: MemoryRecord, now: Situation) -> bool:
    """Tell whether a record is of somebody else at something that is worth a word."""
    return (
        bool(one.doing)
        and one.doing not in DEEDS
        and not is_trivial(one.doing)
        and not one.doing.startswith(_WITH_OTHERS)
        and one.place != WORLD
        and one.about[:1] != (now.who,)
        and one.about[0] in now.world.people
    )


def place_clause(doing: str, place: str, now: Situation) -> str:
    """Return where an activity was, unless it says so itself or enough without it."""
    name = now.world.name_of(place)
    is_told = any(len(word) >= 4 and word.casefold() in doing.casefold() for word in name.split())
    return "" if is_told or len(doing.split()) >= LONG else f" at {spoken_place(name)}"
