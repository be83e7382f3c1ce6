"""Prompts that a world brings, such as `prompts/en/answer.md`, in place of the engine's."""

import re
from collections.abc import Mapping

PROMPTS_FOLDER = "prompts"
SHIPPED_LANGUAGES = ("en",)
"""Languages in which the engine itself can ask."""
SEPARATOR = "---"
"""The line between what all requests of a kind share and what is one's own."""
LANGUAGE_PATTERN = r"[a-z]{2,3}(-[A-Z]{2})?"
PROMPT_FILE_PATTERN = r"[a-z_]+\.md"
_PROMPT = re.compile(rf"{PROMPTS_FOLDER}/(?P<key>{LANGUAGE_PATTERN}/[a-z_]+)\.md")


def find_prompts(files: Mapping[str, str]) -> dict[str, str]:
    """Return the prompts among the texts of a world, by language and name.

    >>> find_prompts({"prompts/en/answer.md": "Answer.", "world.map": "#"})
    {'en/answer': 'Answer.'}
    """
    found = ((_PROMPT.fullmatch(file), files[file]) for file in sorted(files))
    return {match["key"]: text for match, text in found if match}


def split_prompt(text: str) -> tuple[str, str] | None:
    r"""Return what stands above and below the line `---`; None where there is no such line.

    >>> split_prompt("Answer.\n---\n$name")
    ('Answer.', '$name')
    """
    above, line, below = f"\n{text}\n".partition(f"\n{SEPARATOR}\n")
    return (above.strip(), below.strip()) if line else None


_PERSON_WORDS = ("about", "doing", "hour", "name", "place", "time", "weekday")
_PLAN_WORDS = (
    *_PERSON_WORDS,
    "agreed",
    "because",
    "date",
    "from",
    "home",
    "memories",
    "routine",
    "rows",
    "to",
    "work",
)
PROMPT_WORDS: Mapping[str, tuple[str, ...]] = {
    "act": (
        *_PERSON_WORDS,
        "agreed",
        "beliefs",
        "body",
        "forms",
        "goal",
        "happened",
        "heard",
        "heard_line",
        "lines",
        "memories",
        "nature",
        "opinion",
        "options",
        "other",
        "outside",
        "plan",
        "planned",
        "proposal",
        "recent",
        "relation",
        "rules",
        "secrets",
        "seen",
        "starving",
        "state",
        "to",
        "topics",
        "turn",
        "values",
    ),
    "answer": (
        *_PERSON_WORDS,
        "company",
        "goal",
        "heard",
        "lines",
        "memories",
        "more",
        "opinion",
        "relation",
        "secrets",
        "to",
        "topics",
        "turn",
        "view",
    ),
    "chat": (
        *_PERSON_WORDS,
        "heard",
        "lines",
        "portrait",
        "routine",
        "secrets",
        "self",
        "statements",
        "texts",
    ),
    "commit": (*_PERSON_WORDS, "agreed", "heard", "heard_line", "ids", "places", "to"),
    "day": (*_PLAN_WORDS, "ids", "places"),
    "greet": (
        *_PERSON_WORDS,
        "company",
        "memories",
        "relation",
        "secrets",
        "their_doing",
        "to",
        "topics",
    ),
    "hours": (*_PLAN_WORDS, "ids", "place_id", "places"),
    "identity": (*_PERSON_WORDS, "memories", "persona"),
    "insights": (*_PERSON_WORDS, "least", "most", "question", "statements", "texts"),
    "interview": (
        *_PERSON_WORDS,
        "category",
        "date",
        "plan",
        "portrait",
        "question",
        "statements",
        "texts",
    ),
    "polish": ("heading", "text"),
    "questions": (*_PERSON_WORDS, "count", "statements"),
    "rate": ("count", "statements", "texts"),
    "react": (*_PERSON_WORDS, "choices", "memories", "seen"),
    "relate": (*_PERSON_WORDS, "agreed", "lines", "relation", "to"),
    "steps": (*_PLAN_WORDS, "place_id", "uses"),
}
"""The words that each kind of question fills in: `$name` in its prompt stands for a name."""
