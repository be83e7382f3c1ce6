"""The dialogs of the objects workbench without a terminal: what is asked and answered, and what is
edited."""

from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import App
from textual.screen import Screen

from latticeville.core.geometry import Cell
from latticeville.world.io.kinds import load_presets
from latticeville.world.model.regions import Regions
from studio.editor.new_kind import EMPTY
from studio.objects import kind_dialogs, machine_dialogs
from studio.objects.items import (
    CounterItem,
    FieldItem,
    InheritedItem,
    MachineItem,
    SectionItem,
    StateItem,
    TransitionItem,
)
from studio.objects.kind_dialogs import find_cell
from studio.objects.machine_lines import add_line
from studio.objects.model import Machine, read_machines
from studio.objects.transition_line import format_transition
from studio.objects.workbench import ObjectsWorkbench
from studio.project.documents.kinds import kind_tables
from studio.project.documents.project import Project, load_project
from studio.project.documents.references import tables_at
from studio.project.edits.edit import Edit, EditRefusedError
from studio.project.edits.kinds import NewKind
from studio.project.project_checks import ProjectChecker, ProjectReport
from studio.ui.dialogs.validated_input import ValidatedInput
from tests.laws import law
from tests.worlds import build

SQUARE, _ = load_project(Path(__file__).parents[1] / "studio" / "data" / "square")


class Host:
    """A workbench whose dialogs are answered beforehand."""

    def __init__(self, *answers: str | tuple[str, str] | None) -> None:
        self.project: Project = SQUARE
        self.report: ProjectReport | None = ProjectChecker().check(SQUARE)
        self.answers = list(answers)
        self.asked: list[Screen[Any]] = []
        self.told = ""
        self.chosen = ""
        self.revealed: MachineItem | None = None

    @property
    def bench(self) -> ObjectsWorkbench:
        """What the dialogs take for their workbench."""
        return cast("ObjectsWorkbench", self)

    @property
    def app(self) -> App[Any]:
        return cast("App[Any]", self)

    async def push_screen_wait(self, dialog: Screen[Any]) -> str | tuple[str, str] | None:
        """Answer, where the dialog would take the answer."""
        self.asked.append(dialog)
        answer = self.answers.pop(0)
        if (
            isinstance(dialog, ValidatedInput)
            and isinstance(answer, str)
            and (wrong := dialog._check(answer))
        ):
            raise EditRefusedError(wrong)
        return answer

    def do(self, edit: Edit) -> bool:
        self.project = edit.apply(self.project)
        return True

    def tell(self, sentence: str) -> None:
        self.told = sentence

    def choose(self, name: str) -> None:
        self.chosen = name

    def focus_pane(self, name: str) -> None:
        """Show nothing."""

    def reveal(self, item: MachineItem) -> None:
        self.revealed = item

    @property
    def kettle(self) -> Machine:
        return read_machines(self.project)["kettle"]


async def test_a_kind_is_made_of_a_preset_of_a_template_or_of_nothing() -> None:
    host = Host(("old bed", "bed"), ("totem", EMPTY), ("crate", "container"))
    for _ in range(3):
        await kind_dialogs.new_kind(host.bench)
    kinds = kind_tables(host.project)
    assert kinds["old_bed"] == {**load_presets()["bed"].table, "name": "old bed"}
    assert kinds["totem"] == {
        "name": "totem",
        "glyph": "t",
        "start": "idle",
        "states": {"idle": {}},
    }
    assert kinds["crate"] == {"name": "crate", "extends": "container"}
    assert host.chosen == "crate"


async def test_a_copy_may_not_have_the_name_of_another_kind() -> None:
    host = Host("kettle")
    with pytest.raises(EditRefusedError, match="there is a kind “kettle” already"):
        await kind_dialogs.duplicate_kind(host.bench, host.kettle)


async def test_whoever_goes_back_changes_nothing() -> None:
    host = Host(*[None] * 9)
    await kind_dialogs.new_kind(host.bench)
    await kind_dialogs.duplicate_kind(host.bench, host.kettle)
    await kind_dialogs.rename_kind(host.bench, host.kettle)
    await kind_dialogs.remove_kind(host.bench, "kettle")
    await kind_dialogs.place_object(host.bench, host.kettle)
    await machine_dialogs.remove(host.bench, host.kettle, StateItem("hot"))
    for item in (StateItem("hot"), TransitionItem(0), SectionItem("counters")):
        await machine_dialogs.edit(host.bench, host.kettle, item)
    assert (host.answers, host.project) == ([], SQUARE)


async def test_what_nothing_speaks_of_goes_without_a_question() -> None:
    host = Host("spare")
    await kind_dialogs.duplicate_kind(host.bench, host.kettle)
    await kind_dialogs.remove_kind(host.bench, "spare")
    assert len(host.asked) == 1
    assert "spare" not in kind_tables(host.project)


async def test_a_transition_is_edited_as_one_line() -> None:
    host = Host("cold -> hot | heat | needs cups <= 1 | does cups +1 | says It boils.")
    await machine_dialogs.edit(host.bench, host.kettle, TransitionItem(0))
    assert tables_at(kind_tables(host.project)["kettle"], "transitions")[0] == {
        "from": "cold",
        "verb": "heat",
        "to": "hot",
        "needs": [{"counter": "cups", "max": 1}],
        "does": [{"counter": "cups", "add": 1}],
        "says": "It boils.",
    }


async def test_only_what_is_changed_of_a_transition_is_written() -> None:
    before = SQUARE.files["kinds.toml"].text
    row = tables_at(kind_tables(SQUARE)["kettle"], "transitions")[0]
    host = Host(format_transition({**row, "says": "It boils."}))
    await machine_dialogs.edit(host.bench, host.kettle, TransitionItem(0))
    after = host.project.files["kinds.toml"].text
    assert after == before.replace(str(row["says"]), "It boils.")
    assert after != before


async def test_what_a_transition_names_and_there_is_not_is_made_in_one_step() -> None:
    host = Host("cold, lost -> boiling | use | milk >= 1, milk -1, has cup and spoon")
    await machine_dialogs.edit(host.bench, host.kettle, TransitionItem(0))
    table = kind_tables(host.project)["kettle"]
    assert list(table["states"]) == ["cold", "heating", "hot", "lost", "boiling"]
    assert table["counters"]["milk"] == {}
    row = tables_at(table, "transitions")[0]
    assert row["needs"] == [{"counter": "milk", "min": 1}, {"has": "cup"}, {"has": "spoon"}]
    assert row["does"] == [{"counter": "milk", "add": -1}]


async def test_a_counter_is_edited_as_it_is_made() -> None:
    host = Host("pots start 1, max 4")
    await machine_dialogs.edit(host.bench, host.kettle, CounterItem("cups"))
    assert host.revealed == CounterItem("pots")
    table = kind_tables(host.project)["kettle"]
    assert table["counters"] == {"pots": {"start": 1, "max": 4}}
    assert (
        "cups"
        not in host.project.files["kinds.toml"]
        .text.partition("[kinds.kettle]")[2]
        .split("[kinds.")[0]
    )
    host = Host("max 4")
    await machine_dialogs.edit(host.bench, host.kettle, CounterItem("cups"))
    assert kind_tables(host.project)["kettle"]["counters"] == {"cups": {"max": 4}}


async def test_a_kind_without_a_machine_takes_the_names_of_its_first_line() -> None:
    before = NewKind("fan", {"glyph": "f", "start": "idle", "states": {"idle": {}}}).apply(SQUARE)
    machine = read_machines(before)["fan"]
    table = kind_tables(add_line(machine, "off -> on | use", "state").apply(before))["fan"]
    assert (list(table["states"]), table["start"]) == (["off", "on"], "off")
    kept = kind_tables(add_line(machine, "idle -> on | use", "state").apply(before))["fan"]
    assert (list(kept["states"]), kept["start"]) == (["idle", "on"], "idle")


@pytest.mark.parametrize(
    ("item", "typed", "revealed"),
    [
        (None, "broken color red", StateItem("broken")),
        (CounterItem("cups"), "scale max 9", CounterItem("scale")),
        (CounterItem("cups"), "cold -> gone | kick", TransitionItem(5)),
        (StateItem("cold"), "hot -> cold | spill", TransitionItem(5)),
        (TransitionItem(0), "scale max 9", CounterItem("scale")),
        (FieldItem("name"), "broken color red, alarm", StateItem("broken")),
        (InheritedItem(0), "hot -> cold | spill", TransitionItem(5)),
    ],
)
async def test_what_is_added_is_what_the_cursor_is_on(
    item: MachineItem | None, typed: str, revealed: MachineItem
) -> None:
    host = Host(typed)
    await machine_dialogs.add(host.bench, host.kettle, item)
    assert host.revealed == revealed


async def test_a_field_without_which_a_kind_cannot_be_stays() -> None:
    host = Host()
    await machine_dialogs.remove(host.bench, host.kettle, FieldItem("glyph"))
    assert host.told == "“glyph” is required."


DOORS = """
########
#.+...##
#.#...+.
###.####
"""


def test_what_blocks_is_placed_into_no_way() -> None:
    """The den is a doorway first, then cells in front of doorways, then corners; the gap is a way
    alone."""
    world = build(
        DOORS, areas={"den": [2, 1, 5, 2], "gap": [2, 1, 1, 1]}, people={"ada": {"start": [7, 2]}}
    )
    assert find_cell("den", world, blocks=True) == Cell(4, 1)
    assert find_cell("gap", world, blocks=False) == Cell(2, 1)
    with pytest.raises(EditRefusedError, match="it would be in the way: type a cell"):
        find_cell("gap", world, blocks=True)


@law(40)
@given(
    st.lists(
        st.sampled_from([".....", "..#..", "#.#.#", ".#.#.", "#####", "#...#"]),
        min_size=3,
        max_size=7,
    )
)
def test_what_blocks_never_parts_the_cells_of_an_area(rows: list[str]) -> None:
    drawing = "\n".join([".....", *rows])
    world = build(drawing, areas={"room": [0, 0, 5, len(rows) + 1]})
    try:
        cell = find_cell("room", world, blocks=True)
    except EditRefusedError:
        return
    before, walled = Regions(world), [list(row) for row in drawing.splitlines()]
    walled[cell.y][cell.x] = "#"
    after = Regions(
        build("\n".join(map("".join, walled)), areas={"room": [0, 0, 5, len(rows) + 1]})
    )
    assert len(after.sizes) <= len(before.sizes)


def test_an_object_finds_a_free_cell() -> None:
    report = ProjectChecker().check(SQUARE)
    assert find_cell(" 12, 5 ", None, blocks=True) == Cell(12, 5)
    cell = find_cell("kitchen", report.world, blocks=True)
    assert report.world is not None
    assert report.world.areas.at(cell) == "kitchen"
    with pytest.raises(EditRefusedError, match="type an area's id"):
        find_cell("nowhere", report.world, blocks=True)
