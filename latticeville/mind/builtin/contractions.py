"""Contractions: how lively people say “do not” and “I am”."""

import re
from functools import lru_cache

LIVELY = "lively"
"""The manner of those who contract."""
_BEGINS = r"(?:(?<=^)|(?<=[.!?,:;…“(] )|(?<=[“(])|(?<=\band )|(?<=\bbut )|(?<=\bthat )|(?<=\bbecause )|(?<=\bif ))"
"""Where a clause begins, so that nothing before its subject leans on its verb."""
_NEGATIONS = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need) not\b(?! only)",
    re.IGNORECASE,
)
_IRREGULAR = {"cannot": "can't", "will not": "won't", "shall not": "won't"}
_NEVER = re.compile(r"\b(cannot|will not|shall not)\b", re.IGNORECASE)
_AM = re.compile(_BEGINS + r"\b(I) am(?= \w)", re.IGNORECASE)
_ARE = re.compile(_BEGINS + r"\b(you|we|they) are(?= \w)", re.IGNORECASE)
_IS = re.compile(_BEGINS + r"\b(it|that|he|she|there) is(?= \w)", re.IGNORECASE)
_WILL = re.compile(_BEGINS + r"\b(I|you|he|she|it|we|they) (?:shall|will)(?= \w)", re.IGNORECASE)
_LIKE = re.compile(_BEGINS + r"\b(I|we) should like(?= \w)", re.IGNORECASE)
_PARTICIPLES = (
    "been|had|got|gone|seen|read|put|let|kept|told|heard|said|made|found|lost|sold|lent|sat|stood|"
    "given|known|taken|done|come|become|written|brought|bought|thought|slept|felt|held|"
    "never|always|just|already|promised|asked|voted|paid|met|sent|won|begun|eaten|drunk|"
    r"\w{2,}ed"
)
_HAVE = re.compile(
    _BEGINS + rf"\b(I|you|we|they) have(?= (?:{_PARTICIPLES})\b(?! to\b))", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def contracted(words: str) -> str:
    """Return words as somebody lively says them.

    >>> contracted("I am late, and I do not care. It is what I am.")
    "I'm late, and I don't care. It's what I am."
    >>> contracted("I have a key. I have tried it, and I cannot say who he is to me.")
    "I have a key. I've tried it, and I can't say who he is to me."
    """
    words = _NEVER.sub(lambda found: _like(found[0], _IRREGULAR[found[0].lower()]), words)
    words = _LIKE.sub(r"\1'd like", _AM.sub(r"\1'm", words))
    words = _NEGATIONS.sub(r"\1n't", words)
    words = _WILL.sub(r"\1'll", _HAVE.sub(r"\1've", words))
    return _IS.sub(r"\1's", _ARE.sub(r"\1're", words))


def _like(old: str, new: str) -> str:
    return new.capitalize() if old[:1].isupper() else new
