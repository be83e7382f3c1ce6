"""The map's drawing: right, and as dear for a great map as for a small one."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.ansi import AnsiDecoder
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.color import Color
from textual.filter import ANSIToTruecolor
from textual.strip import Strip

from latticeville.core.geometry import Box, Cell
from latticeville.draw.frame import Sprite, frame
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.draw.tilemap.surfaces import is_open_ground
from latticeville.sim.first_state import initial_state
from latticeville.sim.state import State
from studio.canvas.area_borders import NONE, FramedArea, covered_cells, draw_borders, draw_names
from studio.canvas.glyph_renderer import GlyphRenderer
from studio.canvas.marks import CHOSEN, CURSOR
from studio.canvas.palette import MapLight, MapPalette, light_at
from studio.canvas.prerendered_strip import PrerenderedStrip, StripPiece, make_ink, make_piece
from studio.canvas.scale import Scale
from studio.canvas.tile_renderer import TileRenderer
from studio.canvas.zoom import ZoomedMap, shrink_grid
from studio.run.panes.scene import Scene
from studio.ui.theme import theme_variables
from tests.world_folders import SQUARE, shared_world


def brush(state: State, lit: MapLight | None = None, *, ansi: bool = False) -> GlyphRenderer:
    colours = {**theme_variables(dark=True, ansi=False), "foreground": "#ffffff"}
    paint = MapPalette(colours, Color.parse("#101010"), lit or MapLight(), ansi=ansi)
    return GlyphRenderer(state.world.grid, paint, Style(color="yellow"))


def cut(pieces: list[StripPiece]) -> list[Segment]:
    return [segment for piece in pieces for segment in piece.segments]


def text(pieces: list[StripPiece]) -> str:
    return "".join(segment.text for segment in cut(pieces))


@cache
def test_rows_say_what_the_text_frame_says() -> None:
    state = initial_state(shared_world(SQUARE))
    scene, drawn = Scene(state), brush(state)
    rows = [text(drawn.row(ZoomedMap(scene, Scale()), y, range(24), NONE, {})) for y in range(10)]
    assert rows == frame(state)
    assert (
        text(drawn.row(ZoomedMap(scene, Scale()), 4, range(5, 17), NONE, {}))
        == frame(state, Box(5, 4, 12, 1))[0]
    )


def test_runs_of_one_look_are_one_segment() -> None:
    state = initial_state(shared_world(SQUARE))
    segments = cut(brush(state).row(ZoomedMap(Scene(state), Scale()), 0, range(24), NONE, {}))
    assert [segment.text for segment in segments] == ["TT", "," * 20, "TT"]


def test_marks_invert_and_stay_readable_without_colour() -> None:
    state = initial_state(shared_world(SQUARE))
    row = brush(state, ansi=True).row(
        ZoomedMap(Scene(state), Scale()), 0, range(24), NONE, {3: CURSOR, 9: CHOSEN}
    )
    segments = cut(row)
    inverted = [segment for segment in segments if segment.style and segment.style.reverse]
    assert [len(segment.text) for segment in inverted] == [1, 1]


def test_borders_and_names_of_areas_hide_no_wall_no_object_and_no_person() -> None:
    state = initial_state(shared_world(SQUARE))
    scene = ZoomedMap(Scene(state), Scale())
    area, rows = state.world.areas.by_id["house"], frame(state)
    framed = draw_borders(
        [FramedArea("House", area.boxes)], Box(0, 0, 24, 10), 1, covered_cells(scene)
    )
    drawn = brush(state)
    assert sum(len(row) for row in framed.names.values()) >= len("Hou…")
    for y in range(10):
        shown = text(drawn.row(scene, y, range(24), framed, {}))
        for x, (tile, glyph) in enumerate(zip(rows[y], shown, strict=True)):
            if tile != glyph:
                cell = Cell(x, y)
                assert is_open_ground(state.world.grid.tile(cell))
                assert x not in scene.objects.get(y, {})
                assert x not in scene.people.get(y, {})


def test_who_is_between_two_cells_fills_a_half_of_each() -> None:
    state = initial_state(shared_world(SQUARE))
    scene = ZoomedMap(Scene(state), Scale())
    tiles = TileRenderer(
        state.world.grid, MapStyle.TILES, Color.parse("yellow").rgb, ColorSystem.TRUECOLOR
    )
    plain = text(tiles.row(scene, 4, range(10, 20), NONE, {}))
    mina, otto = (
        Sprite("@", "amber", who, badge=badge, shift=1)
        for who, badge in (("mina", "Mi"), ("otto", "Ot"))
    )
    scene.people = {4: {12: mina, 13: otto}}
    assert text(tiles.row(scene, 4, range(10, 20), NONE, {})) == f"{plain[:5]}MiOt{plain[9:]}"
    assert text(tiles.row(scene, 4, range(13, 20), NONE, {})) == f"iOt{plain[9:]}"


@given(
    st.lists(
        st.tuples(
            *(st.integers(0, 12),) * 2, *(st.integers(1, 9),) * 2, st.text("abc", max_size=9)
        ),
        max_size=5,
    ),
    st.frozensets(
        st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda at: Cell(*at)), max_size=60
    ),
    st.sampled_from((1, 2)),
)
def test_names_share_no_cell_and_stand_in_their_area(
    made: list[tuple[int, int, int, int, str]], covered: frozenset[Cell], columns: int
) -> None:
    view = Box(2, 2, 14, 12)
    areas = [FramedArea(name, (Box(x, y, width, height),)) for x, y, width, height, name in made]
    layer = draw_borders(areas, view, columns, covered.__contains__)
    named = [Cell(x, y) for y, row in layer.names.items() for x in row]
    assert all(cell in view and cell not in covered for cell in named)
    assert all(any(cell in box for area in areas for box in area.boxes) for cell in named)
    assert all(layer.borders[y][x] == "" for x, y in covered if x in layer.borders.get(y, {}))
    whole = [area.name for area in areas if len(area.name) >= 4]
    texts = "|".join(
        "".join(text for _, text in sorted(row.items())) for row in layer.names.values()
    )
    assert sum(map(len, texts.split("|"))) <= columns * len(named)
    if len(areas) == 1 and whole and not covered and areas[0].boxes[0].overlaps(view):
        assert (
            texts
            or areas[0].boxes[0].width * columns < 4
            or not _reaches(areas[0].boxes[0], view, columns)
        )


def _reaches(box: Box, view: Box, columns: int) -> bool:
    """Tell whether four columns of a box are in sight."""
    return (min(box.x + box.width, view.x + view.width) - max(box.x, view.x)) * columns >= 4


def test_names_in_an_overview_stand_apart_and_only_where_they_have_room() -> None:
    boxes = {
        "School": Box(0, 0, 6, 3),
        "Inn": Box(6, 0, 3, 3),
        "Park": Box(12, 0, 6, 3),
        "Library": Box(0, 5, 5, 2),
    }
    found = draw_names(
        [FramedArea(name, (box,)) for name, box in boxes.items()], Box(0, 0, 30, 9)
    ).names
    assert "".join(found[1].get(x, " ") for x in range(18)) == "School       Park "
    assert not found.get(6)


def test_frames_beyond_the_window_cost_nothing() -> None:
    assert draw_borders([FramedArea("House", (Box(500, 500, 9, 9),))], Box(0, 0, 80, 24)) == NONE


def test_only_rows_that_changed_are_named() -> None:
    state = initial_state(shared_world(SQUARE))
    before = Scene(state)
    assert Scene(state, before).objects is before.objects
    drawn = ZoomedMap(before, Scale())
    assert ZoomedMap(Scene(state, before), Scale(), drawn).changed_rows(drawn, range(10)) == []


def test_a_stack_goes_from_people_to_areas() -> None:
    state = initial_state(shared_world(SQUARE))
    assert Scene(state).ids_at(Box(5, 6, 1, 1), Cell(5, 6)) == ("kettle", "kitchen", "house")
    otto = state.bodies["otto"].cell
    assert Scene(state).ids_at(Box(*otto, 1, 1), otto)[0] == "otto"
    assert Scene(state).ids_at(Box(0, 0, 24, 10), Cell(5, 6))[:2] == ("mina", "otto")


def test_night_falls_in_steps() -> None:
    assert light_at(12 * 60, "clear") == MapLight(0, "clear")
    assert light_at(23 * 60, "").dark == light_at(3 * 60, "").dark == 6
    assert 0 < light_at(20 * 60, "").dark < 6
    assert 0 < light_at(6 * 60, "").dark < 6
    darks = [light_at(minute, "").dark for minute in range(18 * 60, 24 * 60)]
    assert darks == sorted(darks)


def test_night_is_blue_outside_and_warm_under_a_roof() -> None:
    state = initial_state(shared_world(SQUARE))
    legend = state.world.grid.legend
    colours = {**theme_variables(dark=True, ansi=False), "foreground": "#ffffff"}
    paint = MapPalette(colours, Color.parse("#101010"), MapLight(6), ansi=False)

    def blue_over_red(glyph: str) -> int:
        back = paint.tile(legend[glyph]).bgcolor
        assert back is not None
        assert back.triplet is not None
        return back.triplet.blue - back.triplet.red

    assert blue_over_red(",") > 0 > blue_over_red(".")


def test_a_map_made_smaller_keeps_walls_and_people() -> None:
    state = initial_state(shared_world(SQUARE))
    assert shrink_grid(state.world.grid, 3).rows == (",##,,,,,", ",#.,:::,", ",##,:::,", "T,,,,,,T")
    drawn = ZoomedMap(Scene(state), Scale.letters(3))
    small = drawn.grid
    assert {sprite.id for row in drawn.people.values() for sprite in row.values()} == {
        "mina",
        "otto",
    }
    assert drawn.people[2][14 // 3].id == "otto"
    assert {sprite.id for row in drawn.objects.values() for sprite in row.values()} == {
        "well",
        "bench",
    }
    assert ZoomedMap(Scene(state), Scale.letters(3), drawn).grid is small


@given(
    st.integers(1, 9),
    st.integers(0, 90),
    st.integers(0, 90),
    st.integers(1, 30),
    st.integers(1, 30),
)
def test_a_lens_keeps_what_is_in_a_box_in_it(
    factor: int, x: int, y: int, width: int, height: int
) -> None:
    scale, box = Scale.letters(factor), Box(x, y, width, height)
    small = scale.box_to_view(box)
    assert scale.to_view(Cell(x, y)) in small
    assert scale.to_view(Cell(x + width - 1, y + height - 1)) in small
    assert scale.box_to_map(small).covers(box)


def test_a_whole_map_fits() -> None:
    grid = initial_state(shared_world(SQUARE)).world.grid
    assert Scale.fit_letters(grid, 24, 10) == Scale.letters(1)
    assert Scale.fit_letters(grid, 23, 10) == Scale.letters(2)
    assert Scale.fit_letters(grid, 80, 3) == Scale.letters(4)


def looks(segments: list[Segment]) -> list[tuple[str, Style | None]]:
    """Tell the look of each cell."""
    return [(letter, segment.style) for segment in segments for letter in segment.text]


@pytest.mark.slow
@given(
    st.integers(0, 9),
    st.integers(0, 40),
    st.integers(1, 90),
    st.dictionaries(st.integers(0, 95), st.just(CURSOR)),
)
def test_a_part_of_a_row_looks_as_it_does_in_the_whole(
    y: int, left: int, width: int, marks: dict[int, int]
) -> None:
    state = initial_state(shared_world(SQUARE))
    grid = replace(state.world.grid, rows=tuple(row * 4 for row in state.world.grid.rows), width=96)
    drawn = brush(state)
    drawn.grid = grid
    scene, right = ZoomedMap(Scene(state), Scale()), min(left + width, 96)
    whole = looks(cut(drawn.row(scene, y, range(96), NONE, marks)))
    part = looks(cut(drawn.row(scene, y, range(left, right), NONE, marks)))
    assert part == whole[left:right]
    assert "".join(letter for letter, _ in whole)[24:] == grid.rows[y][24:]


COLOURS = st.sampled_from([None, "#ff0000", "#00ff00", "blue", "color(200)"])
STYLES = st.builds(
    Style,
    color=COLOURS,
    bgcolor=COLOURS,
    bold=st.sampled_from([None, True]),
    reverse=st.sampled_from([None, True]),
)


@given(st.lists(st.tuples(st.text("ab#", min_size=1, max_size=4), STYLES), min_size=1, max_size=9))
def test_a_painted_line_looks_on_the_terminal_as_its_segments_do(
    parts: list[tuple[str, Style]],
) -> None:
    console = Console(
        color_system="truecolor", force_terminal=True, legacy_windows=False, no_color=False
    )
    pieces = [make_piece(words, make_ink(style, ColorSystem.TRUECOLOR)) for words, style in parts]
    painted = PrerenderedStrip(pieces, sum(len(words) for words, _ in parts))
    plain = Strip(cut(pieces), painted.cell_length)
    assert seen(painted.render(console)) == seen(plain.render(console))
    assert painted == plain
    assert painted.text == plain.text
    assert (
        painted.apply_filter(ANSIToTruecolor(DEFAULT_TERMINAL_THEME), Color.parse("black"))
        is painted
    )


def seen(sequence: str) -> list[tuple[str, Style]]:
    """Tell the look of each cell that a terminal would show."""
    line = AnsiDecoder().decode_line(sequence)
    return [
        (letter, line.get_style_at_offset(Console(), place))
        for place, letter in enumerate(line.plain)
    ]
