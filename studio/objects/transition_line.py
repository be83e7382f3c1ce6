"""A transition as one line of text: read, written, and completed while it is typed."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from studio.objects.notation import (
    expand_and,
    format_effects,
    format_guards,
    parse_counter,
    parse_effect,
    parse_guard,
    parse_name,
    parse_state,
    parse_trigger,
)
from studio.project.edits.edit import EditRefusedError

KEYWORDS = ("needs", "does", "says", "fails")
"""The words that begin the parts behind the trigger."""
_ARROWS = ("->", "→")
BAR = re.compile(r"(?:^|(?<=\s))\|(?=\s|$)")
_TOKEN = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<sign>->|→|,)|(?P<plain>(?:(?!->|→)[^\s,"])(?:(?!->|→)[^,"])*)'
)
LineSort = Literal["state", "counter", "transition"]
"""What a line for a machine is about."""


class LineRefusedError(EditRefusedError):
    """A line cannot be read; `column` counts from 0."""

    def __init__(self, sentence: str, column: int) -> None:
        super().__init__(f"column {column + 1}: {sentence}")
        self.column = column


class LinePart(NamedTuple):
    """A part of a line: where its text starts, and the text without spaces around it."""

    start: int
    text: str


class _Token(NamedTuple):
    """A sign between names, or a name: where it starts, and the one or the other."""

    start: int
    sign: str
    name: str


def split_parts(text: str) -> list[LinePart]:
    """Return the parts of a line between its bars.

    >>> split_parts("on -> off | use")
    [LinePart(start=0, text='on -> off'), LinePart(start=12, text='use')]
    """
    ends = [*(bar.start() for bar in BAR.finditer(text)), len(text)]
    starts = [0, *(end + 1 for end in ends)]
    return [_trim(text, start, end) for start, end in zip(starts, ends, strict=False)]


def sort_line(text: str, asked: LineSort) -> LineSort:
    """Return what a line for a machine is about; a name alone is what is asked for.

    >>> sort_line("off -> on | use", "state"), sort_line("water max 5", "transition")
    ('transition', 'counter')
    >>> sort_line("broken color red", "transition"), sort_line("broken", "transition")
    ('state', 'transition')
    """
    if BAR.search(text) or any(arrow in text for arrow in _ARROWS):
        return "transition"
    sorts: tuple[tuple[LineSort, Callable[[str], object]], ...]
    sorts = ("counter", parse_counter), ("state", parse_state)
    for sort, parse in sorts:
        with suppress(EditRefusedError):
            rest = parse_name(text)[1]
            if rest and parse(rest):
                return sort
    return asked


def split_list(part: LinePart) -> list[LinePart]:
    """Return what stands between the commas of a part; nothing is left out."""
    starts = [0, *(comma.end() for comma in re.finditer(",", part.text))]
    ends = [*(start - 1 for start in starts[1:]), len(part.text)]
    pieces = (_trim(part.text, start, end) for start, end in zip(starts, ends, strict=True))
    return [LinePart(part.start + piece.start, piece.text) for piece in pieces]


def _trim(text: str, start: int, end: int) -> LinePart:
    inner = text[start:end]
    return LinePart(start + len(inner) - len(inner.lstrip()), inner.strip())


def format_transition(row: Mapping[str, Any]) -> str:
    """Write a transition as a line.

    >>> format_transition({"from": "on", "after": 5, "to": "off", "does": [{"give": "coffee"}]})
    'on -> off | after 5 min | does give coffee'
    """
    named = row.get("from", "*")
    states = ", ".join(map(_quote, named if isinstance(named, list) else [str(named)]))
    head = f"{states} -> {_quote(row['to'])}" if row.get("to") else states
    trigger = row.get("verb") or (
        f"after {row['after']} min" if row.get("after") is not None else "by itself"
    )
    parts = [head, trigger]
    parts += [f"needs {format_guards(row['needs'])}"] if row.get("needs") else []
    parts += [f"does {format_effects(row['does'])}"] if row.get("does") else []
    parts += [f"{key} {_escape(str(row[key]))}" for key in ("says", "fails") if row.get(key)]
    return " | ".join(parts)


def parse_transition(
    text: str, states: Collection[str] | None, counters: Collection[str] | None
) -> dict[str, Any]:
    """Read a line, or refuse with the column of the mistake; a key that the line does not give is
    None. Without states or counters, any name is one.

    >>> parse_transition("on | use", ["on", "off"], [])["verb"]
    'use'
    >>> parse_transition("on -> off | 2 h | take coin", None, None)["does"]
    [{'take': 'coin'}]
    """
    head, *rest = split_parts(text)
    sources, target = _parse_head(head, states)
    if not rest or not rest[0].text:
        raise LineRefusedError(
            "type | and what fires it: a verb, after 5 min, or by itself", len(text.rstrip())
        )
    trigger, parts = _parse_trigger(rest[0]), rest[1:]
    if trigger is None:
        trigger, parts = parse_trigger("by itself"), rest
    found: dict[str, Any] = dict.fromkeys(KEYWORDS)
    for part in parts:
        for key, value in _parse_part(part, counters):
            if found[key] is not None:
                raise LineRefusedError(f"“{key}” is there twice", part.start)
            found[key] = value
    return {"from": sources, **trigger, "to": target, **found}


def _parse_trigger(part: LinePart) -> dict[str, Any] | None:
    """Read what fires a transition; None where its conditions stand there at once."""
    try:
        return parse_trigger(part.text)
    except EditRefusedError as refused:
        if _is_keyed(part) or all(_sort_item(one) for one in _split_items(part)):
            return None
        raise LineRefusedError(str(refused), part.start) from None


def _parse_head(
    head: LinePart, states: Collection[str] | None
) -> tuple[str | list[str], str | None]:
    """Read the states from which a transition leads, and the one to which it leads."""
    tokens = [*_tokens(head)]
    arrow = next(
        (place for place, token in enumerate(tokens) if token.sign in _ARROWS), len(tokens)
    )
    for place, token in enumerate(tokens):
        if bool(token.sign) != bool(place % 2) or place > arrow + 1:
            raise LineRefusedError("type the states as: off, on -> ready", token.start)
        _check_state(token, states, is_target=place > arrow)
    if len(tokens) % 2 == 0:
        raise LineRefusedError("type a state: off -> on", head.start + len(head.text))
    sources = [token.name for token in tokens[:arrow:2]]
    return sources[0] if len(sources) == 1 else sources, tokens[-1].name if arrow < len(
        tokens
    ) else None


def _tokens(head: LinePart) -> Iterator[_Token]:
    """Yield the start of each sign and of each name, with the one or the other."""
    place = 0
    while place < len(head.text):
        found = _TOKEN.match(head.text, place)
        if found is None:
            if not head.text[place].isspace():
                raise LineRefusedError("this quote has no end", head.start + place)
            place += 1
            continue
        quoted, sign, plain = found["quoted"], found["sign"] or "", found["plain"] or ""
        yield _Token(
            head.start + place, sign, _unescape(quoted) if quoted is not None else plain.strip()
        )
        place = found.end()


def _check_state(token: _Token, states: Collection[str] | None, *, is_target: bool) -> None:
    if states is None or token.sign:
        if is_target and token.name == "*":
            raise LineRefusedError("“*” is any state: name the one it leads to", token.start)
        return
    if token.name not in states and (is_target or token.name != "*"):
        raise LineRefusedError(
            f"no state “{token.name}”; known states: {', '.join(states)}", token.start
        )


def _is_keyed(part: LinePart) -> bool:
    return part.text.partition(" ")[0] in KEYWORDS


def _parse_part(part: LinePart, counters: Collection[str] | None) -> Iterator[tuple[str, Any]]:
    """Yield what a part behind the trigger says: keys and their values."""
    if not _is_keyed(part):
        yield from _parse_unkeyed(part, counters)
        return
    key, _, text = part.text.partition(" ")
    inner = _trim(part.text, len(key), len(part.text))
    if not text.strip():
        raise LineRefusedError(f"type something behind “{key}”", part.start + len(key))
    if key in ("says", "fails"):
        yield key, _unescape(inner.text)
        return
    parse = parse_guard if key == "needs" else parse_effect
    pieces = _split_items(LinePart(part.start + inner.start, inner.text))
    yield key, [_parse_item(piece, parse, counters) for piece in pieces]


def _parse_unkeyed(part: LinePart, counters: Collection[str] | None) -> Iterator[tuple[str, Any]]:
    """Yield the conditions and the effects of a part that does not say which they are."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for piece in _split_items(part):
        sort = _sort_item(piece)
        if not sort:
            raise LineRefusedError(
                f"“{piece.text}” is no condition and no effect; sentences begin with says or fails",
                piece.start,
            )
        parse = parse_guard if sort == "needs" else parse_effect
        found.setdefault(sort, []).append(_parse_item(piece, parse, counters))
    yield from found.items()


def _sort_item(piece: LinePart) -> Literal["needs", "does", ""]:
    """Return whether a text is an effect or a condition; `cans = 3` is an effect."""
    text = " ".join(piece.text.split())
    sorts: tuple[tuple[Literal["needs", "does"], Callable[[str], object]], ...]
    sorts = ("does", parse_effect), ("needs", parse_guard)
    for sort, parse in sorts:
        with suppress(EditRefusedError):
            parse(text)
            return sort
    return ""


def _split_items(part: LinePart) -> list[LinePart]:
    """Return what stands between the commas and each “and” of a part."""
    return [
        LinePart(piece.start, text) for piece in split_list(part) for text in expand_and(piece.text)
    ]


def _parse_item(
    piece: LinePart, parse: Callable[[str], dict[str, Any]], counters: Collection[str] | None
) -> Mapping[str, Any]:
    """Read a condition or an effect; refuse a counter that there is not."""
    found = _located(lambda text: parse(" ".join(text.split())), piece)
    name = found.get("counter")
    if name is not None and counters is not None and name not in counters:
        known = ", ".join(counters) or "none yet"
        raise LineRefusedError(f"no counter “{name}”; known counters: {known}", piece.start)
    return found


def _located(parse: Callable[[str], dict[str, Any]], part: LinePart) -> dict[str, Any]:
    """Read a part; a refusal says in which column it starts."""
    try:
        return parse(part.text)
    except EditRefusedError as refused:
        raise LineRefusedError(str(refused), part.start) from None


def _quote(name: str) -> str:
    plain = re.fullmatch(r'(?!\s)[^,"|\\]+(?<!\s)', name) and "->" not in name and "→" not in name
    return name if plain else '"{}"'.format(_escape(name).replace('"', '\\"'))


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


class NewNames(NamedTuple):
    """What a transition names and its machine does not have."""

    states: tuple[str, ...]
    counters: tuple[str, ...]

    def __str__(self) -> str:
        """Tell them in words.

        >>> str(NewNames(("boiling",), ("cups",)))
        'state boiling, counter cups'
        """
        return ", ".join(
            (*(f"state {one}" for one in self.states), *(f"counter {one}" for one in self.counters))
        )


def find_new_names(
    row: Mapping[str, Any], states: Collection[str], counters: Collection[str]
) -> NewNames:
    """Return the states and the counters that a transition would need to be made."""
    sources = row["from"] if isinstance(row["from"], list) else [row["from"]]
    counted = [one.get("counter") for key in ("needs", "does") for one in row.get(key) or ()]
    return NewNames(
        _only_new([*sources, row.get("to")], {*states, "*"}), _only_new(counted, counters)
    )


def _only_new(names: Sequence[str | None], known: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name and name not in known))


def changed_keys(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a line that another line changes, with their new values."""
    return {key: value for key, value in new.items() if value != old.get(key)}
