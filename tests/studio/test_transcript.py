"""The lines of the transcript: what stands out, and what stands back."""

import pytest

from latticeville.core.geometry import Cell
from latticeville.render.transcript import Told, tell
from latticeville.sim.events import Entered, Event, Idled, Moved, Refused, Said
from latticeville.sim.state import begin
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load
from studio.panes.transcript import _lines
from studio.widgets.spans import ALARM, PLAIN, QUIET
from tests.studio.conftest import SQUARE


def told(event: Event) -> Told:
    return tell(TickPayload(1, begin(load(SQUARE)), (event,)))[0]


@pytest.mark.parametrize(
    ("event", "style", "tail"),
    [
        (Moved("mina", "kitchen", "kettle", Cell(5, 5)), QUIET, ""),
        (Entered("mina", "kitchen", "house"), QUIET, ""),
        (Idled("mina", "kitchen", "nothing fits"), QUIET, "idle"),
        (Said("mina", "kitchen", "otto", "Tea?"), PLAIN, ""),
        (Refused("mina", "kitchen", "interact", "kettle", "it is hot"), PLAIN, "refused"),
    ],
)
def test_only_walking_stands_back(event: Event, style: str, tail: str) -> None:
    row = _lines("1/0", told(event), 60, fresh=False)[0]
    assert (row.spans[1].style, row.tail.text) == (style, tail)
    assert not tail or row.tail.style == (ALARM if tail == "refused" else QUIET)
