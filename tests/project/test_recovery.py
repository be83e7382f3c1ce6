"""Recovery files: written soon after the first change, offered until they are answered, and read by
nobody else."""

import os
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.project.edits.paint import paint_cells
from studio.project.edits.personas import NewPersona
from studio.project.edits.values import SetValue
from studio.project.open_project import OpenProject, open_project, save
from studio.project.recovery import EVERY, Recovery, restore_offer
from tests.project.hall import FILES


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


def test_what_was_not_saved_is_offered_until_it_is_answered(
    opened: OpenProject, state: Path
) -> None:
    first = Recovery(state)
    assert first.read_offers() == []
    edited = opened.do(paint_cells([Cell(0, 0)], ".")).do(NewPersona("di", {"name": "Di"}))
    assert first.write_if_due(edited, 0.0, "12:04")
    assert [*Recovery(state).read_offers()] == [*Recovery(state).read_offers()]
    second = Recovery(state)
    (offer,) = second.read_offers()
    assert offer.written_at == "12:04"
    assert {*offer.files} == {"world.map", "personas/di.toml"}
    assert offer.stale_files(opened) == ()
    again = restore_offer(opened, offer)
    assert again.project.changed_files(edited.project) == ()
    assert again.history.labels == ("opened", "recovered")
    second.dismiss(offer)
    assert second.read_offers() == Recovery(state).read_offers() == []
    assert len([*state.glob("*.offered")]) == 1


def test_it_is_written_at_the_first_change_after_a_save_and_then_at_most_every_ten_seconds(
    opened: OpenProject, state: Path
) -> None:
    recovery = Recovery(state)
    assert recovery.seconds_until_due(opened, 0.0) is None
    one = opened.do(SetValue("world.toml", ("name",), "a"))
    assert recovery.write_if_due(one, 0.0)
    assert not recovery.write_if_due(one, 50.0)
    two = one.do(SetValue("world.toml", ("name",), "b"))
    assert recovery.seconds_until_due(two, 4.0) == pytest.approx(-4.0 + EVERY)
    assert not recovery.write_if_due(two, 9.9)
    assert recovery.write_if_due(two, EVERY)
    saved = save(two).opened
    assert recovery.seconds_until_due(saved, 11.0) is not None
    recovery.write(saved)
    assert not recovery.path.exists()
    assert recovery.seconds_until_due(saved, 30.0) is None
    assert recovery.write_if_due(saved.do(SetValue("world.toml", ("name",), "c")), 12.0)
    assert recovery.write_if_due(saved, 12.5)
    assert recovery.write_if_due(saved.do(SetValue("world.toml", ("name",), "d")), 13.0)


def test_what_was_left_under_an_old_name_is_offered_under_the_new_one(
    opened: OpenProject, state: Path
) -> None:
    edited = opened.do(SetValue("kinds.toml", ("kinds", "urn", "glyph"), "U"))
    recovery = Recovery(state)
    recovery.write(edited)
    recovery.path.write_text(
        recovery.path.read_text("utf-8").replace('"kinds.toml"', '"things.toml"'), "utf-8"
    )
    (offer,) = Recovery(state).read_offers()
    assert restore_offer(opened, offer).project.changed_files(edited.project) == ()


def test_it_is_for_nobody_else_to_read(opened: OpenProject, state: Path) -> None:
    recovery = Recovery(state)
    recovery.write(opened.do(SetValue("world.toml", ("name",), "a")))
    assert (recovery.path.stat().st_mode & 0o777, state.stat().st_mode & 0o777) == (0o600, 0o700)
    recovery.path.chmod(0o644)
    (offer,) = Recovery(state).read_offers()
    assert Path(offer.path).stat().st_mode & 0o777 == 0o600


def test_the_newest_is_offered_first(opened: OpenProject, state: Path) -> None:
    for turn, name in enumerate("ab"):
        recovery = Recovery(state)
        recovery.write(opened.do(SetValue("world.toml", ("name",), name)))
        os.utime(recovery.path, (turn, turn))
    offers = Recovery(state).read_offers()
    assert ['"b"' in (offer.files["world.toml"].text or "") for offer in offers] == [True, False]


def test_what_changed_on_disk_since_is_named(opened: OpenProject, state: Path) -> None:
    edited = opened.do(SetValue("world.toml", ("name",), "a")).do(paint_cells([Cell(0, 0)], "."))
    Recovery(state).write(edited)
    (opened.project.folder / "world.toml").write_text(
        FILES["world.toml"].replace("Rooms", "Halls"), "utf-8"
    )
    (opened.project.folder / "world.map").write_text(edited.project.map.text, "utf-8")
    (offer,) = Recovery(state).read_offers()
    assert offer.stale_files(open_project(opened.project.folder)) == ("world.toml",)


def test_a_damaged_file_is_put_aside_and_half_written_ones_are_removed(state: Path) -> None:
    state.mkdir()
    (state / "unsaved-0.json").write_bytes(b'{"when": ')
    (state / "unsaved-1.json").write_bytes(b'{"when": "\xff", "files": {}}')
    (state / ".unsaved-2.json.1a2b3c4d").write_bytes(b"{")
    assert Recovery(state).read_offers() == []
    assert {path.suffix for path in state.iterdir()} == {".offered"}


def left(state: Path, opened: OpenProject, cells: list[Cell]) -> None:
    Recovery(state).write(opened.do(paint_cells(cells, "#")))


def test_it_can_be_merged_with_what_was_saved_after_it(opened: OpenProject, state: Path) -> None:
    left(state, opened, [Cell(0, 0), Cell(1, 0)])
    save(opened.do(paint_cells([Cell(0, 1)], "#")))
    later = open_project(opened.project.folder)
    (offer,) = Recovery(state).read_offers()
    assert offer.stale_files(later) == ("world.map",)
    assert restore_offer(later, offer).project.map.row(1)[0] != "#"
    (conflict,) = offer.mergeable_conflicts(later)
    both = restore_offer(
        later, offer, {"world.map": {item.key: item.suggested for item in conflict.items}}
    )
    assert (both.project.map.row(0)[:2], both.project.map.row(1)[0]) == ("##", "#")


def test_an_offer_says_how_many_cells_and_to_the_second(opened: OpenProject, state: Path) -> None:
    left(state, opened, [Cell(0, 0), Cell(1, 0)])
    (offer,) = Recovery(state).read_offers()
    assert offer.describe(opened) == "world.map (2 cells)"
    assert offer.written_at.count(":") == 2


def test_an_offer_contains_what_changed_the_same_cells_alike(
    opened: OpenProject, state: Path
) -> None:
    for cells in ([Cell(0, 0)], [Cell(0, 0), Cell(1, 0)], [Cell(3, 0)]):
        left(state, opened, cells)
    offers = sorted(Recovery(state).read_offers(), key=lambda offer: offer.path)
    assert [[one.contains(other, opened) for other in offers] for one in offers] == [
        [True, False, False],
        [True, True, False],
        [False, False, True],
    ]
