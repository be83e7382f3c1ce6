"""The commands of the window that plans and runs the studies of a world."""

from studio.ui.commands.command import Command, window_copy, window_help

STUDY_PARTS = {"studies": ""}
"""The window and the part around it: none."""

STUDIES = (
    Command(
        "studies.open",
        "Open",
        "Show the measures and runs of a study, or hide them; on a run, show it.",
        ("enter",),
        "open",
        group="Go to",
    ),
    Command(
        "studies.run",
        "Run the study",
        "Make the runs that are not there yet, on all cores; esc cancels, and what is there stays.",
        ("f5",),
        "run",
        group="Run",
    ),
    Command(
        "studies.plan",
        "Plan",
        "Time a short run, and tell ticks, seconds and tokens of what is left.",
        ("f6",),
        "plan",
        group="Run",
    ),
    Command(
        "studies.mark",
        "Mark the run",
        "Mark a run, to compare another with it; again, take the mark away.",
        ("space",),
        "mark",
        group="Ask",
    ),
    Command(
        "studies.compare",
        "Compare runs",
        "Compare the run with the marked one, else with the control run of the same seed.",
        ("d",),
        "compare",
        group="Ask",
    ),
    window_copy("studies", "copy"),
    Command(
        "studies.away",
        "Close",
        "Cancel what is being done, else close this window.",
        ("escape",),
        "close",
        group="Go to",
    ),
    window_help("studies"),
)
"""Every command of the window."""
