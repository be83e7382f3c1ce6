"""The variants of a reply, and which of them is said: one that fits whoever speaks and what is known,
and that these hearers have not heard."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import msgspec

from latticeville.core.rng import RandomStream
from latticeville.mind.builtin import sentences
from latticeville.mind.builtin.contractions import contracted
from latticeville.mind.manner import Manner

BRIEF, BRIEF_SHARE = 28, 0.6
"""The letters up to which a reply is brief, as people say again and again, and the share of replies
that are, where there is a choice."""
_CHOICE = re.compile(r"\(([^()|]+(?:\|[^()|]+)+)\)")
_MANNER = re.compile(
    r"^(gruff|lively|quiet|worried|curious|strict|warm|cold|fresh|later|grown|child|afternoon|late): "
)
ONLOOKER = "onlooker"
"""The manner of who has no say in what they speak of."""
_OF_VOTES = re.compile(
    r"\b(?:out)?vote[ds]?\b|\bcount(?:ed)?\b|\bhands? go(?:es)? up\b|\braise my hand\b|\bboth hands\b"
)
"""Words that only those say who have a say."""
_SLOT = re.compile(r"\{\w+\}")
_TAG = re.compile(
    r", (?:(?:with|about|over|because of) \{subject\}|where \{subject\} is concerned)(?=[.,;:!?])"
    r"|: \{subject\}(?=\.)"
)
"""Where a variant adds what it is about, which it can leave out."""
_PLURAL = re.compile(
    r"\b\w+[^s\W]s(?: (?:in|of|on|at|for|from|to|under|behind|beside|between)\b.*)?$"
)
"""A subject of which there are several, with what follows its noun."""


@cache
def replies() -> Mapping[str, tuple[str, ...]]:
    """Return the variants of each reply by its name."""
    text = Path(__file__).with_name("replies.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, tuple[str, ...]])


def reply(
    name: str,
    words: Mapping[str, str],
    manner: Manner,
    draw: RandomStream,
    brief_share: float = BRIEF_SHARE,
    *,
    is_needed: bool = True,
    is_named: bool = False,
) -> str:
    """Return a variant of a reply that the manner has not said to its hearers: a brief one, or one
    that it has neither said nor heard; "" where there is none and it is not needed.

    Words that are "" are not known. A subject that `is_named` already is not named again.
    """
    fitting = _fitting(name, words, manner)
    if not is_needed:
        fitting = [one for one in fitting if not _is_in(one, manner.heard)]
    if not fitting:
        return ""
    template = _MANNER.sub("", draw.pick(_fresh(fitting, manner, draw, brief_share)))
    if is_named:
        template = unnamed(template, words.get("subject", ""))
    chosen = _CHOICE.sub(lambda found: draw.pick(found[1].split("|")), template)
    return sentences.fill(chosen, **words)


def _fitting(name: str, words: Mapping[str, str], manner: Manner) -> list[str]:
    """Return the variants whose words are known, if possible those that name nobody twice."""
    known = {word for word, said in words.items() if said}
    known_to = [one for one in replies()[name] if _fits(one, known, manner)]
    return [one for one in known_to if not sentences.names_twice(one, words)] or known_to


def _fresh(
    variants: Sequence[str], manner: Manner, draw: RandomStream, brief_share: float
) -> Sequence[str]:
    """Return those of some variants to draw from, as they were said and heard before."""
    new = [one for one in variants if not _is_in(one, manner.said)]
    brief = [*filter(_is_brief, new)]
    unheard = [one for one in {*new}.difference(brief) if not _is_in(one, manner.heard)]
    if brief and draw.uniform() < brief_share:
        return brief
    return sorted(unheard) or brief or new or variants


def _is_in(variant: str, spoken: str) -> bool:
    """Tell whether a variant was said, in full or contracted."""
    part = literal(variant)
    return part in spoken or contracted(part.strip()) in spoken


def _fits(variant: str, known: set[str], manner: Manner) -> bool:
    mark = _MANNER.match(variant)
    if mark is not None and mark[1] not in manner.manners:
        return False
    if ONLOOKER in manner.manners and _OF_VOTES.search(variant):
        return False
    slots = {name.lower() for _, name, _, _ in Formatter().parse(variant) if name}
    return slots <= known


@cache
def literal(variant: str) -> str:
    """Return the longest part of a variant that is said as it stands.

    >>> literal("gruff: {other} may (do|say) as it pleases {other}.")
    ' as it pleases '
    """
    parts = _SLOT.split(_TAG.sub("{subject}", _MANNER.sub("", variant)))
    return max((piece for one in parts for piece in _CHOICE.split(one)[::2]), key=len)


def unnamed(variant: str, subject: str) -> str:
    """Return a variant without the subject that has just been named, or with “it” in its place.

    >>> unnamed("I had hoped for that, with {subject}, and I wait.", "the oak")
    'I had hoped for that, and I wait.'
    >>> unnamed("I keep to {subject}.", "the oak"), unnamed("I keep to {subject}.", "the letters in it")
    ('I keep to it.', 'I keep to {subject}.')
    """
    bare = _TAG.sub("", variant)
    return bare if _PLURAL.search(subject) else bare.replace("{subject}", "it")


def _is_brief(variant: str) -> bool:
    return len(_SLOT.sub("", _MANNER.sub("", variant))) <= BRIEF
