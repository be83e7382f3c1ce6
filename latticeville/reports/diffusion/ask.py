"""What people claim to know of a fact when they are asked, checked against their records."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from latticeville.core.progress import ProgressCallback
from latticeville.models.embed import Embedder
from latticeville.models.model import Model
from latticeville.reports.diffusion.spread import Fact, living_minds
from latticeville.reports.interview.ask import interview
from latticeville.reports.interview.questions import QuestionnaireItem
from latticeville.reports.rows import Emphasis, MemoryTarget, TextPart, ViewRow, count, line
from latticeville.sim.state import State

Says = Literal["yes", "no", "unclear"]
"""What an answer claims."""
Verdict = Literal["knows", "without provenance", "forgot", "does not know", "unclear"]
"""A claim beside the records: “without provenance” claims to know what no record tells."""
_YES = re.compile(r"\W*(yes|yeah|yep|indeed|of course|certainly|i (do|did|have|know|heard|was))\b")
_NO = re.compile(
    r"\W*(no|nope|not|never|i (don['’]t|do not|did not|didn['’]t|have not|haven['’]t|know nothing"
    r"|have heard of nobody|have no|can not|cannot|am not|never)|nobody|nothing)\b"
)


class Claimed(msgspec.Struct, frozen=True):
    """An answer: what it claims, how that fits the records, and the memories that it rests on."""

    who: str
    name: str
    question: str
    answer: str
    says: Says
    verdict: Verdict
    cites: tuple[int, ...]


def says_of(words: str) -> Says:
    """Return whether an answer says yes or no.

    >>> says_of("Yes. I saw it."), says_of("I don't know of one."), says_of("Ask Ada.")
    ('yes', 'no', 'unclear')
    """
    folded = words.casefold()
    return "no" if _NO.match(folded) else "yes" if _YES.match(folded) else "unclear"


def ask_everybody(
    state: State,
    fact: Fact,
    question: str,
    minds: tuple[Model, Embedder],
    looked: ProgressCallback,
) -> list[Claimed]:
    """Ask everybody who lives whether they know of a fact, and check each answer against the
    records."""
    asked = question.strip() or f"Do you know of this: {fact.text.strip('“”')}"
    people = living_minds(state)
    answers = interview(state, people, [QuestionnaireItem(asked)], *minds, looked)
    found = list[Claimed]()
    for one in answers:
        says = says_of(one.answer)
        holds = any(map(fact.is_in, state.minds[one.agent].memory))
        cites = tuple(cited.id for cited in one.cites)
        verdict = _verdict(says, holds=holds)
        found.append(Claimed(one.agent, one.name, asked, one.answer, says, verdict, cites))
    return found


def _verdict(says: Says, *, holds: bool) -> Verdict:
    if says == "unclear":
        return "unclear"
    if says == "yes":
        return "knows" if holds else "without provenance"
    return "forgot" if holds else "does not know"


def claim_rows(claims: Sequence[Claimed]) -> Iterator[ViewRow]:
    """Yield the question, how many claim what, and each answer with its verdict."""
    yield line("question", f"“{claims[0].question}”", Emphasis.STRONG)
    verdicts = [one.verdict for one in claims]
    told = ", ".join(f"{name}: {verdicts.count(name)}" for name in dict.fromkeys(verdicts))
    yield line("verdicts", f"{count(len(claims), 'answer')}: {told}")
    for one in claims:
        is_odd = one.verdict in ("without provenance", "forgot")
        parts = (
            TextPart(f"{one.name}: {one.verdict}", Emphasis.ALARM if is_odd else Emphasis.PLAIN),
            TextPart(f"  “{one.answer}”", Emphasis.QUIET),
        )
        target = MemoryTarget(one.who, one.cites[0]) if one.cites else None
        yield ViewRow(f"asked {one.who}", parts, target=target)
