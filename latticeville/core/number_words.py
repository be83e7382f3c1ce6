"""Numbers as words."""

ONE_TO_TWELVE = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)

_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_BELOW_TWENTY = (*ONE_TO_TWELVE, *_TEENS)


def number_of(word: str) -> int | None:
    """Return the number that a word stands for, from 1 to 99; None for another word.

    >>> number_of("twelve"), number_of("sixty-six"), number_of("forty"), number_of("goat")
    (12, 66, 40, None)
    """
    if word in _BELOW_TWENTY:
        return _BELOW_TWENTY.index(word) + 1
    tens, _, ones = word.partition("-")
    if tens not in _TENS or (ones and ones not in ONE_TO_TWELVE[:9]):
        return None
    return 10 * (_TENS.index(tens) + 2) + (ONE_TO_TWELVE.index(ones) + 1 if ones else 0)
