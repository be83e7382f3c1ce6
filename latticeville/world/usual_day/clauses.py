"""What somebody's texts say of their usual day, clause by clause."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from latticeville.core.clock_words import TimeSpan, read_times
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.text_fold import fold
from latticeville.core.verb_forms import gerund_of
from latticeville.world.model.personas import Persona
from latticeville.world.usual_day.vocabulary import OTHER, DayActivity, activities, words_of

PRONOUNS = ("She", "He", "They")
"""Subjects that stand for the person whom a text is about."""
SENTENCES = re.compile(r"(?<=[.;!?\n])\s+")
"""Between two sentences."""
_CLAUSES = re.compile(
    rf",? (?:and then|and(?! (?:\d|{'|'.join(ONE_TO_TWELVE)}|noon|midnight))|then|but"
    r"|before (?:she|he|they)|at which point) |, "
)
_HABIT = re.compile(
    r"\b(every|each|usually|always|daily|everyday|mostly|often|tends to|likes to)\b"
)
_ONCE = re.compile(
    r"\b((?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|yesterday|next week|weekends?"
    r"|january|february|march|april|june|july|august|september|october|november|december)\b"
)
_WISH = re.compile(r"\b(wants?|hopes?|wishes|dreams?|would like|plans? to|intends? to) \b")
"""What is no part of a usual day."""
_WHO = re.compile(r"^[^,.;]*? (?:is|was) [^.;]*? who (?=[a-z])")
"""The beginning of a sentence that says what somebody is before it says what they do."""
_THIRD_PERSON = re.compile(r"(?!(?:always|sometimes|plans|hopes|wants|wishes)$)[a-z]{3,}s(?<!ss)")
"""A verb of the third person, by its ending."""
_NOT = re.compile(r"\b(never|not|no longer|doesn.t|don.t|avoids|refuses)\b")
_RELATIVE = re.compile(r"\b(after|before|during) (work|lunch|dinner|supper|breakfast|school|bed)\b")
_TIME_WORDS = re.compile(
    r"\b(?:every (?:day|morning|afternoon|evening|night)|everyday|each day|daily|usually|always|often"
    r"|mostly|(?:at|around|about|by|from|until|till|since|to|"
    r"between|and)?,? ?(?:around |about )?(?:(?:half past|(?:a )?quarter (?:past|to)) )?"
    r"(?:\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m\b\.?|o.clock\b)|\d{1,2}:\d\d|noon|midnight|midday)"
    r"|(?:at|around|about|by|from|until|till|to|and) (?:half past |a quarter (?:past|to) )?"
    r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|(?:early |late )?in the (?:early |late )?(?:morning|afternoon|evening)s?|at night|at lunchtime)",
    re.IGNORECASE,
)


class Clause(NamedTuple):
    """A part of a text about what somebody usually does.

    `when` is None where it tells no time; `relative` is such as ("after", "work"). `trouble` says
    why it was not read; "" where it was.
    """

    text: str
    activity: DayActivity | None
    when: TimeSpan | None = None
    relative: tuple[str, str] | None = None
    doing: str = ""
    is_denied: bool = False
    trouble: str = ""


def read_clauses(persona: Persona) -> tuple[Clause, ...]:
    """Return what a persona's texts say of their usual day: all of `intends` and `lifestyle`, and
    what their other texts say of one."""
    told = _sentences(persona.intends, persona.lifestyle)
    found = [clause for one in told for clause in _clauses(one, persona)]
    habits = (clause for one in _habits(persona) for clause in _clauses(one, persona))
    return tuple(dict.fromkeys((*found, *(one for one in habits if not one.trouble))))


def _habits(persona: Persona) -> list[str]:
    """Return the sentences of the other texts that speak of a usual day: of `about` those that name
    a time, too."""
    about = _sentences(persona.about)
    others = _sentences(persona.currently, *(memory.text for memory in persona.memories))
    return [
        *(one for one in about if _names_time(one) or _is_habit_of(one, persona)),
        *(one for one in others if _is_habit_of(one, persona)),
    ]


def _sentences(*texts: str) -> list[str]:
    return [sentence for text in texts for sentence in SENTENCES.split(text)]


def _names_time(sentence: str) -> bool:
    """Tell whether a sentence says when somebody does something of a usual day."""
    return bool(read_times(fold(sentence), late=False, early=False))


def _is_habit_of(sentence: str, persona: Persona) -> bool:
    first = sentence.split(" ", 1)[0]
    subjects = {persona.first_name, "I", *PRONOUNS}
    is_theirs = first in subjects or persona.name in sentence
    return is_theirs and bool(_HABIT.search(sentence.casefold()))


def _clauses(sentence: str, persona: Persona) -> Iterator[Clause]:
    for part in _parts(sentence):
        low = fold(part)
        if not low.strip(" .;!?,"):
            continue
        activity = find_activity(low) or _other_activity(part, persona)
        if _WISH.search(low):
            continue
        if _ONCE.search(low):
            yield Clause(part, activity, trouble="routines are the same every day")
        elif activity is None:
            yield Clause(part, None, trouble="no activity is known by these words")
        else:
            relative = _RELATIVE.search(low)
            spans = read_times(low, late=activity.late, early=activity.early)
            yield Clause(
                part,
                activity,
                spans[0] if spans else None,
                (relative[1], relative[2]) if relative else None,
                activity.doing or doing_of(part, persona),
                bool(_NOT.search(low)),
            )


def _parts(sentence: str) -> list[str]:
    """Return the clauses of a sentence; a part without a verb that is known belongs to the one
    before it."""
    found: list[str] = []
    for part in _CLAUSES.split(_WHO.sub("", sentence.strip())):
        if found and find_activity(fold(part)) is None and not _names_deed(part):
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    return found


def _names_deed(part: str) -> bool:
    """Tell whether a part of a sentence is a verb of the third person with a time: “polishes the
    brass at nine”."""
    first = part.split(" ", 1)[0]
    return bool(_THIRD_PERSON.fullmatch(first.casefold())) and _names_time(part)


def _other_activity(part: str, persona: Persona) -> DayActivity | None:
    """Return what somebody does at a time by a verb that means nothing for a day; None where they
    are not its subject."""
    text = part.strip()
    for name in (persona.name, persona.first_name, *PRONOUNS):
        text = text.removeprefix(f"{name} ")
    return OTHER if _names_deed(text) else None


def find_activity(low: str) -> DayActivity | None:
    """Return the activity that a folded text names: bed and meals first, “work” and “visit” last,
    else the word that comes first."""
    found = (
        (_ranks().get(name, 1), match.start(), name)
        for name, one in activities().items()
        if (match := one.pattern.search(low))
    )
    best = min(found, default=None)
    return activities()[best[2]] if best else None


_FIRST, _LAST = ("bed", "wake", "breakfast", "lunch", "dinner"), ("eat", "work", "visit")


@cache
def _ranks() -> Mapping[str, int]:
    return {**dict.fromkeys(_FIRST, 0), **{name: 2 + at for at, name in enumerate(_LAST)}}


def doing_of(part: str, persona: Persona) -> str:
    """Return what somebody is seen doing, from a clause: its verb as a participle, and no times.

    >>> ada = Persona("ada", "Ada Lind", "A", "red")
    >>> doing_of("Ada Lind opens the shop at 8am every day", ada)
    'opening the shop'
    """
    text = _RELATIVE.sub("", _TIME_WORDS.sub("", part)).strip(" .;!?,")
    text = text.partition(",")[0].removesuffix(" it").removesuffix(" there").rstrip()
    pronouns = (form for one in PRONOUNS for form in (one, one.lower()))
    for name in (persona.name, persona.first_name, *pronouns, "I"):
        if text.startswith(f"{name} "):
            text = text[len(name) + 1 :]
    words = text.split()
    for number, word in enumerate(words):
        if number > 3:
            break
        if find_activity(fold(word)) is not None or (number == 0 and word.endswith("s")):
            rest = " ".join([gerund_of(word), *words[number + 1 :]])
            return re.sub(r"\s+", " ", rest).strip(" ,")[:80]
    return re.sub(r"\s+", " ", text)[:80]


def without_place(doing: str, place: str) -> str:
    """Return what somebody does without the words at its end that say where.

    >>> without_place("drawing by the pond", "Reed Pond"), without_place("drawing by hand", "Reed Pond")
    ('drawing', 'drawing by hand')
    """
    found = re.search(r" (?:at|by|in|on|around|near|beside) (?:the |a |an )?([^,]+)$", doing)
    is_place = found is not None and set(words_of(found[1])) <= {*words_of(place), "the"}
    return doing[: found.start()] if found and is_place else doing
