from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.model_args import chosen
from latticeville.models.cache_registry import shared_embedder, shared_model
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model, Reply, Request
from latticeville.models.model_notice import default_notice
from latticeville.models.request_text import RequestText
from latticeville.models.routes import RoutedModel, join_routes, split_routes
from latticeville.models.spec import make_model
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.world.io.model_names import find_model_problems
from latticeville.world.load import load_world
from latticeville.world.model.prompts import PROMPT_WORDS
from latticeville.world.model.settings import RequestKind
from tests.world_folders import SQUARE
from tests.worlds import build

NAMES = st.sampled_from(["ada", "ben", "cleo", "dora"])
SPECS = st.sampled_from(["fake", "mlx:a/b=c", "server:http://127.0.0.1:1/v1#x"])


class Signed:
    """Answers each request with its own name and the prompt, and counts how often it was asked."""

    def __init__(self, name: str) -> None:
        self.name, self.batches = name, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        self.batches += 1
        return [Reply(f"{self.name} {request.prompt}") for request in requests]


@given(st.lists(NAMES, max_size=12), st.dictionaries(NAMES, st.sampled_from(["big", "small"])))
def test_each_request_goes_to_whom_it_concerns_and_replies_stay_in_order(
    who: list[str], own: dict[str, str]
) -> None:
    models = {name: Signed(name) for name in ("all", "big", "small")}
    routed = RoutedModel(models["all"], {name: models[model] for name, model in own.items()})
    requests = [
        Request("choose", name, 1, RequestText(f"{place}")) for place, name in enumerate(who)
    ]
    wanted = [f"{own.get(name, 'all')} {place}" for place, name in enumerate(who)]
    assert [reply.text for reply in routed.answer(requests)] == wanted
    assert all(model.batches <= 1 for model in models.values())


@given(SPECS, st.dictionaries(NAMES, SPECS))
def test_specs_that_are_joined_come_apart_again(spec: str, own: dict[str, str]) -> None:
    assert split_routes(join_routes(spec, own)) == (
        spec,
        {who: one for who, one in own.items() if one != spec},
    )


def test_a_spec_with_a_model_of_somebodys_own_makes_both() -> None:
    assert isinstance(make_model("fake;ada=fake"), RoutedModel)
    assert isinstance(make_model("fake"), FakeLLM)


def test_a_run_whose_people_have_models_of_their_own_goes_on_with_them(tmp_path: Path) -> None:
    spec = "fake;otto=fake"
    model: Model = shared_model(spec)
    with_own = RecordedRun.start(tmp_path / "own", load_world(SQUARE), model, spec)
    plain = RecordedRun.start(tmp_path / "plain", load_world(SQUARE), FakeLLM(), "fake")
    for run in (with_own, plain):
        for _ in range(30):
            run.step()
        run.close()
    resumed = RecordedRun.resume(tmp_path / "own", shared_model, shared_embedder)
    resumed.step()
    resumed.close()
    told, other = Replay(tmp_path / "own"), Replay(tmp_path / "plain")
    assert told.segments[-1].header.model == spec
    assert told.last == 31
    assert told.at(30).state.minds == other.at(30).state.minds


def test_a_kind_of_request_may_have_a_model_of_its_own_and_replies_name_theirs() -> None:
    models = {name: Signed(name) for name in ("all", "small", "ada")}
    specs = {"": "mlx:all", "@rate": "mlx:small", "ada": "mlx:ada"}
    routed = RoutedModel(models["all"], {"@rate": models["small"], "ada": models["ada"]}, specs)
    pairs = (("rate", ""), ("day", "bob"), ("day", "ada"), ("rate", "ada"))
    replies = routed.answer([Request(kind, who, 1, RequestText("")) for kind, who in pairs])
    assert [reply.model for reply in replies] == ["mlx:small", "mlx:all", "mlx:ada", "mlx:ada"]
    assert split_routes("fake;@rate=mlx:small") == ("fake", {"@rate": "mlx:small"})


def test_a_world_names_models_for_kinds_and_the_command_line_replaces_all_of_them() -> None:
    world = build(
        "..",
        people={"ada": {"start": [0, 0]}},
        minds={"model": "fake", "models": {"rate": "mlx:small"}},
    )
    args = Namespace(llm=None, embedder=None)
    assert chosen(args, world)[0] == "fake;@rate=mlx:small"
    assert chosen(Namespace(llm="builtin", embedder=None), world)[0] == "builtin"


def test_a_kind_that_nobody_asks_is_no_key() -> None:
    assert {*get_args(RequestKind)} == {*PROMPT_WORDS} - {"chat", "interview", "polish"}


def test_a_hybrid_is_the_built_in_mind_with_the_words_of_a_model() -> None:
    talker = Signed("talker")
    first, own = split_routes("hybrid:mlx:small?temperature=0.7;ada=fake")
    assert (first, own["ada"], own["@greet"]) == ("builtin", "fake", "mlx:small?temperature=0.7")
    rules = Signed("rules")
    routed = RoutedModel(rules, {key: talker for key in own if key.startswith("@")})
    kinds = ("greet", "rate", "answer", "steps", "commit", "insights", "chat", "react")
    replies = routed.answer([Request(kind, "bob", 1, RequestText("")) for kind in kinds])
    assert [reply.text.strip() for reply in replies] == [
        "talker" if kind in ("greet", "answer", "chat") else "rules" for kind in kinds
    ]
    assert isinstance(make_model("hybrid:fake"), RoutedModel)
    assert isinstance(make_model("fake;ada=hybrid:fake"), RoutedModel)


def test_a_world_may_name_a_hybrid_and_a_missing_model_in_it_is_told() -> None:
    def problems(spec: str) -> list[str]:
        world = build("..", people={"ada": {"start": [0, 0]}}, minds={"model": spec})
        return [one.what for one in find_model_problems(world)]

    assert problems("hybrid:fake") == []
    assert problems("hybrid:nobody") == ["there is no model “nobody”"]


def test_a_hybrid_run_says_nothing_of_rules() -> None:
    assert default_notice("hybrid:mlx:small", "--llm SPEC") == ""
    assert default_notice("builtin", "--llm SPEC")
