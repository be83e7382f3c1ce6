"""The commands of the window that asks the tables of a run by SQL."""

from studio.ui.commands.command import Command, window_help

QUERY_PARTS = {"query": "", "statement": "query", "answer": "query"}
"""Each part of the window and the one around it."""

QUERY = (
    Command(
        "query.run",
        "Run the statement",
        "Answer the statement from the run up to its newest tick; esc cancels.",
        ("f5", "ctrl+enter"),
        "run",
        group="Run",
    ),
    Command(
        "query.earlier",
        "Earlier statement",
        "Show the statement that was run before, of this session.",
        ("alt+up",),
        "earlier",
        group="Go to",
    ),
    Command(
        "query.later",
        "Later statement",
        "Show the statement that was run after it.",
        ("alt+down",),
        group="Go to",
    ),
    Command(
        "query.away",
        "Close",
        "Cancel the statement, hide the completions, else close this window.",
        ("escape",),
        "close",
        group="Go to",
    ),
    Command("query.next-pane", "Statement or rows", "Go to the other one.", ("tab",), "other"),
    Command("query.previous-pane", "The other one", "Go to the other one.", ("shift+tab",)),
    Command("query.copy", "Copy the rows", "Copy all rows as CSV.", ("y",), "copy", group="Edit"),
    window_help("query"),
    Command(
        "statement.next-pane",
        "Complete",
        "Take the marked table or column; without one, go to the rows.",
        ("tab",),
        "complete",
        instead="query.next-pane",
    ),
    Command(
        "answer.open",
        "Go to the row's tick",
        "Close this window, go to the tick of the row, and select its person.",
        ("enter",),
        "go there",
        group="Go to",
    ),
    Command("answer.left", "Columns left", "Show columns to the left.", ("left", "h")),
    Command("answer.right", "Columns right", "Show columns to the right.", ("right", "l")),
)
"""Every command of the window."""
