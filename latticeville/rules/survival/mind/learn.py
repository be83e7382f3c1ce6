"""Beliefs of oneself and of causes, counted in somebody's own memories at a reflection; nothing
random and no model is involved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.belief import BEFORE_START
from latticeville.mind.learned_beliefs import CAUSAL_RULES, DEEDS, SELF_RULES, LearnedBelief
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.topic import PLEA, THANKS, THREAT

SEARCHED_RECORDS = 3000
"""Newest records that are counted."""
WITHIN_TICKS = 12
"""Ticks within which an effect follows its cause."""
LEAST_CASES = 2
"""How often something has to happen before anything is believed of it."""
MAX_CITES = 5
"""Newest records that a belief cites for it, and against it."""


class _Deed(NamedTuple):
    """Something done to people, or by oneself to nobody."""

    record: int
    tick: int
    what: str
    actor: str
    to: tuple[str, ...]


class _Case(NamedTuple):
    """A case that supports a rule or contradicts it, with the records that say so."""

    is_pro: bool
    records: tuple[int, ...]


def learn(
    known: Mapping[str, LearnedBelief], memory: Sequence[MemoryRecord], me: str, tick: int
) -> Mapping[str, LearnedBelief]:
    """Return the beliefs after the memories are counted at a tick; what they no longer tell of is
    kept as it was."""
    deeds = [*_deeds(memory)]
    cases = {**_self_cases(deeds, me), **_causal_cases(deeds, me, tick)}
    found = (_count(key, some, tick) for key, some in cases.items() if len(some) >= LEAST_CASES)
    changed = {one.key: one for one in found if not _is_same(known.get(one.key), one)}
    return {**known, **changed} if changed else known


def _count(key: tuple[str, str], cases: Sequence[_Case], tick: int) -> LearnedBelief:
    rule, other = key
    pro, con = ([one.records for one in cases if one.is_pro is is_pro] for is_pro in (True, False))
    return LearnedBelief(rule, other, len(pro), len(con), tick, _newest(pro), _newest(con))


def _newest(cases: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted({record for records in cases for record in records})[-MAX_CITES:])


def _is_same(held: LearnedBelief | None, found: LearnedBelief) -> bool:
    return held is not None and replace(found, updated=held.updated) == held


def _deeds(memory: Iterable[MemoryRecord]) -> Iterator[_Deed]:
    """Yield what oneself and others did, oldest first."""
    for one in memory:
        spoken = one.topic.kind if one.spoken and one.topic is not None else ""
        what = (
            spoken if spoken in (PLEA, THANKS, THREAT) else one.doing if one.doing in DEEDS else ""
        )
        if what and one.about and one.tick != BEFORE_START:
            yield _Deed(one.id, one.tick, what, one.about[0], one.about[1:])


def _self_cases(deeds: Iterable[_Deed], me: str) -> dict[tuple[str, str], list[_Case]]:
    found: dict[tuple[str, str], list[_Case]] = {}
    for deed in deeds:
        for name, rule in SELF_RULES.items():
            is_pro = (
                deed.what in rule.own
                if deed.actor == me
                else deed.what in rule.others and me in deed.to
            )
            is_con = (
                deed.what in rule.own_con
                if deed.actor == me
                else deed.what in rule.others_con and me in deed.to
            )
            if is_pro or is_con:
                found.setdefault((name, ""), []).append(_Case(is_pro, (deed.record,)))
    return found


def _causal_cases(deeds: Sequence[_Deed], me: str, tick: int) -> dict[tuple[str, str], list[_Case]]:
    """Return the cases by rule and other person; one that may still have its effect is none yet."""
    found: dict[tuple[str, str], list[_Case]] = {}
    for place, cause in enumerate(deeds):
        if cause.actor != me or not cause.to:
            continue
        for name in (name for name, rule in CAUSAL_RULES.items() if rule.cause == cause.what):
            for other in (*cause.to, ""):
                case = _judge(deeds, place, CAUSAL_RULES[name].effect, other, me, tick)
                if case is not None:
                    found.setdefault((name, other), []).append(case)
    return found


def _judge(
    deeds: Sequence[_Deed], place: int, what: str, other: str, me: str, tick: int
) -> _Case | None:
    """Return whether a deed had its effect, None while it still may."""
    cause = deeds[place]
    effect = _effect(deeds, place, what, (other,) if other else cause.to, me)
    if effect is not None:
        return _Case(is_pro=True, records=(cause.record, effect))
    return (
        _Case(is_pro=False, records=(cause.record,)) if tick - cause.tick > WITHIN_TICKS else None
    )


def _effect(
    deeds: Sequence[_Deed], place: int, what: str, by: Sequence[str], me: str
) -> int | None:
    """Return the first record of what one of some people did to one, in a later tick than a deed
    and soon enough."""
    since = deeds[place].tick
    for deed in (deeds[later] for later in range(place + 1, len(deeds))):
        if deed.tick > since + WITHIN_TICKS:
            return None
        if deed.tick > since and deed.what == what and deed.actor in by and me in deed.to:
            return deed.record
    return None
