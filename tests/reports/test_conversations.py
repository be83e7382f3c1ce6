"""`conversations`: what people said, one conversation after the other, without small talk."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.conversations import FEWEST, MOST, Heard, Spoken, _best
from latticeville.sim.inputs import PutPerson
from tests.beat_worlds import MEETING, village, voter
from tests.runs.runs import write

LINES = [
    {"who": "cid", "to": "ann", "says": "It was I who broke the window."},
    {"who": "ann", "to": "cid", "says": "I thought so."},
]
GUST = {
    "id": "gust",
    "text": "A gust goes through the hall.",
    "at": "Mon 08:10",
    "scenes": [{"lines": LINES}],
}
DRAUGHT = [
    {"who": "bob", "to": "cid", "says": "There is a draught."},
    {"who": "cid", "to": "bob", "says": "I thought so."},
]
GALE = {**GUST, "id": "gale", "text": "A door bangs.", "scenes": [{"lines": DRAUGHT}]}
"""It is answered by the words of the other scene."""
LETTER = {
    "id": "letter",
    "text": "A letter lies on the floor.",
    "at": "Mon 09:30",
    "people": ["ann", "bob"],
    "scenes": [
        {
            "lines": [
                {"who": "ann", "to": "bob", "says": "It is for you."},
                {"who": "cid", "to": "ann", "says": "It is for me."},
                {"who": "ann", "to": "cid", "says": "I thought so."},
            ]
        }
    ],
}
"""A cue of a scene of three, which shares a line with another."""
PEOPLE = {
    "ann": voter(0.8, "hall"),
    "bob": voter(0.5, "hall"),
    "cid": voter(-0.6, "hall"),
}
WORLD = village(PEOPLE, matters=[MEETING], scheduled=[GUST, GALE, LETTER])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with a scene and a meeting."""
    folder = tmp_path_factory.mktemp("conversations") / "run"
    write(folder, WORLD, 340, model=BuiltinMind(), feed={320: [PutPerson("bob", "yard")]})
    return folder


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the lines of the report."""
    capsys.readouterr()
    assert main(["conversations", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_scene_is_read_as_one_conversation_after_what_led_to_it(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, str(run))
    assert lines[0] == "Monday"
    gust = lines.index("08:10  A gust goes through the hall.")
    title = next(at for at, text in enumerate(lines) if text.endswith("  Cid and Ann, Hall"))
    assert gust < title
    assert lines[title + 1 : title + 3] == [
        "  Cid: “It was I who broke the window.”",
        "  Ann: “I thought so.”",
    ]


def test_what_opens_a_scene_stands_above_its_words_and_nowhere_else(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, str(run))
    (at,) = [n for n, text in enumerate(lines) if "A letter lies on the floor." in text]
    assert lines[at - 1].endswith("  Ann and Cid, Hall")
    assert lines[at : at + 4] == [
        "  A letter lies on the floor.",
        "  Ann: “It is for you.”",
        "  Cid: “It is for me.”",
        "  Ann: “I thought so.”",
    ]


def test_all_of_a_meeting_and_its_outcome_are_read(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, str(run))
    begins = next(at for at, text in enumerate(lines) if "The meeting at Hall begins" in text)
    ends = next(at for at, text in enumerate(lines) if "The tree stays." in text)
    spoken = [text for text in lines[begins:ends] if text.startswith("  ")]
    assert {text.split(":")[0].strip() for text in spoken} == {"Ann", "Cid"}


def test_small_talk_is_counted_and_shown_on_demand(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short, whole = printed(capsys, str(run)), printed(capsys, str(run), "--all")
    left = int(short[-1].removeprefix("Left out: ").split()[0])
    titles = [sum(", Hall" in text for text in lines) for lines in (short, whole)]
    assert titles[1] - titles[0] == left > 0
    assert {*short[:-1]} <= {*whole}


def test_a_person_has_only_their_own_conversations(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, str(run), "--agent", "cid", "--all")
    assert not any("gust" in text for text in lines)
    titles = [text for text in lines if ", Hall" in text]
    assert titles
    assert all("Cid" in text for text in titles)


def test_of_talks_that_tell_as_much_those_with_least_filler_are_shown() -> None:
    talks = [
        Heard(at, at, "hall", ("ann", "bob"), (), worth, filler)
        for at, (worth, filler) in enumerate([(6, 5), (4, 0), (6, 1), (0, 0), (2, 3)])
    ]
    assert [one.tick for one in _best(talks, 2)] == [1, 2]
    assert [one.tick for one in _best(talks, 9)] == [0, 1, 2]


def test_a_day_of_scenes_shows_all_of_them_and_of_others_those_that_tell_much() -> None:
    line = Spoken(0, "ann", "Ann", "Yes.")
    scene = Heard(0, 0, "hall", ("ann", "bob"), (line,), 3, 0, is_staged=True)
    dense, thin = (Heard(n, n, "hall", ("ann",), (line,) * 2, 6 - n, 0) for n in (1, 3))
    assert [*_best([scene] * (MOST + 2), None)] == [scene] * (MOST + 2)
    assert [*_best([scene, dense, thin], None)] == [scene, dense]
    assert [*_best([dense, thin], None)] == [dense, thin]


def test_a_day_on_which_little_is_told_is_not_left_out() -> None:
    thin = [Heard(at, at, "hall", ("ann", "bob"), (), 1, 4 - at) for at in range(FEWEST + 1)]
    empty = Heard(9, 9, "hall", ("ann", "bob"), (), 0, 1)
    assert [*_best([*thin, empty], None)] == thin[1:]
    assert not [*_best([empty], None)]
