"""Retrieval profiles: recency decay, weights, order of ties, and when to reflect.

A profile has a name and a version, so a recorded retrieval can be repeated with the rules it had.
If you change a profile, raise its version.
"""

from collections.abc import Mapping, Sequence
from math import isfinite, sqrt
from types import MappingProxyType

import msgspec

TICK, HOUR, WHOLE_HOUR, RANK = "tick", "hour", "whole hour", "rank"
"""What a decay counts: ticks, simulated hours, full hours, or places from the least recently
accessed on."""


class Decay(msgspec.Struct, frozen=True, gc=False):
    """Recency as `base` to the power of age over `span`, the age counted in `unit` since the last
    access.

    With `from_creation`, the age counts since the memory was made.
    """

    base: float
    unit: str
    span: int = 1
    from_creation: bool = False


class ImportanceScale(msgspec.Struct, frozen=True, gc=False):
    """The importance a memory may have, from `low` to `high`, and what it has while unrated.

    A `unit` scale is taken down to the range from 0 to 1, with `root` to the square root of that;
    what somebody said counts `spoken` times as much.

    >>> ImportanceScale(1, 10, 3, unit=True).importance_of(10)
    1.0
    """

    low: int
    high: int
    fallback: int
    unit: bool = False
    root: bool = False
    spoken: float = 1

    def importance_of(self, rating: float | None) -> float:
        """Return the importance that a rating comes to."""
        given = self.fallback if rating is None or not isfinite(rating) else rating
        kept = min(max(float(given), float(self.low)), float(self.high))
        found = (kept - self.low) / (self.high - self.low) if self.unit else kept
        return sqrt(found) if self.root else found


class ReflectionRule(msgspec.Struct, frozen=True, gc=False):
    """When to reflect, and on how much.

    The ratings of what was perceived since the last reflection, or the newest `rating_window` of
    them, must sum up to `threshold`, or to more where `must_exceed` says so; then the newest
    `record_count` records (0: since the last reflection) lead to `questions` (0: none are asked),
    and these, or the memories themselves, to `least` to `most` insights.
    """

    threshold: int
    must_exceed: bool
    rating_window: int
    record_count: int
    questions: int
    least: int
    most: int

    def is_due(self, ratings: Sequence[float], trigger: int | None = None) -> bool:
        """Tell whether the ratings since the last reflection, oldest first, ask for one; `trigger`
        is a threshold."""
        total, least = (
            sum(ratings[-self.rating_window :] if self.rating_window else ratings),
            trigger or self.threshold,
        )
        return total > least if self.must_exceed else total >= least


class RetrievalProfile(msgspec.Struct, frozen=True, gc=False):
    """One way to score memories; `weights` are of recency, relevance and importance in this order.

    A part in which all memories are the same counts as `flat`; among equal scores the newest comes
    first, or the oldest. With `fills_gaps`, a retrieval that finds nothing returns the newest
    memories, and a rating that cannot be read is stored as the fallback of the scale. With
    `absolute`, only recency is normalised: relevance is the cosine, at least 0, and importance as
    its scale has it. `diversity` is the weight of likeness in `diversify`; 0 leaves the order by
    score.
    """

    name: str
    version: int
    decay: Decay
    weights: tuple[float, float, float]
    flat: float
    scale: ImportanceScale
    newest_first: bool
    reflection: ReflectionRule
    fills_gaps: bool = False
    absolute: bool = False
    diversity: float = 0


HALF_LIFE_TICKS = 1440
"""Ticks after which a memory that nothing called up counts half: a day of one-minute ticks (our
choice)."""

LATTICEVILLE = RetrievalProfile(
    "latticeville",
    2,
    Decay(0.5, TICK, HALF_LIFE_TICKS),
    (1, 1, 1),
    0,
    ImportanceScale(1, 10, 3, unit=True),
    newest_first=True,
    reflection=ReflectionRule(
        100, must_exceed=True, rating_window=0, record_count=100, questions=0, least=3, most=5
    ),
)
"""Ours: exponential in ticks since the last access, equal weights, what is all the same counts
nothing.

The threshold of 100 is our choice: two thirds of the paper's 150, for days that hold fewer events.
"""

VILLAGE = RetrievalProfile(
    "village",
    1,
    Decay(0.5, TICK, HALF_LIFE_TICKS, from_creation=True),
    (0.05, 1, 0.3),
    0,
    ImportanceScale(1, 10, 3, unit=True, root=True, spoken=0.4),
    newest_first=True,
    reflection=LATTICEVILLE.reflection,
    absolute=True,
    diversity=0.2,
)
"""The default: the constants come from the tuning half of `benchmarks/retrieval_questions.py`.

Relevance decides; importance counts by its square root, so that walks and greetings (1) stand
behind events (2 and more), and words count less than deeds; near-copies take one slot. A retrieval
does not make a memory newer.
"""

DEFAULT_PROFILE = VILLAGE
"""The profile of a world that names none."""

AGENT_CROSSING = RetrievalProfile(
    "agent-crossing",
    2,
    Decay(0.995, HOUR),
    (1, 1, 1),
    0.5,
    ImportanceScale(1, 10, 3),
    newest_first=True,
    reflection=ReflectionRule(
        150, must_exceed=False, rating_window=0, record_count=100, questions=3, least=5, most=5
    ),
    fills_gaps=True,
)
"""As agent-crossing has it (`agents/memory/memory_stream.py`, `llm/importance_scorer.py`,
`reflection_service.py`)."""

PAPER = RetrievalProfile(
    "paper",
    2,
    Decay(0.995, HOUR),
    (1, 1, 1),
    0,
    ImportanceScale(1, 10, 3),
    newest_first=True,
    reflection=ReflectionRule(
        150, must_exceed=True, rating_window=0, record_count=100, questions=3, least=5, most=5
    ),
)
"""Park et al. 2023, “Generative Agents”, arXiv 2304.03442, sections 4.1 and 4.2.

The paper names no value where all memories are the same, no order of ties and no rating for want of
an answer: these are ours.
"""

SMALLVILLE = RetrievalProfile(
    "smallville",
    2,
    Decay(0.99, RANK),
    (0.5, 3, 2),
    0.5,
    ImportanceScale(1, 10, 4),
    newest_first=False,
    reflection=ReflectionRule(
        150, must_exceed=False, rating_window=0, record_count=0, questions=3, least=5, most=5
    ),
)
"""What the paper's published code does (generative_agents, `cognitive_modules/retrieve.py`,
`new_retrieve`).

It sorts by last access, oldest first, and gives rank 1 to the least recently accessed, so that it
favours the stale; kept for comparison. Its 4 for want of a rating is the fail-safe of its poignancy
prompt.
"""

AI_TOWN = RetrievalProfile(
    "ai-town",
    2,
    Decay(0.99, WHOLE_HOUR),
    (1, 1, 1),
    0,
    ImportanceScale(0, 9, 5),
    newest_first=True,
    reflection=ReflectionRule(
        500, must_exceed=True, rating_window=100, record_count=100, questions=0, least=3, most=3
    ),
)
"""As a16z-infra/ai-town has it (`convex/agent/memory.ts`), but over all memories.

There a vector search first narrows the field to ten times the wanted number, and a part in which
all are the same comes to 0/0.
"""

PROFILES: Mapping[str, RetrievalProfile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (VILLAGE, LATTICEVILLE, AGENT_CROSSING, PAPER, SMALLVILLE, AI_TOWN)
    }
)
"""Every profile by its name."""
