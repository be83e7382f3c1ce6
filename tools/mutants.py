"""Change one place of the code at a time and see whether the near tests notice: `python
tools/mutants.py`.

The changes are those of Cosmic Ray, whose own runner would try all of them with all tests. A seed
draws a sample instead; the tests nearest to the changed module go first, and two copies of the tree
are tried at once. What no test notices is printed with its place, and so is what its tests did not
end with in time: such a mutant loops, or its tests are slow. After `--minutes`, no other is begun.
"""

import argparse
import ast
import difflib
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from signal import SIGKILL
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

FOLDERS = (
    "latticeville/sim",
    "latticeville/rules",
    "latticeville/mind/retrieval",
    "latticeville/runs",
    "latticeville/world/checks",
    "studio/player",
)
"""What is mutated."""
SIGNS = ("Add", "Sub", "Mul", "FloorDiv", "Mod")
"""Arithmetic that is exchanged; the other signs stand in types, or fail at once."""
WORDS = (
    "AddNot",
    "TrueWithFalse",
    "FalseWithTrue",
    "AndWithOr",
    "OrWithAnd",
    "BreakWith",
    "ContinueWith",
    "Number",
    "ZeroIter",
    "Delete_Not",
)
"""Parts of the names of further operators."""
QUICK = "not ui and not slow and not models"
KILLED, SURVIVED, ENDLESS = "killed", "SURVIVED", "endless"
"""What the tests make of a mutant; of an endless one nobody knows whether it loops."""
SLOWEST = 180
"""Seconds after which the tests of one mutant are ended."""


class Mutant(NamedTuple):
    """One change at one place: the `number`th that an operator makes in a file."""

    path: Path
    line: int
    column: int
    operator: str
    number: int

    def source(self) -> str:
        """Return the text of the file with the change; "" where there is none."""
        return (
            mutate_code(self.path.read_text("utf-8"), get_operator(self.operator)(), self.number)
            or ""
        )

    def diff(self) -> str:
        """Return the lines that differ."""
        lines = difflib.ndiff(self.path.read_text("utf-8").splitlines(), self.source().splitlines())
        return "\n".join(line for line in lines if line.startswith(("- ", "+ ")))


def operators() -> list[str]:
    """Return the names of the operators that change behaviour and stay valid Python."""
    signs = {f"core/ReplaceBinaryOperator_{one}_{other}" for one in SIGNS for other in SIGNS}
    return [
        name
        for name in operator_names()
        if name in signs
        or ("Comparison" in name and not name.endswith(("_Is", "_IsNot")))
        or any(word in name for word in WORDS)
    ]


def find_mutants(folders: Iterable[str]) -> Iterator[Mutant]:
    """Yield every change to the files of some folders, or to single files."""
    chosen = [(name, get_operator(name)()) for name in operators()]
    for folder in folders:
        start = Path(folder)
        for path in sorted(start.rglob("*.py")) if start.is_dir() else [start]:
            text = path.read_text("utf-8")
            nodes, flags = [*ast_nodes(get_ast(text))], {*_class_lines(text)}
            for name, operator in chosen:
                places = [at for node in nodes for at, _end in operator.mutation_positions(node)]
                yield from (
                    Mutant(path, *at, name, number)
                    for number, at in enumerate(places)
                    if at[0] not in flags
                )


def _class_lines(text: str) -> Iterator[int]:
    """Yield the lines of class headers and decorators: their flags say how values are kept, not
    what is done."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield from (one.lineno for one in node.decorator_list)
        if isinstance(node, ast.ClassDef):
            yield node.lineno


def draw(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return a sample: each place is as likely as any other, however many changes there are to
    it."""
    chance, places = random.Random(seed), defaultdict[tuple[Path, int, int], list[Mutant]](list)
    for mutant in mutants:
        places[mutant[:3]].append(mutant)
    drawn = chance.sample([*places.values()], min(count, len(places)))
    return [chance.choice(group) for group in drawn]


class NearTests:
    """Finds the test files near a module by what they import."""

    def __init__(self) -> None:
        self._imports = {path: _imports(path) for path in sorted(Path("tests").rglob("test_*.py"))}

    def of(self, path: Path) -> list[Path]:
        """Return the tests named after a module, those that import it, and those of its folder,
        each once."""
        module = ".".join(path.with_suffix("").parts)
        folder = next((each for each in _mirrors(path) if each.is_dir()), Path("tests"))
        named = [test for test in self._imports if path.stem in test.stem]
        importing = [
            test
            for test, names in self._imports.items()
            if any(name.startswith(module) for name in names)
        ]
        beside = [test for test in self._imports if folder in test.parents]
        return [*dict.fromkeys((*named, *importing, *beside))]


@cache
def _imports(path: Path) -> frozenset[str]:
    """Return the modules that a test imports, itself or through other tests."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            other = Path(*node.module.split(".")).with_suffix(".py")
            if node.module.startswith("tests.sim.") and other.is_file() and other != path:
                found |= _imports(other)
    return frozenset(found)


def _mirrors(path: Path) -> Iterator[Path]:
    """Yield the folders of tests that mirror the folders of a module, the innermost first."""
    inner = path.parent.parts[1:]
    yield from (Path("tests", *inner[:depth]) for depth in range(len(inner), 0, -1))


class Workplace:
    """A copy of the tree in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._written = folder, 0
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True,
            check=True,
        )
        for name in filter(None, listed.stdout.decode().split("\0")):
            if Path(name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, folder / name)

    def outcome(self, mutant: Mutant, tests: Iterable[Path], marks: str) -> str:
        """Return what the tests make of a mutant."""
        self._write(mutant.path, mutant.source())
        try:
            return self.run(tests, marks)
        finally:
            self._write(mutant.path, mutant.path.read_text("utf-8"))

    def run(
        self, tests: Iterable[Path], marks: str, workers: int = 0, limit: float = SLOWEST
    ) -> str:
        """Return whether tests notice something: a mutant that they pass with has survived."""
        words = [
            "-x",
            "-q",
            "-n",
            str(workers),
            "-p",
            "no:cacheprovider",
            "-m",
            marks,
            *map(str, tests),
        ]
        env = {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            **({"LATTICEVILLE_QUICK": "1"} if marks == QUICK else {}),
        }
        with Path(self.folder, "pytest.log").open("wb") as log:
            running = subprocess.Popen(
                [sys.executable, "-m", "pytest", *words],
                cwd=self.folder,
                env=env,
                stdout=log,
                start_new_session=True,
            )
            try:
                return SURVIVED if running.wait(limit) == 0 else KILLED
            except subprocess.TimeoutExpired:
                return ENDLESS
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(running.pid, SIGKILL)
                running.wait()

    def _write(self, path: Path, source: str) -> None:
        """Write a file with a time of its own: compiled code is known as old by the second
        alone."""
        self._written += 1
        (self.folder / path).write_text(source, "utf-8")
        at = path.stat().st_mtime + self._written
        os.utime(self.folder / path, (at, at))


def main() -> int:
    """Try a sample and print what no test has noticed."""
    asked = _read_arguments()
    ends, near = time.monotonic() + 60 * asked.minutes, NearTests()
    sample = draw(find_mutants(asked.paths or FOLDERS), asked.count, asked.seed)
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        places = queue.SimpleQueue[Workplace]()
        for number in range(asked.processes):
            places.put(Workplace(Path(folder, str(number))))
        every = dict.fromkeys(test for mutant in sample for test in near.of(mutant.path))
        alone = _borrow(
            places, lambda place: place.run(every, asked.marks, asked.processes, 60 * asked.minutes)
        )
        if alone != SURVIVED:
            why = "take too long" if alone == ENDLESS else "fail"
            print(f"the tests {why} without a mutant: mend them first")
            return 1
        outcomes = dict[Mutant, str]()
        with ThreadPoolExecutor(asked.processes) as pool:
            for mutant, outcome, seconds in pool.map(
                lambda each: _try(each, places, near.of(each.path), asked.marks, ends), sample
            ):
                if outcome:
                    outcomes[mutant] = outcome
                    place = f"{mutant.path}:{mutant.line}"
                    print(f"{outcome:8} {seconds:5.1f} s {place} {mutant.operator}", flush=True)
    for mutant, outcome in outcomes.items():
        if outcome != KILLED:
            print(f"\n{outcome} {mutant.path}:{mutant.line}\n{mutant.diff()}")
    counts = ", ".join(
        f"{[*outcomes.values()].count(each)} {each}" for each in (KILLED, SURVIVED, ENDLESS)
    )
    print(f"\n{counts}, {len(sample) - len(outcomes)} not tried (seed {asked.seed})")
    return 0


def _try(
    mutant: Mutant,
    places: "queue.SimpleQueue[Workplace]",
    tests: Iterable[Path],
    marks: str,
    ends: float,
) -> tuple[Mutant, str, float]:
    """Return what the tests make of a mutant, "" where no time was left, and the seconds that it
    took."""
    start = time.monotonic()
    if start > ends - SLOWEST:
        return mutant, "", 0
    outcome = _borrow(places, lambda place: place.outcome(mutant, tests, marks))
    return mutant, outcome, time.monotonic() - start


def _borrow(places: "queue.SimpleQueue[Workplace]", work: Callable[[Workplace], str]) -> str:
    place = places.get()
    try:
        return work(place)
    finally:
        places.put(place)


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "paths", nargs="*", help="folders or files to mutate instead of the usual ones"
    )
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--marks",
        default=QUICK,
        help="which tests, as for pytest -m; those of make quick by default",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
