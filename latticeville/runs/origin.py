"""Where the files of a run's world lie, and whether they were edited since the run began."""

import os
from pathlib import Path

import msgspec

from latticeville.core.decoders import decode_json
from latticeville.core.disk import write_atomic
from latticeville.core.problems import WorldError
from latticeville.runs.branch import list_lineage
from latticeville.runs.lines import DamageError

ORIGIN = "origin.json"
"""The file of a run that says where its world was read from; a run of no files has none."""


class Origin(msgspec.Struct, frozen=True):
    """A folder of a world, relative to the run's, and the digest of the world when it was read."""

    world: str
    digest: str


def write_origin(folder: Path, origin: Origin) -> None:
    """Put into a run's folder where its world was read from."""
    write_atomic(folder / ORIGIN, msgspec.json.encode(origin))


def origin_of(world: Path, digest: str, folder: Path) -> Origin:
    """Return the origin of a run in a folder, of a world in another."""
    return Origin(os.path.relpath(world.resolve(), folder.resolve()), digest)


def origin_folder(folder: Path) -> Path | None:
    """Return the folder from which a run's world was read, seen from here; None for a run of no
    files.

    A branch has the origin of its parent. DamageError says that the origin cannot be read.
    """
    found = _find_origin(folder)
    return found and found[0]


def edited_world(folder: Path) -> Path | None:
    """Return the folder of a run's world where its files are not what they were; None where they
    are, or are gone. DamageError says that the origin cannot be read."""
    from latticeville.world.load import load_world

    found = _find_origin(folder)
    if found is None or not (found[0] / "world.toml").is_file():
        return None
    world, digest = found
    try:
        return None if load_world(world).digest == digest else world
    except WorldError:
        return world


def _find_origin(folder: Path) -> tuple[Path, str] | None:
    """Return the folder and the digest of a run's world, from the first of its lineage that has
    them."""
    for run in list_lineage(folder):
        if (origin := _read_origin(run)) is not None:
            return Path(os.path.relpath(run.resolve() / origin.world)), origin.digest
    return None


def _read_origin(folder: Path) -> Origin | None:
    path = folder / ORIGIN
    try:
        return decode_json(path.read_bytes(), Origin)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise DamageError(f"{path}: cannot be read, so edits of the world go unnoticed") from error
