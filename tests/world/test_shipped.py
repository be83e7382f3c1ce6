"""Shipped worlds: found by name, shadowed by the user's own, copied whole, and never written."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.core.disk import FolderExistsError
from latticeville.world import shipped
from latticeville.world.load import inspect_world, load_world
from latticeville.world.shipped import (
    NAMES,
    copy_shipped,
    find_world,
    is_shipped,
    own_folder,
    shipped_worlds,
)
from tests.world_folders import ROOT


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder outside the checkout."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_world_of_the_repository_is_shipped_and_without_problems() -> None:
    assert {path.parent.name for path in (ROOT / "worlds").glob("*/world.toml")} == {*NAMES}
    assert [*shipped_worlds()] == [*NAMES]
    for folder in shipped_worlds().values():
        assert inspect_world(folder)[1] == []


def test_the_wheel_takes_every_shipped_world() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["wheel"]
    taken = {name for name in wheel["only-include"] if name.startswith("worlds/")}
    assert taken == {f"worlds/{name}" for name in NAMES}


def test_a_name_finds_the_shipped_world_and_own_folders_win(elsewhere: Path) -> None:
    assert find_world(Path("ville")) == shipped_worlds()["ville"]
    (elsewhere / "worlds" / "ville").mkdir(parents=True)
    assert find_world(Path("ville")) == Path("worlds/ville")
    (elsewhere / "ville").mkdir()
    assert find_world(Path("ville")) == Path("ville")
    (elsewhere / "worlds" / "harbour").mkdir()
    assert find_world(Path("harbour")) == Path("worlds/harbour")


@given(st.text(min_size=1, max_size=30).filter(lambda text: text not in NAMES))
def test_what_names_no_world_stays_as_it_is(text: str) -> None:
    named = Path(text)
    assert find_world(named) == named
    assert shipped.missing_world(named).startswith(f"there is no folder “{named}”; ")


@pytest.mark.parametrize("typed", ["worlds/ville", "games/ville", "../ville"])
def test_a_path_is_no_name(typed: str) -> None:
    assert find_world(Path(typed)) == Path(typed)
    assert shipped.missing_world(Path(typed)).endswith("did you mean ville?")


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_the_same_world_and_can_be_written(name: str) -> None:
    folder = shipped_worlds()[name]
    before = contents(folder)
    assert is_shipped(folder)
    assert own_folder(folder) == Path("worlds") / name
    copy = copy_shipped(folder)
    assert load_world(copy) == load_world(folder)
    assert before.items() <= contents(copy).items()
    assert not is_shipped(copy)
    assert find_world(Path(name)) == copy == own_folder(copy)
    with pytest.raises(FolderExistsError, match=name):
        copy_shipped(folder)
    assert contents(folder) == before


def test_a_checkout_edits_its_own_worlds_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert find_world(Path("ville")) == Path("worlds/ville")
    assert not is_shipped(Path("worlds/ville"))
    assert not is_shipped(shipped_worlds()["ville"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "vile"], "latticeville check: there is no folder “vile”; did you mean ville?"),
        (
            ["run", "worlds/square"],
            "latticeville run: there is no folder “worlds/square”; did you mean square?",
        ),
        (["cast", "qqq"], f"there is no folder “qqq”; shipped worlds: {', '.join(NAMES)}"),
        (["persona", "islnd", "una"], "did you mean island?"),
        (["export", "famin", "map.svg"], "did you mean famine?"),
        (["export", "famine", "out", "--terrarium"], "famine is not a run"),
        (["import", "people.json", "vile"], "there is no “people.json”"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], elsewhere: Path
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err
    assert [*elsewhere.iterdir()] == []


def test_commands_take_a_shipped_world_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "square"]) == 0
    assert capsys.readouterr().err == "✓ square: no problems\n"
    assert main(["cast", "square"]) == 0
    assert main(["persona", "square", "mina"]) == 0
    assert main(["export", "square", "square.txt"]) == 0
    assert main(["run", "square", "--ticks", "2", "--view", "none"]) == 0
    assert Path("runs/run-001/segment-000.jsonl").is_file()
    assert not Path("worlds").exists()


def test_people_are_imported_into_a_copy(capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(shipped_worlds()["square"])
    Path("whispers.csv").write_text("Name,Whisper\nMina Sund,The well is deep.\n", "utf-8")
    code = main(["import", "whispers.csv", "square"])
    assert code == 0, capsys.readouterr().err
    assert b"The well is deep." in contents(Path("worlds/square"))["personas/mina.toml"]
    assert contents(shipped_worlds()["square"]) == before
