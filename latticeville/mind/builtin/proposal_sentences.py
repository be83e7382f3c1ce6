"""The sentences in which the built-in mind proposes something to do together, calls it off, or
takes that up."""

from latticeville.core.rng import RandomStream
from latticeville.core.sentence_case import capital
from latticeville.mind.proposals import AGAIN, COMPANY, HELP

_COMPANY = (
    "I shall be {gist} {when}. Will you join me?",
    "Come along {when}: I shall be {gist}.",
    "Have you time {when}? I shall be {gist}.",
    "I shall be {gist} {when}, if you want company.",
    "What are you doing {when}? I shall be {gist}.",
    "You will find me {gist}, {when}. Do come.",
    "{when} I shall be {gist}. There is room for two.",
    "I could do with company {when}: I shall be {gist}.",
    "Would you like to come {when}? I shall be {gist}.",
    "Keep me company {when}: I shall be {gist}.",
)
_HELP = (
    "I shall be {gist} {when}. Could you give me a hand?",
    "Could you help me {when}? I shall be {gist}.",
    "I could do with help {when}: I shall be {gist}.",
    "Have you a hand free {when}? I shall be {gist}.",
    "{when} I shall be {gist}, and it is too much for one.",
    "Would you help me {when}? I shall be {gist}.",
)
_AGAIN = (
    "It was good that we met. {when} I shall be {gist}. Come again?",
    "Shall we meet again {when}? I shall be {gist}.",
    "Let us do that again. {when} I shall be {gist}.",
    "Once more, {when}? I shall be {gist}.",
    "I liked your company. I shall be {gist} {when}.",
    "Come again {when}: I shall be {gist}.",
)
_TEMPLATES = {COMPANY: _COMPANY, HELP: _HELP, AGAIN: _AGAIN}
_REGRETS = (
    "I am sorry. {gist}",
    "Something has come up. {gist}",
    "I have to let you down. {gist}",
    "{gist} Forgive me.",
)
_NEVER_MIND = (
    "Another time, then.",
    "Never mind.",
    "Thank you for telling me.",
    "It cannot be helped.",
    "What a pity.",
)

DECISIONS = (
    "{gist}",
    "Then that is settled. {gist}",
    "Let us leave it at that. {gist}",
    "We have heard everybody. {gist}",
    "Let it be written down. {gist}",
    "{gist} So be it.",
)
"""Words that sum up a meeting."""


def propose(kind: str, gist: str, when: str, draw: RandomStream) -> str:
    """Return words that propose to do something; `gist` begins with a verb in -ing, `when` with
    “at”."""
    said = draw.pick(_TEMPLATES[kind]).format(gist=gist, when=when)
    return _sentence(said.replace("shall be being ", "shall be "))


def regret(gist: str, draw: RandomStream) -> str:
    """Return words that call something off."""
    return draw.pick(_REGRETS).format(gist=gist)


def understanding(draw: RandomStream) -> str:
    """Return words for somebody who calls something off."""
    return draw.pick(_NEVER_MIND)


def _sentence(text: str) -> str:
    """Return sentences, each with a capital letter.

    >>> _sentence("let us go. at noon I shall.")
    'Let us go. At noon I shall.'
    """
    for mark in (". ", "? "):
        text = mark.join(capital(part) for part in text.split(mark))
    return text
