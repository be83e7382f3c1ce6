"""What there is to try of a world: its scenarios, the tests of its kinds, and what is wrong with
them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from latticeville.core.problems import Problem, select_errors
from latticeville.scenarios import SUFFIX
from latticeville.scenarios.kind_tests import FAILS, KindTest, kind_tests
from latticeville.scenarios.scenario_file import (
    CompiledScenario,
    read_scenario,
    read_text,
    scenario_texts,
)
from latticeville.world.load import inspect_world
from latticeville.world.model.world import World


class Collection(NamedTuple):
    """The scenarios of a world that are wanted, with their texts, and the tests of its kinds where
    all is wanted; `unknown` is a word that names no scenario."""

    folder: Path
    world: World | None
    problems: Sequence[Problem]
    texts: dict[str, str] = {}  # noqa: RUF012 - a default that nobody changes
    scenarios: tuple[CompiledScenario, ...] = ()
    kinds: tuple[KindTest, ...] = ()
    unknown: str = ""


def collect(folder: Path, named: Sequence[str] = ()) -> Collection:
    """Return what there is to try of the world in a folder: all, or the scenarios that are named by
    file, stem or name."""
    world, problems = inspect_world(folder)
    wrong = [one for one in select_errors(problems) if one.code != FAILS]
    if world is None or wrong:
        return Collection(folder, None, wrong)
    return _collect(folder, world, problems, named)


def _collect(
    folder: Path, world: World, problems: Sequence[Problem], named: Sequence[str]
) -> Collection:
    texts, unfit = scenario_texts(folder)
    texts |= dict(_other_files(folder, named, unfit))
    scenarios: list[CompiledScenario] = []
    known: dict[str, set[str]] = {}
    for file, text in texts.items():
        found, wrong = read_scenario(file, text, world, folder)
        known[file] = {file, stem(file), "" if found is None else found.name}
        if _is_wanted(folder, named, known[file]):
            scenarios += [] if found is None else [found]
            unfit += wrong
    unknown = (
        one for one in named if not any(_is_wanted(folder, [one], each) for each in known.values())
    )
    kinds = () if named else tuple(kind_tests(world, problems))
    return Collection(
        folder, world, sorted(unfit), texts, tuple(scenarios), kinds, next(unknown, "")
    )


def _is_wanted(folder: Path, named: Sequence[str], known: set[str]) -> bool:
    """Tell whether one of some words is one of the names of a scenario; without a word all are."""
    return not named or any({word, _file_name(folder, word)} & known for word in named)


def stem(file: str) -> str:
    """Return the name of a scenario's file without what all of them end with."""
    return Path(file).name.removesuffix(SUFFIX)


def _file_name(folder: Path, word: str) -> str:
    """Return a file as seen from the folder of the world where it lies inside, else as it is."""
    path, root = Path(word).resolve(), folder.resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else word


def _other_files(
    folder: Path, named: Sequence[str], problems: list[Problem]
) -> Iterator[tuple[str, str]]:
    """Yield the texts of files that are named and are not in the world's folder of scenarios."""
    for word in named:
        if word.endswith(SUFFIX) and Path(word).is_file():
            name = _file_name(folder, word)
            text = read_text(Path(word), name, problems)
            if text is not None:
                yield name, text
