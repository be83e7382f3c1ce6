"""The commands of the people workbench."""

from studio.command import READY, SELECTED, Command, editing

PEOPLE_PARTS = {
    "people": "app", "personas": "people", "persona": "people", "portrait": "people",
    "roster": "people", "homes": "people", "ties": "people",
}  # fmt: skip
"""Each part of the workbench and the one around it."""
PEOPLE_LISTS = ("personas", "persona", "portrait", "roster", "ties")
"""Those that move as lists do."""

_ALL = (
    Command("people.undo", "Undo", "Take the last step back, whichever workbench it was made in.", ("u", "ctrl+z"),
            "undo", READY, "app.undo"),
    Command("people.redo", "Redo", "Do again what was taken back.", ("ctrl+y", "ctrl+r", "U"), when=READY),
    Command("people.save", "Save", "Write all that changed; the run behind goes on in the saved world.", ("ctrl+s",),
            "save", READY),
    Command("people.new", "New person", "A name, then where they live.", ("a", "ctrl+n"), "new", READY),
    Command("people.filter", "Filter", "Only those with these letters; nothing shows all.", ("slash", "ctrl+f"),
            "filter", READY),
    Command("people.bring", "Bring people in", "Personas of Generative Agents, Agent Crossing or the original format.",
            ("I",), "", READY),
    Command("people.identity", "Who they are", "What their mind is told of them before anything else.", ("V",), "",
            SELECTED),
    Command("people.prompt", "First prompt", "The first question that a run puts to them, as sent, with tokens.",
            ("P",), "", SELECTED),
    Command("people.day", "Plan their day", "The model plans their first day; esc stops it.", ("D",), "day", SELECTED),
    Command("people.talk", "Talk to them", "Talk to this person now; no trace is left in any world.", ("A",), "talk",
            SELECTED),
    Command("people.cast", "The cast", "Who lives and works where, who knows whom and who will meet whom, beside the "
            "map; again, beside the graph of who knows whom.", ("v",), "cast", READY),
    Command("people.compare", "Compare", "This person beside another, field by field.", ("d",), "", SELECTED),
    Command("people.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("people.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("people.away", "Back", "Stop what the model does; else back to the list.", ("escape",)),

    Command("personas.open", "Edit", "Go to their form.", ("enter",), "edit"),
    Command("personas.sort", "Sort", "By the order of the world; again, by name.", ("s",)),
    Command("personas.live", "Live here", "Let the persona live in this world, or no longer.", ("space",), "live here",
            SELECTED),
    Command("personas.duplicate", "Duplicate", "Another persona like this one.", ("C",), "", SELECTED),
    Command("personas.rename", "Rename", "Another id; whatever speaks of it follows.", ("R",), "", SELECTED),
    Command("personas.delete", "Delete", "Delete the persona, after saying who speaks of it.",
            ("x", "delete", "backspace"),
            "", SELECTED),

    Command("persona.open", "Change", "Type another value; it is checked as you type.", ("enter",), "change"),
    Command("persona.long", "Write at length", "In a text area of its own, or in your $EDITOR.", ("e",), "write"),
    Command("persona.add", "Add a row", "Another row of the list that the cursor is in.", ("a",), "add",
            instead="people.new"),
    Command("persona.clear", "Leave out", "Take the row away, or leave the field out.", ("x", "delete"), "leave out"),
    Command("persona.shift-up", "Move up", "Move the row up in its list.", ("K", "shift+up")),
    Command("persona.shift-down", "Move down", "Move the row down in its list.", ("J", "shift+down")),
    Command("persona.less", "Turn down", "A bar by a step; the importance of a memory by one.", ("left", "h", "minus")),
    Command("persona.more", "Turn up", "A bar by a step; the importance of a memory by one.",
            ("right", "l", "plus", "equals_sign")),
    Command("persona.next-part", "Next part", "To the next heading of the form.",
            ("greater_than_sign", "right_square_bracket")),
    Command("persona.previous-part", "Previous part", "To the heading before.",
            ("less_than_sign", "left_square_bracket")),

    Command("portrait.open", "Go on", "Say something to them, plan the day anew, or go to whom the line speaks of.",
            ("enter",), "go on"),

    Command("roster.open", "Go there", "To the home or place on the map workbench; to the relationship in the form.",
            ("enter",), "go there"),

    Command("homes.open", "Go there", "To the place under the cursor, on the map workbench.", ("enter",), "go there"),
    Command("homes.up", "Up", "Move the cursor.", ("up", "k")),
    Command("homes.down", "Down", "Move the cursor.", ("down", "j")),
    Command("homes.left", "Left", "Move the cursor.", ("left", "h")),
    Command("homes.right", "Right", "Move the cursor.", ("right", "l")),
    Command("homes.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command("homes.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")),
    Command("homes.first", "Top left", "Cursor to the first cell.", ("g", "home")),
    Command("homes.last", "Bottom right", "Cursor to the last cell.", ("G", "end")),
    Command("homes.zoom", "Zoom", "Each cell of the map; again, the whole map.", ("z",), "zoom"),

    Command("ties.open", "Go there", "To what they are to each other, in the form.", ("enter",), "go there"),
    Command("ties.less", "Other before", "Tell of the one before whom they know.", ("left", "h")),
    Command("ties.more", "Next other", "Tell of the next whom they know.", ("right", "l"), "next other"),
)  # fmt: skip
_EDITS = {
    "people": ("undo", "redo", "save", "new", "bring"),
    "personas": ("live", "duplicate", "rename", "delete"),
    "persona": ("open", "long", "add", "clear", "shift-up", "shift-down", "less", "more"),
}

PEOPLE = editing(_ALL, _EDITS)
"""Every command of the workbench, in the order in which help and footer name them."""
