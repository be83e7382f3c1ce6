"""Reflection: questions about recent memories, and insights that cite their records."""

from collections.abc import Sequence
from itertools import accumulate

from msgspec.structs import replace

from latticeville.core.clock import format_time
from latticeville.core.day_names import name_days
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord, MemoryStream, with_days_named
from latticeville.mind.mind import InnerState, Mind, Thinking
from latticeville.mind.model_calls import (
    ask_model,
    ask_model_once,
    fit_budget,
    retrieve_each,
)
from latticeville.mind.patterns import FoundPattern, find_patterns
from latticeville.mind.prompt_facts import agent_context
from latticeville.mind.requests.reflection import (
    Insight,
    Pattern,
    ReflectionData,
    ReflectionInsights,
    ReflectionQuestions,
    Statement,
)
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.mind.secrets import keeps_back
from latticeville.mind.situation import Situation
from latticeville.models.tokens import estimate_tokens
from latticeville.world.model.settings import MindSettings
from latticeville.world.model.world import World

KNOWN_RECORDS = 1000
"""Newest records among which an insight is looked for that would be drawn again."""
BUDGET_FACTOR = 3
"""How many times what a decision may recall a reflection may be shown."""


def add_importance(
    inner: InnerState, records: Sequence[MemoryRecord], minds: MindSettings
) -> InnerState:
    """Return what has piled up after records; one without a rating counts as the profile has it."""
    fallback = PROFILES[minds.profile].scale.fallback
    stirred = inner.stirred
    for one in records:
        stirred += one.importance or fallback
    return replace(inner, stirred=stirred)


def is_due(mind: Mind, minds: MindSettings) -> bool:
    """Tell whether it is time to reflect; memories from before the run were never perceived and do
    not count."""
    if not minds.reflect:
        return False
    profile = PROFILES[minds.profile]
    if not profile.reflection.is_due([mind.inner.stirred], minds.trigger):
        return False
    fresh = (
        memory for memory in mind.memory.since(mind.inner.reflected) if memory.tick != BEFORE_START
    )
    ratings = [
        memory.importance or profile.scale.fallback for memory in fresh if memory.kind != "plan"
    ]
    return profile.reflection.is_due(ratings, minds.trigger)


def reflect(now: Situation) -> Thinking[Situation]:
    """Reflect on what is newest; the insights are records among the others, and what had piled up
    is gone."""
    minds = now.settings
    profile = PROFILES[minds.profile]
    rule = profile.reflection
    shown = _name_days(
        now, _select_newest(now.mind, rule.record_count, BUDGET_FACTOR * minds.budget)
    )
    if rule.questions:
        wonder = ReflectionQuestions(
            agent_context(now)
            | {
                "statements": _number_lines(now, shown, BUDGET_FACTOR),
                "count": str(rule.questions),
            },
            rule.questions,
        )
        asked = yield from ask_model_once(now, wonder)
        if asked.answer is None:
            return now
        now, questions = yield from _retrieve_evidence(now, asked.answer, profile)
    else:
        patterns = find_patterns(now)
        data = _reflection_data(now, shown, patterns)
        question = _build_insights_question(now, "", shown, rule.least, rule.most, data)
        questions = [replace(question, evidence=_evidence(patterns))]
    found = yield from ask_model(now, questions)
    insights = _distinct_first([insight for one in found for insight in one.answer or ()])[
        : rule.most
    ]
    if not insights and any(one.fault for one in found):
        return now
    now = _record_insights(now, insights)
    for faculty in now.options.faculties:
        now = faculty.learn(now)
    return now


def _distinct_first(drawn: Sequence[Insight]) -> list[Insight]:
    """Return insights with those last whose text another question has drawn, too, from other
    memories."""
    first = {one.text: place for place, one in reversed([*enumerate(drawn)])}
    return [
        one
        for _place, one in sorted(enumerate(drawn), key=lambda pair: first[pair[1].text] != pair[0])
    ]


def _select_newest(mind: Mind, count: int, budget: int) -> list[MemoryRecord]:
    """Return the newest records that fit, the newest first; 0: all since the last reflection."""
    newest = mind.memory.last(count or len(mind.memory) - mind.inner.reflected)
    return fit_budget([memory for memory in reversed(newest) if memory.kind != "plan"], budget)


def _name_days(now: Situation, memories: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return memories with weekdays for “today” and the like, which meant the day of the memory."""
    minutes = now.tick_minutes
    return [
        one
        if one.tick == BEFORE_START
        else with_days_named(one, now.percept.minute_of(one.tick, minutes))
        for one in memories
    ]


def _retrieve_evidence(
    now: Situation, questions: Sequence[str], profile: RetrievalProfile
) -> Thinking[tuple[Situation, list[ReflectionInsights]]]:
    """Recall what each question calls up, and ask for insights from it."""
    rule, budget = profile.reflection, now.settings.budget
    least, most = (-(-count // len(questions)) for count in (rule.least, rule.most))
    now, called = yield from retrieve_each(now, questions)
    kept = [
        (question, _name_days(now, fit_budget(memories, budget)))
        for question, memories in zip(questions, called, strict=True)
    ]
    return now, [
        _build_insights_question(now, question, shown, least, most, _reflection_data(now, shown))
        for question, shown in kept
        if shown
    ]


def _build_insights_question(
    now: Situation,
    question: str,
    shown: Sequence[MemoryRecord],
    least: int,
    most: int,
    data: ReflectionData,
) -> ReflectionInsights:
    factor = 1 if question else BUDGET_FACTOR
    told = agent_context(now) | {
        "question": question,
        "statements": _number_lines(now, shown, factor),
        "texts": "\n".join(memory.text for memory in shown),
        "least": str(least),
        "most": str(most),
    }
    return ReflectionInsights(told, tuple(memory.id for memory in shown), least, most, data)


def _named(
    shown: Sequence[MemoryRecord], patterns: Sequence[FoundPattern], world: World
) -> dict[str, str]:
    """Return the names of the people and objects in statements and patterns, by id."""
    ids = [name for one in shown for name in one.about]
    ids += [name for one in patterns for name in (one.pattern.who, one.pattern.other) if name]
    return {name: world.name_with_article(name) for name in dict.fromkeys(ids)}


def _evidence(patterns: Sequence[FoundPattern]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(one for found in patterns for one in found.ids))


def _number_pattern(
    found: FoundPattern, first: int, evidence: Sequence[int], world: World
) -> Pattern:
    """Return a pattern with the numbers of its records, the first of which is `first`, and the name
    of its place."""
    numbers = tuple(first + evidence.index(one) for one in found.ids)
    return replace(found.pattern, place=world.name_of(found.pattern.place), numbers=numbers)


def _reflection_data(
    now: Situation, shown: Sequence[MemoryRecord], patterns: Sequence[FoundPattern] = ()
) -> ReflectionData:
    minutes = now.tick_minutes
    statements = tuple(
        Statement(
            one.kind,
            one.text,
            now.percept.minute_of(one.tick, minutes),
            now.world.name_of(one.place),
            one.about,
            one.topic,
        )
        for one in shown
    )
    known = tuple(
        one.text for one in now.mind.memory.last(KNOWN_RECORDS) if one.kind == "reflection"
    )
    names = _named(shown, patterns, now.world)
    people = tuple(name for name in names if name in now.world.people)
    evidence, first = _evidence(patterns), len(statements) + 1
    numbered = tuple(_number_pattern(found, first, evidence, now.world) for found in patterns)
    return ReflectionData(
        now.who,
        now.name,
        statements,
        names,
        people,
        known,
        numbered,
    )


def _record_insights(now: Situation, insights: Sequence[Insight]) -> Situation:
    first = len(now.mind.memory)
    records = [
        MemoryRecord(
            first + count,
            "reflection",
            name_days(one.text, now.minute),
            now.tick,
            now.percept.place,
            one.cites,
            one.importance,
        )
        for count, one in enumerate(insights)
    ]
    memory: MemoryStream = now.mind.memory.grow(records)
    return now.with_mind(
        memory=memory, inner=replace(now.mind.inner, reflected=len(memory), stirred=0)
    )


def _number_lines(now: Situation, memories: Sequence[MemoryRecord], factor: int) -> str:
    """Return memories as numbered lines with their times, as many as `factor` budgets of memories
    have room for.

    What happened several times is one line, with the number of the first; secrets are none.
    """
    numbers: dict[str, int] = {}
    times: dict[str, list[str]] = {}
    for number, one in enumerate(memories, start=1):
        if not keeps_back(now, one, ()):
            numbers.setdefault(one.text, number)
            times.setdefault(one.text, []).append(_time(now, one))
    lines = [f"{number}. {_list_times(times[text])}{text}" for text, number in numbers.items()]
    costs = accumulate(map(estimate_tokens, lines))
    most = factor * now.settings.budget
    return "\n".join(line for line, cost in zip(lines, costs, strict=True) if cost <= most)


def _time(now: Situation, memory: MemoryRecord) -> str:
    if memory.tick == BEFORE_START:
        return ""
    return format_time(now.percept.minute_of(memory.tick, now.tick_minutes))


def _list_times(times: Sequence[str]) -> str:
    """Return the times of a line: of many the first and the last, and how many.

    >>> _list_times(["Mon 17:04"]), _list_times(["Tue 09:00", "Mon 17:04", "Mon 09:00"])
    ('Mon 17:04 – ', '3 times from Mon 09:00 to Tue 09:00 – ')
    """
    told = [*dict.fromkeys(filter(None, times))]
    if len(told) < 2:
        return f"{told[0]} – " if told else ""
    return f"{len(told)} times from {told[-1]} to {told[0]} – "
