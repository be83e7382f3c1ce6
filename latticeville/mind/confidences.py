"""Confidences: what somebody does on the next days with what they were told of a third person."""

from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.mind.known_topics import SHARED_RECORDS, told_today
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Observation
from latticeville.mind.remarks import KIND_WORD, PEACE, remark, role_of
from latticeville.mind.situation import Situation
from latticeville.mind.stake import COLD, bond, owner_of, people_named
from latticeville.mind.topic import REMARK, SECRET, VIEW, Told, Topic
from latticeville.mind.views import tone

PASSED_ON = (KIND_WORD, PEACE)
"""The sorts of remark by which somebody acts on what they were told of the hearer."""
DAYS = 3
"""Days for which somebody acts on what they were told."""
AGREEABLE = 0.5
"""The agreeableness from which on somebody would rather make peace than trouble."""


def confidences(
    now: Situation, hearers: Sequence[str], heard: Observation | None
) -> Iterator[Told]:
    """Yield what somebody says to the only hearer because of what others told of them: a kind word
    that they pass on, or a hint to talk to each other."""
    if len(hearers) != 1 or _has_acted(now, heard):
        return
    oldest = now.tick - DAYS * DAY // now.tick_minutes
    for record in reversed(now.mind.memory.last(SHARED_RECORDS)):
        if record.tick < oldest:
            return
        if record.topic is not None and record.kind != "action":
            yield from _acts_on(now, hearers[0], record, record.topic)


def _acts_on(now: Situation, hearer: str, record: MemoryRecord, topic: Topic) -> Iterator[Told]:
    """Yield what somebody does with one thing that they were told."""
    if now.who not in record.about[1:]:
        return
    age = (now.tick - record.tick) * now.tick_minutes
    is_old = now.minute // DAY > (now.minute - age) // DAY
    is_own = topic.source == topic.who != hearer
    if is_old and is_own and hearer in _people_in(now, topic):
        role = _role(now, topic, topic.source)
        if role:
            yield _passed_on(now, role, topic.source, hearer, topic)


def _has_acted(now: Situation, heard: Observation | None) -> bool:
    """Tell whether somebody has said such a thing today, or answers one."""
    keys = [key for key in told_today(now) if key.startswith("n.")]
    if heard is not None and heard.topic is not None and heard.topic.kind == REMARK:
        keys.append(heard.topic.key)
    return any(role_of(Topic(key, REMARK)) in PASSED_ON for key in keys)


def _people_in(now: Situation, topic: Topic) -> tuple[str, ...]:
    """Return whom a view is of, or whom a secret names."""
    if topic.kind == VIEW:
        return (owner_of(topic),)
    return tuple(people_named(now, topic.gist)) if topic.kind == SECRET else ()


def _role(now: Situation, topic: Topic, teller: str) -> str:
    """Return how somebody acts on what they were told, by their nature and its words; "" where they
    keep quiet."""
    if topic.kind == SECRET:
        agreeable = now.persona.big_five.get("agreeableness", AGREEABLE) >= AGREEABLE
        return PEACE if agreeable and bond(now, teller) != COLD else ""
    return KIND_WORD if tone(topic.gist) > 0 else ""


def _passed_on(now: Situation, role: str, teller: str, hearer: str, topic: Topic) -> Told:
    name, other = now.world.name_with_article(teller), now.world.name_with_article(hearer)
    text = f"{now.name} speaks to {other} because of what {name} said."
    return remark(now, role, teller, text, f"{hearer}.{topic.key}")
