"""The runs in a folder: which there are, their notes, and deletion that can be undone."""

from pathlib import Path

from latticeville.core.disk import write_atomic
from latticeville.runs.branch import parent_folder, read_branch
from latticeville.runs.lines import DamageError
from latticeville.runs.run_folder import find_writer, is_unfinished

NOTE, DELETED = "note.txt", ".deleted"
"""The file of a run's note, and the folder that takes deleted runs."""
MAX_NOTE = 500
"""Letters of a note."""


def run_folders(folder: Path) -> list[Path]:
    """Return the folders of the runs in a folder, by name."""
    logs = {path.parent for path in folder.glob("*/segment-*.jsonl*")}
    branches = {path.parent for path in folder.glob("*/branch.json")}
    return sorted(one for one in logs | branches if not is_unfinished(one))


def find_run(folder: Path, name: str) -> Path:
    """Return the run of a name in a folder; ValueError where it has none."""
    known = {one.name: one for one in run_folders(folder)}
    if name not in known:
        told = ", ".join(known) or "none"
        raise ValueError(f"{folder}: there is no run “{name[:80]}” here; there are: {told}")
    return known[name]


def delete_run(folder: Path, name: str) -> None:
    """Move a run where `restore_run` finds it; ValueError where it is being written, where others
    continue it, or where one of its name is there already."""
    one = find_run(folder, name)
    if find_writer(one) is not None:
        raise ValueError(f"{one}: this run is being written: end that first")
    heirs = [other.name for other in run_folders(folder) if _continues(other, one)]
    if heirs:
        raise ValueError(f"{one}: other runs continue it: delete {', '.join(heirs)} first")
    target = folder / DELETED / name
    if target.exists():
        raise ValueError(f"{target}: a run of this name was deleted before: restore or move it")
    target.parent.mkdir(exist_ok=True)
    one.rename(target)


def restore_run(folder: Path, name: str) -> None:
    """Bring a deleted run back; ValueError where there is none, or its name is taken."""
    source = find_run(folder / DELETED, name)
    target = folder / name
    if target.exists():
        raise ValueError(f"{target}: something of this name is there")
    source.rename(target)


def write_note(folder: Path, text: str) -> None:
    """Write the note of a run, or remove it; ValueError where it is too long."""
    words = " ".join(text.split())
    if len(words) > MAX_NOTE:
        raise ValueError(f"a note of {len(words)} letters is too long: write at most {MAX_NOTE}")
    if words:
        write_atomic(folder / NOTE, f"{words}\n".encode())
    else:
        (folder / NOTE).unlink(missing_ok=True)


def read_note(folder: Path) -> str:
    """Return the note of a run; "" where it has none."""
    try:
        return " ".join((folder / NOTE).read_text("utf-8", "replace")[: 2 * MAX_NOTE].split())
    except OSError:
        return ""


def _continues(one: Path, parent: Path) -> bool:
    try:
        branch = read_branch(one)
    except DamageError:
        return False
    return branch is not None and parent_folder(one, branch).resolve() == parent.resolve()
