"""Options at the end of a model's spec: `mlx:NAME?temperature=0.7&seed=3`."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.disk import content_hash
from latticeville.models.dialects import DIALECTS
from latticeville.models.model import Model, ModelError, Reply, Request

MAX_TEMPERATURE = 2.0
_NAMES = ("temperature", "seed", "dialect")


class SpecOptions(NamedTuple):
    """How a model picks tokens: `temperature` 0 takes the likeliest; each `seed` gives other
    draws. `dialect` is how a server is spoken to, "" where it is asked."""

    temperature: float = 0.0
    seed: int = 0
    dialect: str = ""


def split_options(spec: str) -> tuple[str, str]:
    """Return a spec without its options, and the options with their question mark; "" without any.

    >>> split_options("mlx:small?temperature=0.7&seed=3"), split_options("server:http://127.0.0.1/v1?key=1")
    (('mlx:small', '?temperature=0.7&seed=3'), ('server:http://127.0.0.1/v1?key=1', ''))
    """
    base, mark, tail = spec.rpartition("?")
    names = [part.partition("=")[0] for part in tail.split("&")]
    return (base, mark + tail) if mark and all(name in _NAMES for name in names) else (spec, "")


def read_options(text: str) -> SpecOptions:
    """Return options; raise ModelError where a value cannot be used.

    >>> read_options("?seed=3&temperature=0.7")
    SpecOptions(temperature=0.7, seed=3, dialect='')
    """
    given = (
        dict(part.partition("=")[::2] for part in text.removeprefix("?").split("&")) if text else {}
    )
    dialect = given.get("dialect", "")
    if dialect and dialect not in DIALECTS:
        raise ModelError(f"“{text}”: dialect is one of {', '.join(DIALECTS)}")
    try:
        options = SpecOptions(
            float(given.get("temperature", "0")), int(given.get("seed", "0")), dialect
        )
    except ValueError:
        options = SpecOptions(math.nan)
    if not 0 <= options.temperature <= MAX_TEMPERATURE or options.seed < 0:
        raise ModelError(
            f"“{text}”: temperature is a number from 0 to {MAX_TEMPERATURE:g}, and seed a whole "
            "number"
        )
    return options


class SeededModel:
    """Gives each request a seed of its own, from the seed of the spec and all that is asked."""

    def __init__(self, model: Model, seed: int) -> None:
        self._model, self._seed = model, seed

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        return self._model.answer(
            [replace(request, seed=self._seed_of(request)) for request in requests]
        )

    def ready(self) -> None:
        """Raise ModelError where the model can tell beforehand that it will not answer."""
        getattr(self._model, "ready", lambda: None)()

    def warm(self) -> None:
        """Let the model do once what is slow the first time, where there is anything of the
        kind."""
        getattr(self._model, "warm", lambda: None)()

    def report_to(self, tell: Callable[[str], None]) -> None:
        """Let the model tell what goes wrong without a reply being lost, where it can."""
        getattr(self._model, "report_to", lambda _tell: None)(tell)

    def _seed_of(self, request: Request) -> int:
        return int(content_hash(f"{self._seed}\0{request.digest}".encode(), 4), 16) >> 1
