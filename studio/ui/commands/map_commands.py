"""The commands of the map workbench."""

from studio.ui.commands.command import DISMISS, READY, SELECTED, Command, window_copy, window_help

DESIGN_PARTS = {
    "design": "app",
    "draw": "design",
    "tree": "design",
    "tiles": "design",
    "form": "design",
    "steps": "design",
    "problems": "design",
    "compare": "",
}
"""Each part of the workbench and the one around it."""

_SCREEN = (
    Command(
        "design.undo",
        "Undo",
        "Undo the last edit.",
        ("u", "ctrl+z"),
        "undo",
        READY,
        "app.undo",
        edits=True,
    ),
    Command(
        "design.redo",
        "Redo",
        "Redo the edit that was undone.",
        ("ctrl+y", "ctrl+r", "U"),
        when=READY,
        instead="app.redo",
        edits=True,
    ),
    Command(
        "design.save",
        "Save",
        "Save all changes; the run uses them from its next tick.",
        ("ctrl+s",),
        "save",
        READY,
        edits=True,
    ),
    Command(
        "design.go-to",
        "Go to",
        "Type part of a name, or a cell such as 12,5.",
        ("slash", "ctrl+f", "colon"),
        when=READY,
        group="Go to",
    ),
    Command(
        "design.find-next", "Find next", "Go to the next match.", ("n",), when=READY, group="Go to"
    ),
    Command(
        "design.find-previous",
        "Find previous",
        "Go to the previous match.",
        ("N",),
        when=READY,
        group="Go to",
    ),
    Command(
        "design.edit",
        "Edit its fields",
        "Edit the fields of the selection.",
        ("e",),
        when=SELECTED,
        edits=True,
    ),
    Command(
        "design.delete",
        "Delete",
        "Clear the selected cells, or delete the selection.",
        ("x", "delete", "backspace"),
        when=READY,
        edits=True,
    ),
    Command(
        "design.resize",
        "Resize the map",
        "Add or remove rows and columns on any side; you see what would be lost first.",
        ("8",),
        when=READY,
        edits=True,
    ),
    Command(
        "design.beats",
        "Matters and storylines",
        "List the matters, storylines and scheduled events; make, edit or remove one.",
        when=READY,
        edits=True,
    ),
    Command(
        "design.mini",
        "Small map",
        "Show or hide a small map; click it to go there.",
        ("I",),
        when=READY,
    ),
    Command(
        "design.layers",
        "Layers",
        "Show, hide or lock tiles, areas, objects and people.",
        ("V",),
        when=READY,
    ),
    Command(
        "design.alone",
        "Maximize pane",
        "Maximize the focused pane; press again to restore.",
        ("Z",),
    ),
    Command("design.next-pane", "Next pane", "Focus the next pane.", ("tab",), group="Go to"),
    Command(
        "design.previous-pane",
        "Previous pane",
        "Focus the previous pane.",
        ("shift+tab",),
        group="Go to",
    ),
    Command(
        "design.away",
        "Back",
        "Clear, one by one: anchor, stamp, selected cells, tool, selection.",
        ("escape",),
        group="Go to",
    ),
)

_DRAW = (
    Command(
        "draw.land",
        "Draw",
        "Set the anchor, then draw to the cursor. Pencil: start or stop drawing. Hand: select.",
        ("enter",),
        "draw",
    ),
    Command(
        "draw.dab",
        "Draw one cell",
        "Draw the cell. Shape: set its anchor, then draw it. Hand: add to the selection.",
        ("space",),
    ),
    Command(
        "draw.hand", "Hand", "Select and drag areas (by their handles), objects and people.", ("0",)
    ),
    Command(
        "draw.pencil",
        "Pencil",
        "Draw cell by cell: enter starts, moving draws.",
        ("p",),
        edits=True,
    ),
    Command(
        "draw.eraser",
        "Eraser",
        "Draw with the ground glyph shown at the right of the legend.",
        ("E",),
        edits=True,
    ),
    Command(
        "draw.line",
        "Line",
        "Draw a straight line from the anchor; press again for rivers, roads and hedges: lines that "
        "go on from their end, with bridges where they cross.",
        ("i",),
        edits=True,
    ),
    Command(
        "draw.rectangle",
        "Rectangle",
        "Draw a rectangle: walls as an outline, other ground filled; press again for the other.",
        ("r",),
        edits=True,
    ),
    Command(
        "draw.ellipse",
        "Ellipse",
        "Draw an ellipse: walls as an outline, other ground filled; press again for the other.",
        ("5",),
        edits=True,
    ),
    Command(
        "draw.fill",
        "Fill",
        "Fill the connected cells with the same glyph; in a meadow, its flowers and bushes too.",
        ("F",),
        edits=True,
    ),
    Command(
        "draw.replace",
        "Replace all",
        "Replace this cell's glyph on the whole map.",
        ("6",),
        edits=True,
    ),
    Command("draw.text", "Text", "Type text and place it as a stamp.", ("t",), edits=True),
    Command(
        "draw.select-cells",
        "Select cells",
        "Select a box of cells, connected equal cells, or all equal cells.",
        ("s",),
    ),
    Command(
        "draw.more",
        "Add or subtract",
        "Add the next selected cells to the selection, subtract them, or replace it. With the "
        "mouse: ctrl adds, "
        "alt subtracts.",
        ("ampersand",),
    ),
    Command(
        "draw.gather",
        "Select what stands there",
        "Select the objects and people in the selected cells.",
        ("9",),
    ),
    Command(
        "draw.pick",
        "Pick the glyph",
        "Draw with the glyph at the cursor (or right-click).",
        ("semicolon",),
    ),
    Command(
        "draw.choose", "Choose a glyph", "Choose a glyph of the legend by name.", ("c",), "glyph"
    ),
    Command(
        "draw.favourites",
        "Favourites",
        "Take one of nine favourite tools by its digit, or keep the tool in use with its glyph.",
        ("apostrophe",),
    ),
    Command(
        "draw.smaller",
        "Smaller brush",
        "Make the brush one size smaller.",
        ("ctrl+down", "left_square_bracket"),
    ),
    Command(
        "draw.larger",
        "Larger brush",
        "Make the brush one size larger.",
        ("ctrl+up", "right_square_bracket"),
    ),
    Command(
        "draw.copy",
        "Copy cells",
        "Copy the selected cells as a stamp.",
        ("y",),
        instead="app.copy",
        group="Edit",
    ),
    Command(
        "draw.cut",
        "Cut cells",
        "Cut the selected cells as a stamp, and leave ground.",
        ("ctrl+x",),
        edits=True,
    ),
    Command(
        "draw.paste",
        "Paste",
        "Use the last stamp again; enter places it.",
        ("ctrl+v", "insert"),
        edits=True,
    ),
    Command(
        "draw.keep-stamp",
        "Save the stamp",
        "Name the stamp and save it with the world, in stamps.toml.",
        ("Y",),
        edits=True,
    ),
    Command("draw.stamps", "Stamps", "Use a saved stamp, or delete one.", ("S",), edits=True),
    Command(
        "draw.flip-across",
        "Flip sideways",
        "Mirror the stamp left to right.",
        ("exclamation_mark", "vertical_line"),
    ),
    Command(
        "draw.flip-down", "Flip upside down", "Mirror the stamp top to bottom.", ("underscore",)
    ),
    Command("draw.turn", "Turn", "Turn the stamp clockwise by 90°.", ("percent_sign",)),
    Command(
        "draw.area",
        "Draw an area",
        "Draw a box and name it, such as a garden or a pond. The ground stays as it is.",
        ("a",),
        edits=True,
    ),
    Command(
        "draw.room",
        "Draw a room",
        "Draw a box with walls and a floor, and name it. It shares the walls of its neighbours.",
        ("W",),
        edits=True,
    ),
    Command(
        "draw.add-box",
        "Add a box",
        "Draw a box that is added to the selected area.",
        ("B",),
        when=SELECTED,
        edits=True,
    ),
    Command(
        "draw.subtract-box",
        "Subtract a box",
        "Draw a box that is removed from the selected area.",
        ("7",),
        when=SELECTED,
        edits=True,
    ),
    Command(
        "draw.wall",
        "Build walls",
        "Draw walls around the selected area, on the rim of its boxes.",
        when=SELECTED,
        edits=True,
    ),
    Command(
        "draw.door",
        "Cut a door",
        "Click a wall for each door, or move there and press enter.",
        ("D",),
        edits=True,
    ),
    Command(
        "draw.object",
        "Place an object",
        "Choose a kind or make one, and place an object at the cursor.",
        ("o",),
        edits=True,
    ),
    Command(
        "draw.person",
        "Place a person",
        "Choose a person or type a new name, and place the person at the cursor.",
        ("P",),
        edits=True,
    ),
    Command(
        "draw.resources",
        "Paint a resource",
        "Choose a resource and the most units that a cell holds, then paint cells; the legend "
        "gets the entries "
        "that this needs.",
        ("at",),
        edits=True,
    ),
    Command(
        "draw.grab",
        "Move",
        "Move the selection, or the handle at the cursor; enter drops it.",
        ("M",),
        when=SELECTED,
        edits=True,
    ),
    Command(
        "draw.duplicate",
        "Duplicate",
        "Place a copy of the selection beside it; an area is copied with its walls, rooms and "
        "objects.",
        ("C",),
        when=SELECTED,
        edits=True,
    ),
    Command(
        "draw.areas", "Areas", "Show area borders and names: outermost areas, all, none.", ("O",)
    ),
    Command(
        "draw.overlay",
        "Overlay",
        "Show walkable cells, then cells in reach of the cursor, walking distance, line of sight, "
        "nothing.",
        ("v",),
    ),
    Command(
        "draw.zoom",
        "Whole map",
        "Show the whole map in the window; press again to go back.",
        ("z",),
    ),
    Command(
        "draw.zoom-in",
        "Zoom in",
        "Draw the map larger: overview, compact cells, tiles, pixels.",
        ("plus", "equals_sign"),
    ),
    Command(
        "draw.zoom-out",
        "Zoom out",
        "Draw the map smaller: pixels, tiles, compact cells, overview.",
        ("minus",),
    ),
    Command(
        "draw.style",
        "Map style",
        "Draw the map as tiles, compact cells, letters or pixels.",
        ("f10",),
        group="Appearance",
    ),
    Command("draw.up", "Up", "Move the cursor.", ("up", "k")),
    Command("draw.down", "Down", "Move the cursor.", ("down", "j")),
    Command("draw.left", "Left", "Move the cursor.", ("left", "h")),
    Command("draw.right", "Right", "Move the cursor.", ("right", "l")),
    Command("draw.pan-up", "Pan up", "Pan the map by eight rows.", ("shift+up", "K")),
    Command("draw.pan-down", "Pan down", "Pan the map by eight rows.", ("shift+down", "J")),
    Command("draw.pan-left", "Pan left", "Pan the map by sixteen columns.", ("shift+left", "H")),
    Command("draw.pan-right", "Pan right", "Pan the map by sixteen columns.", ("shift+right", "L")),
    Command("draw.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command(
        "draw.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")
    ),
    Command("draw.first", "Top left", "Move the cursor to the first cell.", ("g", "home")),
    Command("draw.last", "Bottom right", "Move the cursor to the last cell.", ("G", "end")),
)

_LISTS = (
    Command(
        "tree.open",
        "Select",
        "Select the line and go there; what is being moved goes into the area.",
        ("enter",),
        "select",
    ),
    Command(
        "tree.also", "Add to selection", "Add the line to the selection, or remove it.", ("space",)
    ),
    Command(
        "tree.carry",
        "Move",
        "Move the line into another area: press enter there, or drag it.",
        ("M",),
        "carry",
        edits=True,
    ),
    Command("tree.unfold", "Open the area", "Expand the area.", ("right", "l"), "open"),
    Command("tree.fold", "Close the area", "Collapse the area.", ("left", "h"), "close"),
    Command("tiles.open", "Draw with it", "Draw with this glyph.", ("enter",), "take"),
    Command(
        "tiles.edit",
        "Edit the legend",
        "Edit the fields of the glyph.",
        ("e",),
        "edit",
        instead="design.edit",
        edits=True,
    ),
    Command("tiles.add", "New glyph", "Add a glyph to the legend.", ("a",), "new", edits=True),
    Command(
        "tiles.remove",
        "Remove the glyph",
        "Remove it from the legend; its cells get the current glyph.",
        ("x",),
        instead="design.delete",
        edits=True,
    ),
    Command(
        "steps.open",
        "Go to the step",
        "Undo or redo to this step.",
        ("enter",),
        "go there",
        edits=True,
    ),
    Command(
        "problems.open", "Go to the problem", "Go to the problem's place.", ("enter",), "go there"
    ),
    Command(
        "problems.fix",
        "Fix it",
        "Apply the safe fix, as a step that you can undo.",
        ("space",),
        "mend",
        edits=True,
    ),
    Command("compare.turn", "Other side", "Use the other side of the item.", ("space",), "turn"),
    Command(
        "compare.mine", "All mine", "Use your side of every item.", ("H", "shift+left"), "mine"
    ),
    Command(
        "compare.theirs",
        "All theirs",
        "Use the disk's side of every item.",
        ("L", "shift+right"),
        "theirs",
    ),
    Command(
        "compare.open", "Merge", "Merge the file as chosen; save to write it.", ("enter",), "take"
    ),
    Command(
        "compare.close",
        "Decide later",
        "Change nothing; the next save asks again.",
        ("escape",),
        "later",
        group="Go to",
        runs=DISMISS,
    ),
    window_help("compare"),
    window_copy("compare"),
    Command(
        "form.open",
        "Change the field",
        "Edit the value; it is checked as you type.",
        ("enter",),
        "change",
        edits=True,
    ),
    Command(
        "form.clear",
        "Reset the field",
        "Delete the field, so that the default applies.",
        ("x",),
        "leave out",
        instead="design.delete",
        edits=True,
    ),
)

DESIGN = (*_SCREEN, *_DRAW, *_LISTS)
"""Every command of the workbench, in the order in which help and footer name them."""
