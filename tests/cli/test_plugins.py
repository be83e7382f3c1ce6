"""Commands of other distributions, and what the command line reads of them before a command of ours
runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from latticeville.cli.main import main

PLUGIN = """
class Hello:
    def add_arguments(self, parser):
        parser.add_argument("who")

    def run(self, args):
        print("hello", args.who)
        return 7

hello = Hello()
"""
ENTRY = "[latticeville.commands]\nhello = greetings:hello\nstudio = greetings:hello\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a folder with a distribution that brings a command, and one of a name that is
    taken."""
    (tmp_path / "greetings.py").write_text(PLUGIN)
    known = tmp_path / "greetings-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: greetings\nVersion: 1\n")
    (known / "entry_points.txt").write_text(ENTRY)
    return tmp_path


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=60,
    )


def call(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return python(
        f"from latticeville.cli import main; raise SystemExit(main({list(words)!r}))", folder
    )


def test_a_command_of_another_distribution_runs(elsewhere: Path) -> None:
    made = call(elsewhere, "hello", "world")
    assert (made.returncode, made.stdout) == (7, "hello world\n"), made.stderr


def test_the_help_lists_commands_of_others_and_ours_once(elsewhere: Path) -> None:
    told = call(elsewhere, "--help").stdout
    assert "from greetings:hello" in told
    assert told.count("\n  studio ") == 1
    assert "open the studio on a world" in told


def test_an_unknown_command_is_told_with_all_that_there_are(elsewhere: Path) -> None:
    made = call(elsewhere, "hallo")
    assert made.returncode == 2
    assert all(name in made.stderr for name in ("check", "studio", "hello"))
    assert "did you mean hello?\n" in made.stderr


@pytest.mark.parametrize(("word", "hint"), [("rnu", "did you mean run?\n"), ("qqq", "")])
def test_a_mistyped_command_is_told_with_the_one_like_it(
    word: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([word])
    assert (
        f"error: “{word}” is not a command\n{hint}commands: check, test, run, "
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("words", [["where"], ["studio"]])
def test_a_command_of_ours_reads_no_metadata_of_distributions(
    elsewhere: Path, words: list[str]
) -> None:
    code = (
        "import sys\n"
        "from latticeville.cli import main\n"
        f"main({words!r})\n"
        "assert 'importlib.metadata' not in sys.modules\n"
        "assert 'textual' not in sys.modules\n"
    )
    made = python(code, elsewhere)
    assert made.returncode == 0, made.stderr
