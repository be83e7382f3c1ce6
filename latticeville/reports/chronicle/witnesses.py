"""Who perceived news themselves in each tick of a run, what they committed themselves to, and why
they decided."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from latticeville.mind.act import NEED
from latticeville.mind.action import ATTACK
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import RequestRecord, Thought
from latticeville.mind.requests.act import reasoning_of
from latticeville.mind.topic import Commitment
from latticeville.runs.log_line import TICK, ThoughtPart
from latticeville.runs.replay import Replay


class TickMinds(msgspec.Struct, frozen=True):
    """What minds did in a tick.

    `seen` are, by the key of a topic, those who perceived it themselves, nobody having told them.
    `reasons` are what those who attacked, or were asked for an action under need, gave as their
    reason. `commitments` are those that people made in the tick.
    """

    tick: int
    seen: Mapping[str, tuple[str, ...]] = {}
    reasons: Mapping[str, str] = {}
    commitments: Mapping[str, tuple[Commitment, ...]] = {}


def read_minds(replay: Replay, start: int, end: int) -> Iterator[TickMinds]:
    """Yield what minds did in each tick from `start` to `end` that changed the tick before.

    DamageError where a line cannot be read.
    """
    for line, _world, _minute in replay.read_log(start, end):
        if line.kind == TICK and line.tick >= start:
            memories = {who: one.memory for who, one in line.minds.items()}
            held = {who: one.fields.commitments for who, one in line.minds.items()}
            yield minds_of(line.tick, memories, line.thoughts, held)


def minds_of(
    tick: int,
    memories: Mapping[str, Sequence[MemoryRecord]],
    thoughts: Mapping[str, ThoughtPart | Thought],
    held: Mapping[str, Iterable[Commitment]],
) -> TickMinds:
    """Return what minds did in a tick.

    `memories` are the new ones of each person, and `held` the commitments after the tick of each
    person whose commitments changed in it.
    """
    reasons = {who: _reason(one.asks) for who, one in thoughts.items() if _is_told(one)}
    made = {
        who: new
        for who, some in sorted(held.items())
        if (new := _new_commitments(memories.get(who, ()), some))
    }
    return TickMinds(tick, _seen(memories), reasons, made)


def _seen(memories: Mapping[str, Sequence[MemoryRecord]]) -> dict[str, tuple[str, ...]]:
    """Return by the key of a topic who perceived it themselves."""
    seen: dict[str, list[str]] = {}
    for who, records in sorted(memories.items()):
        for one in records:
            if one.topic is not None and not one.topic.source:
                seen.setdefault(one.topic.key, []).append(who)
    return {key: tuple(people) for key, people in seen.items()}


def _new_commitments(
    memories: Iterable[MemoryRecord], held: Iterable[Commitment]
) -> tuple[Commitment, ...]:
    """Return the commitments of which a new memory tells."""
    new = {one.id for one in memories if one.kind == "commitment"}
    return tuple(one for one in held if one.record in new)


def _is_told(one: ThoughtPart | Thought) -> bool:
    return one.action.kind == ATTACK or one.why == NEED


def _reason(asks: Iterable[RequestRecord]) -> str:
    """Return the reason of the last reply that chose an action; "" without any."""
    return next((reasoning_of(one.reply) for one in reversed([*asks]) if one.kind == "act"), "")
