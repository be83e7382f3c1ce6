"""The studio of one visitor of `latticeville studio WORLD --web`: `python -m studio.visitor WORLD
LLM EMBEDDER`, in a process that reaches the files of its world alone."""

import sys
from pathlib import Path


def main() -> int:
    """Open the studio."""
    from latticeville.core import user_dirs
    from latticeville.core.path_lock import lock_paths
    from latticeville.world.shipped import own_folder
    from studio.entry import open_here

    folder, llm, embedder = sys.argv[1:]
    world = own_folder(Path(folder))
    kept = user_dirs.state_dir(), user_dirs.cache_dir()
    for one in (*kept, world.parent):  # that of a shipped world, which a save copies
        one.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = world.absolute().parent  # where the personas of a world may lie
    shared = (beside.parent if beside.name == "worlds" else beside) / "personas"
    lock_paths(
        writable=(Path(folder), world, shared, *kept),
        readable=(user_dirs.config_dir(),),
    )
    return open_here(Path(folder), llm, embedder)


if __name__ == "__main__":
    sys.exit(main())
