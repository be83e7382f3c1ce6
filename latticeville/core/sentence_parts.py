"""The parts of sentences that have a mood of their own: “the mill is closed, so come to the inn”."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from latticeville.core.clock_words import clock_times, spans_in_words
from latticeville.core.day_words import WEEKDAYS, days_in_words
from latticeville.core.number_words import ONE_TO_TWELVE
from latticeville.core.time_points import parts_in_words
from latticeville.core.typed_words import spelt_out

_GREETINGS = re.compile(r"\bgood (?:morning|afternoon|evening|night|day)\b[,.!]?")
_BEFORE_NAME = re.compile(
    rf"\b(\d{{1,2}}|{'|'.join(ONE_TO_TWELVE)})(?= [A-Z](?!\w+ (?:Lane|Street|Road|Row|Hill"
    rf"|Square)\b))"
)
_QUOTES = str.maketrans(
    {"’": "'", "‘": "'", "“": " ", "”": " ", '"': " ", "—": ";", "–": "-", "…": ".", "@": " at "}
)
_STARTERS = (
    "it|it's|make (?:it|that)|we|i|i'm|you|they|there|there's|he|she|come|meet|take|bring|let|let's"
    "|please|so|yet"
    "|don't|do|will|won't|would|wouldn't|can|can't|could|shall|are|aren't|everybody|everyone"
    "|how about|what about|how's|what if|why not|why don't|try"
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|;| - ")
_SEGMENTS = re.compile(
    rf",? (?<!thing )(?<!where )(?<!one )(?<!body )(?<!ny day )(?<!all )(?<!d (?:lov|lik)e to, )but (?!for\b)"
    r"|, (?:so|yet) "
    rf"|: |,? or (?=(?:(?:was|is) (?:it|that)|(?:is|would|should) \w+ (?:be )?(?:better|easier))\b)"
    rf"|,? and (?=(?:{_STARTERS})\b)"
    r"|, (?=now (?:it|we|the)|(?:tomorrow|today|tonight) (?:be|come|we|you|i|it)\b)"
    rf"|, (?=(?:{_STARTERS})\b)"
    r"(?!(?:do|don't|does|doesn't|is|are|hasn't|haven't) (?:i|we|you|he|she|they)(?: not)?\?)"
)
_EXCEPTION = re.compile(
    rf"\b((?:any|every|each|all) \w+) (?:but|except|save|bar|other than)(?: for)?(?: on)?"
    rf" (?:{WEEKDAYS}|noon|tomorrow|today|tonight)s?\b"
)
"""A day that a rule leaves out: “any evening but Friday”."""
_IS_CONDITION = re.compile(
    r"(?:(?:only |not )?(?:if|until|once)|whenever|when|unless|in case|provided|providing|assuming"
    r"|depending|so long as|as long as"
    r"|as soon as|(?:should|were|had) (?!we\b|i\b)|say the word|let (?!us\b|me\b|'s)(?=.* and (?:i"
    r"|we)\b)|give (?:me|us) (?:a |the )?(?:sign"
    r"|word|nod|chance))\b"
)
_AGREED = re.compile(
    r", (?:ok(?:ay)?|all ?right|alright|agreed|deal|yes|yeah|(?:will|would|can|could|won't) you)\?"
)
"""A question that only asks for a yes to what was proposed before it."""
_AFTER_THAT = re.compile(
    r"\b(?:(?:i'm|i am|we're|we are) (?:\w+ ){1,3})?(?:until|till) ([\w ]{3,20})"
    r",? (?:and |but |then )?after (?:that|which|then)\b"
)
"""An end after which something begins: “I am busy until four, but after that I am yours”."""
_IN_BRACKETS = re.compile(r", (?:if|unless|provided|assuming|supposing) [^,]*$")
"""A condition within a part of a sentence: “the picnic, if there is one, will be at noon”."""
_FILLERS = frozenset(("on", "at", "in", "the", "well", "then", "and", "so", "this", "o'clock"))


class SentencePart(NamedTuple):
    """A part of a sentence, in small letters: whether it is asked, and whether a sentence begins with
    it."""

    text: str
    is_asked: bool
    is_first: bool


def sentence_parts(words: str) -> Iterator[SentencePart]:
    """Yield the parts of sentences that have a mood of their own."""
    text = _BEFORE_NAME.sub(r"\1,", spelt_out(words.translate(_QUOTES)))
    text = " ".join(text.casefold().split())
    text = re.sub(
        r"\b([ap])\. ?m\b\.?(?= ?[a-z,?!;]|$)", r"\1m", re.sub(r"(?<=\d)([ap])\.m\.", r" \1m", text)
    )
    text = _AFTER_THAT.sub(r"from \1", text)
    text = _EXCEPTION.sub(r"\1", spans_in_words(_GREETINGS.sub("", text)))
    is_first = True
    for sentence in _sentences(_AGREED.sub(".", text)):
        whole = _IS_CONDITION.match(sentence) is not None
        pieces = [sentence] if whole else _pieces(sentence)
        for place, piece in enumerate(pieces):
            is_asked = piece.rstrip().endswith("?") and place == len(pieces) - 1
            yield SentencePart(piece.strip(" ,"), is_asked, is_first and place == 0)
        is_first = sentence.rstrip().endswith((".", "!", "?"))


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, where days and hours alone, “Monday. Five.”, are one."""
    found: list[str] = []
    for sentence in filter(None, _SENTENCES.split(text)):
        if found and found[-1].endswith(".") and _is_fragment(found[-1]) and _is_fragment(sentence):
            found[-1] = f"{found[-1][:-1]}, {sentence}"
        else:
            found.append(sentence)
    return found


def _pieces(sentence: str) -> list[str]:
    """Return the parts of a sentence; one that is a day or an hour alone goes with the next."""
    found: list[str] = []
    for part in filter(None, _SEGMENTS.split(sentence)):
        if found and (_is_fragment(found[-1]) or _IN_BRACKETS.search(found[-1])):
            found[-1] = f"{found[-1]}, {part}"
        else:
            found.append(part)
    return found


def _is_fragment(text: str) -> bool:
    """Tell whether a text holds nothing but a day or an hour."""
    bare, days = text, tuple(days_in_words(text, 0))
    tokens = [(one.start, one.stop) for one in days]
    tokens += [(one.at, one.stop) for one in parts_in_words(text, days)]
    tokens += [(one.start, one.stop) for one in clock_times(bare)]
    for start, stop in tokens:
        bare = f"{bare[:start]}{' ' * (stop - start)}{bare[stop:]}"
    return {*re.findall(r"[\w']+", bare)} <= _FILLERS
