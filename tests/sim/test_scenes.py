"""Scenes are played, in order, after what they follow from, and change the world once."""

from typing import Any

import pytest

from latticeville.core.problems import Problem
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import outcome_of
from latticeville.sim.events import Said
from latticeville.sim.tick import TickPayload
from latticeville.world.load import check_texts
from latticeville.world.model.beats import LAPSED
from tests.beat_worlds import MEETING, OUTCOMES, village, voter
from tests.worlds import Table, live, told, toml

LINES: list[Table] = [
    {"who": "cid", "to": "ann", "says": "You tied a rope round it before I had my coat on."},
    {"who": "ann", "to": "cid", "says": "I did. Do you want the end of it?"},
    {"who": "cid", "to": "ann", "says": "I want my axe back."},
    {"who": "ann", "to": "cid", "says": "Here. It is blunt."},
]
SCENE: Table = {"lines": LINES, "effects": [{"person": "cid", "give": "axe"}]}
WORDS = [one["says"] for one in LINES]


def people(cid: str = "hall") -> dict[str, Table]:
    """Return three people in the hall, of whom Cid may be elsewhere."""
    return {
        "ann": voter(0.8, "hall"),
        "bob": voter(0.5, "hall"),
        "cid": voter(-0.6, cid),
    }


def matter(outcome: int = 0, **scene: Any) -> Table:
    """Return a matter one of whose outcomes leads to the scene."""
    ends = [{**one} for one in OUTCOMES]
    ends[outcome]["scenes"] = [{**SCENE, **scene}]
    return {**MEETING, "outcomes": ends}


def spoken(payloads: list[TickPayload]) -> list[str]:
    """Return the words of the scene that were said, in order."""
    said = [event for one in payloads for event in one.events if isinstance(event, Said)]
    return [event.words for event in said if event.words in WORDS]


def test_the_lines_follow_each_other_and_then_the_world_changes() -> None:
    payloads = live(village(people(), matters=[matter()]), 60, model=BuiltinMind())
    assert spoken(payloads) == WORDS
    said = [
        (place, event)
        for place, one in enumerate(payloads)
        for event in one.events
        if isinstance(event, Said)
    ]
    at = [place for place, event in said if event.words in WORDS]
    assert at == [*range(at[0], at[0] + len(LINES))]
    between = [event for place, event in said if at[0] < place <= at[-1] and event.who != "bob"]
    assert [event.words for event in between] == WORDS[1:]
    assert payloads[at[-1] - 1].state.things["axe"].holder == ""
    assert payloads[at[-1]].state.things["axe"].holder == "cid"
    assert payloads[-1].state.beats["tree"].scenes == (len(LINES),)
    assert payloads[at[0]].thoughts["cid"].why == "a scene of “tree”"
    heard = [one.text for one in payloads[-1].state.minds["bob"].memory]
    assert any(WORDS[0] in text for text in heard)


def test_who_speaks_first_goes_to_the_other() -> None:
    event = {"id": "rain", "text": "It rains in.", "at": "Mon 08:10", "scenes": [SCENE]}
    payloads = live(village(people("yard"), scheduled=[event]), 60, model=BuiltinMind())
    assert payloads[5].state.bodies["cid"].area == "yard"
    assert spoken(payloads) == WORDS
    assert payloads[-1].state.bodies["cid"].area == "yard"


def played(homes: dict[str, str], **more: Any) -> list[tuple[str, str]]:
    """Return where which words were said, of a scene of Cid and Ann that has its place in the hall."""
    scene = {**SCENE, "place": "hall"}
    event = {"id": "rain", "text": "It rains in.", "at": "Mon 08:05", "scenes": [scene]}
    there = {who: voter(0.8, home) for who, home in homes.items()}
    payloads = live(village(there, scheduled=[event], **more), 40, model=BuiltinMind())
    return [
        (event.area, event.words)
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.words in WORDS
    ]


@pytest.mark.parametrize("ann", ["hall", "yard"])
@pytest.mark.parametrize("cid", ["hall", "yard"])
def test_a_scene_with_a_place_is_played_there(ann: str, cid: str) -> None:
    assert played({"ann": ann, "bob": "yard", "cid": cid}) == [("hall", words) for words in WORDS]


@pytest.mark.parametrize(("opening", "words"), [("08:15", WORDS), ("10:00", [])])
def test_a_scene_waits_until_its_place_is_open(opening: str, words: list[str]) -> None:
    hours = {"hall": {"hours": [[opening, "20:00"]]}}
    homes = dict.fromkeys(("ann", "bob", "cid"), "yard")
    assert [said for _, said in played(homes, rules_of=hours)] == words


def test_nobody_waits_for_somebody_who_is_called_to_another_scene() -> None:
    other = {"lines": [{"who": "ann", "to": "bob", "says": "Bob."}], "place": "hall"}
    event = {"id": "rain", "text": "It rains in.", "at": "Mon 08:05"}
    events = [{**event, "scenes": [other, {**SCENE, "place": "yard"}]}]
    there = {"ann": voter(0.8, "yard"), "bob": voter(0.5, "yard"), "cid": voter(-0.6, "yard")}
    payloads = live(village(there, scheduled=events), 60, model=BuiltinMind())
    said = [
        (one.tick, event.words)
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.words in (*WORDS, "Bob.")
    ]
    assert [words for _, words in said] == ["Bob.", *WORDS]
    waits = [
        one.tick
        for one in payloads
        if "cid" in one.thoughts and one.thoughts["cid"].why == "a scene of “rain”"
    ]
    assert waits[0] > said[0][0]


def test_who_waits_in_a_house_comes_into_the_room_of_the_other() -> None:
    scene = {**SCENE, "place": "hall"}
    event = {"id": "rain", "text": "It rains in.", "at": "Mon 08:05", "scenes": [scene]}
    people = {"ann": voter(0.8, "hall"), "bob": voter(0.5), "cid": voter(-0.6, "niche")}
    world = village(people, scheduled=[event], parts={"niche": [1, 1, 2, 3]})
    payloads = live(world, 60, model=BuiltinMind())
    assert payloads[3].state.bodies["cid"].area == "niche"
    assert payloads[3].state.bodies["ann"].area == "hall"
    assert spoken(payloads) == WORDS


def test_the_place_of_a_scene_is_an_area() -> None:
    (found,) = problems({**SCENE, "place": "hal"})
    assert "“hal” is not an area" in str(found)
    assert found.line


@pytest.mark.parametrize("minute", range(1, 4))
def test_whoever_the_first_line_is_for_begins_no_talk_in_its_minute(minute: int) -> None:
    event = {"id": "rain", "text": "It rains.", "at": f"Mon 08:0{minute}", "scenes": [SCENE]}
    payloads = live(village(people(), scheduled=[event]), 60, model=BuiltinMind())
    said = [
        (one.tick, event.who, event.words)
        for one in payloads
        for event in one.events
        if isinstance(event, Said)
    ]
    first = next(tick for tick, _, words in said if words == WORDS[0])
    assert [words for tick, who, words in said if tick == first and who != "bob"] == WORDS[:1]


def test_nothing_is_said_after_another_outcome() -> None:
    payloads = live(village(people(), matters=[matter(1)]), 60, model=BuiltinMind())
    assert payloads[-1].state.beats["tree"].stage == "kept"
    assert not spoken(payloads)


def test_who_knows_nothing_of_it_begins_no_scene_and_it_lapses() -> None:
    event = {
        "id": "rain",
        "text": "It rains in.",
        "at": "Mon 08:05",
        "people": ["ann"],
        "scenes": [{**SCENE, "within": 20}],
    }
    payloads = live(village(people(), scheduled=[event]), 40, model=BuiltinMind())
    assert not spoken(payloads)
    assert payloads[20].state.beats["rain"].scenes == (0,)
    assert payloads[-1].state.beats["rain"].scenes == (LAPSED,)
    assert payloads[-1].state.things["axe"].holder == ""


def test_two_scenes_of_one_person_are_played_one_after_the_other() -> None:
    other = {"lines": [{"who": "bob", "to": "ann", "says": f"Ann, {n}."} for n in ("one", "two")]}
    event = {"id": "rain", "text": "It rains in.", "at": "Mon 08:05", "scenes": [SCENE, other]}
    payloads = live(village(people(), scheduled=[event]), 40, model=BuiltinMind())
    told_of = [
        event.words
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.words in (*WORDS, "Ann, one.", "Ann, two.")
    ]
    assert told_of == [*WORDS, "Ann, one.", "Ann, two."]


def test_scenes_are_the_same_again() -> None:
    world = village(people(), matters=[matter()])
    one, other = (live(world, 50, model=BuiltinMind()) for _ in range(2))
    assert told(one[-1]) == told(other[-1])


def problems(scene: Table, **more: Any) -> list[Problem]:
    """Return the problems of a world with an event that leads to a scene."""
    event = {"id": "rain", "text": "It rains.", "at": "Mon 09:00", "scenes": [scene], **more}
    files = village().files
    text = toml({"scheduled": [event]}) + files["world.toml"]
    return check_texts({**files, "world.toml": text})[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ({"who": "dan", "to": "ann", "says": "Hm."}, "“dan” is not a person"),
        ({"who": "ann", "to": "dan", "says": "Hm."}, "“dan” is not a person"),
        ({"who": "ann", "to": "ann", "says": "Hm."}, "to themselves"),
        ({"who": "ann", "to": "bob", "says": " "}, "no words"),
    ],
)
def test_a_scene_with_a_fault_is_told(line: Table, words: str) -> None:
    found = problems({"lines": [line]})
    assert any(words in one.what and one.line for one in found)


def test_who_spoke_in_a_scene_does_not_comment_on_the_outcome_again() -> None:
    payloads = live(village(people(), matters=[matter()]), 240, model=BuiltinMind())
    said = [event for one in payloads for event in one.events if isinstance(event, Said)]
    end = next(place for place, event in enumerate(said) if event.words == WORDS[-1])
    topics = [event.topic for event in said[end + 1 :] if event.who in ("ann", "cid")]
    assert not [one for one in topics if one is not None and outcome_of(one) == "v.matter.tree"]


@pytest.mark.parametrize(
    ("told_to", "codes"), [(["ann"], ["untold-scene"]), (["cid"], []), ([], [])]
)
def test_a_scene_of_somebody_who_is_not_told_is_warned_of(
    told_to: list[str], codes: list[str]
) -> None:
    found = problems({"lines": LINES}, people=told_to)
    assert [one.code for one in found] == codes
    assert all("“cid”, who speaks first" in one.what and one.line for one in found)


def test_a_scene_does_not_begin_where_what_it_must_not_follow_is_so() -> None:
    for outcome, said in (("kept", []), ("felled", WORDS)):
        barred = matter(unless=[{"matter": "tree", "outcome": outcome}])
        payloads = live(village(people(), matters=[barred]), 60, model=BuiltinMind())
        assert spoken(payloads) == said


def test_what_bars_a_scene_names_what_there_is() -> None:
    (found,) = problems({**SCENE, "unless": [{"matter": "tre", "outcome": "kept"}]})
    assert "“tre”" in str(found)
