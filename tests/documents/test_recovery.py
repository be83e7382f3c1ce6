"""What a killed studio leaves behind."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.documents.edits.paint import on_cells
from studio.documents.edits.personas import NewPersona
from studio.documents.edits.values import Put
from studio.documents.files import Desk, open_desk, save
from studio.documents.recovery import EVERY, Recovery, recovered
from tests.documents.hall import FILES


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Write the hall and open it."""
    for name, text in FILES.items():
        path = tmp_path / "hall" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return open_desk(tmp_path / "hall")


def killed(recovery: Recovery) -> None:
    """Let go of the lock and nothing else, as the system does for a killed process."""
    recovery.__exit__(KeyboardInterrupt, None, None)


def test_what_was_not_saved_is_offered_once(desk: Desk, tmp_path: Path) -> None:
    first = Recovery(desk.project.folder, tmp_path / "state")
    assert first.alone
    assert first.offers() == []
    edited = desk.do(on_cells([Cell(0, 0)], ".")).do(NewPersona("di", {"name": "Di"}))
    assert first.tick(edited, 0.0, "12:04")
    killed(first)
    second = Recovery(desk.project.folder, tmp_path / "state")
    (offer,) = second.offers()
    assert offer.when == "12:04"
    assert {*offer.files} == {"world.map", "personas/di.toml"}
    assert offer.stale(desk) == ()
    again = recovered(desk, offer)
    assert again.project.differs(edited.project) == ()
    assert again.history.labels == ("opened", "recovered")
    assert second.offers() == []
    second.close()
    assert Recovery(desk.project.folder, tmp_path / "state").offers() == []


def test_it_is_written_at_most_every_ten_seconds(desk: Desk, tmp_path: Path) -> None:
    with Recovery(desk.project.folder, tmp_path / "state") as recovery:
        assert recovery.due(desk, 0.0) is None
        one = desk.do(Put("world.toml", ("name",), "a"))
        assert recovery.tick(one, 0.0)
        assert not recovery.tick(one, 50.0)
        two = one.do(Put("world.toml", ("name",), "b"))
        assert recovery.due(two, 4.0) == pytest.approx(-4.0 + EVERY)
        assert not recovery.tick(two, 9.9)
        assert recovery.tick(two, EVERY)
        saved = save(two).desk
        assert recovery.due(saved, 11.0) is not None
        recovery.write(saved)
        assert not recovery.path.exists()
        assert recovery.due(saved, 30.0) is None


def test_two_studios_on_one_world_know_of_each_other(desk: Desk, tmp_path: Path) -> None:
    with (
        Recovery(desk.project.folder, tmp_path / "state") as first,
        Recovery(desk.project.folder, tmp_path / "state") as second,
    ):
        assert (first.alone, second.alone) == (True, False)
        first.write(desk.do(Put("world.toml", ("name",), "a")))
        assert second.offers() == []
        second.write(desk.do(Put("world.toml", ("name",), "b")))
        assert first.path != second.path
        assert first.offers() == []


def test_what_changed_on_disk_since_is_named(desk: Desk, tmp_path: Path) -> None:
    first = Recovery(desk.project.folder, tmp_path / "state")
    first.write(desk.do(Put("world.toml", ("name",), "a")))
    killed(first)
    (desk.project.folder / "world.toml").write_text(FILES["world.toml"].replace("Rooms", "Halls"), "utf-8")
    (offer,) = Recovery(desk.project.folder, tmp_path / "state").offers()
    assert offer.stale(open_desk(desk.project.folder)) == ("world.toml",)


def test_a_torn_recovery_file_is_put_aside(desk: Desk, tmp_path: Path) -> None:
    first = Recovery(desk.project.folder, tmp_path / "state")
    first.path.write_bytes(b'{"when": ')
    killed(first)
    with Recovery(desk.project.folder, tmp_path / "state") as second:
        assert second.offers() == []
