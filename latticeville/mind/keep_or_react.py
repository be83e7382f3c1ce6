"""The question of every tick whether to keep to the plan (`minds.react = "always"`)."""

from msgspec.structs import replace

from latticeville.mind.decision_cache import (
    decision_key,
    keep_decision,
    notable_news,
    reuse_decision,
)
from latticeville.mind.mind import Thinking
from latticeville.mind.model_calls import (
    ask_model_once,
    format_memories,
    retrieve_merged,
)
from latticeville.mind.percept import AREA
from latticeville.mind.planner import is_planned_by_model, plan_day
from latticeville.mind.prompt_context import agent_context, retrieval_query
from latticeville.mind.requests.reaction import CHANGE_PLAN, DecideReaction
from latticeville.mind.situation import Situation


def keep_or_react(now: Situation) -> Thinking[tuple[Situation, bool]]:
    """Ask whether to keep to the plan or to plan the rest of the day anew.

    Returns the mind, and whether its plan changed. A day that a model has not planned yet asks
    nothing. The behavioural cache keeps only decisions to keep to the plan: a change in every equal
    situation would never end.
    """
    plan = now.mind.plan
    if plan is None or (is_planned_by_model(now.persona, now.world) and not plan.strokes):
        return now, False
    key = decision_key(now, "react", *notable_news(now.percept))
    question = DecideReaction({}, (CHANGE_PLAN,))
    known = yield from reuse_decision(now, key, question)
    if known is not None:
        return now, False
    seen = describe_percept(now)
    facts = {**agent_context(now), "seen": seen, "routine_check": "yes"}
    query = retrieval_query(now, seen)
    now, memories = yield from retrieve_merged(now, [query])
    facts["memories"] = format_memories(now, memories, facts["name"])
    found = yield from ask_model_once(now, replace(question, facts=facts))
    if found.answer is None or found.answer < 0:
        return keep_decision(now, key, found), False
    return (yield from plan_day(now, plan, because=seen)), True


def describe_percept(now: Situation) -> str:
    """Tell what somebody perceives: what happened, or else who and what is in sight."""
    if now.percept.news:
        return " ".join(news.text for news in now.percept.news)
    near = [node for node in now.percept.sights if node.kind != AREA and node.id != now.who]
    told = (
        f"{now.world.name_with_article(node.id)}{f' ({node.looks})' if node.looks else ''}"
        for node in near
    )
    return f"{', '.join(told) or 'nothing'}."
