"""What a tick changed of somebody's relations and opinions: making it, and applying it."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.relation import (
    MAX_CHANGES,
    OpenTalk,
    OpinionState,
    Promise,
    Relations,
    RelationState,
    ValueChange,
)

T = TypeVar("T")


class RelationsDelta(msgspec.Struct, frozen=True, omit_defaults=True):
    """The relations and opinions that are new or changed, the new changes, and the other fields
    where they changed."""

    people: Mapping[str, RelationState] = {}
    opinions: Mapping[str, OpinionState] = {}
    changes: tuple[ValueChange, ...] = ()
    talks: Mapping[str, OpenTalk] | None = None
    promises: tuple[Promise, ...] | None = None
    unsettled: Mapping[str, OpenTalk] | None = None
    day: int | None = None


def diff_relations(was: Relations, now: Relations) -> RelationsDelta | None:
    """Return what changed from one tick to the next; None for nothing."""
    if now is was or now == was:
        return None
    return RelationsDelta(
        _changed_entries(was.people, now.people),
        _changed_entries(was.opinions, now.opinions),
        _new_changes(was, now),
        _if_changed(was.talks, now.talks),
        _if_changed(was.promises, now.promises),
        _if_changed(was.unsettled, now.unsettled),
        _if_changed(was.day, now.day),
    )


def patch_relations(was: Relations, delta: RelationsDelta | None) -> Relations:
    """Return the relations that `diff_relations` was given as the second."""
    if delta is None:
        return was
    return Relations(
        {**was.people, **delta.people},
        {**was.opinions, **delta.opinions},
        (*was.changes, *delta.changes)[-MAX_CHANGES:],
        was.talks if delta.talks is None else delta.talks,
        was.promises if delta.promises is None else delta.promises,
        was.unsettled if delta.unsettled is None else delta.unsettled,
        was.day if delta.day is None else delta.day,
    )


def _changed_entries(was: Mapping[str, T], now: Mapping[str, T]) -> dict[str, T]:
    return {key: one for key, one in now.items() if was.get(key) != one}


def _if_changed(was: T, now: T) -> T | None:
    return None if now == was else now


def _new_changes(was: Relations, now: Relations) -> tuple[ValueChange, ...]:
    """Return the changes behind those that both have."""
    last = was.changes[-1].tick if was.changes else BEFORE_START - 1
    return tuple(one for one in now.changes if one.tick > last)
