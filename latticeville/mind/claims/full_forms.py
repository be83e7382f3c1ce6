"""Words in full: short forms, and turns of speech that stand for plain ones."""

import re

from latticeville.mind.claims.vocabulary import irregular_forms

_DONE = "|".join(form for form, plain in irregular_forms().items() if form != plain)
_SHORT = (
    (
        re.compile(
            r"\b(?:Miss|Mrs|Mr|Ms|Dr|Doctor|Madam|Mayor|Sister|Father|Aunt|Uncle)\.? (?=[A-Z])"
        ),
        "",
    ),
    (re.compile(r"\bcan['’]t\b"), "can not"),
    (
        re.compile(r"\bcan ?not (?:stand|bear|abide|stomach)(?= (?!up|still|on|there|straight)\w)"),
        "hates",
    ),
    (re.compile(r"\bwon['’]t\b"), "will not"),
    (re.compile(r"(\w)n['’]t\b"), r"\1 not"),
    (
        re.compile(
            r"\b(there|here|it|he|she|that|who|what|someone|somebody|everyone|everybody"
            rf"|nobody)['’]s (been|got|had|gone|{_DONE}|\w+(?:ed|en|wn|ne))\b"
        ),
        r"\1 has \2",
    ),
    (
        re.compile(
            rf"(\w)['’]s (?=(?:{_DONE}|\w+ed) (?:a|an|the|his|her|their|all|every|some|it|him|them"
            r"|off|away)\b)"
        ),
        r"\1 has ",
    ),
    (
        re.compile(
            r"\b(there|here|it|he|she|that|who|what|someone|somebody|everyone|everybody"
            r"|nobody)['’]s\b"
        ),
        r"\1 is",
    ),
    (re.compile(r"(\w)['’]s (?=(?:been|got|had|gone)\b)"), r"\1 has "),
    (
        re.compile(
            r"(\w)['’]s (?=(?:always|never|not|still|going|about to|a|an|the|too|so|out|off|on|in|at"
            r"|under|full|up|down|all|being|getting|no|closed|shut|open|ill|dead)\b)"
        ),
        r"\1 is ",
    ),
    (
        re.compile(
            r"(\w)['’]s (?=\w+ing (?:us|them|him|her|it|his|the|a|an|for|to|in|at|with|from|away"
            r"|out|all)\b)"
        ),
        r"\1 is ",
    ),
    (re.compile(r"\b(?:was|were) (?:seen|heard) to\b"), "did"),
    (
        re.compile(
            r"\b(?:is|was|are) expecting(?: (?:a (?:baby|child)|twins|another|her \w+|his \w+))?"
            r"(?=\W*$|,)|\b(?:is|was|are) in the family way\b"
            r"|\b(?:is|'s)? ?(?:going to have|having) (?:a baby|twins|a child)\b"
        ),
        "is pregnant",
    ),
    (re.compile(r"\b(is|was) an? (?:mother|father|parent)\b"), r"\1 with a child"),
    (re.compile(r"\b(?:no|not(?: any| very| much)?) good (?=at|with)"), "bad "),
    (re.compile(r"\b(was|were) (?:seen|heard) (?=\w+ing\b)"), r"\1 "),
    (re.compile(r"\b(?:lost|buried) (?:his|her|their) (?:\w+ )?(?:wife|husband)\b"), "was widowed"),
    (re.compile(r"\b(?:is|was|are|were|stands?) under (?:\w+ )?water\b"), "was flooded"),
    (
        re.compile(
            r"\b(?:no|not (?:one|an?)(?: single)?) (\w+) (?:(?:is|are|was|were) )?left\b"
            r"|\bnot (?:one|an?)(?: single)? (\w+) remains\b"
        ),
        r"every \1\2 gone",
    ),
    (
        re.compile(
            r"\b(?:drowning|swimming|sinking|up to (?:its|his|her|their|the|my) (?:\w+)) in"
            r" (?=debts?|work|money|bills|paper|love)\b"
        ),
        "deep in ",
    ),
    (re.compile(r"\bnothing (?:but|except|apart from|other than)\b"), "only"),
    (re.compile(r"['’]re\b"), " are"),
    (re.compile(r"['’]ve\b"), " have"),
    (re.compile(r"['’]ll\b"), " will"),
)
"""Short forms, with what they stand for."""


def in_full(text: str) -> str:
    """Return a text without short forms, and without that it was seen.

    >>> in_full("Bo was seen to fall."), in_full("Bo's been ill, they're saying, and Bo's hat is gone.")
    ('Bo did fall.', "Bo has been ill, they are saying, and Bo's hat is gone.")
    >>> in_full("There's not one apple left."), in_full("Bo can't swim and isn't good at cards.")
    ('There is every apple gone.', 'Bo can not swim and is bad at cards.')
    """
    for pattern, instead in _SHORT:
        text = pattern.sub(instead, text)
    return text
