"""New kinds without a screen: what they start from, and the check of their names."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.editor.new_kind import (
    EMPTY,
    describe_machine,
    find_name_mistake,
    find_source,
    kind_id,
    list_sources,
    make_kind,
)
from studio.objects.model import find_mistake, read_machines
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import load_project

SQUARE, _ = load_project(Path(__file__).parents[1] / "studio" / "data" / "square")


@pytest.mark.parametrize("source", list_sources())
def test_every_source_makes_a_kind_that_is_read_again(source: str) -> None:
    edit = make_kind(SQUARE, "big gizmo", source)
    assert find_mistake(SQUARE, lambda: edit) == ""
    machine = read_machines(edit.apply(SQUARE))["big_gizmo"]
    assert machine.kind.name == "big gizmo"
    expected = list_sources()[source].kind
    assert (machine.kind.states.keys(), len(machine.kind.transitions)) == (
        expected.states.keys(),
        len(expected.transitions),
    )


def test_a_source_is_found_by_the_name() -> None:
    assert [find_source(name) for name in ("big bed", "tool box", "apple", "totem", "")] == [
        "bed",
        "container",
        "food",
        EMPTY,
        EMPTY,
    ]


@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("kettle", "there is a kind “kettle” already"),
        ("KETTLE", "there is a kind “kettle” already"),
        ("ket\ttle", "only visible characters"),
        ("x" * 201, "at most 200"),
        ("", "type a name"),
        ("coffee machine", ""),
        ("喫茶", ""),
    ],
)
def test_a_name_is_checked(name: str, mistake: str) -> None:
    found = find_name_mistake(SQUARE, name)
    assert (mistake in found) if mistake else not found


@given(st.text(max_size=30).map(str.strip))
def test_a_name_without_a_mistake_makes_a_new_kind(name: str) -> None:
    if not find_name_mistake(SQUARE, name):
        after = make_kind(SQUARE, name, EMPTY).apply(SQUARE)
        assert kind_tables(after).keys() - kind_tables(SQUARE).keys() == {kind_id(SQUARE, name)}
        assert read_machines(after)[kind_id(SQUARE, name)].kind.name == name


def test_a_machine_is_described_line_by_line() -> None:
    sources = list_sources()
    assert describe_machine(sources["fridge"].kind) == [
        "counter food: 4 (0 to 8)",
        "take: stocked → stocked · food − 1, give 1 food",
        "fill: stocked, empty → stocked · food = 8",
        "by itself: stocked → empty",
    ]
    assert describe_machine(sources[EMPTY].kind) == ["No transitions: people can only look at it."]
