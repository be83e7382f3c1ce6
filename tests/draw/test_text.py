"""The pieces of text that the studio and the command line share."""

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Box
from latticeville.draw.card import card, describe_reason
from latticeville.draw.frame import frame, single
from latticeville.draw.transcript import tell, transcript
from latticeville.mind.action import Action
from latticeville.mind.mind import Thought
from latticeville.mind.think import think
from latticeville.models.fake import FakeLLM
from latticeville.sim.events import Refused
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload, advance
from latticeville.world.load import load_world
from latticeville.world.model.machine_text import describe_guard
from latticeville.world.model.objects import (
    CounterGuard,
    Guard,
    HoldsGuard,
    TimeGuard,
    WeatherGuard,
)
from tests.world_folders import SQUARE


@pytest.fixture(scope="module")
def story() -> list[TickPayload]:
    payloads = [TickPayload(0, initial_state(load_world(SQUARE)))]
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


@pytest.mark.parametrize(
    ("glyph", "drawn"), [("@", "@"), ("é", "é"), ("猫", "�"), ("\x1b", " "), ("\u0301", "�")]
)
def test_every_glyph_fills_one_cell(glyph: str, drawn: str) -> None:
    assert single(glyph) == drawn


def test_the_transcript_is_stamped_and_marks_what_was_refused(story: list[TickPayload]) -> None:
    lines = [line for payload in story for line in transcript(payload)]
    assert "Mon 08:08  Mina comes from Mina's House into Square." in lines
    refused = Refused("otto", "kitchen", "interact", "kettle", "The kettle is empty.", "use")
    assert transcript(replace(story[52], events=(refused,))) == [
        "Mon 08:52  Otto tries to use the kettle: The kettle is empty.  [refused]"
    ]
    assert {told.about for payload in story for told in tell(payload)} == {"mina", "otto", "kettle"}


def test_a_person_has_a_card(story: list[TickPayload]) -> None:
    lines = card(story[60], "mina")
    assert lines[:4] == [
        "Mina Sund",
        "place     Mina's House › Kitchen (6,5)",
        "doing     ☕ drinking tea, until 09:30",
        "then      09:30 selling tea in her mind, table by table, at Square",
    ]
    assert [line[:15] for line in lines if line.startswith("then")] == [
        "then      09:30",
        "then      18:00",
        "then      22:00",
    ]
    assert not any(line.startswith("because") for line in lines)
    assert "has       1 water" in lines
    assert any("memories, newest first" in line for line in lines)


def test_an_object_has_a_card(story: list[TickPayload]) -> None:
    assert card(story[50], "kettle") == [
        "kettle",
        "kind      kettle",
        "state     cold",
        "since     Mon 08:00 (tick 0)",
        "place     Mina's House › Kitchen (5,6)",
        "cups      0 of 2",
        "way       blocked",
        "",
        "          from here",
        "use       → heating, with water",
    ]


def test_an_area_has_a_card(story: list[TickPayload]) -> None:
    lines = card(story[50], "kitchen")
    assert lines[:3] == ["Kitchen", "lies in   Mina's House", "size      10 cells"]
    assert any("Mina Sund: making tea" in line for line in lines)
    assert any("kettle: cold" in line for line in lines)


def test_before_the_first_tick_cards_tell_where_people_are_and_how_they_begin(
    story: list[TickPayload],
) -> None:
    assert "          Mina Sund, in Mina's House. First activity: fetching water" in card(
        story[0], "world"
    )
    assert card(story[0], "mina")[2] == "doing     nothing yet. First activity: fetching water"


def test_what_is_held_stands_on_one_line(story: list[TickPayload]) -> None:
    state = story[60].state
    body = replace(state.bodies["mina"], items={"coin": 1, "letter": 2, "water": 3, "apples": 4})
    held = replace(story[60], state=replace(state, bodies={**state.bodies, "mina": body}))
    assert "has       4 apples, 1 coin, 2 letters, 3 water" in card(held, "mina")


@pytest.mark.parametrize(
    ("thought", "said"),
    [
        (Thought("plan", Action("idle")), ""),
        (Thought("answer", Action("say", "otto")), "answering Otto"),
        (Thought("greet", Action("idle")), ""),
        (Thought("errand", Action("interact", "kettle")), "the kettle is cold"),
    ],
)
def test_a_reason_is_told_where_there_is_more_to_it_than_the_day(
    story: list[TickPayload], thought: Thought, said: str
) -> None:
    assert describe_reason(replace(story[50], thoughts={"mina": thought}), "mina") == said


@pytest.mark.parametrize(
    ("guard", "said"),
    [
        (CounterGuard("cups", 1, 2), "cups 1 to 2"),
        (CounterGuard("cups", 1, 1_000_000), "at least 1 cups"),
        (CounterGuard("cups", -1_000_000, 3), "at most 3 cups"),
        (HoldsGuard("coin", 2), "with 2 coins"),
        (HoldsGuard("key", wanted=False), "without key"),
        (TimeGuard(480, 600), "from 08:00 to 10:00"),
        (WeatherGuard(("rain", "fog")), "in rain or fog"),
    ],
)
def test_conditions_are_told_in_words(guard: Guard, said: str) -> None:
    assert describe_guard(guard) == said


def test_what_is_not_there_has_no_card(story: list[TickPayload]) -> None:
    assert card(story[0], "nobody") == ["nobody"]
