"""The keys of the tools: each takes something into the hand, or asks for what has to be known first."""

from msgspec.structs import replace
from textual import events

from latticeville.core.geometry import Box, Cell
from studio.documents.edit import Edit
from studio.documents.edits.paint import on_cells
from studio.documents.stamp import Stamp
from studio.drawing.hand import Selecting, Tool
from studio.drawing.overlays import OVERLAYS
from studio.panes.sheet import Sheet
from studio.player.frame import StatusMessage

_HOW: tuple[Selecting, ...] = ("instead", "more", "less")
_OVERLAYS = {
    "": "No overlay.",
    "walkable": "Where one can stand.",
    "reachable": "What can be reached from the cursor.",
    "distance": "How many steps it is from the cursor: the last digit.",
    "sight": "What is seen from the cursor.",
}


class Toolbox(Sheet):
    """Takes tools into the hand."""

    selecting: Selecting = "instead"
    """What becomes of cells that are selected already."""

    def do(self, edit: Edit) -> None:
        """Ask for an edit, unless its layer may not be touched."""
        refused = self.veil.refuses(edit)
        if refused:
            self.post_message(StatusMessage(refused))
        else:
            self.post_message(self.Edited(edit))

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted text as a stamp."""
        event.stop()
        self.take(self.hand.stamping(Stamp.of(event.text)))

    def let_go(self) -> None:
        """Let go of what is carried."""

    def _tool(self, tool: Tool) -> None:
        self.let_go()
        self.take(self.hand.taking(tool))

    def place(self, tool: Tool) -> None:
        """Wait for the cell at which something is to be placed."""
        self._tool(tool)
        self.post_message(StatusMessage(f"Click where the {tool} is to be, or go there and press enter."))

    def action_hand(self) -> None:
        """Take the empty hand."""
        self._tool("hand")

    def action_pencil(self) -> None:
        """Take the pencil."""
        self._tool("pencil")

    def action_eraser(self) -> None:
        """Take the eraser."""
        self._tool("eraser")

    def action_line(self) -> None:
        """Draw lines."""
        self._tool("line")

    def action_rectangle(self) -> None:
        """Draw rectangles."""
        self._tool("rectangle")

    def action_ellipse(self) -> None:
        """Draw ellipses."""
        self._tool("ellipse")

    def action_fill(self) -> None:
        """Fill."""
        self._tool("fill")

    def action_replace(self) -> None:
        """Replace all."""
        self._tool("replace")

    def action_select_cells(self) -> None:
        """Select cells."""
        self._tool("select")

    def action_more(self) -> None:
        """Let what is selected next be instead of what is selected, beside it, or be taken from it."""
        self.selecting = _HOW[(_HOW.index(self.selecting) + 1) % len(_HOW)]
        words = {"instead": "instead of", "more": "beside", "less": "taken from"}
        self.post_message(StatusMessage(f"Cells that are selected next are {words[self.selecting]} the selected ones."))
        self.foresee()

    def action_area(self) -> None:
        """Draw an area."""
        self._tool("area")

    def action_add_box(self) -> None:
        """Add a box to the selected area."""
        self._tool("add box")

    def action_subtract_box(self) -> None:
        """Take a box from the selected area."""
        self._tool("subtract box")

    def action_pick(self) -> None:
        """Draw with the glyph under the cursor."""
        glyph = self.rows.glyph(self.cursor)
        if glyph:
            tool = self.hand if self.hand.tool not in ("hand", "grab", "select") else self.hand.taking("pencil")
            self.take(replace(tool, ink=glyph))

    def action_smaller(self) -> None:
        """Make the brush smaller."""
        self.take(replace(self.hand, size=max(1, self.hand.size - 1)))

    def action_larger(self) -> None:
        """Make the brush larger."""
        self.take(replace(self.hand, size=min(9, self.hand.size + 1)))

    def action_copy(self) -> None:
        """Take the selected cells as a stamp."""
        self._copy()

    def action_cut(self) -> None:
        """Take the selected cells as a stamp, and leave ground behind."""
        cells = self._copy()
        if cells:
            self.do(on_cells(cells, self.hand.ground, "cut"))

    def _copy(self) -> frozenset[Cell]:
        cells = self.hand.chosen
        if cells:
            stamp = Stamp.cut(self.rows, cells)
            self.app.copy_to_clipboard("\n".join(row.replace("\0", " ") for row in stamp.rows))
            self.take(replace(self.hand.stamping(stamp), chosen=frozenset()))
        else:
            self.post_message(StatusMessage("Select cells first: s, then a box."))
        return cells

    def clear(self) -> bool:
        """Leave ground in the selected cells; False where none are."""
        cells = self.hand.chosen
        if cells:
            self.do(on_cells(cells, self.hand.ground, "clear"))
        return bool(cells)

    def action_paste(self) -> None:
        """Take the last stamp up again."""
        if self.hand.stamp:
            self.take(self.hand.stamping(self.hand.stamp))
        else:
            self.post_message(StatusMessage("Nothing was copied yet: select cells with s, then y."))

    def action_keep_stamp(self) -> None:
        """Keep the stamp under a name."""
        if self.hand.stamp:
            self._want("keep stamp")
        else:
            self.post_message(StatusMessage("Nothing was copied yet: select cells with s, then y."))

    def action_stamps(self) -> None:
        """Take up a stamp that was kept."""
        self._want("stamps")

    def _turn(self, stamp: Stamp | None) -> None:
        self.take(self.hand.stamping(stamp))

    def action_flip_across(self) -> None:
        """Mirror the stamp sideways."""
        self._turn(self.hand.stamp and self.hand.stamp.across())

    def action_flip_down(self) -> None:
        """Mirror the stamp upside down."""
        self._turn(self.hand.stamp and self.hand.stamp.down())

    def action_turn(self) -> None:
        """Turn the stamp."""
        self._turn(self.hand.stamp and self.hand.stamp.turned())

    def action_overlay(self) -> None:
        """Go through the overlays."""
        self.laid = OVERLAYS[(OVERLAYS.index(self.laid) + 1) % len(OVERLAYS)]
        self.lay()
        self.post_message(StatusMessage(_OVERLAYS[self.laid]))

    def _want(self, what: str) -> None:
        self.post_message(self.Wanted(what, Box(*self.cursor, 1, 1)))

    def action_text(self) -> None:
        """Ask for letters."""
        self._want("text")

    def action_choose(self) -> None:
        """Ask for a glyph."""
        self._want("glyph")

    def action_wall(self) -> None:
        """Wall the selected area."""
        self._want("wall")

    def action_door(self) -> None:
        """Cut a door here."""
        self._want("door")

    def action_object(self) -> None:
        """Ask for a kind, and place one."""
        self._want("object")

    def action_person(self) -> None:
        """Ask for a persona, and place them."""
        self._want("person")

    def action_duplicate(self) -> None:
        """Put another one like the selected beside it."""
        self._want("duplicate")
