"""Replace characters that would control a terminal, reorder a line or hide text."""

TYPE_CHECKING = False  # typing.TYPE_CHECKING would import typing
if TYPE_CHECKING:
    import re

REPLACEMENT = "\ufffd"
"""Stands for each character that is not printed."""
_ASCII = r"[\x00-\x08\x0b-\x1f\x7f]"
_ANY = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # direction of writing
    "\u2028\u2029"  # line and paragraph separators
    "\u180e\u200b\u2060-\u2065\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # invisible
    "\ud800-\udfff]"  # halves of characters
)


def unsafe_pattern(text: str) -> "re.Pattern[str]":
    """Return the pattern of what is not safe to print, the fastest that does for the text."""
    import re  # not at the top: `latticeville --version` does without

    return re.compile(_ASCII if text.isascii() else _ANY)


def make_printable(text: str) -> str:
    r"""Return a text in which each unsafe character is replaced; line feeds and tabs stay, a CR LF
    is a line feed.

    >>> make_printable("a\x1b[31m\tb\r\n") == "a\ufffd[31m\tb\n"
    True
    """
    if text.removesuffix("\n").isprintable():
        return text
    if "\r\n" in text:
        text = text.replace("\r\n", "\n")
    return unsafe_pattern(text).sub(REPLACEMENT, text)


def escape_json(text: str, *, only_ascii: bool = False) -> str:
    r"""Return a JSON text in which unsafe characters, or all but ASCII, stand as `\u` and four
    digits.

    >>> escape_json('"a\x9b\u202eb"')
    '"a\\u009b\\u202eb"'
    """
    import re

    pattern = re.compile("[^\n\t -~]") if only_ascii else unsafe_pattern(text)
    return pattern.sub(_escape_character, text)


def _escape_character(found: "re.Match[str]") -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(
        f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2)
    )
