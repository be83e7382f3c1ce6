"""Shells complete commands, options and choices; whoever asks for something else pays nothing for
it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from latticeville.cli.completion import SHELLS
from latticeville.cli.main import HELP, main


def ends(line: str, tmp_path: Path) -> list[str]:
    """Return what a shell would offer behind a line."""
    answer = tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
    }
    command = [sys.executable, "-m", "latticeville.cli"]
    done = subprocess.run(
        command,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("", "")
    return answer.read_text().split("\n") if answer.exists() and answer.read_text() else []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("latticeville ver", ["verify"]),
        ("latticeville fork runs/monday --wi", ["--without"]),
        ("latticeville fork runs/monday --without ", ["memory", "planning", "reflection"]),
        ("latticeville completion ", ["bash", "fish", "zsh"]),
        ("latticeville run vi", ["ville"]),
        ("latticeville studio fam", ["famine"]),
        ("latticeville export isl", ["island"]),
        ("latticeville nonsense --", ["--help", "--version"]),
    ],
)
def test_a_shell_is_told_how_a_line_may_end(tmp_path: Path, line: str, wanted: list[str]) -> None:
    found = sorted(one.strip() for one in ends(line, tmp_path))
    assert [one for one in found if one in wanted] == wanted
    assert len(found) <= len(wanted) + 2


def test_every_command_is_offered(tmp_path: Path) -> None:
    assert {*HELP} <= {one.strip() for one in ends("latticeville ", tmp_path)}


@pytest.mark.parametrize("shell", SHELLS)
def test_what_a_shell_is_told_is_for_that_shell(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    told = capsys.readouterr().out
    assert {"bash": "complete ", "zsh": "compdef ", "fish": "complete --command latticeville"}[
        shell
    ] in told
    if shell == "bash":
        checked = subprocess.run(
            ["bash", "-n"], input=told, capture_output=True, text=True, check=False, timeout=60
        )
        assert (checked.returncode, checked.stderr) == (0, "")


def test_the_version_costs_no_import(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom latticeville.cli.main import main\nmain(['--version'])\n"
        "assert not {'argcomplete', 'numpy', 'pydantic', 'msgspec', 'textual'} & {*sys.modules}, "
        "sorted(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("latticeville ")
    assert not [*tmp_path.iterdir()]
