"""Recipes: a run in one line of at most 300 characters, which makes it again and checks it.

A recipe names the version of the program, a world by name and digest, what its minds were without,
seed, ticks, inputs and digests of the log. It holds neither the world nor replies of a model: for
these there are capsules.
"""

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

from latticeville import __version__
from latticeville.core.decoders import decode_json
from latticeville.models.embed import HASH_EMBEDDER
from latticeville.models.spec import UNCHECKED_MODELS
from latticeville.runs.fork import ABLATIONS, ForkChanges, change_minds
from latticeville.runs.log_line import peek_tick
from latticeville.runs.origin import origin_folder
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import SimulatorInput, WorldReloaded
from latticeville.world.model.world import World

PREFIX = "lv1:"
"""How a recipe of this version begins."""
LONGEST = 300
"""Characters of a recipe at most."""
_MARKS, _MARK, _DIGEST, _END = 8, 4, 12, 16
"""How many digests on the way, and the digits of each, of the world's digest and of the last."""
_MOST_TICKS = 10_000_000
_INPUT_BYTES = 1 << 20


class RecipeError(Exception):
    """A recipe cannot be made, read or followed; the sentences say why and what to do."""


class Recipe(msgspec.Struct, frozen=True):
    """How a run is made again: `inputs` by the tick in which they went in, `marks` the beginnings
    of the log's digests on the way, `end` that of the last."""

    engine: str
    world: str
    digest: str
    without: tuple[str, ...]
    seed: int
    ticks: int
    model: str
    inputs: Mapping[int, tuple[SimulatorInput, ...]]
    marks: tuple[str, ...]
    end: str


def make_recipe(folder: Path) -> str:
    """Return the line for a run; RecipeError where none can hold it."""
    replay = Replay(folder)
    header, first = replay.header, replay.at(replay.first).state
    world = origin_folder(folder)
    without = _find_ablations(world, header.world) if world else None
    inputs = _inputs_of(replay)
    if fault := _fault_of(replay, inputs, is_at_hand=without is not None):
        raise RecipeError(_offer(folder, fault))
    digests = dict(_digests(replay))
    ticks = mark_ticks(replay.last)
    line = PREFIX + ":".join(
        (
            header.engine,
            quote(world.name if world else "", safe=""),
            header.world[:_DIGEST],
            ",".join(without or ()) or "-",
            str(first.seed),
            str(replay.last),
            header.model,
            _pack_inputs(inputs),
            ",".join(digests[tick][:_MARK] for tick in ticks) or "-",
            digests[replay.last][:_END],
        )
    )
    if len(line) > LONGEST:
        raise RecipeError(_offer(folder, f"its inputs need {len(line)} characters of {LONGEST}"))
    return line


def _offer(folder: Path, why: str) -> str:
    return (
        f"{folder}: no recipe can hold this run: {why}\n"
        f"    fix: latticeville capsule {folder} {folder.name}.zip"
    )


def _fault_of(
    replay: Replay, inputs: Mapping[int, Sequence[SimulatorInput]], *, is_at_hand: bool
) -> str:
    """Return why a run cannot be made again from its world; "" where it can."""
    if replay.first:
        return "its first ticks were deleted"
    if fault := _fault_of_models(replay):
        return fault
    if any(isinstance(one, WorldReloaded) for some in inputs.values() for one in some):
        return "its world was edited while it ran"
    return "" if is_at_hand else "the files of its world were edited since, or are not at hand"


def _fault_of_models(replay: Replay) -> str:
    headers = [segment.header for segment in replay.segments]
    specs = {one for header in headers for one in (header.model, header.embedder)}
    is_ruled = len(specs) == 2 and specs <= UNCHECKED_MODELS | {HASH_EMBEDDER}
    told = ", ".join(sorted(specs))
    return "" if is_ruled else f"it holds no replies of models, and these answered: {told}"


def read_recipe(line: str) -> Recipe:
    """Return what a line says; RecipeError where it is no recipe."""
    parts = line.strip().removeprefix(PREFIX).split(":")
    try:
        engine, world, digest, without, seed, ticks, model, inputs, marks, end = parts
        recipe = Recipe(
            engine,
            unquote(world),
            digest,
            () if without == "-" else tuple(without.split(",")),
            int(seed),
            int(ticks),
            model,
            _unpack_inputs(inputs),
            () if marks == "-" else tuple(marks.split(",")),
            end,
        )
    except (ValueError, binascii.Error, zlib.error, msgspec.ValidationError) as error:
        raise RecipeError(_cut_short(line)) from error
    is_whole = len(end) == _END and len(recipe.marks) == len(mark_ticks(recipe.ticks))
    is_known = model in UNCHECKED_MODELS and {*recipe.without} <= {*ABLATIONS}
    if not (is_whole and is_known and 0 <= recipe.ticks <= _MOST_TICKS):
        raise RecipeError(_cut_short(line))
    return recipe


def _cut_short(line: str) -> str:
    return (
        f"“{line[:40]}…” is no whole recipe of version 1\n"
        "    fix: copy the line again, as latticeville recipe RUN prints it"
    )


def check_recipe(recipe: Recipe, folder: Path) -> str:
    """Return what of a finished run is other than in its recipe, as a sentence; "" where it is the
    same to the byte."""
    replay = Replay(folder)
    digests = dict(_digests(replay))
    before = 0
    for tick, mark in zip(mark_ticks(recipe.ticks), recipe.marks, strict=True):
        if not digests.get(tick, "").startswith(mark):
            return f"the first difference is between tick {before} and tick {tick}"
        before = tick
    if digests.get(recipe.ticks, "")[:_END] != recipe.end:
        return f"the first difference is between tick {before} and tick {recipe.ticks}"
    return ""


def version_notice(recipe: Recipe) -> str:
    """Say that another version wrote a recipe; "" where it was this one."""
    if recipe.engine == __version__:
        return ""
    return f"the recipe is of Latticeville {recipe.engine}; this is {__version__}"


def mark_ticks(last: int) -> tuple[int, ...]:
    """Return the ticks whose digests a recipe marks, before the last."""
    return tuple(
        sorted({last * place // (_MARKS + 1) for place in range(1, _MARKS + 1)} - {0, last})
    )


def find_ablated(world: World, recipe: Recipe) -> World:
    """Return the world with minds as a recipe has them; RecipeError where it is another world."""
    found = change_minds(world, ForkChanges(without=recipe.without))
    if found.digest[:_DIGEST] != recipe.digest:
        raise RecipeError(
            f"the world “{recipe.world}” is not the one of the recipe: its digest is "
            f"{found.digest[:_DIGEST]}, and the recipe has {recipe.digest}\n"
            "    fix: take the edition of the world that the run had, or ask for a capsule"
        )
    return found


def _find_ablations(folder: Path, digest: str) -> tuple[str, ...] | None:
    """Return what minds were without in a run of a world's files; None where its world is
    another."""
    from latticeville.core.problems import WorldError
    from latticeville.world.load import load_world

    try:
        world = load_world(folder)
    except WorldError:
        return None
    names = sorted(ABLATIONS)
    for size in range(len(names) + 1):
        for without in combinations(names, size):
            if change_minds(world, ForkChanges(without=without)).digest == digest:
                return without
    return None


def _inputs_of(replay: Replay) -> dict[int, tuple[SimulatorInput, ...]]:
    """Return what went into a run, by the tick in which it did."""
    return {payload.tick: payload.inputs for payload in replay.payloads(1) if payload.inputs}


def _digests(replay: Replay) -> Iterator[tuple[int, str]]:
    """Yield each tick with the digest of its line; of a tick with two lines, that of the first."""
    known = -1
    for segment in replay.segments:
        for line in replay.lines(segment):
            tick = peek_tick(line)
            if tick is not None and tick > known:
                known = tick
                yield tick, line.digest


def _pack_inputs(inputs: Mapping[int, tuple[SimulatorInput, ...]]) -> str:
    if not inputs:
        return "-"
    text = msgspec.json.encode(sorted(inputs.items(), key=itemgetter(0)), order="deterministic")
    return base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def _unpack_inputs(text: str) -> dict[int, tuple[SimulatorInput, ...]]:
    """Return inputs by tick; ValueError, zlib.error or msgspec.ValidationError for other texts."""
    if text == "-":
        return {}
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(
        base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), _INPUT_BYTES
    )
    return dict(decode_json(data, list[tuple[int, tuple[SimulatorInput, ...]]]))
