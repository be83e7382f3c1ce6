"""Arguments about models: model, embedder, cache, budget, and what happens on a failure."""

import argparse
import math
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from latticeville.core import user_dirs
from latticeville.mind.run_models import choose_specs
from latticeville.models.cache_registry import cached_embedder, prepare_model
from latticeville.models.embed import HASH_EMBEDDER, Embedder
from latticeville.models.model import Model
from latticeville.models.model_notice import (
    EMBEDDER_OPTION,
    RUN_OPTION,
    default_notice,
    embedder_notice,
)
from latticeville.models.spec import UNCHECKED_MODELS, refuse_bytes
from latticeville.reports.arg_types import count
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.models.limits import MeteredModel


class Thinking(NamedTuple):
    """A model and an embedder with the specs that they were made from; `meter` counts what a real
    model answers."""

    model: Model
    spec: str
    embedder: tuple[str, Embedder | None]
    meter: "MeteredModel | None" = None


def add_arguments(parser: argparse.ArgumentParser, *, choose: bool) -> None:
    """Add the arguments; with `choose` those too that say which model and embedder."""
    if choose:
        parser.add_argument(
            "--llm", metavar="SPEC", help="model of the minds; default: the world's own, or builtin"
        )
        parser.add_argument(
            "--embedder", metavar="SPEC", help="embedder; default: the world's own, or hash"
        )
    parser.add_argument(
        "--cache",
        choices=("on", "off", "strict"),
        default="on",
        help="store and reuse model replies (on), always ask (off), reuse only (strict)",
    )
    parser.add_argument(
        "--calls", type=count, metavar="N", help="stop after N replies of the model"
    )
    parser.add_argument(
        "--tokens", type=count, metavar="N", help="stop after N tokens read and written"
    )
    parser.add_argument(
        "--seconds", type=_seconds, metavar="S", help="stop after S seconds of model time"
    )
    parser.add_argument(
        "--on-failure",
        choices=("go", "stop"),
        default="go",
        help="after a tick in which a model request failed: continue (go) or stop",
    )


def _seconds(text: str) -> float:
    """Read a number of seconds that is finite and not negative."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number of seconds of at least 0")
    return seconds


def chosen(args: argparse.Namespace, world: World) -> tuple[str, str]:
    """Return the specs of model and embedder: what was asked for, or what the world and its people
    say."""
    return choose_specs(world, args.llm or "", args.embedder or "")


def thinking(args: argparse.Namespace, model: str, embedder: str) -> Thinking:
    """Make model and embedder from their specs, with cache and budget around the model, which must
    be there.

    The returned spec names the model that a server had first where the given one leaves that open.
    """
    from latticeville.models.limits import MeteredModel

    tell = _tell_once()
    spec = model if model in UNCHECKED_MODELS else _resolved(args, model, tell)
    bounded = _bounded(args, spec, tell)
    meter = None if spec in UNCHECKED_MODELS else MeteredModel(bounded)
    return Thinking(meter or bounded, spec, (embedder, cached_embedder(embedder, tell=tell)), meter)


def optional_model_fault(args: argparse.Namespace) -> str:
    """Return what is wrong about the options of a model that need not be named; "" where nothing
    is."""
    if args.llm is not None:
        return "" if args.llm.strip() else "--llm names no model"
    given = [
        f"--{name}" for name in ("calls", "tokens", "seconds") if getattr(args, name) is not None
    ]
    return f"{given[0]} needs --llm" if given else ""


def optional_model(args: argparse.Namespace) -> Model | None:
    """Return the model that is named, with cache and budget; None where none is."""
    return thinking(args, args.llm, HASH_EMBEDDER).model if args.llm else None


def tell_of_rules(args: argparse.Namespace, model: str) -> None:
    """Say on stderr that the built-in mind answers, where nobody named a model."""
    notice = "" if args.llm else default_notice(model, RUN_OPTION)
    sys.stderr.write(f"{notice}\n" if notice else "")


def tell_of_embedder(args: argparse.Namespace, embedder: str) -> None:
    """Say on stderr that a better embedder is installed, where nobody named one, once on this
    machine."""
    notice = "" if args.embedder else embedder_notice(embedder, EMBEDDER_OPTION)
    if not notice:
        return
    told = user_dirs.state_dir() / "embedder-told"
    if not told.exists():
        sys.stderr.write(f"{notice}\n")
        with suppress(OSError):
            told.parent.mkdir(parents=True, exist_ok=True)
            told.touch()


def _tell_once() -> Callable[[str], None]:
    """Return what writes a sentence to stderr, and none of them twice."""
    told: set[str] = set()

    def tell(sentence: str) -> None:
        if sentence not in told:
            told.add(sentence)
            sys.stderr.write(f"{sentence}\n")

    return tell


def _resolved(args: argparse.Namespace, spec: str, tell: Callable[[str], None]) -> str:
    from latticeville.models.resolve import resolve_spec

    refuse_bytes(spec)
    return resolve_spec(spec, args.cache, tell)


def _bounded(args: argparse.Namespace, spec: str, tell: Callable[[str], None]) -> Model:
    from latticeville.models.limits import BudgetedModel

    model = prepare_model(spec, args.cache, tell=tell)
    if args.calls is None and args.tokens is None and args.seconds is None:
        return model
    return BudgetedModel(model, calls=args.calls, tokens=args.tokens, seconds=args.seconds)
