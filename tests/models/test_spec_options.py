"""Options of a spec: temperature and seed, and a seed of its own for each request."""

import pytest

from latticeville.models.model import ModelError, Request
from latticeville.models.request_text import RequestText
from latticeville.models.resolve import resolve_spec
from latticeville.models.server import _request_body
from latticeville.models.spec import UnknownModelError, make_model
from latticeville.models.spec_options import SeededModel, SpecOptions, read_options, split_options
from tests.model_doubles import Listening

SERVER = "server:http://127.0.0.1:9/v1#small"


@pytest.mark.parametrize("base", ["mlx:small", SERVER, "mlx:~/models/Qwen?3"])
def test_options_stand_at_the_end_of_any_spec(base: str) -> None:
    assert split_options(f"{base}?temperature=0.7&seed=3") == (base, "?temperature=0.7&seed=3")
    assert split_options(base) == (base, "")
    assert read_options("?temperature=0.7") == SpecOptions(0.7, 0)


@pytest.mark.parametrize(
    "text", ["temperature=hot", "temperature=-1", "temperature=nan", "seed=1.5", "seed=-1"]
)
def test_a_value_that_cannot_be_used_is_refused(text: str) -> None:
    with pytest.raises(ModelError, match="from 0 to 2"):
        make_model(f"{SERVER}?{text}")


def test_rules_take_no_options() -> None:
    with pytest.raises(UnknownModelError, match="“fake” takes no options"):
        make_model("fake?seed=3")


def test_a_named_model_of_a_server_keeps_its_options() -> None:
    assert resolve_spec(f"{SERVER}?seed=3") == f"{SERVER}?seed=3"


def seeds(seed: int) -> list[int]:
    model = Listening()
    asked = [
        Request("greet", who, 1, RequestText(f"{who}?", facts={"to": "Bob", "hour": "9"}))
        for who in ("ada", "cid", "ada")
    ]
    SeededModel(model, seed).answer(asked)
    return [request.seed for request in model.requests]


def test_each_request_has_a_seed_of_its_own_that_a_replicate_has_again() -> None:
    first = seeds(3)
    assert first == seeds(3)
    assert first[0] == first[2] != first[1]
    assert not {*first} & {*seeds(4)}


def test_a_server_is_told_the_temperature() -> None:
    ask = Request("react", "ada", 1, RequestText("?"))
    assert [_request_body(ask, "small", attempt, 0.3)["temperature"] for attempt in (0, 1)] == [
        0.3,
        0.3,
    ]
    assert [_request_body(ask, "small", attempt)["temperature"] for attempt in (0, 1)] == [0, 0.7]
