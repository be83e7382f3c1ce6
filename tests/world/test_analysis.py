"""The search over a machine: each planted fault is found with the shortest way to it, and what is
found is true."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given

from latticeville.world.analysis.machine_defects import Defect, find_defects
from latticeville.world.analysis.search import explore
from latticeville.world.analysis.transitions import is_internal
from latticeville.world.analysis.trial import make_trial
from latticeville.world.load import inspect_world
from latticeville.world.model.objects import Kind
from latticeville.world.model.world import World
from tests.laws import law
from tests.random_worlds import gizmos, library
from tests.worlds import Table, build, toml

WORLDS = Path(__file__).parents[2] / "worlds"


def kind_of(rows: list[Table], **more: object) -> Kind:
    table: Table = {
        "glyph": "m",
        "start": "off",
        "states": {"off": {}, "on": {}},
        "counters": {"water": {"start": 0, "max": 2}},
        **more,
        "transitions": rows,
    }
    return build(".", things=f"[kinds.machine]\n{toml(table)}").kinds["machine"]


def row(source: str, **more: object) -> Table:
    return {"from": source, **more}


ON, OFF = row("off", verb="use", to="on"), row("on", verb="use", to="off")
FILL = row(
    "off",
    verb="fill",
    does=[{"counter": "water", "add": 1}],
    needs=[{"counter": "water", "max": 1}],
)
FAULTS: list[tuple[str, list[Table], tuple[str, ...]]] = [
    ("unreachable-state", [row("on", verb="use", to="off")], ()),
    ("dead-end", [ON], ("use",)),
    (
        "dead-end",
        [FILL, row("off", verb="use", to="on", needs=[{"counter": "water", "min": 2}])],
        ("fill", "fill", "use"),
    ),
    ("shadowed-row", [ON, OFF, row("off", verb="use", says="Again.")], ()),
    (
        "timer-never-runs",
        [ON, OFF, row("on", after=5, to="off"), row("on", after=9, to="off")],
        ("use",),
    ),
    ("timer-never-runs", [ON, row("on", to="off"), row("on", after=9, to="off")], ("use",)),
    ("impossible-condition", [ON, OFF, row("on", needs=[{"has": "tea"}], to="off")], ()),
    (
        "impossible-condition",
        [ON, OFF, row("on", verb="kick", needs=[{"between": ["08:00", "08:00"]}])],
        (),
    ),
    (
        "impossible-condition",
        [
            ON,
            OFF,
            row(
                "on",
                verb="kick",
                needs=[{"between": ["08:00", "09:00"]}, {"between": ["10:00", "11:00"]}],
            ),
        ],
        (),
    ),
    (
        "impossible-condition",
        [ON, OFF, row("on", verb="kick", needs=[{"has": "a"}, {"lacks": "a"}])],
        (),
    ),
    (
        "impossible-condition",
        [ON, OFF, row("on", verb="kick", needs=[{"weather": ["rain"]}, {"weather": ["fog"]}])],
        (),
    ),
    (
        "impossible-condition",
        [ON, OFF, row("on", verb="kick", needs=[{"counter": "water", "min": 1}])],
        ("use",),
    ),
    ("impossible-condition", [ON, OFF, row("on", verb="kick", does=[{"store": "cup"}])], ("use",)),
    (
        "counter-leaves-bounds",
        [ON, OFF, row("on", verb="fill", does=[{"counter": "water", "add": 1}])],
        ("use", "fill", "fill", "fill"),
    ),
    (
        "two-rows",
        [
            ON,
            OFF,
            FILL,
            row("off", verb="pour", needs=[{"counter": "water", "min": 1}]),
            row("off", verb="pour", needs=[{"counter": "water", "max": 1}]),
        ],
        ("fill",),
    ),
]


@pytest.mark.parametrize(("code", "rows", "path"), FAULTS)
def test_a_planted_fault_is_found_with_the_shortest_way_to_it(
    code: str, rows: list[Table], path: tuple[str, ...]
) -> None:
    found = [finding for finding in find_defects(kind_of(rows)) if finding.code == code]
    assert [finding.path for finding in found][:1] == [path]


def test_a_machine_without_fault_has_no_findings() -> None:
    assert find_defects(kind_of([ON, OFF, FILL])) == ()


def test_verbs_that_are_declared_have_rows_and_rows_have_declared_verbs() -> None:
    kind = kind_of([ON, OFF], verbs=["usee", "use"])
    assert find_defects(kind) == (
        Defect("verb-without-row", "no transition accepts the verb “usee”", verb="usee"),
    )
    kind = kind_of([ON, OFF], verbs=["brew"])
    assert [finding.code for finding in find_defects(kind)] == [
        "verb-without-row",
        "unknown-verb",
        "unknown-verb",
    ]


def test_a_special_case_above_a_general_row_is_no_fault() -> None:
    special = row("off", verb="pour", needs=[{"counter": "water", "min": 2}])
    general = row("off", verb="pour", needs=[{"counter": "water", "min": 1}])
    assert find_defects(kind_of([ON, OFF, FILL, special, general])) == ()


def test_a_counter_that_is_meant_to_stop_is_no_fault() -> None:
    fill = row("on", verb="fill", does=[{"counter": "water", "add": 1, "clip": True}])
    assert find_defects(kind_of([ON, OFF, fill])) == ()


def test_objects_may_begin_elsewhere() -> None:
    rows = [row("on", verb="use", to="off")]
    codes = {finding.code for finding in find_defects(kind_of(rows), [("on", {"water": 0})])}
    assert "unreachable-state" not in codes


@pytest.mark.slow
@law(150)
@given(gizmos())
def test_every_way_without_conditions_leads_where_the_search_says(table: Table) -> None:
    kind = build(".", things=library(table)).kinds["gizmo"]
    search = explore(kind)
    conditional = {row.verb for row in kind.transitions if not all(map(is_internal, row.guards))}
    for place, way in search.paths.items():
        if conditional & {*way}:
            continue  # an upper row of the verb may fire, as the world is
        if any(" " in move and not move.startswith("wait") for move in way) or any(
            "(" in move for move in way
        ):
            continue
        if any(move.startswith("wait") for move in way):
            continue
        trial = make_trial(kind)
        for move in way:
            trial = trial.press(move)
        if not any(event.refused for event in trial.trace):
            assert trial.part.state == place.state
            assert tuple(sorted(trial.part.counters.items())) == place.counters


@pytest.mark.slow
@law(150)
@given(gizmos())
def test_what_is_said_never_to_happen_does_not(table: Table) -> None:
    """Press and wait at random: no state that is said to be unreachable, and no row that is said
    never to fire."""
    kind = build(".", things=library(table)).kinds["gizmo"]
    found = find_defects(kind)
    states = {finding.state for finding in found if finding.code == "unreachable-state"}
    rows = {
        finding.row for finding in found if finding.code in ("impossible-condition", "shadowed-row")
    }
    trial = make_trial(kind)
    for number in range(30):
        for verb in ("use", "open", "close", "take", "drop", "brew"):
            trial = trial.press(verb)
        trial = trial.wait(1 + 7 * number)
    for event in trial.trace:
        assert event.after.state not in states
        assert event.row is None or event.row.origin not in rows


def states_set_by_beats(world: World, kind: str) -> list[tuple[str, Mapping[str, int]]]:
    """Return the states that matters and storylines give to objects of a kind."""
    changed = ((world.objects.get(one.object or ""), one.state) for one in world.beats.effects)
    return [(state, one.counters) for one, state in changed if one and state and one.kind == kind]


@pytest.mark.parametrize(
    "name", sorted(path.name for path in WORLDS.iterdir() if (path / "world.toml").is_file())
)
def test_every_machine_of_our_worlds_passes(name: str) -> None:
    world, problems = inspect_world(WORLDS / name)
    assert problems == []
    assert world is not None
    assert not [
        finding
        for kind in world.kinds.values()
        for finding in find_defects(kind, states_set_by_beats(world, kind.id))
    ]
    tried = {
        test["kind"] for test in tomllib.loads(world.files.get("kinds.toml", "")).get("tests", [])
    }
    assert tried == {kind.id for kind in world.kinds.values() if kind.written_transitions}
