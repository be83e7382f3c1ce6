"""Finding moments: a small language, its mistakes told with their column, and what it finds."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.core.clock import format_time
from latticeville.measures.expression import (
    AROUND,
    DEEPEST,
    ExpressionError,
    excerpt,
    find,
    parse,
)
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import AdvanceClock, PutPerson, SetObject, SetWeather, SimulatorInput
from tests.reports.runs import recorded
from tests.samples import samples
from tests.sim.test_interventions import home

FEED: dict[int, SimulatorInput] = {
    5: PutPerson("ada", "garden"),
    8: SetObject("stove", "on", {"logs": 0}),
    12: SetObject("stove", "off"),
    14: SetWeather("rain"),
    16: SetObject("stove", "on", {"logs": 2}),
    17: AdvanceClock(45),
    18: PutPerson("ada", "kitchen"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("find") / "run", 25, home(), FEED)


def ticks(folder: Path, text: str, start: int = 0) -> list[int]:
    replay = Replay(folder)
    return [hit.tick for hit in find(replay, parse(text, replay.world(replay.header.world)), start)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("event:placed", [5, 18]),
        ("event:placed and area:house", [18]),
        ("event:placed and not area:house", [5]),
        ("event:placed and agent:bob", []),
        ("event:placed or event:weather", [5, 14, 18]),
        ("event:placed and (area:house or area:garden)", [5, 18]),
        ('phrase:"STOVE IS ON"', [8, 16]),
        ("object:stove", [8, 12, 16]),
        ("object:stove and phrase:off", [12]),
        ("state:stove=on", [8, 16]),
        ("state:stove!=on", [0, 12]),
        ("state:stove.logs<1", [8]),
        ("state:stove.logs>=2", [16]),
        ("weather:rain", [14]),
        ("weather:rain and state:stove=on", [16]),
        ("event:placed and weather:rain", [18]),
        ("not weather:rain and not state:stove=on", [0, 12]),
        ("state:stove.logs >= 2", [16]),
        ("time:08:05-08:10", [5]),
        ("measure:population = 3", [0]),
    ],
)
def test_what_is_so_is_found_where_it_becomes_so(folder: Path, text: str, found: list[int]) -> None:
    assert ticks(folder, text) == found


def test_the_search_starts_where_it_is_told(folder: Path) -> None:
    assert ticks(folder, "event:placed", 6) == [18]
    assert ticks(folder, "state:stove=on", 10) == [16]
    assert ticks(folder, "state:stove=on", 8) == [8, 16]


def test_events_alone_are_found_as_with_their_states(folder: Path) -> None:
    replay = Replay(folder)
    expression = parse("agent:ada or area:house", replay.world(replay.header.world))
    hits = {hit.tick: (hit.when, hit.told) for hit in find(replay, expression)}
    assert {
        hit.tick: (hit.when, hit.told) for hit in find(replay, expression, 18)
    }.items() <= hits.items()
    slow = {
        payload.tick: (
            format_time(payload.state.minute),
            tuple(event.sentence(payload.state.world) for event in met),
        )
        for payload in replay.payloads()
        if (met := expression.met(payload.state, payload.events))
    }
    assert hits == slow
    assert hits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "",
            (
                "1:1: a term begins with event:, agent:, who:, to:, area:, object:, phrase:, doing:, state:, "
                "weather:, time:, in:, on:, near:, has:, knows:, believes:, memories:, plans:, closeness:, "
                "trust:, opinion:, matter:, storyline:, scene: or measure:; one is missing"
            ),
        ),
        ("event:slept", "1:7: event: takes called, changed, convened, decided, developed, "),
        ("event:slept", "there is no “slept”; to find an activity, write doing:slept"),
        ("doing:eve=resting", "1:7: doing: takes ada, bob, cid: there is no “eve”"),
        ('doing:""', "1:7: the activity is missing"),
        ("event:sad", "1:7: there is no “sad” (did you mean “said”?)"),
        ("evnt:said", "1:1: there is no “evnt:” (did you mean “event”?)"),
        ("event:said agent:ada", "1:12: unexpected “agent:ada”"),
        ("event:said and", "1:15: a term begins with event:"),
        ("(event:said", "1:12: a “)” is missing for the “(” in column 1"),
        ("event:said)", "1:11: unexpected “)”"),
        ("event:said and hello", "1:16: a term begins with event:"),
        ("agent:eve", "1:7: agent: takes ada, bob, cid: there is no “eve”"),
        ("area:moon", "1:6: area: takes "),
        ("state:stove", "1:7: “stove” is not a state"),
        ("state:stove=green", "1:13: state:stove= takes off, on: there is no “green”"),
        ("state:stove<on", "1:12: compare a state with = or !="),
        ("state:stove.cups<1", "1:13: state:stove. takes logs: there is no “cups”"),
        ("state:stove.logs<x", "1:18: “x” is not a whole number"),
        ("weather:hail", "1:9: weather: takes "),
        ("in:ada=moon", "1:8: in: takes garden, house, kitchen"),
        ("in:eve=house", "1:4: in: takes ada, bob, cid, door, stove: there is no “eve”"),
        ("on:lava", "1:4: on: takes "),
        ("near:eve", "1:6: near: takes ada, bob, cid"),
        ("has:gold", "1:5: has: takes "),
        ('knows:""', "1:7: what is known is missing"),
        ("believes:ada.stove", "1:10: write PERSON.OBJECT=STATE"),
        ("believes:ada.stove=green", "1:20: there is no “green”"),
        ("memories:dream", "1:10: memories: takes action, commitment, observation"),
        ("trust:ada", "1:7: write a person and a name with a “.” between, such as trust:ada.byron"),
        ("trust:ada.bob", "1:7: a comparison is missing, such as trust:ada.byron>=0.5"),
        ("opinion:ada.oak>0", "1:13: opinion: takes nothing here"),
        ("matter:oak", "1:8: matter: takes nothing here"),
        ("storyline:debt=paid", "1:11: storyline: takes nothing here"),
        ("scene:told", "1:7: scene: takes nothing here"),
        ("measure:joy>1", "1:9: measure: takes "),
        ("measure:population", "1:9: a comparison is missing"),
        ("time:noon-13:00", "1:6: “noon” is not a time of day"),
        ("who:eve", "1:5: who: takes ada, bob, cid"),
        ('event:"x', "1:7: this quote is not closed"),
        ('event:said "', "1:12: this quote is not closed"),
    ],
)
def test_a_mistake_is_told_with_its_column(text: str, said: str) -> None:
    with pytest.raises(ExpressionError) as found:
        parse(text, home())
    assert said in str(found.value)


def test_the_command_finds_and_points(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", str(folder), "event:placed", "--first"]) == 0
    assert capsys.readouterr().out == "      5  Mon 08:05  Ada is all at once at Garden.\n"
    assert main(["find", str(folder), "state:stove=on", "--json", "--from", "9"]) == 0
    assert [json.loads(line)["tick"] for line in capsys.readouterr().out.splitlines()] == [16]
    assert main(["find", str(folder), "event:reloaded"]) == 1
    assert main(["find", str(folder), "event:sad"]) == 2
    assert capsys.readouterr().err.endswith("  event:sad\n        ^\n")
    assert main(["find", str(folder / "gone"), "event:said"]) == 2


def test_what_somebody_does_is_found_with_who_does_it(folder: Path) -> None:
    replay = Replay(folder)
    world = replay.world(replay.header.world)
    doing = {payload.tick: payload.state.bodies["ada"].doing for payload in replay.payloads()}
    first = next(tick for tick in doing if doing[tick])
    hit = next(find(replay, parse(f'doing:"ada={doing[first].upper()}"', world)))
    assert (hit.tick, hit.told) == (first, (f"Ada: {doing[first]}",))
    assert ticks(folder, "doing:nothing_of_the_kind") == []


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("(" * 10_000, DEEPEST + 1),
        ("(" * 10_000 + "event:said" + ")" * 10_000, DEEPEST + 1),
        ("not " * 10_000 + "event:said", 4 * DEEPEST + 1),
        ("not (" * DEEPEST, 5 * DEEPEST // 2 + 1),
        ('event:said and phrase:"the oak', 23),
    ],
)
def test_a_mistake_in_a_deep_expression_is_told_with_its_column(text: str, column: int) -> None:
    with pytest.raises(ExpressionError) as found:
        parse(text, home())
    assert found.value.column == column
    assert max(map(len, excerpt(found.value, text))) <= 2 * AROUND + 2


def test_an_expression_may_be_as_deep_as_is_said_and_as_long_as_one_likes() -> None:
    parse("(" * DEEPEST + "event:said" + ")" * DEEPEST, home())
    parse("(event:said) or " * 5_000 + "agent:ada", home())


HOME = home()
pieces = st.sampled_from(
    [
        *"()",
        "and",
        "or",
        "not",
        "event:said",
        "agent:ada",
        "area:",
        "phrase:",
        'phrase:"the oak"',
        "doing:=",
        "doing:ada=",
        "state:stove=on",
        "state:stove.logs<",
        "9" * 20,
        "-1",
        "weather:",
        ":",
        '"',
        "\0",
        "\x1b[31m",
        "\udc80",
        "\u202e",
        "猫:猫",
        "\n",
        "e\u0301",
        "x" * 5_000,
        "(" * 200,
    ]
)


@pytest.mark.fuzz
@settings(max_examples=samples(200, 20_000), deadline=None, derandomize=True, database=None)
@given(st.lists(pieces | st.text(max_size=5), max_size=12), st.sampled_from(["", " "]))
def test_any_expression_is_read_or_refused_with_a_place(words: list[str], between: str) -> None:
    text = between.join(words)
    found = None
    try:
        parse(text, HOME)
    except ExpressionError as error:
        found = error
    if found is not None:
        assert 1 <= found.column <= len(text) + 1
        line, mark = excerpt(found, text)
        assert max(len(line), len(mark.rstrip("^"))) <= 4 * AROUND
        assert len(found.what) < 1_000
