"""`latticeville where`: the folders of settings, state, the studio's runs, and cache."""

import argparse

from latticeville.cli.output import write
from latticeville.core import user_dirs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville where"
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    found = {
        "config": str(user_dirs.config_dir()),
        "state": str(user_dirs.state_dir()),
        "runs": str(user_dirs.state_dir() / "runs"),
        "cache": str(user_dirs.cache_dir()),
    }
    write(found, (f"{name:<8}{path}" for name, path in found.items()), json=args.json)
    return 0
