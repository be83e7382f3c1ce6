"""Attention: what somebody notices, of events and of what no event tells."""

from collections.abc import Iterator, Mapping
from itertools import islice

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.core.word_list import list_words
from latticeville.mind.belief import BeliefTree
from latticeville.mind.mind import Mind
from latticeville.mind.percept import OBJECT, Node, Observation, PerceivedNews, Percept
from latticeville.mind.situation import Situation
from latticeville.world.model.personas import AttentionSettings


def filter_news(now: Situation) -> Percept:
    """Return the percept with the news that are noticed, in the order in which they happened.

    What one does oneself and what is said to one is never missed. Of the rest, what stands among
    the newest memories is no news, and only so much can be heeded at once, the nearest first.
    """
    if not now.percept.news:
        return now.percept
    attention = now.persona.attention
    if attention.most is None and attention.retention is None:
        return now.percept
    return replace(now.percept, news=PerceivedNews(_select_noticed(now, attention)))


def _select_noticed(now: Situation, attention: AttentionSettings) -> tuple[Observation, ...]:
    who = now.who
    stale = {memory.text for memory in now.mind.memory.last(attention.retention or 0)}
    others = [
        news for news in now.percept.news if not _involves(news, who) and news.text not in stale
    ]
    noticed = {id(news) for news in _select_nearest(others, now.percept, attention.most)}
    return tuple(news for news in now.percept.news if _involves(news, who) or id(news) in noticed)


def _select_nearest(
    others: list[Observation], percept: Percept, most: int | None
) -> list[Observation]:
    if most is None or len(others) <= most:
        return others
    cells = {node.id: node.cell for node in percept.sights if node.cell is not None}
    return sorted(others, key=lambda news: _distance(news, percept.cell, cells))[:most]


def _involves(news: Observation, who: str) -> bool:
    return who in (news.actor, news.to)


def _distance(news: Observation, cell: Cell, cells: Mapping[str, Cell]) -> tuple[bool, int]:
    """Return how far off something happened, in cells; what has no place comes last."""
    at = next((cells[name] for name in (news.actor, *news.about) if name in cells), None)
    return (at is None, 0 if at is None else abs(at.x - cell.x) + abs(at.y - cell.y))


SEEN_IMPORTANCE, TOUCHING_IMPORTANCE = 2, 4
"""The importance of what is seen, and of an activity that concerns the witness; neither asks a
model."""
MAX_SIGHTINGS = 8
"""Most activities that somebody notices in a tick, the nearest first; and most objects in a
sentence."""
SAME_MINUTES = 12 * 60
"""Minutes in which an activity counts as the same, if its sentence is."""


def sightings(now: Situation) -> tuple[Observation, ...]:
    """Return what is seen in this tick and was not believed: activities, then objects, in one
    sentence."""
    beliefs = now.mind.beliefs
    if now.percept.sights is beliefs.sights:
        return ()
    before = beliefs.sights
    begin = now.percept.sights.begun_since(before)
    doing = [node for node in begin if _is_new(node, before.by_id, beliefs, now.who)]
    found = _select_new(now, doing) if doing else []
    arrives = beliefs.place not in ("", now.percept.place)
    changed = _describe_changes(now, beliefs) if arrives else None
    return (*found, changed) if changed is not None else tuple(found)


def _is_new(node: Node, before: Mapping[str, Node], beliefs: BeliefTree, who: str) -> bool:
    """Tell whether somebody who begins an activity is another who was not believed to do the same
    here, out of sight."""
    if node.id == who:
        return False
    if node.id in before:
        return True
    known = beliefs.kept.get(node.id)
    return known is None or (known.node.looks, known.node.parent) != (node.looks, node.parent)


def _select_new(now: Situation, doing: list[Node]) -> list[Observation]:
    """Return the nearest of the activities that are not remembered of the last hours."""
    since = now.tick - SAME_MINUTES // now.tick_minutes
    x, y = now.percept.cell
    near = sorted(
        doing,
        key=lambda node: (abs(node.cell.x - x) + abs(node.cell.y - y) if node.cell else 0, node.id),
    )
    seen = (_tell_activity(now, node) for node in near)
    fresh = (one for one in seen if not _was_seen(now.mind, one.text, since))
    return [_weigh_activity(now, one) for one in islice(fresh, MAX_SIGHTINGS)]


def _was_seen(mind: Mind, text: str, since: int) -> bool:
    known = mind.memory.find_recent(text)
    return known is not None and known.tick >= since


def _tell_activity(now: Situation, node: Node) -> Observation:
    """Return how an activity is noticed, made once for all who see it."""
    told = now.percept.sights.told
    found = told.get(node.id)
    if found is None:
        name, place = now.world.name_with_article(node.id), now.world.name_of(node.parent)
        text = f"{name} is {node.looks} at {place}."
        found = told[node.id] = Observation(
            "activity", node.id, text, importance=SEEN_IMPORTANCE, doing=node.looks
        )
    return found


def _weigh_activity(now: Situation, seen: Observation) -> Observation:
    return replace(seen, importance=TOUCHING_IMPORTANCE) if _touches(now, seen) else seen


def _touches(now: Situation, seen: Observation) -> bool:
    """Tell whether an activity names the witness or their object, or is what they agreed to."""
    for one in now.mind.commitments:
        if now.minute in one.at and (one.at.what == seen.doing or one.other == seen.actor):
            return True
    looks = seen.doing.casefold()
    return any(
        name and now.world.name_with_article(name).casefold() in looks
        for name in (now.who, now.mind.intent.meant, *now.percept.carries)
    )


def _describe_changes(now: Situation, beliefs: BeliefTree) -> Observation | None:
    """Return one sentence on the objects here that are not as they were believed to be; None where
    all are."""
    changed = [*islice(_changed_objects(now.percept, beliefs), MAX_SIGHTINGS)]
    if not changed:
        return None
    states = [
        *dict.fromkeys(
            f"{now.world.name_with_article(node.id)} is {node.looks.replace('_', ' ')}"
            for node in changed
        )
    ]
    text = f"At {now.world.name_of(now.percept.place)}, {list_words(states)}."
    return Observation(
        "state", "", text, tuple(node.id for node in changed), importance=SEEN_IMPORTANCE
    )


def _changed_objects(percept: Percept, beliefs: BeliefTree) -> Iterator[Node]:
    for node in percept.sights:
        if node.kind == OBJECT and node.parent == percept.place:
            held = beliefs.kept.get(node.id)
            if held is not None and not held.missing and held.node.looks != node.looks:
                yield node
