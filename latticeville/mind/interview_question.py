"""What an interview question asks about: its time, its words, and the memories that fit it."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import msgspec

from latticeville.core.asked_time import AskedTime, asked_time
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.secrets import INTIMATE
from latticeville.mind.topic import DECISION, SECRET
from latticeville.models.fake import STOP_WORDS
from latticeville.world.model.world import World

_ASKING = """
admit admitted any anybody anyone anything been being believe called come confess confessed confide
confided could describe else ever explain explained feel first gave get give going had happen
happened happens hear heard here important introduction just kind lately last learn learned learnt like made make many
mean mention mentioned mentions more most much need never new news people person please really
recall recently said saw say saying says see seem seen should some somebody someone something
somewhere still such take talk talked talking tell telling think thing things thought time today
told want way went whom would wrong yesterday yet your yourself
"""
EMPTY_WORDS = STOP_WORDS | frozenset(_ASKING.split())
"""Words that say nothing of what a question is about."""
_ENDINGS = ("ing", "ies", "ied", "ed", "ers", "er", "es", "s", "e", "y")
_SHORTEST_STEM = 3
_FORMS = """
children=child kids=child kid=child men=man women=woman geese=goose feet=foot teeth=tooth mice=mouse
youth=young died=die dies=die dying=die lay=lie lain=lie lying=lie
wives=wife knives=knife loaves=loaf wolves=wolf shelves=shelf halves=half
"""
_WHOLE = frozenset(["offer", "under", "after", "other", "winter", "river", "letter", "master"])
"""Words whose last letters are no ending."""
_IRREGULAR = dict(pair.split("=") for pair in _FORMS.split())
"""The singular of nouns that form their plural irregularly, and the like for verbs."""


def words_of(text: str) -> list[str]:
    """Return the words of at least three letters in lower case."""
    return re.findall(r"\w{3,}", text.casefold())


def content_words(text: str) -> list[str]:
    """Return the words that say something, in order.

    >>> content_words("What do you know about the burning bells?")
    ['burning', 'bells']
    """
    return [word for word in words_of(text) if word not in EMPTY_WORDS]


def stems_of(text: str) -> set[str]:
    """Return the stems of the words that say something.

    >>> sorted(stems_of("What do you know about the burning bells?"))
    ['bel', 'burn']
    """
    return {stem_of(word) for word in content_words(text)}


@lru_cache(maxsize=1 << 16)
def stem_of(word: str) -> str:
    """Return a word in lower case without its ending, and without a consonant that the ending
    doubled.

    >>> stem_of("married") == stem_of("marry"), stem_of("geese") == stem_of("goose")
    (True, True)
    >>> stem_of("mothers") == stem_of("mother"), stem_of("letters") == stem_of("letter")
    (True, True)
    >>> stem_of("plays") == stem_of("play") == stem_of("playing")
    True
    """
    bare = _without_ending(_IRREGULAR.get(word, word))
    if bare.endswith("y") and len(bare) > _SHORTEST_STEM:
        bare = bare[:-1]
    doubled = len(bare) > _SHORTEST_STEM and any(a == b for a, b in pairwise(bare[-2:]))
    return bare[:-1] if doubled else bare


def _without_ending(word: str) -> str:
    for one in (word, word.removesuffix("s")):
        if one in _WHOLE:
            return one
    for end in _ENDINGS:
        if word.endswith(end) and len(word) - len(end) >= _SHORTEST_STEM:
            return word.removesuffix(end)
    return word


SHORTEST_NOUN = 3
"""Letters of the last word of a name from which on it stands for the whole name."""
SHARED_STEMS, SHARED_INTIMATE = 3, 2
"""Stems that a memory shares with a secret where it tells it: any memory, and one that people keep
to themselves."""


class QuestionScope(msgspec.Struct, frozen=True, gc=False):
    """The time that a question is about, and the ids of people, places and objects that it
    names."""

    time: AskedTime
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """The stems of the names."""

    @property
    def is_limited(self) -> bool:
        """Whether the question names anything."""
        return self.time.is_given or bool(self.people or self.places or self.objects)


def read_scope(question: str, minute: int, who: str, world: World) -> QuestionScope:
    """Return what a question to somebody at an absolute minute is about."""
    low = question.casefold()
    people = {one: each.persona.first_name for one, each in world.people.items() if one != who}
    found = [
        _named(low, people),
        _named(low, {one: area.name for one, area in world.areas.by_id.items()}),
    ]
    found.append(_named(low, {one: each.name for one, each in world.objects.items()}))
    names = (name for each in found for name in each.values())
    words = {stem for name in names for stem in stems_of(name)}
    named, places, objects = (tuple(each) for each in found)
    return QuestionScope(asked_time(question, minute), named, places, objects, tuple(sorted(words)))


def _named(low: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names that a question has, by id: whole names before the nouns at their ends."""
    whole = {one: name for one, name in names.items() if _has(low, name)}
    return whole or {one: name for one, name in names.items() if _has(low, _noun(name))}


def _noun(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.split() else ""


def _has(low: str, name: str) -> bool:
    word = re.escape(name.casefold())
    return len(name) >= SHORTEST_NOUN and re.search(rf"\b{word}s?\b", low) is not None


def fits(record: MemoryRecord, minute: int, scope: QuestionScope, world: World) -> bool:
    """Tell whether a memory of a minute is of the time, the people, the place and the objects of a
    question."""
    time = scope.time
    if time.is_given and (record.tick == BEFORE_START or not time.start <= minute < time.end):
        return False
    low = record.text.casefold()
    return all(
        one in record.about or _has(low, world.people[one].persona.first_name)
        for one in scope.people
    ) and (_is_of_place(record, low, scope, world) and _is_of_object(record, low, scope, world))


def _is_of_place(record: MemoryRecord, low: str, scope: QuestionScope, world: World) -> bool:
    if not scope.places or scope.objects:
        return True
    above = world.areas.path(record.place) if record.place in world.areas.by_id else ()
    return any(one in above or _has(low, world.name_of(one)) for one in scope.places)


def _is_of_object(record: MemoryRecord, low: str, scope: QuestionScope, world: World) -> bool:
    if not scope.objects:
        return True
    return any(one in record.about or _has(low, _noun(world.name_of(one))) for one in scope.objects)


def tells_secret(record: MemoryRecord, who: str, world: World) -> bool:
    """Tell whether a memory tells a secret: one that was told, or one of one's own, by the words
    that they share; what a meeting decided is none."""
    kind = record.topic.kind if record.topic is not None else ""
    if kind == SECRET or (kind == DECISION and not record.spoken):
        return kind == SECRET
    is_intimate = record.tick == BEFORE_START and record.importance >= INTIMATE
    least = SHARED_INTIMATE if is_intimate else SHARED_STEMS
    return any(len(shared) >= least for shared in _shared(record, who, world))


def _shared(record: MemoryRecord, who: str, world: World) -> Iterator[set[str]]:
    secrets = world.people[who].persona.secrets
    if secrets:
        known = stems_of(record.text)
        yield from (known & stems_of(one.text) for one in secrets)
