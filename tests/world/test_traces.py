"""The saved traces of the shipped worlds: every row fires in one, and every refusal is told in
one."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from latticeville.world.analysis.traces import covered_transitions, describe_trace
from latticeville.world.analysis.trial import ACTOR_NAME
from latticeville.world.load import inspect_world
from latticeville.world.model.objects import Kind, Transition
from latticeville.world.schema.kinds import KindsFile, TraceTable

WORLDS = sorted(file.parent for file in (Path(__file__).parents[2] / "worlds").glob("*/kinds.toml"))


def shipped(folder: Path) -> tuple[Mapping[str, Kind], list[TraceTable]]:
    world, _ = inspect_world(folder)
    assert world
    return world.kinds, KindsFile.model_validate(
        tomllib.loads((folder / "kinds.toml").read_text("utf-8"))
    ).tests


def refuses(kind: Kind, row: Transition, tables: list[TraceTable]) -> bool:
    sentence = row.fails.replace("{who}", ACTOR_NAME).replace("{thing}", kind.name)
    return any(
        event.refused == sentence for table in tables for event in describe_trace(kind, table)
    )


@pytest.mark.parametrize("folder", WORLDS, ids=lambda folder: folder.name)
def test_every_row_fires_in_a_saved_trace(folder: Path) -> None:
    kinds, tests = shipped(folder)
    assert len(tests) > 3
    missed = [
        row.origin
        for kind in kinds.values()
        for row in kind.written_transitions
        if row.origin
        not in covered_transitions(kind, [table for table in tests if table.kind == kind.id])
    ]
    assert missed == []


@pytest.mark.parametrize("folder", WORLDS, ids=lambda folder: folder.name)
def test_every_refusal_is_told_in_a_saved_trace(folder: Path) -> None:
    kinds, tests = shipped(folder)
    missed = [
        (*row.origin, row.fails)
        for kind in kinds.values()
        for row in kind.transitions
        if row.verb
        and row.fails
        and not refuses(kind, row, [table for table in tests if table.kind == kind.id])
    ]
    assert missed == []
