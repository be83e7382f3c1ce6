"""Help with the line of a transition while it is typed: hints, words that fit, completion."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from studio.objects.model import Machine
from studio.objects.notation import DEEDS, DOES_HELP, NEEDS_HELP
from studio.objects.transition_line import (
    BAR,
    KEYWORDS,
    LineRefusedError,
    find_new_names,
    parse_transition,
    sort_line,
)
from studio.ui.dialogs.line_guide import LineGuide, LinePlace

EXAMPLE = "off -> on | use | needs water >= 1 | does water -1 | says {who} starts the {thing}."
Place = Literal["from", "to", "trigger", "keyword", "needs", "does", "says", "fails"]
HINTS: Mapping[Place, str] = {
    "from": "State it leads from: off -> on · off, ready -> on for several · * -> on for any",
    "to": "State it leads to; without -> the object stays in its state",
    "trigger": "What fires it: a verb such as use · 5 min · by itself; or at once a condition",
    "keyword": "Conditions and effects: has coin, cans -1 · or needs · does · says · fails",
    "needs": f"Conditions: {NEEDS_HELP}",
    "does": f"Effects: {DOES_HELP}",
    "says": "What witnesses see and remember. {who} and {thing} are replaced",
    "fails": "What the person who tries it learns if a condition fails",
}
_NEXT: Mapping[Place, str] = {"from": " -> ", "to": " | ", "trigger": " | ", "keyword": " "}
"""What follows a complete word."""
_GUARDS = ("has", "lacks", "inside", "owner", "key", "not", "weather")
_ITEM_KEYS = ("has", "lacks", "inside", *DEEDS)
"""The keys of conditions and effects that name an item."""


class LineWords(NamedTuple):
    """The words of a world that a transition can name."""

    states: Sequence[str] = ()
    verbs: Sequence[str] = ()
    counters: Sequence[str] = ()
    items: Sequence[str] = ()
    weathers: Sequence[str] = ()


class TransitionGuide(LineGuide):
    """Helps to type a transition of one machine."""

    example = EXAMPLE

    def __init__(self, words: LineWords) -> None:
        self._words = words

    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first mistake."""
        if sort_line(text, "transition") != "transition":
            return None
        try:
            parse_transition(text, None, None)
        except LineRefusedError as refused:
            return refused.column
        return None

    def hint(self, text: str, cursor: int) -> str:
        """Say what stands at the cursor, and what the line would make."""
        try:
            row = parse_transition(text, None, None)
        except LineRefusedError:
            return super().hint(text, cursor)
        new = str(find_new_names(row, self._words.states, self._words.counters))
        told = super().hint(text, cursor)
        return f"Makes {new} · {told}" if new else told

    def place(self, text: str, cursor: int) -> LinePlace:
        """Return where in the line the cursor is."""
        before = text[:cursor]
        bars = [bar.end() for bar in BAR.finditer(before)]
        part = before[bars[-1] if bars else 0 :].lstrip()
        if not bars:
            return self._head_place(part)
        if len(bars) == 1:
            return _make_place("trigger", part, (*self._words.verbs, "by itself"))
        key, space, rest = part.partition(" ")
        if space and key in KEYWORDS:
            return self._part_place(key, rest)
        if not space and any(word.startswith(key) for word in KEYWORDS):
            return _make_place("keyword", part, KEYWORDS)
        place = self._part_place("needs", part)
        effects = self._part_place("does", part).words
        words = tuple(dict.fromkeys((*place.words, *effects)))
        return place._replace(hint=HINTS["keyword"], words=words)

    def _head_place(self, part: str) -> LinePlace:
        letters = re.split(r"->|→|,", part)[-1].lstrip(' "')
        is_target = "->" in part or "→" in part
        return _make_place("to" if is_target else "from", letters, self._words.states)

    def _part_place(self, key: str, rest: str) -> LinePlace:
        if key in ("says", "fails"):
            letters = re.findall(r"\{?\w*$", rest)[0]
            return _make_place(
                "says" if key == "says" else "fails",
                letters,
                ("{who}", "{thing}") if letters else (),
            )
        item = rest.rpartition(",")[2].split()
        letters = item.pop() if item and not rest.endswith((" ", ",")) else ""
        is_guard = key == "needs"
        return _make_place(
            "needs" if is_guard else "does", letters, self._fitting(item[:1], is_guard=is_guard)
        )

    def _fitting(self, first: list[str], *, is_guard: bool) -> Sequence[str]:
        """Return the words that begin a condition or an effect, or follow its first word."""
        words = self._words
        if not first:
            return (*words.counters, *(_GUARDS if is_guard else DEEDS))
        if first[0] in _ITEM_KEYS:
            return words.items
        return {"not": ("owner", "key"), "weather": words.weathers}.get(first[0], ())


def _make_place(sort: Place, letters: str, words: Collection[str]) -> LinePlace:
    start = letters.casefold()
    return LinePlace(
        HINTS[sort],
        letters,
        tuple(word for word in words if word.casefold().startswith(start)),
        _NEXT.get(sort, ""),
    )


def collect_words(
    machines: Mapping[str, Machine], machine: Machine, weathers: Collection[str]
) -> LineWords:
    """Return the words that a transition of a machine can name: its own first, then those of the
    other kinds."""
    kinds = [machine.kind, *(one.kind for name, one in machines.items() if name != machine.id)]
    verbs = [verb for kind in kinds for verb in kind.vocabulary]
    items = {item for one in (machine, *machines.values()) for item in _named_items(one)}
    portable = {kind.id for kind in kinds if kind.portable}
    counters = tuple(machine.whole.counters)
    return LineWords(
        machine.states,
        tuple(dict.fromkeys(verbs)),
        counters,
        sorted(items | portable),
        tuple(weathers),
    )


def _named_items(machine: Machine) -> set[str]:
    """Return the items that the transitions of a machine name."""
    parts = [part for row in machine.whole.transitions for part in (*row.needs, *row.does)]
    found = {getattr(part, key, None) for part in parts for key in _ITEM_KEYS}
    return {item for item in found if item and item != "*"}
