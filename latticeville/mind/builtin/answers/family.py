"""The kin of somebody: whom they are related to, and what is said of it."""

import re
from collections.abc import Sequence

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, nothing, rule
from latticeville.mind.builtin.answers.datum import KIN, NEAR, NUMBERS, is_denied
from latticeville.mind.builtin.answers.evidence import tell_sentence
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.people import list_related, related, tell_person
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.sentence import ReadSentence
from latticeville.mind.builtin.answers.statements import own_statements
from latticeville.mind.interviewee import Interviewee
from latticeville.world.model.personas import Relationship

_Match = re.Match[str]
_GROUPS = {
    "sibling": ("brother", "sister"),
    "parent": ("mother", "father"),
    "children": ("son", "daughter", "boy", "boys", "girl", "girls"),
    "kid": ("son", "daughter", "boy", "boys", "girl", "girls"),
    "son": ("son", "sons", "boy", "boys"),
    "daughter": ("daughter", "daughters", "girl", "girls"),
}
_YOUNG = frozenset(["sons", "boy", "boys", "daughters", "girl", "girls"])
_MARRIED = frozenset(["wife", "husband", "spouse", "married"])
_UNMARRIED = frozenset(["widow", "widower", "divorced", "engaged", "fiance", "fiancee", "bride"])
_WERE_MARRIED = frozenset(["widow", "widower", "divorced"])
_WAS = re.compile(r"\b(?:ever|been|were you)\b")
"""Words that ask for what was."""
_ASKS_FAMILY = re.compile(
    r"do|have|are|is|were|how many \w+ (?:do|have) you(?: have| got)?$|any|(?:tell me|what) about your family"
)


def _family(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return the kin that somebody has, or what is said of them."""
    if not _ASKS_FAMILY.match(question.low):
        return None
    wanted = _wanted_kin(question)
    return _by_roles(question, wanted) or _by_sentences(question, wanted) or nothing(NO_KIN)


NO_KIN = "None that I could name."


def _by_roles(question: ReadQuestion, wanted: frozenset[str]) -> KnownAnswer | None:
    """Return the kin who live in the world."""
    people = question.people
    kin = [one for one in related(question.asked) if wanted & _kin_in(one.how)]
    kin = [one for one in kin if not people or one.who in people]
    asked_for = wanted - _UNMARRIED
    is_so = any(_kin_in(one.how) & asked_for for one in kin) and not _is_over(question, kin)
    return list_related(question.asked, kin, "Yes: " if is_so else "No: ") if kin else None


def _is_over(question: ReadQuestion, kin: Sequence[Relationship]) -> bool:
    """Tell whether all bonds of some kin are over, and a question asks whether they are."""
    is_of_past = question.low.startswith("were")
    return not is_of_past and all(_ENDED.search(one.how) for one in kin)


_ENDED = re.compile(r"\b(?:ex|former|late)\b", re.IGNORECASE)
"""Words of a bond that is over."""


def _by_sentences(question: ReadQuestion, wanted: frozenset[str]) -> KnownAnswer | None:
    """Return the kin of whom the persona and the memories from before the run tell."""
    was = _WAS.search(question.low) is not None
    told = (_said_of(one, wanted, question.asked, was=was) for one in own_statements(question))
    return next((one for one in told if one is not None), None)


def _kin_in(how: str) -> set[str]:
    return {*_NOT_OF_ANOTHER.findall(_OF_ANOTHER.sub("", fold(how)))}


_OF_ANOTHER = re.compile(r"\b[a-z]+ of (?!mine\b)(?:some|any|his|her|their|an? |the |my )\w*.*")
"""Kin of somebody else, such as “the daughter of somebody he loved”."""


def _said_of(
    one: ReadSentence, wanted: frozenset[str], asked: Interviewee, *, was: bool
) -> KnownAnswer | None:
    """Return whether a statement says that somebody has some kin, with it; None where it does not
    say."""
    at = next(
        (
            at
            for at, word in enumerate(one.words)
            if word.low in wanted and not word.text.endswith(("'s", "’s"))
        ),
        -1,
    )
    if at < 0 or one.is_private or not _is_own(one, at, asked.who):
        return None
    words = f"{_how_many(one, at, was=was)}. {tell_sentence(one, asked)}"
    return cite(words, [one.record] if one.record else [])


def _how_many(one: ReadSentence, at: int, *, was: bool) -> str:
    """Return the number of the kin at a place of a sentence, or whether it says that there are, or
    were."""
    before = one.words[at - 1].low if at > 0 else ""
    if re.fullmatch(NUMBERS, before):
        return capital(before)
    is_so = (was and one.words[at].low in _WERE_MARRIED) or one.words[at].low not in _UNMARRIED
    return "Yes" if is_so and not is_denied(one, at) else "No"


def _is_own(statement: ReadSentence, at: int, who: str) -> bool:
    """Tell whether kin in a sentence are those of somebody, or it says that somebody is or has
    them."""
    before = statement.words[max(0, at - NEAR) : at]
    return statement.words[at].low in _MARRIED | _UNMARRIED or any(
        (one.who == who and not one.is_doer) or one.low in ("has", "have", "had", "with")
        for one in before
    )


def _wanted_kin(question: ReadQuestion) -> frozenset[str]:
    """Return the words of the kin that a question asks for, all where it names none."""
    words = question.words | {one.removesuffix("s") for one in question.words}
    words |= {kin for word in words for kin in _GROUPS.get(word, ())}
    if words & _MARRIED:
        return _MARRIED | _UNMARRIED
    if "related" in question.low:
        return KIN
    return frozenset(words) & (KIN | _YOUNG) or KIN


def _loved(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return what somebody named is to the person, or whether the person is married; of love itself
    nobody tells a stranger."""
    asked = question.asked
    if question.time.is_given or question.places:
        return None
    if question.person:
        return KnownAnswer(tell_person(asked, question.person), people=(question.person,))
    if re.search(r"\b(?:love|loved|kiss|kissed|heart)\b", question.low):
        return KnownAnswer(NOT_TOLD)
    married = _MARRIED | _UNMARRIED
    found = _by_roles(question, married) or _by_sentences(question, married)
    if found is None:
        return KnownAnswer(NOT_TOLD)
    return found._replace(words=re.sub(r"^(?:Yes|No)[.:] ", "", found.words))


def _kin_name(question: ReadQuestion, found: _Match) -> KnownAnswer | None:
    """Return what kin of the person is called."""
    told = (one for one in own_statements(question) if not one.is_private)
    named = ((one, _name_after(one, found["kin"])) for one in told)
    one, name = next((each for each in named if each[1]), (None, ""))
    if one is None:
        return None
    return cite(f"{name}. {tell_sentence(one, question.asked)}", [one.record] if one.record else [])


def _name_after(statement: ReadSentence, kin: str) -> str:
    """Return the name that a sentence gives after a word of kin; "" for none."""
    at = next((at for at, word in enumerate(statement.words) if word.low == kin), -1)
    near = statement.words[at + 1 : at + 1 + NEAR] if at >= 0 else ()
    return next((each.text for each in near if each.who and each.text[0].isupper()), "")


_NOT_OF_ANOTHER = re.compile(r"\w+(?!\w*['’]s\b)")
"""A word that is no possessive: a friend of “her mother's” is no mother."""
_ASKED = "|".join([*(f"{one}s?" for one in sorted(KIN)), "family", "married", "relatives?", "kids"])
RULES = (
    rule(
        _kin_name,
        rf"^what (?:is|was) (?:the name of )?your (?P<kin>{'|'.join(sorted(KIN))})(?:'s name| called|)$",
    ),
    rule(
        _loved,
        r"\byou (?:\w+ )?in love\b",
        r"\byou (?:seeing|dating|courting) (?:any|some)(?:one|body)\b",
        r"^do you (?:have|want) (?:a |an )?(?:girlfriend|boyfriend|lover|sweetheart|partner|crush)\b",
        r"\byou\b.*\bfeelings for\b|\byour (?:love life|heart belong)|\bare you single\b",
        r"^(?:who|whom) (?:do|did|have) you (?:\w+ )?(?:love|loved|kiss|kissed)$",
    ),
    rule(
        _family,
        rf"\b(?:{_ASKED})\b.*\byou\b",
        rf"\byou\b.*\b(?:{_ASKED})\b",
        r"^how many (?:siblings?|brothers?|sisters?|children|kids|sons?|daughters?) (?:do|have) you"
        r"(?: have| got)?$",
        r"\brelated to you\b",
    ),
)
"""The forms of questions about the family, in the order in which they are tried."""
