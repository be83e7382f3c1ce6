"""What somebody says in one turn to whom they ask: what they tell first, and what they ask of it."""

import re
from typing import NamedTuple

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.plain_question import (
    asks_something,
    plain_question,
    single_questions,
)


class AskedTurn(NamedTuple):
    """What was told before the questions of a turn, "" for nothing, and the questions, one after the
    other."""

    told: str
    questions: tuple[str, ...]


_ENDS = re.compile(r"(?<=[.!?…])[\"”]? +(?=[\"“]?[A-Z])")
_LEAD = re.compile(
    r"^(?:be (?:honest|frank)|(?:now|do|just)? ?(?:tell|help) me|(?:just )?one (?:more )?(?:thing|question)"
    r"|between (?:us|ourselves)|(?:one )?last (?:thing|question)|quick question|honestly|frankly|in short|say)[:,] +",
    re.IGNORECASE,
)
"""Words before a question that only ask to answer it."""
_ASKING = (
    r"(?P<asks>(?:(?:to|with|from|for) )?(?:who|whom|whose|what|where|when|why|how|which|did|do|does|is|are|was|were"
    r"|has|have|had|will|would|can|could|should)\b.+?)\??$"
)
_CLAUSE_FIRST = re.compile(
    rf"^(?P<how>once|when|after|before|while|during|since|as soon as) (?P<what>[^,?]+), {_ASKING}",
    re.IGNORECASE,
)
_TIME_FIRST = re.compile(
    rf"^(?:and |so )?(?P<when>(?:(?:on|in|at|this|last|early|late) (?:the )?[\w' ]{{3,24}}|yesterday(?: \w+)?|today"
    rf"|tonight)), {_ASKING}",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:(?:good )?(?:morning|day|evening|afternoon)|hello|hi|hey|welcome|well|so|oh|ah|right|ok|okay|tell me"
    r"|excuse me|sorry|thank(?:s| you))\b[^a-z]*(?:[a-z]+[^a-z]*)?$",
    re.IGNORECASE,
)
_SHORTEST = 2
"""Words of a sentence that tells something."""


def read_turn(text: str) -> AskedTurn:
    """Return what a turn tells and what it asks; where nothing in it asks, all of it is the question.

    >>> read_turn("Good morning! You had guests on Monday. Who was it?")
    AskedTurn(told='You had guests on Monday.', questions=('Who was it?',))
    >>> read_turn("And Byron, the café man? What do you make of him?")
    AskedTurn(told='And Byron, the café man?', questions=('What do you make of him?',))
    """
    sentences = [one.strip() for one in _ENDS.split(text.strip()) if one.strip()]
    asking = [one for one in sentences if _asks(one)]
    if not asking:
        return AskedTurn("", (_straight(text),))
    before = sentences[: sentences.index(asking[0])]
    told = [one for one in before if not _GREETING.match(fold(one)) and _counts(one)]
    straight = _straight(" ".join(asking))
    told = [_HEARSAY.sub("", one) for one in told]
    return AskedTurn(" ".join(told), tuple(single_questions(straight)))


def _counts(sentence: str) -> bool:
    return len(sentence.split()) >= _SHORTEST


def _asks(sentence: str) -> bool:
    """Tell whether a sentence asks, and does not only name what is asked of next."""
    return sentence.rstrip('”" ').endswith("?") and asks_something(fold(sentence))


def _straight(text: str) -> str:
    """Return a question with the clause that names its time at its end, without what leads it in."""
    text = _LEAD.sub("", text, count=1)
    text = _TIME_FIRST.sub(lambda found: f"{found['asks']} {found['when']}?", text)
    turned = _CLAUSE_FIRST.match(text)
    if turned is None:
        return text
    how = {"once": "after", "as soon as": "after"}.get(turned["how"].lower(), turned["how"].lower())
    return f"{turned['asks']} {how} {turned['what']}?"


_BARE = re.compile(
    r"^(?:and |but |so )?(?P<asks>who|whom|what|which|when|where|why|how)"
    r"(?: (?:was|is|did|were|are) (?:it|that|this|they|she|he))?(?:,? and (?:who|which|what|why|how|where|when))?$"
)
"""A question that asks for one thing of what was told before it."""
_SOMEBODY = {
    "who": r"\b(?:somebody|someone|anybody|anyone|people)\b",
    "whom": r"\b(?:somebody|someone|anybody|anyone|people)\b",
    "what": r"\b(?:something|anything)\b",
    "which": r"\b(?:something|anything|one)\b",
}


def completed(asks: str, told: str, name: str) -> str:
    """Return a question that asks for one thing of what was told to somebody of a first name before
    it as a whole one; any other as it is.

    >>> completed("Who was it?", "On Monday somebody read to you.", "Ines")
    'who read to you on monday'
    >>> completed("How?", "I hear that you mean to earn something from the oak.", "Byron")
    'how do you mean to earn something from the oak'
    """
    bare = _BARE.match(fold(asks).strip(" ?!."))
    if bare is None or not told:
        return asks
    said = _HEARSAY.sub("", fold(told).strip(" .!…"))
    said = re.sub(
        r"\byou had (?:company|guests|visitors|a (?:guest|visitor))\b",
        "somebody was with you",
        said,
    )
    open_word = _SOMEBODY.get(bare["asks"], "")
    if open_word and (found := re.search(open_word, said)) is not None:
        first, rest = said[: found.start()].strip(" ,"), said[found.end() :].strip()
        return f"{bare['asks']} {rest} {first}".strip()
    asked = plain_question(said, name)
    return f"{bare['asks']} {'do ' if asked.startswith('you ') else ''}{asked}"


_HEARSAY = re.compile(
    r"^(?:(?:i (?:have )?(?:hear|heard|see|am told|was told|gather|believe|understand)|they say|people say"
    r"|every(?:body|one) (?:tells me|says)|some(?:body|one) (?:tells me|told me|says|said)|it is said)(?: that)?,? )",
    re.IGNORECASE,
)
"""How it begins that somebody tells what they only heard."""
