"""Ask the model in one batch how important new sentences are, once per sentence."""

from collections.abc import Mapping, Sequence
from itertools import repeat

from msgspec.structs import replace

from latticeville.mind.heard_proposal import proposes_time
from latticeville.mind.percept import Observation
from latticeville.mind.requests.importance import MAX_RATED, RatedEvent, RatedEvents, RateImportance
from latticeville.mind.retrieval.profiles import PROFILES, RetrievalProfile
from latticeville.models.model import Model
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Moved, Unanswered
from latticeville.sim.news import is_alarm, make_topic
from latticeville.sim.state import State
from latticeville.world.model.world import World

MOVEMENT_KINDS = frozenset({"moved", "entered", "stepped"})
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
    replies = model.answer(
        [question.request(NOBODY, state.tick + 1, state.world) for question in questions]
    )
    found = [question.parse(reply) for question, reply in zip(questions, replies, strict=True)]
    failed = [reply for reply, rated in zip(replies, found, strict=True) if rated is None]
    profile = PROFILES[state.world.minds.profile]
    rated = _fill_gaps(_by_sentence(questions, found), profile)
    if not failed:
        return replace(state, ratings=state.ratings.grow(rated, None)), ()
    trouble = Unanswered(NOBODY, "", "rate", _describe_failure(failed[0].error, failed[0].text))
    later = None if profile.fills_gaps else state.tick + RETRY_TICKS
    return replace(state, ratings=state.ratings.grow(rated, later)), (trouble,)


def _by_sentence(
    questions: Sequence[RateImportance], found: Sequence[tuple[int, ...] | None]
) -> dict[str, int | None]:
    """Return the rating of each sentence, None without one."""
    answers = zip(questions, found, strict=True)
    pairs = (
        zip(question.sentences, rated or repeat(None), strict=False) for question, rated in answers
    )
    return {sentence: rating for each in pairs for sentence, rating in each}


def _fill_gaps(ratings: Mapping[str, int | None], profile: RetrievalProfile) -> dict[str, int]:
    """Return the ratings, with the fallback in place of those missing where the profile stores
    it."""
    fallback = profile.scale.fallback if profile.fills_gaps else None
    filled = {
        sentence: fallback if rating is None else rating for sentence, rating in ratings.items()
    }
    return {sentence: rating for sentence, rating in filled.items() if rating is not None}


def _unrated_sentences(state: State) -> list[RateImportance]:
    """Return the questions for the sentences without a rating; none while a model that failed is
    left alone."""
    if state.ratings.retry_after > state.tick or not state.minds:
        return []
    found = {
        seen.text: _rated_event(event, seen, state)
        for event, seen in zip(state.news, state.observations, strict=True)
        if seen is not None and not state.ratings.get(seen.text) and _is_worth_rating(event, seen)
    }
    sentences = [*found]
    parts = (sentences[start : start + MAX_RATED] for start in range(0, len(sentences), MAX_RATED))
    return [
        RateImportance(tuple(part), RatedEvents(tuple(found[each] for each in part)))
        for part in parts
    ]


def _is_worth_rating(event: Event, seen: Observation) -> bool:
    """Tell whether the sentence of an event is worth a question."""
    is_movement = seen.kind in MOVEMENT_KINDS or isinstance(event, Moved | Entered)
    return not (seen.importance or is_movement)


def _rated_event(event: Event, seen: Observation, state: State) -> RatedEvent:
    told = seen.topic.kind if seen.topic else ""
    is_news = seen.kind != "said" and make_topic(event, seen, state, 0) is not None
    has_text = bool(getattr(event, "says", ""))
    calls = is_news and proposes_time(seen.text, state.minute)
    return RatedEvent(seen.kind, has_text, told, is_alarm(event, state), calls)


def importance_of(state: State, seen: Observation) -> int:
    """Return how important an observation is; 0 where nobody could say."""
    if seen.importance:
        return seen.importance
    return 1 if seen.kind in MOVEMENT_KINDS else state.ratings.get(seen.text)


def unrated_importance(world: World, who: str) -> int:
    """Return how important to somebody is what nobody could rate."""
    return PROFILES[world.mind_settings_of(who).profile].scale.fallback


def _describe_failure(error: str, text: str) -> str:
    return (
        f"the model gave no answer: {error}"
        if error
        else f"“{' '.join(text.split())[:80]}” are no ratings"
    )
