"""Attention: which events an agent notices, if it does not notice all."""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.percept import Observation, Percept
from latticeville.mind.situation import Situation
from latticeville.world.model.personas import ThinkingSettings


def filter_news(now: Situation) -> Percept:
    """Return the percept with the news that are noticed, in the order in which they happened.

    What one does oneself and what is said to one is never missed. Of the rest, what stands among
    the newest memories is no news, and only so much can be heeded at once, the nearest first.
    """
    if not now.percept.news:
        return now.percept
    manner = now.persona.manner
    if manner.most is None and manner.retention is None:
        return now.percept
    return replace(now.percept, news=_select_noticed(now, manner))


def _select_noticed(now: Situation, manner: ThinkingSettings) -> tuple[Observation, ...]:
    who = now.who
    stale = {memory.text for memory in now.mind.memory.last(manner.retention or 0)}
    others = [
        news for news in now.percept.news if not _involves(news, who) and news.text not in stale
    ]
    noticed = {id(news) for news in _select_nearest(others, now.percept, manner.most)}
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
