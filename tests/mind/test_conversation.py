"""Conversations: passing by, ending, not repeating oneself, waiting; and what is said spreads."""

import json
from collections.abc import Callable

import pytest

from latticeville.mind.conversation import ANSWER_TICKS, current_conversation
from latticeville.mind.mind import Conversation, Social
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.records import RetrievalQuery
from latticeville.models.embed import HashEmbedder
from latticeville.models.model import Model, Request
from latticeville.sim.events import Idled, Said
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import hamlet
from tests.model_doubles import Instead, Listening
from tests.worlds import Table, all_day, build, live, row

Saying = Callable[[Request], str]
ADA_OPENS = 70
"""A seed by which Ada is drawn to open to Bob in the first ticks."""


def house(minds: Table | None = None, **people: Table) -> World:
    return build(
        "....+....",
        areas={"west": [0, 0, 4, 1], "east": [5, 0, 4, 1]},
        people=people,
        minds={"plan": "routine", **(minds or {})},
        seed=ADA_OPENS,
    )


def pair(minds: Table | None = None) -> World:
    """Return a house where Bob comes upon Ada after five minutes, and she upon him."""
    bob = {"start": [5, 0], "routine": [row("00:00", "east"), row("08:05", "west")]}
    return house(minds, ada={"start": [0, 0], **all_day("west", doing="reading")}, bob=bob)


def said(payloads: list[TickPayload]) -> list[Said]:
    return [event for payload in payloads for event in payload.events if isinstance(event, Said)]


def greet(words: str, *, talk: bool = True) -> str:
    return json.dumps({"talk": talk, "goal": "to be heard", "words": words})


def answer(words: str, *, end: bool = False) -> str:
    return json.dumps({"words": words, "end": end})


def model(**words: Saying) -> Listening:
    """Return a model that says its own words to some kinds of request."""
    return Listening(
        Instead(lambda request: words[request.kind](request) if request.kind in words else None)
    )


def endless(request: Request) -> str:
    return answer(f"By now it is {request.tick} past.")


def test_who_does_not_want_to_talk_passes_by() -> None:
    shy = model(greet=lambda _: greet("Hm.", talk=False))
    payloads = live(pair(), 4 * 60, model=shy)
    assert not said(payloads)
    assert not [
        event for payload in payloads for event in payload.events if isinstance(event, Idled)
    ]
    assert [request.who for request in shy.of("greet")] == ["ada", "bob"]
    met, next_tick = [request.tick for request in shy.of("greet")]
    assert next_tick == met + 1
    assert payloads[met].thoughts["ada"].why == "plan"
    assert payloads[met].state.bodies["ada"].doing == "reading"


@pytest.mark.parametrize("turn", [1, 2, 4])
def test_whoever_ends_a_talk_has_the_last_word(turn: int) -> None:
    talker = model(
        answer=lambda request: answer(
            f"It is {request.tick}.", end=request.facts["turn"] == str(turn)
        )
    )
    words = said(live(pair(), 30, model=talker))
    assert [event.turn for event in words] == [*range(turn + 1)]
    assert [event.end for event in words] == [False] * turn + [True]
    assert len(talker.of("answer")) == turn


@pytest.mark.parametrize("turns", [1, 2, 3, 8])
def test_a_talk_has_as_many_turns_as_the_world_allows(turns: int) -> None:
    words = said(live(pair({"turns": turns}), 30, model=model(answer=endless)))
    assert [event.turn for event in words] == [*range(turns)]
    assert words[-1].end


def test_what_was_nearly_said_before_is_not_said_again_and_ends_the_talk() -> None:
    stubborn = model(
        greet=lambda _: greet("Good day."),
        answer=lambda request: answer(f"The oak must stay{'!' * request.tick}"),
    )
    payloads = live(pair(), 30, model=stubborn)
    words = said(payloads)
    assert [event.who for event in words] == ["ada", "bob"]
    asked = stubborn.of("answer")
    assert [request.who for request in asked] == ["bob", "ada"]
    silent = payloads[asked[-1].tick].thoughts["ada"]
    assert (silent.why, silent.fault) == ("plan", "")
    assert payloads[asked[-1].tick].state.minds["ada"].social.talk is None


def test_who_speaks_keeps_the_goal_and_what_was_said_in_mind() -> None:
    talker = model(greet=lambda _: greet("Good day."), answer=endless)
    words = said(live(pair(), 30, model=talker))
    told = {"ada": "Ada", "bob": "Bob"}
    for place, request in enumerate(talker.of("answer")):
        before = [f"{told[event.who]}: {event.words}" for event in words[:place]]
        assert request.facts["lines"].splitlines()[1:] == before[-6:]
        assert request.facts["heard"] == words[place].words
        assert request.facts["goal"] == ("to be heard" if request.who == "ada" else "to be polite")


def test_a_talk_is_over_when_nobody_waits_any_more() -> None:
    talk = Conversation(("bob",), "to be heard", ("Ada: Good day.",), spoke=10)
    social = Social({}, talk)
    assert current_conversation(social, "bob", ("bob",), 10 + ANSWER_TICKS) == talk
    assert current_conversation(social, "bob", ("bob", "dot"), 10) == talk
    assert current_conversation(social, "bob", ("bob",), 11 + ANSWER_TICKS) == Conversation(
        ("bob",)
    )
    assert current_conversation(social, "cid", ("cid",), 10) == Conversation(("cid",))


def test_who_gets_no_answer_waits_for_two_ticks_and_goes_on() -> None:
    payloads = live(pair(), 30, model=model(answer=lambda _: "nonsense"))
    (spoke,) = [
        payload.tick for payload in payloads for event in payload.events if isinstance(event, Said)
    ]
    why = [payload.thoughts["ada"].why for payload in payloads[spoke : spoke + 5]]
    assert why == ["greet", "talk", "talk", "plan", "plan"]
    doing = [payload.state.bodies["ada"].doing for payload in payloads[spoke + 1 : spoke + 4]]
    assert doing == ["talking with Bob", "talking with Bob", "reading"]


def test_who_waits_does_not_wait_for_somebody_who_has_left() -> None:
    """Bob is called away in the very minute in which he is greeted."""
    bob = {"start": [3, 0], "routine": [row("00:00", "west"), row("08:01", "east")]}
    world = house(ada={"start": [0, 0], **all_day("west")}, bob=bob)
    one = model(
        greet=lambda request: greet("Bob!", talk=request.who == "ada"), answer=lambda _: "nonsense"
    )
    payloads = live(world, 12, model=one)
    (spoke,) = [
        payload.tick for payload in payloads for event in payload.events if isinstance(event, Said)
    ]
    gone = next(payload.tick for payload in payloads if payload.state.bodies["bob"].area != "west")
    waits = [payload.tick for payload in payloads[1:] if payload.thoughts["ada"].why == "talk"]
    assert gone <= spoke + ANSWER_TICKS + 1
    assert waits == [tick for tick in range(spoke + 1, spoke + ANSWER_TICKS + 1) if tick <= gone]


def test_speakers_and_whoever_stands_by_remember_all_that_was_said() -> None:
    world = house(
        ada={"start": [0, 0], **all_day("west")},
        bob={"start": [2, 0], **all_day("west")},
        cid={"start": [3, 0], **all_day("west")},
        dot={"start": [8, 0], **all_day("east")},
    )
    one = model(greet=lambda request: greet("Good day.", talk=request.who == "ada"), answer=endless)
    payloads = live(world, 20, model=one)
    words = [event.words for event in said(payloads)]
    assert len(words) == 8
    for who in ("ada", "bob", "cid"):
        heard = [
            record.text
            for record in payloads[-1].state.minds[who].memory
            if "says to" in record.text
        ]
        assert [text[text.index("“") + 1 : -1] for text in heard] == words
    assert not [
        record for record in payloads[-1].state.minds["dot"].memory if "says to" in record.text
    ]


CID_OPENS = 1
"""A seed by which Cid is drawn to open to Bob in the morning, and Bob to Ada in the evening."""
FACT = "The old oak on the green will be felled on Friday."


def gossips(listener: Model | None = None) -> list[TickPayload]:
    """Return a day in which Cid tells Bob something, and Ada, who never meets Cid, meets Bob in the
    evening."""
    world = hamlet(
        seed=CID_OPENS,
        minds={"plan": "routine"},
        start="Mon 08:00",
        cid={"start": [0, 0], **all_day("hut"), "opinions": [{"topic": "oak", "view": FACT}]},
        bob={
            "start": [3, 0],
            "routine": [row("00:00", "hut"), row("12:00", "pub", "having a drink")],
        },
        ada={
            "start": [8, 0],
            "routine": [
                row("00:00", "bakery"),
                row("18:00", "pub", "drawing the old oak on the green"),
            ],
        },
    )
    return live(world, 14 * 12, model=listener)


def test_a_fact_told_in_the_morning_reaches_whoever_never_met_its_source_by_night() -> None:
    payloads = gossips()
    assert not [
        each for each in payloads if each.state.bodies["ada"].area == each.state.bodies["cid"].area
    ]
    minds = payloads[-1].state.minds
    told = next(record for record in minds["bob"].memory if FACT in record.text)
    heard = next(record for record in minds["ada"].memory if FACT in record.text)
    assert told.text == f"Cid says to Bob: “{FACT}”"
    assert heard.text == f"Bob says to Ada: “Cid told me: {FACT}”"
    assert told.tick < 4 * 12 < heard.tick
    passed = next(
        each
        for each in payloads
        if any(FACT in one.words for one in said([each]) if one.who == "bob")
    )
    assert told.id in passed.thoughts["bob"].cites
    mind = minds["ada"]
    query, now = "What will become of the oak?", payloads[-1].tick
    asked = RetrievalQuery("ada", mind.memory, mind.touched, query, now, 3, "latticeville", 5)
    (found,) = MemoryIndex(HashEmbedder()).answer([asked])
    assert heard in found.memories


HIDDEN = "She has hidden a silver spoon."


def test_a_secret_is_ones_own() -> None:
    """What one sums oneself up from leaves it out, and no prompt of anybody else holds it."""
    listener = model(identity=lambda request: request.facts["persona"][:400])
    world = hamlet(
        ada={"start": [0, 0], "secrets": [{"text": HIDDEN, "to": ["bob"]}], "about": "Ada bakes."},
        bob={"start": [2, 0], "relationships": [{"who": "ada", "how": "neighbour"}]},
    )
    payloads = live(world, 200, model=listener)
    assert len(said(payloads)) >= 4
    assert listener.of("identity")
    assert not [
        request
        for request in listener.of("identity")
        if HIDDEN in f"{request.prompt}{request.facts}"
    ]
    assert "answer" in {request.kind for request in listener.requests if HIDDEN in request.prompt}
    assert {
        request.who for request in listener.requests if HIDDEN in f"{request.prompt}{request.facts}"
    } == {"ada"}
