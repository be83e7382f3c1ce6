"""What a confession is of, and on what an argument rests, by their words, so that what is said to them
fits."""

import re

from latticeville.mind.builtin.tones import is_grave

_THEMES = {
    "illness": r"blind|ill|sick|illness|dying|fail|failing|fever|cough|pain|deaf|doctor",
    "love": r"love|loves|loved|kiss|kissed|marry|beloved",
    "money": r"debts?|owe[sd]?|(?:the|a|my) bank(?! of)|money|loan|lent|borrowed|lease|coins?|rent|pay|paid",
    "leaving": r"i leave|leaving|(?:must|shall|will|want to|going to|have to) (?:leave|go away)|conservatory|abroad"
    r"|emigrate|place at|answer them|from autumn on",
    "lack": r"cannot|never learnt|unable|afraid|fear",
    "lie": r"hid|hidden|hide|locked|lied?|lies|pretend|stole|stolen|took|forged|false|let (?:him|her|them)"
    r"|tell everybody|has noticed|nobody knows|say nothing|is me|is mine",
}
"""The words of each theme, the graver ones first."""
_COMPILED = {name: re.compile(rf"\b(?:{words})\b") for name, words in _THEMES.items()}
_BURDENS = frozenset({"illness", "money", "lack", "lie"})
"""The themes of confessions that weigh on whoever makes them."""
_BURDEN = re.compile(
    r"\b(?:dropped|lost|lose[sd]?|broke|broken|sold|burnt?|dead|died|dark|empty|gone|fail\w*|shake\w*|tremble|wrong"
    r"|worse|over|spoilt|killed"
    r"|threw|ruined|not|never|cannot|nobody (?:must|may|should)|another name|ashamed|guilty|fault|secretly"
    r"|behind \w+ back)\b"
)
"""Words of what weighs on somebody."""
_UNTOLD = re.compile(
    r"\b(?:nobody|never|not|no one) (?:\w+ )?(?:told|said|asked|else)\b|\btold nobody\b"
)
"""Words that only say that something is a secret."""
ARGUMENTS = {
    "resolve": r"while i live|chain myself|go and live|let nobody|must not be touched|to my face|swear",
    "proof": r"paper|proof|proved?|shown|written|i have counted",
    "children": r"child|children|pupils?|school|classroom|teach\w*",
    "harm": r"branch\w*|broken|break|bones?|wrists?|falls? apart|come down by itself|hollow|ill|danger\w*"
    r"|colds|hurt|trample|fire|flood|patients|wounds?|fear",
    "change": r"enough|handed on|should go|time for|somebody (?:who|whose|else)|grown into|new|instead",
    "work": r"mops?|forge|carry|repair|nails|work|hands|eggs|mend|sow|harvest|service",
    "money": r"pays?|paid|owes?|price|bank|costs?|coins?|rent|money|afford|debts?",
    "beauty": r"acoustic|silence|plays?|music|windows?|sky|smelt|sounds?|listens?|listening|quiet|sings?|singing"
    r"|beautiful|tune",
    "past": r"before the|was here|years?|grandmothers?|grandfathers?|always|ever since|since my|as it has",
    "people": r"people|guests|village|town|readers|each other|neighbours|friends|everybody|nobody",
}
"""The words of what an argument rests on, by its name, the more particular ones first."""
POINTS = {
    "proof": "the proof",
    "children": "the children",
    "harm": "the danger",
    "work": "the work",
    "money": "what it costs",
    "beauty": "the beauty of it",
    "past": "how long it has been so",
    "people": "the people",
}
"""What people call that on which an argument rests, as far as there is a word for it."""
_RESTS_ON = {name: re.compile(rf"\b(?:{words})\b") for name, words in ARGUMENTS.items()}
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
    >>> theme_of("She writes to me from the other bank."), theme_of("I read the letters that guests leave.")
    ('', '')
    """
    own = [one for one in _CLAUSE.split(text) if _OWN.search(one) and not _NAME.search(one)]
    said = " ".join(own).casefold()
    return next((name for name, words in _COMPILED.items() if words.search(said)), "")


def weighs(text: str) -> bool:
    """Tell whether a confession is a burden, by its words; many a secret is none.

    >>> weighs("I dropped the lens into the well."), weighs("I feed a fox every evening."), weighs("I cannot read.")
    (True, False, True)
    >>> weighs("There is a comet, and I have told nobody."), weighs("I am going to have a child.")
    (False, False)
    """
    said = _UNTOLD.sub("", text.casefold())
    return theme_of(text) in _BURDENS or is_grave(text) or _BURDEN.search(said) is not None


def argument_of(text: str) -> str:
    """Return on what an argument rests: somebody's resolve, proof, children, harm, change, work, money,
    beauty, the past or people; "" where its words do not say it.

    >>> argument_of("It drops a branch on my guests."), argument_of("You cannot pay for it.")
    ('harm', 'money')
    >>> argument_of("So.")
    ''
    """
    said = text.casefold()
    return next((name for name, words in _RESTS_ON.items() if words.search(said)), "")
