"""The built-in mind as a model: each kind of request has one rule."""

from collections.abc import Callable, Mapping, Sequence

from latticeville.llm.fake import FakeLLM
from latticeville.llm.model import RULES, Reply, Request
from latticeville.mind.builtin import answers, days, invitations, talk
from latticeville.mind.builtin.act import choose_action
from latticeville.mind.builtin.conclusions import draw_insights
from latticeville.mind.builtin.ratings import rate
from latticeville.mind.builtin.relations import sum_up
from latticeville.mind.builtin.survival import decide as survival

_RULES: Mapping[str, Callable[[Request], str]] = {
    "act": choose_action,
    "greet": talk.greet,
    "answer": talk.answer,
    "chat": answers.chat,
    "interview": answers.interview,
    "commit": invitations.decide,
    "hours": days.hours,
    "insights": draw_insights,
    "rate": rate,
    "relate": sum_up,
    "survive": survival.choose,
}
"""How each kind of request is answered; the others are planned by routine."""


class BuiltinMind:
    """Answers every request by rules, from its typed facts alone."""

    def __init__(self) -> None:
        self._planner = FakeLLM()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [self._answer_one(request) for request in requests]

    def _answer_one(self, request: Request) -> Reply:
        rule = _RULES.get(request.kind)
        return Reply(rule(request), source=RULES) if rule else self._planner.answer([request])[0]
