"""Whether an answer fills what a question asks for: somebody, a number, a reason, yes or no."""

import re

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import NEAREST, UNHEARD, KnownAnswer
from latticeville.mind.builtin.answers.datum import KIN, NUMBER_FORM
from latticeville.mind.builtin.answers.people import asks_of_person
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.wanted import AnswerKind, wanted

_QUOTE = re.compile(
    r"^(?:I (?:said|heard|saw it|remember)\b|\w+ told me\b|Of \w+ I say\b|On [\w ]+, I went\b)"
)
"""How an answer begins that quotes a memory, or a view of somebody."""
_WORDS = re.compile(
    r"\b(?:say|said|says|saying|tell|told|tells|talk\w*|speak|spoke|spoken|hear|heard|mention\w*|answer\w*|repl(?:y|ied)"
    r"|ask\w*|promis\w+|agree\w*|thank\w*|apologi\w+|words?|news|gossip|discuss\w*|argu\w+|quarrel\w*|advi[sc]\w+"
    r"|warn\w*|confess\w*|admit\w*|explain\w*|invit\w+|offer\w*|suggest\w*|propos\w+|remember|complain\w*)\b"
)
"""Words of a question that asks for words."""


def in_its_slot(found: KnownAnswer, question: ReadQuestion) -> KnownAnswer:
    """Return an answer as it is where it fills what a question asks for, or else as the nearest."""
    if found.nothing or NEAREST in found.words or _fills(found, question):
        return found
    return found._replace(words=f"{UNHEARD} {NEAREST} {found.words}")


def _fills(found: KnownAnswer, question: ReadQuestion) -> bool:
    kind = wanted(question).kind
    if _UNSAID.match(found.words):
        return True
    if kind is AnswerKind.YES_OR_NO:
        return _QUOTE.match(found.words) is None and _is_of_asked(found, question)
    if kind is AnswerKind.PERSON:
        return _names_somebody(found, question)
    if kind is AnswerKind.NUMBER:
        return _NUMBER.search(found.words) is not None
    return kind is not AnswerKind.OTHER or _tells_words(found, question)


_UNSAID = re.compile(
    r"I (?:do not|don't|cannot|could not|tell a stranger|have no|have agreed nothing)\b"
)
"""How an answer begins that says that the person does not know, or does not say."""
_NUMBER = re.compile(
    rf"{NUMBER_FORM}|\b(?:yes|no|none|nobody|nothing|never|once|twice|often|rarely)\b",
    re.IGNORECASE,
)


def _is_of_asked(found: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer to yes or no is more than what another is to the person, where nothing
    asks for that."""
    is_of_person = re.match(r"[A-Z]\w+ [A-Z]\w+(?:,|\.| is to me)", found.words) is not None
    return not is_of_person or asks_of_person(question)


def _names_somebody(found: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer names somebody besides those whom a question names."""
    people = question.asked.world.people
    others = (one for one in people if one not in question.people)
    low = fold(found.words)
    words = {*re.findall(r"[\w]+", low)}
    is_named = any(fold(people[one].persona.first_name) in words for one in others)
    is_quoted = _QUOTE.match(found.words) is not None and _WORDS.search(question.low) is None
    is_told = is_named or _NOBODY.search(low) is not None or bool(words & KIN)
    return is_told and not is_quoted


_NOBODY = re.compile(r"\b(?:nobody|alone|me|myself|i|not that)\b")
"""Words of an answer that names nobody else."""


def _tells_words(found: KnownAnswer, question: ReadQuestion) -> bool:
    """Tell whether an answer quotes no words where a question asks for none."""
    is_said = re.match(r"(?:I (?:said|heard)\b|\w+ told me\b)", found.words) is not None
    return not is_said or _WORDS.search(question.low) is not None or _is_open(question)


def _is_open(question: ReadQuestion) -> bool:
    return (
        re.search(r"\b(?:happen\w*|going on|know (?:of|about)|about|new|latest)\b", question.low)
        is not None
    )
