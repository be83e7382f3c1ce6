"""Asked plans: what somebody is going to do later today, for who asks."""

from collections.abc import Iterator, Sequence

from latticeville.core.clock import DAY
from latticeville.core.spoken_time import spoken_time
from latticeville.mind.percept import Observation
from latticeville.mind.proposals import later_steps
from latticeville.mind.remarks import (
    ASK_PLAN,
    CLOSE,
    TELL_PLAN,
    is_remark,
    remark,
    roles_since,
)
from latticeville.mind.self_topics import is_trivial, place_of
from latticeville.mind.situation import Situation
from latticeville.mind.topic import Told

AGAIN_DAYS, ASKED_DAYS = 7, 2
"""The days after which somebody asks the same person again, and for which they ask nobody else."""
HOURS = range(11 * 60, 19 * 60 + 30)
"""The minutes of the day in which people ask each other what they are going to do."""


def question_after_plan(now: Situation, hearers: Sequence[str]) -> Iterator[Told]:
    """Yield the question what the only hearer, who is close, is going to do later; every third
    day, and the same person once a week."""
    if len(hearers) != 1 or now.minute % DAY not in HOURS:
        return
    if (
        ASK_PLAN not in roles_since(now, ASKED_DAYS)
        and now.mind.relations.to(hearers[0]).closeness >= CLOSE
    ):
        text = f"{now.name} asks what the rest of the day holds."
        yield remark(now, ASK_PLAN, hearers[0], text, now.minute // (AGAIN_DAYS * DAY))


def asks_plan(heard: Observation | None) -> bool:
    """Tell whether words ask somebody what they are going to do."""
    return heard is not None and is_remark(heard.topic, ASK_PLAN)


def answers_on_plans(now: Situation, heard: Observation) -> Iterator[Told]:
    """Yield what somebody is going to do last today of what is worth a word, if they are asked."""
    if not asks_plan(heard):
        return
    steps = [one for one in later_steps(now) if not is_trivial(one.doing)]
    if steps:
        step = steps[-1]
        doing = f"{step.doing}{place_of(step.doing, step.place, now.world)}"
        text = f"{now.name} is going to be {doing}."
        number = f"{now.minute // DAY}.{step.start}"
        time = spoken_time(step.start)
        yield remark(now, TELL_PLAN, heard.actor, text, number, doing=doing, time=time)
