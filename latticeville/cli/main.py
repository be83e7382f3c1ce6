"""`latticeville COMMAND …`: the parser, which imports only the module of the chosen command."""

import os
import sys
from importlib import import_module

from latticeville import __version__
from latticeville.cli.terminal import STDOUT, StandardStreams
from latticeville.reports.registry import BUILT_IN, installed_reports, load_report, report_help

TYPE_CHECKING = False  # typing.TYPE_CHECKING would import typing
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from latticeville.cli.report_command import ReportCommand

COMMANDS = {
    "check": "check a world, and report each problem with its place, reason and fix",
    "test": "try the scenarios of a world, and the tests of its kinds",
    "run": "run a world for a number of ticks, and write the log",
    "resume": "continue a run from its last tick",
    "watch": "follow a run that another process writes",
    "replay": "show a run again from its log",
    "verify": "run a recorded run again, and compare every digest",
    "recipe": "print a run as one line, from which `run` makes it again and checks it",
    "capsule": "pack a run or a world into one file, which every command opens",
    "compress": "compress the finished segments of a run; every command still reads them",
    "fork": "start a branch at any tick of a run, unchanged or with changes",
    "runs": "list the runs of a folder with their notes; write notes, delete runs and restore them",
    "branches": "draw the runs of a folder and their branches as a tree",
    "models": "test the installed models and embedders, and say how to install the others",
    "new": "create a small world from a template",
    "import": "convert a map or town of another format into a world, or add people of another "
    "format to a world",
    "export": "write a world or run as a Tiled map, text, picture, animation or web page, or a "
    "run for Terrarium",
    "sql": "ask the tables of one run or several by SQL",
    "store": "keep the tables of runs in PostgreSQL, and compare them with the logs",
    "study": "tell what a study costs, or run its runs, with tables, intervals and a page",
    "schema": "print the JSON Schema of a file format",
    "where": "print the folders of settings, state, the studio's runs, and cache",
    "completion": "print the shell script that completes commands and arguments",
}
"""Commands with their line of help; the module `latticeville.cli.NAME` holds each. Every report is
one more."""

BUNDLED = {
    "studio": (
        "studio.entry",
        "open_studio",
        "open the studio on a world, or on the welcome screen",
    ),
    "serve": (
        "latticeville.web.entry",
        "SERVE",
        "let others look at a run in a browser, and one of them act on it",
    ),
}
"""Commands that other packages of this distribution bring: module, attribute and line of help."""

EXITS = (
    "exit codes: 0 ok · 1 failed check or run · 2 usage · 3 model unavailable · 70 crash · "
    "130 interrupted"
)
USAGE, NO_MODEL, CRASH, INTERRUPTED = 2, 3, 70, 130


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run one command and return its exit code; all that it prints is safe to print."""
    words = list(sys.argv[1:] if argv is None else argv)
    streams = StandardStreams()
    streams.replace()
    try:
        code, leaving = _run(words), None
    except SystemExit as error:
        code, leaving = (
            error.code if isinstance(error.code, int) else int(error.code is not None),
            error,
        )
    except BaseException:
        streams.finish(CRASH)
        raise
    code = streams.finish(code)
    if leaving is not None:
        raise SystemExit(code) from leaving
    return code


def _run(words: "Sequence[str]") -> int:
    try:
        if list(words) in (["--version"], ["-V"]):
            sys.stdout.write(f"latticeville {__version__}\n")
            return 0
        if "_ARGCOMPLETE" in os.environ:
            import_module("latticeville.cli.completion").answer(lambda typed: _parsers(typed)[0])
        from latticeville.cli.renames import rename_words

        _refuse_addresses(words)
        args = _parsed(rename_words(words))
        _open_capsules(args)
        return int(args.run(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError as error:
        return 0 if error.filename == STDOUT else _fail(error)
    except Exception as error:  # noqa: BLE001 - a traceback shown to a user is a defect
        return _fail(error)


def _open_capsules(args: "argparse.Namespace") -> None:
    """Put folders in place of the capsules among the runs and worlds that a command reads."""
    for name in ("run_folder", "world", "source", "a", "b"):
        if hasattr(args, name):
            setattr(args, name, _opened(getattr(args, name)))
    if hasattr(args, "other_runs"):
        args.other_runs = list(map(_opened, args.other_runs))


def _opened(file: "Any") -> "Any":  # noqa: ANN401 - whatever a command takes
    """Return the folder of a capsule, which is unpacked; anything else as it is."""
    if getattr(file, "suffix", "").casefold() == ".zip":
        from latticeville.runs.capsule import is_capsule, unpack

        if is_capsule(file):
            return unpack(
                file, lambda folder: sys.stderr.write(f"{file}: unpacked into {folder}\n")
            )
    return file


def _tell_unknown(word: str, what: str, known: "Sequence[str]") -> str:
    """Say that a word is no command or option, which one looks most like it, and which there
    are."""
    from latticeville.core.closest_match import closest_match

    near = closest_match(word, known)
    hint = f"did you mean {near}?\n" if near else ""
    return f"“{word[:80]}” is not {what}\n{hint}{what.split()[1]}s: {', '.join(known)}"


def _check_options(parser: "argparse.ArgumentParser", words: "Sequence[str]") -> None:
    """Leave with an error where a word is an option that a command lacks; argparse would name what
    else is missing first, and no option that is near."""
    known = parser._option_string_actions  # noqa: SLF001 - argparse lists its options nowhere else
    for word in words[: words.index("--")] if "--" in words else words:
        option = word.partition("=")[0]
        if option.startswith("--") and " " not in word and option not in known:
            long = [name for name in known if name.startswith("--")]
            parser.error(_tell_unknown(option, "an option", long))


def _refuse_addresses(words: "Sequence[str]") -> None:
    """Leave with an error where the address of a database is not behind `--store`: errors name what
    they cannot use, and an address belongs into no message."""
    for before, word in zip(("", *words), words, strict=False):
        option, _, value = word.partition("=") if word.startswith("--") else (before, "", word)
        if value.casefold().startswith(("postgres:", "postgresql:")) and option != "--store":
            sys.stderr.write("an address of a database goes behind --store\n")
            raise SystemExit(USAGE)


def _parsed(words: "Sequence[str]") -> "argparse.Namespace":
    first = words[0] if words else ""
    parser, commands = _parsers(words, first if first in HELP else "")
    if words and not first.startswith("-") and first not in commands:
        parser.error(_tell_unknown(first, "a command", [*commands]))
    if first not in HELP:
        _group_commands(parser)
    _check_options(commands.get(first, parser), words)
    return parser.parse_args(words)


HELP = COMMANDS | BUILT_IN | {command: text for command, (_, _, text) in BUNDLED.items()}
"""Every command of this distribution with its line of help."""


PURPOSES = {
    "worlds": ("studio", "new", "check", "test", "cast", "persona", "preview", "import", "schema"),
    "runs": ("run", "resume", "watch", "replay", "verify", "compress", "fork", "runs", "branches"),
    "look into people": ("why", "beliefs", "memories", "relations", "secrets", "interview"),
    "measure and compare": (
        "find",
        "matters",
        "arguments",
        "timeline",
        "metrics",
        "chart",
        "heat",
        "novelty",
        "conversations",
        "talk",
        "plans",
        "places",
        "diffusion",
        "coordination",
        "relationships",
        "evaluate",
        "sql",
        "store",
        "study",
        "diff",
        "impact",
        "usage",
    ),
    "share": ("serve", "export", "capsule", "recipe", "chronicle"),
    "this installation": ("models", "where", "completion"),
}
"""What commands are for; each is in one of these groups."""
INSTALLED = "from installed packages"
"""The group of the commands that other packages bring."""


def command_rows() -> "Iterator[str]":
    """Yield the commands as the rows of a table in Markdown, group by group."""
    from latticeville.core.sentence_case import capital

    for purpose, names in PURPOSES.items():
        yield f"| **{capital(purpose)}** | |"
        yield from (f"| [`{name}`](#{name}) | {capital(HELP[name])}. |" for name in names)


def _group_commands(parser: "argparse.ArgumentParser") -> None:
    """List the commands of a parser in groups; argparse itself has one list for all of them."""
    import argparse

    (listed,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))  # noqa: SLF001
    lines = {one.dest: one for one in listed._choices_actions}  # noqa: SLF001
    groups = {purpose: [*names] for purpose, names in PURPOSES.items()}
    groups[INSTALLED] = [name for name in lines if name not in HELP]
    for purpose, names in groups.items():
        if names:
            group = parser.add_argument_group(purpose)
            group._group_actions.extend(lines[name] for name in names)  # noqa: SLF001
    listed.help = argparse.SUPPRESS
    listed._choices_actions.clear()  # noqa: SLF001


def _parsers(
    words: "Sequence[str]", only: str = ""
) -> "tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]":
    """Return the parser of all commands, or of `only` one, and of each; the named command's has its
    arguments."""
    import argparse

    name = only or next((word for word in words if not word.startswith("-")), "")
    parser = argparse.ArgumentParser(prog="latticeville", epilog=EXITS, allow_abbrev=False)
    parser.add_argument("--version", "-V", action="store_true", help="print the version")
    parser.usage = "latticeville [-h] [--version] COMMAND …"
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, prog=parser.prog
    )
    for command, text in HELP.items():
        if only in ("", command):
            sub = commands.add_parser(command, help=text, description=text, allow_abbrev=False)
            if command == name:
                _declare(sub, load_command(command))
    if not only:
        _add_plugins(parser, commands, name)
    return parser, commands.choices


def load_command(command: str) -> "Any":  # noqa: ANN401 - a module or another package's object
    """Return what declares the arguments of a command of this distribution and runs it."""
    if command in BUILT_IN:
        return _report_command(command)
    if command in COMMANDS:
        return import_module(f"latticeville.cli.{command}")
    module, attribute, _ = BUNDLED[command]
    return getattr(import_module(module), attribute)


def _report_command(name: str) -> "ReportCommand":
    from latticeville.cli.report_command import ReportCommand

    return ReportCommand(load_report(name))


def _add_plugins(
    parser: "argparse.ArgumentParser",
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
) -> None:
    """Add what only the metadata of installed distributions tells: the summary, and the commands of
    others."""
    from importlib import metadata

    parser.description = metadata.metadata("latticeville")["Summary"]
    for plugin in metadata.entry_points(group="latticeville.commands"):
        if plugin.name not in commands.choices:
            text = f"from {plugin.value}"
            sub = commands.add_parser(plugin.name, help=text, description=text)
            if plugin.name == name:
                _declare(sub, plugin.load())
    for report in installed_reports():
        if report not in commands.choices:
            sub = commands.add_parser(report, help=report_help(report), allow_abbrev=False)
            if report == name:
                _declare(sub, _report_command(report))


def _declare(parser: "argparse.ArgumentParser", command: "Any") -> None:  # noqa: ANN401 - a module or a plugin's object
    command.add_arguments(parser)
    parser.set_defaults(run=command.run)


def _fail(error: Exception) -> int:
    from latticeville.core import crash, disk, user_dirs

    if type(error).__name__ in {"UnknownModelError", "ModelError", "BudgetError"}:
        sys.stderr.write(f"{error}\n")
        return NO_MODEL
    if type(error).__name__ in {
        "DamageError",
        "NoRunError",
        "NoTablesError",
        "PluginError",
        "ReportError",
        "RunInUseError",
        "ScriptError",
        "NoStoreError",
        "StoreError",
        "StoreLostError",
        "StudyError",
        "UnknownTickError",
    }:
        sys.stderr.write(f"{error}\n")
        return USAGE if type(error).__name__ in {"NoRunError", "UnknownTickError"} else 1
    if isinstance(error, OSError) and (error.filename or disk.is_full(error)):
        place = f"{error.filename}: " if error.filename else ""
        fix = disk.suggest_fix(error) if error.filename != STDOUT else ""
        sys.stderr.write(f"{place}{error.strerror}\n{fix}")
        return 1
    sys.stderr.write(f"{crash.write_report(error, user_dirs.state_dir() / 'crashes')}\n")
    return CRASH
