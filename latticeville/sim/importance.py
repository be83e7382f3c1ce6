"""Ask the model in one batch how important new sentences are, once per sentence."""

from collections.abc import Mapping

from msgspec.structs import replace

from latticeville.llm.model import Model
from latticeville.mind.invitations import mentions_time
from latticeville.mind.percept import Observation
from latticeville.mind.requests.importance import RatedEvent, RateImportance
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.sim.events import Entered, Event, Moved, Unanswered, make_observation
from latticeville.sim.news import is_alarm, make_topic
from latticeville.sim.state import State

MOVEMENT_KINDS = frozenset({"moved", "entered"})
"""Kinds of observation that are not worth a question: walking to and fro counts 1."""
NOBODY = ""
"""Who asks for a rating: the world, not one of its people."""
RETRY_TICKS = 30
"""Ticks after which a model that failed is asked again."""


def rate_news(state: State, model: Model) -> tuple[State, tuple[Event, ...]]:
    """Return the state with every sentence of its news rated, and what went wrong."""
    questions = _unrated_sentences(state)
    if not questions:
        return state, ()
    replies = model.answer([question.request(NOBODY, state.tick + 1, state.world) for question in questions])
    found = [question.parse(reply) for question, reply in zip(questions, replies, strict=True)]
    failed = [reply for reply, rating in zip(replies, found, strict=True) if rating is None]
    profile = PROFILES[state.world.minds.profile]
    ratings = {question.sentence: rating for question, rating in zip(questions, found, strict=True)}
    rated = _fill_gaps(ratings, profile)
    if not failed:
        return replace(state, ratings=state.ratings.grow(rated, None)), ()
    trouble = Unanswered(NOBODY, "", "rate", _describe_failure(failed[0].error, failed[0].text))
    later = None if profile.fills_gaps else state.tick + RETRY_TICKS
    return replace(state, ratings=state.ratings.grow(rated, later)), (trouble,)


def _fill_gaps(ratings: Mapping[str, int | None], profile: RetrievalProfile) -> dict[str, int]:
    """Return the ratings, with the fallback in place of those missing where the profile stores it."""
    fallback = profile.scale.fallback if profile.fills_gaps else None
    filled = {sentence: fallback if rating is None else rating for sentence, rating in ratings.items()}
    return {sentence: rating for sentence, rating in filled.items() if rating is not None}


def _unrated_sentences(state: State) -> list[RateImportance]:
    """Return the sentences to ask a model about; none while one that failed is left alone."""
    if state.ratings.retry_after > state.tick or not state.minds:
        return []
    found: dict[str, RateImportance] = {}
    for event in state.news:
        seen = None if isinstance(event, Moved | Entered) else make_observation(event, state.world)
        if seen is None or seen.kind in MOVEMENT_KINDS or state.ratings.get(seen.text):
            continue
        found.setdefault(seen.text, RateImportance(seen.text, _rated_event(event, seen, state)))
    return [*found.values()]


def _rated_event(event: Event, seen: Observation, state: State) -> RatedEvent:
    told = seen.topic.kind if seen.topic else ""
    is_news = seen.kind != "said" and make_topic(event, seen, state, 0) is not None
    has_text = bool(getattr(event, "says", ""))
    return RatedEvent(seen.kind, has_text, told, is_alarm(event, state), is_news and mentions_time(seen.text))


def importance_of(state: State, kind: str, text: str) -> int:
    """Return how important an observation is; 0 where nobody could say."""
    return 1 if kind in MOVEMENT_KINDS else state.ratings.get(text)


def _describe_failure(error: str, text: str) -> str:
    return f"the model gave no answer: {error}" if error else f"“{' '.join(text.split())[:80]}” is no rating"
