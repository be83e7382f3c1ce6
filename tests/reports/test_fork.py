"""Forks: nothing is copied, and a fork without edits writes the very bytes of its parent."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.reports.why.explain import explain
from latticeville.runs.branch import BRANCH, Branch, read_branch
from latticeville.runs.fork import ForkChanges, ForkError, fork, make_branch_folder
from latticeville.runs.lines import DamageError
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_end import END, RunEnd, read_end
from latticeville.runs.run_summaries import family, summarize_run
from latticeville.runs.tape import TAPE, list_frames
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.inputs import GodEvent, Reseed, SimulatorInput, WorldReloaded
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Scripted
from tests.random_worlds import feeds, worlds
from tests.reports.runs import SQUARE, recorded
from tests.runs.runs import contents, record, resumed, short_segments, taped
from tests.worlds import Feed, told

UNTIL = 60


@pytest.fixture(autouse=True)
def _short_segments() -> Iterator[None]:
    with short_segments():
        yield


def go_on(
    parent: Path,
    tick: int,
    folder: Path,
    until: int,
    otherwise: ForkChanges | None = None,
    feed: Feed = MappingProxyType({}),
) -> Path:
    """Fork a run of the fake model and let it live up to a tick."""
    otherwise = otherwise or ForkChanges()
    run = fork(Replay(parent), tick, folder, otherwise, lambda _spec: FakeLLM(), lambda _spec: None)
    lived(run, until, feed)
    return folder


def lived(run: RecordedRun, until: int, feed: Feed) -> None:
    while run.payload.tick < until:
        for item in feed.get(run.payload.tick + 1, ()):
            if isinstance(item, World):
                run.feed(WorldReloaded(item.digest), item)
            else:
                run.feed(item)
        run.step()
    run.close()


def end_of(folder: Path) -> RunEnd:
    """Return how a run ended, but for the bytes of its own part of the tape."""
    end = read_end(folder)
    assert end is not None
    return replace(end, tape_bytes=0)


def goes_on_as(parent: Path, folder: Path) -> None:
    """Check that a branch holds the bytes of its parent from where it begins, and nothing else."""
    branch = read_branch(folder)
    assert branch is not None
    own = contents(folder)
    del own[BRANCH]
    for name, text in contents(parent).items():
        number = int(name[8:-6]) if name.startswith("segment-") else -1
        if name == TAPE:
            del own[name]
            assert taped(folder) == [
                (tick, calls) for tick, calls in taped(parent) if tick > branch.tape.tick
            ]
        elif name == "shelf.jsonl":
            assert own.pop(name, b"") == text[branch.shelf.end :]
        elif name == END:
            assert end_of(folder) == end_of(parent)
            del own[name]
        elif number == branch.segment:
            assert own.pop(name, b"") == text[branch.log.end :]
        elif number > branch.segment:
            assert own.pop(name) == text
    assert not own


@pytest.mark.slow
@law(25)
@given(data=st.data())
def test_a_fork_without_edits_is_its_parent_to_the_byte(data: st.DataObject) -> None:
    world = data.draw(worlds((1, 3)))
    ticks = data.draw(st.integers(1, 40))
    feed = data.draw(feeds(world, ticks))
    at = data.draw(st.integers(0, ticks))
    again = data.draw(st.integers(0, ticks))
    with TemporaryDirectory() as place:
        parent = Path(place) / "parent"
        lived(RecordedRun.start(parent, world, FakeLLM(), "fake"), ticks, feed)
        child = go_on(parent, at, Path(place) / "one" / "child", ticks, feed=feed)
        goes_on_as(parent, child)
        grandchild = go_on(child, again, Path(place) / "grandchild", ticks, feed=feed)
        wanted = [told(one) for one in Replay(parent).payloads()]
        assert [told(one) for one in Replay(child).payloads()] == wanted
        assert [told(one) for one in Replay(grandchild).payloads()] == wanted
        assert told(Replay(grandchild).at(again)) == wanted[again]
        assert not [one for one in verify(grandchild) if isinstance(one, ReplayDifference)]


@pytest.mark.parametrize("at", [0, 1, 39, 40, 41, 74, 75, 90])
def test_a_run_with_reloads_is_forked_at_any_tick(tmp_path: Path, at: int) -> None:
    parent = tmp_path / "parent"
    payloads = record(parent, 90)
    make_branch_folder(Replay(parent), at, tmp_path / "child")
    assert told(resumed(tmp_path / "child", 90)) == told(payloads[at])
    goes_on_as_worlds_apart(parent, tmp_path / "child")
    assert [told(one) for one in Replay(tmp_path / "child").payloads()] == [
        told(one) for one in payloads
    ]
    assert not [one for one in verify(tmp_path / "child") if isinstance(one, ReplayDifference)]


def goes_on_as_worlds_apart(parent: Path, folder: Path) -> None:
    """Check a branch that holds the later editions of its world itself."""
    for path in folder.glob("world-*.json"):
        assert path.read_bytes() == (parent / path.name).read_bytes()
        path.unlink()
    goes_on_as(parent, folder)


def test_a_branch_cut_short_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", UNTIL)
    child = go_on(parent, 20, tmp_path / "child", 30)
    run = RecordedRun.resume(child, lambda _spec: FakeLLM())
    lived(run, UNTIL, {})
    goes_on_as(parent, child)
    newest = max(child.glob("segment-*"))
    newest.write_bytes(newest.read_bytes()[:-7])
    (child / END).unlink()
    assert Replay(child).torn_bytes
    lived(RecordedRun.resume(child, lambda _spec: FakeLLM()), UNTIL, {})
    goes_on_as(parent, child)


def test_why_works_on_both_sides_of_the_fork(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", UNTIL)
    child = go_on(parent, 15, tmp_path / "child", UNTIL)
    for tick in (1, 14, 15, 16, 17, 40, UNTIL):
        for who in ("mina", "otto"):
            assert explain(Replay(child), who, tick) == explain(Replay(parent), who, tick)


SEED = ForkChanges(seed=99)
CHANGES: list[tuple[ForkChanges, SimulatorInput | None]] = [
    (SEED, Reseed(99)),
    (ForkChanges(profile="paper"), None),
    (ForkChanges(without=("reflection",)), None),
    (ForkChanges(without=("planning", "memory")), None),
    (ForkChanges(without=("relations",)), None),
    (ForkChanges(model="other"), None),
]


@pytest.mark.slow
@pytest.mark.parametrize(("otherwise", "first"), CHANGES)
def test_a_fork_with_something_changed_replays_resumes_and_is_verified(
    tmp_path: Path, otherwise: ForkChanges, first: SimulatorInput | None
) -> None:
    parent = recorded(tmp_path / "parent", 40, hamlet(ada=baker(0), bob=drifter(2)))
    child = go_on(parent, 20, tmp_path / "child", 40, otherwise)
    replay = Replay(child)
    assert [told(replay.at(tick)) for tick in range(21)] == [
        told(Replay(parent).at(tick)) for tick in range(21)
    ]
    inputs = replay.at(21).inputs
    if first is not None:
        assert inputs == (first,)
    if otherwise.model:
        assert replay.segments[-1].header.model == "other"
        assert not inputs
    elif first is None:
        (reload,) = inputs
        assert isinstance(reload, WorldReloaded)
    lived(RecordedRun.resume(child, lambda _spec: FakeLLM()), 50, {})
    assert not [one for one in verify(child) if isinstance(one, ReplayDifference)]


@pytest.mark.parametrize(("otherwise", "first"), CHANGES)
def test_a_fork_that_is_left_before_its_first_tick_keeps_what_is_otherwise(
    tmp_path: Path, otherwise: ForkChanges, first: SimulatorInput | None
) -> None:
    parent = recorded(tmp_path / "parent", 40, hamlet(ada=baker(0), bob=drifter(2)))
    straight = go_on(parent, 20, tmp_path / "straight", 30, otherwise)
    child = go_on(parent, 20, tmp_path / "child", 20, otherwise)
    assert summarize_run(child).cause == summarize_run(straight).cause != ""
    lived(RecordedRun.resume(child, lambda _spec: FakeLLM()), 30, {})
    assert contents(child) == contents(straight)
    if first is not None:
        assert Replay(child).at(21).inputs == (first,)


class Words(HashEmbedder):
    """An embedder whose vectors a run must keep."""

    name = "words"


def test_a_fork_tells_how_much_it_has_read_and_leaves_nothing_where_it_is_ended(
    tmp_path: Path,
) -> None:
    parent, child = tmp_path / "parent", tmp_path / "child"
    world = hamlet(start="Mon 07:30", ada=baker(0), bob=drifter(2))
    lived(RecordedRun.start(parent, world, FakeLLM(), "fake", embedder=("words", Words())), 20, {})
    seen: list[tuple[int, int]] = []

    def forked(looked: Callable[[int, int], object]) -> RecordedRun:
        return fork(
            Replay(parent), 10, child, ForkChanges(), lambda _: FakeLLM(), lambda _: Words(), looked
        )

    def end(done: int, of: int) -> None:
        if 2 * done > of:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        forked(end)
    assert not child.exists()
    lived(forked(lambda done, of: seen.append((done, of))), 20, {})
    size = (parent / "vectors.jsonl").stat().st_size
    assert seen == sorted(seen)
    assert {of for _, of in seen} == {size}
    assert seen[-1] == (size, size)


def test_a_fork_reads_one_frame_of_its_parents_tape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the frame of the tick is read, so that a fork late in a long run is as quick as an early
    one."""
    monkeypatch.setattr("latticeville.runs.tape_writer.FRAME_BYTES", 1000)
    parent = recorded(tmp_path / "parent", 40)
    text = bytearray((parent / TAPE).read_bytes())
    text[list_frames(parent / TAPE)[0].end - 20] ^= 1
    (parent / TAPE).write_bytes(text)
    child = go_on(parent, 35, tmp_path / "child", 40)
    assert Replay(child).last == 40
    with pytest.raises(DamageError, match=r"tape\.jsonl\.zst: the tape was changed"):
        list(verify(child))


def test_what_is_taken_away_is_not_there_any_more(tmp_path: Path) -> None:
    parent = recorded(
        tmp_path / "parent",
        30,
        hamlet(start="Mon 06:30", ada=baker(0), bob=drifter(2, work="bakery")),
    )
    child = go_on(
        parent,
        10,
        tmp_path / "child",
        60,
        ForkChanges(without=("memory", "planning", "reflection", "relations")),
    )
    later = list(Replay(child).payloads(12))
    assert {
        recall for one in later for thought in one.thoughts.values() for recall in thought.recalls
    } == set()
    asked = {ask.kind for one in later for thought in one.thoughts.values() for ask in thought.asks}
    assert not asked & {"day", "hours", "steps", "insights", "questions"}
    assert "relate" not in asked
    assert not any(mind.relations.people for one in later for mind in one.state.minds.values())
    assert all(thought.step is None for one in later for thought in one.thoughts.values())
    whole = list(Replay(go_on(parent, 10, tmp_path / "whole", 160)).payloads(12))
    assert {
        recall for one in whole for thought in one.thoughts.values() for recall in thought.recalls
    }


def test_thinking_otherwise_upsets_no_plan(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", 30, hamlet(ada=baker(0), bob=drifter(2)))
    child = go_on(parent, 20, tmp_path / "child", 21, ForkChanges(without=("reflection",)))
    one, other = Replay(parent).at(21).state, Replay(child).at(21).state
    assert one.bodies == other.bodies
    assert one.minds == other.minds
    assert other.world.minds.reflect is False


def test_a_fork_that_is_fed_parts_where_it_is_fed(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", 30)
    child = go_on(parent, 10, tmp_path / "child", 30, feed={12: [GodEvent("A scream!")]})
    same = [told(Replay(parent).at(tick)) == told(Replay(child).at(tick)) for tick in range(13)]
    assert same == [True] * 12 + [False]


def test_a_parent_that_is_gone_or_was_changed_is_said_with_its_place(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", 30)
    child = go_on(parent, 10, tmp_path / "child", 20)
    shutil.move(parent, tmp_path / "moved")
    with pytest.raises(
        DamageError, match=r"branch\.json:1:1: the parent run of this branch is missing"
    ):
        Replay(child)
    shutil.copytree(tmp_path / "moved", parent)
    branch = read_branch(child)
    assert branch is not None
    path = parent / f"segment-{branch.segment:03}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:1] + lines[2:]))
    with pytest.raises(
        DamageError, match=r"branch\.json:1:1: the parent run of this branch was changed"
    ):
        Replay(child)
    shutil.rmtree(parent)
    recorded(parent, 30, feed={4: GodEvent("Other times.")})
    with pytest.raises(
        DamageError, match=r"branch\.json:1:1: the parent run of this branch was changed"
    ):
        Replay(child)
    shutil.rmtree(parent)
    shutil.copytree(tmp_path / "moved", parent)
    assert Replay(child).last == 20
    (child / BRANCH).write_text('{"parent": 3}')
    with pytest.raises(
        DamageError, match=r"branch\.json:1:1: the parent of this branch cannot be read"
    ):
        Replay(child)
    joint = {"end": 9, "digest": "0"}
    own = {
        "parent": "../child",
        "tick": 10,
        "segment": 0,
        "log": joint,
        "tape": joint,
        "shelf": joint,
    }
    (child / BRANCH).write_bytes(msgspec.json.encode(msgspec.convert(own, Branch)))
    with pytest.raises(DamageError, match="names itself as its parent"):
        Replay(child)


def test_a_tick_that_is_not_there_cannot_be_forked(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", 10)
    with pytest.raises(ForkError, match="its ticks are 0 to 10"):
        make_branch_folder(Replay(parent), 11, tmp_path / "child")


def test_branches_are_drawn_as_a_tree(tmp_path: Path) -> None:
    parent = recorded(tmp_path / "parent", 30)
    late = go_on(parent, 20, tmp_path / "late", 25)
    early = go_on(parent, 10, tmp_path / "early", 25)
    deep = go_on(early, 15, tmp_path / "deep", 25)
    back = go_on(early, 5, tmp_path / "back", 25)
    found = family([deep, late, back, early, parent])
    assert [Path(one.folder).name for one in found] == ["parent", "back", "early", "deep", "late"]
    assert [one.at for one in found] == [0, 5, 10, 15, 20]
    assert [Path(one.parent).name for one in found] == ["", "parent", "parent", "early", "parent"]


def test_the_command_forks_and_says_what_it_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = str(tmp_path / "run")
    assert main(["run", str(SQUARE), "--ticks", "20", "--out", parent, "--view", "none"]) == 0
    script = tmp_path / "what-if.toml"
    script.write_text('[[inputs]]\nat = 12\ndo = "event"\ntext = "The bell rings!"\n')
    words = ["fork", parent, "--at", "10", "--ticks", "10", "--view", "none"]
    assert main([*words, "--name", "bell", "--inputs", str(script)]) == 0
    assert main(["verify", f"{parent}-bell"]) == 0
    assert Replay(Path(f"{parent}-bell")).at(12).inputs == (GodEvent("The bell rings!"),)
    assert main([*words, "--seed", "5", "--without", "memory", "--without", "planning"]) == 0
    assert main(["verify", f"{parent}-fork-001"]) == 0
    assert main([*words]) == 0
    assert main(["diff", parent, f"{parent}-fork-002"]) == 0
    assert main([*words, "--name", "bell"]) == 2
    assert main([*words[:3], "21", *words[4:]]) == 2
    assert main([*words[:3], "15", *words[4:], "--inputs", str(script)]) == 1
    assert "what-if.toml:2:1: error: tick 12 is in the past" in capsys.readouterr().err


def test_recorded_minds_of_any_model_are_shared(tmp_path: Path) -> None:
    record(tmp_path / "parent", 30)
    make_branch_folder(Replay(tmp_path / "parent"), 30, tmp_path / "child")
    RecordedRun.resume(tmp_path / "child", lambda _spec: Scripted()).close()
    assert not [one for one in verify(tmp_path / "child") if isinstance(one, ReplayDifference)]


def test_the_tree_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = tmp_path / "runs"
    parent = recorded(runs / "parent", 10)
    early = go_on(parent, 4, runs / "early", 12)
    go_on(early, 8, runs / "deep", 12)
    assert main(["branches", str(runs)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "parent · ticks 0 to 10",
        "└─ early · ticks 4 to 12 · from tick 4",
        "   └─ deep · ticks 8 to 12 · from tick 8",
    ]
    assert main(["branches", str(runs), "--json"]) == 0
    assert main(["branches", str(tmp_path)]) == 2


def test_a_tree_with_damaged_runs_is_drawn_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = tmp_path / "runs"
    parent = recorded(runs / "parent", 10)
    early = go_on(parent, 4, runs / "early", 12)
    go_on(early, 8, runs / "deep", 12)
    late = go_on(parent, 6, runs / "late", 12)
    go_on(recorded(runs / "gone", 10), 5, runs / "orphan", 12)
    shutil.rmtree(runs / "gone")
    (early / "end.json").write_text("{}")
    for folder, other in (("one", "two"), ("two", "one")):
        shutil.copytree(late, runs / folder)
        path = runs / folder / "branch.json"
        path.write_text(path.read_text().replace("../parent", f"../{other}"))
    assert main(["branches", str(runs)]) == 1
    told = capsys.readouterr()
    itself = "branch.json:1:1: the branch names itself as its parent"
    changed = "the end of the run cannot be read: the file was changed after it was written"
    gone = f"the parent run of this branch is missing: {runs}/gone"
    assert told.out.splitlines() == [
        f"orphan · from tick 5 of {runs}/gone · damaged: {runs}/orphan/branch.json:1:1: {gone}",
        "parent · ticks 0 to 10",
        f"├─ early · from tick 4 · damaged: {early}/end.json:1:1: {changed}",
        f"│  └─ deep · from tick 8 · damaged: {early}/end.json:1:1: {changed}",
        "└─ late · ticks 6 to 12 · from tick 6",
        f"one · from tick 6 of {runs}/two · damaged: {runs}/two/{itself}",
        f"└─ two · from tick 6 · damaged: {runs}/one/{itself}",
    ]
    assert told.err.startswith(f"{runs}: 5 of 7 runs cannot be read:\n")
    assert told.err.count("\n    fix: ") == 5
    assert main(["branches", str(runs), "--json"]) == 1
