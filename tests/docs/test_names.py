"""What the pages for developers name is there: files, folders, classes and layers."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.docs.runner import ROOT

PAGES = ("docs/architecture.md", "docs/documents.md", "docs/glossary.md", "CONTRIBUTING.md")
PACKAGES = [
    file for package in ("latticeville", "studio") for file in sorted((ROOT / package).rglob("*.*"))
]
SUFFIXES = (".py", ".toml", ".tcss", ".md")
OF_A_WORLD = {"world.toml", "kinds.toml", "personas/ada.toml", "stamps.toml"}


@cache
def classes() -> set[str]:
    """Return the names of all classes of both packages."""
    trees = [ast.parse(file.read_text("utf-8")) for file in PACKAGES if file.suffix == ".py"]
    return {
        node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }


def quoted(page: str) -> set[str]:
    """Return what a page quotes outside blocks of code, less names that stand for any."""
    text = re.sub(
        r"^```.*?^```$", "", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    return {
        name for name in re.findall(r"`([^`]+)`", text) if "NAME" not in name and "wave" not in name
    }


@pytest.mark.parametrize("page", PAGES)
def test_files_and_folders_exist(page: str) -> None:
    for name in sorted(quoted(page) - OF_A_WORLD):
        if "/" in name and re.fullmatch(
            r"(latticeville|studio|tests|tools|docs|benchmarks|worlds)/[\w./-]*", name
        ):
            assert (ROOT / name).exists(), name
        elif name.endswith(SUFFIXES) and " " not in name:
            assert any(str(file).endswith(f"/{name}") for file in (*PACKAGES, *ROOT.glob("*.*"))), (
                name
            )


@pytest.mark.parametrize("page", PAGES)
def test_classes_exist(page: str) -> None:
    named = {name for name in quoted(page) if re.fullmatch(r"([A-Z][a-z]+)+", name)}
    assert not named - classes()


def test_layers_are_those_of_the_import_contract() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    block = (
        (ROOT / "docs" / "architecture.md")
        .read_text("utf-8")
        .split("```text\n", 1)[1]
        .split("```", 1)[0]
    )
    layers = next(one["layers"] for one in contracts if one["name"] == "imports go down only")
    assert [re.split(r"  +", line)[0] for line in block.splitlines()] == layers


def test_packages_have_a_first_line() -> None:
    for file in PACKAGES:
        if file.suffix == ".py" and Path(file).read_text("utf-8").strip():
            assert ast.get_docstring(ast.parse(file.read_text("utf-8"))), file
