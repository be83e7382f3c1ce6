"""`matters`: how questions and stories stand; the chronicle tells them, and a comparison starts with
what ended otherwise."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.chronicle.read import read_chronicle
from latticeville.reports.diff.outcome import compare_outcomes, outcome_sentences
from latticeville.reports.matters import beat_rows, beat_views
from latticeville.reports.plain_text import plain_text
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import GodEvent, PutPerson, Whisper
from latticeville.sim.state import State
from tests.beat_worlds import MEETING, village, voter
from tests.runs.runs import write
from tests.worlds import live

STORY = {
    "id": "debt",
    "name": "the debt",
    "people": ["ann"],
    "stages": [
        {"id": "owed", "text": "Ann owes Bob a cow."},
        {"id": "paid", "text": "The cow is paid.", "when": [{"since": "Mon 08:40"}]},
    ],
}
CART = {"id": "cart", "text": "The cart comes.", "at": "Mon 08:50"}
WORLD = village(matters=[MEETING], storylines=[STORY], scheduled=[CART])
AWAY = {tick: [PutPerson("ann", "yard"), PutPerson("bob", "yard")] for tick in range(15, 41)}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a run in which two who would keep the tree come to the meeting, and one in which they
    do not."""
    folder = tmp_path_factory.mktemp("matters")
    write(folder / "a", WORLD, 45, model=BuiltinMind())
    write(folder / "b", WORLD, 45, model=BuiltinMind(), feed=AWAY)
    return folder / "a", folder / "b"


def told(state: State) -> list[str]:
    """Return the report on a state as lines."""
    return [*plain_text(beat_rows([*beat_views(state)]))]


def test_what_is_open_is_told_with_who_would_vote_how() -> None:
    state = live(WORLD, 1, model=BuiltinMind())[-1].state
    assert told(state) == [
        "Matters  0 of 1 over",
        "tree: meeting on Mon 08:30 at Hall",
        "  Does the tree stay?",
        "  for: Ann (+0.80) and Bob (+0.50); against: Cid (-0.60)",
        "Storylines  0 of 1 over",
        "debt: owed · goes on",
        "  Ann owes Bob a cow.",
        "Scheduled events  0 of 1 over",
        "cart: due on Mon 08:50",
        "  The cart comes.",
    ]


def test_what_is_over_is_told_with_its_outcome(runs: tuple[Path, Path]) -> None:
    lines = told(Replay(runs[1]).at(45).state)
    assert lines[0] == "Matters  1 of 1 over"
    assert lines[1].startswith("tree: felled · Mon 08:35, tick 35")
    assert lines[2] == "  The tree is felled."
    assert "against: Cid" in lines[3]
    assert "not there: Ann" in lines[3]
    assert "debt: paid · Mon 08:40, tick 40" in lines


def test_a_world_without_beats_says_so() -> None:
    state = live(village(), 1, model=BuiltinMind())[-1].state
    assert told(state) == ["This world holds no matters, storylines or scheduled events."]


def test_the_command_tells_it(runs: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matters", str(runs[0]), "--tick", "45"]) == 0
    assert "tree: kept" in capsys.readouterr().out


def test_a_comparison_begins_with_what_ended_otherwise(runs: tuple[Path, Path]) -> None:
    outcome = compare_outcomes(*map(Replay, runs))
    first = next(iter(outcome_sentences(outcome, ("a", "b"))))
    assert first == "The tree: kept in a, felled in b."


def test_the_chronicle_tells_the_decision_and_the_story(runs: tuple[Path, Path]) -> None:
    points = [one.sentence.text for one in read_chronicle(Replay(runs[0])).turning_points]
    assert any(one.startswith("The tree stays. For: Ann and Bob; against: Cid") for one in points)
    assert any(one.startswith("The cow is paid") for one in points)


def test_a_comparison_shows_what_a_whisper_did_to_a_matter(tmp_path: Path) -> None:
    matter = {**MEETING, "known": "by_word", "at": "Mon 10:00", "quorum": 1, "put_off": 0}
    people = {"ann": voter(0.8), "bob": voter(-0.5), "cid": voter(0.6)}
    world = village(people, matters=[matter])
    notice = GodEvent("Everybody is called to a meeting today at ten in the Hall: the tree.")
    inner = [Whisper(who, "Be at the Yard at ten.") for who in ("ann", "cid")]
    write(tmp_path / "a", world, 140, model=BuiltinMind(), feed={5: [notice]})
    write(tmp_path / "b", world, 140, model=BuiltinMind(), feed={2: inner, 5: [notice]})
    outcome = compare_outcomes(Replay(tmp_path / "a"), Replay(tmp_path / "b"))
    sentences = [*outcome_sentences(outcome, ("a", "b"))]
    assert sentences[0] == "The tree: kept in a, felled in b."
