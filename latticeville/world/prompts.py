"""Prompts of a world's own, such as `prompts/en/answer.md`: they stand in the place of the engine's."""

import re
from collections.abc import Mapping

FOLDER = "prompts"
SHIPPED = ("en",)
"""Languages in which the engine itself can ask."""
SPLIT = "---"
"""The line between what all requests of a kind share and what is one's own."""
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


def halves(text: str) -> tuple[str, str] | None:
    r"""Return what stands above and below the line `---`; None where there is no such line.

    >>> halves("Answer.\n---\n$name")
    ('Answer.', '$name')
    """
    above, line, below = f"\n{text}\n".partition(f"\n{SPLIT}\n")
    return (above.strip(), below.strip()) if line else None


_SELF = ("about", "doing", "hour", "name", "place", "time")
_DAY = (*_SELF, "because", "date", "from", "home", "memories", "routine", "rows", "to", "work")
WORDS: Mapping[str, tuple[str, ...]] = {
    "answer": (*_SELF, "goal", "heard", "lines", "memories", "opinion", "relation", "secrets", "to", "turn", "view"),
    "chat": (*_SELF, "heard", "lines", "portrait", "routine", "secrets", "self", "statements", "texts"),
    "day": (*_DAY, "ids", "places"),
    "greet": (*_SELF, "memories", "relation", "secrets", "their_doing", "to"),
    "hours": (*_DAY, "ids", "place_id", "places"),
    "identity": (*_SELF, "memories", "persona"),
    "insights": (*_SELF, "least", "most", "question", "statements", "texts"),
    "interview": (*_SELF, "category", "date", "plan", "portrait", "question", "statements", "texts"),
    "questions": (*_SELF, "count", "statements"),
    "rate": ("choices", "sentence"),
    "react": (*_SELF, "choices", "memories", "seen"),
    "steps": (*_DAY, "place_id", "uses"),
}
"""The words that each kind of question fills in: `$name` in its prompt stands for a name."""
