"""The pieces of text that the studio and the command line share."""

import pytest

from latticeville.core.geometry import Box
from latticeville.llm.fake import FakeLLM
from latticeville.mind.think import think
from latticeville.render.card import card
from latticeville.render.frame import frame, single
from latticeville.render.transcript import tell, transcript
from latticeville.sim.state import begin
from latticeville.sim.tick import TickPayload, advance
from latticeville.world.load import load
from tests.studio.conftest import SQUARE


@pytest.fixture(scope="module")
def story() -> list[TickPayload]:
    payloads = [TickPayload(0, begin(load(SQUARE)))]
    while len(payloads) <= 60:
        payloads.append(advance(payloads[-1].state, (), think, FakeLLM()))
    return payloads


def test_people_stand_over_objects_over_tiles(story: list[TickPayload]) -> None:
    assert frame(story[0].state, Box(2, 2, 8, 6)) == [
        ",#M....#",
        ",#.....#",
        ",#.....+",
        ",#.....#",
        ";#.u...#",
        ",#######",
    ]


def test_what_lies_beyond_the_map_is_blank(story: list[TickPayload]) -> None:
    assert frame(story[0].state, Box(-2, -1, 5, 2)) == ["     ", "  TT,"]


@pytest.mark.parametrize(("glyph", "drawn"), [("@", "@"), ("é", "é"), ("猫", "�"), ("\x1b", " "), ("\u0301", "�")])
def test_every_glyph_fills_one_cell(glyph: str, drawn: str) -> None:
    assert single(glyph) == drawn


def test_the_transcript_is_stamped_and_marks_what_was_refused(story: list[TickPayload]) -> None:
    lines = [line for payload in story for line in transcript(payload)]
    assert "Mon 08:08  Mina comes from Mina's House into Square." in lines
    assert "Mon 08:41  Mina tries to take the kettle: it cannot be taken while it is cold.  [refused]" in lines
    assert {told.about for payload in story for told in tell(payload)} == {"mina", "otto"}


def test_a_person_has_a_card(story: list[TickPayload]) -> None:
    lines = card(story[60], "mina")
    assert lines[:4] == [
        "Mina Sund",
        "place     Mina's House › Kitchen (6,5)",
        "doing     drinking tea",
        "now       drinking tea, at Kitchen until 09:30",
    ]
    assert "has       1 water" in lines
    assert any("memories, newest first" in line for line in lines)


def test_an_object_has_a_card(story: list[TickPayload]) -> None:
    assert card(story[60], "kettle") == [
        "kettle",
        "kind      kettle",
        "state     cold",
        "since     Mon 08:00 (tick 0)",
        "place     Mina's House › Kitchen (5,6)",
        "cups      0 of 2",
        "way       blocked",
        "",
        "          from here",
        "use       → heating if with water",
    ]


def test_an_area_has_a_card(story: list[TickPayload]) -> None:
    lines = card(story[60], "kitchen")
    assert lines[:3] == ["Kitchen", "lies in   Mina's House", "size      10 cells"]
    assert any("Mina Sund: drinking tea" in line for line in lines)
    assert any("kettle: cold" in line for line in lines)


def test_what_is_not_there_has_no_card(story: list[TickPayload]) -> None:
    assert card(story[0], "nobody") == ["nobody"]
