"""Who holds an office on which people have voted, asked for by its name."""

import re

from latticeville.core.text_fold import fold
from latticeville.mind.builtin.answers.answer import KnownAnswer, cite, rule
from latticeville.mind.builtin.answers.question import ReadQuestion
from latticeville.mind.builtin.answers.told_memory import tell
from latticeville.mind.builtin.answers.votes import decided_on_people
from latticeville.mind.interview_question import stems_of


def _holder(question: ReadQuestion, found: re.Match[str]) -> KnownAnswer | None:
    """Return who was voted into an office, or whether the person or another was; None where nobody
    is known to have been."""
    office, asked = stems_of(found["office"]), question.asked
    chosen = [
        (record, name)
        for record, name in decided_on_people(asked)
        if record.topic is not None and office == stems_of(fold(record.topic.about)) - _THE
    ]
    if not office or not chosen:
        return None
    record, name = max(chosen, key=lambda one: one[0].id)
    told = tell(record, asked)
    if not found["is"]:
        return cite(f"{name}. {told}", [record])
    own = fold(asked.persona.first_name) if found["who"] == "you" else found["who"]
    return cite(f"{'Yes' if own == fold(name) else 'No'}. {told}", [record])


_THE = stems_of("the a an")
RULES = (
    rule(
        _holder,
        r"^(?:and )?(?:who (?:is|became|becomes|has become|will be)|(?P<is>are|is|will) (?P<who>you|\w+)(?: be)?)"
        r"(?: still| now)? (?:the |our |your )?(?:new |next |current )?(?P<office>[\w']+)(?: now| today| here"
        r"| of \w+)?$",
        is_whole=True,
    ),
)
