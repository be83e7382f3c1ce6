"""A run that goes on in a world in which something was renamed: what it was in stays, under its new
name."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.measures.expression import ExpressionError, find, parse
from latticeville.mind.action import INTERACT, Action
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.events import Reloaded
from latticeville.sim.inputs import WorldReloaded
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.objects import Verb
from latticeville.world.model.world import World
from latticeville.world.model.world_renames import NO_RENAMES, Renames
from tests.model_doubles import Scripted, doing
from tests.samples import samples
from tests.worlds import Table, all_day, build, first

ROOMS = ".......\n...+...\n......."
AREAS: Mapping[str, list[int] | list[list[int]]] = {"west": [0, 0, 3, 3], "east": [4, 0, 3, 3]}
KINDS = """
[kinds.lamp]
glyph = "i"
blocks = false
portable = true
start = "off"
states.off = {}
states.lit = { alarm = true }
counters.oil = { start = 9 }
[[kinds.lamp.transitions]]
from = "off"
verb = "use"
to = "lit"
does = [{ counter = "oil", add = -4 }]
[[kinds.lamp.transitions]]
from = "lit"
after = 60
to = "off"
"""
MINDS = doing({"ada": {1: Action(INTERACT, "lamp", "use"), 2: Action(INTERACT, "lamp", Verb.TAKE)}})


def home(
    kinds: str = KINDS, lamp: str = "lamp", kind: str = "lamp", who: str = "ada", west: str = "west"
) -> World:
    """Return two rooms, with Ada beside a lamp in one of them and Bob in the other."""
    people: dict[str, Table] = {
        who: {"start": [1, 1], **all_day(west), "name": "Ada"},
        "bob": {
            "start": [5, 1],
            **all_day("east"),
            "relationships": [{"who": who, "how": "friend"}],
        },
    }
    areas = {west if name == "west" else name: box for name, box in AREAS.items()}
    return build(
        ROOMS,
        areas=areas,
        objects={lamp: {"kind": kind, "cell": [0, 0]}},
        people=people,
        things=kinds,
    )


def reload(
    edition: World, renames: Renames = NO_RENAMES, ticks: int = 2
) -> tuple[TickPayload, TickPayload]:
    """Return the ticks before and after a reload; Ada has lit the lamp, and carries it if there are
    two ticks."""
    run = Run(first(home()), Scripted(), lambda _payload: None, MINDS)
    for _ in range(ticks):
        before = run.step()
    run.feed(WorldReloaded(edition.digest, renames), edition)
    return before, run.step()


def reloaded(payload: TickPayload) -> Reloaded:
    return next(event for event in payload.events if isinstance(event, Reloaded))


def of_kind(names: Mapping[str, str]) -> Renames:
    return Renames(states={"lamp": names})


TIMED = (
    KINDS.replace("after = 60", "after = 30")
    .replace('verb = "use"', 'verb = "light"')
    .replace("lit", "glowing")
)
STATE_GONE = KINDS.replace("states.lit = { alarm = true }\n", "").replace("lit", "off")
MACHINE_EDITED = KINDS.replace("lit", "glowing").replace('verb = "use"', 'verb = "light"')


@pytest.mark.parametrize(
    ("kinds", "renames"),
    [
        (KINDS.replace("lit", "glowing"), of_kind({"lit": "glowing"})),
        (KINDS.replace("lit", "glowing"), NO_RENAMES),
        (TIMED, of_kind({"lit": "glowing"})),
    ],
    ids=["known", "recognised", "known and edited"],
)
def test_a_running_object_stays_in_a_state_that_was_renamed(kinds: str, renames: Renames) -> None:
    before, after = reload(home(kinds), renames)
    old, new = before.state.things["lamp"], after.state.things["lamp"]
    assert (old.state, new.state) == ("lit", "glowing")
    assert (new.since, new.counters, new.holder) == (old.since, old.counters, old.holder)
    told = reloaded(after)
    assert told.renames == of_kind({"lit": "glowing"})
    assert not told.resets
    assert "state lit → glowing of lamp" in told.sentence(after.state.world)


def test_people_do_not_wonder_at_a_new_name() -> None:
    before, after = reload(home(KINDS.replace("lit", "glowing")), ticks=1)
    believed = before.state.minds["ada"].beliefs.find("lamp")
    assert believed is not None
    assert believed.looks == "off"
    seen = after.state.minds["ada"].beliefs.find("lamp")
    assert seen is not None
    assert seen.looks == "glowing"


@pytest.mark.parametrize(
    "kinds",
    [MACHINE_EDITED, KINDS.replace("states.lit = { alarm = true }\n", "").replace("lit", "off")],
)
def test_what_may_be_another_state_begins_anew_and_that_is_said(kinds: str) -> None:
    _, after = reload(home(kinds))
    lamp = after.state.things["lamp"]
    assert (lamp.state, lamp.counters, lamp.holder) == ("off", {"oil": 5}, "ada")
    told = reloaded(after)
    assert [(one.thing, one.what, one.before, one.after) for one in told.resets] == [
        ("lamp", "state", "lit", "off")
    ]
    assert told.sentence(after.state.world).endswith("Reset: the lamp, state lit → off.")


def test_a_counter_that_is_gone_is_said() -> None:
    fewer = KINDS.replace("counters.oil = { start = 9 }\n", "").replace(
        'does = [{ counter = "oil", add = -4 }]\n', ""
    )
    _, after = reload(home(fewer))
    assert after.state.things["lamp"].state == "lit"
    assert reloaded(after).sentence(after.state.world).endswith("Reset: the lamp, oil 5 → none.")


RENAMED: list[tuple[dict[str, Any], Renames]] = [
    ({"kinds": KINDS.replace("oil", "fuel")}, Renames(counters={"lamp": {"oil": "fuel"}})),
    (
        {"kinds": KINDS.replace("kinds.lamp", "kinds.torch"), "kind": "torch"},
        Renames(kinds={"lamp": "torch"}),
    ),
    ({"lamp": "beacon"}, Renames(objects={"lamp": "beacon"})),
    ({"who": "eve"}, Renames(people={"ada": "eve"})),
    ({"west": "den"}, Renames(areas={"west": "den"})),
]


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(
    ("changes", "renames"), RENAMED, ids=["counter", "kind", "object", "person", "area"]
)
def test_whatever_is_renamed_stays_what_it_was(
    changes: dict[str, Any], renames: Renames, *, is_known: bool
) -> None:
    before, after = reload(home(**changes), renames if is_known else NO_RENAMES)
    assert reloaded(after).renames == renames
    who, lamp = changes.get("who", "ada"), changes.get("lamp", "lamp")
    old, new = before.state.things["lamp"], after.state.things[lamp]
    assert (new.state, new.since, [*new.counters.values()]) == (
        old.state,
        old.since,
        [*old.counters.values()],
    )
    assert (new.holder, after.state.bodies[who].carries) == (who, (lamp,))
    assert after.state.bodies[who].cell == Cell(1, 1)
    memory = [record.text for record in before.state.minds["ada"].memory]
    assert [record.text for record in after.state.minds[who].memory][: len(memory)] == memory
    for name, mind in after.state.minds.items():
        assert {*mind.beliefs.nodes} <= {*after.state.tree.nodes}, name
    west = changes.get("west", "west")
    assert after.state.minds[who].beliefs.find(west) is not None


def test_relations_follow_a_person_who_is_renamed() -> None:
    before, after = reload(home(who="eve"))
    assert after.state.minds["bob"].relations.to("eve") == before.state.minds["bob"].relations.to(
        "ada"
    )
    assert set(after.state.minds["bob"].relations.people) == {"eve"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a recorded run in which the lamp, its state and Ada are renamed."""
    path = tmp_path / "run"
    run = RecordedRun.start(path, home(), Scripted(), "scripted")
    run.step()
    run.feed(
        WorldReloaded(
            (lit := home(KINDS.replace("lit", "glowing"))).digest, of_kind({"lit": "glowing"})
        ),
        lit,
    )
    run.step()
    run.feed(
        WorldReloaded((named := home(KINDS.replace("lit", "glowing"), who="eve")).digest), named
    )
    for _ in range(20):
        run.step()
    run.close()
    return path


def test_a_run_with_renames_is_verified_and_read_to_the_byte(folder: Path) -> None:
    assert not [one for one in verify(folder) if isinstance(one, ReplayDifference)]
    replay = Replay(folder)
    assert replay.at(2).inputs[0] == WorldReloaded(
        replay.segments[1].header.world, of_kind({"lit": "glowing"})
    )
    assert list(Replay(folder).at(22).state.minds["eve"].memory) == list(
        replay.at(22).state.minds["eve"].memory
    )


@pytest.mark.parametrize(
    "text",
    ["state:lamp!=glowing", "state:lamp=lit or state:lamp=glowing", "agent:ada", "doing:eve=a"],
)
def test_names_of_every_edition_can_be_looked_for(folder: Path, text: str) -> None:
    replay = Replay(folder)
    newest = next(replay.worlds())
    list(find(replay, parse(text, newest, replay.worlds)))
    with pytest.raises(ExpressionError):
        parse("state:lamp=never", newest, replay.worlds)
    with pytest.raises(ExpressionError):
        parse("agent:ada", newest)


NAMES = st.sampled_from("abcdef")


@pytest.mark.fuzz
@settings(max_examples=samples(60, 3000))
@given(st.lists(st.tuples(NAMES, NAMES), max_size=8), st.integers(0, 8))
def test_renames_one_after_the_other_lead_from_any_time_to_any_other(
    steps: list[tuple[str, str]], middle: int
) -> None:
    """The names of four objects after each step, and the renames from one time to another,
    agree."""
    names, told = dict(zip("abcd", "abcd", strict=True)), [NO_RENAMES]
    history = [dict(names)]
    for old, new in steps:
        if old in names.values() and new not in names.values():
            names = {first: new if now == old else now for first, now in names.items()}
            told.append(told[-1].then(Renames(objects={old: new})))
            history.append(names)
    at = min(middle, len(history) - 1)
    between = told[at].undone().then(told[-1])
    assert {now: between.objects.get(now, now) for now in history[at].values()} == {
        history[at][name]: history[-1][name] for name in names
    }
