"""Convert GGUF files of the llama family to folders that mlx-lm can read, kept in the cache."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from latticeville.core import user_dirs
from latticeville.core.disk import content_hash
from latticeville.models.host_env import prepare_mlx
from latticeville.models.model import ModelError

CACHE_FORMAT = 1
"""Grows with every change of what is written, so that older copies are not used."""

GROUP_SIZE = 32
"""Weights that share a scale."""

_TENSOR_NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_CONTROL_TOKEN = 3
"""The type of a token that is not text."""


def ensure_converted(path: Path, *, dense: bool = False) -> Path:
    """Return the folder with the converted model, making it if it is not there yet."""
    stat = path.resolve().stat()
    key = content_hash(
        f"{CACHE_FORMAT}\0{path.resolve()}\0{stat.st_size}\0{stat.st_mtime_ns}\0{dense}".encode()
    )
    target = user_dirs.cache_dir() / "models" / f"{path.stem}-{key[:12]}"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=target.parent, prefix=".making-"))
        try:
            convert(path, made, dense=dense)
            made.rename(target)
        except OSError:
            if not target.exists():
                raise
        finally:
            shutil.rmtree(made, ignore_errors=True)
    return target


def convert(path: Path, target: Path, *, dense: bool = False) -> None:
    """Write the model of a GGUF file into a folder; weights stay as they are packed, or become
    dense bfloat16."""
    prepare_mlx()
    try:
        import mlx.core as mx
    except ImportError as error:
        raise ModelError(
            f"{path}: GGUF files are read by mlx: pip install 'latticeville[mlx]'"
        ) from error
    try:
        weights, facts = mx.load(os.fspath(path), return_metadata=True)
    except RuntimeError as error:
        raise ModelError(f"{path} cannot be read as GGUF: {error}") from error
    if facts.get("general.architecture") != "llama" or facts.get("tokenizer.ggml.model") != "gpt2":
        raise ModelError(
            f"{path}: only GGUF files of the llama architecture with a BPE tokenizer can be "
            "converted;"
            " serve this one with llama.cpp and use server:http://127.0.0.1:8080/v1"
        )
    heads = facts["llama.attention.head_count"].item()
    config = _make_config(facts, tied="output.weight" not in weights)
    named = dict(_rename_weights(weights, heads, config["num_key_value_heads"]))
    if dense:
        named = _dequantize(named)
    else:
        config["quantization"] = {"group_size": GROUP_SIZE, "bits": 4}
    mx.save_safetensors(os.fspath(target / "model.safetensors"), named, {"format": "pt"})
    (target / "config.json").write_text(json.dumps(config, indent=1), "utf-8")
    _write_tokenizer(facts, target)


def _make_config(facts: Mapping[str, Any], *, tied: bool) -> dict[str, Any]:
    def of(name: str) -> Any:  # noqa: ANN401 - a number of mlx
        return facts[f"llama.{name}"].item()

    return {
        "model_type": "llama",
        "architectures": ["LlamaForCausalLM"],
        "hidden_size": of("embedding_length"),
        "num_hidden_layers": of("block_count"),
        "intermediate_size": of("feed_forward_length"),
        "num_attention_heads": of("attention.head_count"),
        "num_key_value_heads": of("attention.head_count_kv"),
        "rms_norm_eps": of("attention.layer_norm_rms_epsilon"),
        "rope_theta": of("rope.freq_base"),
        "max_position_embeddings": of("context_length"),
        "vocab_size": len(facts["tokenizer.ggml.tokens"]),
        "tie_word_embeddings": tied,
        "eos_token_id": facts["tokenizer.ggml.eos_token_id"].item(),
    }


def _rename_weights(
    weights: Mapping[str, Any], heads: int, kv_heads: int
) -> Iterator[tuple[str, Any]]:
    """Yield the weights by mlx-lm's names; the rows of queries and keys go back from pairs to
    halves."""
    import mlx.core as mx

    for name, value in weights.items():
        *block, part, kind = name.split(".")
        if part not in _TENSOR_NAMES:
            continue
        layer = f"model.layers.{block[1]}." if block else ""
        split = {"attn_q": heads, "attn_k": kv_heads}.get(part)
        rows = value
        if split:
            shape = (split, value.shape[0] // split // 2, 2, *value.shape[1:])
            rows = value.reshape(shape).swapaxes(1, 2).reshape(value.shape)
        exact = rows.astype(mx.float32) if kind in {"scales", "biases"} else rows
        yield f"{layer}{_TENSOR_NAMES[part]}.{kind}", exact


def _dequantize(weights: Mapping[str, Any]) -> dict[str, Any]:
    import mlx.core as mx

    plain = {}
    for name, value in weights.items():
        layer, kind = name.rsplit(".", 1)
        scales = weights.get(f"{layer}.scales")
        if kind == "weight" and scales is not None:
            bits = value.shape[-1] * 32 // (scales.shape[-1] * GROUP_SIZE)
            value = mx.dequantize(  # noqa: PLW2901
                value, scales, weights[f"{layer}.biases"], group_size=GROUP_SIZE, bits=bits
            )
        if kind == "weight":
            plain[name] = value.astype(mx.bfloat16)
    return plain


def _write_tokenizer(facts: Mapping[str, Any], target: Path) -> None:
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    tokens = facts["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ", 1)) for merge in facts["tokenizer.ggml.merges"]]
    tokenizer = Tokenizer(
        models.BPE({token: number for number, token in enumerate(tokens)}, merges)
    )
    level = pre_tokenizers.ByteLevel(add_prefix_space=False)
    kind = facts.get("tokenizer.ggml.pre", "gpt-2")
    if kind not in _SPLITS_DIGITS:
        raise ModelError(
            f"the tokenizer “{kind}” of this GGUF file is not known; use a model folder instead"
        )
    split = pre_tokenizers.Digits(individual_digits=True)
    tokenizer.pre_tokenizer = (
        pre_tokenizers.Sequence([split, level]) if _SPLITS_DIGITS[kind] else level
    )
    tokenizer.decoder = decoders.ByteLevel()
    types = facts["tokenizer.ggml.token_type"].tolist()
    control = [token for token, type_ in zip(tokens, types, strict=True) if type_ == _CONTROL_TOKEN]
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token in control]
    )
    tokenizer.save(os.fspath(target / "tokenizer.json"))
    named = {
        f"{name}_token": tokens[facts[f"tokenizer.ggml.{key}_token_id"].item()]
        for name, key in (("bos", "bos"), ("eos", "eos"), ("unk", "unknown"), ("pad", "padding"))
        if f"tokenizer.ggml.{key}_token_id" in facts
    }
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "chat_template": facts.get("tokenizer.chat_template"),
        "clean_up_tokenization_spaces": False,
        **named,
    }
    (target / "tokenizer_config.json").write_text(json.dumps(settings, indent=1), "utf-8")


_SPLITS_DIGITS = {"smollm": True, "gpt-2": False, "default": False}
"""Tokenizers that can be rebuilt, and whether each digit is a word of its own."""
