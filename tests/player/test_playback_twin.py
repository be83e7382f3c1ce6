"""Playback does what its twin does, whatever orders come in whatever order."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.measures.expression import Hit, parse
from latticeville.sim.events import Happened
from latticeville.sim.tick import TickPayload
from studio.player.history import RunHistory
from studio.player.orders import (
    Advance,
    ChangeSpeed,
    Close,
    Failed,
    FindEvent,
    FindMark,
    FindRefusal,
    FindRetrieval,
    FindText,
    GoTo,
    Halt,
    HistoryRead,
    HitFound,
    MakeTick,
    NoHitFound,
    Order,
    RunTo,
    RunUntil,
    SearchHalted,
    Seek,
    ShowNewest,
    StepBy,
    TickMade,
    TogglePlay,
)
from studio.player.playback import Playback
from studio.player.playback_modes import RATES
from tests.player.playback_twin import Twin
from tests.player.test_playback import ENDING, HISTORY, MARKED, STATE, THUNDER
from tests.samples import samples

RAIN = parse("weather:rain", STATE.world)
RECALLED = RunHistory()
for each in (3, 7):
    RECALLED.recalled.add(each, ["mina"])


def made(tick: int, dice: Random) -> TickPayload:
    state = replace(STATE, tick=tick, weather=dice.choice(["rain", "rain", "clear"]))
    return TickPayload(
        tick, state, tuple(Happened(one, "") for one in dice.sample(["thunder", "rain"], 1))
    )


def any_order(dice: Random, now: float, end: int) -> Order:
    near, way = dice.randint(-2, end + 4), dice.choice([1, -1])
    asked: list[Order] = [
        TogglePlay(now),
        StepBy(dice.randint(-3, 4)),
        StepBy(2),
        Seek(near),
        GoTo(near),
        ShowNewest(),
        RunTo(end + dice.randint(-2, 6)),
        FindEvent(HISTORY, way, dice.choice(["", "square"])),
        FindMark(MARKED, way, dice.choice(["", "mina", "otto"])),
        FindRefusal(HISTORY, way, dice.choice(["", "mina"])),
        FindRetrieval(RECALLED, way, "mina"),
        FindText(HISTORY, dice.choice(["rain", "rain", "snow"]), dice.randint(-1, 1)),
        ChangeSpeed(dice.randint(-2, 2), now),
        RunUntil(dice.choice([THUNDER, RAIN])),
        Halt(),
    ]
    told: list[Order] = [
        TickMade(made(end + dice.randint(0, 2), dice)),
        HistoryRead(),
        NoHitFound(),
        SearchHalted(near),
        HitFound(Hit(dice.randint(2, 9), "Mon 08:07", dice.choice([(), ("It thunders.",)]))),
        *(Failed("broken", tick) for tick in (dice.randint(2, 9), end, end)),
    ]
    return dice.choice([*asked, *told]) if dice.random() < 0.5 else Advance(now)


def fields(at: Playback) -> tuple[Any, ...]:
    return (
        *(getattr(at, name) for name in at.__struct_fields__),
        at.playing,
        at.closed,
        at.waiting,
        at.looking,
    )


@pytest.mark.fuzz
@pytest.mark.parametrize("ending", ["", ENDING])
def test_playback_does_what_its_twin_does(ending: str) -> None:
    for seed in range(samples(50, 2000)):
        dice = Random(seed)
        shown, reading, now = dice.randint(2, 9), dice.random() < 0.3, 0.0
        at, twin = (
            Playback(2, 9, shown, shown, ending, reading=reading),
            Twin(2, 9, shown, ending, reading=reading),
        )
        twin.happened, twin.retrieved = {"": [2, 5]}, {"mina": [3, 7]}
        twin.marked = {"": [1, 3, 6, 8], "mina": [1, 3], "otto": [3, 8]}
        queue: list[Order] = []
        for _turn in range(200):
            now += dice.choice([0.0, 0.05, 0.2])
            order = queue.pop() if queue else any_order(dice, now, at.end)
            before = at
            at, effects = at.follow(order)
            assert effects == twin.follow(order), (before, order)
            assert fields(at) == twin.fields(), (before, order)
            assert at.wait(now) == twin.wait(now)
            assert at.unpaced is (
                type(at.mode).__name__ in ("RunningTo", "RunningUntil") or not RATES[at.speed]
            )
            if any(isinstance(effect, MakeTick) for effect in effects) and dice.random() < 0.9:
                queue.append(TickMade(made(at.end + 1, dice)))
        closed, effects = at.follow(Close())
        twin.follow(Close())
        assert (effects, fields(closed)) == ((), twin.fields())
        assert closed.follow(any_order(dice, now, at.end)) == (closed, ())
