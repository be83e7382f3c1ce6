"""A name of a model or an embedder that no package brings is a problem where it is written."""

from pathlib import Path

import pytest

from latticeville.core.plugins import (
    EMBEDDER_GROUP,
    MODEL_GROUP,
    RULE_NAMES,
    RULES_GROUP,
    is_installed,
    list_installed,
)
from latticeville.world.io.files import write_world
from latticeville.world.io.model_names import find_model_problems
from latticeville.world.load import build_unchecked, inspect_world
from tests.world.hut import FILES, place, spoiled, where

BO = 'traits = ["quiet"]'


@pytest.mark.parametrize(
    ("line", "what", "fix"),
    [
        ('model = "bultin"', "there is no model “bultin”", "write “builtin”"),
        ('model = "fke?seed=3"', "there is no model “fke”", "write “fake”"),
        ('model = "fake;ada=mlq:x"', "there is no model “mlq”", "write “mlx”"),
        ('model = "x:y"', "there is no model “x”", "install the package that brings it"),
        ('embedder = "hsh"', "there is no embedder “hsh”", "write “hash”"),
    ],
)
def test_an_unknown_name_is_told_where_it_stands(line: str, what: str, fix: str) -> None:
    files = spoiled("world.toml", "[weather]\n", f"[minds]\n{line}\n\n[weather]\n")
    world = build_unchecked(files)[0]
    assert world
    (found,) = find_model_problems(world)
    assert found.what == what
    assert found.fix.endswith(fix)
    assert where(found) == place(files, "world.toml", line)


def test_models_of_kinds_and_of_people_are_checked_too(tmp_path: Path) -> None:
    files = spoiled("personas/bo.toml", BO, f'{BO}\nmodel = "mxl:big"')
    files |= spoiled(
        "world.toml", "[weather]\n", '[minds]\nmodels = { rate = "fak" }\n\n[weather]\n'
    ) | {"personas/bo.toml": files["personas/bo.toml"]}
    write_world(tmp_path / "hut", files)
    found = [one for one in inspect_world(tmp_path / "hut")[1] if one.code == "unknown-model"]
    assert [where(one) for one in found] == [
        place(files, "personas/bo.toml", 'model = "mxl'),
        place(files, "world.toml", 'rate = "fak"'),
    ]


@pytest.mark.parametrize(
    "spec",
    ["", "builtin", "fake", "mlx:PATH", "server:http://10.0.0.1:8080,http://127.0.0.1:1#m?seed=3"],
)
def test_names_that_are_installed_are_no_problem(spec: str) -> None:
    world = build_unchecked(
        spoiled("world.toml", "[weather]\n", f'[minds]\nmodel = "{spec}"\n\n[weather]\n')
    )[0]
    assert world
    assert find_model_problems(world) == []


@pytest.mark.parametrize(
    ("spec", "what"),
    [
        ("server:http://127.0.0.1:1,", "an address is missing beside a comma"),
        ("fake;@rate=server:http://gpu:8080#m", "“gpu” is a host name"),
        ("hybrid:server:127.0.0.1:8080", "is not the address of a local server"),
        ("server:http://ada:hunter2@127.0.0.1:1", "an address with a user or a password"),
        ("server:http://ada:hunter2;x@127.0.0.1:1", "an address with a user or a password"),
        ("server:http://ada:hunter2?x@127.0.0.1:1", "an address with a user or a password"),
    ],
)
def test_an_address_that_is_none_is_told_where_it_stands(spec: str, what: str) -> None:
    line = f'model = "{spec}"'
    files = spoiled("world.toml", "[weather]\n", f"[minds]\n{line}\n\n[weather]\n")
    world = build_unchecked(files)[0]
    assert world
    (found,) = find_model_problems(world)
    assert found.code == "bad-address"
    assert what in found.what
    assert "hunter2" not in found.what + found.why + found.fix
    assert where(found) == place(files, "world.toml", line)


def test_rules_are_known_without_reading_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*RULE_NAMES} == {MODEL_GROUP, EMBEDDER_GROUP, RULES_GROUP}
    assert "mlx" in list_installed(MODEL_GROUP)
    monkeypatch.setattr("latticeville.core.plugins.list_installed", None)
    assert all(is_installed(group, name) for group, names in RULE_NAMES.items() for name in names)


def test_the_hut_names_none() -> None:
    world = build_unchecked(dict(FILES))[0]
    assert world
    assert find_model_problems(world) == []


def test_a_set_of_rules_that_is_not_installed_is_told_where_it_stands() -> None:
    world = build_unchecked(spoiled("world.toml", "seed = 7", 'rules = ["social", "sozial"]'))[0]
    assert world
    (problem,) = find_model_problems(world)
    assert (problem.code, problem.what) == (
        "unknown-set-of-rules",
        "there is no set of rules “sozial”",
    )
    assert problem.fix == "write “social”"
    assert problem.line > 1
