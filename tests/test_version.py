import tomllib
from importlib.metadata import version
from pathlib import Path

from latticeville import __version__

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))


def test_the_version_stands_in_one_place() -> None:
    assert version("latticeville") == __version__
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "latticeville/__init__.py"
