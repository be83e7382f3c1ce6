"""What holds for every command: a folder that is missing ends with 2, and a wrong option is told with
the nearest."""

import argparse
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from latticeville.cli.main import BUNDLED, HELP, PURPOSES, load_command, main
from tests.reports.runs import recorded
from tests.world_folders import SQUARE

COMMANDS = sorted({*HELP} - {*BUNDLED})
NO_FOLDER = {"completion", "models", "new", "schema", "where"}
"""Commands that read no folder."""


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    load_command(command).add_arguments(parser)
    return parser


def needed(command: str, folder: Path) -> Iterator[str]:
    """Yield the arguments that a command requires, with one path for all of its paths."""
    for action in parser_of(command)._actions:
        if not action.required and (action.option_strings or action.type is not Path):
            continue
        yield from action.option_strings[:1]
        yield str(folder) if action.type is Path else next(iter(action.choices or ["mina"]))


def vars_of(command: str) -> set[str]:
    return {action.dest for action in parser_of(command)._actions}


@pytest.mark.parametrize("command", sorted({*COMMANDS} - NO_FOLDER))
def test_a_folder_that_is_missing_ends_with_2(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nowhere"
    assert main([command, *needed(command, folder)]) == 2
    told = capsys.readouterr()
    assert str(folder) in told.err
    assert told.out == ""
    assert not folder.exists()


@pytest.mark.parametrize("command", sorted(NO_FOLDER))
def test_commands_that_read_no_folder_take_none(command: str) -> None:
    paths = [one for one in parser_of(command)._actions if one.type is Path]
    assert not paths or command == "new"


def test_help_lists_every_command_once_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(chain.from_iterable(PURPOSES.values())) == sorted(HELP)
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    listed = re.findall(r"^  ([a-z]+)  +[a-z]", told, re.MULTILINE)
    assert listed == [*chain.from_iterable(PURPOSES.values())]
    assert [title for title in PURPOSES if f"\n{title}:\n" not in told] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_option_is_told_with_the_nearest(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also before it is said that an argument is missing."""
    for action in parser_of(command)._actions:
        for option in action.option_strings:
            if not option.startswith("--"):
                continue
            wrong = f"{option[:-1]}{'x' if option[-1] != 'x' else 'y'}"
            for word in (wrong, f"{wrong}=7"):
                with pytest.raises(SystemExit) as left:
                    main([command, word])
                assert left.value.code == 2
                told = capsys.readouterr().err
                assert f"latticeville {command}: error: “{wrong}” is not an option\n" in told
                near = told.partition("did you mean ")[2].partition("?")[0]
                assert near in vars(parser_of(command))["_option_string_actions"] | {"--help": 0}
    with pytest.raises(SystemExit):
        main([command, "--qqqqqqqqqq"])
    told = capsys.readouterr().err
    assert "did you mean" not in told
    assert "options: --help" in told


def test_what_is_no_option_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word behind `--` or with a space is none; a wrong one of the program itself is told, too."""
    run = str(recorded(tmp_path / "run", 3))
    assert main(["find", run, "--", "event:said"]) in (0, 1)
    assert main(["interview", run, "--agent", "mina", "--ask", "--Who are you?"]) == 0
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["--versoin"])
    assert "did you mean --version?" in capsys.readouterr().err


VIEWED = [command for command in COMMANDS if "view" in vars_of(command)]


@pytest.mark.parametrize("command", VIEWED)
def test_json_is_one_object_for_each_tick(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard output holds data alone."""
    run = recorded(tmp_path / "run", 4)
    new = ["--ticks", "2", "--out", str(tmp_path / "new")]
    words = {
        "run": [str(SQUARE), *new],
        "fork": [str(run), *new],
        "resume": [str(run), "--ticks", "2"],
        "watch": [str(run), "--from", "3"],
        "replay": [str(run), "--tick", "3"],
    }[command]
    assert main([command, *words, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all({"tick", "time", "people", "events"} <= {*line} for line in lines)
    ticks = [line["tick"] for line in lines]
    assert (
        ticks
        == {
            "run": [0, 1, 2],
            "fork": [4, 5, 6],
            "resume": [4, 5, 6],
            "watch": [3, 4],
            "replay": [3],
        }[command]
    )
    with pytest.raises(SystemExit):
        main([command, *words, "--json", "--view", "map"])
    assert "not allowed with argument" in capsys.readouterr().err


def test_every_command_has_json_that_has_something_to_read() -> None:
    without = {command for command in COMMANDS if "--json" not in options_of(command)}
    assert without == {"completion", "schema"}


def options_of(command: str) -> set[str]:
    return {option for one in parser_of(command)._actions for option in one.option_strings}


def test_the_usage_of_a_run_in_json_is_one_more_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(SQUARE), "--ticks", "2", "--out", str(tmp_path / "run"), "--usage"]
    assert main([*words, "--json"]) == 0
    *ticks, usage = map(json.loads, capsys.readouterr().out.splitlines())
    assert [line["tick"] for line in ticks] == [0, 1, 2]
    assert "tick" not in usage
