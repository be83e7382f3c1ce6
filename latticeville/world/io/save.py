"""Write a new world folder: all of it, or nothing."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from latticeville.core.disk import write_atomic


class WorldFolderExistsError(Exception):
    """There is something already where a new world should go."""


def write_world(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write the files of a world into a folder that is not there yet, or is empty."""
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise WorldFolderExistsError(f"{folder} already exists and is not empty")
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=parent, prefix=f".{folder.name}."))
    try:
        for name, text in files.items():
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, text.encode() if isinstance(text, str) else text)
        made.chmod(0o777 & ~_umask())
        made.replace(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
