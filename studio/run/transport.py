"""Ways through a run that are asked for: to a tick, to what an expression says, and back."""

from textual import work

from latticeville.core.clock import format_time
from latticeville.sim.time_expression import FORMS
from studio.player import orders
from studio.player.frame import PlaybackFrame
from studio.player.time_expressions import read_ticks
from studio.run.view import RunView
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt


def ticks_of(written: str, frame: PlaybackFrame) -> list[int]:
    """Return the ticks that a text may mean, the likeliest first."""
    state = frame.payload.state
    return read_ticks(written, state.clock, state.tick, range(frame.end + 1)) if written else []


def go_back(screen: RunView) -> None:
    """Back to where the last link led away from."""
    if not screen.trail:
        screen.tell("There is nowhere to go back to.")
        return
    *before, mark = screen.trail
    screen.trail = tuple(before)
    screen.select(mark.who)
    screen.player.do(orders.Seek(mark.tick))
    if mark.pane:
        screen.focus_pane(mark.pane)


@work
async def ask_tick(screen: RunView) -> None:
    """Ask for a tick, and go there."""
    written = await screen.app.push_screen_wait(TextPrompt("Go to tick", FORMS))
    ticks = ticks_of(written or "", screen.frame) if screen.frame else []
    if ticks:
        go_to_tick(screen, ticks[0])
    elif written:
        screen.tell(f"“{written}” is not a tick or a time: type {FORMS}")


@work
async def go_to_tick(screen: RunView, tick: int) -> None:
    """Go to a tick; where it is not there yet, offer to simulate up to it."""
    frame = screen.frame
    if frame is None:
        return
    screen.push_mark()
    if tick <= frame.end or frame.recorded:
        screen.player.do(orders.GoTo(tick))
        return
    options = [
        Option("live", f"Run to tick {tick}", "at full speed; esc stops"),
        Option("newest", f"Go to the newest, tick {frame.end}"),
    ]
    time = format_time(frame.payload.state.minute_of(tick))
    keys = f"enter simulate to tick {tick} · esc cancel"
    pick = OptionDialog(
        f"Tick {tick} ({time}) is not simulated yet", options, text=keys, search=False
    )
    match await screen.app.push_screen_wait(pick):
        case "live":
            screen.player.do(orders.RunTo(tick))
        case "newest":
            screen.player.do(orders.GoTo(tick))


@work
async def ask_until(screen: RunView) -> None:
    """Ask for an expression, and go on to the next tick that meets it."""
    if screen.frame is None:
        return
    from studio.run.until_dialog import UntilDialog

    dialog = UntilDialog(screen.state, screen.expression, screen.player.read_worlds)
    if text := await screen.app.push_screen_wait(dialog):
        run_until(screen, text)


def repeat_until(screen: RunView) -> None:
    """Run to the next tick that matches the same expression."""
    if screen.expression:
        run_until(screen, screen.expression)
    else:
        ask_until(screen)


def run_until(screen: RunView, text: str) -> None:
    """Go on to the next tick that meets an expression."""
    from latticeville.measures.expression import ExpressionError, parse

    screen.expression = text
    try:
        expression = parse(text, screen.state.world, screen.player.read_worlds)
    except ExpressionError as error:
        screen.tell(f"column {error.column}: {error.what}")
    else:
        screen.player.do(orders.RunUntil(expression))
