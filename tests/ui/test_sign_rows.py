"""The signs of a kind in rows: every state, by day and at night, as wide as there is room."""

import pytest
from msgspec.structs import replace

from latticeville.draw.tilemap.painter import MapStyle
from latticeville.world.io.kinds import load_presets
from latticeville.world.model.grid import Tile
from studio.ui.sign_rows import paint_sign, sign_rows, tile_span
from studio.ui.text import TextRow, span_width

LAMP, BED = load_presets()["lamp"].kind, load_presets()["bed"].kind


def told(row: TextRow) -> str:
    return "".join(span.text for span in row.spans).rstrip()


def test_each_state_has_its_tile_and_its_compact_cell_by_day_and_at_night() -> None:
    day, night = sign_rows(LAMP, 60)
    assert told(day) == "day    ☼  ☼ off  ☼  ☼ on"
    assert told(night) == "night  ☼  ☼      ☼  ☼"


def test_a_state_that_gives_light_is_brighter_at_night_than_one_that_does_not() -> None:
    off, on = (paint_sign(LAMP, state, MapStyle.TILES, is_night=True) for state in ("off", "on"))
    assert sum(on.ground) > 2 * sum(off.ground)
    assert paint_sign(LAMP, "off", MapStyle.TILES, is_night=False).ground != off.ground


def test_a_tile_of_a_state_is_shown() -> None:
    states = {**LAMP.states, "on": replace(LAMP.states["on"], tile="♣♠")}
    assert "♣♠ ♣ on" in told(sign_rows(replace(LAMP, states=states), 60)[0])


@pytest.mark.parametrize("cells", [12, 25, 40, 60])
def test_states_without_room_are_left_out(cells: int) -> None:
    day, night = sign_rows(BED, cells)
    assert span_width(day.spans[:5]) == span_width(night.spans[:5])
    assert told(day).endswith("…") == (cells < 60)


def test_a_tile_is_seen_as_on_the_map() -> None:
    meadow = tile_span(Tile(",", "meadow", color="grass", terrain="grass"))
    pond = tile_span(Tile("~", "pond", color="water", terrain="water"))
    assert len(meadow.text) == len(pond.text) == 2
    assert " on #" in meadow.style
    assert meadow.style != pond.style
