"""`latticeville models`: test the installed models and embedders, and say how to install others."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from latticeville.cli.output import write_json
from latticeville.cli.progress import Share
from latticeville.models.shown_spec import shown_spec
from latticeville.reports.arg_types import count_from_one

if TYPE_CHECKING:
    from latticeville.models.model import Request
    from latticeville.models.model_offers import ModelOffer, UntriedBackend

DESCRIPTIONS = {
    "builtin": "rules: people tell each other what the other does not know, and draw conclusions",
    "fake": "rules: fixed replies, for tests and first steps",
}
"""What the models are that need no package."""
WORKS, FAILS, IDLE = "works", "fails", "installed"
NO_MODEL = 3


class ModelRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found out about one model or embedder; of a server also how it is spoken to, and
    whether it holds replies to a schema."""

    kind: str
    name: str
    state: str
    note: str = ""
    load_seconds: float = 0.0
    answer_seconds: float = 0.0
    dialect: str = ""
    guides_json: bool | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville models mlx:~/models/Qwen3-4B-4bit"
    parser.add_argument(
        "spec",
        nargs="*",
        default=None,
        metavar="SPEC",
        help="models to test; default: all that are installed",
    )
    parser.add_argument(
        "--try",
        action="store_true",
        dest="trial",
        help="measure the speed of models, also of those of local servers and downloads",
    )
    parser.add_argument(
        "--people",
        type=count_from_one,
        default=10,
        metavar="N",
        help="people of the estimated day (10)",
    )
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
    from latticeville.models.model_offers import MODEL, ModelOffer
    from latticeville.models.model_trial import ModelTrial, try_offer
    from latticeville.reports.model_trials import trial_table

    offers, untried = (
        ([ModelOffer(MODEL, spec, "") for spec in args.spec], []) if args.spec else _find_all()
    )
    trials, share = [], Share("trying")
    for done, offer in enumerate(offers):
        share.looked(done, len(offers))
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            trials.append(replace(try_offer(offer), spec=shown_spec(offer.spec)))
    share.clear()
    shown = [*trials, *(ModelTrial(one.kind, one.name, "", one.state, one.why) for one in untried)]
    if args.json:
        write_json(shown, indent=1)
    else:
        sys.stdout.write("".join(f"{line}\n" for line in trial_table(shown, args.people)))
    return 0 if all(one.state == WORKS for one in trials) else NO_MODEL


def _chosen(specs: Sequence[str]) -> Iterator[ModelRow]:
    for spec in specs:
        if spec.startswith("server:http") and ";" not in spec:
            yield from _tried_servers(spec)
        else:
            yield replace(_tried("model", spec, _decide), name=shown_spec(spec))


def _tried_servers(spec: str) -> Iterator[ModelRow]:
    """Try each address of a spec; one that is none is a line, without its password."""
    from latticeville.models.server_probe import split_servers, try_server

    try:
        each = split_servers(spec)
    except Exception as error:  # noqa: BLE001 - whatever is wrong becomes a line
        yield ModelRow("model", shown_spec(spec), FAILS, str(error))
        return
    for one in each:
        try:
            name, trial = try_server(one, _question)
        except Exception as error:  # noqa: BLE001 - as above
            yield ModelRow("model", one, FAILS, str(error) or type(error).__name__)
            continue
        times = round(trial.load_seconds, 3), round(trial.answer_seconds, 4)
        yield ModelRow(
            "model", name, WORKS, trial.note, *times, trial.dialect, guides_json=trial.guides_json
        )


def _find_all() -> tuple[list["ModelOffer"], list["UntriedBackend"]]:
    """Return what can be tried on this machine, and what cannot: the same with and without
    --try."""
    from latticeville.models.model_offers import MODEL, RULES, ModelOffer, find_offers, find_untried
    from latticeville.models.spec import FAKE

    offers = [*find_offers(), ModelOffer(MODEL, FAKE, RULES)]
    offers.sort(key=lambda offer: (offer.kind != MODEL, offer.source != RULES))
    return offers, find_untried(offers)


def _all() -> Iterator[ModelRow]:
    """Test what is rules or an installed package; a server and what is downloaded may be large, and
    is only listed."""
    from latticeville.models.model_offers import EMBEDDER, MODEL, PACKAGE, RULES

    offers, untried = _find_all()
    for kind, use in ((MODEL, _decide), (EMBEDDER, _embed)):
        for offer in offers:
            if offer.kind == kind:
                small = offer.source in (PACKAGE, RULES)
                yield (
                    _tried(kind, offer.spec, use)
                    if small
                    else ModelRow(kind, offer.spec, IDLE, offer.source)
                )
        yield from (
            ModelRow(kind, one.name, one.state, one.why) for one in untried if one.kind == kind
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
    from latticeville.models.spec import make_model

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
        from latticeville.models.host_env import describe_mlx

        note = f"{note}, {describe_mlx()}"
    return loaded - begun, done - warm, note


def _question(place: str) -> "Request":
    from latticeville.models.model import Request
    from latticeville.models.request_text import RequestText

    choices = (f"go to the {place}", "talk to Mina", "wait")
    lines = "\n".join(f"- {choice}" for choice in choices)
    prompt = (
        "It is noon and Mina stands beside you. What do you do? Answer with exactly one "
        f"line of these:\n{lines}"
    )
    return Request("try", "ada", 0, RequestText(prompt), choices=choices)


def _embed(spec: str) -> tuple[float, float, str]:
    from latticeville.models.spec import make_embedder

    begun = time.perf_counter()
    embedder = make_embedder(spec)
    loaded = time.perf_counter()
    embedder.embed(["Ada waters the beans."])
    warm = time.perf_counter()
    embedder.embed(["Otto mends a net."])
    return loaded - begun, time.perf_counter() - warm, f"{embedder.size} numbers per text"


def _line(row: ModelRow) -> str:
    times = (
        f"load {row.load_seconds:.2f} s, answer {row.answer_seconds * 1000:.1f} ms · "
        if row.state == WORKS
        else ""
    )
    return f"{row.kind:<9}{row.name:<27} {row.state:<10}{times}{row.note}"
