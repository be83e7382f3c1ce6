"""The environment of local models: no network, quiet libraries, on Linux a faster BLAS for mlx."""

import ctypes
import logging
import os
import sys
from functools import cache

OPENBLAS = "libopenblas.so.0"
"""The library that makes mlx some 25 times faster on a Linux CPU; Debian's package is
libopenblas0-pthread."""

OPENBLAS_HINT = "apt-get install libopenblas0-pthread"
"""How Debian gets it."""

_OFFLINE_ENV = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
}
_CHATTY_LIBRARIES = ("sentence_transformers", "wordllama")
"""Libraries that tell what they do."""


def stay_offline() -> None:
    """Keep the model libraries from the network, whether they are already imported or not."""
    os.environ.update(_OFFLINE_ENV)
    for library in _CHATTY_LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
    constants = sys.modules.get("huggingface_hub.constants")
    if constants is not None:
        vars(constants)["HF_HUB_OFFLINE"] = True


def describe_mlx() -> str:
    """Return on what mlx computes here, and what would make it faster."""
    fast = prepare_mlx()
    import mlx.core as mx

    if mx.default_device() != mx.Device(mx.cpu):
        return "on the GPU"
    if sys.platform != "linux":
        return "on the CPU"
    return (
        "on the CPU with OpenBLAS"
        if fast
        else f"on the CPU without OpenBLAS, up to 25 times slower: {OPENBLAS_HINT}"
    )


@cache
def prepare_mlx() -> bool:
    """Load OpenBLAS in front of mlx's own BLAS where there is one to load; say whether it is in
    use."""
    stay_offline()
    if sys.platform != "linux" or "mlx.core" in sys.modules:
        return False
    os.environ.pop("OPENBLAS_CORETYPE", None)  # it may name a core far older than this one
    try:
        ctypes.CDLL(OPENBLAS, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True
