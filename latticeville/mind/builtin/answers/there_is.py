"""Whether there is a place or an object, what it is called, and how it is."""

import re
from collections.abc import Iterator, Sequence

from latticeville.core.text_fold import fold
from latticeville.core.word_list import list_words
from latticeville.mind.builtin.answers.answer import KnownAnswer, nothing, rule
from latticeville.mind.builtin.answers.confided import asks_for_secret
from latticeville.mind.builtin.answers.lexicon import stems_alike
from latticeville.mind.builtin.answers.nearest import is_unheard
from latticeville.mind.builtin.answers.question import FEW, ReadQuestion
from latticeville.mind.builtin.answers.surroundings import tell_state
from latticeville.mind.claims.names import place_word
from latticeville.mind.claims.relatedness import is_told
from latticeville.mind.interview_question import EMPTY_WORDS, stem_of, words_of

_Match = re.Match[str]
MOST_NAMED = 3
"""Most names that an answer lists."""


def _exists(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return whether there is an area or an object of a name, as far as the person knows."""
    what = [one for one in words_of(found["what"]) if one not in EMPTY_WORDS]
    if not what or _is_of_more(question):
        return None
    rest = question.low[found.end("what") :]
    inside = [one for one in question.places[:FEW] if _last_word(question, one) in rest]
    meant = filter(lambda one: _lies_in(question, one, inside), _meant(question, what))
    names = [*map(question.asked.world.name_of, meant)]
    if names:
        return KnownAnswer(f"Yes: {list_words([*dict.fromkeys(names)][:MOST_NAMED])}.")
    return _without(question, what, f"{found['what'].strip()}{' there' if inside else ''}")


def _without(question: ReadQuestion, what: Sequence[str], told: str) -> KnownAnswer | None:
    """Return what there is instead of something, or that there is none where the person never heard of
    it."""
    if near := [*_related(question, what)]:
        return KnownAnswer(f"There is {list_words(near)}.")
    return nothing(f"No, I know of no {told}.") if is_unheard(question) else None


def _is_of_more(question: ReadQuestion) -> bool:
    """Tell whether a question is of people, a matter, a time or a secret, too."""
    is_named = bool(question.people or question.subjects) or question.time.is_given
    return is_named or asks_for_secret(question)


def _meant(question: ReadQuestion, what: Sequence[str]) -> Iterator[str]:
    """Yield the ids of the areas and objects whose names have a word, or one that means the same."""
    world = question.asked.world
    alike = frozenset[str]().union(*(stems_alike(stem_of(one)) for one in what))
    for one in (*world.areas.by_id, *world.objects):
        if not alike.isdisjoint(map(stem_of, words_of(fold(world.name_of(one))))):
            yield one


def _related(question: ReadQuestion, what: Sequence[str]) -> Iterator[str]:
    """Yield the names of buildings and open places that are related in meaning to a word."""
    world = question.asked.world
    for one in world.areas.by_id:
        name = world.name_of(one)
        if world.areas.outermost(one) == one and _is_alike(what[-1], fold(name).split()[-1]):
            yield name


def _is_alike(word: str, noun: str) -> bool:
    return place_word(word) == place_word(noun) or is_told(word, {noun})


def _last_word(question: ReadQuestion, place: str) -> str:
    return fold(question.asked.world.name_of(place)).split()[-1]


def _lies_in(question: ReadQuestion, one: str, places: Sequence[str]) -> bool:
    """Tell whether an area or an object is believed to be in one of some places; anywhere without."""
    asked = question.asked
    if not places or one in places:
        return not places
    belief = asked.mind.beliefs.get(one)
    at = one if one in asked.world.areas.by_id else belief.node.parent if belief is not None else ""
    return bool(at) and asked.is_at_any(at, places)


def _inside(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the objects that are believed to be in a place."""
    asked, places = question.asked, question.places
    if not 0 < len(places) <= FEW or question.people or question.time.is_given:
        return None
    names = [
        asked.world.name_with_article(one)
        for one in asked.world.objects
        if _lies_in(question, one, places)
    ]
    if not names:
        return None
    return KnownAnswer(
        f"What I know to be there: {list_words([*dict.fromkeys(names)][:MOST_INSIDE])}."
    )


MOST_INSIDE = 8
"""Most objects of a place that an answer lists."""


def _called(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return the proper name of an object, such as a cat."""
    noun = found["thing"] or found["thing2"]
    for one in question.asked.world.objects.values():
        words = one.name.split()
        names = [each for each in words if each[:1].isupper()]
        if noun in map(str.lower, words) and names and len(names) < len(words):
            return KnownAnswer(f"{' '.join(names)}.")
    return None


def _state(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    return tell_state(question) if question.objects and not question.people else None


RULES = (
    rule(
        _exists,
        r"^(?:is|are) there (?:an? |any |some |no )?(?!truth|chance|reason|way|need|point|doubt"
        r"|(?:some|any)(?:body|one|thing))"
        r"(?P<what>[\w'-]+(?: [\w'-]+)?)(?: (?:in|at|on|near|by|behind) (?!an?\b|any\b)\w+\b.*| anywhere)?$",
        is_whole=True,
    ),
    rule(
        _called,
        r"^what is (?:the|your) (?P<thing>\w+)(?:'s name| called| named)$",
        r"^what (?:do you call|is the name of) (?:the|your) (?P<thing2>\w+)$",
        is_whole=True,
    ),
    rule(
        _inside,
        r"^what (?:is|are|stands?|lies?|do you (?:have|keep)) (?:there )?(?:in|inside|on|at) (?:the|your)\b",
        r"^describe (?:me )?(?:the|your)\b",
        r"^what does (?:the|your) [\w ]+ look like$",
        is_whole=True,
    ),
    rule(
        _state,
        r"^how (?:is|are) (?:the |your )[\w' ]+?(?: (?:doing|going|holding up|getting on|working|today|now))*$",
        is_whole=True,
    ),
)
"""The forms of questions about what there is, in the order in which they are tried."""
