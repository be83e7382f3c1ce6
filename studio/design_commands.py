"""The commands of the map workbench."""

from studio.command import READY, SELECTED, Command, editing

DESIGN_PARTS = {
    "design": "app", "draw": "design", "tree": "design", "tiles": "design", "form": "design", "steps": "design",
    "problems": "design", "compare": "",
}  # fmt: skip
"""Each part of the workbench and the one around it."""

_SCREEN = (
    Command("design.undo", "Undo", "Take the last step back.", ("u", "ctrl+z"), "undo", READY, "app.undo"),
    Command("design.redo", "Redo", "Do again what was taken back.", ("ctrl+y", "ctrl+r", "U"), when=READY),
    Command("design.save", "Save", "Write all that changed; the run behind goes on in the saved world.",
            ("ctrl+s",), "save", READY),
    Command("design.go-to", "Go to", "Letters of a name, or a cell such as 12,5.", ("slash", "ctrl+f", "colon"),
            when=READY),
    Command("design.find-next", "Find next", "On to the next one found.", ("n",), when=READY),
    Command("design.find-previous", "Find previous", "Back to the one found before.", ("N",), when=READY),
    Command("design.edit", "Edit its fields", "Change what is selected, field by field.", ("e",), when=SELECTED),
    Command("design.delete", "Delete", "Empty the selected cells, or delete what is selected.",
            ("x", "delete", "backspace"), when=READY),
    Command("design.resize", "Resize the map", "Add or cut rows and columns on any side; what falls off is said first.",
            ("8",), when=READY),
    Command("design.mini", "Small map", "Show the whole map small, or not; a click there goes there.", ("I",),
            when=READY),
    Command("design.layers", "Layers", "Show, hide or lock tiles, areas, objects and people.", ("V",), when=READY),
    Command("design.alone", "This pane alone", "Give it the whole screen; again, show the others.", ("Z",)),
    Command("design.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("design.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("design.away", "Back", "Let go of the anchor, the stamp, the selected cells, the tool, the selection.",
            ("escape",)),
)  # fmt: skip

_DRAW = (
    Command("draw.land", "Draw", "Set the anchor, then draw up to here; with the pencil put it down or lift it; "
            "with the hand select.", ("enter",), "draw"),
    Command("draw.dab", "Dab", "Draw here once; with a shape set its anchor, then draw it; with the hand select this, "
            "too.", ("space",)),
    Command("draw.hand", "Hand", "Select and drag areas with their handles, objects and people.", ("0",)),
    Command("draw.pencil", "Pencil", "Draw cell by cell; enter puts it down, moving draws.", ("p",)),
    Command("draw.eraser", "Eraser", "Draw with the ground glyph that is named at the right of the legend.", ("E",)),
    Command("draw.line", "Line", "A straight line from the anchor.", ("i",)),
    Command("draw.rectangle", "Rectangle", "A rectangle from the anchor; again, filled or its frame.", ("r",)),
    Command("draw.ellipse", "Ellipse", "An ellipse from the anchor; again, filled or its outline.", ("5",)),
    Command("draw.fill", "Fill", "Fill all that hangs together with the cell and looks like it.", ("F",)),
    Command("draw.replace", "Replace all", "Exchange this cell's glyph everywhere.", ("6",)),
    Command("draw.text", "Text", "Type letters, and put them down as one stamp.", ("t",)),
    Command("draw.select-cells", "Select cells", "A box of cells; again, what hangs together; again, all alike.",
            ("s",)),
    Command("draw.more", "Add or subtract", "Cells selected next come beside the selected ones; again, are taken from "
            "them; again, instead. With the mouse: ctrl adds, alt subtracts.", ("ampersand",)),
    Command("draw.gather", "Select what stands there", "Select the objects and people in the selected cells.",
            ("9",)),
    Command("draw.pick", "Pick the glyph up", "Draw with the glyph under the cursor; a right click does it too.",
            ("semicolon",)),
    Command("draw.choose", "Choose a glyph", "Find a glyph of the legend by letters of its name.", ("c",), "glyph"),
    Command("draw.smaller", "Smaller brush", "One size down.", ("minus",)),
    Command("draw.larger", "Larger brush", "One size up.", ("plus", "equals_sign")),
    Command("draw.copy", "Copy cells", "Take the selected cells as a stamp.", ("y",)),
    Command("draw.cut", "Cut cells", "Take the selected cells as a stamp, and leave ground behind.", ("ctrl+x",)),
    Command("draw.paste", "Paste", "Take the last stamp up again; enter puts it down.", ("ctrl+v", "insert")),
    Command("draw.keep-stamp", "Keep the stamp", "Give the stamp a name; it is kept with the world, in stamps.toml.",
            ("Y",)),
    Command("draw.stamps", "Stamps", "Take up a stamp that was kept, or let one go.", ("S",)),
    Command("draw.flip-across", "Flip sideways", "Mirror the stamp.", ("exclamation_mark", "vertical_line")),
    Command("draw.flip-down", "Flip upside down", "Mirror the stamp.", ("underscore",)),
    Command("draw.turn", "Turn", "Turn the stamp clockwise by a quarter.", ("percent_sign",)),
    Command("draw.area", "Draw an area", "A box from the anchor, then its name.", ("a",)),
    Command("draw.add-box", "Add a box", "A box from the anchor that the selected area gets.", ("B",), when=SELECTED),
    Command("draw.subtract-box", "Subtract a box", "A box from the anchor that the selected area loses.", ("7",),
            when=SELECTED),
    Command("draw.wall", "Wall it", "Draw walls round the selected area.", ("W",), when=SELECTED),
    Command("draw.door", "Cut a door", "Draw a door where the cursor is.", ("D",)),
    Command("draw.object", "Place an object", "Choose a kind, and put one here.", ("o",)),
    Command("draw.person", "Place a person", "Choose a persona, and let them live here.", ("P",)),
    Command("draw.grab", "Grab", "Carry what is selected, or the handle under the cursor; enter lets it go.", ("M",),
            when=SELECTED),
    Command("draw.duplicate", "Duplicate",
            "Put another one like the selected beside it; an area takes along its walls, rooms and things.", ("C",),
            when=SELECTED),
    Command("draw.areas", "Areas", "Frame the outermost areas with their names; again, all; again, none.", ("O",)),
    Command("draw.overlay", "Overlay", "Show where one can stand; again, what can be reached from the cursor; again, "
            "how far it is; again, what is seen from it; again, nothing.", ("v",)),
    Command("draw.zoom", "Zoom", "The whole map, as small as it takes; again, each cell.", ("z",)),
    Command("draw.up", "Up", "Move the cursor.", ("up", "k")),
    Command("draw.down", "Down", "Move the cursor.", ("down", "j")),
    Command("draw.left", "Left", "Move the cursor.", ("left", "h")),
    Command("draw.right", "Right", "Move the cursor.", ("right", "l")),
    Command("draw.pan-up", "Pan up", "Move the map, eight rows.", ("shift+up", "K")),
    Command("draw.pan-down", "Pan down", "Move the map, eight rows.", ("shift+down", "J")),
    Command("draw.pan-left", "Pan left", "Move the map, sixteen columns.", ("shift+left", "H")),
    Command("draw.pan-right", "Pan right", "Move the map, sixteen columns.", ("shift+right", "L")),
    Command("draw.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command("draw.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")),
    Command("draw.first", "Top left", "Cursor to the first cell.", ("g", "home")),
    Command("draw.last", "Bottom right", "Cursor to the last cell.", ("G", "end")),
)  # fmt: skip

_LISTS = (
    Command(
        "tree.open",
        "Select",
        "Select the line, and go there; what is carried is put into the area.",
        ("enter",),
        "select",
    ),
    Command("tree.also", "Select this, too", "Take the line in beside what is selected, or out of it.", ("space",)),
    Command(
        "tree.carry", "Carry", "Carry the line to an area, by enter there; with the mouse, drag it.", ("M",), "carry"
    ),
    Command("tree.unfold", "Open the area", "Open the area.", ("right", "l"), "open"),
    Command("tree.fold", "Close the area", "Close the area.", ("left", "h"), "close"),
    Command("tiles.open", "Draw with it", "Take the glyph into the hand.", ("enter",), "take"),
    Command(
        "tiles.edit",
        "Edit the legend",
        "Change what the glyph stands for, field by field.",
        ("e",),
        "edit",
        instead="design.edit",
    ),
    Command("tiles.add", "New glyph", "Add a glyph to the legend.", ("a",), "new"),
    Command(
        "tiles.remove",
        "Remove the glyph",
        "Take it out of the legend; its cells get the glyph in hand.",
        ("x",),
        instead="design.delete",
    ),
    Command(
        "steps.open", "Go to the step", "Go to this step; those after it can be done again.", ("enter",), "go there"
    ),
    Command("problems.open", "Go to the problem", "Go to the place that it speaks of.", ("enter",), "go there"),
    Command("problems.fix", "Mend it", "Do what certainly mends it, as a step that can be undone.", ("space",), "mend"),
    Command("compare.turn", "Other side", "Take the item under the cursor from the other side.", ("space",), "turn"),
    Command("compare.mine", "All mine", "Take every item as it is here.", ("H", "shift+left"), "mine"),
    Command("compare.theirs", "All theirs", "Take every item as it is on disk.", ("L", "shift+right"), "theirs"),
    Command("compare.open", "Take these", "Put the file together as chosen; a save writes it.", ("enter",), "take"),
    Command("compare.close", "Decide later", "Leave both as they are; the next save asks again.", ("escape",), "later"),
    Command("compare.help", "Help", "Explain this window, with its keys.", ("question_mark", "f1"), "help"),
    Command("form.open", "Change the field", "Type another value; it is checked as you type.", ("enter",), "change"),
    Command(
        "form.clear",
        "Leave the field out",
        "Leave the field out, so that the default holds.",
        ("x",),
        "leave out",
        instead="design.delete",
    ),
)

_EDITS = {
    "design": ("undo", "redo", "save", "edit", "delete", "resize"),
    "draw": (
        "pencil", "eraser", "line", "rectangle", "ellipse", "fill", "replace", "text", "cut", "paste", "keep-stamp",
        "stamps", "area", "add-box", "subtract-box", "wall", "door", "object", "person", "grab", "duplicate",
    ),
    "tree": ("carry",),
    "tiles": ("edit", "add", "remove"),
    "steps": ("open",),
    "problems": ("fix",),
    "form": ("open", "clear"),
}  # fmt: skip

DESIGN = editing((*_SCREEN, *_DRAW, *_LISTS), _EDITS)
"""Every command of the workbench, in the order in which help and footer name them."""
