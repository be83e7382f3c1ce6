"""A project on the bench: edited, saved, watched and kept from being lost."""

from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.documents.conflict import Conflict
from studio.documents.edits.paint import on_cells
from studio.documents.edits.things import Delete
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
    return Bench(world, folder / "state")


def change(bench: Bench, name: str, text: str) -> None:
    (bench.folder / name).write_text(text)


def test_a_save_writes_what_changed_and_is_no_news(bench: Bench) -> None:
    assert bench.do(on_cells([Cell(0, 0)], "#")) == ""
    assert bench.save().written == ("world.map",)
    assert (bench.folder / "world.map").read_text()[0] == "#"
    assert bench.changes() == []
    assert bench.save().written == ()


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


def test_what_was_not_saved_is_offered_once(bench: Bench, tmp_path: Path) -> None:
    bench.do(on_cells([Cell(0, 0)], "#"))
    bench.leave(keep=True)
    after = Bench(bench.folder, tmp_path / "state")
    [offer] = after.offers
    after.recover(offer)
    assert after.desk.project.map.row(0)[0] == "#"
    after.leave(keep=False)
    assert Bench(bench.folder, tmp_path / "state").offers == []


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
