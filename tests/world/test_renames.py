"""A file or a key with its old name works for a release, and the new name is told where it is
written."""

from pathlib import Path

import pytest

from latticeville.core.problems import Severity
from latticeville.world.io import renames
from latticeville.world.io.renames import RenamedKey
from latticeville.world.load import build_unchecked, check_texts, inspect_world
from tests.world.hut import FILES, place, where
from tests.world.test_files import write

OLD = {("things.toml" if name == "kinds.toml" else name): text for name, text in FILES.items()}


def test_a_world_with_the_old_name_of_a_file_is_the_same_and_says_so(tmp_path: Path) -> None:
    new, problems = inspect_world(write(tmp_path / "new"))
    old, found = inspect_world(write(tmp_path / "old", OLD))
    assert (old, problems) == (new, [])
    (problem,) = found
    assert (where(problem), problem.severity) == (("things.toml", 1, 1), Severity.WARNING)
    assert (problem.what, problem.fix) == (
        "“things.toml” is the old name of “kinds.toml”",
        "rename it to kinds.toml",
    )


def test_a_mistake_in_a_file_with_the_old_name_is_told_there(tmp_path: Path) -> None:
    text = FILES["kinds.toml"].replace("portable = true", "portable = 3")
    _, found = inspect_world(write(tmp_path / "hut", {**OLD, "things.toml": text}))
    files = {**FILES, "kinds.toml": text}
    assert (found[0].file, found[0].line) == (
        "things.toml",
        place(files, "kinds.toml", "portable = 3")[1],
    )


def test_a_file_with_both_names_is_an_error_that_says_which_to_delete(tmp_path: Path) -> None:
    world, found = inspect_world(write(tmp_path / "hut", {**FILES, "things.toml": "kinds ="}))
    assert world == check_texts(FILES)[0]
    (problem,) = found
    assert (where(problem), problem.severity) == (("things.toml", 1, 1), Severity.ERROR)
    assert problem.fix == "delete things.toml"


def test_texts_that_a_run_has_kept_under_the_old_name_are_the_same_world() -> None:
    assert build_unchecked(OLD) == build_unchecked(FILES)


KEYS = (
    RenamedKey("world.toml", (), "title", "name"),
    RenamedKey("world.toml", ("people", "*"), "lives", "home"),
    RenamedKey("kinds.toml", ("kinds", "*"), "sign", "glyph"),
    RenamedKey("personas/*.toml", (), "calling", "name"),
)
WRITTEN = {
    **FILES,
    "world.toml": FILES["world.toml"]
    .replace('name = "Hut"', 'title = "Hut"', 1)
    .replace("home =", "lives ="),
    "kinds.toml": FILES["kinds.toml"].replace("glyph =", "sign =", 1),
    "personas/bo.toml": FILES["personas/bo.toml"].replace("name =", "calling =", 1),
}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take some keys for renamed."""
    monkeypatch.setattr(renames, "KEYS", KEYS)


@pytest.mark.usefixtures("renamed")
def test_old_keys_are_read_and_each_is_told_where_it_is_written() -> None:
    world, found = check_texts(WRITTEN)
    new, problems = check_texts(FILES)
    assert world is not None
    assert new is not None
    assert (world.name, world.kinds, world.people) == (new.name, new.kinds, new.people)
    assert problems == []
    assert {problem.code for problem in found} == {"old-name"}
    assert {problem.severity for problem in found} == {Severity.WARNING}
    told = {where(problem): problem.fix for problem in found}
    assert told[place(WRITTEN, "world.toml", "title")] == "rename it to name"
    assert told[place(WRITTEN, "kinds.toml", "sign")] == "rename it to glyph"
    assert told[place(WRITTEN, "personas/bo.toml", "calling")] == "rename it to name"
    assert sum(fix == "rename it to home" for fix in told.values()) == WRITTEN["world.toml"].count(
        "lives ="
    )


@pytest.mark.usefixtures("renamed")
def test_a_mistake_in_the_value_of_an_old_key_is_told_at_that_key() -> None:
    files = {**WRITTEN, "kinds.toml": WRITTEN["kinds.toml"].replace("sign = ", "sign = 3 #", 1)}
    (found,) = [problem for problem in check_texts(files)[1] if problem.severity is Severity.ERROR]
    assert where(found) == place(files, "kinds.toml", "sign")


@pytest.mark.usefixtures("renamed")
def test_a_key_with_both_names_is_an_error_at_the_old_one() -> None:
    files = {**FILES, "world.toml": f'title = "Hut"\n{FILES["world.toml"]}'}
    (found,) = check_texts(files)[1]
    assert (where(found), found.severity) == (("world.toml", 1, 1), Severity.ERROR)


def test_the_model_of_decisions_under_need_is_that_of_actions() -> None:
    models = '\n[minds]\nmodels = { survive = "fake" }\n'
    world, (found,) = check_texts({**FILES, "world.toml": FILES["world.toml"] + models})
    assert world is not None
    assert world.minds.models == {"act": "fake"}
    assert (found.code, found.fix) == ("old-name", "rename it to act")
