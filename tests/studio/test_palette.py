"""The palette: what it finds, what enter does, and what it says of what cannot be."""

import asyncio
import re
import threading

import pytest
from textual.command import CommandList, Hits

from studio.app.palette import CommandProvider, ReportProvider, StudioPalette, list_places
from studio.run.panes.run_map import RunMap
from studio.ui.textual_private import is_gathering
from tests.studio.conftest import Driven, studio
from tests.world_folders import VILLE

CAFE = "mochi_cafe"


async def typed(driven: Driven, *letters: str) -> str:
    await driven.press("ctrl+p", *letters)
    palette = driven.app.screen
    assert isinstance(palette, StudioPalette)
    found = palette.query_one(CommandList)
    await driven.until(lambda: found.option_count > 0 and not is_gathering(palette))
    return driven.frame()


async def test_enter_chooses_from_the_list_of_what_was_typed() -> None:
    async with studio(VILLE) as driven:
        await driven.burst("ctrl+p", *"ada", "enter")
        await driven.until(lambda: driven.simulate.selected == "ada")
        assert not driven.view.playing


async def test_enter_chooses_however_fast_it_comes() -> None:
    async with studio(VILLE) as driven:
        await driven.press("ctrl+p", *"ada", "enter")
        await driven.until(lambda: driven.simulate.selected == "ada")
        assert not driven.view.playing


async def test_letters_that_come_while_runs_are_still_looked_for_find_what_they_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = threading.Event()

    def left(*_words: object, **_names: object) -> list[object]:
        looked.wait(0.5)
        return []

    monkeypatch.setattr("studio.app.run_list.kept_runs", left)
    async with studio(VILLE) as driven:
        await driven.press("ctrl+p")
        await driven.pilot.pause(0.1)
        await driven.burst(*"ada")
        await driven.pilot.pause(0.1)
        await driven.burst(*" l")
        await driven.until(lambda: "Ada Lindgren" in driven.frame())
        looked.set()
        await driven.press("enter")
        await driven.until(lambda: driven.simulate.selected == "ada")


async def test_letters_find_what_has_marks_on_them() -> None:
    async with studio(VILLE) as driven:
        await driven.press("ctrl+p", *"mochi cafe", "enter")
        await driven.until(lambda: driven.simulate.selected == CAFE)
        await driven.press("escape", "slash", *"cafe", "enter")
        await driven.until(lambda: driven.simulate.selected == CAFE)


async def test_enter_on_nothing_does_nothing() -> None:
    async with studio(VILLE) as driven:
        await driven.burst("ctrl+p", *"zzqx", "enter")
        await driven.pilot.pause(0.1)
        assert driven.simulate.selected == ""
        assert not driven.view.playing


async def test_no_second_dialog_opens_over_one() -> None:
    async with studio(VILLE) as driven:
        for first in ("question_mark", "slash", "ctrl+p"):
            await driven.press(first)
            await driven.press("ctrl+p")
            assert len(driven.app.screen_stack) == 3
            await driven.press("escape")
            assert len(driven.app.screen_stack) == 2


async def test_what_the_footer_says_goes_with_the_next_key() -> None:
    async with studio(VILLE) as driven:
        await driven.press("ctrl+c")
        assert "Press ctrl+q to quit" in driven.frame()
        await driven.press("tab")
        assert "Press ctrl+q to quit" not in driven.frame()
        assert "space play" in driven.frame()


async def test_a_tick_or_a_time_goes_there() -> None:
    async with studio() as driven:
        for _ in range(40):
            driven.simulate.action_step()
        await driven.tick(40)
        for written, tick in (("30", 30), ("tick 12", 12), ("08:20", 20), ("Mon 08:05", 5)):
            offered = await typed(driven, *written)
            assert f"Go to tick {tick} (Mon 08:{tick:02})" in offered
            await driven.press("enter")
            await driven.tick(tick)
        assert "not simulated yet (the newest is 40): run to it" in await typed(driven, *"09:30")
        await driven.press("enter")
        await driven.until(lambda: "Tick 90 (Mon 09:30) is not simulated yet" in driven.frame())
        assert "enter simulate to tick 90 · esc cancel" in driven.frame()
        await driven.press("enter")
        await driven.tick(90)


async def test_what_does_not_hold_now_is_there_with_its_reason() -> None:
    async with studio() as driven:
        assert re.search(r"Follow +select a person first", await typed(driven, *"follow"))
        await driven.press("enter")
        await driven.pilot.pause(0.05)
        assert "Follow: select a person first." in driven.frame()
        driven.simulate.select("mina")
        assert "select a person first" not in await typed(driven, *"follow")
        await driven.press("enter")
        await driven.until(lambda: driven.simulate.query_one(RunMap).follow == "mina")


async def test_an_empty_list_says_what_can_be_typed() -> None:
    async with studio() as driven:
        frame = await typed(driven, *"zzqx")
        assert "No match." in frame
        assert "Tue 09:30" in frame


async def test_people_and_things_tell_where_they_are() -> None:
    async with studio() as driven:
        entries = {one.id: one for one in list_places(driven.view.payload.state)}
        assert (entries["mina"].kind, entries["mina"].place) == ("person", "Mina's House")
        assert entries["kettle"].place == "Mina's House › Kitchen"
        assert (entries["kitchen"].kind, entries["kitchen"].place) == ("area", "Mina's House")
        assert "kettle · Mina's House › Kitchen" in await typed(driven, *"kettle")


async def test_the_palette_is_there_before_any_world() -> None:
    async with studio(None) as driven:
        assert "Next theme" in await typed(driven, *"theme")
        await driven.press("escape")


async def test_commands_stand_in_sections_with_their_keys_in_a_column() -> None:
    async with studio() as driven:
        lines = (await typed(driven)).splitlines()
        places = {
            line.find(key)
            for line in lines
            for key in ("space", "f8  }", "d  ")
            if re.search(rf" +{key}", line)
        }
        run = next(
            turn for turn, line in enumerate(lines) if re.fullmatch(r"\W*Run\W*", line[24:92])
        )
        assert "Play / pause" in lines[run + 1]
        column = lines[run + 1].find("space", 30)
        assert lines[run + 2][column] == "."
        assert lines[run + 3][column] == ","
        assert column in places


async def test_sections_keep_their_order_where_commands_are_found_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, commands, reports = asyncio.Event(), CommandProvider.discover, ReportProvider.discover

    async def late(provider: CommandProvider) -> Hits:
        await told.wait()
        async for hit in commands(provider):
            yield hit

    async def early(provider: ReportProvider) -> Hits:
        async for hit in reports(provider):
            yield hit
        told.set()

    monkeypatch.setattr(CommandProvider, "discover", late)
    monkeypatch.setattr(ReportProvider, "discover", early)
    async with studio() as driven:
        await typed(driven)
        found = driven.app.screen.query_one(CommandList)
        headings = [str(option.prompt) for option in found.options if option.disabled]
        assert headings[0] == "Run"
        assert headings[-1] == "Reports"


async def test_a_heading_is_not_chosen_and_undo_is_named_once() -> None:
    async with studio() as driven:
        await driven.press("1")
        await typed(driven)
        palette = driven.app.screen
        assert isinstance(palette, StudioPalette)
        found = palette.query_one(CommandList)
        names = [getattr(getattr(option, "hit", None), "text", "") for option in found.options]
        assert names.count("Undo") == names.count("Edit the map") == 1
        assert found.highlighted == 1
        assert found.options[0].disabled
