"""Fold text for searching: ignore case and accents."""

import unicodedata


def fold(text: str) -> str:
    """Return a text as it is compared: without case, and without accents and other marks on its
    letters.

    >>> fold("Café Élan") == fold("cafe elan")
    True
    """
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
