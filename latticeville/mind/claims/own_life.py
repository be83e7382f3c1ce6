"""Claims to which nothing in the life of who they are about is like: what somebody did of late, means to
do, is or has they know for certain; what they do now and then is told in too many words."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from latticeville.mind.claims.claim import EVENT, OPINION, PAST, PLAN, STATE, Claim
from latticeville.mind.claims.evidence import Evidence, Support, support
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.paraphrase import likeness, strange_things
from latticeville.mind.claims.read import read_claim
from latticeville.mind.claims.vocabulary import concept_of, concepts_of_kind, tokens
from latticeville.mind.situation import Situation

NEAR_EVENT, NEAR_STATE = 0.5, 0.42
"""How far evidence supports what is not denied, if an event and if how somebody is: that is told in many
words, and no persona says all of it."""
NEAR_LATE = 0.7
"""How far evidence supports what was done within a day and is not denied."""
NEAR, ALIKE = 0.4, 0.8
"""How far one sentence says, in related words, what is not denied, and what is not, though another part
of the claim is false."""
LEAST_WORDS = 40
"""Words that are written of somebody from which on what nothing is like, and is no news, is strange to
their life."""
MUCH = 2
"""Concepts that a sentence of a persona shares with a claim from which on it is not denied."""


class ClaimPart(NamedTuple):
    """One of the things that a claim says, in full words and as a claim."""

    text: str
    claim: Claim


_CLAUSES = re.compile(
    r",? and (?=(?:still|also|now|never|is|has|was|had|will|[a-z]+(?:s|ed))\b)"
    r"|(?:[,;:]|,? (?:and|but|so|because|since)) (?=(?:he|she|they)\b)"
)
_MEANWHILE = re.compile(
    r" (?:before|after|when|whenever|while|until|as soon as|that|which|whom) (?:he|she|they|nobody"
    r"|no one|everybody|everyone|people)\b[^,;.]*"
    r"|(?<=\w) the (?:year|spring|summer|autumn|winter|month|week|day|night|evening|morning) (?!of\b)"
    r"(?:when |that |after |before )?(?:the|a|his|her|their|he|she|they|it)\b[^,;.]*"
)
"""A clause on when something is done, which is not what is claimed."""
_PRONOUN = re.compile(r"^(?:he|she|they)\b")
_IS_OR_HAS = re.compile(
    r"\b(?:is|was) (?:(?:secretly|really|actually|in truth|only|just|still|now) )?(?:an?|the)\b"
    r"|\b(?:has|owns|keeps|wears|possesses) (?:an?|the|his|her|their|two|three|four|five|\w+ly)\b"
)
"""What somebody is said to be or to have."""
_HAS = re.compile(
    r"\bhas (?:an?|the|his|her|their|two|three|four|five|\w+ly) (?:\w+ )??(?P<what>\w+)(?=[.,;!]|$| (?:in|on|at|of"
    r"|for|with|by|and|under|behind|to|from|that|who)\b)"
)
"""What somebody is said to have."""
_IS_NEWS = re.compile(
    r"\b(?:has|have) (?!.*\b(?:for|since)\b)(?:been |just |now |already |never )?(?!an?\b|the\b|his\b|her\b"
    r"|their\b|no\b)\w+|\b(?:last night|yesterday|today|this (?:morning|week)"
    r"|just now|an hour ago)\b|\b(?:was|were) \w+(?:ed|en|wn|ing)\b"
)
"""What is told as news, and not of long ago."""
_LATE = re.compile(
    r"\b(?:last night|yesterday|today|this (?:morning|afternoon|evening)|just now|an hour ago)\b"
)
"""When something was done of which who did it knows for certain."""
_ABOUT = frozenset(("nearly", "almost", "over", "under", "about", "around", "past", "some"))


def parts_of(now: Situation, claim: Claim) -> Iterator[ClaimPart]:
    """Yield each of the things that a claim says of who hears it."""
    name = now.world.name_with_article(now.who)
    first, *others = _CLAUSES.split(_MEANWHILE.sub("", in_full(claim.words)))
    texts = (first, *(f"{name} {_PRONOUN.sub('', one, count=1).strip()}" for one in others))
    return (ClaimPart(one, read_claim(one, now.world)) for one in texts)


def is_strange_to(now: Situation, parts: Sequence[ClaimPart], known: Sequence[Evidence]) -> bool:
    """Tell whether somebody can deny one of the things that are said of them, and knows nothing
    like any other."""
    like = [likeness(one.claim, known, now.who) for one in parts]
    if len(parts) > 1 and max(like) >= ALIKE:
        return False
    return any(_is_strange(now, one, known, share) for one, share in zip(parts, like, strict=True))


def _is_strange(now: Situation, part: ClaimPart, known: Sequence[Evidence], like: float) -> bool:
    """Tell whether nothing in a life is like what is said, and it would be known."""
    claim = part.claim
    if not _is_plain(claim):
        return False
    if _is_of_late(part):
        return support(claim, known, now.who, now.world).share < NEAR_LATE
    return like < ALIKE and _is_unlike_all(now, part, known, like)


def _is_unlike_all(now: Situation, part: ClaimPart, known: Sequence[Evidence], like: float) -> bool:
    """Tell whether a claim that is not of late is of something decisive or strange, or would be known."""
    claim = part.claim
    strange = strange_things(claim, known, now.world)
    if not concepts_of_kind("decisive").isdisjoint(map(concept_of, strange)):
        return True
    if like >= NEAR or _is_inner(claim) or not _can_be_strange(part, known):
        return False
    if strange:
        return _is_of_strange(part, strange)
    return _would_be_known(part) and not _is_supported(
        claim, support(claim, known, now.who, now.world)
    )


def _is_of_late(part: ClaimPart) -> bool:
    """Tell whether a claim is of what somebody did within a day, of which they know all."""
    is_deed = part.claim.kind == EVENT and not _is_inner(part.claim)
    return is_deed and _LATE.search(part.text) is not None


def _can_be_strange(part: ClaimPart, known: Sequence[Evidence]) -> bool:
    """Tell whether a claim is news, or much enough is written of somebody that it can be strange."""
    is_news = part.claim.kind == PLAN or _IS_NEWS.search(part.text) is not None
    return is_news or len(_words_of(known)) >= LEAST_WORDS


def _is_of_strange(part: ClaimPart, strange: Sequence[str]) -> bool:
    """Tell whether a claim is of a deed in which something is strange, or that somebody has it."""
    has = _HAS.search(part.text)
    if has is not None:
        return has["what"].lower() in strange
    return part.claim.kind == EVENT or _would_be_known(part)


def _words_of(known: Sequence[Evidence]) -> frozenset[str]:
    """Return the words that are written of somebody, and not what they remember."""
    return frozenset(word for one in known if one.memory < 0 for word in one.words)


def _would_be_known(part: ClaimPart) -> bool:
    """Tell whether who a claim is about, or keeps the place that it is about, knows for certain whether
    it is so."""
    if part.claim.kind == STATE and part.claim.knowers:
        return _IS_OR_HAS.search(part.text) is not None
    is_decisive = not concepts_of_kind("decisive").isdisjoint(part.claim.concepts)
    return part.claim.kind == PLAN or is_decisive or _IS_NEWS.search(part.text) is not None


def _is_plain(claim: Claim) -> bool:
    """Tell whether a claim says something that is so or not, and does not only deny it."""
    if claim.kind == OPINION or not (claim.concepts or claim.things):
        return False
    is_of_whole_life = claim.kind == EVENT and claim.time == PAST and "never" in tokens(claim.words)
    return not claim.is_negated or is_of_whole_life


def _is_supported(claim: Claim, own: Support) -> bool:
    """Tell whether the nearest evidence says enough of a claim, a number of it, which is seldom by
    chance, or as a sentence of a persona several of its words."""
    if own.evidence is None:
        return False
    shared = own.evidence.concepts & {*claim.concepts}
    most = NEAR_EVENT if claim.kind == EVENT else NEAR_STATE
    has_much = own.evidence.memory < 0 and len(shared) >= MUCH
    return own.share >= most or has_much or any(one.isdigit() for one in shared)


def _is_inner(claim: Claim) -> bool:
    """Tell whether a claim is of what somebody feels, or is like in the eyes of others, or only about
    right."""
    is_number = any(one.isdigit() for one in claim.concepts)
    is_about = is_number and not _ABOUT.isdisjoint(tokens(claim.words))
    return is_about or claim.verb in concepts_of_kind("inner")
