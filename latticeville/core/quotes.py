"""Quotation marks around what somebody says."""

_SINGLE = str.maketrans("“”", "‘’")


def in_quotes(words: str) -> str:
    """Return words in quotation marks, with single ones where they quote others.

    >>> in_quotes("As Ada says: “The oak stays.”")
    '“As Ada says: ‘The oak stays.’”'
    """
    return f"“{words.translate(_SINGLE)}”"
