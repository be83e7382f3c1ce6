"""How opinions move: by bounded confidence, weighted by trust.

The rule is that of Deffuant, Neau, Amblard and Weisbuch (“Mixing beliefs among interacting agents”,
2000): who hears an opinion goes a share of the way towards it, unless it is further from their own
than a bound; then it moves nothing. Three settings of a world are its parameters, one more is the
weight of hearsay. Two things are ours: the share is weighted by the trust in who speaks, and the bound
is wider for open people.
"""

import re

from msgspec.structs import replace

from latticeville.mind.relation import (
    ADOPTED,
    AGREED,
    DIGITS,
    DISAGREED,
    PERSUADED,
    STANCE,
    UNDECIDED,
    OpinionState,
    Relations,
    ValueChange,
    apply_to,
    move,
)
from latticeville.mind.topic import Topic, subject_of
from latticeville.world.model.settings import MindSettings

NEAR = 0.5
"""The distance within which two stances agree, on a scale from -1 to 1."""
MISFIT = 0.3
"""The distance of a stance from its words from which on somebody takes up words of others that fit
better."""
TRUSTED = 0.5
"""The trust from which on somebody takes up an opinion on a subject on which they have none."""
QUOTED = "As "
"""How words of an opinion begin that are another's."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")


def confidence_bound(openness: float, minds: MindSettings) -> float:
    """Return how far another stance may be for somebody to be moved by it."""
    return minds.opinion_bound + minds.opinion_openness * openness


def converge(
    stance: float, other: float, weight: float, openness: float, minds: MindSettings
) -> float:
    """Return a stance after an argument for another one; beyond the confidence bound it stays as it
    was.

    >>> [converge(0.0, 0.5, trust, 0.5, MindSettings()) for trust in (1.0, 0.5)]
    [0.25, 0.125]
    >>> converge(-1.0, 1.0, 1.0, 0.5, MindSettings())
    -1.0
    """
    if abs(other - stance) > confidence_bound(openness, minds):
        return stance
    return round(stance + minds.opinion_pull * weight * (other - stance), DIGITS)


def hear_opinion(
    relations: Relations,
    topic: Topic,
    speaker: str,
    name: str,
    tick: int,
    memory: int,
    openness: float,
    minds: MindSettings,
) -> Relations:
    """Return relations and opinions after somebody heard an opinion; `name` is that of whose
    opinion it is."""
    subject, stance = subject_of(topic), topic.stance
    if stance is None:
        return relations
    held, is_own = relations.opinions.get(subject), topic.who == speaker
    weight = relations.to(speaker).trust * _share_of_words(topic, speaker, minds)
    view = quote_argument(topic.gist, name)
    if held is None:
        if weight < TRUSTED or abs(stance) <= UNDECIDED:
            return relations
        taken = OpinionState(
            move(0, abs(stance) * weight) * _sign(stance), view, stance, topic.who, 1, memory
        )
        return _with_opinion(relations, subject, taken, ADOPTED, tick)
    if is_own:
        bound = confidence_bound(openness, minds)
        relations = _judge(relations, abs(held.stance - stance), bound, speaker, tick, memory)
    after = converge(held.stance, stance, weight, openness, minds)
    if held.is_pledged or after == held.stance:
        return relations
    moved = replace(held, stance=after, memory=memory)
    if _fits_better(stance, held.expressed, after, is_own=not topic.gist.startswith(QUOTED)):
        moved = OpinionState(
            after, view, stance, topic.who, held.edition + 1, memory, said=held.said
        )
    return _with_opinion(relations, subject, moved, PERSUADED, tick)


def _share_of_words(topic: Topic, speaker: str, minds: MindSettings) -> float:
    """Return how much an opinion counts: all that is argued for oneself, less in another's words."""
    is_argued = topic.who == speaker and not topic.gist.startswith(QUOTED)
    return 1.0 if is_argued else minds.opinion_hearsay


def _fits_better(stance: float, expressed: float, after: float, *, is_own: bool) -> bool:
    """Tell whether words of a stance are taken up by who has come to another one: those of the side
    that they have reached, where their own are of the other side, or further away and the others are
    the `is_own` words of who says them."""
    is_turned = expressed * after < 0
    is_nearer = is_own and max(abs(after - stance), MISFIT) < abs(after - expressed)
    return stance * after > 0 and (is_turned or is_nearer)


def speak_of(
    relations: Relations, subject: str, stance: float, *, is_pledge: bool = False
) -> Relations:
    """Return relations of somebody who has just said what their stance on a subject is; a pledge, by
    which they give their word on how they vote, keeps it so."""
    held = relations.opinions.get(subject)
    if held is None:
        return relations
    pledged = held.is_pledged or (is_pledge and abs(stance) > UNDECIDED)
    spoken = replace(held, said=stance, is_pledged=pledged)
    return replace(relations, opinions={**relations.opinions, subject: spoken})


def quote_argument(words: str, name: str) -> str:
    """Return the words that moved an opinion, with who says so; words that are quoted already keep
    their author.

    >>> quote_argument("The oak stays. I live in it.", "Ada")
    'As Ada says: “The oak stays.”'
    >>> quote_argument("As Ada says: “The oak stays.”", "Bob")
    'As Ada says: “The oak stays.”'
    """
    if words.startswith(QUOTED):
        return words
    return f"{QUOTED}{name} says: “{re.split(_SENTENCE_END, words, maxsplit=1)[0]}”"


def _sign(value: float) -> int:
    return 1 if value > 0 else -1


def _judge(
    relations: Relations, distance: float, bound: float, speaker: str, tick: int, memory: int
) -> Relations:
    """Return relations after somebody told an opinion that is near to one's own, or far from it."""
    if distance <= NEAR:
        return apply_to(relations, speaker, AGREED, tick, memory)
    if distance > bound:
        return apply_to(relations, speaker, DISAGREED, tick, memory)
    return relations


def _with_opinion(
    relations: Relations, subject: str, state: OpinionState, rule: str, tick: int
) -> Relations:
    change = ValueChange(tick, subject, rule, {STANCE: state.stance}, state.memory)
    return replace(relations, opinions={**relations.opinions, subject: state}).with_change(change)
