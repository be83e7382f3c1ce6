"""Trying a thing: a press or a wait does what the world would do, and the trace says what and
why."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.world.analysis.trial import Trial, make_trial, verb_refusals
from latticeville.world.model.machine import Actor, MachineState, Pocket
from tests.laws import law
from tests.model_doubles import doing
from tests.random_worlds import ITEMS, VERBS, gizmos, library
from tests.worlds import Table, build, live

MACHINE = """
[kinds.machine]
name = "coffee machine"
glyph = "m"
start = "empty"
states = { empty = {}, ready = {}, brewing = {}, done = {} }
counters.water = { start = 0, min = 0, max = 2 }
[[kinds.machine.transitions]]
from = ["empty", "ready"]
verb = "fill"
to = "ready"
needs = [{ counter = "water", max = 1 }]
does = [{ take = "water" }, { counter = "water", add = 1 }]
says = "{who} fills the {thing}."
[[kinds.machine.transitions]]
from = ["empty", "ready"]
verb = "brew"
to = "brewing"
needs = [{ counter = "water", min = 1 }, { between = ["06:00", "22:00"] }]
does = [{ counter = "water", add = -1 }]
fails = "The {thing} has no water, {who}."
[[kinds.machine.transitions]]
from = "brewing"
after = 3
to = "done"
says = "The {thing} pings."
"""


def machine(**more: Any) -> Trial:
    kind = build(".", objects={}, things=MACHINE).kinds["machine"]
    return make_trial(kind, **more)


def test_a_trial_of_a_coffee_machine_from_empty_to_done() -> None:
    trial = machine(actor=Actor(Pocket({"water": 1})))
    assert verb_refusals(trial) == (
        ("fill", ""),
        ("brew", "The coffee machine has no water, Somebody."),
    )
    trial = trial.press("brew").press("fill").press("brew").wait(2)
    assert trial.part == MachineState("brewing", {"water": 0})
    trial = trial.wait(60)
    assert trial.part.state == "done"
    assert [(event.minute, event.what, event.told) for event in trial.trace] == [
        (
            480,
            "brew",
            "Somebody tries to brew the coffee machine: The coffee machine has no water, Somebody.",
        ),
        (480, "fill", "Somebody fills the coffee machine."),
        (480, "brew", "Somebody brews the coffee machine."),
        (483, "after 3 min", "The coffee machine pings."),
    ]
    refused, _, brewed, _ = trial.trace
    assert [(held.text, held.reason) for held in refused.tried[0][1]] == [
        ("at least 1 water", "water is 0."),
        ("from 06:00 to 22:00", ""),
    ]
    assert brewed.effects == ("water − 1",)
    assert brewed.row is not None
    assert brewed.row.origin == ("machine", 1)


def test_a_verb_that_no_row_accepts_is_refused() -> None:
    assert machine().press("kick").trace[-1].refused == "one cannot kick it while it is empty."


_moves = st.lists(st.one_of(st.sampled_from(VERBS), st.integers(1, 400)), max_size=12)


def play(trial: Trial, moves: list[str | int], *, leaps: bool) -> Trial:
    for move in moves:
        if isinstance(move, str):
            trial = trial.press(move)
        elif leaps:
            trial = trial.wait(move)
        else:
            for _ in range(move):
                trial = trial.tick()
    return trial


def gizmo(table: Table, state: str, pocket: dict[str, int], minute: int, weather: str) -> Trial:
    kind = build(".", things=library(table)).kinds["gizmo"]
    part = MachineState(state, {"n": 0}, Pocket(kind.inside))
    return make_trial(kind, part, actor=Actor(Pocket(pocket)), minute=minute, weather=weather)


_pockets = st.dictionaries(st.sampled_from(ITEMS), st.integers(1, 3))


@law(150)
@given(
    gizmos(),
    st.sampled_from(["s0", "s1", "s2"]),
    _pockets,
    st.integers(0, 1439),
    st.sampled_from(["clear", "rain"]),
    _moves,
)
def test_time_passes_alike_minute_by_minute_and_in_one_leap(
    table: Table,
    state: str,
    pocket: dict[str, int],
    minute: int,
    weather: str,
    moves: list[str | int],
) -> None:
    start = gizmo(table, state, pocket, minute, weather)
    slow, quick = play(start, moves, leaps=False), play(start, moves, leaps=True)
    assert (slow.part, slow.minute, slow.actor, slow.since) == (
        quick.part,
        quick.minute,
        quick.actor,
        quick.since,
    )
    assert slow.trace == quick.trace


@law(150)
@given(gizmos(), _pockets, st.integers(0, 1439), _moves)
def test_nothing_leaves_the_table_or_its_bounds_or_comes_from_nowhere(
    table: Table, pocket: dict[str, int], minute: int, moves: list[str | int]
) -> None:
    trial = play(gizmo(table, "s0", pocket, minute, "clear"), moves, leaps=True)
    inside, had = Pocket(trial.kind.inside), Pocket(pocket)
    for event in trial.trace:
        row = event.row
        assert (row is None) is bool(event.refused)
        assert event.after.state == (row.target if row else event.before.state)
        assert -2 <= event.after.counters["n"] <= 2
        assert event.after.inside.count("*") <= trial.kind.room
        made = dict.fromkeys(ITEMS, 0)
        for effect in event.effects:
            deed, _, rest = effect.partition(" ")
            count, _, item = rest.partition(" ")
            if deed in ("give", "fill", "take", "spend"):
                sign = 1 if deed in ("give", "fill") else -1
                made[item.removesuffix("s")] += (
                    sign * int(count) * (deed != "give" or event.what in VERBS)
                )
        for item in ITEMS:
            before = inside.count(item) + had.count(item)
            after = event.after.inside.count(item) + event.pocket.count(item)
            assert after - before == made[item]
        inside, had = event.after.inside, event.pocket


@law(60)
@given(gizmos(), st.lists(st.sampled_from([None, *VERBS]), min_size=1, max_size=25))
def test_a_trial_does_what_a_world_does(table: Table, verbs: list[str | None]) -> None:
    """Somebody does one thing a minute; without conditions on the clock, whose minute is another,
    the two agree."""
    for row in table["transitions"]:
        row["needs"] = [need for need in row["needs"] if "between" not in need]
    table["portable"] = False
    world = build(
        "...",
        objects={"it": {"kind": "gizmo", "cell": [0, 0]}},
        people={"ada": {"start": [1, 0], "home": "spot"}},
        areas={"spot": [1, 0, 1, 1]},
        things=library(table),
    )
    script = {tick: Action("interact", "it", verb) for tick, verb in enumerate(verbs, 1) if verb}
    payloads = live(world, len(verbs), minds=doing({"ada": script}))
    trial = make_trial(world.kinds["gizmo"], minute=0)
    for tick, verb in enumerate(verbs, 1):
        before = trial
        pressed = at_minute(trial, tick).press(verb) if verb else trial
        fired = verb is not None and not pressed.trace[-1].refused
        changed = fired and (pressed.part, pressed.since) != (before.part, before.since)
        trial = pressed if changed else at_minute(pressed, tick - 1).tick()
        trial = at_minute(trial, tick)
        thing, body = payloads[tick].state.things["it"], payloads[tick].state.bodies["ada"]
        assert (thing.state, dict(thing.counters), thing.items) == (
            trial.part.state,
            dict(trial.part.counters),
            trial.part.inside.items,
        )
        assert body.items == trial.actor.pocket.items


def at_minute(trial: Trial, minute: int) -> Trial:
    """Return a trial at another minute."""
    return replace(trial, minute=minute)
