"""A run that is damaged anywhere is told as it was, or an error names the damage; it is never told
as another."""

import contextlib
import io
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random

import pytest

from latticeville.cli.main import main
from latticeville.measures.expression import find, parse
from latticeville.models.embed import HASH_EMBEDDER, HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError
from latticeville.reports.beliefs.match import compare_beliefs
from latticeville.reports.diff.compare import compare
from latticeville.reports.memories.retrievals import retrievals_of
from latticeville.reports.memories.terms import Terms
from latticeville.reports.usage import usage_of
from latticeville.reports.why.explain import explain
from latticeville.runs import log
from latticeville.runs.compress import compress
from latticeville.runs.follow import LogFollower
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.lines import DamageError
from latticeville.runs.pending_inputs import WAITING
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END
from latticeville.runs.run_summaries import family, summarize_run
from latticeville.runs.segment_io import decompress_file
from latticeville.runs.segments import list_segments
from latticeville.runs.timeline import TIMELINE, RunTimeline
from latticeville.runs.vectors import replay_embedder
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import GodEvent
from tests.hamlet import baker, drifter, hamlet
from tests.runs.random_damage import damage
from tests.runs.runs import short_segments
from tests.samples import samples
from tests.worlds import told

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
UNTIL, AT, SOME = 40, 20, 30
Story = Mapping[int, object]
"""What a reader tells, by tick; what is about no tick stands under -1."""


class Words(HashEmbedder):
    """An embedder whose vectors a run must keep."""

    name = "words"


class FoundError(Exception):
    """A reader says that the run is damaged."""


def begin(folder: Path, seed: int, embedder: str) -> RecordedRun:
    world = hamlet(start="Mon 06:30", ada=baker(0), bob=drifter(2))
    return RecordedRun.start(folder, world, FakeLLM(), "fake", seed, (embedder, Words()))


def live(run: RecordedRun, until: int = UNTIL, *, knock: bool = True) -> None:
    while run.payload.tick < until:
        if run.payload.tick == 12:
            run.feed(GodEvent("A bell falls down."))
        run.step()
    if knock:
        run.feed(GodEvent("A knock at the door."))
    run.close()


def make(root: Path, embedder: str) -> Path:
    """Record a run, a branch of it, another run, and the first one compressed and interrupted."""
    with short_segments():
        live(begin(root / "run", 1, embedder))
        live(begin(root / "other", 2, embedder))
        otherwise = ForkChanges(seed=9)
        branch = fork(
            Replay(root / "run"),
            AT,
            root / "branch",
            otherwise,
            lambda _: FakeLLM(),
            lambda _: Words(),
        )
        live(branch, 36, knock=False)
    for name in ("run", "branch"):
        RunTimeline.open(Replay(root / name))
    shutil.copytree(root / "run", root / "packed")
    list(compress(Replay(root / "packed")))
    shutil.copytree(root / "run", root / "killed")
    (root / "killed" / END).unlink()
    return root


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of runs whose embedder's vectors are kept."""
    return make(tmp_path_factory.mktemp("whole"), "words")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of runs with the embedder that is always there."""
    return make(tmp_path_factory.mktemp("plain"), HASH_EMBEDDER)


@pytest.fixture(autouse=True)
def _short_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 5)


def read_payloads(folder: Path) -> Story:
    return {payload.tick: told(payload) for payload in Replay(folder).payloads()}


def read_at(tick: int, folder: Path) -> Story:
    payload = Replay(folder).at(tick)
    return {payload.tick: told(payload)}


def read_events(folder: Path) -> Story:
    return {one.tick: (one.minute, one.events) for one in Replay(folder).summaries(0)}


def read_changes(folder: Path) -> Story:
    replay = Replay(folder)
    return {
        one.tick: (one.departures, one.who_retrieved)
        for one in replay.summaries(0)
        if one.tick > replay.first
    }


def read_timeline(folder: Path) -> Story:
    line = RunTimeline.open(Replay(folder), save=False)
    return {
        tick: (line.minute(tick), line.counts(tick)) for tick in range(line.first, line.last + 1)
    }


def read_following(folder: Path) -> Story:
    return {payload.tick: told(payload) for payload in LogFollower(folder, 0).poll()}


def read_hits(folder: Path) -> Story:
    replay = Replay(folder)
    expression = parse("event:said or event:entered", replay.world(replay.header.world))
    hits = {hit.tick: hit for hit in find(replay, expression)}
    return {tick: hits.get(tick) for tick in range(replay.first + 1, replay.last + 1)}


def read_why(folder: Path) -> Story:
    replay = Replay(folder)
    if replay.first > 0 or replay.last == SOME:
        raise FoundError("what led there, or who perceived it, is not in the log")
    chain = explain(replay, "ada", SOME)
    if any(
        ask.source == "lost" or (ask.on_demand and not ask.prompt)
        for ask in (*chain.asks, *(ask for root in chain.roots for ask in root.asks))
    ):
        raise FoundError("answers are told as lost")
    return {SOME: chain}


def read_report(folder: Path) -> Story:
    """Of a run that lost its last ticks, the report is another."""
    last = Replay(folder).last
    return {-1: usage_of(Replay(folder))} if (folder / END).exists() or last == UNTIL else {}


def read_memories(folder: Path) -> Story:
    replay = Replay(folder)
    taped = partial(replay_embedder, folder, replay.segments[-1].header.embedder)
    return {
        tick: retrievals_of(replay.at(tick), "bob", Terms(), taped, Words) for tick in (15, SOME)
    }


def read_beliefs(folder: Path) -> Story:
    return {SOME: compare_beliefs(Replay(folder).at(SOME).state, "bob")}


def read_glance(folder: Path) -> Story:
    left = summarize_run(folder)
    if left.trouble:
        raise FoundError(left.trouble)
    story: dict[int, object] = {
        tick: left.minute - 5 * (left.last - tick) for tick in range(left.last + 1)
    }
    return {**story, -1: (left.seed, left.model, left.at, left.cause)}


def read_family(folder: Path) -> Story:
    twigs = family([folder, folder.parent / "branch"])
    if any(twig.trouble for twig in twigs):
        raise FoundError("a run of the tree is marked as damaged")
    return {-1: [(twig.parent, twig.at, twig.cause) for twig in twigs]}


def read_difference(folder: Path) -> Story:
    if Replay(folder).last < 36:
        raise FoundError("the log is too short to be compared")
    parting = compare(folder, folder.parent / ("run" if folder.name == "branch" else "branch"))
    return {-1: parting.tick, **({-2: parting} if Replay(folder).first == 0 else {})}


def read_again(folder: Path) -> Story:
    ticks = {}
    for item in verify(folder):
        if isinstance(item, ReplayDifference):
            raise FoundError(item.what)
        ticks[item] = True
    return ticks


def read_fork(folder: Path) -> Story:
    target = folder.parent / "new"
    run = fork(Replay(folder), 17, target, ForkChanges(), lambda _: FakeLLM(), lambda _: Words())
    with contextlib.closing(run):
        story = {run.payload.tick: told(run.payload)}
        story[18] = told(run.step())
    return story


def read_resumed(folder: Path) -> Story:
    run = RecordedRun.resume(folder, lambda _: FakeLLM(), lambda _: Words())
    with contextlib.closing(run):
        story = {run.payload.tick: told(run.payload)}
        if run.payload.tick >= 36:
            after = run.step()
            story[after.tick] = told(after)
    return story


READERS: Mapping[str, Callable[[Path], Story]] = {
    "payloads": read_payloads,
    "first": partial(read_at, 3),
    "middle": partial(read_at, 17),
    "late": partial(read_at, SOME),
    "last": partial(read_at, 36),
    "events": read_events,
    "changes": read_changes,
    "timeline": read_timeline,
    "follow": read_following,
    "find": read_hits,
    "why": read_why,
    "report": read_report,
    "memories": read_memories,
    "beliefs": read_beliefs,
    "glance": read_glance,
    "branches": read_family,
    "diff": read_difference,
    "verify": read_again,
    "fork": read_fork,
    "resume": read_resumed,
}
"""Every reader; the last writes, and comes last."""


def copied(whole: Path, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(whole, place)


def stories(folder: Path) -> Iterator[tuple[str, Story | Exception]]:
    """Yield what each reader tells of a run, or the error that it raises."""
    for name, read in READERS.items():
        try:
            yield name, read(folder)
        except (DamageError, FoundError, ModelError) as error:
            yield name, error
        except OSError as error:
            if not error.filename:
                raise
            yield name, error


def oldest_is_gone(folder: Path) -> bool:
    """Tell whether the log begins behind its first segment, as it may."""
    try:
        return list_segments(folder)[0].number > 0
    except (DamageError, IndexError):
        return False


def fits(found: Story, wanted: Story, *, headless: bool, endless: bool) -> bool:
    """Tell whether a story is the wanted one, or the part of it that may be left."""
    ticks = sorted(tick for tick in wanted if tick >= 0)
    lost = {tick for tick in ticks if tick not in found}
    if any(tick not in wanted or wanted[tick] != what for tick, what in found.items()):
        return False
    left = [tick for tick in ticks if tick not in lost]
    head = {tick for tick in lost if not left or tick < left[0]}
    return (headless or not head) and (endless or not lost - head)


def content(folder: Path) -> dict[str, bytes]:
    """Return what a folder's files hold, compressed ones by their uncompressed names."""
    found = {}
    for path in sorted(folder.iterdir()):
        with contextlib.suppress(OSError):
            packed = path.suffix in {".zst", ".gz"}
            found[path.stem if packed else path.name] = (
                decompress_file(path) if packed else path.read_bytes()
            )
    return found


@pytest.fixture(scope="module")
def wanted(
    whole: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, dict[str, Story]]]:
    """Return where damaged copies lie, and what each reader tells of each run where nothing is
    damaged."""
    place = tmp_path_factory.mktemp("damaged") / "runs"
    found: dict[str, dict[str, Story]] = {}
    with short_segments():
        for name in ("run", "branch", "packed", "killed"):
            copied(whole, place)
            found[name] = {}
            for reader, story in stories(place / name):
                assert not isinstance(story, Exception), f"{name}, {reader}: {story}"
                found[name][reader] = story
    return place, found


GROUPS = 4


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_damaged_run_is_told_as_it_was_or_not_at_all(
    whole: Path, wanted: tuple[Path, dict[str, dict[str, Story]]], group: int
) -> None:
    place, right = wanted
    wrong = []
    for seed in range(group, samples(200, 1000), GROUPS):
        chance = Random(seed)
        copied(whole, place)
        name = chance.choice(["run", "run", "branch", "packed", "killed"])
        victim = "run" if name == "branch" and chance.random() < 0.4 else name
        done = [damage(place / victim, [place / "other", place / "branch"], chance)]
        if chance.random() < 0.2:
            done.append(damage(place / victim, [place / "other"], chance))
        endless = not (place / name / END).exists()
        headless = oldest_is_gone(place / name)
        case = f"seed {seed}, {name}: {victim}/{' and '.join(done)}"
        checked = victim != name or harmless(place / name, whole / name, endless=endless)
        for reader, story in stories(place / name):
            if isinstance(story, Exception):
                continue
            if reader == "resume" and endless:
                known = {**right[name]["payloads"], **right[name]["resume"]}
                if not (place / name / WAITING).exists():
                    known |= {tick: what for tick, what in story.items() if tick > UNTIL}
                if any(known[tick] != what for tick, what in story.items()):
                    wrong.append(f"{case}: {reader}")
            elif not fits(story, right[name][reader], headless=headless, endless=endless):
                wrong.append(f"{case}: {reader}")
            elif reader == "verify" and not checked:
                wrong.append(f"{case}: verify says that all is well")
    assert not wrong, "\n".join(wrong)


def harmless(folder: Path, whole: Path, *, endless: bool) -> bool:
    """Tell whether what a run is made of is as it was, save what may be missing."""
    now, then = content(folder), content(whole)
    for name in (END, TIMELINE, WAITING):
        now.pop(name, None)
        then.pop(name, None)
    segments = sorted(name for name in then if name.startswith("segment"))
    while segments and segments[0] not in now:
        then.pop(segments.pop(0))
    if now == then:
        return True
    now["shelf.jsonl"] = now.get("shelf.jsonl", b"")[: len(then["shelf.jsonl"])]
    return endless and all(
        then[name].startswith(text[: text.rfind(b"\n") + 1]) for name, text in now.items()
    )


COMMANDS = (
    "replay {run} --view json",
    "replay {run} --tick 17 --view events,map",
    "verify {run}",
    "find {run} event:said",
    "timeline {run} --json",
    "why {run} --agent ada --tick 30",
    "memories {run} --agent ada --tick 30 --json",
    "beliefs {run} --agent bob --tick 30",
    "diff {run} {branch}",
    "branches {root}",
    "watch {run} --from 0 --view json",
    "interview {run} --agent ada --tick 30 --question Why?",
    "compress {run} --keep 2",
    "fork {run} --at 17 --ticks 1 --out {root}/new --view json",
    "resume {run} --ticks 1 --view json",
)
"""Commands that read a run, the last of which write."""
CODES = {0, 1, 2}


def test_no_command_crashes_on_a_damaged_run(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    place = tmp_path / "runs"
    right: dict[tuple[str, str], str] = {}
    for name in ("run", "branch", "packed", "killed"):
        copied(plain, place)
        for command in COMMANDS:
            code, out, said = called(command, place, name)
            assert code in CODES, f"{command}: {said}"
            right[name, command] = out
    wrong = []
    for seed in range(samples(12, 1000)):
        chance = Random(-1 - seed)
        copied(plain, place)
        name = chance.choice(["run", "run", "branch", "packed", "killed"])
        victim = "run" if name == "branch" and chance.random() < 0.4 else name
        done = damage(place / victim, [place / "other", place / "branch"], chance)
        shortened = oldest_is_gone(place / name) or not (place / name / END).exists()
        for command in sorted(chance.sample(COMMANDS, 10), key=COMMANDS.index):
            code, out, said = called(command, place, name)
            case = f"seed {seed}, {name}: {victim}/{done}: {command} ({code})\n{said}"
            quiet = code and not (said or out or command.startswith("find"))
            other = (
                not code
                and not shortened
                and not command.startswith("compress")
                and out != right[name, command]
            )
            if code not in CODES or "Traceback" in said or quiet or other:
                wrong.append(case)
    assert not wrong, "\n".join(wrong)


def called(command: str, place: Path, name: str) -> tuple[int, str, str]:
    """Return the exit code of a command and what it writes."""
    out, said = io.StringIO(), io.StringIO()
    words = command.format(
        run=place / name, root=place, branch=place / ("run" if name == "branch" else "branch")
    )
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
        try:
            code = main(words.split())
        except SystemExit as error:
            code = int(error.code or 0)
    return code, out.getvalue(), said.getvalue()
