"""A recipe makes its run again and says whether it is the same; what it cannot hold, it says."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.runs.recipe import LONGEST, PREFIX, RecipeError, make_recipe, read_recipe
from latticeville.runs.replay import Replay

SCRIPT = """
[[inputs]]
at = 5
do = "whisper"
who = "mina"
text = "You would like to give a party on Tuesday."
"""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which commands run."""
    (tmp_path / "inputs.toml").write_text(SCRIPT)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lived(*words: str) -> Path:
    """Run the square into a folder, and return it."""
    line = ["run", "square", "--ticks", "30", "--view", "none", "--out", "r", *words]
    assert main(line) == 0
    return Path("r")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--seed", "417"),
        ("--without", "memory", "--without", "planning"),
        ("--inputs", "inputs.toml"),
        ("--llm", "fake"),
    ],
    ids=lambda words: " ".join(words) or "plain",
)
def test_a_recipe_makes_the_same_run_to_the_byte(
    at: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    run = lived(*words)
    line = make_recipe(run)
    assert len(line) <= LONGEST
    assert not set(line) & set(" \n'\"$`\\")
    capsys.readouterr()
    assert main(["run", line, "--view", "none"]) == 0
    assert "same to the byte as the recipe" in capsys.readouterr().err
    (made,) = (at / "runs").iterdir()
    for name in ("segment-000.jsonl", "shelf.jsonl"):
        assert (made / name).read_bytes() == (run / name).read_bytes()
    assert Replay(made).last == 30


def test_a_fork_with_another_seed_has_a_recipe_too(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at.is_dir()
    lived()
    fork = ["fork", "r", "--tick", "12", "--seed", "5", "--ticks", "9", "--out", "f"]
    assert main([*fork, "--view", "none"]) == 0
    capsys.readouterr()
    assert main(["recipe", "f"]) == 0
    line = capsys.readouterr().out.strip()
    assert main(["run", line, "--out", "again", "--view", "none"]) == 0
    assert Replay(Path("again")).at(21).events == Replay(Path("f")).at(21).events


def test_another_seed_is_told_as_a_difference(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert at.is_dir()
    line = make_recipe(lived("--seed", "3"))
    other = line.replace(":3:30:", ":4:30:")
    assert other != line
    assert main(["run", other, "--view", "none", "--out", "x"]) == 1
    assert "the first difference is between tick 0 and tick 3" in capsys.readouterr().err


def test_another_edition_of_the_world_is_refused_before_the_run(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = make_recipe(lived())
    assert main(["new", "worlds/square"]) == 0
    capsys.readouterr()
    assert main(["run", line, "--out", "x"]) == 2
    assert "is not the one of the recipe" in capsys.readouterr().err
    assert not (at / "x").exists()


def test_what_no_line_can_hold_is_offered_as_a_capsule(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [f"{number * 7919 % 1000} of {number * 104729 % 9973}" for number in range(40)]
    (at / "inputs.toml").write_text("".join(SCRIPT.replace("a party", text) for text in texts))
    run = lived("--inputs", "inputs.toml")
    assert main(["recipe", str(run)]) == 1
    told = capsys.readouterr().err
    assert "its inputs need" in told
    assert "latticeville capsule r r.zip" in told


def test_a_world_that_was_edited_since_has_no_recipe(at: Path) -> None:
    assert main(["new", "worlds/mine"]) == 0
    run = ["run", "worlds/mine", "--ticks", "5", "--view", "none", "--out", "r"]
    assert main(run) == 0
    assert make_recipe(Path("r")).startswith(PREFIX)
    world = at / "worlds" / "mine" / "world.toml"
    world.write_text(world.read_text().replace("[simulation]", "[simulation]\nhearing = 2", 1))
    with pytest.raises(RecipeError, match="edited since"):
        make_recipe(Path("r"))
    shutil.rmtree(at / "worlds")
    with pytest.raises(RecipeError, match="not at hand"):
        make_recipe(Path("r"))


@given(st.text(max_size=80))
def test_any_text_is_a_recipe_or_told(text: str) -> None:
    with pytest.raises(RecipeError, match="no whole recipe"):
        read_recipe(PREFIX + text)


GOOD = "lv1:0.3.0:square:0123456789ab:-:7:30:builtin:-:0000,0000,0000,0000,0000,0000,0000,0000:0123456789abcdef"


@given(st.integers(0, 9), st.text(alphabet="0123456789abcdef,-:%Ö\0", max_size=12))
def test_a_field_that_was_changed_is_read_or_told(place: int, text: str) -> None:
    parts = GOOD.removeprefix(PREFIX).split(":")
    parts[place] = text
    with suppress(RecipeError):
        read_recipe(PREFIX + ":".join(parts))


def test_a_whole_line_is_read() -> None:
    recipe = read_recipe(GOOD)
    assert (recipe.world, recipe.seed, recipe.ticks, recipe.without) == ("square", 7, 30, ())
