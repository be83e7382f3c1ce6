"""The question of every tick whether to keep to the plan (`minds.react = "always"`)."""

from collections.abc import Generator

from msgspec.structs import replace

from latticeville.mind.decision_cache import (
    keep_decision,
    make_situation,
    notable_news,
    reuse_decision,
)
from latticeville.mind.mind import Answers, Mind, Round
from latticeville.mind.model_calls import (
    ThoughtTrace,
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.percept import AREA, Percept
from latticeville.mind.planner import is_planned_by_model, plan_day
from latticeville.mind.prompt_context import agent_context, retrieval_query
from latticeville.mind.requests.reaction import CHANGE_PLAN, DecideReaction
from latticeville.world.model.world import World


def keep_or_react(
    mind: Mind, percept: Percept, world: World, trace: ThoughtTrace
) -> Generator[Round, Answers, tuple[Mind, bool]]:
    """Ask whether to keep to the plan or to plan the rest of the day anew.

    Returns the mind, and whether its plan changed. A day that a model has not planned yet asks
    nothing. The behavioural cache keeps only decisions to keep to the plan: a change in every equal
    situation would never end.
    """
    plan = mind.plan
    if plan is None or (
        is_planned_by_model(world.people[percept.who].persona, world) and not plan.strokes
    ):
        return mind, False
    situation = make_situation("react", mind, percept, *notable_news(percept))
    question = DecideReaction({}, (CHANGE_PLAN,))
    known = yield from reuse_decision(mind, situation, question, percept, world, trace)
    if known is not None:
        return mind, False
    seen = describe_percept(percept, world)
    facts = {**agent_context(mind, percept, world), "seen": seen, "routine_check": "yes"}
    query = retrieval_query(mind, percept, world, seen)
    mind, memories = yield from retrieve_merged(mind, [query], percept, world, trace)
    facts["memories"] = format_memories(memories, percept, world, facts["name"])
    found = yield from ask_model_once(replace(question, facts=facts), percept, world, trace)
    if found.answer is None or found.answer < 0:
        return keep_decision(mind, situation, found, percept, world), False
    return (yield from plan_day(mind, plan, percept, world, trace, because=seen)), True


def describe_percept(percept: Percept, world: World) -> str:
    """Tell what somebody perceives: what happened, or else who and what is in sight."""
    if percept.news:
        return " ".join(news.text for news in percept.news)
    near = [node for node in percept.sights if node.kind != AREA and node.id != percept.who]
    told = (
        f"{world.name_with_article(node.id)}{f' ({node.looks})' if node.looks else ''}"
        for node in near
    )
    return f"{', '.join(told) or 'nothing'}."
