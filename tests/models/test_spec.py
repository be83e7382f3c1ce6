import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.plugins import MODEL_GROUP
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError
from latticeville.models.spec import UnknownModelError, make_embedder, make_model


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (
            "nobody",
            "there is no model “nobody”: choose one of (builtin, )?fake, mlx, server, transformers",
        ),
        ("mlx", "“mlx” needs to know which"),
        ("fake:x", "“fake” takes nothing after the colon"),
        ("server:http://example.com/v1", "names are not looked up"),
    ],
)
def test_a_spec_that_stands_for_nothing_is_told_in_a_sentence(spec: str, said: str) -> None:
    with pytest.raises((UnknownModelError, ModelError), match=said):
        make_model(spec)


def test_the_fake_is_made_as_it_is_and_embedders_likewise() -> None:
    assert isinstance(make_model("fake"), FakeLLM)
    assert make_embedder("hash").size == 512
    with pytest.raises(
        UnknownModelError,
        match="there is no embedder “x”: choose one of hash, sentence-transformers",
    ):
        make_embedder("x")


def test_the_built_in_mind_is_registered_and_needs_no_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))[
        "project"
    ]
    where = project["entry-points"][MODEL_GROUP]["builtin"]
    entry = EntryPoint("builtin", where, MODEL_GROUP)
    monkeypatch.setattr(
        "latticeville.models.spec.list_installed", lambda _group: {"builtin": entry}
    )
    assert type(make_model("builtin")) is BuiltinMind
    with pytest.raises(UnknownModelError, match="“builtin” takes nothing after the colon"):
        make_model("builtin:x")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without any extra."""
    for module in (
        "mlx",
        "mlx.core",
        "mlx_lm",
        "torch",
        "transformers",
        "wordllama",
        "sentence_transformers",
    ):
        monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("make", "spec", "extra"),
    [
        (make_model, "mlx:somewhere", "mlx"),
        (make_model, "transformers:somewhere", "transformers"),
        (make_embedder, "wordllama", "wordllama"),
        (make_embedder, "sentence-transformers", "embed"),
    ],
)
def test_a_missing_extra_is_named(make: type, spec: str, extra: str) -> None:
    with pytest.raises(UnknownModelError, match=rf"pip install 'latticeville\[{extra}\]'"):
        make(spec)


def test_a_run_with_an_unknown_model_exits_with_3_and_leaves_nothing(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    out = f"{tmp_path}/run"
    assert main(["run", "worlds/square", "--llm", "nobody", "--out", out]) == 3
    assert "there is no model “nobody”" in capsys.readouterr().err


def test_a_server_without_an_address_is_told_what_one_looks_like() -> None:
    with pytest.raises(
        UnknownModelError, match=r"needs to know which: server:http://127\.0\.0\.1:PORT/v1#MODEL$"
    ):
        make_model("server")


def test_bytes_that_are_no_text_are_refused_before_they_reach_a_log() -> None:
    with pytest.raises(UnknownModelError, match="not UTF-8"):
        make_model("server:http://127.0.0.1:1/v1#\udcff")
