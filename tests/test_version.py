import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

from latticeville import __version__

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))


def test_the_version_stands_in_one_place() -> None:
    assert version("latticeville") == __version__
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "latticeville/__init__.py"


def test_the_version_imports_nothing_that_an_interpreter_does_not() -> None:
    script = (
        "import sys; from latticeville.cli import main; main(['--version']); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True
    )
    told, modules = done.stdout.splitlines()
    assert told == f"latticeville {__version__}"
    slow = {
        "argparse",
        "collections",
        "contextlib",
        "enum",
        "functools",
        "importlib.metadata",
        "re",
        "typing",
    }
    assert not slow & {*modules.split()}
