"""`latticeville COMMAND …`: one parser; only the chosen command's module is imported to run it."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module, metadata

COMMANDS = {
    "check": "find what is wrong with a world, and say where and how to mend it",
    "schema": "print the JSON Schema of a file format",
}
"""Commands of the engine and their line of help; the module `latticeville.cli.NAME` holds each."""

EXITS = "exit codes: 0 ok · 1 failed check or run · 2 usage · 3 model unavailable · 70 crash · 130 interrupted"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words in (["--version"], ["-V"]):
        sys.stdout.write(f"latticeville {metadata.version('latticeville')}\n")
        return 0
    name = next((word for word in words if not word.startswith("-")), "")
    parser = argparse.ArgumentParser(
        prog="latticeville", description=metadata.metadata("latticeville")["Summary"], epilog=EXITS
    )
    parser.add_argument("--version", "-V", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    plugins = {entry.name: entry for entry in metadata.entry_points(group="latticeville.commands")}
    for command, text in {**COMMANDS, **{plugin: "" for plugin in plugins}}.items():
        sub = commands.add_parser(command, help=text, description=text)
        if command == name:
            module = plugins[command].load() if command in plugins else import_module(f"latticeville.cli.{command}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    args = parser.parse_args(words)
    return int(args.run(args))
