"""How keys are written in help and footer."""

import unicodedata

from textual.keys import KEY_TO_UNICODE_NAME, format_key

SIGNS = {
    "full_stop": ".",
    "comma": ",",
    "question_mark": "?",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "slash": "/",
    "colon": ":",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "plus": "+",
    "underscore": "_",
    "minus": "-",
    "equals_sign": "=",
    "space": "space",
    "escape": "esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "pgup",
    "pagedown": "pgdn",
}
"""How keys are written."""


def key_name(key: str) -> str:
    """Write a key as people call it.

    >>> key_name("shift+left"), key_name("question_mark"), key_name("F"), key_name("greater_than_sign")
    ('shift+←', '?', 'F', '>')
    """
    *held, last = key.split("+")
    return "+".join([*held, SIGNS.get(last) or _sign(last)])


def _sign(key: str) -> str:
    """Return the sign that a key is named after, or its name."""
    if len(key) == 1:
        return format_key(key)
    try:
        sign = unicodedata.lookup(KEY_TO_UNICODE_NAME.get(key, key.replace("_", " ")))
    except KeyError:
        return key
    return sign if sign.isprintable() else key
