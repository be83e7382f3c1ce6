"""What somebody says in one turn to whom they ask: what they tell first, and what they ask of it."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.plain_question import (
    asks_something,
    plain_question,
    single_questions,
)
from latticeville.mind.present_verbs import PRESENT


class AskedTurn(NamedTuple):
    """What was told before the questions of a turn, "" for nothing, and the questions, one after the
    other."""

    told: str
    questions: tuple[str, ...]


_ENDS = re.compile(r"(?<=[.!?…])[\"”]? +(?=[\"“]?[A-Z])")
_BARE_MORE = re.compile(
    r"^(?P<first>(?:what|who|where|when|why|how)\b.+?),? and (?P<more>when|why|where|how|with whom)\?$",
    re.IGNORECASE,
)
"""A question with a second one that is only its first word."""
_DAY_PARTS = "morning|afternoon|evening|night"
_OCCASION = re.compile(
    r"(?P<meal>\b(?:breakfast|lunch|dinner|supper)\b)"
    rf"|(?P<when>\b(?:(?:on|last|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:{_DAY_PARTS}))?"
    rf"|yesterday(?: (?:{_DAY_PARTS}))?|this (?:{_DAY_PARTS})|last night|today)\b)",
    re.IGNORECASE,
)
"""Words of a question that say at which meal or when."""
_VOCATIVE = re.compile(
    r"(?:^(?:(?:my |old |dear |young |good )?(?:man|woman|friend|lady|fellow|sir|madam|doctor|dear))|,"
    r" (?:(?:my|dear|old) )?(?:frau|herr|mr|mrs|miss|ms|madam|sir|doctor|friend)\.?(?: [A-Z]\w+)?)"
    r"(?=[,?])(?:, (?=\w))?",
    re.IGNORECASE,
)
"""How somebody is called within a question."""
_TOLD_FIRST = re.compile(
    r"^(?P<told>[^:?]+[:;]) (?P<asks>(?:(?:and|so) )?(?:who|whom|whose|what|where|when|why|how|which|did|do|does"
    r"|is|are|was|were|has|have|had|will|would)\b.+)$",
    re.IGNORECASE,
)
_NOUN_FIRST = re.compile(
    r"^(?P<told>(?:the|your|that|this|those|these) [\w' ]{3,40}), "
    r"(?P<asks>(?:who|whom|whose|what|where|when|why|how|which)\b.+)$",
    re.IGNORECASE,
)
"""A question that names first what it is about."""
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
    r"|excuse me|forgive me|pardon me|i am sorry|sorry|thank(?:s| you))\b[^a-z]*(?:[a-z]+[^a-z]*)?$",
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
    text = _VOCATIVE.sub("", _LEAD.sub("", text.strip(), count=1))
    text = _TOLD_FIRST.sub(lambda found: f"{found['told'][:-1]}. {capital(found['asks'])}", text)
    text = _NOUN_FIRST.sub(lambda found: f"{found['told']}. {capital(found['asks'])}", text)
    sentences = [one.strip() for one in _ENDS.split(text) if one.strip()]
    asking = [one for one in sentences if _asks(one)]
    if not asking:
        return AskedTurn("", (_straight(text),))
    before = sentences[: sentences.index(asking[0])]
    told = [one for one in before if not _GREETING.match(fold(one)) and _counts(one)]
    straight = _straight(" ".join(asking))
    told = [_HEARSAY_AFTER.sub("", _HEARSAY.sub("", one)) for one in told]
    return AskedTurn(" ".join(told), tuple(_of_one_time(single_questions(_spread(straight)))))


def _spread(question: str) -> str:
    """Return a question that ends with the first word of another with that as a whole one.

    >>> _spread("Where did you come from, and when?")
    'Where did you come from? When did you come?'
    """
    found = _BARE_MORE.match(question)
    if found is None:
        return question
    rest = re.sub(r" (?:from|to|in|at|with|for)$", "", found["first"].partition(" ")[2])
    return f"{found['first']}? {capital(found['more'])} {rest}?"


def _of_one_time(questions: Sequence[str]) -> Iterator[str]:
    """Yield questions of one sentence, with the meal and the time of the first at those that name
    none.

    >>> [*_of_one_time(["Where did you have lunch on Monday", "who was with you?"])]
    ['Where did you have lunch on Monday', 'who was with you at lunch on Monday?']
    """
    first = [*_OCCASION.finditer(questions[0])]
    words = " ".join(f"at {one['meal']}" if one["meal"] else one["when"] for one in first)
    yield questions[0]
    for one in questions[1:]:
        is_bare = (
            words and not _OCCASION.search(one) and not re.search(r"\b(?:now|since|still)\b", one)
        )
        yield f"{one.rstrip('?')} {words}?" if is_bare else one


def _counts(sentence: str) -> bool:
    return len(sentence.split()) >= _SHORTEST


def _asks(sentence: str) -> bool:
    """Tell whether a sentence asks, and does not only name what is asked of next."""
    low = fold(sentence)
    is_request = _REQUEST.match(low) is not None
    return is_request or (sentence.rstrip('”" ').endswith("?") and asks_something(low))


_REQUEST = re.compile(
    r"(?:please )?(?:tell me|describe|name|list|explain|give me|say|rank)\b(?! (?:hello|good))"
)
"""How a sentence begins that asks without a question mark."""


def _straight(text: str) -> str:
    """Return a question with the clause that names its time at its end, without what leads it in."""
    text = _TIME_FIRST.sub(lambda found: f"{found['asks']} {found['when']}?", text)
    turned = _CLAUSE_FIRST.match(text)
    if turned is None:
        return text
    how = {"once": "after", "as soon as": "after"}.get(turned["how"].lower(), turned["how"].lower())
    return f"{turned['asks']} {how} {turned['what']}?"


_BARE = re.compile(
    r"^(?:and |but |so )?(?:about )?(?P<asks>who|whom|what|which|when|where|why|how)(?: about)?"
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
    low = fold(asks).strip(" ?!.")
    said = _HEARSAY.sub("", fold(told).strip(" .!…"))
    if said and _IS_SO.match(low):
        return plain_question(
            re.sub(r"^you are (?:supposed|said|meant) to (?:be )?", "you are ", said), name
        )
    bare = _BARE.match(low)
    if bare is None or not said:
        return asks
    said = re.sub(
        r"\byou had (?:company|guests|visitors|a (?:guest|visitor))\b",
        "somebody was with you",
        said,
    )
    open_word = _SOMEBODY.get(bare["asks"], "")
    if open_word and (found := re.search(open_word, said)) is not None:
        first, rest = said[: found.start()].strip(" ,"), said[found.end() :].strip()
        return f"{bare['asks']} {rest} {first}".strip()
    ask = "on what" if "about" in low else bare["asks"]
    return f"{ask} {_YOU_DID.sub(_did_you, plain_question(said, name))}"


_YOU_DID = re.compile(r"^(?:do )?you (\w+)")


def _did_you(found: re.Match[str]) -> str:
    """Return the beginning of a statement as that of a question."""
    is_past = found[1] in PRESENT or found[1].endswith("ed")
    return f"did you {PRESENT.get(found[1], found[1])}" if is_past else f"do you {found[1]}"


_IS_SO = re.compile(
    r"^(?:is|was) (?:it|that|this) (?:so|true|right|correct|the case)$|^(?:am i|are they) right$"
    r"|^true(?: or (?:false|not))?$"
)
_HEARSAY = re.compile(
    r"^(?:(?:i (?:have )?(?:hear|heard|see|am told|was told|gather|believe|understand)|they say|people say"
    r"|i have been told|i am sure|it seems|every(?:body|one) (?:tells me|says)"
    r"|some(?:body|one) (?:tells me|told me|says|said)|it is said)(?: that)?,? )",
    re.IGNORECASE,
)
"""How it begins that somebody tells what they only heard."""
_HEARSAY_AFTER = re.compile(
    r", (?:i (?:am told|hear|gather|believe|notice|see|understand)|they say|people say|it seems)(?=[.!]*$)",
    re.IGNORECASE,
)
"""How it ends that somebody tells what they only heard."""
