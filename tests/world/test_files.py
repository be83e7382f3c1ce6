"""Whatever lies in a folder, reading it ends in texts and located problems."""

import os
import shutil
from pathlib import Path

import pytest

from latticeville.core.problems import WorldError
from latticeville.world.io import files
from latticeville.world.io.files import read_project
from latticeville.world.load import check_texts, inspect_world, load_world
from tests.world.hut import FILES, where


def write(folder: Path, texts: dict[str, str] | None = None) -> Path:
    """Write the hut, or other texts, into a folder."""
    for name, text in (texts or dict(FILES)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def codes(folder: Path) -> list[str]:
    """Return the codes of the problems of a folder."""
    return [problem.code for problem in inspect_world(folder)[1]]


def test_a_folder_is_read_into_texts(tmp_path: Path) -> None:
    assert read_project(write(tmp_path / "hut"))[:2] == (FILES, [])
    assert load_world(tmp_path / "hut") == check_texts(FILES)[0]


def test_personas_are_shared_beside_worlds(tmp_path: Path) -> None:
    hut = write(tmp_path / "worlds" / "hut")
    (tmp_path / "personas").mkdir()
    (hut / "personas" / "bo.toml").rename(tmp_path / "personas" / "bo.toml")
    (tmp_path / "personas" / "ada.toml").write_text("name = 3")
    assert load_world(hut).people["bob"].persona.name == "Bo Berg"
    (tmp_path / "personas" / "bo.toml").write_text('name = "Bo"\nhoem = "east"')
    (problem,) = inspect_world(hut)[1]
    assert where(problem) == ("../../personas/bo.toml", 2, 1)
    assert problem.fix == "write “home”"


def test_personas_are_shared_beside_a_lone_world(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "personas").rename(tmp_path / "personas")
    assert load_world(hut).people.keys() == {"ada", "bob"}


def test_a_relative_folder_finds_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hut = write(tmp_path / "worlds" / "hut")
    (hut / "personas").rename(tmp_path / "personas")
    monkeypatch.chdir(hut)
    assert load_world(Path()).name == "Hut"


@pytest.mark.parametrize(
    ("folder", "code"), [("nowhere", "no-world"), ("file", "no-world"), ("empty", "no-world")]
)
def test_no_world_is_one_problem(tmp_path: Path, folder: str, code: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    assert codes(tmp_path / folder) == [code]
    with pytest.raises(WorldError, match=folder):
        load_world(tmp_path / folder)


def test_a_missing_persona_is_told_where_it_is_named(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "personas" / "bo.toml").unlink()
    (problem,) = inspect_world(hut)[1]
    assert (problem.code, *where(problem)) == ("unknown-persona", "world.toml", 54, 1)


def test_a_world_without_any_personas_has_one_problem(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    shutil.rmtree(hut / "personas")
    (problem,) = inspect_world(hut)[1]
    assert (problem.code, *where(problem)) == ("unknown-persona", "world.toml", 51, 1)
    assert problem.what == "2 personas are missing: ada, bo"
    assert (
        problem.fix
        == "copy the folder personas into the world folder, or write personas/ada.toml and the "
        "others"
    )


def test_of_very_many_missing_personas_the_first_are_named(tmp_path: Path) -> None:
    ville = shutil.copytree(Path(__file__).parents[2] / "worlds" / "ville", tmp_path / "ville")
    (problem,) = inspect_world(ville)[1]
    assert problem.what == "10 personas are missing: ada, byron, cleo, dax, edda, …"


def test_marks_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    for name, text in FILES.items():
        (hut / name).write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_world(hut) == check_texts(FILES)[0]


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"#####\n#.\xff.#\n", "not-utf-8", 2, 3),
        ("é\xe9".encode() + b"\xc3", "not-utf-8", 1, 3),
        (b"##\n\0#\n", "nul-byte", 2, 1),
        ("#".encode("utf-16"), "not-utf-8", 1, 1),
    ],
)
def test_bytes_that_are_no_text_are_located(
    tmp_path: Path, data: bytes, code: str, line: int, column: int
) -> None:
    hut = write(tmp_path / "hut")
    (hut / "world.map").write_bytes(data)
    problem = inspect_world(hut)[1][0]
    assert (problem.code, *where(problem)) == (code, "world.map", line, column)
    assert "missing-map" not in codes(hut)


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hut = write(tmp_path / "hut")
    monkeypatch.setattr(files, "MAX_BYTES", 2000)
    with (hut / "kinds.toml").open("ab") as file:
        file.truncate(2001)
    (problem,) = inspect_world(hut)[1]
    assert (problem.file, problem.code) == ("kinds.toml", "unreadable")
    assert "larger than" in problem.what


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "kinds.toml").unlink()
    (hut / "kinds.toml").mkdir()
    os.mkfifo(hut / "pipe")
    (hut / "world.toml").write_text(f'map = "pipe"\n{FILES["world.toml"]}')
    assert [(each.file, each.code) for each in inspect_world(hut)[1]] == [
        ("kinds.toml", "unreadable"),
        ("pipe", "unreadable"),
    ]


@pytest.mark.parametrize(
    "name", ["../secret", "{}/secret", "link", "personas/../../secret", "folder/secret"]
)
def test_no_path_leaves_the_project(tmp_path: Path, name: str) -> None:
    hut = write(tmp_path / "project" / "worlds" / "hut")
    (tmp_path / "project" / "worlds" / "secret").write_text("secret")
    (hut / "link").symlink_to(tmp_path / "project" / "worlds" / "secret")
    (hut / "folder").symlink_to(tmp_path / "project" / "worlds")
    (hut / "world.toml").write_text(f'map = "{name.format(tmp_path)}"\n{FILES["world.toml"]}')
    texts, (problem,), _ = read_project(hut)
    assert "secret" not in texts.values()
    assert problem.code == "outside-project"
    assert codes(hut).count("outside-project") == 1
    assert "missing-map" not in codes(hut)


def test_shared_personas_may_not_be_a_link_to_elsewhere(tmp_path: Path) -> None:
    hut = write(tmp_path / "project" / "worlds" / "hut")
    (hut / "personas").rename(tmp_path / "elsewhere")
    (tmp_path / "project" / "personas").symlink_to(tmp_path / "elsewhere")
    assert {problem.code for problem in read_project(hut)[1]} == {"outside-project"}


def test_links_inside_the_project_are_followed(tmp_path: Path) -> None:
    hut = write(tmp_path / "worlds" / "hut")
    (hut / "personas").rename(tmp_path / "personas")
    (hut / "personas").symlink_to(tmp_path / "personas")
    (tmp_path / "shortcut").symlink_to(hut)
    assert load_world(hut).people.keys() == {"ada", "bob"}


def test_a_link_to_itself_is_a_problem(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "world.map").unlink()
    (hut / "world.map").symlink_to(hut / "world.map")
    assert codes(hut) == ["unreadable"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_file_that_is_closed_is_a_problem(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "world.map").chmod(0)
    assert codes(hut) == ["unreadable"]


def test_a_map_in_a_folder_of_its_own_is_read(tmp_path: Path) -> None:
    hut = write(tmp_path / "hut")
    (hut / "maps").mkdir()
    (hut / "world.map").rename(hut / "maps" / "winter.map")
    (hut / "world.toml").write_text(f'map = "maps/winter.map"\n{FILES["world.toml"]}')
    assert load_world(hut).files["maps/winter.map"] == FILES["world.map"]
