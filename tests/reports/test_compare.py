"""Comparing: the first tick that differs and its cause, then what became of it."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.mind.plan import Plan
from latticeville.models.fake import FakeLLM
from latticeville.reports.diff.compare import NAMES, Comparison, compare, compare_all
from latticeville.reports.diff.differences import Difference
from latticeville.reports.diff.rows import summary
from latticeville.reports.why.action_text import describe
from latticeville.runs.fork import ForkChanges
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import (
    AdvanceClock,
    DeleteBelief,
    DeleteMemory,
    EditMemory,
    GodEvent,
    InsertMemory,
    Pause,
    PutPerson,
    Reseed,
    SetBelief,
    SetObject,
    SetWeather,
    SimulatorInput,
    Whisper,
    WorldReloaded,
)
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.place_names import unique_name
from tests.laws import law
from tests.random_worlds import feeds, worlds
from tests.reports.runs import SQUARE, recorded
from tests.reports.test_fork import go_on, lived

TICKS = 40


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("diff") / "run", TICKS)


@pytest.fixture(scope="module")
def moved(parent: Path) -> Path:
    return go_on(
        parent, 10, parent.parent / "moved", TICKS, feed={12: [PutPerson("otto", "house")]}
    )


@pytest.fixture(scope="module")
def whole(parent: Path, moved: Path) -> Comparison:
    return compare_all(parent, moved)


def test_the_cause_is_what_comes_first(parent: Path, moved: Path, tmp_path: Path) -> None:
    parting = compare(parent, moved)
    assert parting.tick == 12
    assert parting.cause == "only in b: Otto is moved to Mina's House"
    heard = go_on(moved, 12, tmp_path / "heard", TICKS, feed={20: [GodEvent("A scream!")]})
    assert compare(moved, heard).tick == 20
    assert compare(parent, heard).tick == 12
    seeded = go_on(parent, 10, tmp_path / "seeded", TICKS, ForkChanges(seed=3))
    assert compare(parent, seeded).tick == 11


def test_runs_that_are_the_same_part_nowhere(parent: Path, tmp_path: Path) -> None:
    same = go_on(parent, 10, tmp_path / "same", TICKS)
    whole = compare_all(parent, same)
    assert whole.parting.tick is None
    assert not whole.events
    assert compare(same, go_on(parent, 10, tmp_path / "short", TICKS - 5)).cause == "b ends here"


def test_events_stand_side_by_side_and_are_those_of_the_runs(
    parent: Path, moved: Path, whole: Comparison
) -> None:
    shown = {pair.tick: pair for pair in whole.events}
    for one, other in zip(Replay(parent).payloads(), Replay(moved).payloads(), strict=True):
        a, b = (
            [event.sentence(each.state.world) for event in each.events] for each in (one, other)
        )
        if sorted(a) == sorted(b):
            assert one.tick not in shown
        else:
            assert {*shown[one.tick].a} == {*a} - {*b}
            assert {*shown[one.tick].b} == {*b} - {*a}
    assert shown


def test_numbers_are_counted_from_the_parting_on(
    parent: Path, moved: Path, whole: Comparison
) -> None:
    metrics = {one.name: (one.a, one.b) for one in whole.metrics}
    for place, folder in enumerate((parent, moved)):
        payloads = list(Replay(folder).payloads(12))
        said = sum(type(event).__name__ == "Said" for one in payloads for event in one.events)
        assert metrics.get("events: said", (0, 0))[place] == said
        asked = sum(len(thought.asks) for one in payloads for thought in one.thoughts.values())
        assert metrics["model requests"][place] == asked
        assert metrics["events: placed"] == (0, 1)


def test_people_and_areas_are_those_of_the_end(
    parent: Path, moved: Path, whole: Comparison
) -> None:
    ends = [Replay(folder).at(TICKS).state for folder in (parent, moved)]
    for one in whole.people:
        assert one.memories == tuple(len(state.minds[one.who].memory) for state in ends)
        assert one.area == tuple(state.world.name_of(state.bodies[one.who].area) for state in ends)
    assert any("all at once" in text for one in whole.people for text in one.only[1])
    for place in whole.places:
        for state, names in zip(ends, place.people, strict=True):
            assert all(state.bodies[who].area == place.area for who in names)
    assert sum(len(place.people[0]) for place in whole.places) == len(ends[0].bodies)


def test_the_command_tells_all_of_it(
    parent: Path, moved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", str(parent), str(moved), "--all"]) == 1
    told = capsys.readouterr().out
    names = parent.name, moved.name
    assert told.startswith(
        f"Divergence at tick 12 (Mon 08:12): only in {names[1]}: Otto is moved to "
    )
    assert "Mina Sund first" in told
    assert "No other differences." in told
    assert f"{names[1]:<13} Otto is all at once at " in told
    assert "model requests" in told
    assert main(["diff", str(parent), str(moved), "--all", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["parting"]["tick"] == 12
    whole = compare_all(parent, moved)
    assert found["verdict"] == list(summary(whole, NAMES))
    assert main(["diff", str(parent), str(parent)]) == 0
    assert main(["diff", str(parent), str(parent / "gone")]) == 2


def fallen(parent: Path, folder: Path, item: SimulatorInput, ticks: int = TICKS) -> Comparison:
    """Fork a run, give the branch something in tick 12, and compare."""
    return compare_all(parent, go_on(parent, 11, folder, ticks, feed={12: [item]}))


def strand(whole: Comparison, who: str, what: str) -> Difference:
    found = next(one for one in whole.people if one.who == who)
    return next(one for one in found.strands if one.what == what)


def differing(a: TickPayload, b: TickPayload, who: str) -> set[str]:
    """Return by looking at whole trees which nodes two runs let somebody believe differently."""
    mine, theirs = (
        {
            name: (one.node, one.missing)
            for name, one in payload.state.minds[who].beliefs.nodes.items()
        }
        for payload in (a, b)
    )
    return {name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)}


def test_a_belief_that_was_given_is_all_that_differs_until_it_is_overwritten(
    parent: Path, tmp_path: Path
) -> None:
    state = Replay(parent).at(11).state
    about, looks = next(
        (name, other)
        for name, thing in state.things.items()
        if name not in {node.id for node in state.minds["otto"].beliefs.sights}
        for other in state.world.kinds[thing.kind].states
        if other != thing.state
    )
    whole = fallen(parent, tmp_path / "made", SetBelief("otto", about, looks))
    held = strand(whole, "otto", "beliefs")
    ticks = [
        one.tick
        for one, other in zip(
            Replay(parent).payloads(12), Replay(tmp_path / "made").payloads(12), strict=True
        )
        if differing(one, other, "otto")
    ]
    assert (held.first, held.last, held.ticks) == (12, ticks[-1], len(ticks))
    assert held.cases[0].about == unique_name(state.world, about)
    assert looks in held.cases[0].sides[1]
    assert (
        f"Otto's belief is set: the {unique_name(state.world, about)} is {looks}"
        in whole.parting.cause
    )
    others = [one for one in whole.people if one.who != "otto"]
    assert not any(
        each.what == "beliefs" and each.first == 12 for one in others for each in one.strands
    )


def test_a_memory_that_was_given_is_told_and_what_came_of_it(parent: Path, tmp_path: Path) -> None:
    whole = fallen(
        parent, tmp_path / "planted", InsertMemory("otto", "The stove is on.", "observation", 9)
    )
    found = next(one for one in whole.people if one.who == "otto")
    assert "The stove is on." in found.only[1]
    assert not found.only[0] or found.only[0] != found.only[1]
    held = strand(whole, "otto", "memories")
    assert (held.first, held.last) == (12, TICKS)
    assert held.cases[0].sides[1] == "The stove is on."


def test_a_memory_that_is_rewritten_is_told_though_it_is_old(parent: Path, tmp_path: Path) -> None:
    whole = fallen(parent, tmp_path / "rewritten", EditMemory("mina", 0, "It was all a dream."))
    assert strand(whole, "mina", "memories").count == 2
    assert strand(whole, "mina", "memories").cases[0].sides[1] == "It was all a dream."


@pytest.mark.slow
@law(12)
@given(data=st.data())
def test_a_comparison_counts_what_whole_payloads_show(data: st.DataObject) -> None:
    world = data.draw(worlds((1, 3)))
    ticks = data.draw(st.integers(2, 25))
    feed = data.draw(feeds(world, ticks))
    at = data.draw(st.integers(0, ticks - 1))
    with TemporaryDirectory() as folder:
        parent, branch = Path(folder) / "parent", Path(folder) / "branch"
        run = RecordedRun.start(parent, world, FakeLLM(), "fake")
        lived(run, ticks, {})
        go_on(
            parent,
            at,
            branch,
            ticks,
            feed={tick: items for tick, items in feed.items() if tick > at},
        )
        whole = compare_all(parent, branch)
        payloads = list(zip(Replay(parent).payloads(), Replay(branch).payloads(), strict=True))
        unlike = [one.tick for one, other in payloads if _whole(one) != _whole(other)]
        if whole.parting.tick is None:
            assert not unlike
            return
        assert whole.parting.tick <= min(unlike, default=ticks)
        for person in whole.people:
            held = {each.what: each for each in person.strands}
            apart_at = {one.tick: differing(one, other, person.who) for one, other in payloads}
            telling = [tick for tick, names in apart_at.items() if names]
            assert ("beliefs" in held) == bool(telling)
            if telling:
                found = held["beliefs"]
                assert (found.first, found.last, found.ticks) == (
                    telling[0],
                    telling[-1],
                    len(telling),
                )
                assert found.count == len(set().union(*apart_at.values()))
            streams = [
                one.tick
                for one, other in payloads
                if [*one.state.minds[person.who].memory] != [*other.state.minds[person.who].memory]
            ]
            assert ("memories" in held) == bool(streams)
            assert not streams or (held["memories"].first, held["memories"].ticks) == (
                streams[0],
                len(streams),
            )
            acted = [
                one.tick
                for one, other in payloads
                if one.tick and _act(one, person.who) != _act(other, person.who)
            ]
            assert ("actions" in held) == bool(acted)
            assert person.first == (acted[0] if acted else None)
            for what, field in (("questions", "digest"), ("answers", "reply")):
                asked = {
                    one.tick: _unlike(one, other, person.who, field)
                    for one, other in payloads
                    if one.tick
                }
                assert (what in held) == any(asked.values())
                assert what not in held or held[what].count == sum(asked.values())
                assert what not in held or held[what].first == min(
                    tick for tick, count in asked.items() if count
                )
            bodies = [
                one.state.bodies[person.who] == other.state.bodies[person.who]
                for one, other in payloads
            ]
            minds = [_mind(one, person.who) == _mind(other, person.who) for one, other in payloads]
            assert not held or (
                not all(bodies) or not all(minds) or bool(acted) or bool(telling) or bool(streams)
            )


def _unlike(one: TickPayload, other: TickPayload, who: str, field: str) -> int:
    """Return how many questions of somebody in a tick differ in a field, those that only one was
    asked included."""
    asked = [
        [getattr(ask, field) for ask in payload.thoughts[who].asks] for payload in (one, other)
    ]
    longer = max(map(len, asked))
    return sum(
        some[place : place + 1] != others[place : place + 1]
        for place in range(longer)
        for some, others in [asked]
    )


def _act(payload: TickPayload, who: str) -> str:
    """Return what somebody does in words; what these do not tell is no difference."""
    return describe(payload.thoughts[who].action, payload.state.world)


def _whole(payload: TickPayload) -> object:
    state = payload.state
    return (
        state.bodies,
        state.things,
        state.minds,
        state.weather,
        state.minute,
        payload.events,
        payload.thoughts,
    )


def _mind(payload: TickPayload, who: str) -> object:
    """Return what there is to a mind and a thought besides beliefs and memories; the date of a plan
    is no matter."""
    mind, thought = payload.state.minds[who], payload.thoughts.get(who)
    plan = replace(mind.plan or Plan(0, 0), made=0, day=0)
    recalls = [
        (call.query, [mind.memory[place].text for place in call.ids])
        for call in (thought.recalls if thought else ())
    ]
    return (
        plan,
        mind.intent,
        mind.social,
        mind.inner,
        mind.relations,
        mind.commitments,
        recalls,
        thought and replace(thought, recalls=()),
    )


def test_runs_without_a_difference_say_so(parent: Path) -> None:
    whole = compare_all(parent, parent)
    assert whole.parting.tick is None
    assert not whole.people


def test_inputs_are_told_in_plain_words() -> None:
    world = load_world(SQUARE)
    every: list[tuple[SimulatorInput, str]] = [
        (
            GodEvent("It thunders.", "square", ("mina",)),
            "event “It thunders.” in Square, perceived only by Mina",
        ),
        (Whisper("mina", "Run!"), "whisper to Mina: “Run!”"),
        (PutPerson("otto", "house"), "Otto is moved to Mina's House"),
        (PutPerson("otto", cell=Cell(3, 4)), "Otto is moved to 3,4"),
        (SetWeather("rain"), "the weather is set to rain"),
        (AdvanceClock(7), "the clock is advanced by 7 minutes"),
        (AdvanceClock(120), "the clock is advanced by 2 hours"),
        (AdvanceClock(1440), "the clock is advanced by 1 day"),
        (Reseed(3), "the random seed is set to 3"),
        (InsertMemory("mina", "The stove is on."), "memory inserted for Mina: “The stove is on.”"),
        (EditMemory("mina", 4, "No.", 2), "Mina's memory #4 is changed to “No.”, importance 2"),
        (DeleteMemory("mina", 4), "Mina's memory #4 is deleted"),
        (SetBelief("mina", "otto", area="square"), "Mina's belief is set: Otto is in Square"),
        (SetBelief("mina", "otto", missing=True), "Mina's belief is set: Otto is missing"),
        (DeleteBelief("mina", "otto"), "Mina's belief about Otto is deleted"),
        (WorldReloaded("x"), "the world is reloaded"),
        (Pause(), "playback is controlled"),
    ]
    for item, text in every:
        assert item.clause(world) == text
    assert SetObject("well", "dry", {"water": 3}).clause() == "well is set to dry, water 3"
