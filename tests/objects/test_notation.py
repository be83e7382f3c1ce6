"""Machines as lines that people type, and what comes of editing them."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.world.analysis.trial import verb_refusals
from latticeville.world.io.kinds import load_templates
from latticeville.world.model.looks import is_tile_text
from latticeville.world.schema.kinds import EffectTable, GuardTable
from studio.objects.model import KindUse, find_mistake, find_uses, read_machines
from studio.objects.notation import (
    format_counter,
    format_effects,
    format_guards,
    format_items,
    format_state,
    parse_counter,
    parse_effects,
    parse_guards,
    parse_items,
    parse_state,
)
from studio.objects.trial_session import TrialSession, parse_stage
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, load_project
from studio.project.documents.references import tables_at
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.kinds import RenameState
from studio.project.edits.machines import DeleteCounter, DeleteState, find_references
from studio.project.edits.values import MoveValue, SetValue
from tests.worlds import build

ROOT = Path(__file__).parents[2]
VILLE, _ = load_project(ROOT / "worlds" / "ville")
SQUARE, _ = load_project(ROOT / "tests" / "studio" / "data" / "square")

words = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda word: word not in ("inside", "owner", "key")
)
counts = st.integers(-1000, 1000)
guards = st.one_of(
    st.builds(lambda name, low: {"counter": name, "min": low}, words, counts),
    st.builds(lambda name, high: {"counter": name, "max": high}, words, counts),
    st.builds(
        lambda name, low, more: {"inside": name, "min": low, "max": low + more},
        words,
        counts,
        st.integers(0, 9),
    ),
    st.builds(lambda key, item: {key: item}, st.sampled_from(["has", "lacks"]), words),
    st.builds(lambda item, count: {"has": item, "count": count}, words, st.integers(1, 99)),
    st.builds(
        lambda right, wanted: {right: wanted}, st.sampled_from(["owner", "key"]), st.booleans()
    ),
    st.just({"between": ["07:00", "19:30"]}),
    st.builds(lambda some: {"weather": some}, st.lists(words, min_size=1, max_size=3)),
)
effects = st.one_of(
    st.builds(
        lambda name, how, amount: {"counter": name, how: amount},
        words,
        st.sampled_from(["add", "set"]),
        counts,
    ),
    st.builds(lambda name, amount: {"counter": name, "add": amount, "clip": True}, words, counts),
    st.builds(
        lambda deed, item: {deed: item}, st.sampled_from(["give", "take", "fill", "spend"]), words
    ),
    st.builds(
        lambda deed, count: {deed: "*", "count": count},
        st.sampled_from(["store", "fetch"]),
        st.integers(1, 99),
    ),
)


@pytest.mark.slow
@given(st.lists(guards, max_size=4))
def test_conditions_that_are_written_are_read_again(needs: list[dict[str, Any]]) -> None:
    assert parse_guards(format_guards(needs)) == needs
    assert all(GuardTable.model_validate(need) for need in parse_guards(format_guards(needs)))


@given(st.lists(effects, max_size=4))
def test_effects_that_are_written_are_read_again(does: list[dict[str, Any]]) -> None:
    assert parse_effects(format_effects(does)) == does
    assert all(EffectTable.model_validate(one) for one in parse_effects(format_effects(does)))


@given(st.text(max_size=30))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    for reads in (
        parse_guards,
        parse_effects,
        parse_state,
        parse_counter,
        parse_items,
    ):
        with suppress(EditRefusedError):
            reads(typed)


def test_every_line_of_our_worlds_is_read_as_it_was_written() -> None:
    known = {**{name: one.whole for name, one in read_machines(VILLE).items()}, **load_templates()}
    assert len(known) > 20
    for whole in known.values():
        for row in whole.transitions:
            table = row.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
            needs, does = table.get("needs", []), table.get("does", [])
            assert [
                GuardTable.model_validate(one) for one in parse_guards(format_guards(needs))
            ] == row.needs
            assert [
                EffectTable.model_validate(one) for one in parse_effects(format_effects(does))
            ] == row.does
        for look in whole.states.values():
            table = look.model_dump(exclude_unset=True, exclude_none=True)
            assert parse_state(format_state(table)) == table
        for counter in whole.counters.values():
            assert parse_counter(format_counter(counter.model_dump())) == counter.model_dump()
        assert parse_items(format_items(whole.inside)) == whole.inside


@given(st.text(max_size=2), st.text(max_size=1), st.integers(0, 12))
def test_a_tile_of_a_state_is_read_as_it_was_written(tile: str, glyph: str, light: int) -> None:
    table = {key: text for key, text in (("glyph", glyph), ("tile", tile)) if is_tile_text(text)}
    whole = {**table, "light": light, "alarm": True}
    assert parse_state(format_state(whole)) == whole


def test_a_deleted_state_takes_its_rows_along_and_a_counter_its_conditions() -> None:
    after = DeleteState("kettle", "hot").apply(SQUARE)
    assert [row["verb"] for row in tables_at(kind_tables(after)["kettle"], "transitions")] == [
        "use"
    ]
    assert find_references(SQUARE, "kettle", state="hot") == (
        "transition 2",
        "transition 3",
        "transition 4",
        "transition 5",
    )
    dry = DeleteCounter("kettle", "cups").apply(SQUARE)
    assert "counter" not in str(kind_tables(dry)["kettle"]["transitions"])
    assert "give" in str(kind_tables(dry)["kettle"]["transitions"])
    with pytest.raises(EditRefusedError):
        DeleteState("well", "still").apply(SQUARE)


def test_rows_change_places_with_their_comments_and_back_to_the_letter() -> None:
    path = ("kinds", "kettle", "transitions", 3)
    moved = MoveValue("kinds.toml", path, 1).apply(SQUARE)
    assert (
        tables_at(kind_tables(moved)["kettle"], "transitions")[1]
        == tables_at(kind_tables(SQUARE)["kettle"], "transitions")[3]
    )
    assert "# neither verb nor after" in _text(moved)
    assert _text(MoveValue("kinds.toml", (*path[:-1], 1), 3).apply(moved)) == _text(SQUARE)
    last = MoveValue("kinds.toml", (*path[:-1], 0), 9).apply(SQUARE)
    assert tables_at(kind_tables(last)["kettle"], "transitions")[4]["verb"] == "use"
    assert sorted(_text(last)) == sorted(_text(SQUARE))


def _text(project: Project) -> str:
    return project.files["kinds.toml"].text


def test_what_an_edit_would_break_is_said() -> None:
    path = ("kinds", "kettle", "transitions", 0, "verb")
    assert "verb" in find_mistake(SQUARE, lambda: SetValue("kinds.toml", path, "No Verb"))
    assert find_mistake(SQUARE, lambda: SetValue("kinds.toml", path, "boil")) == ""
    assert "hot" in find_mistake(SQUARE, lambda: RenameState("kettle", "cold", "hot"))


def test_who_uses_a_kind_is_named() -> None:
    assert KindUse("object", "kettle") in find_uses(SQUARE, "kettle")


def test_a_trial_is_done_again_on_an_edited_machine() -> None:
    session = TrialSession(read_machines(SQUARE)["kettle"].kind, "with 1 water")
    session.move("use")
    assert session.suggest_wait() == 5
    session.move(5)
    assert session.trial.part.state == "hot"
    slow = SetValue("kinds.toml", ("kinds", "kettle", "transitions", 1, "after"), 9).apply(SQUARE)
    session.replace_kind(read_machines(slow)["kettle"].kind)
    assert session.trial.part.state == "heating"
    session.undo()
    assert session.moves == ("use",)
    session.restart()
    assert session.trial.part.state == "cold"


@pytest.mark.parametrize(
    "stage",
    [
        "boiling",
        "cups 9",
        "at 25:00",
        "with no beans",
        "at 9:00, at 10:00",
        "hot, cold",
        "key, no key",
    ],
)
def test_a_stage_that_cannot_be_is_refused(stage: str) -> None:
    with pytest.raises(EditRefusedError):
        parse_stage(read_machines(SQUARE)["kettle"].kind, stage)


def test_a_stage_is_set() -> None:
    trial = parse_stage(
        read_machines(SQUARE)["kettle"].kind,
        "hot, cups 2, at 9:30, weather rain, no owner, key, inside 2 tea",
    )
    assert (trial.part.state, trial.part.counters["cups"], trial.minute, trial.weather) == (
        "hot",
        2,
        570,
        "rain",
    )
    assert (trial.actor.owner, trial.actor.key, trial.part.inside.count("tea")) == (False, True, 2)


def test_items_that_are_given_one_after_the_other_are_all_there() -> None:
    kettle = read_machines(SQUARE)["kettle"].kind
    trial = parse_stage(kettle, "with 2 tea, inside cup, with water and 1 tea, inside 2 spoons")
    assert trial.actor.pocket.items == {"tea": 3, "water": 1}
    assert trial.part.inside.items == {"cup": 1, "spoons": 2}


@pytest.mark.parametrize(
    ("head", "stage"),
    [
        ('verb = "use"', ""),
        (
            'verb = "use"\nneeds = [{ has = "cup" }, { has = "bean", count = 2 }]',
            "with 1 cup and 2 bean",
        ),
        ('verb = "use"\ndoes = [{ take = "coin", count = 3 }]', "with 3 coin"),
        ('verb = "use"\nneeds = [{ key = true }, { owner = false }]', "key, no owner"),
        ('verb = "use"\nneeds = [{ between = ["19:00", "06:00"] }]', "at 19:00"),
        ('verb = "use"\nneeds = [{ weather = ["rain", "fog"] }]', "weather rain"),
        ('verb = "use"\nneeds = [{ counter = "water", min = 2 }]', "water 2"),
        ('verb = "use"\ndoes = [{ store = "*" }]', "with 1 item"),
        ('verb = "use"\ndoes = [{ fetch = "bread" }]', "inside 1 bread"),
        ('verb = "use"\nneeds = [{ counter = "water", min = 9 }]', ""),
        ("after = 5", ""),
    ],
)
def test_a_trial_starts_so_that_a_verb_is_possible(head: str, stage: str) -> None:
    box = (
        '[kinds.box]\nglyph = "b"\nroom = 5\ncounters.water = { max = 5 '
        '}\n[[kinds.box.transitions]]\nfrom = "*"'
    )
    text = f"{box}\n{head}\n"
    kind = build(".", things=text).kinds["box"]
    session = TrialSession(kind)
    assert session.stage == stage
    possible = any(not reason for _, reason in verb_refusals(session.trial))
    assert possible == ("min = 9" not in head and "after" not in head)


def test_given_start_conditions_stay_when_a_machine_is_edited() -> None:
    stove = read_machines(VILLE)["stove"].kind
    assert TrialSession(stove).stage == "with 1 food"
    session = TrialSession(stove, "")
    session.replace_kind(read_machines(VILLE)["stove"].kind)
    assert session.stage == ""
