"""What a confession is of, by its words, so that what is said to it fits."""

import re

_THEMES = {
    "illness": r"blind|ill|sick|illness|dying|fail|failing|fever|cough|pain|deaf|doctor",
    "love": r"love|loves|loved|kiss|kissed|marry|beloved",
    "money": r"debts?|owe[sd]?|bank|money|loan|lent|borrowed|sell|sold|lease|offers?|coins?|rent|pay|paid",
    "leaving": r"leave|leaving|conservatory|abroad|away|emigrate|place at|answer them|from autumn on",
    "lack": r"cannot|never learnt|unable|afraid|fear",
    "lie": r"hid|hidden|hide|locked|lied?|lies|pretend|stole|stolen|took|forged|false|let (?:him|her|them)"
    r"|tell everybody|has noticed|nobody knows|say nothing|is me|is mine",
}
"""The words of each theme, the graver ones first."""
_COMPILED = {name: re.compile(rf"\b(?:{words})\b") for name, words in _THEMES.items()}
_CLAUSE = re.compile(r"(?<=[.!?:;])\s+|, and\s+")
_OWN = re.compile(r"\b(?:I|[Mm]y|me|[Mm]ine)\b")
_NAME = re.compile(r"(?<=\s)(?!I\b)[A-Z]")


def theme_of(text: str) -> str:
    """Return what a confession about oneself is of: an illness, love, money, leaving, what somebody
    cannot do, a lie; "" where its clauses that name nobody else do not say it.

    >>> theme_of("I am going blind."), theme_of("I owe it to the bank."), theme_of("I like tea.")
    ('illness', 'money', '')
    >>> theme_of("I believe that Bob cannot read."), theme_of("I cannot read. Bob does not know.")
    ('', 'lack')
    """
    own = [one for one in _CLAUSE.split(text) if _OWN.search(one) and not _NAME.search(one)]
    said = " ".join(own).casefold()
    return next((name for name, words in _COMPILED.items() if words.search(said)), "")
