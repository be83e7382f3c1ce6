"""A question as the built-in mind reads it: its words, its time, and whom and what it names."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from latticeville.core.asked_time import AskedTime, asked_time
from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.sentence import Reader
from latticeville.mind.interview_question import (
    EMPTY_WORDS,
    stems_of,
    words_of,
)
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.present_verbs import in_present
from latticeville.world.model.areas import WORLD

_SHORT = {
    r"\b(what|who|where|when|why|how|that|there|it|he|she)'s\b": r"\1 is",
    r"\bcan't\b": "can not",
    r"\bcannot\b": "can not",
    r"\bwon't\b": "will not",
    r"n't\b": " not",
    r"'ve\b": " have",
    r"'re\b": " are",
    r"'ll\b": " will",
    r"'d\b": " would",
    r"'m\b": " am",
}
_OPENING = re.compile(
    r"^(?:(?:please|so|well|and|but|ok|okay|hello|hi|hey|oh|excuse me|good (?:morning|day|evening|"
    r"afternoon))\b[,.!: ]*|(?:(?:can|could|would|will) you (?:please )?|please )?(?:tell|say to) me"
    r"(?:,|:)? (?=who|what|when|where|why|how|which|whether|if|whom)|(?:(?:can|could) you (?:tell|"
    r"say|remember)|do you (?:happen to )?(?:know|remember|recall)|(?:i )?(?:would (?:like|love) to|"
    r"want to) know|may i ask|i wonder|i am curious)(?: you)?,? (?=who|what|when|where|why|how|"
    r"which|whom|whether|if)|(?:did|have) you (?:hear|heard) (?=what|who|whom|how|why)|(?:whether"
    r"|if) (?=you ))"
)
_PRONOUN = re.compile(r"\b(?:he|she|him|her|they|them|his)\b")
TIME_WORDS = frozenset(
    [
        "morning",
        "afternoon",
        "evening",
        "night",
        "noon",
        "midday",
        "hour",
        "hours",
        "minute",
        "minutes",
        "ago",
        "half",
        "past",
        "quarter",
        "before",
        "after",
        "today",
        "tomorrow",
        "tonight",
        "yesterday",
        *(name.lower() for name in DAY_NAMES),
        *ONE_TO_TWELVE,
        "clock",
        "moment",
        "day",
        "days",
        "week",
        "start",
        "far",
    ]
)
TIME_WORDS |= {
    "spend",
    "spent",
    "speak",
    "spoke",
    "spoken",
    "meet",
    "met",
    "remember",
    "trustworthy",
}
"""Words of a time and of meeting others, which are read by themselves."""
HOME, WORK = "home", "work"
WEEK = 7 * DAY


@dataclass(frozen=True)
class ReadQuestion:
    """A question to somebody; `low` is its text without case, accents and what only opens it,
    with names for “your father” and the like; `plain` has them as they were asked.

    `people`, `places` and `objects` are the ids of those that it names, `subjects` what people have
    opinions on. `before` is the question that was asked before it.
    """

    asked: Interviewee
    low: str
    plain: str
    time: AskedTime
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    before: "ReadQuestion | None" = None

    @cached_property
    def reader(self) -> Reader:
        """What reads the sentences that may answer it."""
        return Reader(self.asked)

    @property
    def person(self) -> str:
        """The first person whom it names; "" for nobody."""
        return self.people[0] if self.people else ""

    @property
    def coming(self) -> AskedTime:
        """Its time, where a weekday that it names is one to come."""
        if not self.time.is_given or self.time.end > self.asked.minute:
            return self.time
        start, end = self.time.start + WEEK, self.time.end + WEEK
        return AskedTime(start, end, future=True)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words of at least three letters."""
        return frozenset(words_of(self.low))

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of the words that say what it is about."""
        words = [one for one in words_of(self.low) if one not in EMPTY_WORDS | TIME_WORDS]
        own = stems_of(fold(self.asked.persona.first_name))
        return frozenset(stems_of(" ".join(in_present(words))) - own)

    @cached_property
    def matter(self) -> frozenset[str]:
        """The stems besides those of the people and places that it names."""
        names = " ".join(self.asked.world.name_of(one) for one in (*self.people, *self.places))
        return self.stems - stems_of(fold(names)) - stems_of(names)


def read_question(asked: Interviewee, text: str, before: str = "") -> ReadQuestion:
    """Return a question to somebody, asked after another one.

    People whom it only calls “she” or “he” are those whom the question before it names.
    """
    earlier = read_question(asked, before) if before else None
    plain = _opened(_plain(text), asked)
    low = _roles_named(plain, asked)
    named, world = _named(low, asked), asked.world
    people = _those_in(named, world.people)
    if not people and earlier is not None and _PRONOUN.search(low):
        people = earlier.people
    return ReadQuestion(
        asked,
        low,
        plain,
        asked_time(low, asked.minute),
        people,
        _those_in(named, world.areas.by_id),
        _those_in(named, world.objects),
        tuple(one for one in asked.subjects if _names_subject(low, one)),
        earlier,
    )


def _those_in(ids: Iterable[str], some: Container[str]) -> tuple[str, ...]:
    return tuple(one for one in ids if one in some)


def without_before(question: ReadQuestion) -> ReadQuestion:
    """Return a question as if it were the first."""
    return replace(question, before=None)


def _plain(text: str) -> str:
    """Return a text without case and accents, its short forms written out."""
    low = " ".join(fold(text).replace("’", "'").replace("‘", "'").split())
    for short, long in _SHORT.items():
        low = re.sub(short, long, low)
    return low.strip(" ?!.…")


def _opened(low: str, asked: Interviewee) -> str:
    """Return a text without the words that only open it, such as the name of who is asked."""
    name = re.escape(fold(asked.persona.first_name))
    while True:
        rest = re.sub(rf"^{name}\b[,:] *|, *{name}$", "", _OPENING.sub("", low, count=1)).strip()
        if not rest or rest == low:
            return low
        low = rest


def _roles_named(low: str, asked: Interviewee) -> str:
    """Return a text with the names of those whom it calls by what they are to the person, such as
    “your father”; one who has the role alone."""
    if re.match(r"(?:and )?(?:who|what) (?:is|are|was) your\b|do you have\b|have you\b|is ", low):
        return low

    def named(found: re.Match[str]) -> str:
        stems = stems_of(found[1])
        people = [
            one.who for one in asked.persona.relationships if stems and stems <= role_stems(one.how)
        ]
        if len(people) != 1 or people[0] not in asked.world.people:
            return found[0]
        return fold(asked.world.people[people[0]].persona.first_name)

    return re.sub(
        r"\byour ((?:best |old |older |younger |little |big )?\w+)(?='s\b|\b)", named, low
    )


def role_stems(how: str) -> set[str]:
    """Return the stems of what somebody is, without what is said of it besides.

    >>> sorted(role_stems("reader who returns every book"))
    ['read']
    """
    return stems_of(_OF_ROLE.split(fold(how))[0])


_OF_ROLE = re.compile(r",| (?:who|that|of|to|for|from|in|at|with)\b")
"""What begins the words that say more of what somebody is."""
Forms = dict[str, list[str]]
"""The ids of what is called by each name."""


def _place_forms(asked: Interviewee) -> tuple[Forms, Forms, Forms]:
    """Return what areas are called: whole names, last words, and first words where somebody is at
    them; “home” is one's own."""
    areas, resident = asked.world.areas.by_id, asked.world.people[asked.who]
    whole, last, first = Forms(), Forms(), Forms()
    for one, area in areas.items():
        words = fold(area.name).split()
        if one == WORLD or not words:
            continue
        whole.setdefault(" ".join(words), []).append(one)
        last.setdefault(words[-1], []).append(one)
        for before in _BEFORE_PLACES if words[0] != "the" else ():
            first.setdefault(f"{before} {words[0]}", []).append(one)
    for word, place in ((HOME, resident.home), (WORK, resident.work)):
        for form in (f"at {word}", f"your {word}", f"go {word}", f"went {word}"):
            if place in areas:
                whole.setdefault(form, []).append(place)
    return whole, last, first


_BEFORE_PLACES = ("at the", "in the", "to the", "at", "to")


def _named(low: str, asked: Interviewee) -> tuple[str, ...]:
    """Return the ids of all that a text names, in its order; a whole name hides those inside it."""
    found: list[tuple[int, list[str]]] = []
    for forms in _all_forms(asked):
        for name in sorted(forms, key=len, reverse=True):
            if len(name) < SHORTEST_NAME or name not in low:
                continue
            pattern = re.compile(rf"\b{re.escape(name)}(?:'?s)?\b(?!')")
            if match := pattern.search(low):
                found.append((match.start(), forms[name]))
                low = pattern.sub(lambda each: "_" * len(each[0]), low)
    return tuple(dict.fromkeys(one for _, ids in sorted(found) for one in ids))


def _all_forms(asked: Interviewee) -> tuple[Forms, Forms, Forms]:
    """Return what places, people and objects are called, the surest forms first."""
    whole, last, first = _place_forms(asked)
    for one, each in asked.world.people.items():
        if one != asked.who:
            for name in (fold(each.persona.name), fold(each.persona.first_name)):
                whole.setdefault(name, []).append(one)
    for one, thing in asked.world.objects.items():
        whole.setdefault(fold(thing.name), []).append(one)
        last.setdefault(fold(thing.name).split()[-1], []).append(one)
    return whole, last, first


SHORTEST_NAME = 3
"""Letters of a name from which on it is read in a question."""


def _names_subject(low: str, subject: str) -> bool:
    noun = fold(subject).removeprefix("the ").split()[-1]
    return len(noun) > 2 and re.search(rf"\b{re.escape(noun)}s?\b", low) is not None
