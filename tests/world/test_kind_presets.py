"""Presets of kinds: sound, tested, with a sign, and found by the words of a name."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from latticeville.draw.tilemap.signs import SIGNS, is_door, sign_of
from latticeville.world.analysis.traces import covered_transitions, find_mismatches
from latticeville.world.analysis.trial import make_trial, verb_refusals
from latticeville.world.io.kinds import PRESETS_FILE, find_preset, load_presets
from latticeville.world.load import check_texts
from latticeville.world.schema.kinds import KindsFile

BLANK = Path(__file__).parents[2] / "latticeville" / "world" / "templates" / "blank"
TEXT = PRESETS_FILE.read_text("utf-8")
TESTS = KindsFile.model_validate(tomllib.loads(TEXT)).tests


def blank_world(kinds: str) -> Mapping[str, str]:
    return {**{one.name: one.read_text("utf-8") for one in BLANK.iterdir()}, "kinds.toml": kinds}


def test_a_world_with_every_preset_has_no_problem() -> None:
    world, problems = check_texts(blank_world(TEXT))
    assert problems == []
    assert world is not None
    assert [*world.kinds] == [*load_presets()]


def test_a_preset_that_is_broken_is_a_problem() -> None:
    world, problems = check_texts(blank_world(TEXT.replace('to = "made"', 'to = "mad"')))
    assert world is not None
    assert "unknown-state" in [one.code for one in problems]


@pytest.mark.parametrize("name", load_presets())
def test_the_transitions_of_a_preset_do_what_its_test_says(name: str) -> None:
    kind = load_presets()[name].kind
    tests = [test for test in TESTS if test.kind == name]
    assert [mistake for test in tests for mistake in find_mismatches(kind, test)] == []
    own = {row.origin for row in kind.transitions if row.origin[0] == name}
    assert not own or covered_transitions(kind, tests) >= own


@pytest.mark.parametrize("name", load_presets())
def test_a_trial_of_a_preset_can_do_something_at_once(name: str) -> None:
    trial = make_trial(load_presets()[name].kind)
    verbs = verb_refusals(trial)
    assert any(not reason for _, reason in verbs) or (not verbs and trial.wait(24 * 60).trace)


@pytest.mark.parametrize("name", load_presets())
def test_a_preset_has_a_sign(name: str) -> None:
    kind = load_presets()[name].kind
    assert is_door(name) or sign_of(f"{kind.id} {kind.name}", kind.glyph) in SIGNS.values()


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("bed", "bed"),
        ("Double Bed", "bed"),
        ("bedside lamp", "lamp"),
        ("street lamp", "street_lamp"),
        ("till", "shop_counter"),
        ("bed of roses by the door", "door"),
        ("bedrock", ""),
        ("", ""),
    ],
)
def test_a_preset_is_found_by_the_words_of_a_name(name: str, preset: str) -> None:
    assert find_preset(name) == preset
