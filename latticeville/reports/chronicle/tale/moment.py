"""A moment of a tale: something that happened, in sentences of several shapes, each with its
events."""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from latticeville.core.sentence_case import capital
from latticeville.core.word_list import list_words
from latticeville.mind.grammatical_person import THEY, forms_of
from latticeville.reports.chronicle.document import EventRef
from latticeville.reports.chronicle.story import Occurrence
from latticeville.world.model.world import World

AT = "\ue000"
"""Stands in a sentence for the place, where it is not the one that was named last."""
MOST_QUOTED = 170
"""Letters of words that a tale quotes in full; of longer ones, the first sentences."""
_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")


_VAGUE = re.compile(r"out of doors|in the (?:middle|(?:north|south)?-?(?:east|west)?)")
"""Places that are no more than a part of the map."""


class Line(NamedTuple):
    """A sentence of a moment in one or more shapes, and the events that it tells, the first of
    which it is of."""

    shapes: tuple[str, ...]
    refs: tuple[EventRef, ...]


class TaleMoment(NamedTuple):
    """Something worth a scene: its kind, when and where, how much it weighs, and its sentences."""

    kind: str
    tick: int
    minute: int
    weight: float
    people: tuple[str, ...]
    place: str
    lines: tuple[Line, ...]

    @property
    def words(self) -> int:
        """About how many words it takes to tell."""
        return sum(len(line.shapes[0].split()) for line in self.lines)


def moment_at(
    one: Occurrence, kind: str, weight: float, people: Iterable[str], lines: Sequence[Line]
) -> TaleMoment:
    """Return a moment at the time and place of an event."""
    place = "" if _VAGUE.fullmatch(one.place) else one.place
    return TaleMoment(kind, one.tick, one.minute, weight, tuple(people), place, tuple(lines))


def quote(words: str) -> str:
    """Return words in quotation marks, those that are long cut after a sentence.

    >>> quote("Go away.")
    '“Go away.”'
    """
    text = " ".join(words.replace("“", "‘").replace("”", "’").split())
    if len(text) > MOST_QUOTED:
        kept = ""
        for part in _ENDS.split(text):
            if kept and len(kept) + len(part) > MOST_QUOTED:
                break
            kept = f"{kept} {part}".strip()
        text = kept
    return f"“{text}”"


def told_part(words: str, gist: str) -> str:
    """Return the sentences of words that tell a gist, without what leads to them; all where none does.

    >>> told_part("Something else, Kell. Let me say: Una is the island.", "Una is the island.")
    'Una is the island.'
    """
    wanted = _content(gist)
    bare = [_without_lead(one, wanted) for one in _ENDS.split(words)]
    kept = [one for one in bare if 2 * len(_content(one) & wanted) >= max(1, len(_content(one)))]
    return " ".join(kept) or words


def _without_lead(sentence: str, wanted: AbstractSet[str]) -> str:
    """Return a sentence without some words and a colon before what is wanted."""
    lead, colon, rest = sentence.partition(": ")
    is_lead = len(lead.split()) <= MOST_LEAD and _content(lead).isdisjoint(wanted)
    return capital(rest) if colon and is_lead and _content(rest) & wanted else sentence


MOST_LEAD = 6
"""Words before a colon that only lead to what is told."""


def _content(text: str) -> set[str]:
    """Return the longer words of a text."""
    return {one for one in re.findall(r"\w+", text.casefold()) if len(one) > 3}


def text_lines(text: str, refs: tuple[EventRef, ...], world: World) -> list[Line]:
    """Return the sentences of a text of the world, each with the events that it tells."""
    return [Line((lowered(part, world),), refs) for part in _ENDS.split(text.strip())]


def lowered(text: str, world: World) -> str:
    """Return a sentence as it goes on after a time: with a small letter, unless a name begins it."""
    first = re.split(r"[\s,.:;’']", text, maxsplit=1)[0]
    names = [one.persona.name for one in world.people.values()]
    names += [world.name_of(area) for area in world.areas.by_id]
    is_name = any(first in name.split() and first != "The" for name in names)
    return text if is_name or first in ("I", "") else f"{text[0].lower()}{text[1:]}"


def people_text(world: World, people: Sequence[str]) -> str:
    """List people by first name, of many the first few; "" for nobody.

    The rest are “others”.
    """
    names = [world.name_with_article(who) for who in people] or [""]
    return list_words(names if len(names) <= 5 else [*names[:4], "others"])


def object_of(world: World, who: str) -> str:
    """Return “her” or “him”, and the name of somebody of whom no text says which."""
    forms = forms_of(who, world)
    return world.name_with_article(who) if forms is THEY else forms.object


def possessive_of(world: World, who: str) -> str:
    """Return “her” or “his”, and the name of somebody of whom no text says which."""
    forms = forms_of(who, world)
    return f"{world.name_with_article(who)}'s" if forms is THEY else forms.possessive


def ended(text: str) -> str:
    """Return a sentence with a capital letter and an end."""
    bare = text.removesuffix("”")
    return capital(text if bare.endswith((".", "!", "?")) else f"{text}.")
