"""Move through a run: go to a tick, run until an expression holds, return from a link."""

from typing import NamedTuple

from studio.player import orders
from studio.player.time_expressions import FORMS, format_tick, read_ticks
from studio.run.run_host import RunHost
from studio.ui.dialogs.text_prompt import TextPrompt

TRAIL = 50
"""Most places that are kept to go back to."""


class TrailMark(NamedTuple):
    """Where one was: the tick, who was selected, and the pane."""

    tick: int
    who: str
    pane: str


class Transport:
    """Gives the player the orders that have to be asked for, and keeps the trail of where links led
    away."""

    def __init__(self, host: RunHost) -> None:
        self._host = host
        self._expression = ""
        self.trail: tuple[TrailMark, ...] = ()
        """Where one was before links led away, the newest last."""

    def push_mark(self) -> None:
        """Keep where one is, before a link leads away."""
        host = self._host
        if host.frame is not None:
            mark = TrailMark(host.frame.payload.tick, host.selected, host.focused_pane)
            self.trail = (*self.trail[1 - TRAIL :], mark)

    def go_back(self) -> None:
        """Go back to where the last link led away from."""
        host = self._host
        if not self.trail:
            host.tell("There is nowhere to go back to.")
            return
        *before, mark = self.trail
        self.trail = tuple(before)
        host.select(mark.who)
        host.player.do(orders.Seek(mark.tick))
        if mark.pane:
            host.focus_pane(mark.pane)

    async def ask_tick(self) -> None:
        """Ask for a tick, and go there."""
        written = await self._host.app.push_screen_wait(TextPrompt("Go to tick", FORMS))
        ticks = self.read_ticks(written or "")
        if ticks:
            await self.go_to_tick(ticks[0])
        elif written:
            self._host.tell(f"“{written}” is not a tick or a time: type {FORMS}")

    async def go_to_tick(self, tick: int) -> None:
        """Go to a tick; where it is not there yet, offer to live on to it."""
        player, frame = self._host.player, self._host.frame
        if frame is None:
            return
        self.push_mark()
        if tick <= frame.end or frame.recorded:
            player.do(orders.GoTo(tick))
            return
        from studio.ui.dialogs.option_dialog import Option, OptionDialog

        options = [
            Option("live", f"Run to tick {tick}", "at full speed; esc stops"),
            Option("newest", f"Go to the newest, tick {frame.end}"),
        ]
        time = format_tick(tick, frame.payload.state.world.settings)
        keys = f"enter simulate to tick {tick} · esc cancel"
        pick = OptionDialog(
            f"Tick {tick} ({time}) is not simulated yet", options, text=keys, search=False
        )
        match await self._host.app.push_screen_wait(pick):
            case "live":
                player.do(orders.RunTo(tick))
            case "newest":
                player.do(orders.GoTo(tick))

    def read_ticks(self, written: str) -> list[int]:
        """Return the ticks that a text may mean, the likeliest first."""
        frame = self._host.frame
        if frame is None or not written:
            return []
        state = frame.payload.state
        return read_ticks(written, state.world.settings, state.tick, range(frame.end + 1))

    async def ask_until(self) -> None:
        """Ask for an expression, and go on to the next tick that meets it."""
        frame = self._host.frame
        if frame is None:
            return
        from studio.run.until_dialog import UntilDialog

        text = await self._host.app.push_screen_wait(
            UntilDialog(frame.payload.state, self._expression, self._host.player.read_worlds)
        )
        if text:
            self.run_until(text)

    async def repeat_until(self) -> None:
        """Go on to the next tick that meets the same expression."""
        if self._expression:
            self.run_until(self._expression)
        else:
            await self.ask_until()

    def run_until(self, text: str) -> None:
        """Go on to the next tick that meets an expression."""
        frame = self._host.frame
        if frame is None:
            return
        from latticeville.reports.find.expression import ExpressionError, parse

        self._expression, player = text, self._host.player
        try:
            expression = parse(text, frame.payload.state.world, player.read_worlds)
        except ExpressionError as error:
            self._host.tell(f"column {error.column}: {error.what}")
            return
        player.do(orders.RunUntil(expression))
