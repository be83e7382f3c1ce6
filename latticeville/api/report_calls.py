"""Every report as a function: `reports.novelty(run)`, `reports.why(run, agent="ada", tick=90)`.

Arguments are those of the command of the same name.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import NoReturn

import msgspec

from latticeville.api.display import html_text
from latticeville.api.open_run import OpenRun
from latticeville.api.open_world import LoadedWorld
from latticeville.cli.report_command import ReportCommand
from latticeville.core.decoders import decode_json
from latticeville.reports.plain_text import section_text
from latticeville.reports.registry import load_report, report_names
from latticeville.reports.report import ReportError
from latticeville.runs.replay import Replay


class ReportAnswer:
    """The answer of a report: `value` as its `--json` has it, `text` as it is printed."""

    def __init__(self, value: object, text: str) -> None:
        self.value, self.text = value, text

    def _repr_html_(self) -> str:
        return html_text(self.text)

    def __repr__(self) -> str:
        return self.text


class _Parser(ArgumentParser):
    """A parser that raises what it would print."""

    def error(self, message: str) -> NoReturn:
        """Raise ReportError."""
        raise ReportError(message)


def ask(name: str, *subjects: OpenRun | LoadedWorld | str, **options: object) -> ReportAnswer:
    """Ask a report by its name, of a run, a world or two runs, with its words and options.

    Raises:
        KeyError: There is no report of that name.
        ReportError: It cannot be answered so.
    """
    report = load_report(name)
    command, parser = ReportCommand(report), _Parser(prog=name, allow_abbrev=False)
    command.add_arguments(parser)
    parser.set_defaults(command=name)
    words = [one if isinstance(one, str) else str(one.folder) for one in subjects]
    opened = {one.folder: one.replay for one in subjects if isinstance(one, OpenRun)}
    asked = command.asked(
        parser.parse_args([*words, *_options(options)]),
        lambda folder: opened.get(folder) or Replay(folder),
    )
    if asked is None:
        raise ReportError(f"{words[0]} has errors: latticeville check {words[0]}")
    with command.reading(asked) as read:
        answer = report.ask(read)
        told = report.text(read, answer) if report.text else section_text(report.tell(read, answer))
        written = report.json(answer) if report.records is None else [*report.records(read)]
        value = decode_json(msgspec.json.encode(written))
        return ReportAnswer(value, "\n".join(told))


def _options(options: dict[str, object]) -> list[str]:
    """Return options as words of a command line."""
    words: list[str] = []
    for name, value in options.items():
        option = f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"
        for one in value if isinstance(value, list | tuple) else (value,):
            if one is True:
                words.append(option)
            elif one not in (False, None):
                words.append(f"{option}={one}")
    return words


def __getattr__(name: str) -> Callable[..., ReportAnswer]:
    """Return the function that asks a report."""
    if name.startswith("_") or name not in report_names():
        raise AttributeError(f"there is no report “{name}”: {', '.join(report_names())}")

    def call(*subjects: OpenRun | LoadedWorld | str, **options: object) -> ReportAnswer:
        return ask(name, *subjects, **options)

    call.__name__, call.__doc__ = name, f"Ask `latticeville {name}`."
    return call


def __dir__() -> list[str]:
    return [*report_names(), "ask"]
