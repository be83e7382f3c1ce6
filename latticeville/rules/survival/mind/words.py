"""Replies in words: keyword, direction, target and message, read as one of the actions that are
offered."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.mind.action import ATTACK, EAT, GATHER, GIVE, REST, SAY, STEP, WAIT, Action
from latticeville.mind.replies import MAX_UTTERANCE, clean_line

KEYWORDS: Mapping[str, str] = {
    STEP: "step|move|go|walk|head|travel|run|flee|explore",
    GATHER: "gather|forage|collect|pick|harvest",
    EAT: "eat|consume",
    REST: "rest|sleep",
    SAY: "say|speak|tell|ask|shout|warn|thank|greet|talk",
    GIVE: "give|share|offer|hand|donate",
    ATTACK: "attack|hit|strike|fight|hurt",
    WAIT: "wait|idle|stay|watch",
}
"""The words that name each kind of action."""
_STEMS = {kind: re.sub("e(?=[|]|$)", "(?:e|es|ing)", words) for kind, words in KEYWORDS.items()}
_WORD = re.compile(
    "|".join(rf"(?P<{kind}>\b(?:{words})(?:s|es|t?ing)?\b)" for kind, words in _STEMS.items()),
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(\bnot|n['’]t|\bnever|\binstead of|\brather than|\bwithout)(\s+\w+)?\s*$", re.IGNORECASE
)
_WAY = re.compile(
    r"\b(?:(north|south)[- ]?(east|west)|(north|south|east|west)|([NS][EW]|[NSEW]))\b(?!['’])",
    re.IGNORECASE,
)
_QUOTE, _COLON = re.compile(r"[\"“](.+?)[\"”]", re.DOTALL), re.compile(r":\s*(.+)$", re.DOTALL)
_AMOUNT = re.compile(r"\b(\d{1,6})\b")


def read_words(
    text: str, offered: Sequence[Action], names: Mapping[str, str]
) -> tuple[Action, int] | None:
    """Return the first action that words name and that is offered, and 0 for no topic; None where
    there is none.

    `names` are those of the people in sight, by id.

    >>> read_words("I'll go north-east to gather berries", [Action(STEP, verb="NE"), Action(WAIT)], {})[0].verb
    'NE'
    """
    found = (
        action for kind, rest in _mentions(text) for action in _READERS[kind](rest, offered, names)
    )
    action = next(found, None)
    return None if action is None else (action, 0)


def _mentions(text: str) -> Iterator[tuple[str, str]]:
    """Yield each kind of action that words name and do not deny, with what follows it."""
    for word in _WORD.finditer(text):
        if word.lastgroup is not None and not _DENIED.search(text[: word.start()]):
            yield word.lastgroup, text[word.end() :]


def _read_step(rest: str, offered: Sequence[Action], _names: Mapping[str, str]) -> Iterator[Action]:
    way = _WAY.search(rest)
    if way is not None:
        told = "".join(part[0] for part in way.groups()[:3] if part) or way[4]
        yield from (action for action in offered if action == Action(STEP, verb=told.upper()))


def _read_gather(
    rest: str, offered: Sequence[Action], _names: Mapping[str, str]
) -> Iterator[Action]:
    """Yield what is named first, or else anything that can be gathered."""
    found = [action for action in offered if action.kind == GATHER]
    yield from sorted(found, key=lambda action: action.target not in rest.casefold())


def _read_bare(kind: str) -> "Reader":
    def read(_rest: str, offered: Sequence[Action], _names: Mapping[str, str]) -> Iterator[Action]:
        yield from (action for action in offered if action.kind == kind)

    return read


def _read_say(rest: str, offered: Sequence[Action], names: Mapping[str, str]) -> Iterator[Action]:
    quote = _QUOTE.search(rest) or _COLON.search(rest)
    words = clean_line(quote[1] if quote else rest, MAX_UTTERANCE).strip(" ,")
    to = _who(rest[: quote.start()] if quote else rest, names)
    people = [action for action in offered if action.kind == SAY]
    chosen = sorted(people, key=lambda action: (not to or action.target != to, not action.others))
    if words:
        yield from (replace(action, words=words, end=True) for action in chosen[:1])


def _read_give(rest: str, offered: Sequence[Action], names: Mapping[str, str]) -> Iterator[Action]:
    amount, gifts = _AMOUNT.search(rest), [action for action in offered if action.kind == GIVE]
    to = _who(rest, names) or _only({action.target for action in gifts})
    wanted = [action for action in gifts if action.target == to]
    for action in sorted(wanted, key=lambda action: str(action.verb) not in rest.casefold())[:1]:
        yield replace(action, count=int(amount[1]) if amount else 1)


def _only(people: set[str]) -> str:
    """Return the only one of several people, "" where they are several."""
    return next(iter(people)) if len(people) == 1 else ""


def _read_attack(
    rest: str, offered: Sequence[Action], names: Mapping[str, str]
) -> Iterator[Action]:
    target = _who(rest, names)
    yield from (action for action in offered if action.kind == ATTACK and action.target == target)


def _who(text: str, names: Mapping[str, str]) -> str:
    """Return the id of the first person whom words name, "" for nobody."""
    found = {who: _place(text, who, name) for who, name in names.items()}
    named = {who: place for who, place in found.items() if place >= 0}
    return min(named, key=lambda who: (named[who], who), default="")


def _place(text: str, who: str, name: str) -> int:
    words = "|".join(re.escape(one) for one in {who, name, name.split(maxsplit=1)[0]})
    found = re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)
    return found.start() if found else -1


Reader = Callable[[str, Sequence[Action], Mapping[str, str]], Iterator[Action]]
_READERS: Mapping[str, Reader] = {
    STEP: _read_step,
    GATHER: _read_gather,
    EAT: _read_bare(EAT),
    REST: _read_bare(REST),
    SAY: _read_say,
    GIVE: _read_give,
    ATTACK: _read_attack,
    WAIT: _read_bare(WAIT),
}
