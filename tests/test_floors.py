"""The floors at run time: a fresh interpreter imports one floor's packages and must find nothing
above them."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCREENS = {"studio", "textual", "rich"}

_IMPORT_ALL = """
import importlib, pkgutil, sys
package = importlib.import_module({name!r})
for module in pkgutil.walk_packages(package.__path__, {name!r} + "."):
    try:
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    except ModuleNotFoundError as error:  # a model backend whose extra is not installed
        if error.name.startswith("latticeville"):
            raise
print(*sys.modules, sep="\\n")
"""


def floors() -> list[tuple[list[str], bool]]:
    """Return the engine's packages, floor by floor from the lowest, and whether those of a floor
    keep apart."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = table["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    engine = [layer for layer in reversed(layers) if layer.startswith("latticeville")]
    return [
        ([name.strip() for name in layer.replace(":", "|").split("|")], ":" not in layer)
        for layer in engine
    ]


FLOORS = floors()
PACKAGES = [(level, package) for level, (packages, _) in enumerate(FLOORS) for package in packages]


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after some code, with the packages
    that they are in."""
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert made.returncode == 0, made.stderr
    names = made.stdout.split()
    return {name.rsplit(".", count)[0] for name in names for count in range(name.count(".") + 1)}


def test_every_package_stands_on_a_floor() -> None:
    folders = {
        f"latticeville.{path.parent.name}" for path in (ROOT / "latticeville").glob("*/__init__.py")
    }
    assert folders == {package for _, package in PACKAGES}


@pytest.mark.slow
@pytest.mark.parametrize(("level", "package"), PACKAGES, ids=[package for _, package in PACKAGES])
def test_a_package_loads_nothing_above_it_nor_beside_it(level: int, package: str) -> None:
    packages, apart = FLOORS[level]
    above = {name for names, _ in FLOORS[level + 1 :] for name in names}
    beside = set(packages) - {package} if apart else set()
    names = loaded(_IMPORT_ALL.format(name=package))
    assert package in names
    assert not (above | beside | SCREENS) & names


def test_the_version_costs_none_of_the_big_imports() -> None:
    names = loaded(
        "import contextlib, io, sys\n"
        "from latticeville.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out:\n"
        "    assert main(['--version']) == 0\n"
        "assert out.getvalue().startswith('latticeville '), out.getvalue()\n"
        "print(*sys.modules, sep='\\n')"
    )
    assert "latticeville.cli" in names
    assert not names & {"pydantic", "numpy", "msgspec", "tomlkit", "platformdirs", "PIL", *SCREENS}


@pytest.mark.slow
def test_pillow_is_imported_only_where_a_picture_is_opened() -> None:
    names = loaded(
        "import contextlib, io, sys\n"
        "from latticeville.cli.main import main\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    assert main(['check', 'worlds/square']) == 0\n"
        "    assert main(['export', 'worlds/square', 'nowhere/a.svg']) == 2\n"
        "print(*sys.modules, sep='\\n')"
    )
    assert "latticeville.draw.export" in names
    assert "PIL" not in names
