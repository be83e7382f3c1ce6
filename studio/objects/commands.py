"""The commands of the objects workbench."""

from studio.command import READY, Command, editing

THINGS_PARTS = {
    "things": "app", "kinds": "things", "machine": "things", "graph": "things", "trial": "things", "facts": "things",
}  # fmt: skip
"""Each part of the workbench and the one around it."""
THINGS_LISTS = ("kinds", "machine", "graph", "trial", "facts")
"""Its parts that move as lists do."""

_SCREEN = (
    Command("things.undo", "Undo", "Take the last step back, in whichever workbench it was made.", ("u", "ctrl+z"),
            "undo", READY, "app.undo"),
    Command("things.redo", "Redo", "Do again what was taken back.", ("ctrl+y", "ctrl+r", "U"), when=READY),
    Command("things.save", "Save", "Write all that changed; the run behind goes on in the saved world.",
            ("ctrl+s",), "save", READY),
    Command("things.filter", "Filter", "Show only kinds with these letters; nothing typed shows all.",
            ("slash", "ctrl+f"),
            when=READY),
    Command("things.new", "New kind", "Name it, then begin with nothing or with a template.", ("ctrl+n",), when=READY),
    Command("things.add", "Add", "In the machine: another state, counter or row, as where the cursor is; in the list, "
            "another kind.", ("a",), "add", READY),
    Command("things.rename", "Rename", "Another name for the state, the counter or the kind under the cursor; all that "
            "speaks of it follows.", ("R",), when=READY),
    Command("things.remove", "Remove", "Take out what the cursor is on; what uses it is said first.",
            ("x", "delete", "backspace"), "remove", READY),
    Command("things.duplicate", "Duplicate", "Another kind like this one.", ("C",), when=READY),
    Command("things.place", "Place one", "Put an object of this kind on a cell of the map.", ("o",), when=READY),
    Command("things.design", "Edit the map", "To the map workbench, with all that was edited here.",
            ("1", "alt+1", "f3"), instead="app.design"),
    Command("things.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("things.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("things.away", "Back", "From a pane to the list of kinds; there, let go of the filter.", ("escape",)),
)  # fmt: skip


_PARTS = (
    Command("kinds.open", "Edit", "Go to the machine of this kind.", ("enter",), "edit"),
    Command("machine.open", "Edit", "Change what the cursor is on; it is checked as you type.", ("enter",), "edit"),
    Command("machine.graph", "As a graph", "Draw the machine: boxes are states, arrows are rows.", ("v",), "graph"),
    Command("machine.raise", "Row up", "Move the row before the one above it: rows are tried from top to bottom.",
            ("K", "shift+up")),
    Command("machine.lower", "Row down", "Move the row behind the one below it.", ("J", "shift+down")),
    Command("graph.open", "Edit", "Change the state or the row that the cursor is on.", ("enter",), "edit"),
    Command("graph.table", "As a table", "Show the machine as a table.", ("v",), "table"),
    Command("trial.open", "Press it", "Do this verb to the thing.", ("enter", "space"), "press"),
    Command("trial.wait", "Let time pass", "So many minutes; what is due happens.", ("full_stop",), "wait"),
    Command("trial.stage", "Set the stage", "How the thing stands at first, and who tries it: a state, counters, the "
            "time, the weather, what they carry.", ("e",), "stage"),
    Command("trial.back", "One move back", "Take the last verb or wait back.", ("comma",)),
    Command("trial.over", "Start over", "Take every verb and wait back.", ("0",), "anew"),
    Command("trial.keep", "Save as a test", "Keep these moves and what came of them as a test of the kind, which every "
            "check runs.", ("Y",), "keep as test"),
    Command("facts.open", "Go there", "To the row or the state that it speaks of, to the object on the map, or through "
            "the moves of a test in the trial.", ("enter",),
            "go there"),
    Command("facts.fix", "Mend it", "Do what certainly mends it, as a step that can be undone.", ("space",), "mend"),
)  # fmt: skip

_EDITS = {
    "things": ("undo", "redo", "save", "new", "add", "rename", "remove", "duplicate", "place"),
    "machine": ("open", "raise", "lower"),
    "graph": ("open",),
    "trial": ("keep",),
    "facts": ("fix",),
}

THINGS = editing((*_SCREEN, *_PARTS), _EDITS)
"""Every command of the workbench, in the order in which help and footer name them."""
