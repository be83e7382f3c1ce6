"""What the quick readers of a log tell is what is counted from whole states and events, in plain
loops."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from latticeville.mind.act import NEED
from latticeville.mind.action import ATTACK, MOVE
from latticeville.mind.requests.act import reasoning_of
from latticeville.mind.topic import Commitment
from latticeville.reports.chronicle.witnesses import TickMinds, read_minds
from latticeville.runs import log
from latticeville.runs.body_replay import read_bodies
from latticeville.runs.log import Log
from latticeville.runs.recorded_run import write_world
from latticeville.runs.replay import Replay
from latticeville.runs.timeline import RunTimeline
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Idled, Refused, Said, TimeAdvanced
from latticeville.sim.inputs import (
    AdvanceClock,
    GodEvent,
    Pause,
    PutPerson,
    SimulatorInput,
    StepOnce,
)
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import Garbled
from tests.runs.runs import tearoom, write
from tests.runs.test_survival_log import deadly
from tests.samples import samples
from tests.worlds import live

GAP = 4
"""Ticks of silence after which words begin another talk."""
PEOPLE = ("ada", "bob", "cid")


def any_event(dice: Random) -> Event:
    who, to, other = dice.sample(PEOPLE, 3)
    others = (other,) if dice.random() < 0.2 else ()
    kinds: list[Event] = [
        *(
            Said(who, "west", to, "Hm.", turn=dice.choice([0, 1, 2]), others=others)
            for _ in range(3)
        ),
        Said(who, "west", "", "Hm.", turn=1, others=(to, other)),
        TimeAdvanced(60),
        Idled(who, "west", "Nothing came to mind."),
        Refused(who, "west", MOVE, "east", "it is closed."),
        Happened("A knock.", "west"),
    ]
    return dice.choice(kinds)


def written(folder: Path, dice: Random) -> list[TickPayload]:
    """Write a log in which events are drawn, and return its payloads."""
    inputs: list[SimulatorInput] = [
        Pause(),
        StepOnce(),
        GodEvent("Hm."),
        AdvanceClock(7),
        AdvanceClock(600),
    ]
    feed = {tick: dice.sample(inputs, dice.choice([0, 0, 1, 2])) for tick in range(1, 31)}
    world = tearoom(minds={"talk": False})
    folder.mkdir()
    write_world(folder, world)
    made, payloads = Log(folder, "garbled", "hash"), list[TickPayload]()
    for one in live(world, 30, feed=feed, model=Garbled()):
        drawn = (
            tuple(any_event(dice) for _ in range(dice.choice([0, 0, 1, 3])))
            if one.tick
            else one.events
        )
        events = (*one.events[: len(one.events) - len(one.state.news)], *drawn)
        payloads.append(replace(one, state=replace(one.state, news=drawn), events=events))
        made.put(payloads[-1])
    made.close()
    return payloads


def plain_talks(payloads: list[TickPayload]) -> list[tuple[int, int, set[str]]]:
    """Return the talks: words join the newest talk with two of their people, if it is not over."""
    talks: list[tuple[int, int, set[str]]] = []
    for payload in payloads:
        for event in payload.events:
            if not isinstance(event, Said):
                continue
            people = {event.who, *event.listeners}
            joined = [place for place, talk in enumerate(talks) if len(people & talk[2]) >= 2]
            if joined and event.turn > 0 and payload.tick - talks[joined[-1]][1] < GAP:
                start, _, others = talks[joined[-1]]
                talks[joined[-1]] = (start, payload.tick, people | others)
            else:
                talks.append((payload.tick, payload.tick, people))
    return talks


def plain_counts(before: TickPayload | None, now: TickPayload) -> dict[str, int]:
    """Count what happened in a tick; a snapshot, which has no tick before it, tells of events and
    questions."""
    said = [event for event in now.events if event.__struct_config__.tag == "said"]
    thoughts = [
        one
        for who, one in now.thoughts.items()
        if before is None or before.thoughts.get(who) != one
    ]
    failures = ("refused", "too_tired", "idled", "unanswered", "unheeded")
    return {
        "events": sum(event.__struct_config__.tag != "time_advanced" for event in now.events),
        "said": len(said),
        "talks": sum(isinstance(event, Said) and event.turn == 0 for event in said),
        "reflections": 0,
        "failures": sum(event.__struct_config__.tag in failures for event in now.events),
        "asked": sum(len(one.asks) for one in thoughts),
        "inputs": sum(not isinstance(one, Pause | StepOnce) for one in now.inputs),
    }


@pytest.mark.fuzz
def test_counts_minutes_and_talks_are_those_of_a_plain_recount(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 7)
    for seed in range(samples(4, 100)):
        payloads = written(tmp_path / f"{seed}", Random(seed))
        line = RunTimeline.open(Replay(tmp_path / f"{seed}"))
        assert [(one.start, one.end, {*one.people}) for one in line.talks] == plain_talks(payloads)
        assert [line.minute(one.tick) for one in payloads] == [one.state.minute for one in payloads]
        for before, now in pairwise([None, *payloads]):
            assert now is not None
            assert line.counts(now.tick) == plain_counts(before, now), (seed, now.tick)


def commitments(before: TickPayload, now: TickPayload, who: str) -> tuple[Commitment, ...]:
    """Return the commitments that somebody made in a tick."""
    was, held = before.state.minds[who], now.state.minds[who]
    new = {one.id for one in [*held.memory][len(was.memory) :] if one.kind == "commitment"}
    return tuple(
        one for one in held.commitments if one.record in new and was.commitments != held.commitments
    )


def plain_minds(before: TickPayload, now: TickPayload) -> TickMinds:
    """Return what minds did in a tick, from the whole states before and after it."""
    seen: dict[str, list[str]] = {}
    reasons, made = dict[str, str](), dict[str, tuple[Commitment, ...]]()
    for who, mind in sorted(now.state.minds.items()):
        for one in [*mind.memory][len(before.state.minds[who].memory) :]:
            if one.topic is not None and one.topic.source == "":
                seen.setdefault(one.topic.key, []).append(who)
        if new := commitments(before, now, who):
            made[who] = new
    for who, thought in now.thoughts.items():
        asked = [one for one in thought.asks if one.kind == "act"]
        is_told = thought.why == NEED or thought.action.kind == ATTACK
        if before.thoughts.get(who) != thought and is_told:
            reasons[who] = reasoning_of(asked[-1].reply) if asked else ""
    return TickMinds(now.tick, {key: tuple(people) for key, people in seen.items()}, reasons, made)


@pytest.mark.parametrize("world", [deadly(), tearoom()], ids=["survival", "tearoom"])
def test_bodies_and_minds_of_any_stretch_are_those_of_whole_states(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, world: World
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 6)
    survival = "survival" in world.rules
    inputs: dict[int, list[SimulatorInput]] = {4: [AdvanceClock(30)], 6: [GodEvent("It thunders.")]}
    if not survival:
        inputs[9] = [PutPerson("ada", "east", None), AdvanceClock(9)]
    payloads = write(tmp_path / "run", world, 22, feed=inputs)
    minds = {now.tick: plain_minds(before, now) for before, now in pairwise(payloads)}
    assert any(one.seen for one in minds.values())
    assert any(one.reasons for one in minds.values()) is survival
    replay = Replay(tmp_path / "run")
    for start, end in ((0, 22), (6, 6), (5, 7), (7, 11), (12, 13), (17, 99), (3, 18)):
        told = {one.tick: one for one in read_minds(replay, start, end)}
        assert [*told] == [*range(max(start, 1), min(end, 22) + 1)]
        assert told == {tick: minds[tick] for tick in told}
        found = [*read_bodies(replay, start, end)]
        whole = [one for one in payloads if start <= one.tick <= end]
        assert [(one.tick, one.minute, one.events, one.shifts) for one in found] == [
            (one.tick, one.state.minute, one.events, one.state.shifts) for one in whole
        ]
        assert [(one.bodies, one.things) for one in found] == [
            (one.state.bodies, one.state.things) for one in whole
        ]
        assert [dict(one.resources) for one in found] == [
            dict(one.state.resources) for one in whole
        ]
