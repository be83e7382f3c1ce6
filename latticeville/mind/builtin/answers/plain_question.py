"""A question in its plainest words: without what only opens it, and asked straight."""

import re
from collections.abc import Callable

from latticeville.core.text_fold import fold
from latticeville.core.typed_words import spelt_out
from latticeville.mind.builtin.answers.plain_words import reworded, written_out
from latticeville.mind.present_verbs import PRESENT

_OPENING = re.compile(
    r"^(?:(?:please|so|well|and|but|ok|okay|hello|hi|hey|oh|sorry|(?:do you have )?any idea|excuse me"
    r"|good (?:morning|day|evening|afternoon))\b[,.!: ]*"
    r"|(?:(?:can|could|would|will) you (?:please )?|please )?"
    r"(?:tell|say to) me(?:,|:)? (?=who|what|when|where|why|how|which|whether|if|whom)|(?:(?:can|could) you (?:tell|"
    r"say|remember)|do you (?:happen to )?(?:know|remember|recall)(?: yet| already| by now)?"
    r"|(?:i )?(?:would (?:like|love) to|want to) know|may i ask|i wonder|i am curious)(?: you)?,? (?="
    r"who|what|when|where|why|how|"
    r"which|whom|whether|if|your )|(?:did|have) you (?:hear|heard) (?=what|who|whom|how|why)|(?:whether"
    r"|if) (?=you ))"
)
_TO_BE = "is|are|was|were|has|have|had|will|would|can|could|should|must|may"
_STATEMENT = (
    r"^(?:whether|if|(?:is|was) it (?:really )?(?:true|so|the case|right|correct|possible) that"
    r"|i (?:have )?(?:heard|hear|was told|am told|believe|think|suppose|read)(?: that)?) "
)
"""How a question begins that asks whether a statement is true."""
_STATED = re.compile(
    rf"{_STATEMENT}(?P<who>(?:(?!(?:{_TO_BE})\b)[\w'-]+ ){{1,4}}?)(?P<be>{_TO_BE}) (?P<rest>.+)$"
)
_DONE = re.compile(
    rf"{_STATEMENT}(?P<who>(?:(?:the|your|my|an?) )?[\w'-]+) (?P<deed>\w+)(?P<rest>.*)$"
)
_ABOUT_YOU = re.compile(r"^(?:whether|if) (?=you\b)")
_EMBEDDED = re.compile(
    rf"^(?P<ask>what|where|when|who|whom|why|how(?: (?:often|long|much|many \w+))?+) (?P<who>you|he|she|they"
    rf"|(?!(?:{_TO_BE}|do|does|did|time|else)\b)\w+) (?P<last>last |first )?"
    rf"(?:(?P<be>{_TO_BE})(?! (?:you|he|she|they)\b)|(?P<deed>(?!(?:{_TO_BE})\b)\w+))(?P<rest>\b.*)$"
)
"""A question inside of another, such as “where you were”."""
_NEXT = re.compile(
    r"\?\s+(?=\w)|,? (?:and|or)(?: if so,?| also| then)? (?=(?:who|whom|whose|what|when|where|why|how|which|whether"
    r"|(?:did|do|does|is|are|was|were|have|has|had|can|will|would) (?:you|your|he|she|they|it|that|this|things|the"
    r"|[A-Z]\w+))\b)"
    r"(?=.*\?)",
)
"""What stands between two questions of one sentence."""
_ASKS = re.compile(
    rf"(?:and |so )?(?:(?:to |with )?whom|whose|who|what|when|where|why|how|which|do|does|did|{_TO_BE})\b",
    re.IGNORECASE,
)
_SHORTEST = 3
"""Words of the first of several questions."""


def single_questions(text: str) -> list[str]:
    """Return the questions that a text asks, one after the other.

    >>> single_questions("Did you see Ada, and what did she say?")
    ['Did you see Ada', 'what did she say?']
    """
    marked = text if "?" in text or not _ASKS.match(text) else f"{text}?"
    parts = [one.strip() for one in _NEXT.split(marked) if one.strip()]
    is_one = not parts or any(len(one.split()) < _SHORTEST for one in parts[:-1])
    return [text] if is_one else parts


def asks_something(low: str) -> bool:
    """Tell whether a sentence in lower case has a word that asks, or “you”, and so is more than a name
    with a question mark."""
    return _HAS_ASKING.search(low) is not None


_HAS_ASKING = re.compile(
    rf"\b(?:who|whom|whose|what|when|where|whereabouts|why|how|which|do|does|did|you|ought|shall|am|{_TO_BE})\b|n't\b"
)


def plain_question(text: str, name: str) -> str:
    """Return a question to somebody of a first name without case, accents and what only opens it; a
    statement whose truth it asks is put as a question.

    >>> plain_question("Ada, can you tell me whether Juno was at the meeting?", "Ada")
    'was juno at the meeting'
    """
    return _straight(text, name, reworded)


def without_opening(text: str, name: str) -> str:
    """Return a question to somebody of a first name without case, accents and what only opens it, its
    short forms written out, asked straight.

    >>> without_opening("Ada, could you tell me where you were?", "Ada")
    'where were you'
    """
    return _straight(text, name, str)


def _straight(text: str, name: str, worded: Callable[[str], str]) -> str:
    """Return a question without what opens it, in other words and asked straight, as far as that goes."""
    low, before = _plain(text), ""
    while low and low != before:
        before = low
        low = _asked_straight(worded(_opened(low, re.escape(fold(name)))))
        low = _EMBEDDED.sub(_inverted, low) if low != before else low
    return low or before


def _inverted(found: re.Match[str]) -> str:
    """Return a question inside of another as if it stood alone; “who met you” stays as it is."""
    ask, who, last, deed = found["ask"], found["who"], found["last"] or "", found["deed"]
    if deed is None:
        return f"{ask} {found['be']} {who} {last}{found['rest'].strip()}".strip()
    is_past = deed in PRESENT or deed.endswith("ed")
    if not is_past or (who != "you" and ask in ("who", "whom")):
        return found[0]
    return f"{ask} did {who} {last}{PRESENT.get(deed, deed)}{found['rest']}"


def _plain(text: str) -> str:
    """Return a text without case and accents, its short forms written out."""
    low = " ".join(fold(spelt_out(text)).replace("’", "'").replace("‘", "'").split())
    low = written_out(low)
    return _AT_WHAT_PLACE.sub("where", _NOW_THAT.sub("", low.strip(" ?!.…")))


_AT_WHAT_PLACE = re.compile(r"^(?:at|in|to) (?:which|what) (?:place|building|room|house)\b")
_NOW_THAT = re.compile(r",? now that \w+ .+$")
"""A clause that only says what a question follows from."""


def _opened(low: str, name: str) -> str:
    rest = re.sub(rf"^{name}\b[,:] *|, *{name}$", "", _OPENING.sub("", low, count=1)).strip()
    return rest or low


def _asked_straight(low: str) -> str:
    """Return a statement whose truth is asked as a question."""
    low = _ABOUT_YOU.sub("", low)
    if (stated := _STATED.match(low)) is not None:
        return f"{stated['be']} {stated['who'].strip()} {stated['rest']}"
    if (done := _DONE.match(low)) is None:
        return low
    is_past = done["deed"] in PRESENT or done["deed"].endswith("ed")
    verb = "did" if is_past else "do" if done["who"] in ("you", "they", "people") else "does"
    return f"{verb} {done['who']} {done['deed']}{done['rest']}"
