"""A studio killed at any call that writes: files are old or new, and what was not saved is offered
again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.core.geometry import Cell
from studio.project.documents.project import Project
from studio.project.edits.paint import paint_cells
from studio.project.edits.personas import NewPersona
from studio.project.edits.values import SetValue
from studio.project.recovery import EVERY, restore_offer
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.faults import count_writes, run_killed, sampled_kills
from tests.project.hall import FILES

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]

Work = Callable[[Path], object]


def written(folder: Path) -> Path:
    for name, text in FILES.items():
        path = folder / "worlds" / "hall" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def opened(folder: Path) -> Workspace:
    return Workspace(WorldAccess(folder / "worlds" / "hall", folder / "state"))


def edit(workspace: Workspace, number: int) -> None:
    """Change three files and add one."""
    workspace.do(paint_cells([Cell(number, 0)], "#"))
    workspace.do(SetValue("world.toml", ("seed",), number))
    workspace.do(SetValue("kinds.toml", ("kettle", "name"), f"kettle {number}"))
    workspace.do(NewPersona(f"di_{number}", {"name": "Di"}))


def texts(project: Project) -> dict[str, str]:
    return {name: sheet.text for name, sheet in project.files.items()}


def edited(folder: Path, numbers: list[int]) -> dict[str, str]:
    """Return the texts after some edits, of a world of its own."""
    workspace = opened(written(folder))
    for number in numbers:
        edit(workspace, number)
    workspace.access.release()
    return texts(workspace.project)


def after(folder: Path) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return the texts on disk as the next studio finds them, and with each of its offers
    restored."""
    workspace = opened(folder)
    assert workspace.read_only == ""
    assert not workspace.project.unread
    workspace.access.release()
    return texts(workspace.project), [
        texts(restore_offer(workspace.opened, offer).project) for offer in workspace.offers
    ]


def kills(work: Work, prepare: Work, folder: Path) -> list[Path]:
    """Do the work in many folders, killed at one call each, whole or torn; return the folders in
    order."""
    prepare(written(folder / "count"))
    calls = count_writes(lambda: work(folder / "count"))
    assert calls > 3
    found = []
    for at in sampled_kills(calls):
        for torn in (False, True):
            place = folder / f"{at}{'-torn' * torn}"
            prepare(written(place))
            assert not run_killed(lambda place=place: work(place), at, torn=torn)  # type: ignore[misc]
            found.append(place)
    return found


def test_a_save(tmp_path: Path) -> None:
    def save(folder: Path) -> None:
        workspace = opened(folder)
        edit(workspace, 1)
        workspace.checkpoint(0.0)
        workspace.save()

    new = edited(tmp_path / "new", [1])
    outcomes = []
    for place in kills(save, lambda _: None, tmp_path / "kills"):
        disk, offers = after(place)
        for name, text in disk.items():
            assert text in (FILES.get(name), new[name]), (
                f"{name} is neither old nor new after {place.name}"
            )
        assert offers in ([], [new])
        outcomes.append("saved" if disk == new else "offered" if offers else "lost")
        assert disk != new or not offers, "what is saved is not asked about"
    order = {"lost": 0, "offered": 1, "saved": 2}
    assert [order[one] for one in outcomes] == sorted(order[one] for one in outcomes)
    assert {*outcomes} == {*order}


def test_recovery_files(tmp_path: Path) -> None:
    def draw(folder: Path) -> None:
        workspace = opened(folder)
        for number in (1, 2):
            edit(workspace, number)
            workspace.checkpoint(number * EVERY)
        workspace.leave(keep=True)

    known = [edited(tmp_path / f"{count}", [*range(1, count + 1)]) for count in range(3)]
    outcomes = []
    for place in kills(draw, lambda _: None, tmp_path / "kills"):
        disk, offers = after(place)
        assert disk == known[0]
        assert len(offers) <= 1
        outcomes.append(known.index(offers[0]) if offers else 0)
    assert outcomes == sorted(outcomes)
    assert outcomes[0] == 0
    assert outcomes[-1] == len(known) - 1


@pytest.mark.parametrize("way", ["none", "restore", "discard", "restore and save"])
def test_the_answer(tmp_path: Path, way: str) -> None:
    def left(folder: Path) -> None:
        workspace = opened(folder)
        edit(workspace, 1)
        workspace.leave(keep=True)
        workspace.access.release()

    def answer(folder: Path) -> None:
        workspace = opened(folder)
        [offer] = workspace.offers
        if way == "discard":
            workspace.discard(offer)
        elif way != "none":
            workspace.recover(offer)
        if "save" in way:
            workspace.save()
        workspace.access.release()

    new = edited(tmp_path / "new", [1])
    for place in kills(answer, left, tmp_path / "kills"):
        disk, offers = after(place)
        aside = [*(place / "state").rglob("*.offered")]
        assert offers == [new] or disk == new or (way == "discard" and len(aside) == 1)
        assert len(offers) <= 1
        assert all(text in (FILES.get(name), new[name]) for name, text in disk.items())
