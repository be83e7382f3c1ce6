"""Whatever becomes of the files beside a log, every command says which file is damaged, and none
crashes."""

import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.runs import log
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import GodEvent
from tests.hamlet import baker, drifter, hamlet
from tests.runs.runs import chained
from tests.samples import samples

pytestmark = [pytest.mark.fuzz, pytest.mark.slow]
PLACE = ("--agent", "ada", "--tick", "50")
COMMANDS = (
    ("resume", "RUN", "--ticks", "2", "--view", "none"),
    ("replay", "RUN", "--view", "events"),
    ("watch", "RUN"),
    ("verify", "RUN"),
    ("fork", "RUN", "--at", "50", "--ticks", "2", "--name", "new", "--view", "none"),
    ("branches", "RUNS"),
    ("diff", "RUNS/parent", "RUNS/child"),
    ("find", "RUN", "agent:ada"),
    ("timeline", "RUN"),
    ("usage", "RUN"),
    ("why", "RUN", *PLACE),
    ("beliefs", "RUN", *PLACE),
    ("relations", "RUN", *PLACE),
    ("interview", "RUN", *PLACE, "--ask", "How are you?"),
    ("memories", "RUN", *PLACE),
)


def rechain(path: Path) -> None:
    """Write other records with digests that are right."""
    if path.suffix == ".jsonl":
        chained(path, [b'{"a":1}', b"[]", b'["a","b"]'] * 9)
    else:
        path.write_bytes(b'{"a":1}')


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    if data:
        data[random.Random(len(data)).randrange(len(data))] ^= 1
    path.write_bytes(data)


def be_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: Mapping[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "short": lambda path: path.write_bytes(
        b"".join(path.read_bytes().splitlines(keepends=True)[:-1])
    ),
    "noise": lambda path: path.write_bytes(b"\xff\x00{}\n" * 9),
    "no text": lambda path: path.write_bytes(path.read_bytes().replace(b"a", b"\xff", 1)),
    "list": lambda path: path.write_bytes(b"[]\n"),
    "folder": be_folder,
    "gone": lambda path: path.unlink(),
    "flipped": flip,
    "others": rechain,
}
ALLOWED = {"diff": (0, 1, 2), "memories": (0, 1, 3)}
"""Exit codes of commands for which 1 says that runs differ, or which may want an embedder that is
not there."""
FILES = ("branch.json", "shelf.jsonl", "tape.jsonl.zst", "vectors.jsonl", "waiting.json", "world")


class Words(HashEmbedder):
    """An embedder whose vectors a run must keep."""

    name = "words"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run and a branch of it, both left with something that waits."""
    runs, short = tmp_path_factory.mktemp("whole"), log.SEGMENT_TICKS
    log.SEGMENT_TICKS = 10
    try:
        world = hamlet(start="Mon 06:30", ada=baker(0), bob=drifter(2))
        parent = RecordedRun.start(
            runs / "parent", world, FakeLLM(), "fake", embedder=("words", Words())
        )
        live(parent, 60)
        otherwise = ForkChanges(seed=9, without=("planning",))
        live(
            fork(
                Replay(runs / "parent"),
                30,
                runs / "child",
                otherwise,
                lambda _: FakeLLM(),
                lambda _: Words(),
            ),
            80,
        )
    finally:
        log.SEGMENT_TICKS = short
    return runs


def live(run: RecordedRun, until: int) -> None:
    while run.payload.tick < until:
        run.step()
    run.feed(GodEvent("A knock."))
    run.close()


@pytest.mark.parametrize("file", FILES)
def test_a_damaged_file_is_named_and_crashes_nothing(
    file: str,
    whole: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "latticeville.models.cache_registry.cached_embedder", lambda _spec, **_options: Words()
    )
    monkeypatch.setattr(
        "latticeville.cli.model_args.cached_embedder", lambda _spec, **_options: Words()
    )
    chance = random.Random(file)
    for _ in range(samples(15, 400)):
        folder, name = chance.choice(("parent", "child")), chance.choice(sorted(DAMAGES))
        runs = tmp_path / "runs"
        shutil.rmtree(runs, ignore_errors=True)
        shutil.copytree(whole, runs)
        for path in (runs / folder).glob(f"{file}*"):
            DAMAGES[name](path)
        places = {"RUN": str(runs / chance.choice((folder, "child"))), "RUNS": str(runs)}
        words = [
            word.replace("RUNS", str(runs)) if "/" in word else places.get(word, word)
            for word in chance.choice(COMMANDS)
        ]
        code, told = main(words), f"{file} of {folder} {name}: {words}"
        heard = capsys.readouterr()
        said = heard.out + heard.err if words[0] == "verify" else heard.err
        assert code in ALLOWED.get(words[0], (0, 1)), f"{told}: {said}"
        if code == 1 and words[0] != "diff":
            assert any(one in said for one in (file, "branch.json", "segment-")), f"{told}: {said}"
            assert any(one in said for one in ("\n    fix: ", "segment-", "Is a directory")), (
                f"{told}: {said}"
            )
