"""`diffusion`: who told whom a fact, counted by hand in runs whose every word is given."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.diffusion.ask import says_of
from latticeville.reports.diffusion.spread import (
    Spread,
    find_fact,
    known_facts,
    trace,
    utterances_of,
)
from latticeville.reports.report import ReportError
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import ActAs, PutPerson, SimulatorInput, Whisper
from latticeville.world.model.world import World
from tests.runs.runs import write
from tests.worlds import all_day, build

MILL = "The mill burned down on Sunday."
AT_HALL, AT_YARD = ("ann", "bob", "cid"), ("dot", "eve")
PEOPLE = (*AT_HALL, *AT_YARD)


def two_rooms() -> World:
    """Return three people in a hall and two in a yard, who cannot hear each other."""
    people = {
        who: {"start": [x, 2], "home": place, **all_day(place)}
        for x, (who, place) in enumerate(
            [*((one, "hall") for one in AT_HALL), *((one, "yard") for one in AT_YARD)], start=2
        )
    }
    for x, who in enumerate(AT_YARD):
        people[who]["start"] = [9 + x, 2]
    return build(
        """
        ###############
        #......#......#
        #......+......#
        #......#......#
        ###############
        """,
        areas={"hall": [1, 1, 6, 3], "yard": [8, 1, 6, 3]},
        people=people,
    )


def say(who: str, to: str, words: str = MILL) -> ActAs:
    return ActAs(who, "say", to, words=words)


def recorded(
    folder: Path, script: Mapping[int, Sequence[SimulatorInput]], ticks: int = 14
) -> Replay:
    """Return a run in which nobody does anything but what the script says."""
    feed: dict[int, list[SimulatorInput]] = {1: [ActAs(who) for who in PEOPLE]}
    for tick, items in script.items():
        feed.setdefault(tick, []).extend(items)
    write(folder, two_rooms(), ticks, model=BuiltinMind(), feed=feed)
    return Replay(folder)


def spread(run: Replay, word: str) -> Spread:
    state = run.at().state
    fact = find_fact(state, word)
    return trace(state, fact, utterances_of(run, fact, state.tick), run.first)


def routes(found: Spread) -> dict[str, tuple[str, str, int, int]]:
    """Return how each came to know, from whom, at which tick, and how many mouths away."""
    return {one.who: (one.route, one.source, one.tick, one.steps) for one in found.knowers}


def test_whispered_told_and_overheard(tmp_path: Path) -> None:
    run = recorded(tmp_path / "a", {1: [Whisper("ann", MILL)], 3: [say("ann", "bob")]})
    found = spread(run, "mill burned")
    assert routes(found) == {
        "ann": ("origin", "", 1, 0),
        "bob": ("told", "ann", 4, 1),
        "cid": ("overheard", "ann", 4, 1),
    }
    assert (found.know, found.people, found.share, found.utterances) == (3, 5, 0.6, 1)
    assert found.ignorant == AT_YARD
    assert [(one.tick, one.know, one.share) for one in found.curve] == [(1, 1, 0.2), (4, 3, 0.6)]
    (heard,) = {one.said for one in found.knowers if one.said is not None}
    assert (heard.tick, heard.who, heard.listeners, heard.area) == (3, "ann", ("bob",), "hall")
    assert spread(run, "ann.0").knowers == found.knowers


def test_words_that_rest_on_nothing_stand_apart(tmp_path: Path) -> None:
    """Eve says it with no record of it: she and her hearer know, and she has no provenance."""
    script: dict[int, Sequence[SimulatorInput]] = {
        1: [Whisper("ann", MILL)],
        3: [say("ann", "bob")],
        5: [say("eve", "dot", "Is it true that the mill burned down?")],
    }
    found = spread(recorded(tmp_path / "b", script), "mill burned")
    assert routes(found) == {
        "ann": ("origin", "", 1, 0),
        "bob": ("told", "ann", 4, 1),
        "cid": ("overheard", "ann", 4, 1),
        "dot": ("told", "eve", 6, 1),
        "eve": ("unexplained", "", 6, 0),
    }
    assert [one.who for one in found.unexplained] == ["eve"]
    assert (found.share, found.utterances) == (1.0, 2)


def test_a_second_mouth_is_a_second_step(tmp_path: Path) -> None:
    """Ann tells Bob; Bob, put into the yard, tells Dot; Eve overhears him."""
    script: dict[int, Sequence[SimulatorInput]] = {
        1: [Whisper("ann", MILL), PutPerson("cid", "yard")],
        3: [say("ann", "bob")],
        5: [PutPerson("bob", "yard")],
        8: [say("bob", "dot", "I heard this: the mill burned down on Sunday.")],
    }
    found = spread(recorded(tmp_path / "c", script), "mill burned")
    assert routes(found) == {
        "ann": ("origin", "", 1, 0),
        "bob": ("told", "ann", 4, 1),
        "cid": ("overheard", "bob", 9, 2),
        "dot": ("told", "bob", 9, 2),
        "eve": ("overheard", "bob", 9, 2),
    }
    assert [(one.tick, one.know) for one in found.curve] == [(1, 1), (4, 2), (9, 5)]


def test_nobody_knows_what_nobody_has_a_record_of(tmp_path: Path) -> None:
    run = recorded(tmp_path / "d", {}, ticks=3)
    state = run.at().state
    for word in ("the mill", "ann.99", "   "):
        with pytest.raises(ReportError):
            find_fact(state, word)
    assert known_facts(state, 5) == []


def test_the_command_tells_draws_and_asks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path / "e", {1: [Whisper("ann", MILL)], 3: [say("ann", "bob")]})
    run = str(tmp_path / "e")
    assert main(["diffusion", run, "mill burned"]) == 0
    told = capsys.readouterr().out
    assert "3 of 5 people know it" in told
    assert "  Cid  overheard, Mon 08:04, Hall  “The mill burned down on Sunday.”" in told
    assert "Dot and Eve do not know it." in told
    assert main(["diffusion", run, "mill burned", "--json", "--interview", "--llm", "builtin"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["know"], found["share"]) == (3, 0.6)
    verdicts = {one["who"]: one["verdict"] for one in found["claims"]}
    assert {who for who, one in verdicts.items() if one == "without provenance"} == set()
    assert all(verdicts[who] in ("does not know", "unclear") for who in AT_YARD)
    assert main(["diffusion", run, "mill burned", "--svg", str(tmp_path / "mill.svg")]) == 0
    drawing = ET.parse(tmp_path / "mill.svg").getroot()  # noqa: S314 - our own file
    texts = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Ann", "Bob", "Cid"} <= {*texts}
    capsys.readouterr()
    assert main(["diffusion", run, "mill burned", "--csv"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1:] == [
        "ann,Ann,origin,,1,Mon 08:01,hall,0,0,",
        f"bob,Bob,told,ann,4,Mon 08:04,hall,{rows[2].split(',')[7]},1,{MILL}",
        f"cid,Cid,overheard,ann,4,Mon 08:04,hall,{rows[3].split(',')[7]},1,{MILL}",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Yes. I saw it.", "yes"),
        ("I heard of it from Ada.", "yes"),
        ("No.", "no"),
        ("I have heard of nobody who stands.", "no"),
        ("I do not know.", "no"),
        ("Ask Ada.", "unclear"),
        ("I am not sure. The nearest that I remember: rain.", "no"),
    ],
)
def test_an_answer_says_yes_or_no(words: str, says: str) -> None:
    assert says_of(words) == says
