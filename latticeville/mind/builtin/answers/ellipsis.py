"""A question that only names what is different from the one before it: “And Tove?”, “And you?”, “And on
Tuesday?”."""

import re
from collections.abc import Iterable, Sequence

from latticeville.core.asked_time import asked_time
from latticeville.core.clock import DAY
from latticeville.core.day_words import days_in_words
from latticeville.core.time_points import parts_in_words, points_in_words

_BARE = re.compile(
    r"^(?:and |but |or |so )*(?:(?:what|how) about |what of )?"
    r"(?:(?P<preposition>with|about|of|for|to|at|in|on|from|by) )?(?P<rest>(?:the |your )?[\w'-]+(?: [\w'-]+){0,3})$"
)
_ASKING = re.compile(
    r"\b(?:who|whom|whose|what|when|where|why|how|which|do|does|did|is|are|was|were|has|have|had|will"
    r"|would|can|could|should|else|so|not)\b"
)
_OF_YOU = {
    "does": "do",
    "is": "are",
    "was": "were",
    "has": "have",
}
"""What stands before “you” instead of before a name."""
_OF_ANOTHER = {you: name for name, you in _OF_YOU.items()}
_SIDE = re.compile(r"^(?:and )?(?:who (?:is|are|was) )?(for|against)(?: it| that)?$")
_OTHER_SIDE = re.compile(r"\b(?:for|against)(?= (?:the|it|that)\b)")
_DEGREES = re.compile(r"\b(?:most|least|best|worst|first|last|more|less)\b")
_DEGREE = re.compile(
    r"^(?:and )?(?:(?:with |to )?(?:who|whom|which|what) )?(?:the )?(most|least|best|worst|first|last)$"
)
_MEANT = re.compile(
    r"^(?:(?:sorry|no|pardon|oh|well)[,.]? )*i (?:mean|meant) (?=(?:on |in |at )?[\w' -]+$)"
)
"""How words begin that correct the question before."""
_MORE = re.compile(r"^(?:and )?(?:more|less|better) than [\w' -]+$")
_YOU = ("you", "yourself")


def continued(low: str, earlier: str, names: Sequence[Iterable[str]], minute: int) -> str:
    """Return a question that only names something else than the one before it as a whole question,
    asked at an absolute minute; any other as it is.

    `names` are what people, subjects, places and objects are called, each kind by itself.

    >>> continued("tove", "what does nell think of the mill", [["nell", "tove"]], 0)
    'what does tove think of the mill'
    >>> continued("you", "what does nell think of the mill", [["nell", "tove"]], 0)
    'what do you think of the mill'
    >>> continued("yesterday", "where were you on monday", [["nell"]], 0)
    'where were you yesterday'
    """
    low = _MEANT.sub("", low)
    if _MORE.match(low) is not None:
        return f"{earlier} {low.removeprefix('and ')}"
    if (turned := _turned(low, earlier)) is not None:
        return turned
    bare = _BARE.match(low)
    if bare is None or _ASKING.search(bare["rest"]):
        return low
    named = _with_name(bare["rest"], earlier, names)
    if not named and asked_time(low, minute).is_given:
        return f"{_without_time(earlier, minute)} {low.removeprefix('and ')}"
    return named or low


def _turned(low: str, earlier: str) -> str | None:
    """Return a question with the side or the degree of one that only names that; None for no such."""
    for form, others in ((_SIDE, _OTHER_SIDE), (_DEGREE, _DEGREES)):
        found, other = form.match(low), others.search(earlier)
        if found is not None and other is not None:
            return f"{earlier[: other.start()]}{found[1]}{earlier[other.end() :]}"
    return None


def at_the_same(low: str, earlier: str, minute: int) -> str:
    """Return a question that ends with “there” with the place or occasion that the one before it
    names, asked at an absolute minute; any other as it is.

    >>> at_the_same("who else was there", "were you at the party yesterday", 0)
    'who else was at the party'
    """
    named = _AT.search(_without_time(earlier, minute))
    return _THERE.sub(f"at {named[1]}", low) if named is not None else low


_THERE = re.compile(r"\b(?:over )?there$")
_AT = re.compile(
    r"\b(?:at|to|in|into|inside|from|attend) ((?:the|your|that)\b (?!morning\b|evening\b).+)$"
)


def _with_name(rest: str, earlier: str, names: Sequence[Iterable[str]]) -> str:
    """Return a question with another name in the place of its own; "" where it has none such."""
    people, *others = names
    if rest in _YOU:
        return _with_you(earlier, people)
    if _has(rest, people):
        return _with_person(earlier, rest, people)
    return next((_replaced(earlier, rest, some) for some in others if _has(rest, some)), "")


def _has(rest: str, some: Iterable[str]) -> bool:
    bare = rest.removeprefix("the ")
    return any(bare == one.removeprefix("the ") for one in some)


def _first_named(text: str, some: Iterable[str]) -> re.Match[str] | None:
    """Return where a text first has one of some names, the longest of those that begin there."""
    found = [each for one in some if (each := re.search(rf"\b{re.escape(one)}\b", text))]
    return min(found, key=lambda each: (each.start(), -each.end()), default=None)


def _with_you(earlier: str, people: Iterable[str]) -> str:
    found = _first_named(earlier, people)
    if found is None:
        return ""
    verb, space, name = earlier[: found.start()].rstrip().rpartition(" ")
    after = earlier[found.end() :]
    if after.startswith("'s "):
        return f"{earlier[: found.start()]}your {after[3:]}"
    before = verb + space + _OF_YOU.get(name, name)
    return f"{before} you{after}".strip()


def _with_person(earlier: str, rest: str, people: Iterable[str]) -> str:
    found = _first_named(earlier, people)
    if found is not None:
        return f"{earlier[: found.start()]}{rest}{earlier[found.end() :]}"
    asks = re.search(r"\b(do|are|were|have|did|will|would|can) you\b", earlier)
    if asks is None:
        return earlier.replace("your ", f"{rest}'s ", 1) if "your " in earlier else ""
    verb = _OF_ANOTHER.get(asks[1], asks[1])
    return f"{earlier[: asks.start()]}{verb} {rest}{earlier[asks.end() :]}"


def _replaced(earlier: str, rest: str, some: Iterable[str]) -> str:
    found = _first_named(earlier, some)
    if found is None:
        return ""
    article = (
        "the " if earlier[: found.start()].endswith("the ") and rest.startswith("the ") else ""
    )
    return f"{earlier[: found.start()]}{rest.removeprefix(article)}{earlier[found.end() :]}"


def _without_time(text: str, minute: int) -> str:
    """Return a text without the days, parts of the day and times that it names."""
    spans = [(one.start, one.stop) for one in days_in_words(text, minute // DAY)]
    spans += [(one.at, one.stop) for one in points_in_words(text, meals=False)]
    spans += [(one.at, one.stop) for one in parts_in_words(text, ())]
    for start, stop in sorted(spans, reverse=True):
        text = text[:start] + text[stop:]
    return re.sub(r"(?: (?:on|at|in|the|this))+$", "", " ".join(text.split()))
