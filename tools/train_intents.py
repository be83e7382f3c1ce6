"""Train the classifier of what questions ask for: `python tools/train_intents.py [--check]`.

It reads `benchmarks/data/intents.toml` and writes `latticeville/mind/builtin/answers/intents.txt`.
`--check` only tells how often a wording is taken for what it asks for if all others are learnt.
"""

import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from latticeville.mind.builtin.answers.intents import SHORT, UNSEEN, WEIGHTS, features, tokens
from latticeville.mind.builtin.answers.plain_question import without_opening
from latticeville.mind.builtin.answers.slots import timed

WORDINGS = Path(__file__).parent.parent / "benchmarks/data/intents.toml"
CHOICE = re.compile(r"\(([^()]*)\)")
EMBEDDED = re.compile(
    r"^((?:what|how|where|when|why|who|whom)\b.*?) (?:do|does|did) (you|_person)\b"
)
"""How a question begins that stands inside of another without its first verb."""
FILLED = {"{x}": (UNSEEN,), "{matter}": ("_topic", "_thing", UNSEEN)}
MOST = 6
"""Most questions that are drawn of one wording."""
FOLDS = 5
STEPS, RATE, DECAY = 150, 0.5, 1e-4
UNIT = 32
"""What a weight of 1 is as an integer."""
LEAST = 2
"""The smallest weight that is kept, and in how many wordings a feature must be."""


class Example(NamedTuple):
    """A question, what it asks for, and the number of its wording."""

    words: tuple[str, ...]
    intent: int
    line: int


def expanded(wording: str) -> list[str]:
    """Return the questions of a wording, evenly drawn where there are many."""
    parts = CHOICE.split(wording)
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(parts)]
    every = list(islice(product(*choices), 4096))
    step = max(1, len(every) // MOST)
    asked = [" ".join("".join(one).split()) for one in every[::step]]
    return [each for one in asked for each in filled(one)]


def filled(asked: str) -> list[str]:
    """Return a question with slots for what it names, once for each kind of it."""
    asked = re.sub(r"\{(person|place|topic|thing|time|later)\}", r"_\1", asked)
    asked = re.sub(r"\b(?:on|at|in) (_time|_later)", r"\1", asked)
    found = [asked]
    for name, slots in FILLED.items():
        found = [
            one.replace(name, slot)
            for one in found
            for slot in (slots if name in one else slots[:1])
        ]
    return list(dict.fromkeys(found))


def read() -> tuple[list[str], list[Example]]:
    """Return the names of the intents and all examples."""
    table = tomllib.loads(WORDINGS.read_text("utf-8"))
    examples, line = list[Example](), 0
    for number, lines in enumerate(table.values()):
        for wording in lines.strip().splitlines():
            for text in dict.fromkeys(expanded(wording)):
                found = timed(without_opening(text, ""))
                for one in dict.fromkeys((found, EMBEDDED.sub(r"\1 \2", found))):
                    examples.append(Example(tuple(tokens(one)), number, line))
            line += 1
    return list(table), examples


def learn(examples: Sequence[Example], intents: int) -> tuple[dict[str, int], np.ndarray, set[str]]:
    """Return the columns of features and the weights of a multinomial logistic regression."""
    lines = defaultdict[str, set[int]](set)
    for one in examples:
        for word in one.words:
            lines[word].add(one.line)
    known = {word for word, some in lines.items() if len(some) >= LEAST}
    seen = defaultdict[str, set[int]](set)
    rows = [[*features(one.words, known)] for one in examples]
    for one, row in zip(examples, rows, strict=True):
        for feature in row:
            seen[feature].add(one.line)
    kept = sorted(feature for feature, some in seen.items() if len(some) >= LEAST)
    columns = {feature: number for number, feature in enumerate(kept)}
    count = Counter(one.line for one in examples)
    share = np.array([1 / count[one.line] for one in examples])
    share /= share.sum()
    x = np.zeros((len(rows), len(columns)), np.float32)
    for number, row in enumerate(rows):
        for feature in row:
            if feature in columns:
                x[number, columns[feature]] = 1
    x /= np.sqrt(x.sum(axis=1, keepdims=True))
    y = np.array([one.intent for one in examples])
    return columns, descend(x, y, share.astype(np.float32), intents), known


def descend(x: np.ndarray, y: np.ndarray, share: np.ndarray, intents: int) -> np.ndarray:
    """Return the weights that Adam (Kingma and Ba 2014) finds."""
    weights = np.zeros((x.shape[1], intents), np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    target = np.eye(intents, dtype=np.float32)[y]
    for step in range(1, STEPS + 1):
        scores = x @ weights
        scores -= scores.max(axis=1, keepdims=True)
        chance = np.exp(scores)
        chance /= chance.sum(axis=1, keepdims=True)
        slope = x.T @ ((chance - target) * share[:, None]) + DECAY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope * slope
        weights -= (
            RATE
            * (1 - step / STEPS)
            * (mean / (1 - 0.9**step))
            / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
        )
    return weights


def scores_of(
    one: Example, columns: dict[str, int], weights: np.ndarray, known: set[str]
) -> np.ndarray:
    """Return how likely each intent is for an example."""
    some = [columns[each] for each in features(one.words, known) if each in columns]
    return weights[some].sum(axis=0)


def check(names: Sequence[str], examples: Sequence[Example]) -> None:
    """Print how often each intent is found for wordings that were not learnt."""
    right, of, taken, near = Counter[int](), Counter[int](), Counter[tuple[int, int]](), 0
    for fold in range(FOLDS):
        train = [one for one in examples if one.line % FOLDS != fold]
        columns, weights, known = learn(train, len(names))
        last = -1
        for one in examples:
            if one.line % FOLDS != fold or one.line == last:
                continue
            last = one.line
            order = np.argsort(-scores_of(one, columns, weights, known))
            of[one.intent] += 1
            right[one.intent] += int(order[0] == one.intent)
            near += int(one.intent in order[:3])
            taken[one.intent, int(order[0])] += int(order[0] != one.intent)
    count = of.total()
    share = (
        f"{right.total() / count:.3f} of {count} wordings, {near / count:.3f} among the first three"
    )
    rows = [f"  {name} {right[number]} of {of[number]}" for number, name in enumerate(names)]
    rows += [
        f"  {names[one]} taken for {names[other]}: {times}"
        for (one, other), times in taken.most_common(30)
    ]
    sys.stdout.write("\n".join([share, *rows, ""]))


def write(names: Sequence[str], examples: Sequence[Example]) -> None:
    """Write the weights as integers."""
    columns, weights, _known = learn(examples, len(names))
    whole = np.rint(weights * UNIT).astype(int)
    lines = [" ".join(names)]
    words = defaultdict[int, set[str]](set)
    for one in examples:
        words[one.intent] |= {each for each in one.words if len(each) >= SHORT}
    lines += [" ".join(sorted(words[number])) for number in range(len(names))]
    for feature, row in sorted(columns.items()):
        some = [
            f"{number}:{value}" for number, value in enumerate(whole[row]) if abs(value) >= LEAST
        ]
        if some or " " not in feature:
            lines.append(f"{feature}\t{' '.join(some)}")
    WEIGHTS.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    """Train, or only check."""
    names, examples = read()
    if "--check" in sys.argv:
        check(names, examples)
    else:
        write(names, examples)


if __name__ == "__main__":
    main()
