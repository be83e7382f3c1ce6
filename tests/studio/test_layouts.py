import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.map.layout import PARTS, MapLayout
from studio.run.layout import PANES, WIDE, RunLayout
from tests.studio.conftest import studio


@pytest.mark.slow
@given(st.integers(60, 300), st.integers(20, 100), st.sampled_from(PANES))
def test_every_pane_can_be_brought_to_the_screen(width: int, height: int, name: str) -> None:
    shown = RunLayout().with_size(width, height).with_front(name).shown
    assert name in shown
    assert "map" in shown or shown == {name} or shown & {*WIDE}


@given(st.integers(1, 300), st.integers(1, 100))
def test_more_room_never_hides_a_pane(width: int, height: int) -> None:
    layout = RunLayout().with_selection(selected=True)
    small, large = layout.with_size(width, height), layout.with_size(width + 1, height + 1)
    assert small.shown <= large.shown


def test_there_is_one_side_and_one_bottom_on_a_common_terminal() -> None:
    arranged = RunLayout().with_size(80, 24)
    assert arranged.shown == {"outline", "map", "transcript"}
    assert arranged.with_front("card").with_front("timeline").shown == {"card", "map", "timeline"}


def test_without_room_nothing_is_shown() -> None:
    assert (
        RunLayout().with_size(59, 40).shown == RunLayout().with_size(200, 19).shown == frozenset()
    )


def test_a_card_stands_below_the_outline_where_the_transcript_stands_beside_the_map() -> None:
    chosen = RunLayout().with_selection(selected=True)
    sizes = {(160, 48): True, (120, 40): False, (80, 24): False}
    assert {size: chosen.with_size(*size).classes["-stacked"] for size in sizes} == sizes
    assert not RunLayout().with_size(160, 48).classes["-stacked"]


def test_one_pane_may_have_the_whole_screen() -> None:
    alone = RunLayout(alone=True, front="timeline").with_size(160, 48)
    assert alone.shown == {"timeline"}
    assert alone.with_front("card").shown == {"card"}
    assert alone.toggle_alone("timeline").shown >= {"map", "outline", "transcript"}
    assert "card" not in alone.toggle_alone("timeline").shown
    assert "card" in replace(alone.toggle_alone("timeline"), has_selection=True).shown
    assert MapLayout(alone=True).with_size(160, 48).shown == {"draw"}


KEPT = st.dictionaries(
    st.sampled_from(["side", "face", "bottom", "left", "right", "mini"]),
    st.one_of(
        st.booleans(),
        st.integers(),
        st.sampled_from([*PANES, *PARTS, "face", "nothing"]),
    ),
)


@given(KEPT)
def test_a_layout_is_restored_as_far_as_there_is_such_a_thing(kept: dict[str, object]) -> None:
    run, sheet = (
        RunLayout().with_size(120, 40).with_saved_values(kept),
        MapLayout().with_size(120, 40).with_saved_values(kept),
    )
    assert run.with_saved_values(run.saved_values) == run
    assert sheet.with_saved_values(sheet.saved_values) == sheet
    assert {"map", "outline"} <= run.shown <= {*PANES}
    assert {"draw"} <= sheet.shown <= {*PARTS}


async def test_a_layout_is_kept_until_the_next_time() -> None:
    async with studio(size=(80, 24)) as driven:
        await driven.press("t", "Z")
        assert driven.simulate.shown_panes() == ("map",)
    async with studio(size=(80, 24)) as driven:
        assert "timeline" in driven.simulate.shown_panes()
        assert "transcript" not in driven.simulate.shown_panes()
