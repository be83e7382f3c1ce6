"""The objects workbench by keyboard alone: a machine is made, tried, kept, placed, used, and its
failure remembered."""

import tomllib
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from latticeville.world.io.files import write_world
from latticeville.world.io.kinds import load_presets
from latticeville.world.load import inspect_world
from latticeville.world.templates import template_files
from studio.editor.new_kind_dialog import NewKindDialog
from studio.map.screen import MapScreen
from studio.objects.items import (
    CounterItem,
    FieldItem,
    MachineItem,
    ObjectLink,
    SavedTest,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.kind_list import KindList
from studio.objects.panes.machine_pane import MachinePane
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.screen import ObjectsScreen
from studio.objects.transition_line import format_transition
from studio.project.documents.references import tables_at
from studio.project.edits.values import SetValue
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.studio.test_map_screen import square

__all__ = ["square"]


def things(driven: Driven) -> ObjectsScreen:
    assert driven.app.navigator.things is not None
    return driven.app.navigator.things


def kind(driven: Driven, name: str) -> dict[str, object]:
    found = things(driven).project.data("kinds.toml")["kinds"][name]
    assert isinstance(found, dict)
    return found


def steps(driven: Driven) -> int:
    return len(things(driven).workspace.history.steps)


async def workbench(driven: Driven) -> ObjectsScreen:
    await driven.press("3")
    await driven.until(lambda: isinstance(driven.app.screen, ObjectsScreen))
    await checked(driven)
    return things(driven)


async def checked(driven: Driven) -> None:
    """Wait until the checks have looked at the newest edition."""

    def looked() -> bool:
        report = things(driven).report
        return report is not None and report.project is things(driven).project

    await driven.until(looked)


async def fill(driven: Driven, key: str, text: str) -> None:
    """Press a key that asks for a line, write the line, and take it."""
    await driven.press(key)
    await driven.until(lambda: bool(driven.app.screen.query(Input)))
    line = driven.app.screen.query_one(Input)
    line.value = ""
    await driven.write(text)
    await driven.press("enter")
    await driven.until(lambda: not driven.app.screen.query(Input))


async def without_needs(driven: Driven, row: int) -> None:
    """Edit a transition of the kettle: remove its conditions."""
    things(driven).query_one(MachinePane).reveal(TransitionItem(row))
    table = {**tables_at(kind(driven, "kettle"), "transitions")[row], "needs": []}
    await fill(driven, "enter", format_transition(table))
    await driven.until(lambda: driven.app.screen is things(driven))


LINES = (
    "empty -> ready | fill | does water = 2",
    (
        "empty, ready -> brewing | brew | needs water >= 1 | does water -1 | fails There is no water "
        "in the {thing}."
    ),
    "brewing -> done | after 3 min",
    "done -> ready | take | does give coffee",
    "ready -> empty | by itself | needs water <= 0",
)
"""The transitions of the coffee machine."""


async def coffee(driven: Driven) -> None:
    """Make the coffee machine."""
    await driven.press("ctrl+n")
    await driven.until(lambda: isinstance(driven.app.screen, NewKindDialog))
    await driven.write("coffee machine")
    await driven.press(*["up"] * 30, "enter")
    await driven.until(lambda: driven.app.focused is things(driven).query_one(MachinePane))
    await driven.press("home", "down")
    await fill(driven, "R", "empty")
    for state in ("ready", "brewing color red", "done color gold"):
        await fill(driven, "a", state)
    assert things(driven).query_one(MachinePane).item == StateItem("done")
    await driven.press("down")
    await fill(driven, "a", "water max 2")
    assert things(driven).query_one(MachinePane).item == CounterItem("water")
    await driven.press("down")
    for line in LINES:
        await fill(driven, "a", line)


VENDING = (
    "stocked | use | cans >= 1, take coin, cans -1, give can",
    "cans start 3, max 5",
    "stocked -> empty | cans <= 0",
    "empty -> stocked | fill | cans = 5",
    "stocked -> jammed | kick",
    "jammed -> stocked | repair | has wrench",
    "jammed -> stocked | 4 h",
    "jammed color red",
)
"""The lines of a vending machine: states, a counter, a timer, a repair."""


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_vending_machine_takes_few_letters_from_an_empty_world(
    tmp_path: Path, frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    """States, a counter, a timer, a repair and a test: at most 450 keys, the letters counted."""
    folder, keys = tmp_path / "worlds" / "arcade", 0
    write_world(folder, template_files("blank", "arcade"))
    async with studio(folder, size) as driven:

        async def press(*pressed: str) -> None:
            nonlocal keys
            keys += len(pressed)
            await driven.press(*pressed)

        async def write(text: str) -> None:
            nonlocal keys
            keys += len(text)
            await driven.write(text)

        async def line(key: str, text: str) -> None:
            await press(key)
            await driven.until(lambda: bool(driven.app.screen.query(Input)))
            await write(text)
            await press("enter")
            await driven.until(lambda: driven.app.screen is things(driven))

        await driven.until(lambda: driven.app.screen is driven.app.design)
        await press("3")
        await driven.until(lambda: isinstance(driven.app.screen, ObjectsScreen))
        await press("a")
        await driven.until(lambda: isinstance(driven.app.screen, NewKindDialog))
        await write("vending machine")
        await press("tab", "enter")
        await driven.until(lambda: driven.app.focused is things(driven).query_one(MachinePane))
        for text in VENDING:
            await line("a", text)
        await press("tab")
        await driven.until(lambda: driven.app.focused is things(driven).query_one(TrialPane))
        await press("enter")
        await line("Y", "sells")
        await checked(driven)
        made, tests = (
            kind(driven, "vending_machine"),
            things(driven).project.data("kinds.toml")["tests"],
        )
        assert driven.frame() == frames
    assert made["states"] == {"stocked": {}, "empty": {}, "jammed": {"color": "red"}}
    assert (made["start"], made["counters"]) == ("stocked", {"cans": {"start": 3, "max": 5}})
    rows = made["transitions"]
    assert isinstance(rows, list)
    assert [row.get("verb", row.get("after", "")) for row in rows] == [
        "use",
        "",
        "fill",
        "kick",
        "repair",
        240,
    ]
    assert [test["name"] for test in tests] == ["sells"]
    (step,) = tests[0]["steps"]
    assert (step["verb"], step["holding"]) == ("use", {"coin": 0, "can": 1})
    assert keys <= 300


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_coffee_machine_and_who_finds_it_without_water(
    square: Path, frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    before = (square / "kinds.toml").read_text("utf-8")
    async with studio(square, size) as driven:
        await workbench(driven)
        await coffee(driven)
        await checked(driven)
        made = kind(driven, "coffee_machine")
        assert list(made["states"]) == ["empty", "ready", "brewing", "done"]  # type: ignore[call-overload]
        assert made["counters"] == {"water": {"max": 2}}
        assert driven.frame() == frames(name="machine")
        things(driven).focus_pane("trial")
        things(driven).query_one(TrialPane).go_to("verb:brew")
        await driven.press("enter")
        await driven.pilot.pause(0.05)
        assert "There is no water in the coffee machine." in " ".join(
            things(driven).query_one(TrialPane).text().split()
        )
        await fill(driven, "Y", "without water it refuses")
        await fill(driven, "o", "kitchen")
        await checked(driven)
        workspace = things(driven).workspace
        assert not workspace.do(
            SetValue("personas/mina.toml", ("routine", 2, "uses"), ["brew coffee_machine"])
        )
        things(driven).show_project()
        await checked(driven)
        assert "“coffee_machine”" not in " ".join(
            one.what
            for one in things(driven).report.problems  # type: ignore[union-attr]
        )
        await driven.press("ctrl+s")
        await driven.until(lambda: not workspace.history.modified)
        await driven.press("4")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        for _ in range(50):
            driven.simulate.action_step()
        await driven.tick(50)
        memories = [memory.text for memory in driven.view.payload.state.minds["mina"].memory]
        assert any("There is no water in the coffee machine." in text for text in memories)
        await driven.press("3")
        await driven.until(lambda: driven.app.screen is things(driven))
        things(driven).focus_pane("facts")
        await driven.until(lambda: "empty water 0" in driven.frame())
    after = (square / "kinds.toml").read_text("utf-8")
    assert after.startswith(before.rstrip("\n"))
    test = tomllib.loads(after)["tests"][-1]
    assert test["steps"] == [{"verb": "brew", "fails": "There is no water in the coffee machine."}]
    world, problems = inspect_world(square)
    assert world
    assert not [one for one in problems if one.code == "test-fails"]


DIALOGS: dict[str, tuple[str, MachineItem | None, tuple[str, ...]]] = {
    "new kind": ("kinds", None, ("ctrl+n",)),
    "preset": ("kinds", None, ("ctrl+n", *"old", "space", *"fridge")),
    "taken name": ("kinds", None, ("ctrl+n", *"kettle")),
    "filter": ("kinds", None, ("slash", "k")),
    "duplicate": ("kinds", None, ("C",)),
    "rename a kind": ("kinds", None, ("R",)),
    "remove a kind": ("kinds", None, ("x",)),
    "place one": ("kinds", None, ("o",)),
    "state": ("machine", StateItem("cold"), ("enter",)),
    "new state": ("machine", StateItem("cold"), ("a",)),
    "rename a state": ("machine", StateItem("cold"), ("R",)),
    "remove a state": ("machine", StateItem("cold"), ("x",)),
    "counter": ("machine", CounterItem("cups"), ("enter",)),
    "new counter": ("machine", CounterItem("cups"), ("a",)),
    "new row": ("machine", TransitionItem(0), ("a",)),
    "stage": ("trial", None, ("e",)),
    "wait": ("trial", None, ("full_stop",)),
    "keep": ("trial", None, ("full_stop", *"5", "enter", "Y")),
}
"""Every dialog: the pane and the line from which it is opened, and the keys."""


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("what", DIALOGS)
async def test_dialogs(
    square: Path, frames: SnapshotAssertion, what: str, size: tuple[int, int]
) -> None:
    pane, line, keys = DIALOGS[what]
    async with studio(square, size) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        things(driven).focus_pane(pane)
        if line is not None:
            things(driven).query_one(MachinePane).reveal(line)
            assert things(driven).query_one(MachinePane).item == line
        await driven.pilot.pause(0.05)
        for key in keys:
            await driven.press(key)
        await driven.until(lambda: driven.app.screen is not things(driven))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_panes(square: Path, frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(square, size) as driven:
        await workbench(driven)
        assert driven.frame() == frames(name="kinds")
        await driven.press("down", "down", "enter", "v")
        await driven.pilot.pause(0.05)
        assert driven.frame() == frames(name="details")
        await driven.press("v")
        things(driven).focus_pane("trial")
        await fill(driven, "e", "with 1 water")
        await driven.press("enter")
        await fill(driven, "full_stop", "5")
        await driven.pilot.pause(0.05)
        assert "Somebody fills the kettle" in " ".join(
            things(driven).query_one(TrialPane).text().split()
        )
        assert driven.frame() == frames(name="trial")
        things(driven).focus_pane("machine")
        await driven.pilot.pause(0.05)
        assert driven.frame() == frames(name="picture")
        things(driven).focus_pane("facts")
        await driven.pilot.pause(0.05)
        assert driven.frame() == frames(name="checks")
        things(driven).focus_pane("machine")
        await driven.pilot.pause(0.05)
        await driven.press("down", "down", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.press("end", *", loud")
        await driven.pilot.pause(0.05)
        assert driven.frame() == frames(name="wrong")
        await driven.press("escape")
        things(driven).query_one(MachinePane).reveal(TransitionItem(0))
        await driven.press("enter")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.pilot.pause(0.05)
        assert driven.frame() == frames(name="row")


async def test_a_transition_is_completed_and_its_mistakes_have_a_column(square: Path) -> None:
    async with studio(square, (80, 24)) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        things(driven).query_one(MachinePane).reveal(TransitionItem(0))
        await driven.press("a")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        line = driven.app.screen.query_one(Input)
        await driven.press("h", "e", "tab")
        assert line.value == "heating"
        await driven.press("tab", "c", "tab", "tab", "u", "tab", "tab")
        assert line.value == "heating -> cold | use | "
        assert "Conditions and effects" in driven.frame()
        await driven.press("n", "tab", "tab", "c", "tab")
        assert line.value == "heating -> cold | use | needs cups"
        assert "Conditions: water >= 1" in driven.frame()
        await driven.press("enter")
        assert "✗ column 31: “cups” is not a condition" in driven.frame()
        assert line.cursor_position == 30
        await driven.press("home")
        assert "State it leads from" in driven.frame()
        await driven.press("end", *" >= 1", "enter")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert kind(driven, "kettle")["transitions"][-1] == {  # type: ignore[index]
            "from": "heating",
            "verb": "use",
            "to": "cold",
            "needs": [{"counter": "cups", "min": 1}],
        }


async def test_every_edit_is_one_step_that_both_workbenches_can_take_back(square: Path) -> None:
    before = (square / "kinds.toml").read_text("utf-8")
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "down")
        await fill(driven, "R", "cool")
        assert steps(driven) == 2
        assert kind(driven, "kettle")["start"] == "cool"
        assert "# as the kind looks" in things(driven).project.files["kinds.toml"].text
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("u")
        await driven.press("3")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert kind(driven, "kettle")["start"] == "cold"
        assert things(driven).query_one(MachinePane).item == StateItem("cold")
        assert things(driven).project.files["kinds.toml"].text == before
        await driven.press("ctrl+y")
        assert kind(driven, "kettle")["start"] == "cool"


async def test_undo_selects_the_kind_that_it_restores_and_headings_rename_no_kind(
    square: Path,
) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        screen = things(driven)
        screen.choose("kettle")
        await fill(driven, "R", "urn")
        await driven.press("u")
        assert screen.selected == "kettle"
        await driven.press("ctrl+y")
        assert screen.selected == "urn"
        screen.choose("bench")
        await driven.press("u")
        assert screen.selected == "kettle"
        screen.focus_pane("machine")
        for item in (
            SectionItem("states"),
            SectionItem("rows"),
            TransitionItem(0),
            FieldItem("glyph"),
        ):
            screen.query_one(MachinePane).reveal(item)
            await driven.press("R")
            await driven.until(lambda: "R renames a state" in driven.frame())
            assert driven.app.screen is screen
        screen.query_one(MachinePane).reveal(SectionItem("kind"))
        await fill(driven, "R", "pot")
        assert screen.selected == "pot"


async def test_a_kind_that_is_renamed_back_from_another_workbench_stays_selected(
    square: Path,
) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        things(driven).choose("kettle")
        await fill(driven, "R", "urn")
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("u", "3")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert things(driven).selected == "kettle"


async def test_rows_move_with_their_comments(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        things(driven).query_one(MachinePane).reveal(TransitionItem(1))
        await driven.press("K")
        text = things(driven).project.files["kinds.toml"].text
        assert text.index("# by itself, when five minutes") < text.index("# all of these must hold")
        assert things(driven).query_one(MachinePane).item == TransitionItem(0)
        await driven.press("J")
        assert steps(driven) == 3
        assert [one.get("after") for one in kind(driven, "kettle")["transitions"]] == [  # type: ignore[attr-defined]
            None,
            5,
            None,
            None,
            30,
        ]


async def test_what_goes_with_a_state_is_said_first(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "down", "down", "down", "x")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        assert all(f"transition {number}" in driven.frame() for number in (2, 3, 4, 5))
        await driven.press("down", "enter")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert "hot" not in str(kind(driven, "kettle"))
        await driven.press("u")
        assert "hot" in str(kind(driven, "kettle"))


async def test_escape_makes_no_kind_and_a_taken_name_none_either(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("ctrl+n")
        await driven.until(lambda: isinstance(driven.app.screen, NewKindDialog))
        await driven.press(*"bed", "escape")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert "bed" not in things(driven).project.data("kinds.toml")["kinds"]
        await fill(driven, "ctrl+n", "bed")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert kind(driven, "bed") == load_presets()["bed"].table
        before = steps(driven)
        await driven.press("ctrl+n")
        await driven.until(lambda: isinstance(driven.app.screen, NewKindDialog))
        await driven.press(*"bed", "enter")
        await driven.until(lambda: "✗ there is a kind “bed” already" in driven.frame())
        await driven.press("escape")
        assert steps(driven) == before


async def test_a_kind_is_filtered_copied_renamed_and_deleted(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await fill(driven, "slash", "kett")
        assert things(driven).selected == "kettle"
        assert len(things(driven).query_one(KindList).rows) == 1
        await driven.press("escape")
        await fill(driven, "C", "old kettle")
        assert kind(driven, "old_kettle")["name"] == "old kettle"
        await fill(driven, "R", "urn")
        assert things(driven).selected == "urn"
        await driven.press("x")
        assert "urn" not in things(driven).project.data("kinds.toml")["kinds"]
        things(driven).choose("kettle")
        await driven.press("x")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        assert "object kettle" in driven.frame()
        await driven.press("escape")
        assert kind(driven, "kettle")


async def test_faults_are_shown_with_the_way_there_and_lead_to_their_row(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        things(driven).query_one(MachinePane).reveal(TransitionItem(3))
        await driven.press("x")
        await driven.until(lambda: things(driven).query_one(MachinePane).item == TransitionItem(3))
        things(driven).query_one(MachinePane).reveal(TransitionItem(2))
        await without_needs(driven, 2)
        await checked(driven)
        await driven.pilot.pause(0.05)
        facts = things(driven).query_one(FactsPane)
        assert "past its bounds" in facts.text().replace("\n", " ").replace("  ", " ")
        assert "for example after" in facts.text().replace("\n", " ").replace("  ", " ")
        things(driven).focus_pane("facts")
        await driven.press("end", "home", "enter")
        assert things(driven).query_one(MachinePane).item == TransitionItem(2)


async def test_a_state_that_cannot_be_is_led_to(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        await fill(driven, "a", "lost")
        await checked(driven)
        things(driven).focus_pane("facts")
        await driven.until(lambda: "“lost”" in things(driven).query_one(FactsPane).text())
        await driven.press("home", "enter")
        assert things(driven).query_one(MachinePane).item == StateItem("lost")
        await driven.press("R")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.pilot.pause(0.05)
        assert "✗" not in driven.frame().split("New name for lost")[1]
        await driven.press("escape")
        things(driven).query_one(MachinePane).reveal(SectionItem("counters"))
        await driven.press("a")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.press(*"water", "space", *"five", "enter")
        assert "type its name, then" in driven.frame()


async def test_a_wait_in_which_nothing_happens_is_told(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down")
        things(driven).focus_pane("trial")
        await fill(driven, "full_stop", "7")
        trial = things(driven).query_one(TrialPane)
        assert "7 minutes passed, nothing happened" in trial.text()
        await driven.press("comma")
        assert "passed, nothing" not in trial.text()


async def test_what_is_faulty_bears_a_sign_in_the_graph_too(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        await without_needs(driven, 2)
        await checked(driven)
        pane = things(driven).query_one(MachinePane)
        await driven.until(lambda: "≡ !take" in pane.picture)
        assert "!5 min" not in pane.picture


async def test_a_saved_test_is_done_again_in_the_trial(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down")
        facts, trial = things(driven).query_one(FactsPane), things(driven).query_one(TrialPane)
        assert "no tests yet" in facts.text()
        things(driven).focus_pane("trial")
        await fill(driven, "e", "at 10:00, hot, cups 1")
        await driven.press("down", "enter")
        await fill(driven, "Y", "one cup")
        assert "no test covers transitions 1, 2, 4" in facts.text()
        await driven.press("0")
        await fill(driven, "e", "")
        assert "08:00 · cold · cups 0" in trial.text()
        things(driven).focus_pane("facts")
        facts.reveal(SavedTest("one cup"))
        await driven.press("enter")
        await driven.until(lambda: driven.app.focused is trial)
        assert "10:00 · hot · cups 0" in trial.text()
        assert things(driven).presenter.trial is not None
        assert things(driven).presenter.trial.moves == ("take",)  # type: ignore[union-attr]


async def test_a_click_chooses_and_another_edits(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "home", "v")
        await driven.pilot.click(MachinePane, offset=(6, 5))
        assert things(driven).query_one(MachinePane).item == StateItem("heating")
        assert driven.app.screen is things(driven)
        await driven.pilot.click(MachinePane, offset=(6, 5))
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))


async def test_the_graph_lights_the_state_of_the_trial_and_edits(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "down")
        pane = things(driven).query_one(MachinePane)
        await driven.until(lambda: driven.app.focused is pane)
        assert "┃● cold" in pane.picture
        await fill(driven, "enter", "color teal")
        assert kind(driven, "kettle")["states"]["cold"] == {"color": "teal"}  # type: ignore[index]
        things(driven).focus_pane("trial")
        await fill(driven, "e", "hot, cups 2")
        assert "║● hot" in pane.picture
        things(driven).focus_pane("machine")
        await driven.until(lambda: "┃  cold" in pane.picture)
        assert "║● hot" in pane.picture


async def test_the_arrow_that_the_trial_took_and_the_one_of_the_line_are_heavy(
    square: Path,
) -> None:
    async with studio(square, (120, 40)) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        pane = things(driven).query_one(MachinePane)
        assert "━use━" not in pane.picture
        pane.reveal(TransitionItem(0))
        await driven.until(lambda: "━use━" in pane.picture)
        things(driven).focus_pane("trial")
        await driven.until(lambda: "━use━" not in pane.picture)
        await driven.press("enter")
        await driven.until(lambda: "━use━" in pane.picture)
        assert "║● heating" in pane.picture


async def test_a_click_in_the_picture_chooses_and_another_edits(square: Path) -> None:
    async with studio(square, (120, 40)) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter")
        pane = things(driven).query_one(MachinePane)
        for words, item in (("heating", StateItem("heating")), ("5 min", TransitionItem(1))):
            lines = pane.picture.split("\n")
            y = next(place for place, line in enumerate(lines) if words in line)
            spot = lines[y].index(words) + 1, y + 1
            await driven.pilot.click(MachinePane, offset=spot)
            assert pane.item == item
            assert driven.app.screen is things(driven)
            await driven.pilot.click(MachinePane, offset=spot)
            await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
            await driven.press("escape")
            await driven.until(lambda: driven.app.screen is things(driven))


async def test_a_file_that_cannot_be_read_any_more_takes_nothing_away(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "down")
        await fill(driven, "R", "cool")
        (square / "kinds.toml").write_text("[kinds.kettle\n", "utf-8")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.until(lambda: "syntax error on disk" in driven.frame())
        assert "Let it go" not in driven.frame()
        await driven.press("enter")
        await driven.until(lambda: driven.app.screen is things(driven))
        await driven.press("ctrl+s")
        await driven.until(lambda: not things(driven).workspace.history.modified)
    assert (
        tomllib.loads((square / "kinds.toml").read_text("utf-8"))["kinds"]["kettle"]["start"]
        == "cool"
    )


async def test_what_is_broken_on_disk_is_counted_until_it_is_mended(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        good = (square / "kinds.toml").read_text("utf-8")
        (square / "kinds.toml").write_text("[kinds.kettle\n", "utf-8")
        await driven.until(lambda: "syntax error on disk" in driven.frame())
        assert "✗1" in driven.frame()
        (square / "kinds.toml").write_text(good, "utf-8")
        await driven.until(lambda: "✗1" not in driven.frame())


async def test_an_object_leads_to_the_map(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        things(driven).focus_pane("facts")
        things(driven).query_one(FactsPane).reveal(ObjectLink("bench"))
        await driven.press("enter")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.until(
            lambda: driven.app.design is not None and driven.app.design.selected == "bench"
        )


async def test_what_is_selected_on_the_map_leads_to_its_kind(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        assert things(driven).selected == "bench"
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        assert driven.app.design is not None
        driven.app.design.select("kettle")
        await driven.press("3")
        await driven.until(lambda: driven.app.screen is things(driven))
        await driven.until(lambda: things(driven).selected == "kettle")
        things(driven).choose("well")
        await driven.press("1")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.press("3")
        await driven.until(lambda: driven.app.screen is things(driven))
        assert things(driven).selected == "well"


async def test_what_is_not_saved_is_asked_about_on_leaving(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.press("down", "down", "enter", "down")
        await fill(driven, "R", "cool")
        await driven.press("q")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press("down", "enter")
        await driven.until(lambda: driven.app.design is None)
    assert "cool" in (square / "kinds.toml").read_text("utf-8")


async def test_letters_typed_before_the_dialog_is_open_reach_it(square: Path) -> None:
    async with studio(square) as driven:
        await workbench(driven)
        await driven.burst("ctrl+n", *"oven", "enter")
        await driven.until(lambda: driven.app.screen is things(driven))
        await driven.until(lambda: "oven" in things(driven).project.data("kinds.toml")["kinds"])
        assert "oven" in things(driven).project.data("kinds.toml")["kinds"]
