from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.models.cache import CachedModel
from latticeville.models.limits import BudgetedModel, BudgetError, CheckedModel
from latticeville.models.model import ModelError, Reply, Request
from latticeville.models.request_text import RequestText

CHOOSE = Request("react", "ada", 1, RequestText("Well?"), choices=("go", "stay"))
SCHEMA = Request(
    "act", "ada", 1, RequestText("Well?", schema='{"type": "object", "required": ["mood"]}')
)
FREE = Request("greet", "ada", 1, RequestText("Well?"))


class Saying:
    """Answers by prompt: with words, or by raising what is found there."""

    def __init__(self, *words: str | Exception) -> None:
        self.words, self.asked = list(words), list[int]()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        self.asked.append(len(requests))
        said = [self.words[int(request.prompt)] for request in requests]
        for words in said:
            if isinstance(words, Exception):
                raise words
        return [Reply(str(words), tokens=(3, 4)) for words in said]


def at(request: Request, number: int) -> Request:
    return replace(request, text=RequestText(str(number), request.system, request.schema))


def test_a_guard_lets_what_fits_pass_and_frees_it_of_wrapping() -> None:
    model = CheckedModel(
        Saying(
            "go",
            " - stay",
            '<think>hm</think>\n{"choice": "go"}',
            '```json\n{"mood": 1}\n```',
            " Hello. ",
        )
    )
    requests = [at(CHOOSE, 0), at(CHOOSE, 1), at(CHOOSE, 2), at(SCHEMA, 3), at(FREE, 4)]
    assert [reply.text for reply in model.answer(requests)] == [
        "go",
        "stay",
        "go",
        '{"mood": 1}',
        "Hello.",
    ]


def test_a_guard_asks_once_more_for_what_does_not_fit_and_then_reports_it() -> None:
    saying = Saying("go", "fly", "{}", "{", "")
    replies = CheckedModel(saying).answer(
        [at(CHOOSE, 0), at(CHOOSE, 1), at(SCHEMA, 2), at(SCHEMA, 3), at(FREE, 4)]
    )
    assert saying.asked == [5, 4]
    assert replies[0] == Reply("go", tokens=(3, 4))
    assert [reply.error for reply in replies[1:]] == [
        "“fly” is none of the choices",
        "the reply lacks “mood”",
        "“{” is not JSON",
        "the reply is empty",
    ]
    assert not any(reply.text for reply in replies[1:])


def test_an_error_that_the_model_reports_is_final() -> None:
    class Failing:
        asked = 0

        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            self.asked += len(requests)
            return [Reply("", error="no answer in time") for _ in requests]

    model = Failing()
    assert CheckedModel(model).answer([CHOOSE])[0].error == "no answer in time"
    assert model.asked == 1


def test_a_second_try_that_fits_is_taken() -> None:
    class Late:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [Reply("go" if request.seed else "?") for request in requests]

    assert CheckedModel(Late()).answer([CHOOSE, FREE]) == [Reply("go"), Reply("?")]


@pytest.mark.parametrize(
    "error", [TimeoutError("late"), RuntimeError("boom"), KeyError("x"), MemoryError()]
)
def test_an_exception_costs_only_the_request_that_caused_it(error: Exception) -> None:
    replies = CheckedModel(Saying("go", error, "stay")).answer(
        [at(CHOOSE, 0), at(CHOOSE, 1), at(CHOOSE, 2)]
    )
    assert [reply.text for reply in replies] == ["go", "", "stay"]
    assert type(error).__name__ in replies[1].error


def test_too_few_replies_are_asked_for_one_by_one() -> None:
    class Lazy:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [Reply("go") for _ in requests[:1]]

    assert [reply.text for reply in CheckedModel(Lazy()).answer([CHOOSE, CHOOSE])] == ["go", "go"]


def test_a_model_that_cannot_be_used_ends_it() -> None:
    with pytest.raises(ModelError):
        CheckedModel(Saying(ModelError("gone"))).answer([at(CHOOSE, 0)])


@pytest.mark.parametrize(
    ("limit", "batches"), [({"calls": 3}, 2), ({"tokens": 15}, 2), ({"seconds": 2.5}, 3)]
)
def test_a_budget_stops_before_the_batch_that_follows_its_end(
    limit: dict[str, Any], batches: int
) -> None:
    saying = Saying("go")
    times = iter(range(100))
    model = BudgetedModel(saying, **limit, clock=lambda: float(next(times)))
    for _ in range(batches):
        assert len(model.answer([at(CHOOSE, 0)] * 2)) == 2
    with pytest.raises(BudgetError, match="is used up"):
        model.answer([at(CHOOSE, 0)])
    assert saying.asked == [2] * batches


def test_a_budget_without_limits_only_counts() -> None:
    model = BudgetedModel(Saying("go"))
    for _ in range(5):
        model.answer([at(CHOOSE, 0)])
    assert (model.used["calls"], model.used["tokens"]) == (5, 35)


def test_what_comes_from_a_cache_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    CachedModel(Saying("go"), "saying", path).answer([at(CHOOSE, 0)])
    model = BudgetedModel(CachedModel(Saying("go"), "saying", path), calls=1)
    for _ in range(3):
        model.answer([at(CHOOSE, 0)])
    assert not any((model.used["calls"], model.used["tokens"]))
