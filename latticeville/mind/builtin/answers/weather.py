"""The weather: how it is, how it was at a time, and when it turned."""

import re

from latticeville.core.sentence_case import capital
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.search import of_time
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.memory import MemoryRecord

_Match = re.Match[str]
_TURN = re.compile(r"^The weather turns from (?P<before>\w+) to (?P<after>\w+)")
_KINDS = {
    "rain": "rain",
    "wet": "rain",
    "pour": "rain",
    "snow": "snow",
    "fog": "fog",
    "mist": "fog",
    "sun": "clear",
    "clear": "clear",
    "cloud": "cloudy",
    "storm": "storm",
}
"""The weather, by how a word for it begins."""
_WORD = re.compile(rf"\b(?P<word>{'|'.join(_KINDS)})(?:s|y|ny|gy|ed|ing|ning|ning|ured|uring)?\b")
_STOPS = re.compile(r"\b(?:stop\w*|cease\w*|end(?:ed)?|over|let up|lift(?:ed)?)\b")


def _weather(question: ReadQuestion, _found: _Match) -> KnownAnswer | None:
    """Return how the weather is or was, whether it is what a question names, or when it turned."""
    found = _WORD.search(question.low)
    kind = _KINDS[found["word"]] if found is not None else ""
    if question.low.startswith(("when", "since when")):
        return _turned(question, kind) if kind else None
    if not question.time.is_given and not _PAST.match(question.low):
        return _now(question, kind)
    return None if question.time.future else _then(question, kind)


_PAST = re.compile(r"(?:did|was|has|had)\b|what was\b")


def _turns(question: ReadQuestion) -> list[MemoryRecord]:
    some = of_time(question, question.asked.memories)
    return [one for one in some if _TURN.match(one.text) and not one.spoken]


def _turned(question: ReadQuestion, kind: str) -> KnownAnswer | None:
    """Return when some weather last began, or stopped where a question asks that."""
    asked, end = question.asked, "before" if _STOPS.search(question.low) else "after"
    for one in reversed(_turns(question)):
        turn = _TURN.match(one.text)
        if turn is not None and turn[end] == kind:
            return cite(f"{capital(asked.when(asked.minute_at(one)))}. {tell(one, asked)}", [one])
    return None


def _now(question: ReadQuestion, kind: str) -> KnownAnswer | None:
    weather = question.asked.weather
    if not weather:
        return None
    opens = ("Yes. " if weather.startswith(kind) else "No. ") if kind else ""
    return KnownAnswer(f"{opens}The weather: {weather}.")


def _then(question: ReadQuestion, kind: str) -> KnownAnswer | None:
    """Return how the weather was at a time, by the turns that the person saw."""
    asked, turns = question.asked, _turns(question)
    if not turns:
        return None
    if not kind:
        return cite(" ".join(tell(one, asked) for one in turns[-2:]), turns[-2:])
    some = [one for one in turns if kind in (_TURN.match(one.text) or ("", ""))[0].split()]
    if some:
        return cite(f"Yes. {tell(some[-1], asked)}", some[-1:])
    return cite(f"Not that I remember. {tell(turns[-1], asked)}", turns[-1:])


RULES = (
    rule(
        _weather,
        rf"^(?:when|since when|is|was|did|has|had) (?:did )?(?:it|there|the weather)\b.*{_WORD.pattern}",
        r"\bweather\b",
        reads="stop start begin today still day outside heavy much any",
    ),
)
"""The form of questions about the weather."""
