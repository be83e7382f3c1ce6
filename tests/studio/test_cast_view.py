"""The cast view: list, map and graph speak of the same person, and each leads on."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from studio.canvas.marks import CHOSEN
from studio.map.screen import MapScreen
from studio.people.panes.homes import HomesPane
from studio.people.panes.persona_form import PersonaForm
from studio.people.panes.relationship_pane import TiesPane
from studio.people.panes.roster import RosterPane
from studio.people.screen import PeopleScreen
from tests.studio.conftest import Driven, studio
from tests.studio.test_map_screen import design
from tests.studio.test_people_screen import people, square, workbench
from tests.world_folders import VILLE

__all__ = ["square"]

SIZES = [(80, 24), (120, 40)]


async def gathered(driven: Driven, *keys: str) -> None:
    """Open the cast view, and press keys."""
    await workbench(driven)
    for key in ("v", *keys):
        await driven.press(key)
    await drawn(driven)


async def drawn(driven: Driven) -> None:
    """Wait until the way between home and work is found and drawn."""
    _, homes, _ = panes(driven)
    await driven.until(lambda: not homes._seeks)


def panes(driven: Driven) -> tuple[RosterPane, HomesPane, TiesPane]:
    here = people(driven)
    return here.query_one(RosterPane), here.query_one(HomesPane), here.query_one(TiesPane)


def marked(homes: HomesPane) -> set[tuple[int, int]]:
    """Return the marked cells of the small map."""
    rows = homes.drawn.grid.height if homes.drawn else 0
    return {(x, y) for y in range(rows) for x, flags in homes.marks(y).items() if flags & CHOSEN}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_cast_of_a_village(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(VILLE, size) as driven:
        await gathered(driven, "j", "j", "j", "j")
        assert driven.frame() == frames(name="map")
        ties = panes(driven)[2]
        await driven.press("v", "tab")
        await driven.until(lambda: ties.has_focus and bool(ties.rows))
        other = ties.other
        await driven.press("right")
        await driven.until(lambda: ties.other != other)
        await drawn(driven)
        assert driven.frame() == frames(name="graph")


async def test_moving_in_the_list_moves_the_marks_and_the_way() -> None:
    async with studio(VILLE, (80, 24)) as driven:
        await gathered(driven)
        roster, homes, ties = panes(driven)
        assert roster.line.who == "ada"
        seen = []
        for _ in range(4):
            seen.append(
                (
                    roster.line.who,
                    homes.chosen,
                    ties.who,
                    people(driven).selected,
                    frozenset(marked(homes)),
                )
            )
            await driven.press("j")
        people_seen = [one[0] for one in seen]
        assert people_seen == ["ada", "ada", "byron", "byron"]
        assert all(who == chosen == tied == name for who, chosen, tied, name, _ in seen)
        assert [len(cells) for *_, cells in seen] == [4, 4, 4, 4]
        assert seen[0][4] == seen[1][4]
        assert not seen[0][4] & seen[2][4]
        assert driven.frame().count("•") > 3


async def test_a_move_is_answered_once_though_the_matrix_is_not_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = []
    choose = PeopleScreen._choose_resident

    def counted(self: PeopleScreen, who: str, other: str = "") -> None:
        answered.append(who)
        choose(self, who, other)

    async with studio(VILLE, (80, 24)) as driven:
        await gathered(driven)
        monkeypatch.setattr(PeopleScreen, "_choose_resident", counted)
        await driven.press("j", "j")
        assert people(driven).selected == "byron"
        assert 2 <= len(answered) < 10


async def test_enter_on_a_home_or_a_place_of_work_goes_there_on_the_map() -> None:
    async with studio(VILLE) as driven:
        for downs, area in ((1, "ada_house"), (2, "library")):
            await gathered(driven, "g", *"j" * downs)
            await driven.press("enter")
            await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
            await driven.until(lambda wanted=area: design(driven).selected == wanted)  # type: ignore[misc]
            await driven.press("2")
            await driven.until(lambda: isinstance(driven.app.screen, PeopleScreen))
            assert panes(driven)[0].display
            await driven.press("escape")
            assert not panes(driven)[0].display


async def test_a_click_on_a_sign_chooses_and_another_goes_there() -> None:
    async with studio(VILLE, (80, 24)) as driven:
        await gathered(driven)
        _, homes, _ = panes(driven)
        label = next(label for label in homes._labels if label.area == "trading_floor")
        camera = homes.camera
        at = (label.cell.x - camera.x + 1, label.cell.y - camera.y + 1)
        await driven.pilot.click(homes, offset=at)
        await driven.until(lambda: homes.chosen == "greta" and people(driven).selected == "greta")
        assert "Trading Floor: Greta" in driven.frame()
        await driven.pilot.click(homes, offset=at)
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.until(lambda: design(driven).selected == "trading_floor")


async def test_the_map_shows_each_cell_and_the_whole_again() -> None:
    async with studio(VILLE, (80, 24)) as driven:
        await gathered(driven, "tab")
        _, homes, _ = panes(driven)
        assert homes.scale.factor == 3
        await driven.press("z")
        assert homes.scale.factor == 1
        assert any(label.cell in homes.camera.box for label in homes._labels if "ada" in label.who)
        await driven.press("G", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, MapScreen))
        await driven.until(lambda: design(driven).map_pane.cursor == (119, 47))


async def test_of_a_person_only_their_wires_are_heavy_and_both_opinions_are_told() -> None:
    async with studio(VILLE, (80, 24)) as driven:
        await gathered(driven, "v", "tab")
        _, _, ties = panes(driven)
        await driven.press("j", "j")
        assert ties.who == "cleo" == people(driven).selected
        assert ties.others == ("byron", "dax", "edda", "ines", "juno")
        frame = " ".join(driven.frame().split())
        assert "Cleo → Byron: employer and friend" in frame
        assert "Byron → Cleo: his pianist" in frame
        for row in ties.rows:
            heavy = any(sign in span.text for span in row.spans for sign in "━┃┿╂")
            touched = row.link in ("cleo", *ties.others)
            assert heavy or not touched
        await driven.press("left")
        assert ties.other == "juno"
        await driven.press("right", "right", "right")
        assert ties.other == "edda"
        assert "no relationship set" in driven.frame()
        await driven.press("enter")
        form = people(driven).query_one(PersonaForm)
        assert form.has_focus
        assert form.item is not None
        assert form.item.text.startswith("Edda Solberg |")


async def test_in_one_pane_a_key_goes_from_list_to_map_to_graph(square: Path) -> None:
    async with studio(square, (60, 20)) as driven:
        await gathered(driven)
        roster, homes, ties = panes(driven)
        seen = []
        for _ in range(3):
            seen.append([pane.display for pane in (roster, homes, ties)])
            await driven.press("v")
        assert seen == [[True, False, False], [False, True, False], [False, False, True]]


async def test_an_edit_is_seen_in_the_cast_at_once(square: Path) -> None:
    async with studio(square) as driven:
        await gathered(driven)
        roster, homes, _ = panes(driven)
        assert "¤" not in roster.text()
        file = square / "personas" / "otto.toml"
        file.write_text('work = "kitchen"\n' + file.read_text("utf-8"), "utf-8")
        await driven.until(lambda: "¤ Kitchen" in roster.text() and "¤O" in driven.frame())
        assert {label.sort for label in homes._labels} == {"home", "work"}


async def test_on_a_large_map_the_way_is_found_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.people.panes.homes.NEAR", 0)
    async with studio(VILLE, (120, 40)) as driven:
        await gathered(driven, "j", "j")
        await driven.until(lambda: "Byron: Byron's House → Counter, 36 steps" in driven.frame())
        assert "•••" in driven.frame()
