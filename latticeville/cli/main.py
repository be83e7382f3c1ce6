"""`latticeville COMMAND …`: one parser; only the chosen command's module is imported to run it."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata

COMMANDS = {
    "check": "find what is wrong with a world, and say where and how to mend it",
    "run": "let a world live for a number of ticks, and write the log",
    "resume": "go on with a run where it was left",
    "watch": "follow a run while another process makes it",
    "replay": "show a run again from its log",
    "verify": "do a run again and compare every digest",
    "compress": "compress the finished segments of a run, which every command reads as before",
    "fork": "go on from any tick of a run in a folder of its own, as it was or otherwise",
    "branches": "draw the runs of a folder as a tree of what goes on from what",
    "diff": "find where two runs part, and in what",
    "find": "find the ticks of a run in which something is so",
    "timeline": "count what happened when in a run: events, talks, reflections, failures",
    "why": "walk the chain behind what somebody did: percept, memories, prompts, action, witnesses",
    "beliefs": "tell what somebody takes the world to be, beside what it is",
    "interview": "ask somebody, or everybody, at any tick of a run, and leave no trace",
    "memories": "rank what somebody remembers for a query, with every part of every score",
    "cast": "show everybody of a world: homes and work, who knows whom, and who will meet whom on a usual day",
    "persona": "show what a mind is given of somebody: who they are, the first prompt as sent, their memories",
    "models": "try the models and embedders that are installed, and say what to install for the rest",
    "new": "make a small world to begin with",
    "import": "make a world of a map or a town of another format, or bring people of another format into a world",
    "export": "write a world as a map of Tiled, as text, or as a picture",
    "schema": "print the JSON Schema of a file format",
    "where": "print the folders of settings, state and cache",
    "completion": "print what lets a shell complete commands and arguments",
}
"""Commands of the engine and their line of help; the module `latticeville.cli.NAME` holds each."""

PLUGINS = {"studio": "open the studio on a world, or on the welcome screen"}
"""Lines of help of commands that other packages of this distribution bring."""

EXITS = "exit codes: 0 ok · 1 failed check or run · 2 usage · 3 model unavailable · 70 crash · 130 interrupted"
USAGE, NO_MODEL, CRASH, INTERRUPTED = 2, 3, 70, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words in (["--version"], ["-V"]):
        sys.stdout.write(f"latticeville {metadata.version('latticeville')}\n")
        return 0
    if "_ARGCOMPLETE" in os.environ:
        import_module("latticeville.cli.completion").answer(_parser)
    try:
        args = _parser(words).parse_args(words)
        return int(args.run(args))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - a traceback shown to a user is a defect
        return _fail(error)


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    name = next((word for word in words if not word.startswith("-")), "")
    parser = argparse.ArgumentParser(
        prog="latticeville", description=metadata.metadata("latticeville")["Summary"], epilog=EXITS
    )
    parser.add_argument("--version", "-V", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command, text in COMMANDS.items():
        sub = commands.add_parser(command, help=text, description=text)
        if command == name:
            module = import_module(f"latticeville.cli.{command}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    for plugin in metadata.entry_points(group="latticeville.commands"):
        text = PLUGINS.get(plugin.name, f"from {plugin.value}")
        sub = commands.add_parser(plugin.name, help=text, description=text)
        if plugin.name == name:
            found = plugin.load()
            found.add_arguments(sub)
            sub.set_defaults(run=found.run)
    return parser


def _fail(error: Exception) -> int:
    from latticeville.core import crash, places  # noqa: PLC0415 - only a crash pays for it

    if type(error).__name__ in {"UnknownModelError", "ModelError", "BudgetError"}:
        sys.stderr.write(f"{error}\n")
        return NO_MODEL
    if type(error).__name__ in {"DamageError", "RunInUseError"}:
        sys.stderr.write(f"{error}\n")
        return 1
    if isinstance(error, OSError) and error.filename:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1
    sys.stderr.write(f"{crash.report(error, places.state() / 'crashes')}\n")
    return CRASH
