"""What is left of a crash: a report in a file, and one sentence for the user."""

import platform
import sys
import traceback
from pathlib import Path


def report(error: BaseException, folder: Path) -> str:
    """Write the report of an error into a folder and return the sentence that names it."""
    folder.mkdir(parents=True, exist_ok=True)
    number = sum(1 for _ in folder.glob("crash-*.txt")) + 1
    path = folder / f"crash-{number:03}.txt"
    lines = traceback.format_exception(error)
    path.write_text(
        f"{platform.platform()} · Python {platform.python_version()}\n{' '.join(sys.argv)}\n\n{''.join(lines)}", "utf-8"
    )
    return f"latticeville has crashed: {type(error).__name__}: {error}\nthe report is in {path}"
