"""The commands of the objects workbench."""

from studio.ui.commands.command import READY, Command, mark_as_edits

THINGS_PARTS = {
    "things": "app",
    "kinds": "things",
    "machine": "things",
    "graph": "things",
    "trial": "things",
    "facts": "things",
}
"""Each part of the workbench and the one around it."""
THINGS_LISTS = ("kinds", "machine", "graph", "trial", "facts")
"""Its parts that move as lists do."""

_SCREEN = (
    Command(
        "things.undo",
        "Undo",
        "Undo the last edit, of any workbench.",
        ("u", "ctrl+z"),
        "undo",
        READY,
        "app.undo",
    ),
    Command(
        "things.redo",
        "Redo",
        "Redo the edit that was undone.",
        ("ctrl+y", "ctrl+r", "U"),
        when=READY,
    ),
    Command(
        "things.save",
        "Save",
        "Save all changes; the run uses them from its next tick.",
        ("ctrl+s",),
        "save",
        READY,
    ),
    Command(
        "things.filter",
        "Filter",
        "Show only kinds that contain the text; empty shows all.",
        ("slash", "ctrl+f"),
        when=READY,
    ),
    Command(
        "things.new",
        "New kind",
        "Name it; choose a preset, a template or none.",
        ("ctrl+n",),
        when=READY,
    ),
    Command(
        "things.add",
        "Add",
        "Add a state, counter or transition (in the list, a kind).",
        ("a",),
        "add",
        READY,
    ),
    Command(
        "things.rename",
        "Rename",
        "Rename the state, counter or kind; all references follow.",
        ("R",),
        when=READY,
    ),
    Command(
        "things.remove",
        "Remove",
        "Remove the line; you see what uses it first.",
        ("x", "delete", "backspace"),
        "remove",
        READY,
    ),
    Command("things.duplicate", "Duplicate", "Create a copy of this kind.", ("C",), when=READY),
    Command(
        "things.place", "Place one", "Place an object of this kind on the map.", ("o",), when=READY
    ),
    Command(
        "things.design",
        "Edit the map",
        "Open the map workbench, with all edits made here.",
        ("1", "alt+1", "f3"),
        instead="app.design",
    ),
    Command("things.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("things.previous-pane", "Previous pane", "Focus the previous pane.", ("shift+tab",)),
    Command(
        "things.away", "Back", "Go back to the list of kinds; there, clear the filter.", ("escape",)
    ),
)


_PARTS = (
    Command("kinds.open", "Edit", "Go to the state machine of this kind.", ("enter",), "edit"),
    Command(
        "machine.open", "Edit", "Edit the line; it is checked as you type.", ("enter",), "edit"
    ),
    Command(
        "machine.graph",
        "As a graph",
        "Show the state machine as a graph: boxes are states, arrows are transitions.",
        ("v",),
        "graph",
    ),
    Command(
        "machine.raise",
        "Transition up",
        "Move the transition up: the first one that applies is taken.",
        ("K", "shift+up"),
    ),
    Command("machine.lower", "Transition down", "Move the transition down.", ("J", "shift+down")),
    Command("graph.open", "Edit", "Edit the selected state or transition.", ("enter",), "edit"),
    Command("graph.table", "As a table", "Show the state machine as a table.", ("v",), "table"),
    Command(
        "trial.open", "Use the verb", "Use this verb on the object.", ("enter", "space"), "press"
    ),
    Command(
        "trial.wait",
        "Let time pass",
        "Let some minutes pass; timed transitions happen.",
        ("full_stop",),
        "wait",
    ),
    Command(
        "trial.stage",
        "Start conditions",
        "Set how the object starts and who tries it: state, counters, time, weather, inventory.",
        ("e",),
        "stage",
    ),
    Command("trial.back", "One move back", "Undo the last verb or wait.", ("comma",)),
    Command("trial.over", "Start over", "Undo every verb and wait.", ("0",), "anew"),
    Command(
        "trial.keep",
        "Save as a test",
        "Save these moves and their results as a test of the kind; every check runs it.",
        ("Y",),
        "keep as test",
    ),
    Command(
        "facts.open",
        "Go there",
        "Go to the transition, state or object, or replay the test in the trial.",
        ("enter",),
        "go there",
    ),
    Command(
        "facts.fix",
        "Fix it",
        "Apply the safe fix, as a step that you can undo.",
        ("space",),
        "mend",
    ),
)

_EDITS = {
    "things": ("undo", "redo", "save", "new", "add", "rename", "remove", "duplicate", "place"),
    "machine": ("open", "raise", "lower"),
    "graph": ("open",),
    "trial": ("keep",),
    "facts": ("fix",),
}

THINGS = mark_as_edits((*_SCREEN, *_PARTS), _EDITS)
"""Every command of the workbench, in the order in which help and footer name them."""
