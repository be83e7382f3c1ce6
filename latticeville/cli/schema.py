"""`latticeville schema WHAT`: the JSON Schema of a file format, for editors that complete and check."""

import argparse
import json
import sys

_FILES = {"world": "world.toml", "things": "things.toml", "persona": "personas/NAME.toml"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    words = ", ".join(f"{name} ({file})" for name, file in _FILES.items())
    parser.add_argument("what", choices=tuple(_FILES), help=words)
    parser.epilog = "example: latticeville schema world > world.schema.json"


def run(args: argparse.Namespace) -> int:
    """Print one JSON Schema."""
    from latticeville.world.schema import json_schema  # noqa: PLC0415 - only this line needs pydantic

    sys.stdout.write(json.dumps(json_schema(args.what), ensure_ascii=False, indent=2) + "\n")
    return 0
