"""The people workbench under hand, by keyboard alone."""

import asyncio
import json
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from latticeville.world.io.files import write_world
from latticeville.world.load import inspect_world
from latticeville.world.templates import template_files
from studio.map.screen import MapScreen
from studio.people.panes.mind_preview_pane import PortraitPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.persona_list import PersonaList
from studio.people.screen import PeopleScreen
from studio.project.documents.project import Project, persona_file
from studio.run.screen import SimulateScreen
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.text_dialog import RepeatedPrompt, TextDialog
from studio.ui.dialogs.typeahead import TypeaheadDialog
from tests.studio.conftest import Driven, environment, studio
from tests.studio.test_map_screen import design
from tests.world_folders import ROOT, SQUARE

SIZES = [(80, 24), (120, 40)]


@pytest.fixture
def square(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUARE, tmp_path / "worlds" / "square"))


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*.toml")}


def people(driven: Driven) -> PeopleScreen:
    assert driven.app.navigator.people is not None
    return driven.app.navigator.people


def project(driven: Driven) -> Project:
    return people(driven).project


def steps(driven: Driven) -> int:
    return len(people(driven).workspace.history.steps) - 1


async def checked(driven: Driven) -> None:
    """Wait until the checks have looked at the newest edition."""

    def looked() -> bool:
        report = people(driven).report
        return report is not None and report.project is project(driven)

    await driven.until(looked)
    await driven.pilot.pause(0.05)


async def workbench(driven: Driven) -> PeopleScreen:
    await driven.press("2")
    await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
    await checked(driven)
    return people(driven)


async def typed(driven: Driven, text: str) -> None:
    """Type into the open dialog, and take it."""
    await driven.until(lambda: isinstance(driven.app.screen, TypeaheadDialog))
    await driven.write(text)
    await driven.press("enter")


async def to(driven: Driven, key: str) -> None:
    """Go to a line of the form by keys."""
    await driven.press("g")
    form = people(driven).query_one(PersonaForm)
    keys = [row.link for row in form.rows if row.link]
    await driven.burst(*"j" * list(dict.fromkeys(keys)).index(key))
    await driven.until(lambda: form.item is not None and form.item.key == key)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_somebody_is_made_by_keyboard_alone_and_the_run_takes_them_over(
    square: Path, size: tuple[int, int]
) -> None:
    before = files(square)
    async with studio(square, size) as driven:
        await workbench(driven)
        await driven.press("a")
        await typed(driven, "Ada Lind")
        for answer in ("kitchen", "square", "A sweeper.", "A new broom"):
            await typed(driven, answer)
        await driven.until(lambda: people(driven).selected == "ada")
        await to(driven, "routine")
        await driven.press("enter")
        await typed(driven, "08:00-22:00 square sweeping")
        await driven.press("a")
        await typed(driven, "22:00-8:00 home sleeping")
        await to(driven, "relationships")
        await driven.press("a")
        await typed(driven, "otto | neighbour | He sings too loud.")
        await to(driven, "memories")
        await driven.press("a")
        await typed(driven, "8 The oak was struck by lightning.")
        await driven.press("a")
        await typed(driven, "3 Otto owes me a lamp.")
        assert steps(driven) == 6
        await checked(driven)
        assert people(driven).report is not None
        await driven.press("ctrl+s")
        simulate = driven.app.simulate
        assert simulate is not None
        await driven.press("4")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.press("full_stop")
        await driven.until(
            lambda: driven.view.payload.tick > 0 and "ada" in driven.view.payload.state.world.people
        )
        state = driven.view.payload.state
        one = state.world.people["ada"].persona
        assert [(row.start, row.end, row.place, row.doing) for row in one.routine] == [
            (480, 1320, "square", "sweeping"),
            (1320, 480, "kitchen", "sleeping"),
        ]
        assert [(tie.who, tie.how, tie.view) for tie in one.relationships] == [
            ("otto", "neighbour", "He sings too loud.")
        ]
        assert [(seed.importance, seed.text) for seed in one.memories] == [
            (8, "The oak was struck by lightning."),
            (3, "Otto owes me a lamp."),
        ]
        assert "ada" in state.minds
        command = (sys.executable, "-m", "latticeville.cli", "check", str(square))
        check = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment())
        assert await check.wait() == 0
        world, problems = inspect_world(square)
        assert not problems
        assert world is not None
        assert world.people["ada"].home == "kitchen"
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await driven.press(*"uuuuuu")
        assert persona_file("ada") not in project(driven).files
        await driven.press("ctrl+s")
        await driven.until(lambda: not (square / "personas" / "ada.toml").exists())
    assert files(square) == before


async def test_a_bar_is_turned_in_one_step_and_comments_stay(square: Path) -> None:
    file = square / "personas" / "mina.toml"
    file.write_text("# About Mina, with love.\n" + file.read_text("utf-8"), "utf-8")
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "big_five.openness")
        await driven.press("l", "l", "l")
        assert project(driven).data(persona_file("mina"))["big_five"] == {"openness": 0.6}
        assert steps(driven) == 1
        assert "▮▮▮▮▮▮▮▮▮▮▮▮▯" in driven.frame()
        await to(driven, "age")
        await driven.press("enter")
        await typed(driven, "35")
        await driven.press("ctrl+s")
        await driven.until(lambda: "age = 35" in file.read_text("utf-8"))
        assert file.read_text("utf-8").startswith("# About Mina, with love.\n")
        await driven.press("u", "u")
        assert "big_five" not in project(driven).data(persona_file("mina"))
        await driven.press("ctrl+y")
        assert project(driven).data(persona_file("mina"))["big_five"] == {"openness": 0.6}


async def test_what_is_wrong_is_said_as_it_is_typed_and_not_taken(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "routine.0")
        await driven.press("a")
        await typed(driven, "08:00 moon staring")
        assert "no place “moon”" in driven.frame()
        assert isinstance(driven.app.screen, TypeaheadDialog)
        await driven.press("escape")
        assert steps(driven) == 0


async def test_the_word_under_way_is_completed(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "routine.0")
        await driven.press("a")
        await driven.until(lambda: isinstance(driven.app.screen, TypeaheadDialog))
        await driven.write("23:30 kitc")
        await driven.pilot.pause(0.1)
        await driven.press("tab")
        await driven.write(" reading")
        await driven.press("enter")
        rows = project(driven).data(persona_file("mina"))["routine"]
        assert rows[-1] == {"from": "23:30", "place": "kitchen", "doing": "reading"}
        await to(driven, "relationships")
        await driven.press("a")
        await driven.until(lambda: isinstance(driven.app.screen, TypeaheadDialog))
        await driven.press(*"ott", "tab")
        await driven.write(" | friend")
        await driven.press("enter")
        assert project(driven).data(persona_file("mina"))["relationships"][-1] == {
            "who": "otto",
            "how": "friend",
        }


async def test_enter_takes_the_word_that_is_shown_where_only_that_is_right(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "secrets")
        await driven.press("a")
        await typed(driven, "I opened the sluice. | ot")
        assert project(driven).data(persona_file("mina"))["secrets"][-1] == {
            "text": "I opened the sluice.",
            "to": ["otto"],
        }


async def test_a_long_text_is_written_at_length(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "about")
        before = project(driven).data(persona_file("mina"))["about"]
        await driven.press("e")
        await driven.until(lambda: isinstance(driven.app.screen, TextDialog))
        await driven.press("enter", "S", "o", "escape")
        assert isinstance(driven.app.screen, TextDialog)
        await driven.press("ctrl+z", "ctrl+z", "o", "k", "ctrl+s")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        assert project(driven).data(persona_file("mina"))["about"] == before.rstrip() + "ok"


async def test_an_editor_of_ones_own(
    square: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "editor.sh"
    script.write_text("#!/bin/sh\nprintf 'from outside' > \"$1\"\n")
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    monkeypatch.delenv("VISUAL", raising=False)
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "currently")
        await driven.press("e", "f5")
        await driven.pilot.pause(0.1)
        assert (
            "e.sh: " in driven.frame()
            or "from outside" in driven.frame()
            or "editor" in driven.frame()
        )


async def test_rows_move_and_go(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        await to(driven, "memories.0")
        before = project(driven).data(persona_file("mina"))["memories"]
        await driven.press("J")
        assert project(driven).data(persona_file("mina"))["memories"][1] == before[0]
        await driven.press("l")
        moved = project(driven).data(persona_file("mina"))["memories"][1]
        assert moved["importance"] == before[0].get("importance", 5) + 1
        await driven.press("x")
        assert project(driven).data(persona_file("mina"))["memories"] == [before[1], *before[2:]]
        assert steps(driven) == 3


async def test_the_shop_opens_an_hour_later_in_a_few_keys(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("enter")
        before = project(driven).data(persona_file("mina"))["routine"]
        await to(driven, "routine.1")
        await driven.press(*["right_curly_bracket"] * 4)
        rows = project(driven).data(persona_file("mina"))["routine"]
        hours = [(one["from"], other["from"]) for one, other in zip(before, rows, strict=True)]
        assert hours[0][0] == hours[0][1]
        assert hours[1] == ("08:00", "09:00")
        assert all(int(late[:2]) == int(early[:2]) + 1 for early, late in hours[1:])
        assert steps(driven) == 1
        await driven.press("left_square_bracket", "u")
        assert project(driven).data(persona_file("mina"))["routine"] == rows


async def test_a_field_is_set_for_all_who_are_marked_as_one_step(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("space", "space")
        assert people(driven).query_one(PersonaList).marked == {"mina", "otto"}
        await driven.press("e")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press(*"opini", "enter")
        await typed(driven, "the bridge | It should stay. | 0.5")
        await driven.until(lambda: driven.app.screen is people(driven))
        for name in ("mina", "otto"):
            rows = project(driven).data(persona_file(name))["opinions"]
            assert rows[-1]["topic"] == "the bridge"
        assert steps(driven) == 1
        await driven.press("escape", "u")
        assert not people(driven).query_one(PersonaList).marked
        topics = {one["topic"] for one in project(driven).data(persona_file("otto"))["opinions"]}
        assert "the bridge" not in topics


async def test_a_filter_goes_to_the_text_that_it_finds(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("slash")
        await typed(driven, "holds the house")
        await driven.until(lambda: driven.app.screen is people(driven))
        assert people(driven).selected == "otto"
        item = people(driven).query_one(PersonaForm).item
        assert item is not None
        assert item.key == "relationships.0"


async def test_the_rest_of_the_form_opens_and_closes(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        await workbench(driven)
        await driven.press("enter")
        form = people(driven).query_one(PersonaForm)
        assert "home" in driven.frame()
        await driven.press("G")
        assert form.item is not None
        assert form.item.key == "advanced"
        closed = len(form.rows)
        await driven.press("enter")
        assert {"glyph", "retrieval.recall"} <= {row.link for row in form.rows}
        await driven.press("enter")
        assert len(form.rows) == closed
        people(driven).go_to_item("retrieval.recall")
        assert form.item.key == "retrieval.recall"


async def test_duplicate_rename_and_delete(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("C")
        await typed(driven, "Mona")
        await driven.until(lambda: people(driven).selected == "mona")
        assert "without the secrets and the bed of mina" in driven.frame()
        assert project(driven).data(persona_file("mona"))["name"] == "Mona"
        await driven.press("R")
        await typed(driven, "nina")
        assert persona_file("nina") in project(driven).files
        await driven.press("slash")
        await typed(driven, "otto")
        assert people(driven).selected == "otto"
        await driven.press("delete")
        await driven.pilot.pause(0.1)
        frame = driven.frame()
        assert "otto is removed from this world" in frame
        assert "mina.toml refers to them in relationships" in frame
        await driven.press("down", "enter")
        assert persona_file("otto") not in project(driven).files
        await checked(driven)
        report = people(driven).report
        assert report is not None
        assert report.problems


async def test_people_of_another_format_come_in(square: Path, tmp_path: Path) -> None:
    source = tmp_path / "zoe.json"
    agent = {
        "agent_id": "zoe",
        "name": "Zoe Park",
        "age": 30,
        "traits": "kind",
        "home": "kitchen",
        "workplace": "mill",
    }
    seeds = [{"content": "I was born by the sea.", "importance": 6}]
    source.write_text(json.dumps({"version": 1, "agent": agent, "seed_memories": seeds}), "utf-8")
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("I")
        await typed(driven, "/nowhere")
        assert "no such folder or file" in driven.frame()
        await driven.press("escape", "I")
        await typed(driven, str(square))
        await driven.until(lambda: "No people in a known format" in driven.frame())
        await driven.press("I")
        await typed(driven, str(source))
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        assert "mill" in driven.frame()
        await driven.press("down", "enter")
        await driven.until(lambda: people(driven).selected == "zoe")
        await checked(driven)
        memories = project(driven).data(persona_file("zoe"))["memories"]
        assert [one["text"] for one in memories] == ["I was born by the sea."]
        assert steps(driven) == 1
        await driven.press("u")
        assert persona_file("zoe") not in project(driven).files


async def test_a_click_sets_a_bar_and_what_is_wrong_in_a_file_stands_beside_its_field(
    square: Path,
) -> None:
    file = square / "personas" / "mina.toml"
    file.write_text(file.read_text("utf-8").replace("age = 34", "age = 340"), "utf-8")
    async with studio(square) as driven:
        await driven.app.run_action("design")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await checked(driven)
        lines = driven.frame().split("\n")
        below = (
            next(place for place, line in enumerate(lines) if "340" in line and "age" in line) + 1
        )
        assert "✗ “age” must be at most 150" in lines[below]
        form = people(driven).query_one(PersonaForm)
        await driven.press("enter")
        await to(driven, "big_five.extraversion")
        place = form.cursor
        await driven.pilot.click(form, offset=(1 + 18 + 9, 1 + place - form.top))
        await driven.pilot.pause(0.05)
        assert project(driven).data(persona_file("mina"))["big_five"] == {"extraversion": 0.5}
        assert driven.app.screen is people(driven)


async def test_the_other_workbenches_are_a_key_away(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await driven.press("4")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))


async def test_whoever_is_selected_is_selected_on_every_workbench(square: Path) -> None:
    async with studio(square) as driven:
        driven.simulate.select("otto")
        await workbench(driven)
        await driven.until(lambda: people(driven).selected == "otto")
        await driven.press("k")
        assert people(driven).selected == "mina"
        await driven.press("1")
        await driven.until(
            lambda: isinstance(driven.app.screen, MapScreen) and design(driven).selected == "mina"
        )
        design(driven).select("otto")
        await driven.press("2")
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, PeopleScreen) and people(driven).selected == "otto"
            )
        )
        await driven.press("g", "4")
        await driven.until(
            lambda: (
                isinstance(driven.app.screen, SimulateScreen) and driven.simulate.selected == "mina"
            )
        )


async def test_people_are_saved_where_the_map_was_never_seen(square: Path) -> None:
    file = square / "personas" / "mina.toml"
    async with studio(square) as driven:
        await workbench(driven)
        assert not design(driven).is_running
        await driven.press("C")
        await typed(driven, "Mona")
        await driven.until(lambda: people(driven).selected == "mona")
        await driven.press("4", "q")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("down", "enter")
        await driven.until((square / "personas" / "mona.toml").exists)
    old, new = file.read_text("utf-8"), (square / "personas" / "mona.toml").read_text("utf-8")
    assert len(old.splitlines()) - 3 < len(new.splitlines()) <= len(old.splitlines())


async def test_a_problem_of_no_persona_leads_to_the_map(square: Path) -> None:
    file = square / "world.map"
    file.write_text(file.read_text("utf-8").replace("T", "?", 1), "utf-8")
    async with studio(square) as driven:
        await driven.app.run_action("design")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await checked(driven)
        await driven.press("shift+tab", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        row = file.read_text("utf-8").split("\n")
        cell = next((line.index("?"), y) for y, line in enumerate(row) if "?" in line)
        await driven.until(lambda: design(driven).map_pane.cursor == cell)


async def test_the_first_prompt_a_day_and_a_talk(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        portrait = people(driven).query_one(PortraitPane)
        await driven.press("P")
        await driven.until(lambda: not portrait.busy and "tokens" in driven.frame())
        await driven.press("D")
        await driven.until(lambda: not portrait.busy)
        assert "Their day" in driven.frame()
        await driven.press("D")
        await driven.until(lambda: not portrait.busy and "Where the day fails" in driven.frame())
        await driven.press("A")
        await typed(driven, "Who are you?")
        await driven.until(lambda: not portrait.busy)
        await driven.press("u", "n")
        assert isinstance(driven.app.screen, RepeatedPrompt)
        assert driven.app.screen.query_one(Input).value == "un"
        await driven.press("enter")
        await driven.until(lambda: not portrait.busy)
        await driven.press("escape")
        assert isinstance(driven.app.screen, PeopleScreen)
        assert "you: Who are you?" in driven.frame()
        assert "you: un" in driven.frame()
        assert steps(driven) == 0


async def test_what_a_model_does_is_stopped(square: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    def slow(*_: object) -> object:
        while True:
            asked.set()
            time.sleep(0.01)
            yield "planning"

    async with studio(square) as driven:
        await workbench(driven)
        monkeypatch.setattr("studio.people.panes.mind_preview_pane.plan_first_day", slow)
        portrait = people(driven).query_one(PortraitPane)
        await driven.press("D")
        await driven.until(lambda: bool(portrait.busy) and asked.is_set())
        await driven.press("escape")
        await driven.until(lambda: not portrait.busy)
        assert "Cancelled." in driven.frame()


@pytest.mark.parametrize("keys", [("a", *"Ada"), ("I", *"zu"), ("d", *"ott"), ("A", *"hello")])
async def test_keys_under_way_reach_the_dialog(square: Path, keys: tuple[str, ...]) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.burst(*keys)
        await driven.pilot.pause(0.2)
        assert driven.app.screen.query_one(Input).value == "".join(keys[1:])


PAGES = {
    "talk": ["A", *"Who are you?", "enter"],
    "list": [],
    "form": ["enter"],
    "day of a form": ["enter", "G", "less_than_sign", *["less_than_sign"] * 7],
    "filter": ["slash", "o", "t"],
    "new": ["a", "A"],
    "home": ["a", "A", "enter"],
    "row": ["enter", *["greater_than_sign"] * 4, "enter", "9"],
    "long": ["enter", "greater_than_sign", "e"],
    "delete": ["delete"],
    "rename": ["R"],
    "identity": ["V"],
    "prompt": ["P"],
    "day": ["D"],
    "cast": ["v"],
    "cast as a graph": ["v", "v"],
    "bring": ["I", "z"],
    "whom": ["d"],
    "compare": ["d", "o", "t", "t", "o", "enter"],
    "problems": ["shift+tab"],
}
"""What is pressed, by what is then to be seen."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("page", PAGES)
async def test_pages(
    square: Path, frames: SnapshotAssertion, page: str, size: tuple[int, int]
) -> None:
    async with studio(square, size) as driven:
        await workbench(driven)
        for key in PAGES[page]:
            await driven.press(key)
            await driven.pilot.pause(0.05)
        await driven.until(lambda: not people(driven).query_one(PortraitPane).busy)
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


async def test_a_new_world_lists_nobody_of_other_worlds(square: Path) -> None:
    shared = square.parent.parent / "personas"
    shared.mkdir()
    (shared / "zoe.toml").write_text('name = "Zoe Far"\nage = 40\n')
    new = square.parent / "harbour"
    write_world(new, template_files("blank", "harbour"))
    async with studio(new) as driven:
        await driven.until(lambda: driven.app.screen is driven.app.design)
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await driven.until(lambda: "No people yet." in driven.frame())
        assert "Zoe" not in driven.frame()
        await driven.press("slash")
        await driven.until(lambda: bool(driven.app.screen.query(Input)))
        await driven.press(*"zoe", "enter")
        await driven.until(lambda: "Zoe Far" in driven.frame())


async def test_a_whole_person_takes_few_keys_besides_what_is_typed(square: Path) -> None:
    """A full day, two relationships, a secret and three opinions: at most 120 keys."""
    keys = 0
    async with studio(square) as driven:

        async def press(*pressed: str) -> None:
            nonlocal keys
            keys += len(pressed)
            await driven.press(*pressed)

        async def type_in(text: str) -> None:
            nonlocal keys
            keys += 1
            await typed(driven, text)
            await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))

        async def rows(part: str, lines: list[str]) -> None:
            form = people(driven).query_one(PersonaForm)
            while form.item is None or form.item.key != part:
                await press("greater_than_sign")
            for line in lines:
                await press("a")
                await type_in(line)

        await press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await press("a")
        for answer in ("Nora Quill", "kitchen", "square", "Binds books.", "a press of her own"):
            keys += 1
            await typed(driven, answer)
        await driven.until(lambda: people(driven).selected == "nora")
        day = ["06:00 Kitchen getting up", "07:00 Kitchen having breakfast", "08:00 Square walking"]
        day += ["09:00 Square binding", "12:00 Kitchen eating", "13:00 Square selling"]
        day += ["18:00 Kitchen cooking", "20:00 Kitchen reading", "22:00 home sleeping"]
        await rows("routine", day)
        await rows("relationships", ["mina | friend | Kind.", "Otto | cousin | Late."])
        await rows(
            "opinions", ["the old lamp | Keep it. | 0.5", "tea | Yes. | 1", "rain | No. | -1"]
        )
        await rows("secrets", ["I cannot read music. | Mina"])
        table = project(driven).data(persona_file("nora"))
    assert [len(table[key]) for key in ("routine", "relationships", "opinions", "secrets")] == [
        9,
        2,
        3,
        1,
    ]
    assert {row["place"] for row in table["routine"]} == {"kitchen", "square", "home"}
    assert table["secrets"][0]["to"] == ["mina"]
    assert keys <= 60


async def test_a_shop_opens_later_in_twelve_keys_from_anywhere(square: Path) -> None:
    async with studio(square) as driven:
        await driven.press("2")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        before = project(driven).data(persona_file("mina"))["routine"]
        await driven.press("slash")
        await typed(driven, "fetching water")
        await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
        await driven.press("enter", *["right_curly_bracket"] * 4, "ctrl+s")
        rows = project(driven).data(persona_file("mina"))["routine"]
        assert (before[1]["from"], rows[1]["from"]) == ("08:00", "09:00")
