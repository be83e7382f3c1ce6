"""Keys, mouse and messages: that each reaches what it is meant for."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest
from textual._compositor import ChopsUpdate
from textual.screen import Screen
from textual.widgets import Input

from latticeville.core.geometry import Cell
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError, Reply, Request
from latticeville.sim.events import Refused
from studio.app.app import Studio
from studio.app.help import HelpDialog, HelpText
from studio.app.welcome import WelcomeScreen
from studio.app.worlds import BrokenWorldScreen
from studio.run.panes.run_map import RunMap
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.panes.world_outline import WorldOutline
from studio.run.screen import SimulateScreen
from studio.storage import locations
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import lost
from tests.world_folders import SQUARE, VILLE, shut_kitchen


def canvas(driven: Driven) -> RunMap:
    return driven.simulate.query_one(RunMap)


async def test_the_first_key_makes_the_first_tick() -> None:
    async with studio() as driven:
        await driven.press("full_stop")
        await driven.tick(1)
        await driven.press("comma")
        await driven.tick(0)
        await driven.press("end")
        await driven.tick(1)


async def test_space_plays_and_pauses() -> None:
    async with studio() as driven:
        await driven.press(*["right_square_bracket"] * 3, "space")
        await driven.until(lambda: driven.view.payload.tick > 3)
        await driven.press("space")
        await driven.until(lambda: not driven.view.playing)


async def test_one_selection_for_all_panes() -> None:
    async with studio() as driven:
        await driven.press("enter")
        assert driven.simulate.selected == "mina"
        outline = driven.simulate.query_one(WorldOutline)
        assert outline.rows[outline.cursor].link == "mina"
        assert driven.simulate.query_one("#card").border_title == "Mina Sund"
        await driven.press("enter")
        assert driven.simulate.selected == "house"
        await driven.press("escape")
        assert driven.simulate.selected == ""


async def test_a_tick_keeps_focus_selection_and_scroll() -> None:
    async with studio(size=(80, 24)) as driven:
        await driven.press("shift+tab", "j", "j", "enter")
        outline = driven.simulate.query_one(WorldOutline)
        before = (
            driven.app.focused,
            driven.simulate.selected,
            outline.cursor,
            outline.top,
            canvas(driven).camera,
        )
        for _ in range(20):
            driven.simulate.action_step()
        await driven.tick(20)
        after = (
            driven.app.focused,
            driven.simulate.selected,
            outline.cursor,
            outline.top,
            canvas(driven).camera,
        )
        assert before == after


async def test_following_keeps_a_person_in_sight_until_the_map_is_moved() -> None:
    async with studio() as driven:
        driven.simulate.select("otto")
        await driven.press("F")
        assert "following Otto" in str(canvas(driven).border_subtitle)
        for _ in range(60):
            driven.simulate.action_step()
        await driven.tick(60)
        assert canvas(driven).cursor == driven.view.payload.state.bodies["otto"].cell
        await driven.press("J")
        assert canvas(driven).follow == ""


async def test_the_transcript_leads_to_its_tick() -> None:
    async with studio() as driven:
        for _ in range(30):
            driven.simulate.action_step()
        await driven.tick(30)
        driven.simulate.focus_pane("transcript")
        await driven.press("g", "j", "enter")
        await driven.until(lambda: driven.view.past)
        pane = driven.simulate.query_one(TranscriptPane)
        told = pane.event_of(pane.rows[pane.cursor])
        assert told is not None
        assert (driven.simulate.selected, driven.view.payload.tick) == (told.about, told.tick)


async def test_the_timeline_says_how_much_a_column_is_from_when_it_is_first_seen() -> None:
    async with studio(size=(80, 24)) as driven:
        for _ in range(9):
            driven.simulate.action_step()
        await driven.tick(9)
        await driven.press("t")
        assert "a column is 1 min" in driven.frame()


async def test_the_timeline_scrubs() -> None:
    async with studio() as driven:
        for _ in range(20):
            driven.simulate.action_step()
        await driven.tick(20)
        driven.simulate.focus_pane("timeline")
        await driven.press("left", "h")
        await driven.tick(18)
        timeline = driven.simulate.query_one(TimelinePane)
        await driven.pilot.click(timeline, offset=(6, 2))
        await driven.tick(5)


async def test_a_click_selects() -> None:
    async with studio(size=(80, 24)) as driven:
        pane = canvas(driven)
        box = pane.camera
        otto = driven.view.payload.state.bodies["otto"].cell
        await driven.pilot.click(pane, offset=(otto.x - box.x + 1, otto.y - box.y + 1))
        await driven.pilot.pause(0.05)
        assert driven.simulate.selected == "otto"


async def test_find_goes_through_names() -> None:
    async with studio() as driven:
        await driven.press("slash", *"sund", "enter")
        await driven.pilot.pause(0.05)
        assert driven.simulate.selected == "mina"
        await driven.press("n")
        assert driven.simulate.selected == "otto"
        await driven.press("N")
        assert driven.simulate.selected == "mina"


async def test_find_shows_the_card_where_there_is_little_room() -> None:
    async with studio(size=(80, 24)) as driven:
        card = driven.simulate.query_one("#card")
        assert "card" not in driven.simulate.shown_panes()
        await driven.press("slash", *"sund", "enter")
        await driven.pilot.pause(0.05)
        assert "card" in driven.simulate.shown_panes()
        assert card.border_title == "Mina Sund"


async def test_in_the_transcript_find_searches_what_was_told() -> None:
    async with studio() as driven:
        for _ in range(60):
            driven.simulate.action_step()
        await driven.tick(60)
        driven.simulate.focus_pane("transcript")
        await driven.pilot.pause(0.05)
        await driven.press("slash", *"comes FROM square", "enter")
        await driven.until(lambda: driven.view.past)
        await driven.pilot.pause(0.05)
        pane = driven.simulate.query_one(TranscriptPane)
        assert "comes from Square" in pane.rows[pane.cursor].spans[-1].text
        assert "2 of 2 with “comes FROM square”" in driven.frame()
        await driven.press("n", "N", "full_stop")
        await driven.pilot.pause(0.1)
        assert pane.cursor == len(pane.rows) - 1
        await driven.press("k", "home", "end")
        await driven.tick(60)
        assert pane.cursor == len(pane.rows) - 1


async def test_braces_go_to_refusals(tmp_path: Path) -> None:
    async with studio(shut_kitchen(tmp_path / "square")) as driven:
        for _ in range(60):
            driven.simulate.action_step()
        await driven.tick(60)
        await driven.press("left_curly_bracket")
        await driven.until(lambda: driven.view.past)
        assert any(isinstance(event, Refused) for event in driven.view.payload.events)
        await driven.press("right_curly_bracket")
        await driven.until(lambda: "No action was refused after this tick." in driven.frame())


async def test_a_colon_asks_for_a_tick() -> None:
    async with studio() as driven:
        await driven.press("full_stop", "full_stop", "full_stop")
        await driven.tick(3)
        await driven.press("colon", *"08:01", "enter")
        await driven.tick(1)
        await driven.press("colon", *"noon", "enter")
        await driven.pilot.pause(0.05)
        assert "“noon” is not a tick or a time" in driven.frame()


async def test_follow_is_offered_where_a_person_is_selected() -> None:
    async with studio(size=(80, 24)) as driven:
        for name, offered in (("kettle", False), ("mina", True), ("", False)):
            driven.simulate.select(name)
            await driven.pilot.pause(0.05)
            assert ("F follow" in driven.frame()) is offered


async def test_jump_goes_to_the_pane_of_the_letter() -> None:
    async with studio() as driven:
        await driven.press("f2", "a")
        await driven.pilot.pause(0.05)
        assert driven.app.focused is driven.simulate.query_one(WorldOutline)


async def test_tab_reaches_every_pane_where_there_is_room_for_one() -> None:
    async with studio(size=(60, 20)) as driven:
        seen = []
        for _ in range(5):
            await driven.press("tab")
            seen.append(driven.app.focused.id if driven.app.focused else None)
        assert seen == ["card", "timeline", "transcript", "outline", "map"]


async def test_a_resize_keeps_the_focus() -> None:
    async with studio() as driven:
        driven.simulate.focus_pane("card")
        await driven.pilot.resize_terminal(80, 24)
        await driven.pilot.pause(0.1)
        assert driven.app.focused is not None
        await driven.pilot.resize_terminal(120, 40)
        await driven.pilot.pause(0.1)
        assert driven.simulate.query_one("#card").display


async def test_help_explains_the_focused_pane() -> None:
    async with studio() as driven:
        await driven.press("f1")
        assert isinstance(driven.app.screen, HelpDialog)
        text = driven.app.screen.query_one(HelpText).text()
        assert text.index("Essentials") < text.index("Areas: Show") < text.index("Go to tick: Type")
        assert "Next theme: Switch" in text
        await driven.press("escape")
        assert isinstance(driven.app.screen, SimulateScreen)


async def test_help_names_a_command_once() -> None:
    async with studio() as driven:
        driven.simulate.focus_pane("transcript")
        await driven.press("question_mark")
        text = driven.app.screen.query_one(HelpText).text()
        assert "Search the transcript: Go to" in text
        assert "Find: Find people" not in text


async def test_the_greeting_goes_at_the_first_key_and_does_not_come_back() -> None:
    locations.settings_file().unlink()
    async with studio() as driven:
        assert "play / pause" in driven.frame()
        await driven.press("full_stop")
        await driven.tick(1)
        assert "play / pause" not in driven.frame()
    async with studio() as driven:
        assert "play / pause" not in driven.frame()


async def test_a_key_changes_the_theme() -> None:
    async with studio() as driven:
        await driven.press("T")
        assert driven.app.theme == "day"
        assert "Theme: day" in driven.frame()


async def test_copying_says_so() -> None:
    async with studio() as driven:
        await driven.press("y")
        assert "OO" in driven.app.clipboard
        assert "lines (if the terminal allows it)" in driven.frame()


async def test_a_keymap_file_rebinds(places: Path) -> None:
    file = locations.keymap_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('simulate.step = "s, f11"\nmap.areas = "space"\n')
    assert places in file.parents
    async with studio() as driven:
        assert "both “Areas” (map.areas) and “Play / pause” (simulate.play)" in driven.frame()
        await driven.press("s", "f11")
        await driven.tick(2)
        await driven.press("full_stop")
        await driven.pilot.pause(0.1)
        assert driven.view.payload.tick == 2


async def test_a_world_is_chosen_from_the_welcome_screen() -> None:
    async with studio(None) as driven:
        assert isinstance(driven.app.screen, WelcomeScreen)
        await driven.press("enter")
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, SimulateScreen)
                and driven.app.screen.frame is not None
            )
        )
        await driven.press("ctrl+w")
        await driven.until(lambda: isinstance(driven.app.screen, WelcomeScreen))


async def test_a_broken_world_is_opened_once_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    world = lost(tmp_path)
    async with studio(world) as driven:
        assert isinstance(driven.app.screen, BrokenWorldScreen)
        mend(world)
        await driven.press("enter")
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, SimulateScreen)
                and driven.app.screen.frame is not None
            )
        )


async def test_a_model_that_cannot_be_had_is_told_before_anything_runs() -> None:
    async with studio(llm="server:http://127.0.0.1:1/v1#nobody") as driven:
        assert isinstance(driven.app.screen, BrokenWorldScreen)
        assert "--llm builtin" in driven.frame()
        assert "no server answers at 127.0.0.1 on port 1" in driven.frame()


async def test_a_world_that_is_mended_beside_a_workbench_is_run_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    world = lost(tmp_path)
    async with studio(world) as driven:
        await driven.press("1")
        await driven.until(
            lambda: driven.app.design is not None and driven.app.screen is driven.app.design
        )
        mend(world)
        await driven.press("4")
        await driven.until(lambda: driven.app.runs.frame is not None)
        assert driven.app.design is None
        assert not any(isinstance(screen, BrokenWorldScreen) for screen in driven.app.screen_stack)


async def test_people_think_with_the_model_that_was_named() -> None:
    async with studio(llm="fake;otto=fake") as driven:
        await driven.press("full_stop")
        await driven.tick(1)
        assert driven.app.player is not None
        assert driven.app.player.source.model == "fake;otto=fake"


async def test_the_transcript_says_that_the_built_in_mind_speaks() -> None:
    async with studio(llm="") as driven:
        assert driven.app.player is not None
        assert driven.app.player.source.model == "builtin"
        assert "Built-in rules answer here" in driven.frame()
        assert "No events yet." in driven.frame()
    async with studio(llm="builtin;otto=fake") as driven:
        assert "Built-in rules answer here" in driven.frame()
    async with studio(llm="fake") as driven:
        assert "Built-in rules answer here" not in driven.frame()


async def test_a_tick_that_takes_long_is_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    class Slow(FakeLLM):
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            go_on.wait(10)
            return super().answer(requests)

    monkeypatch.setattr("latticeville.models.cache_registry.make_model", lambda _spec: Slow())
    async with studio(llm="slow", size=(120, 40)) as driven:
        await driven.press("space")
        await driven.until(lambda: "thinking, " in driven.frame())
        go_on.set()
        await driven.until(lambda: driven.view.payload.tick > 3)
        await driven.press("space")
        await driven.until(lambda: "they think" not in driven.frame())


def mend(world: Path) -> None:
    for file in SQUARE.rglob("*.*"):
        target = world / file.relative_to(SQUARE)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(file.read_bytes())


@pytest.mark.parametrize("theme", ["day", "ansi-dark", "ansi-light", "nord"])
async def test_every_theme_draws_the_map(theme: str) -> None:
    async with studio() as driven:
        frame = driven.frame()
        driven.app.theme = theme
        await driven.pilot.pause(0.1)
        assert driven.frame() == frame


async def test_without_colour_the_cursor_is_inverted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with studio() as driven:
        pane = canvas(driven)
        strip = pane.render_line(pane.cursor.y - pane.camera.y)
        assert any(segment.style and segment.style.reverse for segment in strip)


async def test_few_widgets() -> None:
    async with studio() as driven:
        assert len(list(driven.simulate.query("*"))) <= 20


async def crash(app: Studio) -> None:
    async with app.run_test() as pilot:
        await pilot.pause(0.05)
        app.call_later(lambda: 1 / 0)
        await pilot.pause(0.2)


async def test_a_crash_leaves_a_report_and_one_sentence() -> None:
    app = Studio(SQUARE)
    with pytest.raises(ZeroDivisionError):
        await crash(app)
    assert "ZeroDivisionError" in app.crash
    reports = list(locations.crash_folder().iterdir())
    assert str(reports[0]) in app.crash
    assert "1 / 0" in reports[0].read_text()


async def test_dragging_and_the_wheel_pan_and_select_nothing() -> None:
    async with studio(VILLE) as driven:
        pane = canvas(driven)
        before = pane.camera
        await driven.pilot.mouse_down(pane, offset=(30, 10))
        await driven.pilot.hover(pane, offset=(20, 6))
        await driven.pilot.mouse_up(pane, offset=(20, 6))
        assert pane.camera == before.pan(10, 4)
        assert driven.simulate.selected == ""
        pane.action_pan_right()
        assert pane.camera.x > before.x


async def test_the_single_pane_fills_the_screen() -> None:
    async with studio(size=(70, 22)) as driven:
        await driven.press("tab")
        await driven.pilot.pause(0.05)
        assert driven.simulate.query_one("#card").region.width == 70
        driven.simulate.focus_pane("transcript")
        await driven.pilot.pause(0.05)
        assert driven.simulate.query_one("#transcript").region.height == 20


async def test_the_map_opens_in_the_middle_of_its_people() -> None:
    async with studio(VILLE) as driven:
        pane = canvas(driven)
        cells = [body.cell for body in driven.view.payload.state.bodies.values()]
        middle = sum(cell.x for cell in cells) // len(cells)
        assert pane.camera.x == middle - pane.camera.width // 2
        assert pane.cursor in cells
        assert pane.border_title == f"Ville · {pane.camera.visible_part}"
        pane.action_pan_right()
        assert f"x {pane.camera.x}–" in str(pane.border_title)


async def test_areas_are_framed_by_steps() -> None:
    async with studio(VILLE) as driven:
        assert "┌" not in driven.frame()
        await driven.press("O")
        outer = driven.frame().count("┌")
        await driven.press("O")
        assert driven.frame().count("┌") > outer > 0
        await driven.press("O")
        assert driven.frame().count("┌") == 0


async def test_the_whole_map_fits_into_the_window() -> None:
    async with studio(VILLE) as driven:
        pane = canvas(driven)
        before = pane.camera
        await driven.press("z")
        grid = driven.view.payload.state.world.grid
        assert pane.scale.factor > 1
        assert pane.border_title == f"Ville · {pane.scale.label}"
        assert pane.drawn is not None
        assert pane.scale.fits(grid, *pane.size)
        await driven.press("G")
        assert pane.cursor == (grid.width - 1, grid.height - 1)
        await driven.press("g", "j", "l")
        assert pane.cursor == pane.scale.to_map(Cell(1, 1))
        driven.simulate.select("ada")
        place = pane.scale.to_view(driven.view.payload.state.bodies["ada"].cell)
        assert pane.spot == place
        await driven.press("z")
        assert (pane.camera.map_width, pane.camera.map_height) == (
            before.map_width,
            before.map_height,
        )
        assert pane.cursor in pane.camera.box


async def test_a_click_on_a_small_map_selects_who_is_there() -> None:
    async with studio(VILLE) as driven:
        pane = canvas(driven)
        await driven.press("z")
        body = driven.view.payload.state.bodies["ada"]
        place = pane.scale.to_view(body.cell)
        await driven.pilot.click(
            pane, offset=(place.x - pane.camera.x + 1, place.y - pane.camera.y + 1)
        )
        await driven.pilot.pause(0.05)
        chosen = driven.view.payload.state.bodies[driven.simulate.selected]
        assert pane.scale.to_view(chosen.cell) == place
        await driven.press("full_stop", "full_stop")
        await driven.tick(2)


async def test_a_map_that_fits_need_not_be_made_smaller() -> None:
    async with studio() as driven:
        await driven.press("z")
        assert canvas(driven).scale.factor == 1
        await driven.until(lambda: "The whole map is visible already." in driven.frame())


async def test_trouble_stops_the_run_and_stands_in_the_transcript(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_run: object) -> None:
        raise ModelError("the model has left")

    async with studio() as driven:
        monkeypatch.setattr("latticeville.runs.recorded_run.RecordedRun.step", broken)
        await driven.press("full_stop")
        await driven.until(lambda: bool(driven.view.trouble))
        await driven.pilot.pause(0.05)
        assert "The simulation stopped. ModelError: the model has left" in driven.frame()
        assert "✗ stopped" in driven.frame()


async def test_dragging_along_the_timeline_scrubs() -> None:
    async with studio() as driven:
        for _ in range(20):
            driven.simulate.action_step()
        await driven.tick(20)
        timeline = driven.simulate.query_one(TimelinePane)
        await driven.pilot.mouse_down(timeline, offset=(15, 2))
        await driven.tick(14)
        await driven.pilot.hover(timeline, offset=(9, 2))
        await driven.tick(8)
        await driven.pilot.mouse_up(timeline, offset=(9, 2))
        await driven.pilot.hover(timeline, offset=(4, 2))
        await driven.pilot.pause(0.05)
        assert driven.view.payload.tick == 8


async def test_a_view_is_painted_in_all_panes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[set[int]] = []
    display = Studio._display

    def watch(app: Studio, screen: Screen[object], update: ChopsUpdate | None) -> None:
        drawn.append({y for y, *_ in update.spans} if update else set())
        display(app, screen, update)

    async with studio() as driven:
        monkeypatch.setattr(TimelinePane, "_check_refresh", lambda _pane: None)
        monkeypatch.setattr(Studio, "_display", watch)
        await driven.press("full_stop")
        await driven.tick(1)
        rows = {0, driven.simulate.query_one(TimelinePane).region.bottom - 1}
        assert any(rows <= ys for ys in drawn)


async def test_undo_never_suspends_and_says_where_there_is_nothing_to_undo() -> None:
    async with studio() as driven:
        await driven.press("ctrl+z")
        assert "Undo: nothing is edited here." in driven.frame()


async def test_first_and_last_on_the_timeline_are_the_ends_of_the_run() -> None:
    async with studio() as driven:
        for _ in range(9):
            driven.simulate.action_step()
        await driven.tick(9)
        driven.simulate.focus_pane("timeline")
        await driven.press("g")
        await driven.tick(0)
        await driven.press("G")
        await driven.tick(9)


@pytest.mark.parametrize("key", ["ctrl+f", "X", "P"])
async def test_letters_typed_right_after_a_key_are_no_commands(key: str) -> None:
    async with studio() as driven:
        await driven.burst(key, *"qwT")
        await driven.until(
            lambda: any(line.value == "qwT" for line in driven.app.screen.query(Input))
        )
        assert driven.app.theme == "night"
