"""`secrets`: to whom each secret was told, and what was missing where it was not."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import SECRET
from latticeville.models.fake import FakeLLM
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from tests.beat_worlds import village, voter
from tests.runs.runs import write

FRIEND = {"who": "bob", "how": "best friend"}
TOLD = {"text": "I have burned the map of the valley.", "to": ["bob"]}
HEARD = {"text": "The key of the tower lies in my shoe.", "to": ["bob"], "when": ["zither"]}
TRUSTED = {"text": "I saw the mayor weep in the tower.", "to": ["bob", "cid"], "trust": 0.9}
CLOSED = {"text": "I never loved the sea.", "trust": 1}
WORLD = village(
    {
        "ann": voter(None, secrets=[TOLD, HEARD, TRUSTED, CLOSED], relationships=[FRIEND]),
        "bob": voter(None, relationships=[{"who": "ann", "how": "best friend"}]),
        "cid": voter(None, home="hall"),
    },
    simulation={"start": "Sun 08:00"},
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of some hours in which Ann and Bob are alone in a yard, on the last day that the
    seed deals out."""
    folder = tmp_path_factory.mktemp("secrets") / "run"
    write(folder, WORLD, 90, model=BuiltinMind())
    return folder


def test_each_secret_is_told_with_whom_or_what_was_missing(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = next(
        payload
        for payload in Replay(run).payloads()
        for one in payload.events
        if isinstance(one, Said) and one.topic and one.topic.kind == SECRET
    )
    assert main(["secrets", str(run)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Ann  1 of 4 told"
    assert lines[3].startswith("  told to Bob · Sun ")
    assert lines[3].endswith(f", tick {told.tick}")
    assert "  may be told to Bob, from the first day on, one person a day" in lines
    assert "  may be told to Bob, when somebody says zither" in lines
    assert "  not to Bob: never said zither to Ann alone" in lines
    assert (
        "  may be told to Bob and Cid from trust 0.9, from the first day on, or when words bring it up"
        in lines
    )
    assert any(one.startswith("  not to Bob: trust 0.") for one in lines)
    assert "  not to Cid: trust 0.40, and 0.9 is needed" in lines
    assert lines[-1] == "  told to nobody"


def test_who_has_no_secret_is_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["secrets", str(run), "--agent", "bob"]) == 0
    assert capsys.readouterr().out == "Nobody here has a secret.\n"


def test_before_the_first_talk_they_never_spoke(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["secrets", str(run), "--tick", "0"]) == 0
    assert "  not to Bob: never spoke" in capsys.readouterr().out


def test_what_a_scene_tells_counts_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = {"text": "I broke the great window of the hall with a turnip.", "to": ["bob"]}
    scene = {
        "lines": [{"who": "ann", "to": "bob", "says": "Do not ask me about the window."}],
        "aftermath": [{"person": "bob", "knows": "with a turnip", "of": "ann"}],
    }
    gust = {"id": "gust", "text": "A gust goes through the hall.", "at": "Sun 08:10"}
    world = village(
        {"ann": voter(None, secrets=[secret]), "bob": voter(None)},
        scheduled=[{**gust, "scenes": [scene]}],
        simulation={"start": "Sun 08:00"},
    )
    write(tmp_path / "run", world, 40, model=FakeLLM())
    assert main(["secrets", str(tmp_path / "run")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Ann  1 of 1 told"
    assert lines[3].startswith("  told to Bob by a scene or an outcome · Sun 08:")
    assert len(lines) == 4
