"""Prompts of a world's own, such as `prompts/en/answer.md`: they stand in the place of the engine's."""

import re
from collections.abc import Mapping

FOLDER = "prompts"
LANGUAGE = r"[a-z]{2,3}(-[A-Z]{2})?"
NAME = r"[a-z_]+\.md"
_PROMPT = re.compile(rf"{FOLDER}/(?P<key>{LANGUAGE}/[a-z_]+)\.md")


def prompts_of(files: Mapping[str, str]) -> dict[str, str]:
    """Return the prompts among the texts of a world, by language and name.

    >>> prompts_of({"prompts/en/answer.md": "Answer.", "world.map": "#"})
    {'en/answer': 'Answer.'}
    """
    found = ((_PROMPT.fullmatch(file), files[file]) for file in sorted(files))
    return {match["key"]: text for match, text in found if match}
