"""What somebody does by the way, of which a transcript tells a spell in one line."""

from enum import StrEnum
from typing import NamedTuple


class RoutineKind(StrEnum):
    """A kind of deed; those of a walk to somewhere, or one of a body's needs."""

    DEPARTURE = "sets out"
    WAY = "passes"
    ARRIVAL = "arrives"
    STEP = "walks"
    GATHER = "gathers"
    EAT = "eats"
    REST = "rests"


class Routine(NamedTuple):
    """A deed by the way: who did it, by name, and with or to what, as a sentence names it."""

    who: str
    kind: RoutineKind
    of: str = ""
    amount: int = 1
