"""The transcript for reading leaves out what was told before, but for talk, alarms and refusals."""

from latticeville.draw.transcript import tell_events
from latticeville.draw.transcript_chores import Chores
from latticeville.draw.transcript_folds import Fold
from latticeville.sim.event import Event
from latticeville.sim.events import Changed, Interacted, Refused, Said
from latticeville.world.load import load_world
from tests.world_folders import SQUARE

WORLD = load_world(SQUARE)
FILLS = Interacted("mina", "kitchen", "fill", "kettle", "empty", "full")
ALARM = next(
    (thing, name)
    for thing, one in sorted(WORLD.objects.items())
    for name, state in WORLD.kinds[one.kind].states.items()
    if state.alarm
)


def left_out(chores: Chores, event: Event, minute: int = 1) -> bool:
    """Tell whether an event is left out of a transcript."""
    (line,) = tell_events(minute, minute, WORLD, [event])
    return chores.take_up(Fold((line,)))


def test_a_deed_is_told_once_and_then_summed_up() -> None:
    chores = Chores()
    assert [left_out(chores, FILLS) for _ in range(3)] == [False, True, True]
    assert chores.sum_up(WORLD) == "Mina goes about the day as before."
    assert chores.sum_up(WORLD) == ""


def test_talk_refusals_and_alarms_are_never_left_out() -> None:
    thing, state = ALARM
    for event in (
        Said("mina", "kitchen", "otto", "Tea?"),
        Refused("mina", "kitchen", "interact", "kettle", "it is hot"),
        Changed("kitchen", thing, "still", state),
    ):
        chores = Chores()
        assert [left_out(chores, event) for _ in range(2)] == [False, False]


def test_things_that_change_by_themselves_are_nobody() -> None:
    chores = Chores()
    change = Changed("kitchen", "kettle", "full", "empty")
    assert [left_out(chores, change) for _ in range(2)] == [False, True]
    assert chores.sum_up(WORLD) == ""
