"""What a crowd does in a tick: every kind of action on whole columns, and its deeds among the events
of the others."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import merge
from itertools import chain, pairwise
from operator import itemgetter

from latticeville.sim.crowd import Crowd
from latticeville.sim.event import Event
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.tick_draft import TickDraft

EventsOf = tuple[str, Sequence[Event]]
"""Somebody by id, and what happened by what they did."""


def act_together(
    draft: TickDraft, actions: Mapping[str, ActionKind], starts: Sequence[tuple[str, int]]
) -> None:
    """Let the actions of a crowd take effect on its columns, and put its deeds among the events of the
    others, which begin where `starts` say."""
    crowd, step = draft.crowd, draft.before.survival_step
    if crowd is None:
        return
    for place, action in enumerate(crowd.actions):
        rows = (crowd.acts == place).nonzero()[0]
        actions[action.kind].resolve_all(crowd, rows, draft.world, step)
    draft.events = join_events(draft.events, starts, crowd, actions)


def join_events(
    events: Sequence[Event],
    starts: Sequence[tuple[str, int]],
    crowd: Crowd,
    kinds: Collection[str],
) -> list[Event]:
    """Return the events of others with the deeds of those of a crowd who do an action of some kinds,
    in the order of ids; `starts` are where the events of each of the others begin."""
    counted = {place for place, action in enumerate(crowd.actions) if action.kind in kinds}
    done = zip(crowd.ids, crowd.did.tolist(), crowd.acts.tolist(), strict=True)
    deeds = [(who, deed.event) for who, deed, place in done if deed and place in counted]
    if not events:
        return [event for _who, event in deeds]
    parts = merge(_parts(events, starts), ((who, (one,)) for who, one in deeds), key=itemgetter(0))
    return [*chain.from_iterable([some for _who, some in parts])]


def _parts(events: Sequence[Event], starts: Sequence[tuple[str, int]]) -> Iterator[EventsOf]:
    for (who, start), (_next, end) in pairwise([*starts, ("", len(events))]):
        if end > start:
            yield who, events[start:end]
