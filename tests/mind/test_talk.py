"""Talk: one opener a meeting, answers in turn, and four turns at most."""

from collections.abc import Sequence

import pytest

from latticeville.core.geometry import Cell
from latticeville.mind.action import IDLE, SAY, Action
from latticeville.mind.conversation import utterance_to_answer
from latticeville.mind.model_calls import QUOTE_LENGTH
from latticeville.mind.percept import AGENT, Node, Observation, PerceivedNews, Percept, Sights
from latticeville.models.model import Reply, Request
from latticeville.sim.events import Idled, Said
from latticeville.sim.run import Run
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import Scripted, doing
from tests.worlds import Table, all_day, build, live, row

HOUSE = "....+...."
AREAS: dict[str, list[int] | list[list[int]]] = {"west": [0, 0, 4, 1], "east": [5, 0, 4, 1]}
Turn = tuple[int, str, str, int]
ADA_OPENS = 70
"""A seed by which Ada is drawn to open in the first ticks, whoever of the others she meets."""


def house(seed: int = ADA_OPENS, **people: Table) -> World:
    return build(HOUSE, areas=AREAS, people=people, seed=seed)


def said(payloads: list[TickPayload]) -> list[Turn]:
    """Return who said which turn to whom, and when."""
    return [
        (payload.tick, event.who, event.to, event.turn)
        for payload in payloads
        for event in payload.events
        if isinstance(event, Said)
    ]


def stays(x: int, area: str = "west", **more: object) -> Table:
    return {"start": [x, 0], **all_day(area), **more}


def comes(x: int, at: str, *, leaves: str = "23:00") -> Table:
    """Return somebody who comes over from the east at a time."""
    return {
        "start": [x, 0],
        "routine": [row("00:00", "east"), row(at, "west"), row(leaves, "east")],
    }


def test_two_greet_once_and_talk_for_four_turns() -> None:
    talk = said(live(house(ada=stays(0), bob=comes(5, "08:05")), 40, model=Scripted()))
    came = talk[0][0]
    assert talk == [
        (came, "ada", "bob", 0),
        (came + 1, "bob", "ada", 1),
        (came + 2, "ada", "bob", 2),
        (came + 3, "bob", "ada", 3),
    ]


def test_of_two_who_see_each_other_at_once_one_opens_and_over_many_seeds_either() -> None:
    openers = []
    for seed in range(40):
        talk = said(live(house(seed, zoe=stays(0), ada=stays(2)), 6, model=Scripted()))
        assert [(tick, turn) for tick, _, _, turn in talk] == [(1, 0), (2, 1), (3, 2), (4, 3)]
        openers.append(talk[0][1])
    assert 10 < openers.count("ada") < 30


@pytest.mark.parametrize("seed", range(6))
def test_whoever_joins_a_group_opens_whatever_the_draw(seed: int) -> None:
    payloads = live(
        house(seed, ada=stays(0), cid=stays(2), bob=comes(5, "08:10")), 20, model=Scripted()
    )
    joined = next(each.tick for each in payloads if each.state.bodies["bob"].area == "west")
    (opened,) = [
        one
        for each in payloads[joined + 1 :]
        for one in each.events
        if isinstance(one, Said) and not one.turn
    ]
    assert (opened.who, opened.to, opened.others) == ("bob", "", ("cid", "ada"))


def test_who_is_spoken_to_while_leaving_hears_it_and_answers_in_passing() -> None:
    bob = {"start": [3, 0], "routine": [row("00:00", "east")]}
    payloads = live(house(ada=stays(0), bob=bob), 6, model=Scripted())
    assert payloads[1].state.bodies["bob"].area != "west"
    assert said(payloads) == [(1, "ada", "bob", 0), (2, "bob", "ada", 1)]
    assert payloads[2].thoughts["bob"].action.end
    assert any("“answer 2”" in record.text for record in payloads[3].state.minds["ada"].memory)
    assert payloads[4].state.bodies["bob"].area == "east"


def test_who_was_greeted_alone_answers_and_they_go_on_in_turn() -> None:
    """Bob has already seen Ada when she says something, so he has no greeting of his own."""
    world = house(ada=stays(0), bob=stays(2))
    minds = doing({"ada": {3: Action(SAY, "bob", words="Hello, Bob.")}})
    only_ada = live(world, 3, model=Scripted(), minds=minds)[-1]
    assert said([only_ada]) == [(3, "ada", "bob", 0)]
    heard: list[TickPayload] = []
    run = Run(only_ada, Scripted(), heard.append)
    for _ in range(6):
        run.step()
    assert said(heard) == [(4, "bob", "ada", 1), (5, "ada", "bob", 2), (6, "bob", "ada", 3)]


def test_the_answer_cites_the_words_it_answers() -> None:
    payloads = live(house(ada=stays(0), bob=stays(2)), 3, model=Scripted())
    thought = payloads[2].thoughts["bob"]
    assert thought.why == "answer"
    cited, *others = thought.cites
    assert cited not in others
    assert payloads[2].state.minds["bob"].memory[cited].text == "Ada says to Bob: “greet 1”"
    assert [ask.kind for ask in thought.asks] == ["answer"]
    assert thought.action == Action(SAY, "ada", words="answer 2", turn=1)


def test_people_who_stay_together_do_not_greet_again() -> None:
    talk = said(live(house(ada=stays(0), bob=stays(2)), 60 * 10, model=Scripted()))
    assert len(talk) == 4


def test_who_comes_back_soon_is_not_greeted_again() -> None:
    bob = {
        "start": [2, 0],
        "routine": [
            row("00:00", "west"),
            row("08:20", "east"),
            row("10:30", "west"),
            row("11:00", "east"),
        ],
    }
    assert len(said(live(house(ada=stays(0), bob=bob), 60 * 3, model=Scripted()))) == 4


def test_who_comes_back_after_hours_is() -> None:
    bob = {
        "start": [2, 0],
        "routine": [row("00:00", "west"), row("08:20", "east"), row("12:40", "west")],
    }
    talk = said(live(house(ada=stays(0), bob=bob), 60 * 5, model=Scripted()))
    assert [words[3] for words in talk] == [0, 1, 2, 3, 0, 1, 2, 3]
    assert talk[4][0] >= 60 * 4


@pytest.mark.parametrize("kind", ["greet", "answer"])
def test_an_answer_without_words_is_idleness(kind: str) -> None:
    blank = '{"talk": true, "goal": "to talk", "words": " \\n ", "end": false}'
    payloads = live(house(ada=stays(0), bob=stays(2)), 2, model=Scripted({kind: blank}))
    idled = [event for payload in payloads for event in payload.events if isinstance(event, Idled)]
    assert [event.who for event in idled] == (["ada", "bob"] if kind == "greet" else ["bob"])
    assert {event.reason for event in idled} == {
        f"the reply cannot be used: “{' '.join(blank.split())[:QUOTE_LENGTH]}”"
    }


class Broken:
    """Fails every request, with words in the reply that nobody may take for an answer."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        return [Reply("Good morning", error="no reply within 30 s") for _request in requests]


def test_a_failed_call_is_an_event_and_nothing_that_was_said() -> None:
    payloads = live(house(ada=stays(0), bob=stays(2)), 3, model=Broken())
    assert not said(payloads)
    assert payloads[1].events[0] == Idled(
        "ada", "west", "the model gave no answer: no reply within 30 s"
    )
    minds = payloads[-1].state.minds.values()
    assert not [memory for mind in minds for memory in mind.memory if "Good morning" in memory.text]


def test_nobody_answers_who_is_no_longer_there() -> None:
    """Ada has hardly spoken when the world is edited: where she stands is no longer the room."""
    world, edition = (
        build(
            HOUSE,
            areas={"west": [0, 0, width, 1]},
            people={"ada": stays(3), "bob": stays(0), "cid": stays(1)},
        )
        for width in (4, 3)
    )
    minds = doing({"ada": {2: Action(SAY, "bob", words="Bye!")}})
    model = Scripted()
    live(world, 5, model=model, minds=minds, feed={3: [edition]})
    assert [
        request.who for request in model.requests if request.kind == "answer" and request.tick >= 3
    ] == []
    live(world, 5, model=model, minds=minds)
    assert [
        request.who for request in model.requests if request.kind == "answer" and request.tick >= 3
    ] == ["bob"]


def overhears(who: str, *news: Observation) -> Observation | None:
    """Return what somebody in a full room finds to answer."""
    sights = Sights(Node(name, AGENT, "room", Cell(0, 0)) for name in ("ada", "bob", "cid", "zoe"))
    return utterance_to_answer(Percept(who, 9, 9, "room", Cell(0, 0), sights, PerceivedNews(news)))


def words(actor: str, to: str, turn: int, following: str = "") -> Observation:
    return Observation("said", actor, f"{actor} to {to}", (to,), to, "Hm.", turn, next=following)


def test_of_all_that_is_said_one_answers_only_after_what_gives_oneself_the_turn() -> None:
    mine, others = words("ada", "zoe", 0, "zoe"), words("cid", "ada", 0, "ada")
    assert overhears("zoe", others, mine) is mine
    assert overhears("bob", others, mine) is None
    assert (
        overhears("zoe", Observation("entered", "ada", "Ada comes in.", ("room",), "zoe"), mine)
        is mine
    )
    assert overhears("zoe", words("ada", "zoe", 0)) is None


def test_a_question_tells_the_facts_that_an_answer_needs() -> None:
    bread = [{"topic": "Bread", "view": "Crust is all."}]
    model = Scripted({"greet": "Is there bread?"})
    ada, bob = (
        stays(0, name="Ada Lind", about="Ada bakes."),
        stays(2, name="Bob Marsh", opinions=bread),
    )
    live(house(ada=ada, bob=bob), 2, model=model)
    greet, answer = model.requests
    assert (greet.kind, greet.who, greet.tick) == ("greet", "ada", 1)
    assert greet.facts["name"] == "Ada Lind"
    assert greet.facts["to"] == "Bob"
    assert greet.facts["hour"] == "8"
    assert "Ada bakes." in greet.prompt
    assert (answer.kind, answer.who) == ("answer", "bob")
    assert "1. Crust is all." in answer.prompt
    assert answer.facts["heard"] == "Is there bread?"
    assert answer.facts["turn"] == "1"
    assert answer.facts["own_view"] == answer.facts["view"] == "Crust is all."
    assert "Is there bread?" in answer.prompt


def test_out_of_earshot_nobody_is_spoken_to() -> None:
    world = house(ada=stays(0), bob=stays(8, "east"))
    payload = live(world, 1, minds=doing({"ada": {1: Action(SAY, "bob", words="Bob!")}}))[-1]
    assert payload.events == (Idled("ada", "west", "they are out of earshot"),)
    for target in ("ada", "nobody"):
        payload = live(world, 1, minds=doing({"ada": {1: Action(SAY, target, words="Hm.")}}))[-1]
        assert payload.events == (Idled("ada", "west", "there is nobody of that name to talk to"),)


def test_all_in_the_area_hear_and_nobody_else() -> None:
    world = house(ada=stays(0), bob=stays(2), cid=stays(3), dot=stays(8, "east"))
    payloads = live(world, 2, minds=doing({"ada": {1: Action(SAY, "bob", words="Bob!")}}))
    heard = {
        who
        for who, mind in payloads[2].state.minds.items()
        if any("“Bob!”" in record.text for record in mind.memory)
    }
    assert heard == {"ada", "bob", "cid"}
    kinds = {who: payloads[2].state.minds[who].memory[-1].kind for who in ("ada", "bob")}
    assert kinds == {"ada": "action", "bob": "observation"}


def test_talk_does_not_forget_a_walk() -> None:
    """Bob is greeted under way and answers; afterwards he goes on to where he was going."""
    bob = {"start": [3, 0], "routine": [row("00:00", "east")]}
    payloads = live(house(ada=stays(0), bob=bob), 30, model=Scripted())
    assert len(said(payloads)) >= 2
    assert payloads[-1].state.bodies["bob"].area == "east"
    assert payloads[-1].thoughts["bob"].action.kind == IDLE
