"""The worlds that are installed with the program: found by name, and copied before they are
written."""

from collections.abc import Mapping
from pathlib import Path

NAMES = ("ville", "square", "terrarium", "famine", "island")
"""The shipped worlds, the first one first."""
WORLDS = Path("worlds")
"""The folder for worlds in the current folder."""
_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "shipped"
"""Where the wheel holds the worlds; a checkout has them in `worlds/` beside the package."""


def shipped_worlds() -> Mapping[str, Path]:
    """Return the folder of each shipped world by name."""
    root = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent / WORLDS
    return {name: root / name for name in NAMES if (root / name / "world.toml").is_file()}


def find_world(named: Path) -> Path:
    """Return the folder that an argument names: a path that exists, else the world of that name.

    A world in `./worlds` wins over a shipped one. What names no world is returned as it is.
    """
    if named.is_dir() or len(named.parts) != 1:
        return named
    own = WORLDS / named
    return own if own.is_dir() else shipped_worlds().get(named.name, named)


def missing_world(named: Path) -> str:
    """Say that an argument names no world, and which was probably meant."""
    from latticeville.core.closest_match import closest_match

    own = (path.parent.name for path in WORLDS.glob("*/world.toml"))
    near = closest_match(named.name, [*shipped_worlds(), *own])
    hint = f"did you mean {near}?" if near else f"shipped worlds: {', '.join(shipped_worlds())}"
    return f"there is no folder “{named}”; {hint}"


def is_shipped(folder: Path) -> bool:
    """Tell whether a folder is a shipped world, which is never written.

    Who works in a checkout of the program edits its worlds in place.
    """
    if folder.resolve() not in {path.resolve() for path in shipped_worlds().values()}:
        return False
    return _INSTALLED.is_dir() or not Path.cwd().is_relative_to(_PACKAGE.parent.resolve())


def own_folder(folder: Path) -> Path:
    """Return where a world is written: the folder itself, for a shipped one the folder of its
    copy."""
    return WORLDS / folder.name if is_shipped(folder) else folder


def world_label(folder: Path) -> str:
    """Return what a world is called in a sentence: its folder, or the name of a shipped one."""
    return folder.name if is_shipped(folder) else str(folder)


def copy_shipped(folder: Path) -> Path:
    """Copy a shipped world with its people into `./worlds`, and return the copy's folder.

    FolderExistsError where there is a folder of that name already.
    """
    from latticeville.world.io.files import read_project, write_world

    own = own_folder(folder)
    files = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    _, _, places = read_project(folder, everybody=True)
    files |= {name: folder / place for name, place in places.items()}
    write_world(own, {name: path.read_bytes() for name, path in sorted(files.items())})
    return own
