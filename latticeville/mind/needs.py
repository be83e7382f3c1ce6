"""Needs: values of a person from 0 to 1 that rise and fall with time and shape choices; only those
that are given."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.belief import BeliefTree
from latticeville.mind.plan import PlanStep
from latticeville.mind.situation import Situation

ENERGY, CURIOSITY = "energy", "curiosity"
"""The names of needs."""
STEP_MINUTES = 15
"""How often needs change with time."""
LONG_UNSEEN_MINUTES = 24 * 60
"""Minutes after which a place is worth a visit for its own sake."""
SLEEP = "sleep"
"""What the doing of a step says that is rest, where its plan does not say so."""


class NeedRate(NamedTuple):
    """How a need changes per hour awake and at rest, on coming to a place unseen for long, and on
    hearing news."""

    awake: float
    resting: float
    place: float = 0.0
    news: float = 0.0


RATES: Mapping[str, NeedRate] = {
    ENERGY: NeedRate(awake=-0.045, resting=0.12),
    CURIOSITY: NeedRate(awake=0.04, resting=0.0, place=-0.3, news=-0.01),
}
"""What moves each need: 16 hours awake use up 0.72 of energy, and 6 hours of sleep give it back."""


def change_needs(now: Situation) -> Situation:
    """Return the situation after the needs of a tick."""
    needs = now.mind.inner.needs
    if not needs:
        return now
    is_due = now.minute // STEP_MINUTES != (now.minute - now.tick_minutes) // STEP_MINUTES
    hours = max(STEP_MINUTES, now.tick_minutes) / 60 if is_due else 0.0
    comes = (
        now.before.beliefs.place not in ("", now.percept.place)
        and minutes_unseen(now.before.beliefs, now.percept.place, now.tick, now.tick_minutes)
        >= LONG_UNSEEN_MINUTES
    )
    news = sum(
        one.kind == "said" and one.topic is not None and one.actor != now.who
        for one in now.percept.news
    )
    changed = {
        name: _clamp(
            value + _change(RATES[name], hours, now.mind.intent.step, comes=comes, news=news)
        )
        for name, value in needs.items()
    }
    return now if changed == needs else now.with_mind(inner=replace(now.mind.inner, needs=changed))


def minutes_unseen(beliefs: BeliefTree, place: str, tick: int, tick_minutes: int) -> int:
    """Return the minutes since somebody saw a place, or since the start; an unknown one is unseen
    for long."""
    held = beliefs.get(place)
    if held is None:
        return LONG_UNSEEN_MINUTES + tick * tick_minutes
    return (tick - held.seen) * tick_minutes


def is_asleep(step: PlanStep | None) -> bool:
    """Tell whether a step is sleep."""
    return step is not None and SLEEP in step.doing


def is_resting(step: PlanStep | None) -> bool:
    """Tell whether a step is rest."""
    return step is not None and (step.rest or SLEEP in step.doing)


def _change(
    rate: NeedRate, hours: float, step: PlanStep | None, *, comes: bool, news: int
) -> float:
    return (
        (rate.resting if is_resting(step) else rate.awake) * hours
        + rate.place * comes
        + rate.news * news
    )


def _clamp(value: float) -> float:
    return round(min(max(value, 0.0), 1.0), 5)
