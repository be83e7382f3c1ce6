import re
from pathlib import Path

import pytest

from studio.app.app import Studio
from studio.app.help import ABOUT, HelpText
from studio.app.runs_dialog import RunLines
from studio.app.welcome import WorldList
from studio.app.worlds import BrokenWorldProblems as BrokenProblems
from studio.editor.conflict_dialog import ConflictItems
from studio.editor.problems_pane import ProblemsPane
from studio.map.panes.history_pane import HistoryPane
from studio.map.panes.inspector import Inspector
from studio.map.panes.legend_pane import LegendPane
from studio.map.panes.map_editor import MapEditor
from studio.map.panes.project_tree import ProjectTree
from studio.map.screen import MapScreen
from studio.objects.panes.checks_pane import FactsPane
from studio.objects.panes.kind_list import KindList
from studio.objects.panes.machine_pane import MachinePane
from studio.objects.panes.trial_pane import TrialPane
from studio.objects.screen import ObjectsScreen
from studio.people.panes.homes import HomesPane
from studio.people.panes.mind_preview_pane import PortraitPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.persona_list import PersonaList
from studio.people.panes.relation_matrix import RelationMatrix
from studio.people.panes.relationship_pane import TiesPane
from studio.people.panes.roster import RosterPane
from studio.people.screen import PeopleScreen
from studio.run.comparison_screen import ComparisonLines
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.card_pane import CardPane
from studio.run.panes.charts_pane import ChartsPane
from studio.run.panes.chronicle_pane import ChroniclePane
from studio.run.panes.dashboard_pane import DashboardPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.numbers_pane import NumbersPane
from studio.run.panes.report_pane import RelationsPane, ReportPane
from studio.run.panes.run_map import RunMap
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.panes.transcript_pane import TranscriptPane
from studio.run.panes.why_pane import WhyPane
from studio.run.panes.world_outline import WorldOutline
from studio.run.scenarios.scenarios_screen import ScenarioLines
from studio.run.screen import SimulateScreen
from studio.run.sql.answer_table import AnswerTable
from studio.run.sql.query_screen import QueryScreen
from studio.run.sql.statement_editor import StatementEditor
from studio.run.studies.studies_screen import StudyLines
from studio.ui.commands import keys_table
from studio.ui.commands.command import DISMISS
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import (
    ABOVE,
    COMMANDS,
    FORBIDDEN,
    commands_of,
    enclosing_scopes,
    find_command,
)
from studio.ui.commands.user_keymap import Keymap, find_clashes, read_keymap
from tests.world_folders import ROOT

PARTS = (
    Studio,
    SimulateScreen,
    RunMap,
    CardPane,
    WorldOutline,
    TimelinePane,
    TranscriptPane,
    BrokenProblems,
    HelpText,
    WorldList,
    MapScreen,
    MapEditor,
    ProjectTree,
    LegendPane,
    Inspector,
    HistoryPane,
    ProblemsPane,
    ConflictItems,
    ComparisonLines,
    RunLines,
    QueryScreen,
    StatementEditor,
    AnswerTable,
    ScenarioLines,
    StudyLines,
    BeliefsPane,
    MemoryPane,
    RelationsPane,
    ReportPane,
    NumbersPane,
    WhyPane,
    InterviewPane,
    ChartsPane,
    ChroniclePane,
    DashboardPane,
    ObjectsScreen,
    KindList,
    MachinePane,
    TrialPane,
    FactsPane,
    PeopleScreen,
    PersonaList,
    PersonaForm,
    PortraitPane,
    RosterPane,
    HomesPane,
    TiesPane,
    RelationMatrix,
)


def test_ids_are_unique() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))


def test_no_two_commands_want_the_same_key_in_the_same_place() -> None:
    assert find_clashes(Keymap()) == []


def test_no_command_has_a_key_that_terminals_swallow() -> None:
    assert not {key for command in COMMANDS for key in command.keys} & FORBIDDEN


def test_every_command_is_done_by_an_action() -> None:
    parts = {getattr(part, "where", "app"): part for part in PARTS}
    others = [command for command in COMMANDS if command.where != "app" and command.runs != DISMISS]
    assert [one.id for one in others if not hasattr(parts[one.where], f"action_{one.action}")] == []


def test_every_command_of_the_app_is_done_by_a_controller() -> None:
    done = set(Studio().commands)
    assert {command.action for command in commands_of("app")} <= done
    assert done <= {
        command.action for where in ("app", "simulate") for command in commands_of(where)
    }


def test_every_command_and_every_pane_is_explained() -> None:
    assert all(command.name and command.help.endswith(".") for command in COMMANDS)
    assert set(ABOVE) <= set(ABOUT) | {"app"}


def test_a_pane_lies_in_the_screen_that_lies_in_the_app() -> None:
    assert enclosing_scopes("map") == ("map", "simulate", "app")


def test_a_keymap_rebinds_by_id(tmp_path: Path) -> None:
    file = tmp_path / "keymap.toml"
    file.write_text('simulate.play = "p2, f11"\n"app.leave" = "ctrl+f11"\n')
    keymap = read_keymap(file)
    play, step = find_command("simulate.play"), find_command("simulate.step")
    assert play
    assert step
    assert keymap.keys_of(play) == ("p2", "f11")
    assert keymap.keys_of(step) == step.keys
    assert keymap.problems == ()


def test_no_keymap_is_no_change(tmp_path: Path) -> None:
    assert read_keymap(tmp_path / "keymap.toml") == Keymap()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'simulate.play = "full_stop"',
            "“full_stop” is both “Play / pause” (simulate.play) and “Step” (simulate.step)",
        ),
        (
            'map.areas = "space"',
            "“space” is both “Areas” (map.areas) and “Play / pause” (simulate.play)",
        ),
        ('simulate.fly = "f"', "there is no command “simulate.fly”"),
        ('simulate.play = "ctrl+m"', "ctrl+m"),
        ("simulate.play = 3", "needs a key"),
        ("simulate.play =", "cannot be read"),
        pytest.param("x = " + "[" * 9000, "nested too deeply", id="deep"),
    ],
)
def test_what_cannot_be_is_said(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "keymap.toml"
    file.write_text(text)
    assert any(sentence in trouble for trouble in read_keymap(file).problems)


def test_the_page_about_the_studio_names_keys_as_they_are() -> None:
    rows = re.findall(
        r"^\| `(\S+)` \| ([^|]+) \|", (ROOT / "docs" / "studio.md").read_text("utf-8"), re.MULTILINE
    )
    known = {(key_name(key), command.name) for command in COMMANDS for key in command.keys}
    assert len(rows) > 10
    assert set(rows) <= known


def test_a_key_means_one_thing_or_belongs_to_one_workbench_or_is_an_exception_with_a_reason() -> (
    None
):
    ambiguous = keys_table.ambiguous_keys()
    assert ambiguous.keys() == keys_table.EXCEPTIONS.keys()
    assert len(keys_table.EXCEPTIONS) <= 16
    assert all(keys_table.EXCEPTIONS.values())


def test_every_shared_meaning_is_had_by_a_command_under_each_of_its_keys() -> None:
    had = {(key, command.action) for key, _workbench, command in keys_table.uses()}
    for word, (keys, actions) in keys_table.MEANINGS.items():
        assert {key for key, action in had if key in keys and action in actions} == {*keys}, word
        assert {action for key, action in had if key in keys and action in actions} == {*actions}, (
            word
        )


def test_no_two_shared_meanings_have_the_same_key() -> None:
    said = [
        (key, action)
        for keys, actions in keys_table.MEANINGS.values()
        for key in keys
        for action in actions
    ]
    known = {(key, command.action) for key, _workbench, command in keys_table.uses()}
    assert len([one for one in said if one in known]) == len({one for one in said if one in known})


def test_the_page_of_keys_is_generated() -> None:
    assert (ROOT / "docs" / "keys.md").read_text("utf-8") == keys_table.page()


@pytest.mark.parametrize(
    "key",
    [
        "left_square_bracket",
        "right_square_bracket",
        "left_curly_bracket",
        "right_curly_bracket",
        "vertical_line",
    ],
)
def test_what_needs_altgr_on_many_layouts_has_another_key_first(key: str) -> None:
    assert all(command.keys.index(key) > 0 for command in COMMANDS if key in command.keys)


def test_two_commands_of_one_name_do_the_same() -> None:
    back = {command.id for command in COMMANDS if command.name == "Step back"}
    assert back == {"simulate.back"}


def test_an_id_of_the_last_release_is_read_with_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "keymap.toml"
    file.write_text('personas.filter = "f12"\n')
    keymap = read_keymap(file)
    assert keymap.keys == {"people.filter": ("f12",)}
    assert keymap.problems == (
        (
            "keymap.toml: “personas.filter” is called “people.filter”; the old id is read until the "
            "next release"
        ),
    )
