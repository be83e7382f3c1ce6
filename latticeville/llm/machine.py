"""What this machine lends a model: no network, quiet libraries, and on Linux a faster BLAS for mlx."""

import ctypes
import ctypes.util
import os
import sys
from functools import cache

OPENBLAS = "libopenblas.so.0"
"""The library that makes mlx some 25 times faster on a Linux CPU; Debian's package is libopenblas0-pthread."""

_QUIET = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "TOKENIZERS_PARALLELISM": "false",
}


def stay_offline() -> None:
    """Keep the model libraries from the network, whether they are already imported or not."""
    os.environ.update(_QUIET)
    constants = sys.modules.get("huggingface_hub.constants")
    if constants is not None:
        vars(constants)["HF_HUB_OFFLINE"] = True


@cache
def prepare_mlx() -> bool:
    """Load OpenBLAS in front of mlx's own BLAS where there is one to load; say whether it is in use."""
    stay_offline()
    if sys.platform != "linux" or "mlx.core" in sys.modules:
        return False
    os.environ.pop("OPENBLAS_CORETYPE", None)  # it may name a core far older than this one
    try:
        ctypes.CDLL(OPENBLAS, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True
