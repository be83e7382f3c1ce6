"""The commands of the list of runs, a window over a run."""

from studio.ui.commands.command import DISMISS, Command, window_help

RUN_LIST = (
    Command("runs.open", "Show the run", "Show the run at the cursor.", ("enter",), "show"),
    Command("runs.edit", "Note", "Write a note on the run.", ("e",), "note"),
    Command(
        "runs.delete",
        "Delete the run",
        "Delete the run. Undo brings it back.",
        ("x", "delete"),
        "delete",
    ),
    Command(
        "runs.compress",
        "Compress the run",
        "Compress all files of the run's log but the newest.",
        ("c",),
        "compress",
    ),
    Command(
        "runs.undo", "Undo", "Bring the run deleted last back, or the note before.", ("u", "ctrl+z")
    ),
    Command(
        "runs.filter",
        "Filter",
        "Go to the line that filters the runs.",
        ("slash", "ctrl+f"),
        "filter",
        group="Go to",
    ),
    Command(
        "runs.close",
        "Close",
        "Close this window.",
        ("escape", "q"),
        "close",
        group="Go to",
        runs=DISMISS,
    ),
    window_help("runs"),
)
