"""The orders that playback receives and the effects that it returns, as frozen values."""

from typing import TYPE_CHECKING

from msgspec import Struct

from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from studio.player.history import RunHistory

if TYPE_CHECKING:
    from latticeville.measures.expression import Expression, Hit


class TogglePlay(Struct, frozen=True):
    """Play from the shown tick on, or pause."""

    now: float


class StepBy(Struct, frozen=True):
    """Stop, and go so many ticks on or back; beyond the newest tick new ones are made."""

    ticks: int


class Seek(Struct, frozen=True):
    """Stop, and go to a tick that exists."""

    tick: int


class GoTo(Struct, frozen=True):
    """Stop, and go to a tick, or as near to it as the run goes, and say so."""

    tick: int


class ShowNewest(Struct, frozen=True):
    """Go to the newest tick, and play on where it plays."""


class FindEvent(Struct, frozen=True):
    """Stop, and go to the next (1) or previous (-1) event, of a person or an object if named."""

    history: RunHistory
    way: int
    about: str = ""


class FindRefusal(Struct, frozen=True):
    """Stop, and go to the next (1) or previous (-1) refused action, of a person if named."""

    history: RunHistory
    way: int
    who: str = ""


class FindMark(Struct, frozen=True):
    """Stop, and go to the next (1) or previous (-1) death, fight or anomaly, of a person if
    named."""

    history: RunHistory
    way: int
    who: str = ""


class FindRetrieval(Struct, frozen=True):
    """Stop, and go to the next (1) or previous (-1) tick at which a person retrieved memories."""

    history: RunHistory
    way: int
    who: str


class FindText(Struct, frozen=True):
    """Stop, and go to the next (1) or previous (-1) tick that tells a text; 0 begins here."""

    history: RunHistory
    text: str
    way: int = 0


class ChangeSpeed(Struct, frozen=True):
    """Choose a speed so many steps up or down."""

    steps: int
    now: float


class RunTo(Struct, frozen=True):
    """Go to a tick; those that do not exist are made fast."""

    tick: int


class RunUntil(Struct, frozen=True):
    """Go to the next tick that meets an expression; those that do not exist are made fast."""

    expression: "Expression"


class Halt(Struct, frozen=True):
    """Stop making ticks for RunTo, RunUntil, or a tick that waits until the log is read."""


class Close(Struct, frozen=True):
    """End playback."""


class Advance(Struct, frozen=True):
    """Go on: orders have been followed, and it is this late."""

    now: float


class TickMade(Struct, frozen=True):
    """A tick behind the newest was made."""

    payload: TickPayload


class HistoryRead(Struct, frozen=True):
    """What happened in the ticks of the log has been read."""


class HitFound(Struct, frozen=True):
    """The search through the log met its expression."""

    hit: "Hit"


class NoHitFound(Struct, frozen=True):
    """The search through the log reached its end."""


class SearchHalted(Struct, frozen=True):
    """The search through the log gave way to another order, at a tick."""

    tick: int


class Failed(Struct, frozen=True):
    """Something went wrong; the shown tick stays."""

    trouble: str
    shown: int


class AddInput(Struct, frozen=True):
    """Let an input wait for the next tick."""

    item: SimulatorInput


class Reload(Struct, frozen=True):
    """Let the run go on in another edition of the world from its next tick on; `done` says who
    wrote it."""

    world: World
    done: str
    renames: Renames = NO_RENAMES


Change = AddInput | Reload
"""What goes into the run by itself, wherever playback stands."""

Order = (
    TogglePlay
    | StepBy
    | Seek
    | GoTo
    | ShowNewest
    | FindEvent
    | FindMark
    | FindRefusal
    | FindRetrieval
    | FindText
    | ChangeSpeed
    | RunTo
    | RunUntil
    | Halt
    | Close
    | Advance
    | TickMade
    | HistoryRead
    | HitFound
    | NoHitFound
    | SearchHalted
    | Failed
)
"""What people ask for, then what the player tells."""


class ShowTick(Struct, frozen=True):
    """Show a tick that exists."""

    tick: int


class MakeTick(Struct, frozen=True):
    """Make the tick behind the newest; the input tells the log where somebody stepped or paused."""

    given: SimulatorInput | None


class SearchLog(Struct, frozen=True):
    """Look in the log for the first tick from one on that meets an expression."""

    expression: "Expression"
    start: int


class Notify(Struct, frozen=True):
    """Say a sentence on the status bar."""

    sentence: str


Effect = ShowTick | MakeTick | SearchLog | Notify
