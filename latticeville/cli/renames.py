"""Old words of the command line, accepted for one release with a warning."""

import sys
from collections.abc import Mapping, Sequence

COMMANDS: Mapping[str, str] = {"report": "usage"}
"""The new name for each old one of a command."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "schema": {"things": "kinds"},
    "run": {"--input": "--inputs", "--report": "--usage"},
    **{command: {"--input": "--inputs"} for command in ("resume", "fork")},
}
"""By command: the new word for each old one, which is an option, such as `--model`, or one of an
argument's choices."""


def rename_words(words: Sequence[str]) -> list[str]:
    """Return a command line with the new word for each old one, and warn of these on stderr."""
    renamed = WORDS.get(words[0], {}) if words else {}
    return [_renamed(word, renamed if place else COMMANDS) for place, word in enumerate(words)]


def _renamed(word: str, renamed: Mapping[str, str]) -> str:
    option, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
    if option not in renamed:
        return word
    new = renamed[option]
    sys.stderr.write(
        f"warning: {option} was renamed to {new}; the old name is accepted until the next release\n"
    )
    return f"{new}{equals}{value}"
