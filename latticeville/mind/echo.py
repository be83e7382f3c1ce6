"""Echoes: what somebody has said, given back to them as a question, so that the answer is to their own
words."""

import re

MAX_ECHO = 72
"""Letters of an echo."""
LEAST_WORDS = 3
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z“])")
_CLAUSE = re.compile(
    r"[;:]\s|,\s(?:and|but|so|because|until|in case|if|when|while|though|which|who|where|with)\b"
)
_MORE = re.compile(r"\s(?:in|to|for|of) which\s|\s(?:with|that|and|because|so that)\s")
"""Where a long clause may end sooner."""
_THERE = re.compile(r"^There (?:is|are) ")
_TO_SECOND = {
    "I": "you",
    "me": "you",
    "my": "your",
    "My": "Your",
    "mine": "yours",
    "myself": "yourself",
    "Me": "You",
}
_VERBS = {"am": "are", "was": "were"}
_TOKEN = re.compile(r"\w+(?:['’]\w+)?|[^\w\s]|\s+")
_OF_OTHERS = re.compile(r"\b(?:you|your|yours|we|us|our|ours)\b", re.IGNORECASE)
_OF_BOTH = re.compile(r"\b(?:I|me|my|mine|myself|you|yours?|yourself|we|us|ours?)\b", re.IGNORECASE)
MAX_QUOTE = 60
"""Letters of a sentence that somebody repeats."""
_OF_OTHER_WORDS = re.compile(r"\b(?:it|them|they|she|he|her|him|that|this)\b")
"""Words that stand for what only the sentences before name."""
_OF_THOUGHT = re.compile(
    r"I (?:should|would|could|might|must|wish|hope|want|think|believe|know|do not|did not|am|was|shall|will|have to)\b"
)
"""How sentences begin that nobody asks back, since they tell of no deed."""
_QUESTION = re.compile(r"[?!“”…]")


def echo(text: str) -> str:
    """Return the first clause of what somebody has said of themselves as a question to them; "" where
    it is long, a question itself, or of the hearer.

    >>> echo("I was afraid of my own dog, and I sold it."), echo("There is a comet in the Ram. So.")
    ('You were afraid of your own dog?', 'A comet in the Ram?')
    >>> echo("I saw what you did."), echo("So it is.")
    ('', 'So it is?')
    """
    first = _SENTENCES.split(text.strip(), maxsplit=1)[0].rstrip(".")
    clause = _THERE.sub("", _CLAUSE.split(first, maxsplit=1)[0].strip())
    if len(clause) > MAX_ECHO:
        clause = _MORE.split(clause, maxsplit=1)[0]
    is_plain = not _OF_OTHERS.search(clause) and not _QUESTION.search(clause)
    if not is_plain or len(clause.split()) < LEAST_WORDS:
        return ""
    asked = f"{_in_second_person(clause)}?"
    return f"{asked[:1].upper()}{asked[1:]}" if len(asked) <= MAX_ECHO else ""


def quotable(text: str) -> str:
    """Return the last short sentence of what somebody has said that speaks of neither of the two;
    "" for none.

    >>> quotable("I drive with onions this week. Onions forgive a road.")
    'Onions forgive a road.'
    >>> quotable("I like it. Do you?")
    ''
    """
    for one in reversed(_SENTENCES.split(text.strip())):
        is_short = len(one) <= MAX_QUOTE and len(one.split()) >= LEAST_WORDS
        if is_short and not _QUESTION.search(one) and not _OF_BOTH.search(one):
            return one
    return ""


def last_echo(text: str) -> str:
    """Return the last sentence of what somebody has said of themselves as a question to them; "" where
    it is none.

    >>> last_echo("The crate has eleven springs. I took the twelfth out of my bed.")
    'You took the twelfth out of your bed?'
    >>> last_echo("I should have liked to see it.")
    ''
    """
    last = _SENTENCES.split(text.strip())[-1]
    is_of_self = last.startswith(("I ", "My ")) and not _OF_THOUGHT.match(last)
    is_of_self = is_of_self and not _OF_OTHER_WORDS.search(last)
    return echo(last) if is_of_self else ""


def _in_second_person(clause: str) -> str:
    """Return what somebody says of themselves as it is said to them."""
    said: list[str] = []
    before = ""
    for token in _TOKEN.findall(clause):
        is_own_verb = before == "I" and token in _VERBS
        said.append(_VERBS[token] if is_own_verb else _TO_SECOND.get(token, token))
        before = before if token.isspace() else token
    return "".join(said)
