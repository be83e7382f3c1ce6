"""`latticeville completion`: the script that lets a shell complete commands and arguments."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

SHELLS = ("bash", "zsh", "fish")
"""Shells that can be told."""
Parse = Callable[[Sequence[str]], argparse.ArgumentParser]
"""Returns the parser for some words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = 'example: eval "$(latticeville completion bash)"'
    parser.add_argument(
        "shell", choices=SHELLS, metavar="SHELL", help=f"{', '.join(SHELLS[:-1])} or {SHELLS[-1]}"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    from argcomplete.shell_integration import shellcode

    sys.stdout.write(f"{shellcode(['latticeville'], shell=args.shell).rstrip()}\n")
    return 0


def answer(parse: Parse) -> None:
    """Tell the shell that asks how what is typed may end, and leave; nothing where it asks
    wrongly."""
    import argcomplete

    line, point = os.environ.get("COMP_LINE", ""), os.environ.get("COMP_POINT", "")
    typed = line[: int(point)] if point.isdecimal() else line
    argcomplete.autocomplete(parse(typed.split()[1:]))
