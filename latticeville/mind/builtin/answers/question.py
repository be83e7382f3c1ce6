"""A question as the built-in mind reads it: its words, its time, and whom and what it names."""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from latticeville.core.asked_time import AskedTime, asked_time
from latticeville.core.clock import DAY
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.ellipsis import at_the_same, continued
from latticeville.mind.builtin.answers.lexicon import in_one_word, stems_alike
from latticeville.mind.builtin.answers.misspelled import SHORTEST, misspelled
from latticeville.mind.builtin.answers.plain_question import plain_question
from latticeville.mind.builtin.answers.sentence import Reader
from latticeville.mind.builtin.answers.titles import all_titles, titles
from latticeville.mind.claims.names import words_for_place
from latticeville.mind.claims.relatedness import is_word
from latticeville.mind.interview_question import (
    EMPTY_WORDS,
    stem_of,
    stems_of,
    words_of,
)
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.present_verbs import PRESENT, in_present
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import Persona

_PRONOUN = re.compile(r"\b(?:he|she|him|her|they|them|his)\b")
_PLURAL = re.compile(r"^(?!.*\b(?:he|she|him|her|his)\b).*\b(?:they|them)\b")
_OF_IT = re.compile(r"\b(?:it|that|the same|likewise|agree)$")
_POINTS = re.compile(r"\b(?:it|that|this)\b")
_OF_KIN = re.compile(r"\byour \w+(?= \w|$)")
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
    "often",
    "spend",
    "spent",
    "speak",
    "spoke",
    "spoken",
    "meet",
    "met",
    "remember",
    "trustworthy",
    "around",
    "roughly",
    "until",
    "early",
    "late",
    "later",
}
"""Words of a time and of meeting others, which are read by themselves."""
_FUNCTION = """
all him her his hers its into onto out off over under again because been being both but can did does done
each few for from further here how just more most not now once only other our ours own same she should some
such than that the their theirs them then there these they this those through too until very was were what
when where which while who whom why will with would you your yours ought shall must might may upon off per
put puts sort kind earth madam sir doctor nowadays everybody everyone nobody anybody anyone myself yourself
ask asked asks answer answered reply replied whether request longer supposed claim claimed
exactly quite rather really actually much many any every thing matter way ever never yet still else also
honest honestly please dear whereabout whereabouts become becomes man woman lady fellow bad good best better
worse worst right village long
"""
FUNCTION_WORDS = EMPTY_WORDS | frozenset(_FUNCTION.split())
"""Words that say nothing of what a question is about."""
FUNCTION_STEMS = frozenset(map(stem_of, _FUNCTION.split()))
"""The stems of the words among them that are no empty ones."""
WEEK = 7 * DAY
TWO = 2
"""How many people a question names that asks what is between them."""


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
    is_continued: bool = False
    """Whether it only names something else than the one before it, in whose words it is put."""
    is_told: bool = False
    """Whether `before` is no question, but what was told in the same turn."""
    bearers: tuple[str, ...] = ()
    """The ids of those whose title is a subject of opinions that it names, such as “the mayor”."""
    text: str = ""
    """It as it was asked."""

    @cached_property
    def reader(self) -> Reader:
        """What reads the sentences that may answer it."""
        return Reader(self.asked)

    @property
    def person(self) -> str:
        """The first person whom it names; "" for nobody."""
        return self.people[0] if self.people else ""

    @property
    def meant(self) -> tuple[str, ...]:
        """The people whom it names, or else those who bear a title that it names."""
        return self.people or self.bearers

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
        words = [one for one in words_of(self.low) if not _is_empty(one)]
        own = stems_of(fold(self.asked.persona.first_name))
        return frozenset(stems_of(" ".join(in_present(words))) - own)

    @cached_property
    def matter(self) -> frozenset[str]:
        """The stems besides those of the people and places that it names."""
        names = " ".join(self.asked.world.name_of(one) for one in (*self.people, *self.places))
        words = [*words_of(names), *in_present(words_of(fold(names)))]
        return self.stems - stems_of(fold(names)) - stems_of(" ".join(words))

    @cached_property
    def content(self) -> frozenset[str]:
        """The stems of what it is about, besides those whom it names, with those of what was told
        before it in the same turn."""
        asked, low = self.asked, in_one_word(self.low)
        named = (*self.meant, *self.places[:FEW], asked.who)
        people = " ".join(asked.world.name_of(one) for one in named)
        days = frozenset[str]() if self.time.is_given else _DAYS
        words = [one for one in words_of(low) if one not in FUNCTION_WORDS | (TIME_WORDS - days)]
        own = frozenset(stems_of(" ".join(in_present(words)))) - stems_of(fold(people))
        told = self.before.content if self.is_told and self.before is not None else frozenset()
        return own | told


FEW = 3
"""Most places that are named alike where a question means one of them."""
_DAYS = frozenset(one.lower() for one in DAY_NAMES)


def _is_empty(word: str) -> bool:
    """Tell whether a word says nothing of what a question is about, or only when."""
    return word in TIME_WORDS or not {word, word.removesuffix("s")}.isdisjoint(EMPTY_WORDS)


def read_question(asked: Interviewee, text: str, before: str = "", told: str = "") -> ReadQuestion:
    """Return a question to somebody, asked after another one, and after something was told in the
    same turn.

    People whom it only calls “she” or “he” are those whom the words before it name; the time of
    what was told is that of the question, where it names none.
    """
    last = read_question(asked, before) if before and not told else None
    earlier = read_question(asked, told, before) if told else last
    plain = _respelled(plain_question(text, asked.persona.first_name), asked)
    plain = _kin_named(plain, earlier)
    low = roles_named(plain, asked)
    whole = _whole(low, earlier) if earlier is not None else low
    is_continued = whole != low
    plain, low = (whole, whole) if is_continued else (plain, low)
    named, world = _named(low, asked), asked.world
    read = ReadQuestion(
        asked,
        low,
        plain,
        asked_time(low, asked.minute),
        _those_in(named, world.people),
        _those_in(named, world.areas.by_id),
        _those_in(named, world.objects),
        _named_subjects(low, asked.subjects),
        earlier,
        is_continued,
        bool(told),
        _bearers(low, asked),
        low if is_continued else text,
    )
    read = _as_earlier(read, earlier) if earlier is not None else read
    return _as_told(read, earlier) if told and earlier is not None else read


def _as_earlier(read: ReadQuestion, earlier: ReadQuestion) -> ReadQuestion:
    """Return a question with the people and subjects of the words before it, which it only calls
    “she” or “it”."""
    is_one = _PLURAL.search(read.low) is not None and len(earlier.meant) < TWO
    people = earlier.meant if _PRONOUN.search(read.low) and not is_one else ()
    subjects = earlier.subjects if _OF_IT.search(read.low) else ()
    is_going_on = _GOES_ON.match(read.low) is not None and not read.time.is_given
    return replace(
        read,
        people=read.people or people,
        subjects=read.subjects or subjects,
        time=earlier.time if is_going_on and not read.time.future else read.time,
    )


_GOES_ON = re.compile(
    r"(?:(?:and|so|then|but) )?(?:(?:did|was|were) (?:he|she|they) \w+ (?:it|that|this|so)\b"
    r"|(?:was|were) (?:any|some)(?:one|body)\b|who (?:else )?(?:was|were)\b|were you alone\b)"
)
"""How a question begins that asks for more of what the one before it is about."""


def _as_told(read: ReadQuestion, told: ReadQuestion) -> ReadQuestion:
    """Return a question with the people, subjects, places and time of what was told before it in the
    same turn, where it names none."""
    is_bare = len(read.matter) <= 1 or _POINTS.search(read.low) is not None
    subjects = told.subjects if is_bare and not read.people else ()
    places = () if read.low.startswith("where") else told.places
    has_time = read.time.is_given or read.time.future
    return replace(
        read,
        people=read.people or told.meant,
        subjects=read.subjects or subjects,
        places=read.places or places,
        time=read.time if has_time else told.time,
    )


def _bearers(low: str, asked: Interviewee) -> tuple[str, ...]:
    """Return the ids of those whose title in a text is a subject of opinions."""
    known = all_titles(asked)
    named = [found[1] for found in _TITLE.finditer(low) if f"the {found[1]}" in asked.subjects]
    return tuple(dict.fromkeys(known[one] for one in named if one in known))


def _whole(low: str, earlier: ReadQuestion) -> str:
    """Return a question that only names something else than the one before it as a whole one."""
    asked, world = earlier.asked, earlier.asked.world
    if earlier.subjects and _SINCE_WHEN.match(low):
        return f"since when are you for {fold(earlier.subjects[0])}"
    people = [fold(one) for who in world.people.values() for one in _names_of(who.persona)]
    subjects = [form for one in asked.subjects for form in (fold(one), fold(one).split()[-1])]
    places = [form for forms in _place_forms(asked)[:2] for form in forms]
    objects = [fold(one.name) for one in world.objects.values()]
    whole = continued(low, earlier.low, (people, subjects, places, objects), asked.minute)
    return at_the_same(whole, earlier.low, asked.minute)


_SINCE_WHEN = re.compile(r"(?:and )?(?:since when|for how long|how long)$")


def _names_of(persona: Persona) -> tuple[str, str]:
    return persona.name, persona.first_name


def _respelled(plain: str, asked: Interviewee) -> str:
    """Return a question with misspelled names put right, where the words are none that the
    person knows."""
    world = asked.world
    texts = (world.name_of(one) for one in (*world.people, *world.areas.by_id, *world.objects))
    names = [word for text in texts for word in fold(text).split() if len(word) >= SHORTEST]
    for word, right in misspelled(plain, names).items():
        is_known = word in EMPTY_WORDS | TIME_WORDS | PRESENT.keys() or word in asked.vocabulary
        if not is_known and not is_word(word):
            plain = re.sub(rf"\b{word}\b", right, plain)
    return plain


def _kin_named(plain: str, earlier: ReadQuestion | None) -> str:
    """Return a question with “your wife” and the like for “her”, where that before it has it and
    names nobody."""
    if earlier is None or earlier.people or (kin := _OF_KIN.search(earlier.plain)) is None:
        return plain
    return _PRONOUN.sub(kin[0], plain, count=1)


def _those_in(ids: Iterable[str], some: Container[str]) -> tuple[str, ...]:
    return tuple(one for one in ids if one in some)


def without_before(question: ReadQuestion) -> ReadQuestion:
    """Return a question as if it were the first."""
    return replace(question, before=None)


def roles_named(low: str, asked: Interviewee) -> str:
    """Return a text with the names of those whom it calls by what they are to the person, such as
    “your father”; one who has the role alone."""
    if _OF_ROLE_ITSELF.match(low):
        return low

    known = titles(asked)

    def titled(found: re.Match[str]) -> str:
        who = known.get(found[1], "")
        return fold(asked.world.people[who].persona.first_name) if who else found[0]

    low = _TITLE.sub(titled, low)
    if low.startswith("is "):
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


_OF_ROLE_ITSELF = re.compile(
    r"(?:and )?(?:who|what) (?:is|are|was) your\b(?!.* like$)|do you have\b|have you (?:a|an|any|got)\b"
)
"""How a question begins that asks for what others are to the person."""
_TITLE = re.compile(
    r"(?<!\bwho is )(?<!\bwho was )(?<!about )\b(?:the|our) (?:(?:young|old|good|dear|local|village|new) )?(\w+)\b"
    r"(?! (?:of|for|is to|to be)\b)"
)
"""A title, besides one whose bearer is asked for."""


def role_stems(how: str) -> set[str]:
    """Return the stems of what somebody is, without what is said of it besides.

    >>> sorted(role_stems("reader who returns every book"))
    ['read']
    """
    return stems_of(re.sub(r"\b\w+['’]s ", "", _OF_ROLE.split(fold(how))[0]))


_OF_ROLE = re.compile(r",| (?:who|that|of|to|for|from|in|at|with)\b")
"""What begins the words that say more of what somebody is."""
Forms = dict[str, list[str]]
"""The ids of what is called by each name."""


def _place_forms(asked: Interviewee) -> tuple[Forms, Forms, Forms]:
    """Return what areas are called: whole names, last words, and first words where somebody is at
    them; “home” is one's own."""
    areas = asked.world.areas.by_id
    whole, last, first = Forms(), Forms(), Forms()
    for one, area in areas.items():
        words = fold(area.name).split()
        if one == WORLD or not words:
            continue
        whole.setdefault(" ".join(words), []).append(one)
        last.setdefault(words[-1], []).append(one)
        for other in words_for_place(words[-1]):
            last.setdefault(other, []).append(one)
        for before in _BEFORE_PLACES if words[0] != "the" else ():
            first.setdefault(f"{before} {words[0]}", []).append(one)
        for before in _BEFORE_PLACES if one.isalpha() else ():
            first.setdefault(f"{before} {one}", []).append(one)
    for form, place in _own_places(asked):
        whole.setdefault(form, []).append(place)
    return whole, last, first


def _own_places(asked: Interviewee) -> Iterator[tuple[str, str]]:
    """Yield what people call where somebody lives and works, with the place."""
    resident = asked.world.people[asked.who]
    for forms, place in ((_AT_HOME, resident.home), (_AT_WORK, resident.work)):
        if place in asked.world.areas.by_id:
            yield from ((form, place) for form in forms)


_BEFORE_PLACES = (
    "at your",
    "in your",
    "of your",
    "to your",
    "at the",
    "in the",
    "to the",
    "into the",
    "from the",
    "of the",
    "at",
    "to",
)
_HOME_WORDS, _WORK_WORDS = ("home", "house", "place"), ("work", "workplace", "shop", "office")
_GOING_WORDS = """
go went gone going come came get got be been back return reach leave left are were walk
"""
_GOING = _GOING_WORDS.split()
_AT_HOME = (
    *(f"your {one}" for one in _HOME_WORDS),
    "at home",
    *(f"{one} home" for one in _GOING),
)
_AT_WORK = (
    *(f"your {one}" for one in _WORK_WORDS),
    "at work",
    *(f"{one} to work" for one in _GOING),
    *(f"{one} work" for one in ("go", "leave", "left", "reach")),
)
"""What people call where somebody lives and works."""


def _named(low: str, asked: Interviewee) -> tuple[str, ...]:
    """Return the ids of all that a text names, in its order; a whole name hides those inside it."""
    found: list[tuple[int, list[str]]] = []
    for forms in all_forms(asked):
        for name in sorted(forms, key=len, reverse=True):
            if len(name) < SHORTEST_NAME or name not in low:
                continue
            pattern = re.compile(rf"\b{re.escape(name)}(?:'?s)?\b(?!')")
            if match := pattern.search(low):
                found.append((match.start(), forms[name]))
                low = pattern.sub(lambda each: "_" * len(each[0]), low)
    return tuple(dict.fromkeys(one for _, ids in sorted(found) for one in ids))


def all_forms(asked: Interviewee) -> tuple[Forms, Forms, Forms]:
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


def _named_subjects(low: str, subjects: Iterable[str]) -> tuple[str, ...]:
    """Return the subjects that a question names: by their nouns, or else by another word of theirs."""
    some = tuple(subjects)
    named = tuple(one for one in some if _names_subject(low, one))
    bare = stems_of(low) - stems_of("new old big small little")
    stems = {each for one in bare for each in stems_alike(one)}
    return named or tuple(one for one in some if stems & stems_of(fold(one)))


def _names_subject(low: str, subject: str) -> bool:
    noun = fold(subject).removeprefix("the ").split()[-1]
    return len(noun) > 2 and re.search(rf"\b{re.escape(noun)}s?\b", low) is not None
