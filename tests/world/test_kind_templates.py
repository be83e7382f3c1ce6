"""Kinds that extend others: what is written wins, what is not is inherited, circles are told,
templates are sound."""

import tomllib
from pathlib import Path

import pytest

from latticeville.world.analysis.machine_defects import find_defects
from latticeville.world.analysis.traces import find_mismatches, start_trial
from latticeville.world.analysis.trial import TrialEvent
from latticeville.world.io import kinds as module
from latticeville.world.io.kinds import build_kind, load_templates
from latticeville.world.load import check_texts
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import KindsFile, TraceTable
from tests.world.hut import FILES, problem, where
from tests.worlds import build

OURS = KindsFile.model_validate(
    tomllib.loads(Path(module.__file__).with_name("bases.toml").read_text("utf-8"))
)


def kinds(text: str) -> dict[str, Kind]:
    return dict(build(".", things=text).kinds)


@pytest.mark.parametrize("name", ["door", "container", "appliance", "furniture", "food", "tool"])
def test_every_template_is_a_sound_kind_with_saved_traces(name: str) -> None:
    kind = build_kind(name, load_templates()[name])
    assert find_defects(kind) == ()
    tests = [test for test in OURS.tests if test.kind == name]
    assert len(tests) >= (2 if len(kind.transitions) > 2 else bool(kind.transitions))
    for test in tests:
        assert [*find_mismatches(kind, test)] == []


def test_every_row_of_a_template_is_in_a_trace() -> None:
    for name, table in load_templates().items():
        kind = build_kind(name, table)
        events = [event for test in OURS.tests if test.kind == name for event in _trace(kind, test)]
        assert {event.row.origin for event in events if event.row} == {
            row.origin for row in kind.transitions
        }, name


def _trace(kind: Kind, test: TraceTable) -> tuple[TrialEvent, ...]:
    trial = start_trial(kind, test)
    for step in test.steps:
        trial = trial.press(step.verb) if step.verb else trial.wait(step.wait or 0)
    return trial.trace


def test_what_is_written_wins_and_what_is_not_is_inherited() -> None:
    found = kinds(
        """
        [kinds.gate]
        extends = "door"
        color = "iron"
        states.open = { color = "leaf" }
        without = ["lock"]
        [[kinds.gate.transitions]]
        from = "closed"
        verb = "open"
        to = "open"
        needs = [{ has = "oil" }]
        says = "It squeaks no more."
        [kinds.oily]
        extends = "gate"
        name = "oily gate"
        start = "open"
        """
    )
    gate, oily = found["gate"], found["oily"]
    assert (gate.name, gate.glyph, gate.color, gate.start) == ("gate", "+", "iron", "closed")
    assert (gate.states["open"].glyph, gate.states["open"].color, gate.states["open"].blocks) == (
        "/",
        "leaf",
        False,
    )
    assert gate.states["locked"].glyph == "X"
    assert [row.origin for row in gate.transitions] == [
        ("gate", 0),
        ("", 0),
        ("", 1),
        ("", 3),
        ("", 4),
    ]
    assert [row.says for row in gate.transitions_for("closed", "open")] == [
        "It squeaks no more.",
        "{who} opens the {thing}.",
    ]
    assert gate.verbs_meant == ("open", "close", "unlock")
    assert (oily.name, oily.color, oily.start) == ("oily gate", "iron", "open")
    assert [row.origin for row in oily.transitions] == [row.origin for row in gate.transitions]


def test_counters_are_merged_key_by_key() -> None:
    found = kinds(
        """
        [kinds.jug]
        glyph = "j"
        counters.water = { start = 1, max = 4 }
        [kinds.barrel]
        extends = "jug"
        counters.water = { max = 40 }
        counters.wine = { start = 2 }
        """
    )
    water = found["barrel"].counters["water"]
    assert (water.start, water.least, water.most) == (1, 0, 40)
    assert found["barrel"].counters["wine"].start == 2


def test_a_kind_of_the_name_of_a_template_extends_the_template() -> None:
    found = kinds('[kinds.door]\nextends = "door"\nglyph = "D"\n[kinds.hatch]\nextends = "door"\n')
    assert found["door"].glyph == found["hatch"].glyph == "D"
    assert len(found["hatch"].transitions) == len(load_templates()["door"].transitions)


def spoilt(text: str) -> dict[str, str]:
    return {**FILES, "kinds.toml": FILES["kinds.toml"] + text}


def test_an_unknown_template_is_told_where_it_stands_with_what_was_meant() -> None:
    files = spoilt('[kinds.hatch]\nextends = "dor"\nglyph = "h"\n')
    found = problem(files, "unknown-template")
    assert found.what == "“hatch” extends “dor”, which is neither a kind nor a template"
    assert found.fix == "write “door”"
    lines = files["kinds.toml"].splitlines()
    assert where(found) == ("kinds.toml", lines.index('extends = "dor"') + 1, 1)


def test_a_circle_is_told_for_each_kind_in_it_and_the_world_is_still_built() -> None:
    files = spoilt('[kinds.a]\nextends = "b"\nglyph = "a"\n[kinds.b]\nextends = "a"\nglyph = "b"\n')
    world, problems = check_texts(files)
    told = [each.what for each in problems if each.code == "extends-itself"]
    assert told == [
        "“a” extends itself: a → b → a",
        "“b” extends itself: b → a → b",
    ]
    assert world is not None
    assert {"a", "b"} <= {*world.kinds}


def test_a_verb_that_cannot_be_left_out_is_told() -> None:
    files = spoilt('[kinds.hatch]\nextends = "door"\nwithout = ["lok"]\n')
    assert problem(files, "useless-without").fix == "write “lock”"


def test_a_kind_that_extends_nothing_needs_a_glyph() -> None:
    files = spoilt('[kinds.hatch]\ncolor = "wood"\n')
    assert "a kind needs “glyph”" in problem(files, "bad-value").what


def test_a_fault_in_an_inherited_row_is_told_where_it_was_written() -> None:
    files = spoilt(
        '[kinds.hatch]\nextends = "door"\nstates.jammed = {}\n'
        '[[kinds.hatch.transitions]]\nfrom = "locked"\nverb = "open"\nto = "jammed"\n'
    )
    codes = {each.code for each in check_texts(files)[1]}
    assert {"shadowed-row", "dead-end"} <= codes
    found = problem(files, "shadowed-row")
    assert files["kinds.toml"].splitlines()[found.line - 1] == 'extends = "door"'


def test_the_text_of_templates_is_as_our_pages_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "world-format.md").read_text("utf-8")
    for name in load_templates():
        assert f"`{name}`" in page
