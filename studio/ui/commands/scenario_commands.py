"""The commands of the window that tries the scenarios of a world."""

from studio.ui.commands.command import Command, window_copy, window_help

SCENARIO_PARTS = {"scenarios": ""}
"""The window and the part around it: none."""

SCENARIOS = (
    Command(
        "scenarios.open",
        "Try it, or open its failure",
        "Try the scenario; on a failure, open the run in which it failed, at that tick.",
        ("enter",),
        "try",
        group="Run",
    ),
    Command(
        "scenarios.run",
        "Try all",
        "Try all scenarios in all their seeds; esc cancels.",
        ("f5",),
        "try all",
        group="Run",
    ),
    window_copy("scenarios", "copy"),
    Command(
        "scenarios.away",
        "Close",
        "Cancel what is being tried, else close this window.",
        ("escape",),
        "close",
        group="Go to",
    ),
    window_help("scenarios"),
)
"""Every command of the window."""
