"""`transformers:PATH-or-name`: models by the transformers library and torch, on CUDA or any CPU."""

from collections.abc import Sequence
from typing import Any

from latticeville.models import gguf
from latticeville.models.batches import BatchedModel
from latticeville.models.chat_template import ChatTokenizer
from latticeville.models.host_env import stay_offline
from latticeville.models.locate import find_model
from latticeville.models.model import Model


class TorchRows:
    """A batch in torch: the keys and values of all rows, and a mask with holes where a row was
    shorter."""

    def __init__(self, model: Any, cache: Any, mask: Any) -> None:  # noqa: ANN401 - torch is an extra
        self._model, self._cache, self._mask = model, cache, mask

    def feed(self, tokens: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401
        """Append tokens to every row and return the logits after the last of each."""
        import torch

        ends = [len(row) - 1 for row in tokens]
        asked = sorted(set(ends))
        logits = self.run(tokens, asked)
        places = torch.tensor([asked.index(end) for end in ends], device=logits.device)
        return logits[torch.arange(len(tokens)), places].float().cpu().numpy()

    def run(self, tokens: Sequence[Sequence[int]], asked: Sequence[int]) -> Any:  # noqa: ANN401
        """Append tokens to every row and return all rows' logits at the places asked for."""
        import torch

        longest = max(map(len, tokens))
        new = [[1] * len(row) + [0] * (longest - len(row)) for row in tokens]
        padded = [[*row, *[0] * (longest - len(row))] for row in tokens]
        device = self._mask.device
        start = self._mask.sum(1, keepdim=True)
        self._mask = torch.cat([self._mask, torch.tensor(new, device=device)], 1)
        with torch.inference_mode():
            result = self._model(
                input_ids=torch.tensor(padded, device=device),
                attention_mask=self._mask,
                position_ids=start + torch.arange(longest, device=device),
                past_key_values=self._cache,
                use_cache=True,
                logits_to_keep=torch.tensor(asked, device=device),
            )
        return result.logits

    def keep(self, rows: Sequence[int]) -> None:
        """Forget all other rows."""
        import torch

        chosen = torch.tensor(rows, device=self._mask.device)
        self._cache.batch_select_indices(chosen)
        self._mask = self._mask[chosen]


class TorchBackend:
    """A causal language model of the transformers library with its tokenizer."""

    def __init__(self, source: str) -> None:
        stay_offline()
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        found = find_model(source)
        path = gguf.ensure_converted(found, dense=True) if found.suffix == ".gguf" else found
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        halves = self._device == "cuda" or torch.ops.mkldnn._is_mkldnn_bf16_supported()  # noqa: SLF001
        model = AutoModelForCausalLM.from_pretrained(
            path, dtype=torch.bfloat16 if halves else torch.float32
        )
        self._model = model.to(self._device).eval()
        tokenizer = AutoTokenizer.from_pretrained(path)
        stops = model.generation_config.eos_token_id
        self.chat = ChatTokenizer(
            tokenizer,
            {tokenizer.eos_token_id, *(stops if isinstance(stops, list) else [stops])} - {None},
        )

    def prefill(self, tokens: Sequence[int]) -> Any:  # noqa: ANN401
        """Read the beginning of prompts, for rows to start from."""
        cache, mask = self._empty_cache(1)
        TorchRows(self._model, cache, mask).run([tokens], [len(tokens) - 1])
        return cache

    def start_rows(self, beginnings: Sequence[Any]) -> TorchRows:
        """Return rows that start from these beginnings, or from nothing where there is None."""
        import torch
        from torch.nn.functional import pad

        cache, mask = self._empty_cache(len(beginnings))
        lengths = [*map(_cached_length, beginnings)]
        first = next(filter(None, beginnings), None)
        if first is None:
            return TorchRows(self._model, cache, mask)
        gaps = [max(lengths) - length for length in lengths]
        for depth, layer in enumerate(first.layers):
            none = layer.keys[..., :0, :], layer.values[..., :0, :]
            pairs = [
                (b.layers[depth].keys, b.layers[depth].values) if b else none for b in beginnings
            ]
            keys, values = (
                torch.cat([pad(part, (0, 0, gap, 0)) for part, gap in zip(side, gaps, strict=True)])
                for side in zip(*pairs, strict=True)
            )
            cache.update(keys, values, depth)
        known = [[0] * gap + [1] * length for gap, length in zip(gaps, lengths, strict=True)]
        return TorchRows(self._model, cache, torch.tensor(known, device=self._device))

    def _empty_cache(self, rows: int) -> tuple[Any, Any]:
        import torch
        from transformers import DynamicCache

        return DynamicCache(), torch.zeros((rows, 0), dtype=torch.long, device=self._device)


def _cached_length(beginning: Any) -> int:  # noqa: ANN401 - a cache of torch, or None
    return beginning.get_seq_length() if beginning else 0


def open_transformers(source: str, temperature: float = 0.0) -> Model:
    """Return the model that lies in a folder, a GGUF file, an installed package or the local hub
    cache."""
    return BatchedModel(TorchBackend(source), temperature=temperature)
