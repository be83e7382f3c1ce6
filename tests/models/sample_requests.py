"""Requests for tests: eight decisions, half of them among choices and half in JSON."""

import json

from latticeville.models.model import Request
from latticeville.models.request_text import RequestText

CHOICES = ("keep to the plan", "talk to Mina", "go to the bakery", "go to the oak", "go")
SYSTEM = (
    "You live in a village named Ville. People there bake bread, mend nets and talk about "
    "the weather."
)
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "action": {"enum": ["move", "say", "wait"]},
            "place": {"type": "string", "enum": ["oak", "bakery", "Bäckerei “Zur Eiche”"]},
            "words": {"type": "string", "maxLength": 24},
            "how_often": {"type": "integer", "minimum": 0, "maximum": 9},
        },
        "required": ["action", "place", "words", "how_often"],
        "additionalProperties": False,
    }
)


def choosing(number: int) -> Request:
    """Return a request with choices."""
    lines = "\n".join(f"- {choice}" for choice in CHOICES)
    prompt = (
        f"It is {number}:00 and Mina stands at the oak. Answer with exactly one line of "
        f"these:\n{lines}"
    )
    return Request("react", f"p{number}", 1, RequestText(prompt, system=SYSTEM), choices=CHOICES)


def filling(number: int) -> Request:
    """Return a request with a schema."""
    prompt = (
        f"It is {number}:00 and you {'are hungry ' * (number % 3)}meet Mina. Answer in JSON: "
        "action, place, words."
    )
    return Request("act", f"p{number}", 1, RequestText(prompt, system=SYSTEM, schema=SCHEMA))


EIGHT = tuple(make(number) for number in range(1, 5) for make in (choosing, filling))
FOUR = EIGHT[:4]
"""Enough for a batch of rows that begin alike and end at different tokens."""
