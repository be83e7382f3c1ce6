"""Write a new world folder: all of it, or nothing."""

from collections.abc import Mapping
from pathlib import Path

from latticeville.core.disk import create_folder, write_atomic


def write_world(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files of a world into a folder that is not there yet, or is empty.

    FolderExistsError where it is not empty.
    """
    with create_folder(folder) as made:
        for name, text in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, text.encode() if isinstance(text, str) else text)
