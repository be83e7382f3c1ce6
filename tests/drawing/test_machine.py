"""Machines as lines that people type, and what comes of editing them."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.world.bases import templates
from latticeville.world.schema.kinds import EffectTable, GuardTable
from studio.documents.edit import Refused
from studio.documents.edits.kinds import RenameState, kinds
from studio.documents.edits.machines import DeleteCounter, DeleteState, speakers
from studio.documents.edits.values import Put, Shift
from studio.documents.project import Project, read
from studio.documents.references import rows
from studio.objects.model import machines, mistake, used_by
from studio.objects.notation import (
    counter_of,
    counter_text,
    does_of,
    does_text,
    head_of,
    head_text,
    items_of,
    items_text,
    needs_of,
    needs_text,
    state_of,
    state_text,
)
from studio.objects.trial_session import Rehearsal, staged

ROOT = Path(__file__).parents[2]
VILLE, _ = read(ROOT / "worlds" / "ville")
SQUARE, _ = read(ROOT / "tests" / "studio" / "data" / "square")

words = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda word: word not in ("inside", "owner", "key")
)
counts = st.integers(-1000, 1000)
guards = st.one_of(
    st.builds(lambda name, low: {"counter": name, "min": low}, words, counts),
    st.builds(lambda name, high: {"counter": name, "max": high}, words, counts),
    st.builds(
        lambda name, low, more: {"inside": name, "min": low, "max": low + more}, words, counts, st.integers(0, 9)
    ),
    st.builds(lambda key, item: {key: item}, st.sampled_from(["has", "lacks"]), words),
    st.builds(lambda item, count: {"has": item, "count": count}, words, st.integers(1, 99)),
    st.builds(lambda right, wanted: {right: wanted}, st.sampled_from(["owner", "key"]), st.booleans()),
    st.just({"between": ["07:00", "19:30"]}),
    st.builds(lambda some: {"weather": some}, st.lists(words, min_size=1, max_size=3)),
)
effects = st.one_of(
    st.builds(lambda name, how, amount: {"counter": name, how: amount}, words, st.sampled_from(["add", "set"]), counts),
    st.builds(lambda name, amount: {"counter": name, "add": amount, "clip": True}, words, counts),
    st.builds(lambda deed, item: {deed: item}, st.sampled_from(["give", "take", "fill", "spend"]), words),
    st.builds(lambda deed, count: {deed: "*", "count": count}, st.sampled_from(["store", "fetch"]), st.integers(1, 99)),
)


@given(st.lists(guards, max_size=4))
def test_conditions_that_are_written_are_read_again(needs: list[dict[str, Any]]) -> None:
    assert needs_of(needs_text(needs)) == needs
    assert all(GuardTable.model_validate(need) for need in needs_of(needs_text(needs)))


@given(st.lists(effects, max_size=4))
def test_effects_that_are_written_are_read_again(does: list[dict[str, Any]]) -> None:
    assert does_of(does_text(does)) == does
    assert all(EffectTable.model_validate(one) for one in does_of(does_text(does)))


@given(st.text(max_size=30))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    for reads in (needs_of, does_of, state_of, counter_of, items_of, lambda line: head_of(line, ["on", "off"])):
        with suppress(Refused):
            reads(typed)


def test_every_line_of_our_worlds_is_read_as_it_was_written() -> None:
    known = {**{name: one.whole for name, one in machines(VILLE).items()}, **templates()}
    assert len(known) > 20
    for whole in known.values():
        for row in whole.transitions:
            table = row.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
            needs, does = table.get("needs", []), table.get("does", [])
            assert [GuardTable.model_validate(one) for one in needs_of(needs_text(needs))] == row.needs
            assert [EffectTable.model_validate(one) for one in does_of(does_text(does))] == row.does
            head = head_of(head_text(table), list(whole.states) or ["still"])
            assert {key: value for key, value in head.items() if value is not None} == {
                key: value for key, value in table.items() if key in head
            }
        for look in whole.states.values():
            table = look.model_dump(exclude_unset=True, exclude_none=True)
            assert state_of(state_text(table)) == table
        for counter in whole.counters.values():
            assert counter_of(counter_text(counter.model_dump())) == counter.model_dump()
        assert items_of(items_text(whole.inside)) == whole.inside


def test_a_deleted_state_takes_its_rows_along_and_a_counter_its_conditions() -> None:
    after = DeleteState("kettle", "hot").apply(SQUARE)
    assert [row["verb"] for row in rows(kinds(after)["kettle"], "transitions")] == ["use"]
    assert speakers(SQUARE, "kettle", state="hot") == ("row 2", "row 3", "row 4", "row 5")
    dry = DeleteCounter("kettle", "cups").apply(SQUARE)
    assert "counter" not in str(kinds(dry)["kettle"]["transitions"])
    assert "give" in str(kinds(dry)["kettle"]["transitions"])
    with pytest.raises(Refused):
        DeleteState("well", "still").apply(SQUARE)


def test_rows_change_places_with_their_comments_and_back_to_the_letter() -> None:
    path = ("kinds", "kettle", "transitions", 3)
    moved = Shift("things.toml", path, 1).apply(SQUARE)
    assert rows(kinds(moved)["kettle"], "transitions")[1] == rows(kinds(SQUARE)["kettle"], "transitions")[3]
    assert "# neither verb nor after" in _text(moved)
    assert _text(Shift("things.toml", (*path[:-1], 1), 3).apply(moved)) == _text(SQUARE)
    last = Shift("things.toml", (*path[:-1], 0), 9).apply(SQUARE)
    assert rows(kinds(last)["kettle"], "transitions")[4]["verb"] == "use"
    assert sorted(_text(last)) == sorted(_text(SQUARE))


def _text(project: Project) -> str:
    return project.files["things.toml"].text


def test_what_an_edit_would_break_is_said() -> None:
    path = ("kinds", "kettle", "transitions", 0, "verb")
    assert "verb" in mistake(SQUARE, lambda: Put("things.toml", path, "No Verb"))
    assert mistake(SQUARE, lambda: Put("things.toml", path, "boil")) == ""
    assert "hot" in mistake(SQUARE, lambda: RenameState("kettle", "cold", "hot"))


def test_who_uses_a_kind_is_named() -> None:
    assert "object kettle" in used_by(SQUARE, "kettle")


def test_a_trial_is_done_again_on_an_edited_machine() -> None:
    rehearsal = Rehearsal(machines(SQUARE)["kettle"].kind, "with 1 water")
    rehearsal.move("use")
    assert rehearsal.due() == 5
    rehearsal.move(5)
    assert rehearsal.trial.part.state == "hot"
    slow = Put("things.toml", ("kinds", "kettle", "transitions", 1, "after"), 9).apply(SQUARE)
    rehearsal.on(machines(slow)["kettle"].kind)
    assert rehearsal.trial.part.state == "heating"
    rehearsal.back()
    assert rehearsal.moves == ("use",)
    rehearsal.back(over=True)
    assert rehearsal.trial.part.state == "cold"


@pytest.mark.parametrize("stage", ["boiling", "cups 9", "at 25:00", "with no beans"])
def test_a_stage_that_cannot_be_is_refused(stage: str) -> None:
    with pytest.raises(Refused):
        staged(machines(SQUARE)["kettle"].kind, stage)


def test_a_stage_is_set() -> None:
    trial = staged(machines(SQUARE)["kettle"].kind, "hot, cups 2, at 9:30, weather rain, no owner, key, inside 2 tea")
    assert (trial.part.state, trial.part.counters["cups"], trial.minute, trial.weather) == ("hot", 2, 570, "rain")
    assert (trial.actor.owner, trial.actor.key, trial.part.inside.count("tea")) == (False, True, 2)
