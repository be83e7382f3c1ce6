"""The command line: `main` finds the command; each command is a module of its own."""

from latticeville.cli.main import main

__all__ = ["main"]
