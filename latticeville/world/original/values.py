"""Convert loose values of foreign files to values that our tables accept."""

import re


def parse_whole(value: object) -> int | None:
    """Return a number of cells, or None where the value is none.

    >>> parse_whole(3.0), parse_whole("3"), parse_whole(float("inf"))
    (3, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
        return None
    return int(value) if int(value) == value else None


def parse_gid(value: object) -> int:
    """Return the number of a tile with its flips, or 0 where the value is none.

    >>> parse_gid(1 << 31 | 5) == 1 << 31 | 5, parse_gid(-1), parse_gid("5")
    (True, 0, 0)
    """
    if isinstance(value, bool) or not isinstance(value, int):
        return 0
    return value if 0 < value < 1 << 32 else 0


def one_line(value: object, most: int) -> str:
    """Return a text on one line, at most so long; whatever is no text gives an empty one."""
    if not isinstance(value, str):
        return ""
    text = "".join(letter if letter.isprintable() else " " for letter in value)
    return " ".join(text.split())[:most].strip()


def clean_name(value: object) -> str:
    r"""Return a name as it is where it may stand so, and on one line where not.

    >>> clean_name("old  lamp"), clean_name("two\nlines"), clean_name(7)
    ('old  lamp', 'two lines', '')
    """
    if isinstance(value, str) and len(value) <= 200 and value.isprintable() and value.strip():
        return value
    return one_line(value, 200)


def slugify(value: object) -> str:
    """Return the id that looks most like a value.

    >>> slugify("Mochi Café"), slugify(7), slugify("")
    ('mochi_caf', 'x7', 'x')
    """
    text = (
        str(value)
        if isinstance(value, int) and parse_whole(value) is not None
        else one_line(value, 200)
    )
    name = re.sub(r"[^a-z0-9_]+", "_", text.lower()).strip("_")[:50]
    return name if name[:1].isalpha() else f"x{name}"


def parse_color(value: object) -> str | None:
    """Return a colour, or None where the value is none of ours."""
    text = one_line(value, 64).lower().replace(" ", "_")
    return text if re.fullmatch(r"[a-z][a-z0-9_-]*|#[0-9a-f]{6}", text) else None


def parse_number(text: str) -> object:
    """Return the number that a text holds, or the text.

    >>> parse_number("12"), parse_number("-1.5"), parse_number("1e999"), parse_number("ten")
    (12, -1.5, inf, 'ten')
    """
    if len(text) > 40 or not text.isascii():
        return text
    try:
        return int(text) if re.fullmatch(r"-?\d+", text) else float(text)
    except ValueError:
        return text


def parse_real(value: object) -> float | None:
    """Return a length, or None where the value is none.

    >>> parse_real(3), parse_real(-0.5), parse_real("3"), parse_real(float("nan"))
    (3.0, -0.5, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
        return None
    return float(value)
