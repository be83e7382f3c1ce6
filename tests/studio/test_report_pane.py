"""Any report in the studio: chosen in the palette, answered at the shown tick, and followed by
enter."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.cli.test_installed_reports import write_package
from tests.studio.conftest import Driven, studio
from tests.world_folders import SQUARE


async def stepped(driven: Driven, ticks: int) -> None:
    for tick in range(1, ticks + 1):
        await driven.press("full_stop")
        await driven.tick(tick)


async def chosen(driven: Driven, name: str) -> None:
    await driven.press("ctrl+p", *f"report: {name}")
    await driven.until(lambda: f"Report: {name}" in driven.frame())
    await driven.press("enter")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_usage_is_shown_as_the_command_prints_it(
    size: tuple[int, int], frames: SnapshotAssertion
) -> None:
    async with studio(SQUARE, size=size) as driven:
        await stepped(driven, 12)
        await chosen(driven, "usage")
        await driven.until(lambda: "per person and hour" in driven.frame())
        assert driven.frame() == frames
        await driven.press("escape")
        await driven.until(lambda: driven.simulate.focused_pane == "map")


async def test_a_report_of_another_package_has_a_pane(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    async with studio(SQUARE) as driven:
        await stepped(driven, 4)
        await chosen(driven, "keepsakes")
        await driven.until(lambda: "Select a person" in driven.frame())
        driven.simulate.select("mina")
        mind = driven.view.payload.state.minds["mina"]
        await driven.until(lambda: f"{len(mind.memory)} memories" in driven.frame())
        assert "Keepsakes · Mina Sund" in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: "the first row below" in driven.frame())
        await driven.press("down", "down", "enter")
        await driven.tick(0)


async def test_a_broken_report_is_told_and_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    async with studio(SQUARE) as driven:
        await chosen(driven, "broken")
        await driven.until(lambda: "cannot be loaded" in driven.frame())
        assert driven.simulate.focused_pane == "map"


async def test_a_line_of_the_transcript_tells_what_its_words_moved() -> None:
    async with studio(SQUARE, size=(120, 40)) as driven:
        await stepped(driven, 10)
        pane = driven.simulate.run_panes.transcript
        driven.simulate.focus_pane("transcript")
        spoken = next(
            place for place, row in enumerate(pane.rows) if "says to" in row.spans[-1].text
        )
        pane._move_to(spoken)
        said = pane.event_of(pane.rows[spoken])
        assert said is not None
        driven.simulate.show_report(
            "impact",
            ("--utterance", f"{said.tick}.{said.about}", "--ticks", "3", "--seeds", "8"),
        )
        await driven.until(lambda: "3 ticks, 8 seeds" in driven.frame())
        await driven.press("comma")
        await driven.tick(9)
        assert "3 ticks, 8 seeds" in driven.frame()


async def test_the_key_of_the_transcript_asks_for_the_words_of_its_line() -> None:
    async with studio(SQUARE, size=(120, 40)) as driven:
        await stepped(driven, 2)
        driven.simulate.focus_pane("transcript")
        await driven.press("g", "down", "ctrl+e")
        await driven.until(lambda: "said nothing in tick" in driven.frame())
