"""Ratings: each sentence is rated once, whoever witnessed it; what cannot be rated stays unrated
for a while."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.ratings import Ratings
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Reply, Request
from latticeville.sim.events import Unanswered
from latticeville.sim.importance import MOVEMENT_KINDS, RETRY_TICKS
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Instead, Listening
from tests.worlds import live

Table = dict[str, int]


@pytest.fixture(scope="module")
def day() -> tuple[list[TickPayload], Listening]:
    """Return a day of three people, and what was asked."""
    model = Listening()
    return live(hamlet(ada=baker(0), bob=drifter(2), cid=baker(1)), 288, model=model), model


def sentences(model: Listening, tick: int | None = None) -> list[str]:
    asked = (request for request in model.of("rate") if tick in (None, request.tick))
    return [text for request in asked for text in request.facts["texts"].splitlines()]


def test_no_sentence_is_ever_asked_twice(day: tuple[list[TickPayload], Listening]) -> None:
    payloads, model = day
    asked = sentences(model)
    assert len(asked) == len({*asked})
    witnessed = [
        record.text for mind in payloads[-1].state.minds.values() for record in mind.memory
    ]
    assert max(witnessed.count(text) for text in asked) > 3
    assert {request.who for request in model.of("rate")} == {""}


def test_walking_to_and_fro_is_not_worth_a_question_and_counts_one(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, model = day
    world = payloads[0].state.world
    seen = [
        found
        for each in payloads[:-1]
        for event in each.events
        if (found := event.observation(world))
    ]
    walked = {found.text for found in seen if found.kind in MOVEMENT_KINDS}
    assert walked
    assert not walked & {*sentences(model)}
    assert {found.text for found in seen if found.kind not in MOVEMENT_KINDS} == {*sentences(model)}
    rated = {
        (record.text, record.importance)
        for mind in payloads[-1].state.minds.values()
        for record in mind.memory
    }
    assert {rating for text, rating in rated if text in walked} == {1}


def test_every_observation_has_the_rating_of_its_sentence(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, model = day
    said: dict[str, int] = {}
    for request, text in model.said:
        if request.kind == "rate":
            said |= zip(
                request.facts["texts"].splitlines(), json.loads(text)["ratings"], strict=True
            )
    for mind in payloads[-1].state.minds.values():
        assert {
            said[record.text] == record.importance for record in mind.memory if record.text in said
        } == {True}
    assert {text: payloads[-1].state.ratings.get(text) for text in said} == said


COMET = GodEvent("A comet passes.")


@pytest.mark.parametrize(("text", "rating"), [("99", 10), ("0", 1), ("7", 7), ("-4", 1)])
def test_what_is_out_of_range_is_clamped(text: str, rating: int) -> None:
    world = hamlet(minds={"plan": "routine"}, ada=baker(0))
    payload = live(
        world, 2, model=Instead(lambda _request: f'{{"ratings": [{text}]}}'), feed={1: [COMET]}
    )[-1]
    assert [record.importance for record in payload.state.minds["ada"].memory] == [rating]


def test_what_is_no_rating_leaves_it_unrated_tells_so_once_and_pauses() -> None:
    events = [GodEvent(f"Comet {count} passes.") for count in range(2 * RETRY_TICKS + 2)]
    model = Listening(Instead(lambda request: "quite" if request.kind == "rate" else None))
    world = hamlet(minds={"plan": "routine"}, ada=baker(0), bob=baker(2))
    fed = {tick: [events[tick], events[tick - 1]] for tick in range(1, len(events))}
    payloads = live(world, 2 * RETRY_TICKS + 1, model=model, feed=fed)
    told = [
        (each.tick, event)
        for each in payloads
        for event in each.events
        if isinstance(event, Unanswered)
    ]
    assert [tick for tick, _ in told] == [1, 1 + RETRY_TICKS, 1 + 2 * RETRY_TICKS]
    assert {event for _, event in told} == {Unanswered("", "", "rate", "“quite” are no ratings")}
    assert {request.tick for request in model.of("rate")} == {tick for tick, _ in told}
    memory = payloads[-1].state.minds["ada"].memory
    assert {record.importance for record in memory if record.text.startswith("Comet")} == {0}


def test_ten_sentences_are_rated_in_a_call_and_one_bad_reply_does_not_spoil_the_others() -> None:
    model = Listening(Instead(lambda request: "?" if "Comet 10 " in request.prompt else None))
    world = hamlet(minds={"plan": "routine"}, ada=baker(0))
    comets = [GodEvent(f"Comet {number} passes!") for number in range(12)]
    payload = live(world, 1, model=model, feed={1: comets})[-1]
    assert [len(request.facts["texts"].splitlines()) for request in model.of("rate")] == [10, 2]
    assert len(model.batches[0]) == 2
    assert [record.importance for record in payload.state.minds["ada"].memory] == [9] * 10 + [0] * 2


def test_an_error_is_told_with_its_reason() -> None:
    class Late:
        def answer(self, requests: Sequence[Request]) -> list[Reply]:
            return [
                Reply("9", error="no reply within 30 s") if request.kind == "rate" else reply
                for request, reply in zip(requests, FakeLLM().answer(requests), strict=True)
            ]

    world = hamlet(minds={"plan": "routine"}, ada=baker(0))
    payload = live(world, 1, model=Late(), feed={1: [COMET]})[-1]
    assert (
        Unanswered("", "", "rate", "the model gave no answer: no reply within 30 s")
        in payload.events
    )
    assert payload.state.ratings.get(COMET.text) == 0


@pytest.mark.slow
@law(200)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 30), st.dictionaries(st.integers(0, 9), st.integers(1, 10), max_size=3)
        )
    )
)
def test_tables_hold_what_was_grown_into_them_and_nothing_else(
    grown: list[tuple[int, dict[int, int]]],
) -> None:
    """Grow any table made so far by some sentences; then each must equal the dictionary that it
    stands for."""
    tables, dicts = [Ratings()], [Table()]
    for source, drawn in grown:
        branch = source % len(tables)
        fresh = {f"s{key}": value for key, value in drawn.items() if f"s{key}" not in dicts[branch]}
        tables.append(tables[branch].grow(fresh))
        dicts.append({**dicts[branch], **fresh})
        assert [*tables[-1].order] == [*tables[branch].order, *sorted(fresh.items())]
        for table, expected in zip(tables, dicts, strict=True):
            assert {key: table.get(key) for key in (f"s{number}" for number in range(10))} == {
                f"s{number}": expected.get(f"s{number}", 0) for number in range(10)
            }
            assert (len(table), table.since(0)) == (len(expected), expected)
            assert table == Ratings(table.order)


def test_the_pause_goes_with_the_table_and_on_into_what_grows_from_it() -> None:
    first = Ratings().grow({"a": 1}, 40)
    assert (
        first.retry_after,
        first.grow({"b": 2}).retry_after,
        first.grow({"c": 3}, 70).retry_after,
    ) == (40, 40, 70)
    assert Ratings().retry_after == 0
    assert first != Ratings().grow({"a": 1})


@pytest.mark.parametrize(
    ("profile", "rating", "asked"), [("agent-crossing", 3, 1), ("paper", 0, 2)]
)
def test_a_rating_that_cannot_be_read_is_stored_or_asked_again(
    profile: str, rating: int, asked: int
) -> None:
    world = hamlet(minds={"plan": "routine", "profile": profile}, ada=baker(0))
    model = Listening(Instead(lambda request: "very" if request.kind == "rate" else None))
    payloads = live(
        world, RETRY_TICKS + 3, model=model, feed={1: [COMET], RETRY_TICKS + 2: [COMET]}
    )
    stored = [
        one.importance for one in payloads[2].state.minds["ada"].memory if one.text == COMET.text
    ]
    assert stored == [rating]
    assert sentences(model).count(COMET.text) == asked
    assert any(isinstance(event, Unanswered) for payload in payloads for event in payload.events)
