"""The commands of the people workbench."""

from studio.ui.commands.command import READY, SELECTED, Command, mark_as_edits

PEOPLE_PARTS = {
    "people": "app",
    "personas": "people",
    "persona": "people",
    "portrait": "people",
    "roster": "people",
    "homes": "people",
    "ties": "people",
}
"""Each part of the workbench and the one around it."""
PEOPLE_LISTS = ("personas", "persona", "portrait", "roster", "ties")
"""Those that move as lists do."""

_ALL = (
    Command(
        "people.undo",
        "Undo",
        "Undo the last edit, of any workbench.",
        ("u", "ctrl+z"),
        "undo",
        READY,
        "app.undo",
    ),
    Command(
        "people.redo",
        "Redo",
        "Redo the edit that was undone.",
        ("ctrl+y", "ctrl+r", "U"),
        when=READY,
    ),
    Command(
        "people.save",
        "Save",
        "Save all changes; the run uses them from its next tick.",
        ("ctrl+s",),
        "save",
        READY,
    ),
    Command(
        "people.new",
        "New person",
        "Enter a name, then choose a home.",
        ("a", "ctrl+n"),
        "new",
        READY,
    ),
    Command(
        "people.filter",
        "Filter",
        "Only those with these letters; nothing shows all.",
        ("slash", "ctrl+f"),
        "filter",
        READY,
    ),
    Command(
        "people.bring",
        "Import people",
        "Import personas of Generative Agents, Agent Crossing or the original format.",
        ("I",),
        "",
        READY,
    ),
    Command(
        "people.identity",
        "Who they are",
        "Show the identity text that begins their prompts.",
        ("V",),
        "",
        SELECTED,
    ),
    Command(
        "people.prompt",
        "First prompt",
        "Show the first prompt that a run sends, with its token count.",
        ("P",),
        "",
        SELECTED,
    ),
    Command(
        "people.day",
        "Plan their day",
        "Let the model plan their first day; esc stops it.",
        ("D",),
        "day",
        SELECTED,
    ),
    Command(
        "people.talk",
        "Talk to them",
        "Talk to this person; nothing is saved.",
        ("A",),
        "talk",
        SELECTED,
    ),
    Command(
        "people.cast",
        "The cast",
        "Show homes, work places, acquaintances and meetings beside the map; press again for the "
        "graph of "
        "acquaintances.",
        ("v",),
        "cast",
        READY,
    ),
    Command(
        "people.compare",
        "Compare",
        "Compare this person with another, field by field.",
        ("d",),
        "",
        SELECTED,
    ),
    Command("people.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("people.previous-pane", "Previous pane", "Focus the previous pane.", ("shift+tab",)),
    Command("people.away", "Back", "Stop the model, or go back to the list.", ("escape",)),
    Command("personas.open", "Edit", "Edit this person's form.", ("enter",), "edit"),
    Command("personas.sort", "Sort", "List people of this world first, or sort by name.", ("s",)),
    Command(
        "personas.live",
        "Live here",
        "Add the persona to this world, or remove it.",
        ("space",),
        "live here",
        SELECTED,
    ),
    Command(
        "personas.duplicate", "Duplicate", "Create a copy of this persona.", ("C",), "", SELECTED
    ),
    Command(
        "personas.rename", "Rename", "Change the id; all references follow.", ("R",), "", SELECTED
    ),
    Command(
        "personas.delete",
        "Delete",
        "Delete the persona; you see what refers to it first.",
        ("x", "delete", "backspace"),
        "",
        SELECTED,
    ),
    Command(
        "persona.open", "Change", "Edit the value; it is checked as you type.", ("enter",), "change"
    ),
    Command(
        "persona.long",
        "Write at length",
        "Edit in a text area, or in your $EDITOR.",
        ("e",),
        "write",
    ),
    Command(
        "persona.add",
        "Add a row",
        "Add a row to the list at the cursor.",
        ("a",),
        "add",
        instead="people.new",
    ),
    Command(
        "persona.clear",
        "Remove",
        "Remove the row, or reset the field to its default.",
        ("x", "delete"),
        "leave out",
    ),
    Command("persona.shift-up", "Move up", "Move the row up.", ("K", "shift+up")),
    Command("persona.shift-down", "Move down", "Move the row down.", ("J", "shift+down")),
    Command(
        "persona.less",
        "Decrease",
        "Decrease the bar or the importance by one step.",
        ("left", "h", "minus"),
    ),
    Command(
        "persona.more",
        "Increase",
        "Increase the bar or the importance by one step.",
        ("right", "l", "plus", "equals_sign"),
    ),
    Command("persona.next-part", "Next part", "Go to the next heading.", ("greater_than_sign",)),
    Command(
        "persona.previous-part", "Previous part", "Go to the previous heading.", ("less_than_sign",)
    ),
    Command(
        "portrait.open",
        "Go on",
        "Continue the talk, plan the day again, or go to the person on the line.",
        ("enter",),
        "go on",
    ),
    Command(
        "roster.open",
        "Go there",
        "Show the place on the map workbench, or the relationship in the form.",
        ("enter",),
        "go there",
    ),
    Command(
        "homes.open", "Go there", "Show this place on the map workbench.", ("enter",), "go there"
    ),
    Command("homes.up", "Up", "Move the cursor.", ("up", "k")),
    Command("homes.down", "Down", "Move the cursor.", ("down", "j")),
    Command("homes.left", "Left", "Move the cursor.", ("left", "h")),
    Command("homes.right", "Right", "Move the cursor.", ("right", "l")),
    Command(
        "homes.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")
    ),
    Command(
        "homes.half-down",
        "Half a page down",
        "Move the cursor half a page.",
        ("ctrl+d", "pagedown"),
    ),
    Command("homes.first", "Top left", "Move the cursor to the first cell.", ("g", "home")),
    Command("homes.last", "Bottom right", "Move the cursor to the last cell.", ("G", "end")),
    Command(
        "homes.zoom",
        "Zoom",
        "Show the map at full size; press again for the whole map.",
        ("z",),
        "zoom",
    ),
    Command("ties.open", "Go there", "Show the relationship in the form.", ("enter",), "go there"),
    Command("ties.less", "Previous", "Show the previous acquaintance.", ("left", "h")),
    Command("ties.more", "Next", "Show the next acquaintance.", ("right", "l"), "next other"),
)
_EDITS = {
    "people": ("undo", "redo", "save", "new", "bring"),
    "personas": ("live", "duplicate", "rename", "delete"),
    "persona": ("open", "long", "add", "clear", "shift-up", "shift-down", "less", "more"),
}

PEOPLE = mark_as_edits(_ALL, _EDITS)
"""Every command of the workbench, in the order in which help and footer name them."""
