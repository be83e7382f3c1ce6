"""Bubbles over the map of a run: what people say, and what they just retrieved."""

from latticeville.core.geometry import Box
from latticeville.sim.tick import TickPayload
from studio.run.panes.run_decorations import speech_of
from tests.world_folders import SQUARE, shared_world
from tests.worlds import live

SIGHT = Box(0, 0, 24, 10)


def bubbles(payload: TickPayload, *, shows_memories: bool) -> str:
    rows = speech_of(payload, SIGHT, 2, shows_memories=shows_memories).values()
    return "|".join("".join(row[x] for x in sorted(row)) for row in rows)


def test_a_bubble_shows_what_was_just_retrieved_where_that_is_wanted() -> None:
    told = []
    for payload in live(shared_world(SQUARE), 20):
        assert "(" not in bubbles(payload, shows_memories=False)
        shown = bubbles(payload, shows_memories=True)
        for who, thought in payload.thoughts.items():
            if thought.recalls and thought.recalls[-1].ids:
                first = payload.state.minds[who].memory[thought.recalls[-1].ids[0]].text
                told.append(f"({first[:12]}" in shown)
    assert any(told)
