"""The built-in mind as a model: each kind of request has one rule."""

from collections.abc import Callable, Mapping, Sequence

from latticeville.mind.builtin import days, interview, invitations, talk
from latticeville.mind.builtin.act import choose_action
from latticeville.mind.builtin.conclusions import draw_insights
from latticeville.mind.builtin.ratings import rate
from latticeville.mind.builtin.relations import sum_up
from latticeville.models import fake
from latticeville.models.fake import FakeLLM
from latticeville.models.model import RULES, Reply, Request

_RULES: Mapping[str, Callable[[Request], str]] = {
    "act": choose_action,
    "greet": talk.greet,
    "answer": talk.answer,
    "chat": interview.chat,
    "interview": interview.interview,
    "commit": invitations.decide,
    "hours": days.hours,
    "insights": draw_insights,
    "rate": rate,
    "relate": sum_up,
}
"""How each kind of request is answered; the others are planned by routine."""
BUILTIN_RULES = "builtin 1"
"""The name and the version of these rules: another one whenever a rule replies otherwise to the
same data."""
FACTS_READ: Mapping[str, tuple[str, ...]] = {
    "hours": fake.FACTS_READ["hours"],
    "insights": ("most",),
}
"""The facts that the rule of each kind of request reads beside the typed data."""
FACTS_OF_QUESTIONS = ("least", "most", "question")
"""Those of insights that answer a question."""


class BuiltinMind:
    """Answers every request by rules, from its typed data and a few facts alone."""

    def __init__(self) -> None:
        self._planner = FakeLLM()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [self._answer_one(request) for request in requests]

    def answer_alike(
        self, requests: Sequence[Request], _askers: Sequence[Sequence[str]]
    ) -> list[Reply] | None:
        """Return one reply a request: no rule of an action asks whose it is."""
        return self.answer(requests) if all(one.kind == "act" for one in requests) else None

    def _answer_one(self, request: Request) -> Reply:
        rule, reads = _RULES.get(request.kind), _facts_read(request)
        if rule is None:
            return self._planner.answer([request])[0]
        return Reply(rule(request), source=RULES, rules=BUILTIN_RULES, reads=reads)


def _facts_read(request: Request) -> tuple[str, ...]:
    """Return the facts that a rule reads; how many insights are due is read only where they answer
    a question."""
    asks = request.kind == "insights" and request.facts.get("question")
    return FACTS_OF_QUESTIONS if asks else FACTS_READ.get(request.kind, ())
