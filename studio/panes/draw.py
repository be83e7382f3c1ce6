"""The map as it is drawn: what keys and mouse do with the tool in the hand; what is drawn is asked for by messages."""

from itertools import count
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.binding import BindingType

from latticeville.core.geometry import Box, Cell
from studio.documents.shapes import flood, matching
from studio.drawing.grab import Grab, grabbed
from studio.drawing.hand import BOXES, PLACING, STROKES, Selecting
from studio.drawing.handles import handles
from studio.panes.lens import Lens
from studio.panes.toolbox import Toolbox
from studio.player.frame import StatusMessage
from studio.widgets.part import bindings

_GESTURES = count(1)


class Draw(Toolbox):
    """Draws on a sketch."""

    where = "draw"
    BINDINGS: ClassVar[list[BindingType]] = bindings("draw")

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._gesture = 0
        self._grab: Grab | None = None
        self._pressed: Cell | None = None
        self._dragged = False
        self._pan: tuple[int, int] | None = None

    def go(self, cell: Cell) -> None:
        """Move the cursor, and with it what the hand is doing."""
        old = self.cursor
        super().go(cell)
        if self.laid and (self.laid != "reachable" or self.cursor not in self._marked):
            self.lay()
        if self.hand.down and self.cursor != old:
            self.do(self.hand.stroke(old, self.cursor, self._gesture))
        elif self._grab and self.cursor != old and self.sketch:
            self.do(self._grab.edit(self.sketch, old, self.cursor))
        self.foresee()

    def _ready(self) -> bool:
        """See to it that cells are what is pointed at: a small map is brought back to its size first."""
        if self.lens.factor > 1:
            self.zoom(Lens())
            self.post_message(StatusMessage("Here is each cell; now draw."))
            return False
        return self.sketch is not None

    def action_land(self) -> None:
        """Set the anchor, or draw up to here; put the pencil down or lift it; with the hand select."""
        self._act(keep=True)

    def action_dab(self) -> None:
        """Draw here once."""
        self._act(keep=False)

    def _act(self, *, keep: bool) -> None:
        if not self._ready():
            return
        hand = self.hand
        if hand.tool == "hand":
            self._pick(more=not keep)
        elif hand.tool == "grab":
            self._let_go()
        elif hand.tool in STROKES:
            self._pen(keep=keep)
        elif hand.anchored and hand.anchor is None:
            self.take(replace(hand, anchor=self.cursor))
        else:
            self._land()

    def _pen(self, *, keep: bool) -> None:
        """Put the pencil down, or lift it; a dab does both."""
        if self.hand.down:
            self.take(replace(self.hand, down=False))
            return
        self._gesture = next(_GESTURES)
        self.do(self.hand.stroke(self.cursor, self.cursor, self._gesture))
        self.take(replace(self.hand, down=keep))

    def _land(self, how: Selecting = "instead") -> None:
        """Draw what is previewed."""
        hand, box = self.hand, self.hand.box(self.cursor)
        if hand.tool == "select":
            self.take(hand.select(self.rows, self.cursor, self.selecting if how == "instead" else how))
            return
        self.take(hand.taking("hand") if hand.tool in PLACING else replace(hand, anchor=None))
        if hand.tool in BOXES or hand.tool in PLACING:
            self.post_message(self.Wanted(hand.tool, box))
        else:
            self._tell_extent()
            self.do(hand.edit(self.rows, self.cursor))

    def _tell_extent(self) -> None:
        """Say how many cells are exchanged or filled, for they may be more than are seen."""
        hand, rows, view = self.hand, self.rows, self.camera.box
        if hand.tool not in ("fill", "replace") or self.veil.refuses(hand.edit(rows, self.cursor)):
            return
        filling = hand.tool == "fill"
        spans = flood(rows, self.cursor) if filling else matching(rows, rows.glyph(self.cursor))
        cells = sum(span.stop - span.start for span in spans)
        left, right = view.x, view.x + view.width
        seen = sum(
            max(0, min(span.stop, right) - max(span.start, left))
            for span in spans
            if view.y <= span.y < view.y + view.height
        )
        hidden = f", {cells - seen} of them out of sight" if cells > seen else ""
        self.post_message(
            StatusMessage(f"{cells} cell{'s' * (cells != 1)} {'filled' if filling else 'replaced'}{hidden}.")
        )

    def _pick(self, *, more: bool = False) -> None:
        """Select what is on the cursor's cell; again, what is under it; or take the topmost in beside the others."""
        stack = self._stack(self.cursor)
        turn = (stack.index(self.chosen) + 1) % len(stack) if self.chosen in stack and not more else 0
        self.post_message(self.Picked(stack[turn] if stack else "", more=more))

    def action_gather(self) -> None:
        """Select the objects and people that stand in the selected cells."""
        sketch, cells = self.sketch, self.hand.chosen
        found = [
            name for name, spot in (sketch.spots.items() if sketch else ())
            if sketch and spot.cell in cells and not self.veil.hides(sketch, name)
        ]  # fmt: skip
        if not found:
            self.post_message(StatusMessage("Select cells first, with s, in which objects or people stand."))
            return
        self.take(replace(self.hand.taking("hand"), chosen=frozenset()))
        self.post_message(self.Picked(""))
        for name in found:
            self.post_message(self.Picked(name, more=True))

    def _stack(self, cell: Cell) -> tuple[str, ...]:
        if self.sketch is None:
            return ()
        found = self.sketch.stack(self.lens.large_box(Box(*self.lens.small(cell), 1, 1)), cell)
        return tuple(name for name in found if not self.veil.hides(self.sketch, name))

    def away(self) -> bool:
        """Let go of something; False where there is nothing left to let go of."""
        if self._grab:
            self._grab = None
            self.post_message(self.Cancelled())
        hand = self.hand.away()
        if hand is None:
            return False
        self.take(hand)
        return True

    def _hold(self, cell: Cell) -> bool:
        """Begin to carry the handle at a cell, or what is selected; False where nothing can be carried."""
        if self.sketch is None or not self.chosen or self.veil.hides(self.sketch, self.chosen):
            return False
        self._grab = grabbed(self.sketch, self.chosen, cell, next(_GESTURES), self.others)
        return True

    def _let_go(self) -> None:
        self._grab = None
        self.take(self.hand.taking("hand"))

    def let_go(self) -> None:
        """Let go of what is carried."""
        self._grab = None

    def action_grab(self) -> None:
        """Carry the handle under the cursor, or what is selected."""
        if self._ready() and self._hold(self.cursor):
            self.take(self.hand.taking("grab"))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to draw, to carry, or to pan; the right button picks a glyph up."""
        cell = self.under(event)
        if cell is None or self.sketch is None:
            return
        if event.button == 3:
            self.go(cell)
            self.action_pick()
            return
        self.capture_mouse()
        self._pressed, self._dragged, self._pan = cell, False, None
        if event.button == 2 or event.shift:
            self._pan = (event.screen_x, event.screen_y)
        elif self.hand.tool == "hand":
            self._press_hand(cell, event)
        elif self._ready():
            self._press_tool(cell)

    def _press_hand(self, cell: Cell, event: events.MouseDown) -> None:
        """Get ready to carry what is pointed at, or else to pan."""
        self.go(cell)
        stack = self._stack(cell)
        on_handle = cell in handles(self.sketch.boxes(self.chosen)) if self.sketch and self.chosen else False
        thing = next((name for name in stack if self.sketch and name in self.sketch.spots), "")
        held = {self.chosen, *self.others} & {*stack}
        if event.ctrl:
            return
        if thing and not held and not on_handle:
            self.chosen, self.others = thing, ()
            self.post_message(self.Picked(thing))
            self._dragged = True
        held = {self.chosen, *self.others} & {*stack}
        if self.lens.factor == 1 and (on_handle or held) and self._hold(cell):
            return
        self._pan = (event.screen_x, event.screen_y)

    def _press_tool(self, cell: Cell) -> None:
        self.go(cell)
        if self.hand.tool in STROKES:
            self._pen(keep=True)
        elif self.hand.anchored and self.hand.anchor is None:
            self.take(replace(self.hand, anchor=cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Draw, carry or pan on; without a button, only move what is previewed."""
        if self._pan is not None:
            dx, dy = self._pan[0] - event.screen_x, self._pan[1] - event.screen_y
            if dx or dy:
                self._pan, self._dragged = (event.screen_x, event.screen_y), True
                self.pan(dx, dy)
            return
        cell = self.under(event)
        hovering = self.hand.tool not in ("hand", "grab") and self._pressed is None and not self.hand.down
        if cell is not None and cell != self.cursor and (self._pressed is not None or hovering):
            self._dragged = self._dragged or self._pressed is not None
            self.go(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End what was begun."""
        self.release_mouse()
        pressed, self._pressed, self._pan = self._pressed, None, None
        if pressed is None:
            return
        if self.hand.tool == "hand":
            self._grab = None
            if not self._dragged:
                self._pick(more=event.ctrl)
        elif self.hand.down:
            self.take(replace(self.hand, down=False))
        elif self.hand.tool == "grab":
            self._let_go()
        elif self.lens.factor == 1 and (not self.hand.anchored or self.hand.anchor is not None) and self._ready():
            self._land("less" if event.meta else "more" if event.ctrl else "instead")
