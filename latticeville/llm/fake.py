"""A model for tests and first steps: its answers are computed from a request's facts alone."""

from collections.abc import Callable, Mapping, Sequence

from latticeville.llm.model import Reply, Request

Facts = Mapping[str, str]


class FakeLLM:
    """Answers every kind of request the same way for the same facts, in microseconds."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; a kind that has no rule gets its first choice, or nothing."""
        return [Reply(_RULES.get(request.kind, _first)(request)) for request in requests]


def _first(request: Request) -> str:
    return request.choices[0] if request.choices else ""


def _salute(hour: int) -> str:
    return "Good morning" if 4 <= hour < 11 else "Good evening" if hour >= 18 or hour < 4 else "Hello"


def _greet(request: Request) -> str:
    facts = request.facts
    return f"{_salute(int(facts['hour']))}, {facts['to']}."


def _answer(request: Request) -> str:
    """Say where one is going, then what one thinks of the topic, then what one thinks oneself."""
    facts = request.facts
    turn = int(facts["turn"])
    if turn == 1:
        return f"{_salute(int(facts['hour']))}, {facts['to']}. I am {facts['doing']}."
    if turn == 2:
        return facts.get("view") or f"I will leave you to it, {facts['to']}."
    view = facts.get("own_view")
    return f"And I say: {view}" if view else "That is a thought worth having."


def _react(request: Request) -> str:
    return request.choices[1] if len(request.choices) > 1 else request.choices[0]


_RULES: dict[str, Callable[[Request], str]] = {"greet": _greet, "answer": _answer, "react": _react}
