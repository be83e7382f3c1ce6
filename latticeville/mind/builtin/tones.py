"""The tone of what somebody tells of themselves, by its words, so that the reply to it fits."""

import re

_TONES = {
    "praise": r"praised?|proud of me|thank me",
    "grief": r"(?:has|have|had) died|is dead|grave|mourn\w*|wept|weep\w*|tears|cry|crying|heartbroken|funeral|buried"
    r"|i have lost (?!by)|(?:is|was) sold|for the last time|never again|i miss",
    "guilt": r"ashamed|my fault|slept badly|i am sorry|ought not to have|i should not have|i (?:have )?wronged"
    r"|i would have given|i had the wrong|(?:what|whatever) i had against|more trouble to avoid|forgive me",
    "anger": r"nobody asked|not one of them|did not occur|still nobody|still waiting|angry|anger|furious|rage|shouted"
    r"|cheated|liars?|lied|scandal|outrage\w*|insult\w*|how dare|steals?|stole",
    "worry": r"afraid|fear\w*|anxious|worr(?:y|ies|ied)|hides?|hidden|hiding|uneasy|lies? awake|danger\w*|measured"
    r"|somebody (?:ought to look|should look)|what does one do|keeps? something from",
    "joy": r"happy|happier|joy|beautiful|flattered|merry|delighted|so proud|proud of (?!me)|so glad|wonderful|relieved"
    r"|i have won|will stay|it stays",
    "tender": r"forgave|shook my hand|brought me|read me|waited for me|was (?:so )?kind|sat down (?:with|beside) me"
    r"|at last",
    "riddle": r"i wonder|do not know (?:what|why|how|whether)|find out|who knows|puzzl\w*|riddle",
    "resolve": r"i shall|i mean to|i have promised|i am going to|i want to",
}
"""The words of each tone, those that want an answer most first."""
_COMPILED = {name: re.compile(rf"\b(?:{words})\b") for name, words in _TONES.items()}


_GRAVE = frozenset({"grief", "guilt", "anger", "worry"})
"""The tones of what weighs on whom it touches."""
_HARM = re.compile(
    r"\b(?:burn(?:s|ed|t|ing)?|fire|flood(?:s|ed)?|drown(?:s|ed)?|stolen|thie(?:f|ves)|robbed|injured|wounded|hurts?"
    r"|ill|sick|fever|dies|dying|debts?|owes?|evicted|arrested|accus(?:es|ed)|threat(?:s|ens|ened)?|quarrels?"
    r"|betray(?:s|ed)|ruin(?:s|ed)?|collaps(?:es|ed)|bankrupt|dismissed|beaten|struck|hunger|starv(?:es|ing))\b"
)
"""Words of harm."""


def is_grave(text: str) -> bool:
    """Tell whether news weighs on whom it touches; all other news makes people curious.

    >>> is_grave("The dealer accuses Bob."), is_grave("Bob unwraps a bronze horn.")
    (True, False)
    """
    return tone_of(text) in _GRAVE or _HARM.search(text.casefold()) is not None


def tone_of(text: str) -> str:
    """Return the tone of what somebody tells: a wish for praise, grief, guilt, anger, worry, joy,
    tenderness, a riddle, a resolve; "" where its words have none.

    >>> tone_of("I have told her, and should like to be praised for it."), tone_of("I shall mend it.")
    ('praise', 'resolve')
    >>> tone_of("We buried the dog."), tone_of("I have never been so happy."), tone_of("It is four.")
    ('grief', 'joy', '')
    """
    low = text.casefold()
    return next((name for name, words in _COMPILED.items() if words.search(low)), "")
