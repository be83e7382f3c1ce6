"""Reflection: when enough has piled up, what it raises and what follows from it, with the records that it rests on."""

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from latticeville.mind.asking import Notes, fitting, put, put_one, recall_each
from latticeville.mind.belief import BEFORE
from latticeville.mind.facts import setting
from latticeville.mind.memory import Memory, Stream
from latticeville.mind.mind import Answers, Inner, Mind, Round
from latticeville.mind.percept import Percept
from latticeville.mind.profiles import PROFILES, Profile
from latticeville.mind.requests import Conclude, Insight, Wonder
from latticeville.world.pack import Minds, World

SHARE = 3
"""How many times what a decision may recall a reflection may be shown."""


def stirred(inner: Inner, ratings: Sequence[int], minds: Minds) -> Inner:
    """Return what has piled up after records with these ratings; an unrated one counts as the profile has it."""
    fallback = PROFILES[minds.profile].scale.fallback
    return replace(inner, stirred=inner.stirred + sum(rating or fallback for rating in ratings))


def due(mind: Mind, minds: Minds) -> bool:
    """Tell whether it is time to reflect; memories from before the run were never perceived and do not count."""
    profile = PROFILES[minds.profile]
    if not minds.reflect or not profile.reflection.due([mind.inner.stirred], minds.trigger):
        return False
    fresh = (memory for memory in mind.memory.since(mind.inner.reflected) if memory.tick != BEFORE)
    ratings = [memory.importance or profile.scale.fallback for memory in fresh if memory.kind != "plan"]
    return profile.reflection.due(ratings, minds.trigger)


def reflect(mind: Mind, percept: Percept, world: World, notes: Notes) -> Generator[Round, Answers, Mind]:
    """Reflect on what is newest; the insights are records among the others, and what had piled up is gone."""
    minds = world.minds_of(percept.who)
    profile = PROFILES[minds.profile]
    rule, facts = profile.reflection, setting(mind, percept, world)
    shown = _newest(mind, rule.shown, SHARE * minds.budget)
    if rule.questions:
        wonder = Wonder(facts | {"statements": _numbered(shown), "count": str(rule.questions)}, rule.questions)
        asked = yield from put_one(wonder, percept, world, notes)
        if asked.answer is None:
            return mind
        mind, questions = yield from _evidence(mind, asked.answer, profile, percept, world, notes)
    else:
        questions = [_conclude("", shown, rule.least, rule.most, facts)]
    found = yield from put(questions, percept, world, notes)
    insights = [insight for one in found for insight in one.answer or ()][: rule.most]
    if not insights and any(one.fault for one in found):
        return mind
    return _keep(mind, insights, percept)


def _newest(mind: Mind, count: int, budget: int) -> list[Memory]:
    """Return the newest records that fit, the newest first; 0: all since the last reflection."""
    newest = mind.memory.last(count or len(mind.memory) - mind.inner.reflected)
    return fitting([memory for memory in reversed(newest) if memory.kind != "plan"], budget)


def _evidence(
    mind: Mind, questions: Sequence[str], profile: Profile, percept: Percept, world: World, notes: Notes
) -> Generator[Round, Answers, tuple[Mind, list[Conclude]]]:
    """Recall what each question calls up, and ask for insights from it."""
    rule, facts, budget = profile.reflection, setting(mind, percept, world), world.minds_of(percept.who).budget
    least, most = (-(-count // len(questions)) for count in (rule.least, rule.most))
    mind, called = yield from recall_each(mind, questions, percept, world, notes)
    kept = [(question, fitting(memories, budget)) for question, memories in zip(questions, called, strict=True)]
    return mind, [_conclude(question, shown, least, most, facts) for question, shown in kept if shown]


def _conclude(question: str, shown: Sequence[Memory], least: int, most: int, facts: dict[str, str]) -> Conclude:
    told = facts | {
        "question": question,
        "statements": _numbered(shown),
        "texts": "\n".join(memory.text for memory in shown),
        "least": str(least),
        "most": str(most),
    }
    return Conclude(told, tuple(memory.id for memory in shown), least, most)


def _keep(mind: Mind, insights: Sequence[Insight], percept: Percept) -> Mind:
    first = len(mind.memory)
    records = [
        Memory(first + count, "reflection", one.text, percept.tick, percept.place, one.cites, one.importance)
        for count, one in enumerate(insights)
    ]
    memory: Stream = mind.memory.grow(records)
    return replace(mind, memory=memory, inner=replace(mind.inner, reflected=len(memory), stirred=0))


def _numbered(memories: Sequence[Memory]) -> str:
    return "\n".join(f"{number}. {memory.text}" for number, memory in enumerate(memories, start=1))
