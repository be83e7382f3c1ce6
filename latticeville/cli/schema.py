"""`latticeville schema WHAT`: the JSON Schema of a file format, for text editors."""

import argparse
from typing import TYPE_CHECKING

from latticeville.cli.output import write_json

if TYPE_CHECKING:
    from latticeville.world.schema.table import Table

_FILES = {
    "world": "world.toml",
    "kinds": "kinds.toml",
    "persona": "personas/NAME.toml",
    "tiles": "tiles.toml",
    "study": "NAME.study.toml",
    "scenario": "scenarios/NAME.scenario.toml",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    words = ", ".join(f"{name} ({file})" for name, file in _FILES.items())
    parser.add_argument("what", choices=tuple(_FILES), help=words)
    parser.epilog = "example: latticeville schema world > world.schema.json"


def run(args: argparse.Namespace) -> int:
    """Print one JSON Schema."""
    from latticeville.scenarios.scenario import Scenario
    from latticeville.studies.study_file import StudyFile
    from latticeville.world.model.personas import Persona
    from latticeville.world.schema.kinds import KindsFile
    from latticeville.world.schema.table import DescribedSchema, table_of
    from latticeville.world.schema.tiles import TilesFile
    from latticeville.world.schema.world import WorldFile

    files: dict[str, type[Table]] = {
        "world": WorldFile,
        "kinds": KindsFile,
        "persona": table_of(Persona),
        "tiles": TilesFile,
        "study": StudyFile,
        "scenario": table_of(Scenario),
    }
    shape = files[args.what].model_json_schema(by_alias=True, schema_generator=DescribedSchema)
    write_json(shape, indent=2)
    return 0
