"""The page of the command line names every command, option, default and exit code, and its examples
are real."""

import argparse
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from latticeville.cli.main import EXITS, HELP, command_rows, load_command
from latticeville.cli.run_views import VIEWS
from latticeville.formats.registry import format_rows
from tests.docs.runner import ROOT, played

PAGE = ROOT / "docs" / "command-line.md"
TEXT = PAGE.read_text("utf-8")


def section(command: str) -> str:
    return re.split(
        rf"^## (?:{'|'.join(HELP)})$",
        TEXT.split(f"\n## {command}\n", 1)[1],
        maxsplit=1,
        flags=re.MULTILINE,
    )[0]


def codes(cells: str) -> set[str]:
    return {*re.findall(cells, TEXT, re.MULTILINE)}


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("| command | what it does |", command_rows),
        ("| extension | holds |", format_rows),
    ],
)
def test_a_table_is_that_of_its_registry(
    head: str, rows: Callable[[], Iterable[str]], request: pytest.FixtureRequest
) -> None:
    written = with_rows(PAGE.read_text("utf-8"), head, rows())
    if request.config.getoption("update_snapshots", default=False):
        PAGE.write_text(written, "utf-8")
    else:
        assert written == TEXT


def with_rows(text: str, head: str, rows: Iterable[str]) -> str:
    """Return a page with other rows in the table of this head."""
    before, _, after = text.partition(f"{head}\n")
    line, _, after = after.partition("\n")
    _, gap, after = after.partition("\n\n")
    return f"{before}{head}\n{line}\n" + "\n".join(rows) + gap + after


@pytest.mark.slow
def test_the_examples_are_true(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    real = played(TEXT, tmp_path)
    if request.config.getoption("update_snapshots", default=False):
        PAGE.write_text(real, "utf-8")
    else:
        assert real == TEXT


def test_every_command_has_a_section() -> None:
    prose = re.sub(r"^```.*?^```", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    assert sorted(re.findall(r"^## (.*)$", prose, re.MULTILINE)) == sorted(HELP)


@pytest.mark.parametrize("command", HELP)
def test_every_argument_is_told_with_its_default(command: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    load_command(command).add_arguments(parser)
    real = {
        (action.option_strings or [str(action.metavar or action.dest).upper()])[0]: _default(action)
        for action in parser._actions
        if action.help != argparse.SUPPRESS
    }
    table = section(command).split("| argument |")[1].split("\n\n")[0]
    assert dict(re.findall(r"^\| `([^`]+)` \| `?([^`|]+?)`? \|", table, re.MULTILINE)) == real
    for action in parser._actions:
        for choice in action.choices or ():
            assert f"`{choice}`" in table


def _default(action: argparse.Action) -> str:
    if action.required:
        return "required"
    if action.nargs == 0:
        return "off"
    value = action.default[0] if isinstance(action.default, list) else action.default
    return "–" if value is None else str(value)


def test_every_exit_code_and_every_view_is_told() -> None:
    assert codes(r"^\| (\d+) \|") == {*re.findall(r"\d+", EXITS)}
    assert codes(r"^\| `([a-z]+)` \|") == {*VIEWS}
