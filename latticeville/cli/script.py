"""Arguments that name scripts of inputs, and the messages about invalid ones."""

import argparse
import sys
from pathlib import Path

from latticeville.sim.input_script import Script, ScriptError, read_script
from latticeville.sim.state import State
from latticeville.world.model.world import World


def add_script(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a script."""
    text = "script of inputs, TOML or JSON lines"
    parser.add_argument("--inputs", dest="script", type=Path, metavar="FILE", help=text)


def script_of(args: argparse.Namespace, world: World, before: State | None = None) -> Script | None:
    """Return the script that was asked for; None, with every problem told, where it cannot be
    used."""
    if args.script is None:
        return {}
    try:
        return read_script(args.script, world, before)
    except ScriptError as error:
        sys.stderr.writelines(f"{problem}\n" for problem in error.problems)
        return None
