"""The lines of the transcript: what stands out, and what stands back."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.draw.transcript import TranscriptLine, tell
from latticeville.runs.replay import Replay
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Idled, Moved, Refused, Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree import Journey
from latticeville.world.load import load_world
from studio.player import orders
from studio.player.history import RunHistory, summarize_tick
from studio.run.panes.transcript_pane import TranscriptPane, _lines
from studio.ui.text import ALARM, PLAIN, QUIET, TextRow
from tests.studio.conftest import studio
from tests.world_folders import SQUARE


def told(event: Event) -> TranscriptLine:
    return tell(TickPayload(1, initial_state(load_world(SQUARE)), (event,)))[0]


@pytest.mark.parametrize(
    ("event", "style", "tail"),
    [
        (Moved("mina", "kitchen", "kettle", Cell(5, 5)), QUIET, ""),
        (Entered("mina", "kitchen", "house"), QUIET, ""),
        (Idled("mina", "kitchen", "nothing fits"), QUIET, "idle"),
        (Said("mina", "kitchen", "otto", "Tea?"), PLAIN, ""),
        (Refused("mina", "kitchen", "interact", "kettle", "it is hot"), PLAIN, "refused"),
    ],
)
def test_only_walking_stands_back(event: Event, style: str, tail: str) -> None:
    row = _lines("1/0", told(event), 60, fresh=False)[0]
    assert (row.spans[-1].style, row.tail.text) == (style, tail)
    assert not tail or row.tail.style == (ALARM if tail == "refused" else QUIET)


def test_who_sets_out_is_told_once_at_the_tick_of_the_decision_and_stands_back() -> None:
    state = initial_state(load_world(SQUARE))
    walks = replace(state.bodies["mina"], journey=Journey("kettle", Cell(5, 5), "NN"))
    on = replace(walks, journey=Journey("kettle", Cell(5, 5), "N"))
    turns = replace(walks, journey=Journey("square", Cell(9, 5), "EE"))
    bodies = [state.bodies["mina"], walks, on, turns, state.bodies["mina"]]
    states = [
        replace(state, tick=tick, bodies={**state.bodies, "mina": body})
        for tick, body in enumerate(bodies)
    ]
    lines = [tell(TickPayload(after.tick, after), before) for before, after in pairwise(states)]
    assert [[one.text for one in each] for each in lines] == [
        ["Mina sets out for the kettle."],
        [],
        ["Mina sets out for Square."],
        [],
    ]
    assert all(
        (one.about, one.minor, one.mark) == ("mina", True, "") for each in lines for one in each
    )
    assert tell(TickPayload(1, states[1])) == []


def test_setting_out_is_no_event_of_a_story() -> None:
    story, state = RunHistory(), initial_state(load_world(SQUARE))
    walks = replace(state.bodies["mina"], journey=Journey("kettle", Cell(5, 5), "NN"))
    story.add(summarize_tick(TickPayload(0, state)))
    story.add(
        summarize_tick(
            TickPayload(1, replace(state, tick=1, bodies={**state.bodies, "mina": walks})), state
        )
    )
    assert [one.text for one in story.lines_until(1, 9)] == ["Mina sets out for the kettle."]
    assert story.find_text("sets out for") == [1]
    assert list(story.density.bins(0)) == [0, 0]
    assert story.happened.after(0) is None


def row_with(pane: TranscriptPane, text: str) -> TextRow:
    return next(row for row in pane.rows if text in "".join(span.text for span in row.spans))


async def test_a_line_of_setting_out_leads_to_its_tick_and_person() -> None:
    async with studio() as driven:
        player = driven.app.player
        assert player is not None
        player.do(orders.StepBy(20))
        await driven.tick(20)
        pane = driven.simulate.query_one(TranscriptPane)
        driven.simulate.focus_pane("transcript")
        walk = row_with(pane, "walks to")
        folded = [*pane.rows]
        pane._move_to(pane.rows.index(walk))
        await driven.press("right")
        line = row_with(pane, "sets out for")
        assert len(pane.rows) > len(folded)
        assert pane.rows[pane.rows.index(line) - 1].spans[1].text == "▾ "
        await driven.press("down", "left")
        assert pane.rows == folded
        await driven.press("right")
        told = pane.event_of(line)
        assert told is not None
        walker = Replay(player.source.folder).at(told.tick)
        journey = walker.state.bodies[told.about].journey
        assert journey is not None
        assert told.text.endswith(
            f"sets out for {walker.state.world.name_with_article(journey.target)}."
        )
        assert pane.event_of(walk) == told
        pane._move_to(pane.rows.index(line))
        await driven.press("enter")
        await driven.tick(told.tick)
        assert driven.simulate.selected == told.about
