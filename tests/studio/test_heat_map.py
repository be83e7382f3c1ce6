"""The heat map on the map of a run: the choice, the tint in each style, digits without colours, and
its end."""

import pytest
from rich.color import ColorSystem
from syrupy.assertion import SnapshotAssertion

from latticeville.core.geometry import Cell
from latticeville.draw.tilemap.color import contrast, luminance
from latticeville.draw.tilemap.heat_tint import CONTRAST, TOP, heat_color, tint_cell, tint_ground
from latticeville.draw.tilemap.painter import MapStyle, PaintedCell
from latticeville.reports.heat.heat_map import HeatKind, HeatMap
from studio.canvas.map_view import MapView
from studio.canvas.marks import HEAT_SHIFT
from studio.canvas.scale import Scale
from studio.run.heat_commands import heat_spans, heat_subjects
from studio.run.map_tint import HeatLayer
from studio.run.panes.run_map import RunMap
from studio.ui.dialogs.option_dialog import OptionDialog
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE

TICKS = 30


def test_colours_of_levels_grow_lighter_and_keep_ink_readable() -> None:
    lights = [luminance(heat_color(level)) for level in range(1, TOP + 1)]
    assert lights == sorted(lights)
    for ground in ((20, 20, 20), (120, 90, 60), (240, 240, 230)):
        cell = PaintedCell("ab", (90, 90, 90), ground)
        assert tint_cell(cell, 0) is cell
        assert len({tint_ground(ground, level) for level in range(TOP + 1)}) == TOP + 1
        for level in range(1, TOP + 1):
            tinted = tint_cell(cell, level)
            assert (tinted.text, tinted.is_bold) == (cell.text, cell.is_bold)
            assert contrast(tinted.ink, tinted.ground) >= CONTRAST


def test_the_layer_sums_cells_for_a_zoom() -> None:
    layer = HeatLayer(
        HeatMap(HeatKind.TALK, "", 0, 9, {Cell(0, 0): 1, Cell(1, 1): 2, Cell(4, 0): 9})
    )
    assert layer.rows.mark({}, 0, Scale()).keys() == {0, 4}
    assert layer.rows.mark({}, 1, Scale()).keys() == {1}
    assert layer.rows.mark({}, 0, Scale.letters(2)).keys() == {0, 2}
    assert layer.rows.mark({}, 0, Scale.overview(1)).keys() == {0, 1, 4}
    assert layer.rows.mark({2: 5, 7: 9}, 0, Scale.letters(2)) == {
        0: layer.rows.mark({}, 0, Scale.letters(2))[0],
        2: TOP << HEAT_SHIFT | 5,
        7: 9,
    }
    assert layer.rows.mark({3: 1}, 7, Scale()) == {3: 1}


@pytest.fixture
def true_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MapView, "_system", property(lambda _view: ColorSystem.TRUECOLOR))


async def heated(driven: Driven, lines: tuple[int, int] = (0, 0)) -> RunMap:
    """Choose lines of both dialogs of the heat map, and wait until it is there."""
    view = driven.simulate.query_one(RunMap)
    driven.simulate.action_heat()
    for line in lines:
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.press(*["down"] * line, "enter")
        await driven.pilot.pause(0.1)
    await driven.until(lambda: view.heat is not None)
    return view


async def stepped(driven: Driven) -> None:
    for _ in range(TICKS):
        driven.simulate.action_step()
    await driven.tick(TICKS)


def grounds(view: RunMap) -> dict[Cell, tuple[int, int, int]]:
    """Return the ground of each cell in sight."""
    found = {}
    for y in range(view.camera.height):
        x = 0
        for segment in view.render_line(y):
            color = segment.style.bgcolor if segment.style else None
            for _ in segment.text:
                if color is not None and x % view.columns == 0:
                    cell = Cell(view.camera.x + x // view.columns, view.camera.y + y)
                    found[cell] = tuple(color.get_truecolor())
                x += 1
    return found  # type: ignore[return-value]


def heat_of(view: RunMap) -> HeatMap:
    """Return the heat map that is shown."""
    assert isinstance(view.heat, HeatLayer)
    return view.heat.heat


@pytest.mark.usefixtures("true_color")
@pytest.mark.parametrize("style", [style for style in MapStyle if style.rows == 1])
async def test_the_tint_is_on_the_counted_cells_and_esc_takes_it_away(style: MapStyle) -> None:
    async with studio(SQUARE, (160, 48)) as driven:
        await stepped(driven)
        view = driven.simulate.query_one(RunMap)
        view.choose_style(style)
        await driven.press("tab")
        await driven.pilot.pause(0.1)
        before, text = grounds(view), view.render_line(3).text
        await heated(driven)
        assert heat_of(view).total == (TICKS + 1) * len(driven.view.payload.state.bodies)
        await driven.press("tab")
        await driven.pilot.pause(0.1)
        after = grounds(view)
        changed = {cell for cell, ground in after.items() if ground != before[cell]}
        assert changed
        assert changed == heat_of(view).cells.keys() & after.keys()
        assert view.render_line(3).text == text
        driven.simulate.focus_pane("map")
        await driven.press("escape")
        await driven.until(lambda: view.heat is None)
        await driven.press("tab")
        await driven.pilot.pause(0.1)
        assert grounds(view) == before


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_digits_stand_on_the_floor_without_colours(
    frames: SnapshotAssertion, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with studio(SQUARE, size) as driven:
        await stepped(driven)
        driven.simulate.query_one(RunMap).choose_style(MapStyle.LETTERS)
        await heated(driven)
        await driven.pilot.pause(2.2)
        assert driven.frame() == frames


async def test_what_is_offered_is_of_the_selected_person_first() -> None:
    async with studio(SQUARE) as driven:
        await stepped(driven)
        state = driven.view.payload.state
        assert [one.key for one in heat_subjects(state, "")] == ["presence ", "talk ", "events "]
        assert [one.key for one in heat_subjects(state, "mina")][3] == "beliefs mina"
        for span in heat_spans(state, TICKS):
            assert 0 <= span.start <= span.end <= TICKS
        driven.simulate.select("mina")
        view = await heated(driven, (3, 3))
        heat = heat_of(view)
        assert (heat.kind, heat.who, heat.end) == (HeatKind.BELIEFS, "mina", TICKS)
        driven.simulate.action_heat()
        await driven.until(lambda: view.heat is None)
