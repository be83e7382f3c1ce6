"""The commands of the objects workbench."""

from studio.ui.commands.command import READY, Command

THINGS_PARTS = {
    "things": "app",
    "kinds": "things",
    "machine": "things",
    "trial": "things",
    "facts": "things",
}
"""Each part of the workbench and the one around it."""
THINGS_LISTS = ("kinds", "machine", "trial", "facts")
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
        edits=True,
    ),
    Command(
        "things.redo",
        "Redo",
        "Redo the edit that was undone.",
        ("ctrl+y", "ctrl+r", "U"),
        when=READY,
        instead="app.redo",
        edits=True,
    ),
    Command(
        "things.save",
        "Save",
        "Save all changes; the run uses them from its next tick.",
        ("ctrl+s",),
        "save",
        READY,
        edits=True,
    ),
    Command(
        "things.filter",
        "Filter",
        "Show only kinds that contain the text; empty shows all.",
        ("slash", "ctrl+f"),
        when=READY,
        group="Go to",
    ),
    Command(
        "things.find-next",
        "Find next",
        "Go to the next kind that the filter shows.",
        ("n",),
        when=READY,
        group="Go to",
    ),
    Command(
        "things.find-previous",
        "Find previous",
        "Go to the kind before that the filter shows.",
        ("N",),
        when=READY,
        group="Go to",
    ),
    Command(
        "things.new",
        "New kind",
        "Name it; choose a preset, a template or none.",
        ("ctrl+n",),
        when=READY,
        edits=True,
    ),
    Command(
        "things.add",
        "Add",
        "Add a state, counter or transition (in the list, a kind).",
        ("a",),
        "add",
        READY,
        edits=True,
    ),
    Command(
        "things.rename",
        "Rename",
        "Rename the state, counter or kind; all references follow.",
        ("R",),
        when=READY,
        edits=True,
    ),
    Command(
        "things.remove",
        "Remove",
        "Remove the line; you see what uses it first.",
        ("x", "delete", "backspace"),
        "remove",
        READY,
        edits=True,
    ),
    Command(
        "things.duplicate",
        "Duplicate",
        "Create a copy of this kind.",
        ("C",),
        when=READY,
        edits=True,
    ),
    Command(
        "things.place",
        "Place one",
        "Place an object of this kind on the map.",
        ("o",),
        when=READY,
        edits=True,
    ),
    Command(
        "things.design",
        "Edit the map",
        "Open the map workbench, with all edits made here.",
        ("1", "alt+1", "f3"),
        instead="app.design",
        group="Go to",
    ),
    Command("things.next-pane", "Next pane", "Focus the next pane.", ("tab",), group="Go to"),
    Command(
        "things.previous-pane",
        "Previous pane",
        "Focus the previous pane.",
        ("shift+tab",),
        group="Go to",
    ),
    Command(
        "things.away",
        "Back",
        "Go back to the list of kinds; there, clear the filter.",
        ("escape",),
        group="Go to",
    ),
)


_PARTS = (
    Command("kinds.open", "Edit", "Go to the state machine of this kind.", ("enter",), "edit"),
    Command(
        "machine.open",
        "Edit",
        "Edit the line; it is checked as you type.",
        ("enter",),
        "edit",
        edits=True,
    ),
    Command(
        "machine.picture",
        "Picture or details",
        "Show every condition, effect and sentence instead of the picture; press again for it.",
        ("v",),
        "details",
    ),
    Command(
        "machine.raise",
        "Transition up",
        "Move the transition up: the first one that applies is taken.",
        ("K", "shift+up"),
        edits=True,
    ),
    Command(
        "machine.lower",
        "Transition down",
        "Move the transition down.",
        ("J", "shift+down"),
        edits=True,
    ),
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
        edits=True,
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
        edits=True,
    ),
)

THINGS = (*_SCREEN, *_PARTS)
"""Every command of the workbench, in the order in which help and footer name them."""
