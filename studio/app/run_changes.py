"""What is changed of the runs on the disk: notes, deletion and compression, and undo."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PURPOSE = "latticeville studio"
"""What others are told of who compresses a run."""


class _Undo(NamedTuple):
    """A change that can be undone: of which run, how, and what is said then."""

    run: Path
    undo: Callable[[], object]
    said: str

    def take_back(self) -> str:
        """Undo it; return what is said then."""
        self.undo()
        return self.said


class RunChanges:
    """Changes runs, and undoes that; each change returns a sentence on what came of it."""

    def __init__(self) -> None:
        self._done: list[_Undo] = []

    def write_note(self, run: Path, text: str) -> str:
        """Write the note of a run; an empty text removes it."""
        from latticeville.runs.run_collection import read_note, write_note

        before = read_note(run)
        if " ".join(text.split()) == before:
            return ""

        def change() -> str:
            write_note(run, text)
            self._done.append(
                _Undo(run, lambda: write_note(run, before), f"The note of {run.name} is as before.")
            )
            return f"{'Noted' if text.strip() else 'Removed the note'}: {run.name}."

        return _attempt(run, change)

    def delete(self, run: Path, shown: Path) -> str:
        """Delete a run, so that it can be restored; the one that is `shown` stays."""
        from latticeville.runs.run_collection import delete_run, restore_run

        if run.resolve() == shown.resolve():
            return f"{run.name} is open: open another run, then delete it."

        def change() -> str:
            delete_run(run.parent, run.name)
            self._done.append(
                _Undo(
                    run,
                    lambda: restore_run(run.parent, run.name),
                    f"{run.name} is back.",
                )
            )
            return f"Deleted {run.name}. u brings it back."

        return _attempt(run, change)

    def compress(self, run: Path) -> str:
        """Compress the finished segments of a run."""
        from latticeville.runs.compress import compress_run

        def change() -> str:
            done = compress_run(run, PURPOSE)
            return f"{run.name}: {done.summary or 'there is nothing to compress'}."

        return _attempt(run, change)

    def undo(self, folder: Path) -> str:
        """Undo the newest change of a run in a folder; where there is none, name what was deleted
        before."""
        from latticeville.runs.run_collection import DELETED, run_folders

        here = folder.resolve()
        for place in reversed(range(len(self._done))):
            one = self._done[place]
            if one.run.parent.resolve() == here:
                del self._done[place]
                return _attempt(one.run, one.take_back)
        gone = [run.name for run in run_folders(folder / DELETED)]
        if not gone:
            return "There is nothing to undo."
        return (
            f"Deleted before: {', '.join(gone)}. To bring one back: latticeville runs {folder} "
            f"--restore {gone[-1]}"
        )


def _attempt(run: Path, change: Callable[[], object]) -> str:
    """Return what a change says, or why it cannot be done."""
    from latticeville.runs.run_folder import RunInUseError
    from latticeville.runs.run_summaries import UNREADABLE

    try:
        return str(change())
    except (*UNREADABLE, RunInUseError, ValueError) as error:
        return str(error).partition("\n")[0].replace(str(run), run.name)
