"""The command line: `main` finds the command and runs it; each command lives in a file of its own."""

from latticeville.cli.main import main

__all__ = ["main"]
