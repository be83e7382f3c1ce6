"""`mlx:PATH-or-name`: models by mlx-lm, on Apple silicon, CUDA or any CPU."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from latticeville.models import gguf
from latticeville.models.batches import BatchedModel
from latticeville.models.chat_template import ChatTokenizer
from latticeville.models.host_env import prepare_mlx
from latticeville.models.locate import find_model
from latticeville.models.model import Model

PREFILL_CHUNK = 512
"""Tokens of each prompt that are read in one go."""
SHORT_INPUT = 8
"""Tokens up to which it is cheaper to compute the logits of all than to read the last one apart."""


class MlxRows:
    """A batch in mlx: the keys and values of all rows."""

    def __init__(self, model: Any, cache: list[Any]) -> None:  # noqa: ANN401 - mlx is an extra
        self._model, self.cache = model, cache

    def feed(self, tokens: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401
        """Append tokens to every row and return the logits after the last of each."""
        import mlx.core as mx
        import numpy as np

        if max(map(len, tokens)) > SHORT_INPUT:
            self.append([row[:-1] for row in tokens])
            tokens = [row[-1:] for row in tokens]
        logits = self._run(tokens)
        ends = mx.array([len(row) - 1 for row in tokens])
        last = mx.take_along_axis(logits, ends[:, None, None], axis=1)[:, 0]
        return np.array(last.astype(mx.float32))

    def append(self, tokens: Sequence[Sequence[int]]) -> None:
        """Append tokens to every row, and ask for nothing."""
        import mlx.core as mx

        while any(tokens):
            self._run([row[:PREFILL_CHUNK] for row in tokens])
            mx.eval([layer.state for layer in self.cache])
            tokens = [row[PREFILL_CHUNK:] for row in tokens]

    def keep(self, rows: Sequence[int]) -> None:
        """Forget all other rows."""
        for layer in self.cache:
            layer.filter(list(rows))

    def _run(self, tokens: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401
        import mlx.core as mx

        longest = max(map(len, tokens))
        gaps = [longest - len(row) for row in tokens]
        if any(gaps):
            for layer in self.cache:
                layer.prepare(lengths=[len(row) for row in tokens], right_padding=gaps)
        padded = [[*row, *[0] * gap] for row, gap in zip(tokens, gaps, strict=True)]
        logits = self._model(mx.array(padded), cache=self.cache)
        if any(gaps):
            for layer in self.cache:
                layer.finalize()
        return logits


class MlxBackend:
    """A model of mlx-lm with its tokenizer; weights are made dense where there is only a CPU."""

    def __init__(self, source: str) -> None:
        prepare_mlx()
        import mlx.core as mx
        from mlx.utils import tree_map
        from mlx_lm.utils import dequantize_model, load

        self._model, wrapper = load(str(_model_folder(source)))
        if mx.default_device() == mx.Device(mx.cpu):
            self._model = dequantize_model(self._model) or self._model
            self._model.update(
                tree_map(lambda part: part.astype(mx.float32), self._model.parameters())
            )
            mx.eval(self._model.parameters())
        self.chat = ChatTokenizer(wrapper._tokenizer, wrapper.eos_token_ids)  # noqa: SLF001 - the only way to the tokenizer itself

    def prefill(self, tokens: Sequence[int]) -> Any:  # noqa: ANN401
        """Read the beginning of prompts, for rows to start from."""
        from mlx_lm.models.cache import make_prompt_cache

        rows = MlxRows(self._model, make_prompt_cache(self._model))
        rows.append([tokens])
        return rows.cache

    def start_rows(self, beginnings: Sequence[Any]) -> MlxRows:
        """Return rows that start from these beginnings, or from nothing where there is None."""
        from mlx_lm.models.cache import make_prompt_cache

        caches = [beginning or make_prompt_cache(self._model) for beginning in beginnings]
        return MlxRows(
            self._model, [layers[0].merge(layers) for layers in zip(*caches, strict=True)]
        )


def open_mlx(source: str, temperature: float = 0.0) -> Model:
    """Return the model that lies in a folder, a GGUF file, an installed package or the local hub
    cache."""
    return BatchedModel(MlxBackend(source), temperature=temperature)


def _model_folder(source: str) -> Path:
    found = find_model(source)
    return gguf.ensure_converted(found) if found.suffix == ".gguf" else found
