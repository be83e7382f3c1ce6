"""Recovery files: written soon after the first change, offered until they are answered, and read by nobody else."""

import os
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.documents.edits.paint import on_cells
from studio.documents.edits.personas import NewPersona
from studio.documents.edits.values import Put
from studio.documents.files import OpenProject, open_project, save
from studio.documents.recovery import EVERY, Recovery, recovered
from tests.documents.hall import FILES


@pytest.fixture
def opened(tmp_path: Path) -> OpenProject:
    """Write the hall and open it."""
    for name, text in FILES.items():
        path = tmp_path / "hall" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return open_project(tmp_path / "hall")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def test_what_was_not_saved_is_offered_until_it_is_answered(opened: OpenProject, state: Path) -> None:
    first = Recovery(state)
    assert first.offers() == []
    edited = opened.do(on_cells([Cell(0, 0)], ".")).do(NewPersona("di", {"name": "Di"}))
    assert first.tick(edited, 0.0, "12:04")
    assert [*Recovery(state).offers()] == [*Recovery(state).offers()]
    second = Recovery(state)
    (offer,) = second.offers()
    assert offer.when == "12:04"
    assert {*offer.files} == {"world.map", "personas/di.toml"}
    assert offer.stale(opened) == ()
    again = recovered(opened, offer)
    assert again.project.differs(edited.project) == ()
    assert again.history.labels == ("opened", "recovered")
    second.answered(offer)
    assert second.offers() == Recovery(state).offers() == []
    assert len([*state.glob("*.offered")]) == 1


def test_it_is_written_at_the_first_change_after_a_save_and_then_at_most_every_ten_seconds(
    opened: OpenProject, state: Path
) -> None:
    recovery = Recovery(state)
    assert recovery.due(opened, 0.0) is None
    one = opened.do(Put("world.toml", ("name",), "a"))
    assert recovery.tick(one, 0.0)
    assert not recovery.tick(one, 50.0)
    two = one.do(Put("world.toml", ("name",), "b"))
    assert recovery.due(two, 4.0) == pytest.approx(-4.0 + EVERY)
    assert not recovery.tick(two, 9.9)
    assert recovery.tick(two, EVERY)
    saved = save(two).opened
    assert recovery.due(saved, 11.0) is not None
    recovery.write(saved)
    assert not recovery.path.exists()
    assert recovery.due(saved, 30.0) is None
    assert recovery.tick(saved.do(Put("world.toml", ("name",), "c")), 12.0)
    assert recovery.tick(saved, 12.5)
    assert recovery.tick(saved.do(Put("world.toml", ("name",), "d")), 13.0)


def test_it_is_for_nobody_else_to_read(opened: OpenProject, state: Path) -> None:
    recovery = Recovery(state)
    recovery.write(opened.do(Put("world.toml", ("name",), "a")))
    assert (recovery.path.stat().st_mode & 0o777, state.stat().st_mode & 0o777) == (0o600, 0o700)
    recovery.path.chmod(0o644)
    (offer,) = Recovery(state).offers()
    assert Path(offer.path).stat().st_mode & 0o777 == 0o600


def test_the_newest_is_offered_first(opened: OpenProject, state: Path) -> None:
    for turn, name in enumerate("ab"):
        recovery = Recovery(state)
        recovery.write(opened.do(Put("world.toml", ("name",), name)))
        os.utime(recovery.path, (turn, turn))
    offers = Recovery(state).offers()
    assert ['"b"' in (offer.files["world.toml"].text or "") for offer in offers] == [True, False]


def test_what_changed_on_disk_since_is_named(opened: OpenProject, state: Path) -> None:
    edited = opened.do(Put("world.toml", ("name",), "a")).do(on_cells([Cell(0, 0)], "."))
    Recovery(state).write(edited)
    (opened.project.folder / "world.toml").write_text(FILES["world.toml"].replace("Rooms", "Halls"), "utf-8")
    (opened.project.folder / "world.map").write_text(edited.project.map.text, "utf-8")
    (offer,) = Recovery(state).offers()
    assert offer.stale(open_project(opened.project.folder)) == ("world.toml",)


def test_a_damaged_file_is_put_aside_and_half_written_ones_are_removed(state: Path) -> None:
    state.mkdir()
    (state / "unsaved-0.json").write_bytes(b'{"when": ')
    (state / "unsaved-1.json").write_bytes(b'{"when": "\xff", "files": {}}')
    (state / ".unsaved-2.json.1a2b3c4d").write_bytes(b"{")
    assert Recovery(state).offers() == []
    assert {path.suffix for path in state.iterdir()} == {".offered"}


def left(state: Path, opened: OpenProject, cells: list[Cell]) -> None:
    Recovery(state).write(opened.do(on_cells(cells, "#")))


def test_it_can_be_merged_with_what_was_saved_after_it(opened: OpenProject, state: Path) -> None:
    left(state, opened, [Cell(0, 0), Cell(1, 0)])
    save(opened.do(on_cells([Cell(0, 1)], "#")))
    later = open_project(opened.project.folder)
    (offer,) = Recovery(state).offers()
    assert offer.stale(later) == ("world.map",)
    assert recovered(later, offer).project.map.row(1)[0] != "#"
    (conflict,) = offer.conflicts(later)
    both = recovered(later, offer, {"world.map": {item.key: item.suggested for item in conflict.items}})
    assert (both.project.map.row(0)[:2], both.project.map.row(1)[0]) == ("##", "#")


def test_an_offer_says_how_many_cells_and_to_the_second(opened: OpenProject, state: Path) -> None:
    left(state, opened, [Cell(0, 0), Cell(1, 0)])
    (offer,) = Recovery(state).offers()
    assert offer.describe(opened) == "world.map (2 cells)"
    assert offer.when.count(":") == 2


def test_an_offer_contains_what_changed_the_same_cells_alike(opened: OpenProject, state: Path) -> None:
    for cells in ([Cell(0, 0)], [Cell(0, 0), Cell(1, 0)], [Cell(3, 0)]):
        left(state, opened, cells)
    offers = sorted(Recovery(state).offers(), key=lambda offer: offer.path)
    assert [[one.contains(other, opened) for other in offers] for one in offers] == [
        [True, False, False],
        [True, True, False],
        [False, False, True],
    ]
