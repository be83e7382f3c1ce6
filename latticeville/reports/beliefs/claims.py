"""Claims that somebody heard: what they made of them, and what those say who would know."""

from collections.abc import Iterator, Sequence

import msgspec

from latticeville.core.clock import format_time
from latticeville.mind.claims.judge import (
    BELIEVED,
    CONFIRMED,
    DENIED,
    DOUBTED,
    LEAST_TRUST,
    NOT_UNDERSTOOD,
)
from latticeville.mind.claims.read import read_claim
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    CONFIRMED_KEY,
    DENIAL,
    DENIED_KEY,
    Topic,
)
from latticeville.reports.rows import MemoryTarget, ViewRow, line
from latticeville.sim.state import State


class HeardClaim(msgspec.Struct, frozen=True):
    """A claim: who told it at which tick, what the hearer made of it, and who knows that it is so or
    is not.

    `memory` is the id of the record of the claim, `source` "" for an inner voice.
    """

    key: str
    text: str
    source: str
    tick: int
    memory: int
    verdict: str
    confirmed_by: tuple[str, ...] = ()
    denied_by: tuple[str, ...] = ()


def heard_claims(state: State, who: str) -> list[HeardClaim]:
    """Return the claims that somebody heard, the oldest first, each once."""
    found: dict[str, HeardClaim] = {}
    mind = state.minds[who]
    for one in mind.memory:
        topic = one.topic
        if topic is None or topic.kind != CLAIM or topic.source == who or topic.key in found:
            continue
        found[topic.key] = HeardClaim(
            topic.key,
            topic.gist or one.text,
            topic.source,
            one.tick,
            one.id,
            _verdict(state, mind, topic),
            _who_knows(state, f"{CONFIRMED_KEY}{topic.key}"),
            _who_knows(state, f"{DENIED_KEY}{topic.key}"),
        )
    return [*found.values()]


def _verdict(state: State, mind: Mind, topic: Topic) -> str:
    """Return what somebody makes of a claim by now."""
    known = {one.topic.key for one in mind.memory if one.topic is not None}
    if f"{DENIED_KEY}{topic.key}" in known:
        return DENIED
    if f"{CONFIRMED_KEY}{topic.key}" in known:
        return CONFIRMED
    if not read_claim(topic.gist, state.world).is_understood:
        return NOT_UNDERSTOOD
    is_trusted = not topic.source or mind.relations.to(topic.source).trust >= LEAST_TRUST
    return BELIEVED if is_trusted else DOUBTED


def _who_knows(state: State, key: str) -> tuple[str, ...]:
    """Return who knows for themselves that a claim is so, or is not."""
    return tuple(
        who for who, mind in state.minds.items() if any(_is_own(one, key) for one in mind.memory)
    )


def _is_own(record: MemoryRecord, key: str) -> bool:
    topic = record.topic
    is_verdict = topic is not None and topic.kind in (DENIAL, CONFIRMATION) and topic.key == key
    return is_verdict and not record.spoken


def claim_rows(state: State, who: str, claims: Sequence[HeardClaim]) -> Iterator[ViewRow]:
    """Yield a line for each claim."""
    for one in claims:
        name = state.world.name_with_article
        source = f"from {name(one.source)}" if one.source else "from an inner voice"
        when = format_time(state.minute_of(one.tick))
        text = f"{when}  “{one.text}”  {source}: {one.verdict}; {_truth(state, one)}"
        yield line(one.key, text, target=MemoryTarget(who, one.memory))
    if not claims:
        yield line("", "heard no claims")


def _truth(state: State, one: HeardClaim) -> str:
    """Return what those say who would know."""
    sides = (("confirmed", one.confirmed_by), ("denied", one.denied_by))
    told = [f"{word} by {state.world.list_names(people)}" for word, people in sides if people]
    return ", ".join(told) or "nobody knows for certain"
