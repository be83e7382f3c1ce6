"""A project on the bench: edited, saved, watched and kept from being lost."""

import os
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.documents.access import WorldAccess
from studio.documents.conflict import Conflict
from studio.documents.edits.paint import on_cells
from studio.documents.edits.things import Delete
from studio.documents.edits.values import Put
from studio.documents.files import Broken, Reloaded
from studio.drawing.bench import Bench
from tests.documents.hall import FILES


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return fresh(tmp_path)


def fresh(folder: Path) -> Bench:
    world = folder / "worlds" / "hall"
    for name, text in FILES.items():
        (world / name).parent.mkdir(parents=True, exist_ok=True)
        (world / name).write_text(text)
    return Bench(WorldAccess(world, folder / "state"))


def again(bench: Bench) -> Bench:
    """Open the world again, as the next studio does."""
    bench.access.release()
    return Bench(WorldAccess(bench.folder, bench.access.folder.parent))


def change(bench: Bench, name: str, text: str) -> None:
    (bench.folder / name).write_text(text)


def test_a_save_writes_what_changed_and_is_no_news(bench: Bench) -> None:
    assert bench.do(on_cells([Cell(0, 0)], "#")) == ""
    assert bench.save().written == ("world.map",)
    assert (bench.folder / "world.map").read_text()[0] == "#"
    assert bench.changes() == []
    assert bench.save().written == ()


def test_a_file_that_gets_its_new_name_on_disk_is_no_news(tmp_path: Path) -> None:
    first = fresh(tmp_path)
    (first.folder / "kinds.toml").rename(first.folder / "things.toml")
    bench = again(first)
    (bench.folder / "things.toml").rename(bench.folder / "kinds.toml")
    assert bench.changes() == []
    assert bench.do(Put("kinds.toml", ("kinds", "urn", "glyph"), "U")) == ""
    assert bench.save().written == ("kinds.toml",)
    assert not (bench.folder / "things.toml").exists()


def test_what_is_refused_is_said_as_a_sentence(bench: Bench) -> None:
    assert bench.do(Delete(("nobody",))) == "There is no “nobody”."


def test_steps_are_named_as_one_goes_through_them(bench: Bench) -> None:
    assert bench.jump(-1) == "There is nothing to undo."
    bench.do(on_cells([Cell(0, 0)], "#", "pencil"))
    assert bench.jump(0) == "Undone: pencil"
    assert bench.jump(1) == "Done again: pencil"
    assert bench.jump(2) == "There is nothing to do again."


def test_a_clean_file_is_reloaded_and_a_broken_one_is_not(bench: Bench) -> None:
    change(bench, "world.map", FILES["world.map"].replace(",", "."))
    [found] = bench.changes()
    assert isinstance(found.verdict, Reloaded)
    assert bench.desk.project.map.row(0) == "." * 12
    change(bench, "world.toml", "= broken")
    [found] = bench.changes()
    assert isinstance(found.verdict, Broken)
    assert found.verdict.problem.line == 1
    assert bench.desk.project.data("world.toml")["name"] == "Hall"
    assert bench.changes() == []


def test_a_file_that_both_have_changed_is_asked_about(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    change(bench, "world.map", FILES["world.map"].replace(",,,\n,", ",,.\n,", 1))
    [found] = bench.changes()
    assert isinstance(found.verdict, Conflict)
    assert bench.save().written == ()
    bench.choose(found.verdict, {})
    assert bench.desk.project.map.row(0)[0] == "#"
    assert bench.save().written == ("world.map",)


def test_what_was_not_saved_is_offered_until_it_is_answered(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.leave(keep=True)
    after = again(again(bench))
    [offer] = after.offers
    after.recover(offer)
    assert after.offers == []
    assert after.desk.project.map.row(0)[0] == "#"
    after = again(after)
    [offer] = after.offers
    after.discard(offer)
    assert after.offers == []
    assert [path.suffix for path in after.access.folder.glob("unsaved-*")].count(".offered") == 2
    assert again(after).offers == []


def test_what_lies_on_disk_by_now_is_not_offered(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.leave(keep=True)
    change(bench, "world.map", bench.desk.project.map.text)
    assert again(bench).offers == []


def test_edits_before_the_answer_are_offered_beside_what_was_not_answered(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.leave(keep=True)
    after = again(bench)
    after.do(on_cells([Cell(1, 0)], "#"))
    after.checkpoint(0.0)
    drawn = [offer.files["world.map"].text for offer in again(after).offers]
    assert [text[:2] for text in drawn if text] == [",#", "#,"]


def test_a_second_one_reads_until_the_first_has_closed(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.checkpoint(0.0)
    second = Bench(WorldAccess(bench.folder, bench.access.folder.parent))
    assert (bench.read_only, second.offers) == ("", [])
    assert f"latticeville studio, process {os.getpid()}" in second.read_only
    assert second.do(on_cells([Cell(0, 0)], ".")) == f"T{second.read_only[1:]}."
    assert second.jump(0) == f"T{second.read_only[1:]}."
    second.checkpoint(0.0)
    second.leave(keep=True)
    assert bench.recovery.path.exists()
    bench.save()
    [found] = second.changes()
    assert isinstance(found.verdict, Reloaded)
    assert second.desk.project.map.row(0)[0] == "#"
    (bench.folder / "kinds.toml").unlink()
    [found] = second.changes()
    assert isinstance(found.verdict, Reloaded)
    assert second.save().written == ()
    assert second.desk.history.modified == ()
    bench.access.release()
    third = Bench(WorldAccess(bench.folder, bench.access.folder.parent))
    assert third.read_only == ""
    assert third.do(on_cells([Cell(0, 0)], ".")) == ""


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is closed to root")
def test_a_closed_state_folder_is_said_and_hinders_nothing(bench: Bench, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    check_without_recovery(bench, closed)


def test_a_state_folder_that_is_a_file_is_said_and_hinders_nothing(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    check_without_recovery(bench, tmp_path / "file")


def check_without_recovery(bench: Bench, state: Path) -> None:
    one = Bench(WorldAccess(bench.folder, state))
    assert str(state) in one.access.told
    assert one.do(on_cells([Cell(0, 0)], "#")) == ""
    one.checkpoint(0.0)
    assert one.save().written == ("world.map",)
    one.leave(keep=True)


def test_a_broken_file_is_named_until_it_is_whole_or_written_over(bench: Bench) -> None:
    good = (bench.folder / "world.toml").read_text()
    change(bench, "world.toml", good + "foo = [\n")
    bench.changes()
    [problem] = bench.broken.values()
    assert problem.file == "world.toml"
    assert problem.line >= good.count("\n") + 1
    assert "on disk" in problem.what
    assert problem.fix
    assert bench.overwrite("world.toml").written == ("world.toml",)
    assert bench.broken == {}
    assert (bench.folder / "world.toml").read_text() == good
    change(bench, "world.toml", "= broken")
    bench.changes()
    assert [*bench.broken] == ["world.toml"]
    change(bench, "world.toml", good)
    assert bench.changes() == []
    assert bench.broken == {}


def test_an_older_one_that_the_newer_contains_is_put_aside(bench: Bench) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.leave(keep=True)
    after = again(bench)
    after.do(on_cells([Cell(0, 0), Cell(1, 0)], "#"))
    after.leave(keep=True)
    [offer] = again(after).offers
    assert (offer.files["world.map"].text or "")[:2] == "##"


def test_who_holds_the_world_is_asked_anew(bench: Bench) -> None:
    second = Bench(WorldAccess(bench.folder, bench.access.folder.parent))
    assert "read-only while latticeville studio" in second.read_only
    bench.access.release()
    assert second.read_only.endswith("nobody else has it open now: open the world again to write")
    assert second.do(on_cells([Cell(0, 0)], "#")) != ""
