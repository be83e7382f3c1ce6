"""The capital at the beginning of a sentence."""


def capital(text: str) -> str:
    """Return a text with a capital at its beginning; all other letters stay.

    >>> capital("nobody came"), capital("")
    ('Nobody came', '')
    """
    return f"{text[:1].upper()}{text[1:]}"
