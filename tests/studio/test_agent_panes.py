"""The panes that explain a person: beliefs, memory and why, on the village with the fake model."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem
from syrupy.assertion import SnapshotAssertion

from latticeville.core.geometry import Cell
from latticeville.draw.frame import people_layer
from latticeville.draw.tilemap.badges import badges_of
from latticeville.reports.beliefs.match import GLYPHS, compare_beliefs, disagree
from latticeville.sim.events import Said
from studio.run.panes.belief_scene import COLORS, BeliefScene, false_beliefs
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.card_pane import CardPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.ranking_pane import ranking_feet
from studio.run.panes.run_map import RunMap
from studio.run.panes.why_pane import WhyPane
from studio.run.transport import run_until
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.portrait_rows import portrait_rows
from studio.ui.text import Span, TextRow, span_width
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import VILLE, shared_world
from tests.worlds import live

TALK = 82
"""The first tick at which Ada answers somebody."""


@asynccontextmanager
async def ada(size: tuple[int, int] = (120, 40), tick: int = TALK) -> AsyncIterator[Driven]:
    """Open the village at a tick, with Ada selected."""
    async with studio(VILLE, size) as driven:
        for _ in range(tick):
            driven.simulate.action_step()
        await driven.tick(tick)
        assert tick != TALK or driven.view.payload.thoughts["ada"].why == "answer"
        driven.simulate.select("ada")
        yield driven


async def ranked(driven: Driven) -> MemoryPane:
    pane = driven.simulate.query_one(MemoryPane)
    await driven.until(lambda: pane.retrieval is not None)
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_memory(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("m")
        retrieval = (await ranked(driven)).retrieval
        assert retrieval is not None
        await driven.press("enter")
        assert driven.frame() == frames(name="recalled")
        cut = f"cut at k = {retrieval.base.k - 1}"
        await driven.press("enter", "plus", "plus", "L", "minus", "L", "L", "minus")
        await driven.until(lambda: "what if" in driven.frame() and cut in driven.frame())
        assert driven.frame() == frames(name="what if")
        await driven.press("v")
        assert driven.frame() == frames(name="stream")


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_why(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("w")
        await driven.until(lambda: "say to " in driven.frame())
        assert driven.frame() == frames(name="chain")
        await driven.press("G", "k", "k", "k")
        assert driven.frame() == frames(name="end")


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_beliefs(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("b", "j", "enter")
        assert driven.frame() == frames


async def test_other_terms_move_the_order_and_the_runs_own_bring_it_back() -> None:
    async with ada() as driven:
        await driven.press("m")
        pane = await ranked(driven)
        assert pane.retrieval is not None
        own = [one.row.id for one in pane.retrieval.now.memories]
        assert tuple(own[: pane.retrieval.now.k]) == pane.retrieval.now.recorded
        await driven.press(*["minus"] * 4)
        await driven.until(lambda: pane.retrieval is not None and pane.retrieval.is_changed)
        assert [one.row.id for one in pane.retrieval.now.memories] != own
        await driven.press("0")
        await driven.until(lambda: pane.retrieval is not None and not pane.retrieval.is_changed)
        assert [one.row.id for one in pane.retrieval.now.memories] == own


async def test_angle_brackets_go_from_recall_to_recall() -> None:
    async with ada(tick=TALK + 1) as driven:
        await driven.press("m", "less_than_sign")
        await driven.until(lambda: driven.view.payload.tick <= TALK)
        pane = await ranked(driven)
        assert driven.view.payload.thoughts["ada"].recalls
        await driven.press("v", "s", "s")
        assert pane.kind == "action"
        assert all("action" in row.spans[1].text for row in pane.rows)


async def test_a_query_of_ones_own_is_answered_without_a_trace() -> None:
    async with ada() as driven:
        before = driven.view.payload
        await driven.press("m", "Q")
        await driven.pilot.pause(0.1)
        await driven.press("ctrl+u", *"ribbon", "enter")
        pane = driven.simulate.query_one(MemoryPane)
        await driven.until(
            lambda: pane.retrieval is not None and pane.retrieval.now.query == "ribbon"
        )
        assert pane.retrieval is not None
        call = pane.retrieval.now
        assert call.recorded is None
        assert max(call.memories, key=lambda one: one.row.relevance).text.startswith(
            "Mother kept a bundle of letters"
        )
        assert driven.view.payload is before


async def test_what_a_query_brings_to_mind_is_read_from_the_first_rank() -> None:
    async with ada() as driven:
        await driven.press("m", "v", "G", "Q")
        await driven.pilot.pause(0.1)
        await driven.press("ctrl+u", *"the oak", "enter")
        pane = driven.simulate.query_one(MemoryPane)
        await driven.until(
            lambda: pane.retrieval is not None and pane.retrieval.now.query == "the oak"
        )
        await driven.pilot.pause(0.1)
        assert (pane.cursor, pane.top) == (0, 0)


async def choose_last_ranked(driven: Driven) -> MemoryPane:
    """Choose, in the stream, the memory that ranks last, and go back to the retrieval."""
    await driven.press("m")
    pane = await ranked(driven)
    last = pane.rows[-1].key
    await driven.press("v")
    pane._move_to_key(last)
    await driven.press("v")
    await driven.until(lambda: bool(pane.feet))
    assert (pane.rows[-1].key, pane.feet[-1].key) == (last, last)
    return pane


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_ranking_opens_at_rank_1_with_the_chosen_memory_at_its_foot(
    size: tuple[int, int],
) -> None:
    async with ada(size) as driven:
        pane = await choose_last_ranked(driven)
        last = pane.rows[-1]
        assert (pane.cursor, pane.top, pane.rows[0].key[:1]) == (0, 0, "m")
        assert pane.feet[-1].spans == last.spans
        assert "cut at k = " in driven.frame() or "cut is below rank " in driven.frame()
        assert "chosen" in driven.frame().splitlines()[pane.content_region.bottom - 1]
        await driven.press("plus", "plus")
        await driven.until(lambda: pane.retrieval is not None and pane.retrieval.is_changed)
        assert (pane.top, pane.feet[-1].key) == (0, last.key)
        await driven.press("v")
        assert (pane.rows[pane.cursor].key, pane.feet) == (last.key, ())


ROWS = [TextRow(key, (Span(key),)) for key in ("m1", "m2", "cut", "m3", "m4", "m4", "m5")]


@given(st.integers(1, 9), st.sampled_from(["m1", "m3", "m5", "mNone"]))
def test_what_matters_of_a_ranking_is_in_the_window_or_at_its_foot(room: int, chosen: str) -> None:
    feet = ranking_feet(ROWS, room, chosen, 2)
    seen = [row.key for row in [*ROWS[: max(0, room - len(feet))], *feet]]
    assert {"cut", chosen} - {"mNone"} <= set(seen)
    assert len(set(seen)) + seen.count("m4") - ("m4" in seen) == len(seen)
    assert len(feet) <= 2


async def test_a_click_on_the_chosen_memory_leads_to_its_rank() -> None:
    async with ada((80, 24)) as driven:
        pane = await choose_last_ranked(driven)
        await driven.pilot.click(pane, offset=(10, pane.outer_size.height - 2))
        assert pane.cursor == len(pane.rows) - 1


async def test_things_of_one_name_are_told_apart_by_where_they_are() -> None:
    async with ada() as driven:
        await driven.press("b", "s", "s")
        rows = [row.spans[1].text.strip() for row in driven.simulate.query_one(BeliefsPane).rows]
        assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_from_the_beliefs_to_the_map_in_their_eyes(size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("b", "v")
        assert "Ada's beliefs" in driven.frame()


async def test_every_link_of_why_leads_on() -> None:
    async with ada(tick=TALK + 2) as driven:
        await driven.press("w")
        pane = driven.simulate.query_one(WhyPane)
        await driven.until(
            lambda: any(row.key.startswith("ask") for row in pane.rows) or bool(pane.rows[1:])
        )
        await driven.press("comma", "comma")
        await driven.tick(TALK)
        await driven.until(lambda: any(row.key == "ask 0" for row in pane.rows))
        closed = len(pane.rows)
        pane._move_to_key("ask 0")
        await driven.press("enter")
        assert len(pane.rows) > closed
        assert "prompt │" in pane.text()
        third = [row.key for row in pane.rows if row.key.startswith("recall 0 ")][2]
        pane._move_to_key(third)
        await driven.press("enter")
        memories = await ranked(driven)
        assert isinstance(driven.simulate.focused, MemoryPane)
        assert memories.rows[memories.cursor].key == f"m{third.split()[2]}"
        await driven.press("escape")
        assert driven.simulate.focused.id == "map"


def perceived(pane: WhyPane, tick: int) -> str:
    """Return the key of the line that says that Ada perceived the event at a tick, or ""."""
    told = f"perceived by Ada at tick {tick}"
    return next((row.key for row in pane.rows if any(told in span.text for span in row.spans)), "")


async def test_one_returns_to_where_a_link_led_away() -> None:
    async with ada() as driven:
        pane = driven.simulate.query_one(WhyPane)
        await driven.press("w")
        await driven.until(lambda: bool(perceived(pane, TALK + 1)))
        pane._move_to_key(perceived(pane, TALK + 1))
        await driven.press("enter")
        await driven.until(lambda: f"There is no tick {TALK + 1} yet" in driven.frame())
        driven.simulate.trail = ()
        await driven.press("comma", "comma")
        await driven.until(lambda: bool(perceived(pane, TALK - 1)))
        pane._move_to_key(perceived(pane, TALK - 1))
        await driven.press("enter")
        await driven.tick(TALK - 1)
        driven.simulate.go_to_tick(3)
        await driven.tick(3)
        await driven.press("escape", "backspace")
        await driven.tick(TALK - 1)
        await driven.press("backspace")
        await driven.tick(TALK - 2)
        assert driven.simulate.selected == "ada"
        assert driven.simulate.focused is pane
        await driven.press("backspace")
        assert "There is nowhere to go back to." in driven.frame()


async def test_what_leads_nowhere_says_so() -> None:
    async with ada() as driven:
        await driven.press("n")
        assert "No search yet" in driven.frame()
        await driven.press("greater_than_sign")
        await driven.until(
            lambda: "Nothing happened to the selection after this tick." in driven.frame()
        )


async def test_escape_leaves_a_pane_alone_and_names_no_one_who_is_not_selected() -> None:
    async with ada((160, 48)) as driven:
        await driven.press("b", "Z")
        assert len(driven.simulate.shown_panes()) == 1
        await driven.press("escape")
        assert len(driven.simulate.shown_panes()) > 1
        driven.simulate.select("")
        await driven.pilot.pause(0.1)
        assert "Beliefs · " not in driven.frame()


async def test_escape_in_a_pane_goes_to_the_map_and_keeps_the_selection() -> None:
    async with ada() as driven:
        for key in ("b", "m", "t"):
            await driven.press(key, "escape")
            assert (driven.simulate.focused_pane, driven.simulate.selected) == ("map", "ada")
            assert not {"beliefs", "memory"} & {*driven.simulate.shown_panes()}
        await driven.press("escape")
        assert driven.simulate.selected == ""


async def test_panes_about_a_person_close_with_the_selection_and_are_not_restored() -> None:
    async with ada() as driven:
        await driven.press("b")
        driven.simulate.focus_pane("outline")
        driven.simulate.select("")
        assert "beliefs" not in driven.simulate.shown_panes()
        driven.simulate.select("ada")
        await driven.press("b")
        assert "beliefs" in driven.simulate.shown_panes()
    async with studio() as driven:
        assert "beliefs" not in driven.simulate.shown_panes()
        assert "card" in driven.simulate.shown_panes()


async def test_beliefs_count_what_they_show() -> None:
    async with ada() as driven:
        await driven.press("b", "s", "s")
        pane = driven.simulate.query_one(BeliefsPane)
        counted = sum(int(span.text.strip()[1:]) for span in pane.heads[0].spans[1:])
        assert len(pane.rows) == counted == len(pane._known[1])


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_map_in_somebodys_eyes(frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("v")
        assert "Ada's beliefs" in driven.frame()
        assert driven.frame() == frames(name="belief")
        await driven.press("v")
        await driven.until(lambda: "at false beliefs. n next" in driven.frame())
        assert "Ada's false beliefs" in driven.frame()
        assert driven.frame() == frames(name="doubt")
        await driven.press("v")
        assert "Ada ·" not in driven.frame().splitlines()[-16]


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_eyes_open_from_the_beliefs_too(size: tuple[int, int]) -> None:
    async with ada(size) as driven:
        await driven.press("b")
        await driven.press("v")
        await driven.until(lambda: "Ada's beliefs" in driven.frame())


async def test_the_signs_on_the_map_are_the_rows_that_differ() -> None:
    async with ada() as driven:
        state = driven.view.payload.state
        people = {
            sprite.id
            for row in people_layer(state.world, state.bodies).values()
            for sprite in row.values()
        }
        signs = [
            one
            for row in false_beliefs(state, "ada", badges_of(state.world))[0].values()
            for one in row.values()
            if one.color in COLORS.values()
        ]
        wrong = {
            row.id: row
            for row in compare_beliefs(state, "ada")
            if row.match in COLORS and row.id != "ada"
        }
        assert signs
        assert {one.id for one in signs} <= wrong.keys() | people
        assert all(one.glyph == GLYPHS[wrong[one.id].match] for one in signs if one.id in wrong)


@pytest.mark.parametrize("keys", [("v", "v"), ("V", "enter")])
async def test_n_goes_through_the_signs_and_finds_again_where_there_are_none(
    keys: tuple[str, ...],
) -> None:
    async with ada() as driven:
        canvas = driven.simulate.query_one(RunMap)
        await driven.press("slash", *"oak", "enter")
        driven.simulate.select("ada")
        await driven.press(keys[0])
        await driven.pilot.pause(0.1)
        await driven.press(keys[1])
        await driven.until(lambda: bool(canvas.signs))
        signs, seen = canvas.signs, list[Cell]()
        assert signs == tuple(sorted(signs, key=lambda cell: (cell.y, cell.x)))
        assert "n next mark" in driven.frame().splitlines()[-1] or "n next" in driven.frame()
        for _ in signs:
            await driven.press("n")
            seen.append(canvas.cursor)
            assert f"{signs.index(canvas.cursor) + 1} of {len(signs)} · " in driven.frame()
        assert sorted(seen) == sorted(signs)
        await driven.press("n", "N")
        assert canvas.cursor == seen[-1]
        assert driven.simulate.selected == "ada"
        await driven.press("v")
        await driven.until(lambda: not canvas.signs)
        await driven.press("n")
        assert driven.simulate.selected == "old_oak"


def _is_said_with_ada(event: object) -> bool:
    return isinstance(event, Said) and "ada" in (event.who, event.to)


async def test_a_run_goes_on_until_an_expression_is_met() -> None:
    said = next(
        one.tick
        for one in live(shared_world(VILLE), 120)
        if any(map(_is_said_with_ada, one.events))
    )
    async with ada(tick=5) as driven:
        await driven.press("X")
        await driven.pilot.pause(0.1)
        await driven.write("event:said and agent:ada")
        await driven.press("enter")
        await driven.tick(said)
        assert not driven.view.playing
        assert any(map(_is_said_with_ada, driven.view.payload.events))
        await driven.press("comma", "comma", "asterisk")
        await driven.tick(said)
        run_until(driven.simulate, "state:nowhere=on")
        await driven.pilot.pause(0.05)
        assert "column 7: state: takes ada_bath, " in driven.frame()
        assert driven.view.payload.tick == said


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_map_where_two_believe_different_things(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with ada(size) as driven:
        await driven.press("V")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.1)
        await driven.press(*"edda", "enter")
        await driven.until(lambda: "marks: ≠ both believe" in driven.frame())
        assert driven.frame() == frames
        state, scene = driven.view.payload.state, driven.simulate.query_one(RunMap).scene
        assert isinstance(scene, BeliefScene)
        views = [one for one in disagree(state, "ada", "edda") if one.id not in ("ada", "edda")]
        cells = {
            look.cell
            for one in views
            for look in (one.one, one.other)
            if look is not None and look.cell
        }
        assert scene.told.keys() == cells
        assert cells
        driven.simulate.select(next(iter(state.things)))
        await driven.press("escape")
        assert "≠" not in driven.frame()
        assert driven.simulate.selected


async def test_nobody_is_looked_into_who_was_not_selected() -> None:
    async with ada() as driven:
        await driven.press("m", "v")
        pane = driven.simulate.query_one(MemoryPane)
        pane.letters = "oak"
        driven.simulate.focus_pane("map")
        driven.simulate.select("")
        for key in "mwbAV":
            await driven.press(key)
            assert "Select a person first" in driven.frame()
            assert driven.simulate.selected == ""
        driven.simulate.select("byron")
        await driven.press("m")
        assert (pane.who, pane.letters) == ("byron", "")


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_card_of_a_person_begins_with_a_portrait_where_there_is_room(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.portrait_rows.find_colors", lambda _app: ColorSystem.TRUECOLOR)
    async with ada(size) as driven:
        await driven.press("c")
        card = driven.simulate.query_one(CardPane)
        await driven.pilot.pause(0.1)
        assert bool(card.heads) is (size == (120, 40))
        driven.simulate.select("library")
        assert not card.heads


ADA = shared_world(VILLE).people["ada"].persona


@given(st.integers(28, 60))
def test_rows_of_a_portrait_fit(cells: int) -> None:
    rows = portrait_rows("ada", ADA, cells)
    assert len(rows) == 4
    assert all(span_width(row.spans) <= cells for row in rows)
    assert "Ada Lindgren" in "".join(span.text for span in rows[0].spans)
