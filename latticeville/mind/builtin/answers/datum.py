"""What in a sentence answers a question of some kind: somebody, a time, a place, a number, a
reason, or whether it is so."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from latticeville.core.day_words import MONTHS, WEEKDAYS
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.sentence_case import capital
from latticeville.mind.builtin.answers.sentence import ReadSentence, ReadWord, stem_of
from latticeville.mind.builtin.answers.wanted import AnswerKind, Wanted

_PASSED_WORDS = """
has have had did do does is are was were am be been being will would shall should can could may
might must not never always also only still ever just really once cannot often soon then now all
both to
"""
_PASSED = frozenset(_PASSED_WORDS.split())
"""Words between somebody and what they do."""
_CLAUSE_WORDS = """
because while when if before after until although since as where than
"""
_CLAUSE = frozenset(_CLAUSE_WORDS.split())
_LINKS = frozenset([",", "and", "but", "or", "who", "which", "that"])
_ENDS = frozenset(".!?;:“”—–")


def verb_at(statement: ReadSentence, wanted: Wanted) -> int:
    """Return where in a sentence the deed stands that a question asks for; -1 for nowhere."""
    some = [wanted.verb] if wanted.verb else [*wanted.stems]
    return next(
        (at for stem in some for at, one in enumerate(statement.words) if one.stem == stem), -1
    )


KIN = frozenset(
    [
        "brother",
        "sister",
        "mother",
        "father",
        "son",
        "daughter",
        "wife",
        "husband",
        "uncle",
        "aunt",
        "cousin",
        "niece",
        "nephew",
        "grandmother",
        "grandfather",
        "parent",
        "child",
        "children",
        "siblings",
        "sibling",
        "twin",
    ]
)
"""Words of a family."""
NOBODY = "?"
"""The doer of a deed that something else does, or somebody whom no name is given."""


def doer(words: Sequence[ReadWord], at: int) -> str:
    """Return who does what the word at a place says; `NOBODY` for something else."""
    back = at - 1
    while back >= 0 and words[back].low in _PASSED:
        back -= 1
    if back < 0:
        return NOBODY
    if words[back].is_doer and words[back].low != "who":
        return words[back].who or NOBODY
    if words[back].low not in _LINKS and words[back].low != "to" and words[back + 1].low != "to":
        return NOBODY
    return nearest_doer(words, back + 1)


def nearest_doer(words: Sequence[ReadWord], at: int) -> str:
    """Return who does something in the clause of a place, before it."""
    for one in reversed(words[:at]):
        if one.low in _CLAUSE or one.low in _ENDS:
            return NOBODY
        if one.is_doer and one.who:
            return one.who
    return NOBODY


def person(statement: ReadSentence, wanted: Wanted, left_out: Sequence[str]) -> str:
    """Return the id or name of somebody who answers and is not left out; "" for nobody."""
    words, at = statement.words, verb_at(statement, wanted)
    if at < 0:
        return ""
    if wanted.is_of_doer:
        who = _by(words, at) or doer(words, at)
        who = _owner_at(words, at, left_out) if who == NOBODY and _HAS.match(wanted.low) else who
        return "" if who in (NOBODY, *left_out) else who
    return _first_other((*words[at:], *reversed(words[:at])), left_out)


_HAS = re.compile(r"who (?:has|had)\b")
"""How a question begins that asks whose something is."""


def _first_other(words: Iterable[ReadWord], left_out: Sequence[str]) -> str:
    return next((one.who for one in words if one.who and one.who not in left_out), "")


def _by(words: Sequence[ReadWord], at: int) -> str:
    later = words[at + 1 : at + 3]
    return later[1].who if len(later) > 1 and later[0].low == "by" else ""


def kin(statement: ReadSentence, wanted: Wanted, who: str) -> str:
    """Return the kin of somebody whom a sentence names, and the question does not; "" for none."""
    for mine, one in pairwise(statement.words):
        if mine.who == who and not mine.is_doer and one.low in KIN and one.stem not in wanted.stems:
            return one.low
    return ""


def owner(statement: ReadSentence, wanted: Wanted, left_out: Sequence[str]) -> str:
    """Return the id or name of whose a thing is; "" for nobody."""
    thing = wanted.stems[0] if wanted.stems else ""
    places = (at for at, one in enumerate(statement.words) if one.stem == thing)
    owners = (_owner_at(statement.words, at, left_out) for at in places)
    return next((who for who in owners if who), "")


def _owner_at(words: Sequence[ReadWord], at: int, left_out: Sequence[str]) -> str:
    """Return whose a thing at a place is: by what stands before it, or after “is” and “of”."""
    before = [one for one in words[max(0, at - NEAR) : at] if not one.is_doer]
    is_said = any(one.low in ("is", "of") for one in words[at + 1 : at + 2])
    after = words[at + 1 : at + 1 + NEAR] if is_said else ()
    return _first_other((*reversed(before), *after), left_out)


NEAR = 3
"""Words around a thing that say whose it is."""


NUMBERS = (
    f"{'|'.join(ONE_TO_TWELVE)}|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    "(?:-\\w+)?|(?:a )?hundred|(?:a )?thousand|a dozen|\\d[\\d.,]*"
)
"""Numbers as words and digits, as a pattern."""
NUMBER_FORM = rf"\b(?:{NUMBERS})(?: (?:hundred|thousand|million|dozen))*\b"
_UNITS = "years?|months?|weeks?|days?|hours?|minutes?|winters?|summers?"
SPAN_FORM = re.compile(
    rf"\b(?:for )?(?:{NUMBER_FORM}|a|many|several|some) (?:{_UNITS})(?: ago)?\b|\bsince [\w ]+?(?=[,.;!?]|$)",
    re.IGNORECASE,
)
_DAY = f"{WEEKDAYS}|tomorrow|yesterday|today|tonight"
TIME_FORM = re.compile(
    rf"\b(?:(?:in|by|since|until|before|on|at|last|next|this|every|from) )+(?:the |early |late |last |first )*"
    rf"(?:{MONTHS}|(?:{_DAY})s?|spring|summer|autumn|winter|morning|afternoon|evening|night|noon"
    rf"|midnight|dawn|dusk|first frost|harvest|week|month|year|end of the \w+"
    rf"|{NUMBER_FORM}(?: o'clock|(?! (?!in\b|on\b|at\b|this\b|and\b|or\b|to\b|every\b|{_DAY})\w)))s?"
    rf"\b(?! (?:meeting|feast|term|fair|market|vote|school)\b)(?: (?:evening|morning)s?\b)?"
    rf"|\b(?:{_DAY})s?\b|\b(?:{NUMBER_FORM}) (?:{_UNITS}) ago\b|\bhalf past \w+\b"
    rf"|\b(?:on |in |at )?the (?:day|night|year|winter|summer|spring|autumn|evening|morning|minute"
    rf"|moment|hour) (?!meeting|feast)[\w' ]+"
    rf"|\b(?:when|while|since|as soon as) (?:the |my |his |her |I |we |he |she |they |[A-Z])[\w' ]+",
    re.IGNORECASE,
)
REASON_FORM = re.compile(
    r"\b(?:because|since (?!\w+day)|so that|in order to|in case|in the hope|for fear|in memory of"
    r"|after a|for (?=\w{3,}ing\b(?<!morning)(?<!evening)))\b.+",
    re.IGNORECASE,
)


def span(statement: ReadSentence) -> str:
    """Return how long something lasts or is ago; "" where a sentence does not say so."""
    found = [each[0] for each in SPAN_FORM.finditer(statement.text)]
    ago = [one for one in found if one.endswith("ago")]
    return next(iter((*ago, *found)), "")


def time(statement: ReadSentence, wanted: Wanted) -> str:
    """Return when something is, as is said after it or else before; "" where a sentence does not say
    so."""
    at = verb_at(statement, wanted)
    begins = statement.words[at].start if at >= 0 else 0
    found = [*TIME_FORM.finditer(statement.text)]
    first = next((each[0] for each in found if each.start() >= begins), "")
    return first or next((each[0] for each in found), "") or span(statement)


def reason(statement: ReadSentence) -> str:
    """Return why something is so; "" where a sentence does not say so."""
    found = REASON_FORM.search(statement.text)
    return found[0].rstrip(".!") if found else ""


def _is_age(text: str, found: re.Match[str]) -> bool:
    """Tell whether a number in a text is how old somebody is or was."""
    before, after = text[: found.start()], text[found.end() :]
    return re.match(r" years? old|-year-old", after) is not None or _AGED.search(before) is not None


_AGED = re.compile(r"\b(?:at|aged?|age of|turned|(?:I|he|she) (?:am|was|is)) $")


def number(statement: ReadSentence, wanted: Wanted) -> str:
    """Return the number of what is counted, with its noun; "" for none."""
    for found in re.finditer(NUMBER_FORM, statement.text, re.IGNORECASE):
        rest = re.match(r"(?: [\w'-]+){0,3}", statement.text[found.end() :])
        words = rest[0].split() if rest else []
        stems = [stem_of(one) for one in words]
        if not wanted.counted:
            is_age = not wanted.low.startswith("how old") or _is_age(statement.text, found)
            if is_age:
                return found[0]
            continue
        if wanted.counted in stems:
            return " ".join([found[0], *words[: stems.index(wanted.counted) + 1]])
    return ""


PLACE_FORM = re.compile(
    r"\b(at|in|on|under|behind|near|beside|into|from|off|to|by|inside|outside|above|below|between"
    r"|through|across|onto|over|around) (?!(?:before|after)\b)"
    r"((?:the |an? |my |his |her |their |its |our |your )?[\w'’-]+"
    r"(?: (?!(?:and|or|but|with|to|at|in|on|for|from|by|under|when|while|who|that|which|before|after|until"
    r"|as|because|so|is|was|are|were|has|had|have|will|i|he|she|it|they|we|you)\b)[\w'’-]+){0,4})",
    re.IGNORECASE,
)


def place(statement: ReadSentence, wanted: Wanted) -> str:
    """Return where something is, with its preposition; "" where a sentence does not say so."""
    found = PLACE_FORM.finditer(statement.text)
    some = (each[0] for each in found if _is_place(each, wanted))
    return re.sub(r"^\w+ (?:it|them) (?=\w+ )", "", next(some, ""))


def _is_place(found: re.Match[str], wanted: Wanted) -> bool:
    """Tell whether a phrase may be a place: no time, and nothing that the question names."""
    nouns = (one for one in re.findall(r"[\w'’-]{3,}", found[2]) if one.lower() not in _ARTICLES)
    stems = {stem_of(one) for one in nouns}
    if (
        not stems
        or stems & {*wanted.stems}
        or TIME_FORM.search(found[0])
        or SPAN_FORM.search(found[0])
    ):
        return False
    return found[1].lower() != "to" or re.match(r"the |an? |my |[A-Z]", found[2]) is not None


_ARTICLES = frozenset(["the", "his", "her", "their", "its", "our", "your"])
_NOT_WORDS = """
not never no cannot nobody nothing none neither nor hardly without can't won't don't didn't isn't
wasn't
"""
_NOT = frozenset(_NOT_WORDS.split())
_UNREAL_WORDS = """
would should could if might may ought wants want wish wished hope hoped nearly almost shall will
whether before unless
"""
_UNREAL = frozenset(_UNREAL_WORDS.split())


_LEARNT = frozenset(["used", "learnt", "learned", "able", "began", "begun", "started"])
"""What stands before “to” where somebody does or can do a thing."""
_NONE = frozenset(["no", "nobody", "nothing", "none", "neither", "never"])


def is_denied(statement: ReadSentence, at: int) -> bool:
    """Tell whether a sentence denies what its word at a place says."""
    after = statement.words[at + 1 : at + 2]
    return any(one.low in _NOT for one in _clause_before(statement.words, at)) or any(
        one.low in _NONE for one in after
    )


def is_unreal(statement: ReadSentence, at: int) -> bool:
    """Tell whether a sentence only wishes, plans or supposes what its word at a place says."""
    before = statement.words[at - 1].low if at > 0 else ""
    is_used = at > 1 and statement.words[at - 2].low in _LEARNT
    is_open = before == "to" and not is_used
    return is_open or any(one.low in _UNREAL for one in _clause_before(statement.words, at))


def _clause_before(words: Sequence[ReadWord], at: int) -> Iterator[ReadWord]:
    """Yield the words before a place, back to the sign before them."""
    for one in reversed(words[: max(at, 0)]):
        if one.low in _ENDS or one.low == ",":
            return
        yield one


Finder = Callable[[ReadSentence, Wanted], str]
PHRASES: Mapping[AnswerKind, Finder] = {
    AnswerKind.SPAN: lambda statement, _wanted: span(statement),
    AnswerKind.TIME: time,
    AnswerKind.PLACE: place,
    AnswerKind.NUMBER: number,
    AnswerKind.REASON: lambda statement, _wanted: reason(statement),
}
"""What finds the phrase that answers, by kind."""


def phrase(statement: ReadSentence, wanted: Wanted) -> str:
    """Return the phrase of a sentence that answers; "" for none."""
    found = PHRASES[wanted.kind](statement, wanted)
    return capital(found.strip()) if found else ""
